// The cell of a record that stands under a column's heading.

import { childrenOf, holds, parentOf, queryAll } from './dom';
import { keptInOneGo } from './memo';
import { textOf } from './shown';
import { fold } from './text';
import { isVisible } from './visible';

export const TABLES = 'table,[role=table],[role=grid],[role=treegrid]';
const ROWS = 'tr,[role=row]';
export const HEADINGS = 'th,[role=columnheader]';
const CELLS = 'td,th,[role=cell],[role=gridcell],[role=rowheader],[role=columnheader]';

/** Where a cell stands: its first column and how many it covers. */
type Span = [first: number, width: number];

/** A heading that fits, or the headings that there are. */
export interface Column {
  cell: Element | null;
  /** Told where no cell was found: the headings, or those that all fit. */
  headings: string[];
}

interface Heading {
  element: Element;
  names: string[];
}

const spoken = (cell: Element): string => fold(textOf(cell, 200)) || fold(cell.textContent);

/** Cells of this row alone, not of a table that stands in one of its cells. */
const cellsOf = (row: Element): Element[] => queryAll(CELLS, row).filter((cell) => cell.closest(ROWS) === row);

/** A table as it is laid out: where each cell stands, and the cells of each row with those that reach into it. */
interface Layout {
  places: Map<Element, Span>;
  rows: Map<Element, Element[]>;
}

function layout(table: HTMLTableElement): Layout {
  const places = new Map<Element, Span>();
  const rows = new Map<Element, Element[]>();
  let section: Element | null = null;
  let above: { cell: HTMLTableCellElement; left: number }[] = [];
  for (const row of table.rows) {
    if (row.parentElement !== section) [section, above] = [row.parentElement, []];
    const now: typeof above = [];
    above.forEach((one, column) => {
      if (one.left > 0) now[column] = { cell: one.cell, left: one.left - 1 };
    });
    let column = 0;
    for (const cell of row.cells) {
      while (now[column]) column++;
      places.set(cell, [column, cell.colSpan]);
      // 0 reaches to the end of its section.
      const left = (cell.rowSpan || Infinity) - 1;
      for (let width = 0; width < cell.colSpan; width++) now[column++] = { cell, left };
    }
    rows.set(row, [...new Set(now.filter(Boolean).map(({ cell }) => cell))]);
    above = now;
  }
  return { places, rows };
}

const isNative = (table: Element): table is HTMLTableElement =>
  table instanceof HTMLTableElement && !table.querySelector('td[aria-colindex],th[aria-colindex]');

/** The grid whose row is laid out by a table of its own that is none to anybody (Ext JS): there the headings are. */
export const gridAround = (row: Element, table: Element): Element | null =>
  row.matches('[role=row]') && table.matches('[role=presentation],[role=none]') ? (table.parentElement?.closest(TABLES) ?? null) : null;

const headingsOf = (table: Element): Element[] => queryAll(HEADINGS, table).filter((cell) => cell.closest(TABLES) === table);

/** The headings that stand over the columns, not those of sums below: in the table's head, else in rows that hold nothing else. */
export const headingsOver = keptInOneGo((table): Element[] => {
  const all = headingsOf(table);
  const headed = all.filter((cell) => cell.closest('thead') || !cell.closest('tbody,tfoot'));
  return headed.length > 0 ? headed : all.filter((cell) => holdsHeadings(cellsOf(cell.closest(ROWS)!)));
});

const CONTROLS = 'input,select,textarea,button,a,[role=button],[tabindex]';

/** Nothing but headings; over what is done with each record stands nothing, which some give no heading's role. */
function holdsHeadings(cells: Element[], headings = HEADINGS): boolean {
  const others = cells.filter((cell) => !cell.matches(headings));
  if (others.length === 0) return cells.length > 0;
  return others.length === 1 && cells.length > 2 && fold(others[0]!.textContent) === '' && !others[0]!.querySelector(CONTROLS);
}

const HEADS_AROUND = 6;

/** A table of nothing but headings: what stands under them, where they stay in view, is a table of its own. */
const isOnlyHead = (table: Element): boolean =>
  headingsOver(table).length > 0 && queryAll(ROWS, table).filter((row) => row.closest(TABLES) === table).every(isHeadRow);

/** The headings over a table's columns that stand in a table of their own beside it; none where more than one may be that. */
const headingsBeside = keptInOneGo((table): Element[] => {
  for (let at = parentOf(table), depth = 0; at && depth < HEADS_AROUND; at = parentOf(at), depth++) {
    const others = queryAll(TABLES, at).filter((one) => one !== table && !holds(table, one) && !holds(one, table));
    if (others.length === 0) continue;
    const heads = others.filter((one) => isVisible(one) && isOnlyHead(one));
    return heads.length === 1 && others.length === 1 ? headingsOver(heads[0]!) : [];
  }
  return [];
});

