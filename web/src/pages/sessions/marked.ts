// A text with the words in it that nobody can vouch for.

export interface Piece {
  text: string;
  doubtful: boolean;
}

/** The text in pieces; what is among the doubts is marked, wherever it stands as whole words. */
export function marked(text: string, doubts: readonly string[]): Piece[] {
  const known = [...new Set(doubts)].filter(Boolean).sort((a, b) => b.length - a.length);
  if (!known.length) return text ? [{ text, doubtful: false }] : [];
  const any = new RegExp(`(?<![\\p{L}\\p{N}])(?:${known.map(escaped).join("|")})(?![\\p{L}\\p{N}])`, "gu");
  const pieces: Piece[] = [];
  let last = 0;
  for (const found of text.matchAll(any)) {
    if (found.index > last) pieces.push({ text: text.slice(last, found.index), doubtful: false });
    pieces.push({ text: found[0], doubtful: true });
    last = found.index + found[0].length;
  }
  if (last < text.length) pieces.push({ text: text.slice(last), doubtful: false });
  return pieces;
}

function escaped(words: string): string {
  return words.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
