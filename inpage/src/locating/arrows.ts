// Buttons that are drawn within a field for the mouse alone: each form has as many of one name as it has such fields.

import { isFrame } from '../fields/fieldboxes';
import { questionFor } from '../fields/groups';
import { labelOf, nameOf } from '../page/aria';
import { askedInLine } from '../rows/formlines';
import { parentOf, queryAll } from '../page/dom';
import { isClosingSign, fold } from '../page/text';
import { isVisible } from '../page/visible';
import { placeLabel } from './labels';

const FIELDS = 'input:not([type=hidden],[type=checkbox],[type=radio],[type=submit],[type=button]),select,textarea,[role=combobox]';
const LARGER = 'body,form,main,dialog,[role=main],[role=dialog],[role=alertdialog],[role=form],tr,[role=row]';
const DEPTH = 5;

/** The field in whose frame the button is drawn, with nothing but a picture, past which the keys go. */
function fieldAround(button: Element): Element | null {
  if (!(button instanceof HTMLElement) || button.tabIndex >= 0 || fold(button.textContent) !== '' || isClosingSign(button)) return null;
  for (let at = parentOf(button), depth = 0; at && depth < DEPTH && !at.matches(LARGER); at = parentOf(at), depth++) {
    const fields = queryAll(FIELDS, at).filter(isVisible);
    if (fields.length > 1) return null;
    if (fields.length === 1 && isFrame(at)) return fields[0]!;
  }
  return null;
}

const DRAWN = ':is(div,span,i,em):not([role]:not([role=presentation],[role=none]),[contenteditable])';

/** Some kits say of an arrow no more than by the pointer over it; what they draw around the field has it, too. */
const isDrawnArrow = (element: Element): boolean =>
  element.matches(DRAWN) && element.childElementCount === 0 && getComputedStyle(element).cursor === 'pointer' &&
  element.parentElement !== null && getComputedStyle(element.parentElement).cursor !== 'pointer';

/** What the field is called in which the button is drawn. */
function fieldOfButton(button: Element): string | null {
  const field = button.matches('button,[role=button]') || isDrawnArrow(button) ? fieldAround(button) : null;
  return field && (labelOf(field) || placeLabel(field, nameOf(field)) || nameOf(field) || null);
}

/** What a choice, or a button in a field, belongs to: the question that it answers, the field, or the line of its form. */
export const belongsTo = (element: Element): string | null => questionFor(element) ?? fieldOfButton(element) ?? askedInLine(element);

export const isInField = (element: Element): boolean => fieldOfButton(element) !== null;
