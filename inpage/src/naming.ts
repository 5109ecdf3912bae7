// What stands out in a row because it says what the row is called, as the link that leads to the record does.

import { queryAll, wordsIn } from './dom';
import { keptInOneGo } from './memo';

export const NAMING = 'a[href],h1,h2,h3,h4,h5,h6,strong,b';

/** Links without an address of their own, which do what a script of the page does. */
export const SCRIPTED = 'a[href="#"],a[href^="javascript:"],a:not([href])';

const pathOf = (link: Element): string => (link instanceof HTMLAnchorElement && link.host === location.host ? link.pathname : '');

/** Under which the links of a row lead to its own record, where any does: the list's own address, or that which this is one page of. */
const ownPath = keptInOneGo((row): string | null => {
  const paths = queryAll('a[href]', row).filter((one) => !one.matches(SCRIPTED)).map(pathOf);
  const here = location.pathname.replace(/\/$/, '');
  const bases = [`${here}/`, here.replace(/[^/]*$/, '')];
  return bases.find((base) => base.length > 1 && paths.some((path) => path.startsWith(base) && path !== base)) ?? null;
});

/** Leads to something else that the row names, as the customer of an order, while others lead to the row's own record. */
function leadsElsewhere(row: Element, link: Element): boolean {
  const [own, path] = [ownPath(row), pathOf(link)];
  return own !== null && path !== '' && path !== location.pathname && !path.startsWith(own);
}

const CELLS = 'td,th,[role=cell],[role=gridcell],[role=rowheader]';

const isSaidFirst = (row: Element, part: Element): boolean => {
  const first = queryAll(CELLS, row).find((cell) => wordsIn(cell) !== '');
  return first !== undefined && first.contains(part);
};

/**
 * Whether the part says what the row is called. A link that a script of the page answers may edit a value in its place: it
 * names the row only where such links `tell` each row, and a number among them only where the row begins with it.
 */
export function isNaming(row: Element, part: Element | null, tell: () => boolean): boolean {
  if (!part?.matches(NAMING)) return false;
  if (!part.matches(SCRIPTED)) return !part.matches('a') || !leadsElsewhere(row, part);
  return (/\p{L}/u.test(wordsIn(part)) || isSaidFirst(row, part)) && tell();
}