/** The headings that a cell names itself, of the head that its page draws as a table of its own; not that of its row. */
function headingsTold(cell: Element): Element[] {
  const ids = ['headers', 'aria-describedby'].flatMap((name) => cell.getAttribute(name)?.split(/\s+/) ?? []);
  const root = cell.getRootNode() as Document | ShadowRoot;
  const told = ids.filter(Boolean).map((id) => root.getElementById(id));
  return told.filter((one): one is HTMLElement => one !== null && one.matches(HEADINGS) && one.closest(ROWS) !== cell.closest(ROWS));
}

function headingsIn(table: Element): Element[] {
  const over = headingsOver(table);
  return over.length > 0 ? over : headingsOf(table);
}

/** Each heading with what it may be called: its own words, and those of the headings above it before them. */
function named(headings: Element[], span: (cell: Element) => Span | null): Heading[] {
  return headings.map((element) => {
    const own = [spoken(element), fold(element.textContent), fold(element.getAttribute('aria-label'))];
    const place = span(element);
    const above = headings.filter((other) => {
      const over = span(other);
      return (
        place && over && other !== element && other.parentElement !== element.parentElement &&
        !!(other.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) &&
        over[0] <= place[0] && place[0] + place[1] <= over[0] + over[1]
      );
    });
    const whole = [...above.map(spoken), own[0]].join(' ');
    return { element, names: [...own, whole].filter(Boolean) };
  }).filter(({ names }) => names.length > 0);
}

const columnIndex = (cell: Element): Span | null => {
  const index = Number(cell.getAttribute('aria-colindex'));
  return index > 0 ? [index, Number(cell.getAttribute('aria-colspan')) || 1] : null;
};

/** Among the cells of its row; what else stands there, a handle or a spacer, is none. */
function inOrder(cell: Element): Span | null {
  const row = cell.closest('[role=row],tr') ?? cell.parentElement;
  if (!row) return null;
  let column = 0;
  for (const one of cellsOf(row).length > 0 ? cellsOf(row) : childrenOf(row)) {
    const width = one instanceof HTMLTableCellElement ? one.colSpan : Number(one.getAttribute('aria-colspan')) || 1;
    if (one === cell) return [column, width];
    column += one.matches(CELLS) ? width : 0;
  }
  return null;
}

const starts = (cell: Span | null, heading: Span): boolean =>
  cell !== null && cell[0] <= heading[0] && heading[0] < cell[0] + cell[1];

/** The cell whose box stands below the middle of the heading's. */
function below(heading: Element, cells: Element[]): Element | null {
  const box = heading.getBoundingClientRect();
  const middle = box.x + box.width / 2;
  const fits = cells.filter((cell) => {
    const own = cell.getBoundingClientRect();
    return own.width > 0 && own.x <= middle && middle < own.right;
  });
  return box.width > 0 ? (fits[0] ?? null) : null;
}

/** How a table is read: where a cell stands in its row, and which cells a row has. */
interface Reader {
  span: (cell: Element) => Span | null;
  cells: (row: Element) => Element[];
}

function under(heading: Element, rows: Element[], reader: Reader | null): Element | null {
  const span = reader?.span;
  for (const row of rows) {
    const cells = reader?.cells(row) ?? cellsOf(row);
    const [own, others] = [columnIndex(heading), cells.map(columnIndex)];
    const place = own ?? span?.(heading) ?? null;
    if (own && others.every(Boolean)) {
      const found = cells.find((_, at) => starts(others[at]!, own));
      if (found) return found;
    } else if (place && span) {
      const found = cells.find((cell) => starts(span(cell), place));
      if (found) return found;
    } else {
      const found = below(heading, cells);
      if (found) return found;
    }
  }
  return null;
}

/** A row of headings alone: what stands under them is the list. */
export function isHeadRow(row: Element): boolean {
  if (!row.matches(ROWS)) return false;
  const cells = cellsOf(row);
  return holdsHeadings(cells, 'th:not([scope^=row]):not([role]),[role=columnheader]');
}

/** A row of one cell over several columns: that there is nothing, a group's name, or details; no record of columns. */
export function isSpanned(row: Element): boolean {
  if (!row.matches(ROWS)) return false;
  const cells = cellsOf(row);
  return cells.length === 1 && (cells[0] as HTMLTableCellElement).colSpan > 1;
}

/** The columns of the tables on a page that does not change meanwhile: what a table says of itself is looked for once. */
export class Columns {
  private readonly layouts = new Map<Element, Layout>();
  private readonly known = new Map<Element, Heading[]>();

  /** The cell of the record under the heading; where several are, or none is, the headings that there are. */
  cellUnder(heading: string, record: Element): Column {
    const wanted = fold(heading).toLowerCase();
    const inside = record.matches(ROWS) ? [record] : [...queryAll(ROWS, record)];
    const rows = inside.length > 0 ? inside : [record];
    const table = record.closest(TABLES);
    const own = table ? this.found(wanted, this.own(table), rows, this.reader(table)) : null;
    if (own?.cell) return own;
    let headings = own?.headings ?? [];
    // They may stand elsewhere, as where they stay in view in a table of their own.
    for (let at = parentOf(table ?? record); at && at !== document.documentElement; at = parentOf(at)) {
      const outside = this.outside(at).filter(({ element }) => !holds(record, element));
      const found = this.found(wanted, outside, rows, null);
      if (found.cell) return found;
      if (headings.length === 0) headings = found.headings;
    }
    return { cell: null, headings };
  }

