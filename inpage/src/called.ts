// What a row is called: a part of it says just that.

import { fold, isVisible, queryAll, textsSlottedIn, wordsIn } from './dom';
import { keptInOneGo } from './memo';
import type { LocatorSpec } from './types';

/** Marked as what was searched for, or put in bold, in a longer text: "Desk" of "Desk Lamp". */
const LONGER_AFTER = /^\s*[\p{L}\p{N}]/u;
const LONGER_BEFORE = /[\p{L}\p{N}]\s*$/u;

export function isWithinText(part: Element): boolean {
  if (part.matches('a,button')) return false;
  const { previousSibling: before, nextSibling: after } = part;
  const goesOn =
    (after instanceof Text && LONGER_AFTER.test(after.data)) || (before instanceof Text && LONGER_BEFORE.test(before.data));
  return goesOn && getComputedStyle(part).display === 'inline';
}

/** Whether a part of the row, or all of it, says just the words, which are folded. */
export const isCalled = (row: Element, words: string): boolean =>
  [row, ...queryAll('*', row)].some((part) =>
    wordsIn(part) === words && isVisible(part) && !(part !== row && isWithinText(part))) ||
  [...row.childNodes].some((node) => node instanceof Text && fold(node.data) === words) || textsSlottedIn(row).includes(words);

const MOST_CELLS = 12;
const LONGEST_CELL = 80;

/** What the parts of a row say, each by itself: any of them may be what it is looked for by. */
export const saidInParts = keptInOneGo((row): string[] => {
  const texts = new Set<string>(textsSlottedIn(row).filter((text) => text.length >= 2 && text.length <= LONGEST_CELL));
  for (const part of queryAll('*', row)) {
    if (part.childElementCount > 0 && !part.matches('td,th')) continue;
    const text = wordsIn(part);
    if (text.length >= 2 && text.length <= LONGEST_CELL && !isWithinText(part)) texts.add(text);
    if (texts.size === MOST_CELLS) break;
  }
  for (const node of row.childNodes) if (node instanceof Text && fold(node.data).length >= 2) texts.add(fold(node.data));
  return [...texts];
});

/** The row by what it is called, or by words that it holds. */
export const calledRow = (row: Element, role: string, text: string): LocatorSpec =>
  ({ by: 'row', role, text, ...(isCalled(row, fold(text)) ? { exact: true } : {}) });
