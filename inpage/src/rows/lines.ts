// Rows of a grid that is drawn column by column: no element holds one, and its cells say by a number which row they are of.

import { isWeak } from '../calendars/weak';
import { queryAll } from '../page/dom';
import { keptInOneGo } from '../page/memo';
import { pathFrom } from '../page/paths';
import { textOf } from '../page/shown';
import { fold } from '../page/text';
import type { LocatorSpec } from '../page/types';
import { isVisible } from '../page/visible';
import { isCalled } from './called';

const CELLS = ':is([role=gridcell],[role=cell])[aria-rowindex]';
const ROWS = '[role=row],tr';
const GRIDS = '[role=grid],[role=table],[role=treegrid]';

const isOfColumns = (cell: Element): boolean => cell.closest(ROWS) === null;

const columnAt = (cell: Element): number => Number(cell.getAttribute('aria-colindex')) || 0;

/** The lines of a grid by their number, each with its cells from the first column on. */
const linesOf = keptInOneGo((grid): Map<string, Element[]> => {
  const lines = new Map<string, Element[]>();
  for (const cell of queryAll(CELLS, grid)) {
    const index = cell.getAttribute('aria-rowindex')!;
    if (isOfColumns(cell)) lines.set(index, [...(lines.get(index) ?? []), cell]);
  }
  for (const cells of lines.values()) cells.sort((one, other) => columnAt(one) - columnAt(other));
  return lines;
});

/** The cell of such a grid that the element is, or is a part of. */
export function cellOfLine(element: Element): Element | null {
  const cell = element.closest(CELLS);
  return cell && isOfColumns(cell) && cell.closest(GRIDS) ? cell : null;
}

/** The cells of the line in which the element stands; none where it stands in no such grid. */
export function lineAround(element: Element): Element[] {
  const cell = cellOfLine(element);
  return cell ? (linesOf(cell.closest(GRIDS)!).get(cell.getAttribute('aria-rowindex')!) ?? []) : [];
}

export const lineText = (cells: Element[]): string => fold(cells.map((cell) => textOf(cell, 100)).join(' '));

/** The cells of the lines that hold the words, of those that are called so alone where any are. */
export function linesHolding(wanted: string, scope: Document | ShadowRoot | Element, holds: (text: string) => boolean): { called: Element[]; holding: Element[] } {
  const grids = new Set(queryAll(CELLS, scope).filter(isOfColumns).flatMap((cell) => cell.closest(GRIDS) ?? []));
  const lines = [...grids].flatMap((grid) => [...linesOf(grid).values()]).filter((cells) => cells.some(isVisible));
  return {
    called: lines.filter((cells) => cells.some((cell) => isCalled(cell, wanted))).flat(),
    holding: lines.filter((cells) => holds(lineText(cells))).flat(),
  };
}

/** What the line is called by: the first of its words that no other line says in that column. */
function lineKey(cells: Element[], element: Element): string | null {
  const others = [...linesOf(cells[0]!.closest(GRIDS)!).values()].filter((line) => line !== cells);
  const isShared = (cell: Element, text: string): boolean =>
    others.some((line) => line.some((one) => columnAt(one) === columnAt(cell) && fold(one.textContent) === text));
  const texts = cells.filter((cell) => !cell.contains(element) || cell === element).map((cell) => ({ cell, text: fold(cell.textContent) }));
  const telling = texts.filter(({ cell, text }) => text.length >= 2 && text.length <= 80 && isVisible(cell) && !isShared(cell, text));
  return (telling.find(({ text }) => /\p{L}/u.test(text) && !isWeak(text)) ?? telling.find(({ cell }) => cell !== element))?.text ?? null;
}

/** What finds the element in its line, which is called as its record is. */
export function inLine(element: Element, specs: LocatorSpec[]): LocatorSpec[] {
  const cells = lineAround(element);
  const cell = cellOfLine(element);
  const key = cell && lineKey(cells, element);
  if (!key) return [];
  const within: LocatorSpec = { by: 'row', role: 'row', text: key, exact: true };
  const column = cell.getAttribute('aria-colindex');
  const own: LocatorSpec[] = cell === element ? [] : specs;
  const place = cell === element ? `[aria-colindex="${column}"]` : `[aria-colindex="${column}"] > ${pathFrom(cell, element)}`;
  return [...own, { by: 'css', css: place } as LocatorSpec].map((spec) => ({ ...spec, within }));
}
