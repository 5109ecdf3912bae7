// What stands out in a row because it says what the row is called, as the link that leads to the record does.

import { childrenOf, holds, queryAll } from './dom';
import { keptInOneGo } from './memo';
import { wordsIn } from './text';

export const NAMING = 'a[href],h1,h2,h3,h4,h5,h6,strong,b';

/** Links without an address of their own, which do what a script of the page does. */
export const SCRIPTED = 'a[href="#"],a[href^="javascript:"],a:not([href])';

/** Links that write or speak to whom the row is about, by an address of theirs. */
export const REACHING = 'a[href^="mailto:" i],a[href^="tel:" i]';

const ROUTE = /^#!?(\/[^?]*)/;

/** The path by which the app tells its pages apart: of an app that keeps its place behind a `#`, what stands there. */
export const routeOf = ({ hash, pathname }: { hash: string; pathname: string }): string => ROUTE.exec(hash)?.[1] ?? pathname;

const pathOf = (link: Element): string => (link instanceof HTMLAnchorElement && link.host === location.host ? routeOf(link) : '');

/** Under which the links of a row lead to its own record, where any does: the list's own address, or that which this is one page of. */
const ownPath = keptInOneGo((row): string | null => {
  const paths = queryAll('a[href]', row).filter((one) => !one.matches(SCRIPTED)).map(pathOf);
  const here = routeOf(location).replace(/\/$/, '');
  const bases = [`${here}/`, here.replace(/[^/]*$/, '')];
  return bases.find((base) => base.length > 1 && paths.some((path) => path.startsWith(base) && path !== base)) ?? null;
});

/** Leads to something else that the row names, as the customer of an order, while others lead to the row's own record. */
function leadsElsewhere(row: Element, link: Element): boolean {
  const [own, path] = [ownPath(row), pathOf(link)];
  return own !== null && path !== '' && path !== routeOf(location) && !path.startsWith(own);
}

const CELLS = 'td,th,[role=cell],[role=gridcell],[role=rowheader]';

const isSaidFirst = (row: Element, part: Element): boolean => {
  const first = queryAll(CELLS, row).find((cell) => wordsIn(cell) !== '');
  return first !== undefined && first.contains(part);
};

/**
 * Whether the part says what the row is called. A link that a script of the page answers may edit a value in its place: it
 * names the row only where such links `tell` each row, and a number among them only where the row begins with it. An
 * address at which somebody is reached is not what they are called.
 */
export function isNaming(row: Element, part: Element | null, tell: () => boolean): boolean {
  if (!part?.matches(NAMING) || part.matches(REACHING)) return false;
  if (!part.matches(SCRIPTED)) return !part.matches('a') || !leadsElsewhere(row, part);
  return (/\p{L}/u.test(wordsIn(part)) || isSaidFirst(row, part)) && tell();
}

/**
 * The button that is all that the first cell of the row says in words, or the first part of an item without cells: where it says
 * something else in each row, it opens the record of that name.
 */
export function buttonInFirstCell(row: Element): Element[] {
  const parts = row.matches('tr,[role=row]') ? queryAll(CELLS, row) : childrenOf(row);
  const cell = parts.find((one) => /[\p{L}\d]/u.test(wordsIn(one)));
  if (cell?.localName === 'button') return /\p{L}/u.test(wordsIn(cell)) ? [cell] : [];
  const [own, another] = cell ? queryAll(CONTROLS, cell) : [];
  return own?.localName === 'button' && !another && wordsIn(own) === wordsIn(cell!) && /\p{L}/u.test(wordsIn(own)) ? [own] : [];
}

const CONTROLS = 'button,input:not([type=hidden]),select,textarea';
const WORD = /^[a-z]+(?:[_-][a-z]+)*$/i;
const STEM = 4;

const segments = (path: string): string[] => path.split('/').filter(Boolean);

/**
 * Whether the address of a link has another word in the place of one that the page's has: from `/shop/orders` to
 * `/shop/customers/3`, and not to `/shop/orders/3` or `/shop/order/3`.
 */
function leadsToOtherKind(link: Element): boolean {
  if (!(link instanceof HTMLAnchorElement) || link.origin !== location.origin || (link.hash && !ROUTE.test(link.hash))) return false;
  const [here, there] = [segments(routeOf(location)), segments(routeOf(link))];
  const at = here.findIndex((segment, place) => segment !== there[place]);
  const [own, other] = at < 0 ? [] : [here[at], there[at]];
  if (!own || !other || !WORD.test(own) || !WORD.test(other)) return false;
  return own.slice(0, STEM).toLowerCase() !== other.slice(0, STEM).toLowerCase();
}

/** The first cell before the row's first link that it is called by, as `names` says; none where the link is the record's own. */
export function cellBeforeLink(row: Element, names: (cell: Element) => boolean): Element[] {
  const link = row.matches('tr,[role=row]') ? queryAll('a[href]', row)[0] : undefined;
  if (!link || !leadsToOtherKind(link)) return [];
  const all = queryAll(CELLS, row);
  const own = all.findIndex((cell) => holds(cell, link));
  const isName = (cell: Element): boolean => /\p{L}/u.test(wordsIn(cell)) && !cell.querySelector(CONTROLS) && names(cell);
  return all.slice(0, Math.max(own, 0)).filter(isName).slice(0, 1);
}
