// Which column of a table or grid a cell stands in, and what its header says.

import { clip, textOf } from './dom';
import { kept } from './memo';

const HEADERS = 'th,[role=columnheader]';
const TABLES = 'table,[role=table],[role=grid],[role=treegrid]';

const headerText = kept((header: Element): string => clip(textOf(header, 120)), () => true);

/** The text of the header above a cell; none where the table has no header for its column. */
export function columnOf(cell: Element): string | null {
  const table = cell.closest(TABLES);
  if (!table) return null;
  const index = cell.getAttribute('aria-colindex');
  const header = index === null ? headerAt(table, placeOf(cell)) : table.querySelector(`[role=columnheader][aria-colindex="${CSS.escape(index)}"]`);
  return header && header !== cell ? headerText(header) || null : null;
}

/** In the first row that is made of headers alone. */
function headerAt(table: Element, place: number): Element | null {
  const row = table.querySelector(HEADERS)?.parentElement;
  const cells = [...(row?.children ?? [])];
  if (!cells.every((cell) => cell.matches(HEADERS) || !cell.textContent?.trim())) return null;
  return cells.find((cell) => placeOf(cell) === place && cell.matches(HEADERS)) ?? null;
}

function placeOf(cell: Element): number {
  let place = 0;
  for (const before of cell.parentElement?.children ?? []) {
    if (before === cell) break;
    place += before instanceof HTMLTableCellElement ? before.colSpan : 1;
  }
  return place;
}
