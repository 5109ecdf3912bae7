// What the browser itself has not taken since the last state, in its words.

const MOST = 5;

const withheld = new Set<string>();

export const isFull = (): boolean => withheld.size >= MOST;

export function noteWithheld(words: string): void {
  if (!isFull()) withheld.add(words);
}

/** What it did not take since this was asked last. */
export function takeWithheld(): string[] {
  const all = [...withheld];
  withheld.clear();
  return all;
}
