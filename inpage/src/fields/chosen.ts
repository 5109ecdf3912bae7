// What is chosen in the lists, radio buttons and boxes around a button: where it says only "Go", they say what it does.

import { labelOf, nameOf } from '../page/aria';
import { ancestorsOf } from '../page/dom';
import { isMasked } from '../page/masked';
import { textOf } from '../page/shown';
import { clip, fold } from '../page/text';
import type { Chosen } from '../page/types';

const LISTS = 'select';
const MARKED = '[role=option][aria-selected=true],[role=radio][aria-checked=true],[role=menuitemradio][aria-checked=true]';
const AROUND = '[role=listbox],[role=radiogroup],[role=menu]';
const CLOSED = 'button[aria-haspopup=listbox],[role=combobox]';
const TICKED = 'input[type=radio]:checked,input[type=checkbox]:checked';
const ANY = `${LISTS},${MARKED},${CLOSED},input[type=radio],input[type=checkbox]`;
const ROWS = 'td,th,[role=row],[role=gridcell]';
const HIGHEST = 'body,main,[role=main],dialog,[role=dialog],[role=alertdialog]';
const MOST_CLIMBS = 4;
const MOST_CHOSEN = 20;
const MOST_OPTIONS = 3;

/** The form, the dialog, or the nearest group of controls that holds the element and something to choose from. */
function groupOf(element: Element, form: Element | null): Element | null {
  if (form) return form;
  let climbs = 0;
  for (const ancestor of ancestorsOf(element)) {
    const others = [...ancestor.querySelectorAll(ANY)].some((one) => one !== element);
    if (others) return ancestor;
    if (ancestor.matches(HIGHEST) || (climbs += 1) === MOST_CLIMBS) return null;
  }
  return null;
}

const said = (field: Element, around: Element | null): string => {
  const label = around ? nameOf(around) : (labelOf(field) ?? nameOf(field));
  return clip(fold(`${label} ${field.getAttribute('name') ?? ''}`), 120);
};

function ofList(list: HTMLSelectElement): Chosen[] {
  // An option without a value stands for none: that nothing is chosen says something, too.
  const options = [...list.selectedOptions].slice(0, MOST_OPTIONS);
  return options.map((option) => ({
    field: said(list, null),
    option: option.value === '' ? '' : clip(fold(option.textContent)),
    value: clip(option.value),
    ticked: false,
  }));
}

function ofInput(input: HTMLInputElement): Chosen[] {
  // The boxes of a table's rows say which records, not what is done with them.
  if (input.type === 'checkbox' && input.closest(ROWS)) return [];
  const around = input.type === 'radio' ? input.closest('[role=radiogroup],fieldset') : null;
  const label = labelOf(input) ?? nameOf(input);
  return [{ field: said(input, around), option: clip(fold(label)), value: clip(input.value), ticked: input.type === 'checkbox' }];
}

function ofWidget(widget: Element): Chosen[] {
  const written = widget instanceof HTMLInputElement ? widget.value : textOf(widget, 200);
  return [{ field: said(widget, widget.closest(AROUND)), option: clip(fold(written)), value: null, ticked: false }];
}

function chosenIn(field: Element): Chosen[] {
  if (isMasked(field)) return [];
  if (field instanceof HTMLSelectElement) return field.disabled ? [] : ofList(field);
  if (field instanceof HTMLInputElement && field.matches(TICKED)) return field.disabled ? [] : ofInput(field);
  return ofWidget(field);
}

/** What is chosen around a control that may send it. */
export function chosenAround(element: Element, form: Element | null): Chosen[] {
  const group = groupOf(element, form);
  const fields = [...(group?.querySelectorAll(`${LISTS},${MARKED},${CLOSED},${TICKED}`) ?? [])];
  const found = fields.filter((field) => field !== element && !field.contains(element)).flatMap(chosenIn);
  return found.filter((one) => one.option === '' || /\p{L}/u.test(one.option)).slice(0, MOST_CHOSEN);
}
