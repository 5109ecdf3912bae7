// Buttons that count a number up and down: what they leave in its field is what the person gave.

import { countedBy, countIn, NUMBER, numberShown } from '../fields/counts';
import { soon } from '../page/ahead';
import { FIELDS, isField } from '../page/aria';
import { ancestorsOf, holds, outermostOf, parentOf, queryAll } from '../page/dom';
import { textOf } from '../page/shown';
import type { TargetSpec } from '../page/types';
import { isClippedAway, isVisible } from '../page/visible';
import { DueLook } from './due';
import { targetOf } from './on';
import { tell, type At } from './tell';

/** A field, or a number that is none, as it was before the press on one of its buttons. */
export interface Stepping {
  field: Element;
  target: TargetSpec;
  value: string;
  /** What lies around a number that is no field, which some pages draw anew with each press. */
  around?: Element[];
}

const COUNTED = 'input:is([type=number],[role=spinbutton])';
const AROUND = 5;
const BUTTONS = 'button,[role=button]';

const isWordless = (element: Element): boolean => !/\p{L}/u.test(textOf(element, 40));

/** Says that it counts, or holds a number between two buttons without words. */
function isCounted(field: HTMLInputElement, around: Element): boolean {
  if (field.matches(COUNTED)) return true;
  if (field.type !== 'text' || !NUMBER.test(field.value)) return false;
  const buttons = queryAll(BUTTONS, around).filter(isVisible);
  const signs = buttons.length > 0 ? buttons : pointedAt(field, around);
  return signs.length === 2 && signs.every(isWordless);
}

/** What the pointer is a hand over, as the signs of components that are no buttons by name. */
const pointedAt = (field: HTMLInputElement, around: Element): Element[] =>
  outermostOf(queryAll('*', around).filter(
    (one) => isVisible(one) && !holds(one, field) && getComputedStyle(one).cursor === 'pointer'));

/** The number that a button without words is drawn for: the only field of the smallest part around it that has any. */
export function steppingOf(pressed: Element): Stepping | null {
  unwritten.now();
  if (isField(pressed) || !isWordless(pressed)) return null;
  for (let at = parentOf(pressed), depth = 0; at && depth < AROUND; at = parentOf(at), depth++) {
    // What a form sends may stand beside it once more, in a field for nobody's eyes.
    const fields = queryAll(FIELDS, at).filter((one) => isVisible(one) && !isClippedAway(one));
    if (fields.length === 0) continue;
    const [field] = fields;
    const alone = fields.length === 1 && field instanceof HTMLInputElement && isCounted(field, at);
    if (alone && !field.readOnly && !field.disabled) return { field, target: targetOf(field), value: field.value };
    break;
  }
  const number = countedBy(pressed);
  return number ? { field: number, target: targetOf(number), value: numberShown(number)!, around: [...ancestorsOf(number)] } : null;
}

/** A page that draws its fields anew writes the number a while after the press. */
const WRITES_MS = 100;

const unwritten = new DueLook();

/** Once the page has dealt with the press: where its number is another one now, that is told as given. */
export function tellStepped(event: At, stepping: Stepping): void {
  unwritten.now();
  soon(() => {
    if (!tellNumber(event, stepping)) unwritten.expect(() => tellNumber(event, stepping), WRITES_MS);
  });
}

/** Tells the number, if it is another one by now. */
function tellNumber(event: At, { field: pressed, target, value, around = [] }: Stepping): boolean {
  const part = around.find((one) => one.isConnected);
  const field = pressed.isConnected ? pressed : part && countIn(part);
  if (!field) return false;
  const now = field instanceof HTMLInputElement ? field.value : (numberShown(field) ?? '');
  if (now === value || !NUMBER.test(now)) return false;
  const facts = { target, before: value, masked: false, editable_region: false, stepped: true };
  tell(event, { kind: 'input', value: now, ...facts });
  return true;
}
