// Reading: the values of named fields, of one element or of each of several that look alike.

import { valueOf } from '../fields/holding';
import { locate } from '../locating/locate';
import { nameOf } from '../page/aria';
import { Columns, isHeadRow, isSpanned } from '../page/columns';
import { withMomentaryMemory } from '../page/memo';
import { textOf } from '../page/shown';
import { fold } from '../page/text';
import { pause } from '../page/timers';
import type { LocatorSpec } from '../page/types';
import { isUsable, isVisible } from '../page/visible';
import { depthIn, scrollerOf } from './scrolling';

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
  /** The headings that there are, where the heading of a field's column is not among them or is there twice. */
  headings: Record<string, string[]>;
  /** Where it stands in all that its list can be scrolled through, in pixels. */
  top: number;
  height: number;
  /** Its number in the list, where the page says so. */
  place: number | null;
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
function readingOf(element: Element): string {
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

function readField(spec: FieldSpec, scope: Scope, columns: Columns, headings: ReadRecord['headings']): string | null {
  let element: Element | null = scope instanceof Element ? scope : null;
  if (spec.column !== null && element) {
    const column = columns.cellUnder(spec.column, element);
    if (column.headings.length > 0) headings[spec.name] = column.headings;
    element = column.cell;
  }
  if (spec.locators !== null) element = (spec.column === null || element) && (firstOf(spec.locators, element ?? document)[0] ?? null);
  if (!element) return null;
  return spec.attribute === null ? readingOf(element) : attributeOf(element, spec.attribute);
}

/** Pages number the rows and entries of which they hold only a part (`aria-rowindex`, `aria-posinset`). */
function placeOf(element: Element): number | null {
  const numbered = element.closest('[aria-rowindex],[aria-posinset]');
  return Number(numbered?.getAttribute('aria-rowindex') ?? numbered?.getAttribute('aria-posinset')) || null;
}

function keyOf(element: Element): string {
  const link = element.matches('a[href]') ? element : element.querySelector('a[href]');
  const href = link instanceof HTMLAnchorElement ? link.href : '';
  return href && !href.endsWith('#') ? href : fold(element.textContent) || textOf(element);
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

/** What is shown of a list; rows of headings fit it often, and are no records, nor is what stands over all columns. */
function recordsOf(each: LocatorSpec[], fields: FieldSpec[]): Element[] {
  const found = firstOf(each, document).filter((element) => isUsable(element) && isVisible(element));
  if (fields.some((field) => field.column !== null)) return found.filter((element) => !isHeadRow(element) && !isSpanned(element));
  const records = found.filter((element) => !isHeadRow(element));
  return records.length > 0 ? records : found;
}

export async function read(request: ReadRequest): Promise<ReadRecord[]> {
  await styled();
  return withMomentaryMemory(() => readNow(request));
}

function readNow(request: ReadRequest): ReadRecord[] {
  const scopes: Scope[] = request.each === null ? [document] : recordsOf(request.each, request.fields);
  const scroller = scopes[0] instanceof Element ? scrollerOf(scopes[0]) : null;
  const columns = new Columns();
  return scopes.map((scope) => {
    const headings: ReadRecord['headings'] = {};
    const values = Object.fromEntries(request.fields.map((field) => [field.name, readField(field, scope, columns, headings)]));
    if (!(scope instanceof Element)) return { values, headings, key: '', top: 0, height: 0, place: null };
    const { height } = scope.getBoundingClientRect();
    return { values, headings, key: keyOf(scope), top: depthIn(scroller, scope), height, place: placeOf(scope) };
  });
}
