// Values that a program gives to a field in a person's place: a driver's `select_option` or its files, what a password
// manager fills in. The browser does not vouch for their events, no more than for those that the page's own scripts
// make, which nobody records. Only the browser itself knows which script has made one: it writes so beside a note in
// the console, by which the recorder tells one from the other.

import { isField } from '../page/aria';
import { whileCapturing } from '../page/capturing';
import { originOf } from '../page/dom';
import { isMasked } from '../page/masked';
import { MASK } from '../page/types';
import { noteValue } from '../page/watch';
import { fieldAt, tellChosen } from './fields';
import { sendFiles } from './files';
import { digestOf, noteTyped } from './hidden';
import { tell } from './tell';

/** The first word of the note; the recorder outside knows it, too. */
const NOTE = 'handrail:given';

/** What is ticked is clicked, which the browser vouches for, and what cannot be seen is the page's own. */
const LEFT_OUT = new Set(['checkbox', 'radio', 'button', 'submit', 'reset', 'image', 'hidden']);

/** The values that were told last. */
const told = new WeakMap<Element, string>();

let count = 0;

export function captureGiven(): void {
  for (const kind of ['input', 'change']) {
    window.addEventListener(kind, heard, { capture: true, passive: true, signal: whileCapturing() });
  }
}

function heard(event: Event): void {
  if (event.isTrusted) return;
  const field = originOf(event);
  if (!(field instanceof Element) || !isField(field) || LEFT_OUT.has(field.type)) return;
  const files = field.matches('[type=file]');
  if (!files && !field.checkVisibility({ visibilityProperty: true })) return;
  const value = field instanceof HTMLSelectElement ? [...field.selectedOptions].map((one) => one.value).join('\n') : field.value;
  if (told.get(field) === value) return;
  const { target, value: held, told: typed } = fieldAt(field);
  if (typed === value) return;
  told.set(field, value);
  noteTyped(field, event.type === 'change');
  noteValue(field);
  const given = `${performance.timeOrigin}:${++count}`;
  console.debug(NOTE, given);
  if (field instanceof HTMLSelectElement) return tellChosen(event, field, given);
  if (field instanceof HTMLInputElement && files) return void sendFiles(event, field, [...(field.files ?? [])], false, given);
  const masked = isMasked(field);
  const before = masked || held === field.value ? null : held;
  const digest = masked ? digestOf(field) : null;
  const facts = { target, before, masked, digest, editable_region: false, given };
  tell(event, { kind: 'input', value: masked ? MASK : field.value, ...facts });
}
