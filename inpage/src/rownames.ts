// The cell that names a row's record, where the row's link leads to another one, as to its owner.

import { holds, queryAll, wordsIn } from './dom';

const CELLS = 'td,th,[role=cell],[role=gridcell],[role=rowheader]';
const CONTROLS = 'button,input:not([type=hidden]),select,textarea';
const WORD = /^[a-z]+(?:[_-][a-z]+)*$/i;
const STEM = 4;

const segments = (path: string): string[] => path.split('/').filter(Boolean);

/**
 * Whether the address of a link has another word in the place of one that the page's has: from `/shop/orders` to
 * `/shop/customers/3`, and not to `/shop/orders/3` or `/shop/order/3`.
 */
function leadsElsewhere(link: Element): boolean {
  if (!(link instanceof HTMLAnchorElement) || link.origin !== location.origin || link.hash) return false;
  const [here, there] = [segments(location.pathname), segments(link.pathname)];
  const at = here.findIndex((segment, place) => segment !== there[place]);
  const [own, other] = at < 0 ? [] : [here[at], there[at]];
  if (!own || !other || !WORD.test(own) || !WORD.test(other)) return false;
  return own.slice(0, STEM).toLowerCase() !== other.slice(0, STEM).toLowerCase();
}

/** The first cell before the row's first link that it is called by, as `names` says; none where the link is the record's own. */
export function cellBeforeLink(row: Element, names: (cell: Element) => boolean): Element[] {
  const link = row.matches('tr,[role=row]') ? queryAll('a[href]', row)[0] : undefined;
  if (!link || !leadsElsewhere(link)) return [];
  const all = queryAll(CELLS, row);
  const own = all.findIndex((cell) => holds(cell, link));
  const isName = (cell: Element): boolean => /\p{L}/u.test(wordsIn(cell)) && !cell.querySelector(CONTROLS) && names(cell);
  return all.slice(0, Math.max(own, 0)).filter(isName).slice(0, 1);
}
