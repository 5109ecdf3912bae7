// What a row is called: a part of it says just that.

import { withoutBracketedCount } from '../page/badges';
import { columnOf } from '../page/columns';
import { queryAll } from '../page/dom';
import { keptInOneGo } from '../page/memo';
import { fold, textsSlottedIn, wordsIn } from '../page/text';
import type { LocatorSpec } from '../page/types';
import { isVisible, readOutIn } from '../page/visible';

/** Marked as what was searched for, or put in bold, in a longer text: "Desk" of "Desk Lamp". */
const LONGER_AFTER = /^\s*[\p{L}\p{N}]/u;
const LONGER_BEFORE = /[\p{L}\p{N}]\s*$/u;

export function isWithinText(part: Element): boolean {
  if (part.matches('a,button')) return false;
  const before = part.previousSibling;
  const goesOn = isRunOn(part) || (before instanceof Text && LONGER_BEFORE.test(before.data));
  return goesOn && getComputedStyle(part).display === 'inline';
}

/** Whether a text goes on right behind it, as "Lamp" does behind "Desk". */
export const isRunOn = ({ nextSibling: after }: Element): boolean => after instanceof Text && LONGER_AFTER.test(after.data);

/** Whether a part of the row, or all of it, says just the words, which are folded. */
export const isCalled = (row: Element, words: string): boolean =>
  [row, ...queryAll('*', row)].some((part) =>
    (wordsIn(part) === words || (part.lastElementChild !== null && withoutBracketedCount(part) === words)) && isVisible(part) && !(part !== row && isWithinText(part))) ||
  [...row.childNodes].some((node) => node instanceof Text && fold(node.data) === words) || textsSlottedIn(row).includes(words) ||
  (wordsIn(row).includes(words) && queryAll('*', row).some((part) => wordsIn(part).endsWith(words) && textBehindSign(part) === words));

/** The only words in it, where nothing but a sign stands before them: "▸" and what it unfolds. */
export function textBehindSign(part: Element): string | null {
  const [sign, text, another] = [...part.childNodes].filter((node) => fold(node.textContent) !== '');
  if (another || !(sign instanceof Element) || !(text instanceof Text) || /[\p{L}\p{N}]/u.test(wordsIn(sign))) return null;
  const words = fold(text.data);
  return words.length >= 2 && words.length <= LONGEST_CELL && /\p{L}/u.test(words) ? words : null;
}

const MOST_CELLS = 12;
const LONGEST_CELL = 80;

/** What the parts of a row say, each by itself: any of them may be what it is looked for by. */
export const saidInParts = keptInOneGo((row): string[] => {
  const texts = new Set<string>(textsSlottedIn(row).filter((text) => text.length >= 2 && text.length <= LONGEST_CELL));
  const isReadOut = readOutIn(row);
  // What a component is drawn by stands in its shadow tree, as well.
  for (const part of queryAll('*:not(style,script,link)', row)) {
    if ((part.childElementCount > 0 && !part.matches('td,th')) || isReadOut(part)) continue;
    const text = wordsIn(part);
    if (text.length >= 2 && text.length <= LONGEST_CELL && !isWithinText(part)) texts.add(text);
    if (texts.size === MOST_CELLS) break;
  }
  for (const node of row.childNodes) if (node instanceof Text && fold(node.data).length >= 2) texts.add(fold(node.data));
  for (const part of queryAll('span,div,td', row)) {
    const text = part.childElementCount === 1 ? textBehindSign(part) : null;
    if (text) texts.add(text);
  }
  return [...texts];
});

const CELLS = 'td,th,[role=cell],[role=gridcell],[role=rowheader]';

/** The heading over the cell of a table's row that says just the words, which are folded; none where there is none. */
function columnSaying(row: Element, words: string): string | null {
  const cell = queryAll(CELLS, row).find((one) => isCalled(one, words));
  return cell ? columnOf(cell) : null;
}

/** Whether the row says just the words, which are folded, under that heading; null where it stands over no cell of the row. */
export function saysUnder(row: Element, words: string, column: string): boolean | null {
  const cells = queryAll(CELLS, row).filter((cell) => columnOf(cell) === column);
  return cells.length === 0 ? null : cells.some((cell) => isCalled(cell, words));
}

/** The row by what it is called, and under which heading, or by words that it holds. */
export function calledRow(row: Element, role: string, text: string): LocatorSpec {
  const spec: LocatorSpec = { by: 'row', role, text };
  if (!isCalled(row, fold(text))) return spec;
  const column = role === 'row' ? columnSaying(row, fold(text)) : null;
  return { ...spec, exact: true, ...(column ? { column } : {}) };
}

/** As `saysUnder`, of the row in which the element stands, for the first of the locators that names a column. */
export function standsUnder(element: Element, specs: readonly LocatorSpec[]): boolean | null {
  const row = element.closest('tr,[role=row]');
  for (const own of specs) {
    for (let spec: LocatorSpec | null | undefined = own; row && spec; spec = spec.within) {
      if (spec.column && spec.text) return saysUnder(row, fold(spec.text), spec.column);
    }
  }
  return null;
}