  private found(wanted: string, headings: Heading[], rows: Element[], reader: Reader | null): Column {
    const fitting = headings.filter(({ names }) => names.some((name) => name.toLowerCase() === wanted));
    const cells = new Set(fitting.map(({ element }) => under(element, rows, reader)));
    cells.delete(null);
    const [cell] = cells;
    if (cell && cells.size === 1) return { cell, headings: [] };
    // The whole name tells those apart that are called alike.
    const told = cell ? fitting.map(({ names }) => names[names.length - 1]!) : headings.map(({ names }) => names[0]!);
    return { cell: null, headings: [...new Set(told)] };
  }

  private reader(table: Element): Reader {
    if (!isNative(table)) return { span: inOrder, cells: cellsOf };
    const { places, rows } = this.layouts.get(table) ?? layout(table);
    this.layouts.set(table, { places, rows });
    return { span: (cell) => places.get(cell) ?? null, cells: (row) => rows.get(row) ?? [] };
  }

  private own(table: Element): Heading[] {
    const known = this.known.get(table) ?? named(headingsIn(table), this.reader(table).span);
    this.known.set(table, known);
    return known;
  }

  private outside(place: Element): Heading[] {
    const seen = (): Element[] => queryAll(HEADINGS, place).filter(isVisible);
    const known = this.known.get(place) ?? named(seen(), () => null);
    this.known.set(place, known);
    return known;
  }
}

const RECORD_CELLS = 'td,[role=gridcell],[role=cell]';

const COLUMN_PX = 2;

/** Whether they are of one column, as wide and at the same place. */
function standsOver(header: Element, cell: Element): boolean {
  const [own, other] = [header.getBoundingClientRect(), cell.getBoundingClientRect()];
  return Math.abs(own.left - other.left) <= COLUMN_PX && Math.abs(own.right - other.right) <= COLUMN_PX;
}

/** Where the cells of a table stand in which some reach over several columns or rows; none of any other. */
const spread = keptInOneGo((table): Map<Element, Span> | null =>
  isNative(table) && table.querySelector('[colspan],[rowspan]') ? layout(table).places : null);

/** Which column it stands in, as it says itself or by its order and what stands before it takes up. */
function columnAt(cell: Element): string {
  const table = cell.closest(TABLES);
  const place = table && spread(table)?.get(cell);
  if (place) return String(place[0] + 1);
  let before = 0;
  for (let at = cell.previousElementSibling; at; at = at.previousElementSibling) before++;
  return cell.getAttribute('aria-colindex') ?? String(before + 1);
}

/** Among the rows, one of a single heading stands over those below it, and over no column. */
const isOfRows = (header: Element): boolean => header.closest('tbody') !== null && header.parentElement!.childElementCount === 1;

/** Over one column alone; what reaches over several is their group's name, or the whole table's. */
const isOverOne = (header: Element): boolean => !(header instanceof HTMLTableCellElement && header.colSpan > 1);

/** The headings over a table's columns by where they stand: as many controls ask for them as it has cells. */
const headersAt = keptInOneGo((table): Map<string, Element[]> => {
  const places = new Map<string, Element[]>();
  for (const header of headingsOver(table)) {
    const place = columnAt(header);
    if (!isOfRows(header)) places.set(place, [...(places.get(place) ?? []), header]);
  }
  for (const [place, headers] of places) {
    const single = headers.filter(isOverOne);
    if (single.length > 0) places.set(place, single);
  }
  return places;
});

const headingText = keptInOneGo((header): string => fold(textOf(header, 120)));

const headersBeside = (table: Element, cell: Element, column: string): Element[] =>
  headingsBeside(table).filter((header) => standsOver(header, cell) && columnAt(header) === column && !isOfRows(header));

/** What a control in a table's cell is called by where it has no label of its own: the heading of its column. */
export const columnOf = (element: Element): string | null => {
  const cell = element.closest('[aria-hidden=true]') ? null : element.closest(RECORD_CELLS);
  const row = cell?.closest('tr,[role=row]');
  const table = row?.closest(TABLES);
  if (!cell || !row || !table) return null;
  const column = columnAt(cell);
  const grid = gridAround(row, table);
  const own = headingsOver(table).length > 0 ? (headersAt(table).get(column) ?? []) : headersBeside(table, cell, column);
  const over = grid ? headingsOver(grid).filter((header) => standsOver(header, cell)) : [];
  const placed = over.length > 0 ? over : own;
  const found = placed.length > 0 ? placed : headingsTold(cell);
  return (found.length === 1 && headingText(found[0]!)) || null;
};
