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
export const shownBeside = (field: Element): string => partBeside(field)?.text ?? '';

/** Whether that is one of several which stand beside each other, as the entries do that were chosen in a list of several. */
export function isOneBeside(field: Element, wanted: string): boolean {
  const beside = partBeside(field);
  return !!beside && queryAll('*', beside.around).some((one) => isVisible(one) && says(one) === wanted && isOneOfSeveral(one, beside.around));
}

const says = (part: Element): string => textOf(part, 200, (one) => isClosingSign(one) || one.matches(NOT_SHOWN));

/** It, or what is drawn around it and says no more, has another of its kind at its side, which says something as well. */
function isOneOfSeveral(part: Element, around: Element): boolean {
  const text = says(part);
  for (let one: Element | null = part; one && one !== around && says(one) === text; one = one.parentElement) {
    const beside = [...(one.parentElement?.children ?? [])].filter((other) => other !== one && other.localName === one?.localName);
    if (beside.some((other) => isVisible(other) && says(other) !== '')) return true;
  }
  return false;
}

function partBeside(field: Element): { around: Element; text: string } | null {
  if (!isField(field) || field.value !== '' || field.getAttribute('role') !== 'combobox') return null;
  let around = field.parentElement;
  for (let depth = 0; around && depth < SHOWN_DEPTH; around = around.parentElement, depth++) {
    const others = queryAll(FIELDS, around).some((one) => one !== field && isVisible(one));
    if (others || around.matches(LARGER)) return null;
    const text = says(around);
    if (text) return { around, text: clip(text, 200) };
  }
  return null;
}
