// Boards: a card is dragged from one column into another, each of which has a name of its own.

import { childrenOf, holds, queryAll } from '../page/dom';
import { wordsIn } from '../page/text';
import { isVisible } from '../page/visible';
import { HEADINGS } from '../page/landmarks';
import type { LocatorSpec, TargetSpec } from '../page/types';
import { calledRow } from '../rows/called';
import { rowKey } from '../rows/rows';
import { finder } from './locate';

const LONGEST_NAME = 80;

const nameOf = (column: Element): string | null => {
  const heading = queryAll(HEADINGS, column).find(isVisible);
  const name = heading ? wordsIn(heading) : rowKey(column, column);
  return name && name.length <= LONGEST_NAME ? name : null;
};

/** Beside what held the card when it was taken up (`home`), what holds the place where it was let go, and is made alike. */
function columnAt(home: Element, onto: Element): { column: Element; from: Element } | null {
  for (let from = home; from.parentElement; from = from.parentElement) {
    if (!holds(from.parentElement, onto)) continue;
    const column = childrenOf(from.parentElement).find((one) => holds(one, onto));
    return column && column !== from && column.localName === from.localName ? { column, from } : null;
  }
  return null;
}

const isOnlyPlace = ({ by }: LocatorSpec): boolean => by === 'css' || by === 'test_id';

/** What is called by one of its parts, which says that alone: what stands in it besides are other records, or more of its own. */
function calledBy(element: Element, told: TargetSpec, name: string): TargetSpec | null {
  const row = calledRow(element, 'card', name);
  if (!row.exact || !finder(element)(row)) return null;
  return { ...told, name: null, text: name, near: {}, locators: [row, ...(told.locators ?? []).filter(isOnlyPlace)] };
}

/** The part of the card that says what it is called, where nothing tells that the card is one: it is dragged by that. */
function byPart(card: Element, told: TargetSpec, name: string): TargetSpec | null {
  const part = queryAll('*', card).find((one) => wordsIn(one) === name && isVisible(one));
  const text: LocatorSpec = { by: 'text', text: name };
  if (!part || !finder(part)(text)) return null;
  return { ...told, role: null, name: null, text: name, tag: part.localName, attributes: {}, near: {}, locators: [text] };
}

/** A card that was dragged into another column of a board, as a drag is told, and where in the column it was let go. */
interface Moved {
  target: TargetSpec;
  onto: TargetSpec;
  offset: number[];
}

/**
 * The card and the column that it was let go in, as they are called; null where it was not dragged from one column into
 * another. The card is no more told by the column that it was in, which is another one on other data.
 */
export function movedOnBoard(
  { clientX, clientY }: MouseEvent, card: Element, told: TargetSpec, home: Element | null, onto: Element, describe: (column: Element) => TargetSpec,
): Moved | null {
  const found = home && columnAt(home, onto);
  const [name, before] = found ? [nameOf(found.column), nameOf(found.from)] : [null, null];
  if (!found || !name || !before || name === before) return null;
  const column = calledBy(found.column, describe(found.column), name);
  if (!column) return null;
  const alone = (told.locators ?? []).filter(({ within }) => within?.by !== 'row' || within.text !== before);
  const key = rowKey(card, card);
  const named = key && key !== told.name && key !== told.text ? calledBy(card, told, key) ?? byPart(card, told, key) : null;
  const plain = alone.some((one) => one.by !== 'css') ? { ...told, locators: alone } : told;
  const { x, y } = found.column.getBoundingClientRect();
  return { target: named ?? plain, onto: column, offset: [Math.round(clientX - x), Math.round(clientY - y)] };
}
