// Rows that say nothing but what their fields hold, as the entries of a list that is edited where it stands.

import { isField } from '../page/aria';
import { isHeadRow } from '../page/columns';
import { childrenOf, queryAll } from '../page/dom';
import { fold, wordsIn } from '../page/text';
import { isVisible } from '../page/visible';

export const TYPED = 'input:not([type]),input[type=text],input[type=number],input[type=tel]';

/** A line that is being entered: an amount there is what the page makes of its fields, and another one in a moment. */
export const isTypedInto = (row: Element): boolean =>
  row.matches('tr,[role=row]') && row.querySelector(TYPED) !== null;

const CELLS = 'td,th,[role=cell],[role=gridcell],[role=rowheader]';
const CONTROLS = 'a,button,[role=button],input,select,textarea';
const MOST_ROWS = 60;
const LONGEST = 80;

/** What the first text field of a table's row holds, where it has words. */
export function heldFirst(row: Element): string {
  if (!isTypedInto(row) || isHeadRow(row) || row.closest('thead')) return '';
  const field = queryAll(TYPED, row).find(isVisible);
  const held = field instanceof HTMLInputElement ? fold(field.value) : '';
  return held.length <= LONGEST && /\p{L}/u.test(held) ? held : '';
}

/**
 * What a person calls the row by to which a command belongs, where nothing is to be read in it and each row beside it holds
 * something else: the one field of a form that is laid out as a table has none beside it.
 */
export function nameHeld(row: Element, element: Element): string {
  const held = isField(element) ? '' : heldFirst(row);
  if (!held || queryAll(CELLS, row).some((cell) => wordsIn(cell) !== '' && !cell.querySelector(CONTROLS))) return '';
  const beside = childrenOf(row.parentElement).filter((one) => one !== row).slice(0, MOST_ROWS).map(heldFirst);
  return beside.some(Boolean) && !beside.includes(held) ? held : '';
}
