// What an element holds, and the state that it says it is in.

import { isField, OPENS_LIST } from '../page/aria';
import { queryAll } from '../page/dom';
import { isMasked } from '../page/masked';
import { chosenIn } from '../page/options';
import { onByClass, switchedByClass } from '../page/segments';
import { linesOf, textOf } from '../page/shown';
import { clip, fold, isClosingSign } from '../page/text';
import { isVisible } from '../page/visible';
import { counterOf, numberShown } from './counts';
import { tickOf } from './entryboxes';
import { heardIn } from './fieldboxes';
import { onByLook } from './moved';

/** A list of the page's own making that shows in its field what is chosen, and opens for choosing. */
export const isClosedList = (element: Element): boolean => element.matches(OPENS_LIST) && !isField(element);

export function valueOf(element: Element): string | null {
  if (isMasked(element)) return null;
  if (element instanceof HTMLSelectElement) {
    return chosenIn(element).join(', ');
  }
  if (element instanceof HTMLInputElement && element.type === 'file') {
    return [...(element.files ?? [])].map((file) => file.name).join(', ');
  }
  if (element instanceof HTMLInputElement && ['checkbox', 'radio'].includes(element.type)) {
    return String(element.checked);
  }
  if (isField(element)) return element.value;
  if (element instanceof HTMLElement && element.isContentEditable) return fold(linesOf(element));
  if (element.getAttribute('role') === 'slider') return standsAt(element);
  if (counterOf(element)) return numberShown(element);
  return isClosedList(element) ? (heldWithin(element) || clip(textOf(element, 400, isNoPartOfValue), 200)) : heardIn(element);
}

/** What takes a choice back, whose words may be for the ear alone, and what is offered while the list is open. */
const isNoPartOfValue = (part: Element): boolean =>
  isClosingSign(part) || isOwnLabel(part) || part.matches('[role=combobox] :is([role=listbox],:is(button,[role=button])[aria-label])');

/** What a list of the page's own making is called, where it is drawn around its label and the field that this labels. */
const isOwnLabel = (part: Element): boolean =>
  part instanceof HTMLLabelElement && part.control instanceof HTMLInputElement && !part.control.matches('[type=checkbox],[type=radio]') &&
  part.closest(OPENS_LIST)?.contains(part.control) === true;

/** Where a slider of the page's own making says that it stands: "40" for a "40.0". */
export function standsAt(slider: Element): string | null {
  if (slider instanceof HTMLInputElement && slider.type === 'range') return slider.value;
  const now = slider.getAttribute('aria-valuenow');
  return now && Number.isFinite(Number(now)) ? String(Number(now)) : now;
}

/** What the field says around which a list is drawn with its label; empty where its text is all that it says. */
function heldWithin(list: Element): string {
  const fields = queryAll('input:not([type=hidden],[role=presentation])', list).filter(isVisible);
  return fields.length === 1 && isField(fields[0]!) ? fields[0].value : '';
}

export function checkedOf(element: Element): boolean | null {
  if (element instanceof HTMLInputElement && ['checkbox', 'radio'].includes(element.type)) return element.checked;
  const state = onOff(element);
  return state === null ? null : state === 'true';
}

/** What a box of the page's own making, a toggle button, a tab or one of several choices says of being on. */
export function onOff(element: Element): string | null {
  const selected = element.matches('[role=tab]') ? element.getAttribute('aria-selected') : null;
  return element.getAttribute('aria-checked') ?? element.getAttribute('aria-pressed') ?? selected ?? switchedByClass(element) ?? onByClass(element) ?? onByLook(element);
}

/** What an entry of a list says of being chosen, by itself or by its box. */
export const choiceOf = (element: Element): string | null =>
  element.matches('[role=option]') ? element.getAttribute('aria-selected') ?? (element.hasAttribute('aria-checked') ? null : tickOf(element)) : null;

/** Whether it is on, ticked or chosen. */
export function standingOf(element: Element): boolean | null {
  const chosen = choiceOf(element);
  return checkedOf(element) ?? (chosen === null ? null : chosen === 'true');
}

export const isDisabled = (element: Element): boolean =>
  element.matches(':disabled') || element.closest('[aria-disabled=true]') !== null;

export function expandedOf(element: Element): boolean | null {
  if (element.localName === 'summary' && element.parentElement instanceof HTMLDetailsElement) return element.parentElement.open;
  const state = element.getAttribute('aria-expanded');
  return state === null ? null : state === 'true';
}
