// Watching a document change, with one observer for all who want to know.

import { roots, type Root } from './dom';
import { forget, forgetValue, forgetWhole, remember, withMemory } from './memo';

type Listener = (records: MutationRecord[]) => void;

const listeners: Listener[] = [];
const watched = new WeakSet<Root>();
let observer: MutationObserver | null = null;
let changes = 0;

/** Be told of all changes: at once after the script that made them, or when somebody asks for them before. */
export function onChange(listener: Listener): void {
  listeners.push(listener);
}

/** A number that grows with every change that is known of. */
export const version = (): number => changes;

function take(): MutationRecord[] {
  const records = observer?.takeRecords() ?? [];
  digest(records);
  return records;
}

/** A field's value is other than it was, of which no observer tells. */
export function noteValue(field: Element): void {
  changes++;
  forgetValue(field);
}

function digest(records: MutationRecord[]): void {
  if (records.length === 0) return;
  changes++;
  for (const listener of listeners) listener(records);
}

/** New shadow trees are watched from when they are first seen. */
export function watchRoots(): void {
  for (const root of roots()) {
    if (watched.has(root)) continue;
    watched.add(root);
    observer?.observe(root, { subtree: true, childList: true, attributes: true, characterData: true });
  }
}

/** An event inside of a shadow tree that nobody knew of, as they come without any change that is told. */
export function noteRoot(root: Node): void {
  if (!(root instanceof ShadowRoot) || watched.has(root)) return;
  forgetWhole();
  watchRoots();
}

/** Once the parser is done: what it does is no change. */
export function whenParsed(begin: () => void): void {
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', begin, { once: true });
  else begin();
}

export function watch(): void {
  whenParsed(() => {
    observer = new MutationObserver((records) => {
      forget(records);
      digest(records);
    });
    remember(take);
    withMemory(watchRoots);
  });
}
