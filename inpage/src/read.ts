// Reading: the values of named fields, of one element or of each of several that look alike.

import { nameOf } from './aria';
import { fold, isUsable, isVisible, queryAll, textOf } from './dom';
import { valueOf } from './describe';
import { locate } from './locate';
import { pause } from './look';
import type { LocatorSpec } from './types';

export interface FieldSpec {
  name: string;
  locators: LocatorSpec[] | null;
  column: string | null;
  attribute: string | null;
}

export interface ReadRequest {
  /** What every record's element looks like, best locator first; null reads one record of the page. */
  each: LocatorSpec[] | null;
  fields: FieldSpec[];
}

export interface ReadRecord {
  /** What was read; null where there is no such element. */
  values: Record<string, string | null>;
  /** Tells the element from the others: its link, else its text. */
  key: string;
}

type Scope = Document | Element;

/** Milliseconds that a style sheet on its way is waited for. */
const MOST_STYLING = 3000;

/** The first locator that finds anything decides; inside a record it may find the record's element itself. */
function firstOf(locators: LocatorSpec[], scope: Scope): Element[] {
  for (const spec of locators) {
    const found = locate(spec, scope);
    if (found.length > 0) return found;
  }
  return [];
}

/** Text line by line, as it is shown; the value of a form control. */
export function readingOf(element: Element): string {
  const value = valueOf(element);
  if (value !== null) return value;
  const shown = element instanceof HTMLElement ? element.innerText : element.textContent;
  const lines = (shown ?? '').split('\n').map(fold).filter(Boolean);
  return lines.length > 0 ? lines.join('\n') : textOf(element, 20000) || fold(nameOf(element));
}

function attributeOf(element: Element, attribute: string): string | null {
  const holder = element.hasAttribute(attribute) ? element : element.querySelector(`[${CSS.escape(attribute)}]`);
  const value = holder?.getAttribute(attribute) ?? null;
  if (value === null || !['href', 'src', 'action'].includes(attribute)) return value;
  return new URL(value, document.baseURI).href;
}

/** The cell of the element's row that stands under the header. */
function cellUnder(header: string, row: Element): Element | null {
  const table = row.closest('table,[role=table],[role=grid],[role=treegrid]');
  const wanted = fold(header).toLowerCase();
  if (!table) return null;
  const headers = queryAll('th,[role=columnheader]', table).filter((cell) => !cell.closest('tbody') || !table.querySelector('thead'));
  const at = headers.find((cell) => fold(cell.textContent).toLowerCase() === wanted);
  if (!at) return null;
  const place = placeInRow(at);
  let column = 0;
  for (const cell of row.querySelectorAll('td,th,[role=cell],[role=gridcell],[role=rowheader]')) {
    const width = cell instanceof HTMLTableCellElement ? cell.colSpan : 1;
    if (place >= column && place < column + width) return cell;
    column += width;
  }
  return null;
}

function placeInRow(header: Element): number {
  let column = 0;
  for (const cell of header.parentElement?.children ?? []) {
    if (cell === header) break;
    column += cell instanceof HTMLTableCellElement ? cell.colSpan : 1;
  }
  return column;
}

function readField(spec: FieldSpec, scope: Scope): string | null {
  let element: Element | null = scope instanceof Element ? scope : null;
  if (spec.column !== null) element = element && cellUnder(spec.column, element);
  if (spec.locators !== null) element = firstOf(spec.locators, element ?? document)[0] ?? null;
  if (!element) return null;
  return spec.attribute === null ? readingOf(element) : attributeOf(element, spec.attribute);
}

function keyOf(element: Element): string {
  const link = element.matches('a[href]') ? element : element.querySelector('a[href]');
  const href = link instanceof HTMLAnchorElement ? link.href : '';
  return href && !href.endsWith('#') ? href : fold(element.textContent);
}

/**
 * The style sheets have come, or failed to: without them hidden text looks shown, and lines run into each other.
 */
async function styled(): Promise<void> {
  const pending = (): boolean =>
    document.readyState !== 'complete' &&
    [...document.querySelectorAll<HTMLLinkElement>('link[rel~="stylesheet"]')].some((link) => !link.disabled && link.sheet === null);
  const deadline = performance.now() + MOST_STYLING;
  while (pending() && performance.now() < deadline) await pause(20);
}

export async function read(request: ReadRequest): Promise<ReadRecord[]> {
  await styled();
  const scopes: Scope[] = request.each === null ? [document] : firstOf(request.each, document).filter((e) => isUsable(e) && isVisible(e));
  return scopes.map((scope) => ({
    values: Object.fromEntries(request.fields.map((field) => [field.name, readField(field, scope)])),
    key: scope instanceof Element ? keyOf(scope) : '',
  }));
}
