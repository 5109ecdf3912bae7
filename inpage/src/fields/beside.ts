// What a list of the page's own making shows beside the field that it is searched in.

import { isField } from '../page/aria';
import { queryAll } from '../page/dom';
import { textOf } from '../page/shown';
import { clip, isClosingSign } from '../page/text';
import { isVisible } from '../page/visible';

const SHOWN_DEPTH = 4;
const FIELDS = 'input:not([type=hidden]),select,textarea,[role=combobox]';
const LARGER = 'body,form,main,dialog,[role=main],[role=dialog],[role=alertdialog],[role=form]';
const NOT_SHOWN = 'label,button,[aria-hidden=true],[role=listbox],[role=alert]';

/**
 * What a list of the page's own making shows beside the field that it is searched in, which is empty again once something
 * is chosen; or, as nothing tells the two apart, what it says before. Empty where nothing stands there.
 */
export function shownBeside(field: Element): string {
  if (!isField(field) || field.value !== '' || field.getAttribute('role') !== 'combobox') return '';
  let around = field.parentElement;
  for (let depth = 0; around && depth < SHOWN_DEPTH; around = around.parentElement, depth++) {
    const others = queryAll(FIELDS, around).some((one) => one !== field && isVisible(one));
    if (others || around.matches(LARGER)) return '';
    const text = textOf(around, 200, (part) => isClosingSign(part) || part.matches(NOT_SHOWN));
    if (text) return clip(text, 200);
  }
  return '';
}
