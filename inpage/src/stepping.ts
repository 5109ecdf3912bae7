// Buttons that count a number up and down: what they leave in its field is what the person gave.

import { FIELDS, isField } from './aria';
import { targetOf } from './capture-on';
import { soon } from './ahead';
import { isVisible, parentOf, queryAll, textOf } from './dom';
import { tell, type At } from './tell';
import type { TargetSpec } from './types';

/** A field as it was before the press on one of its buttons. */
export interface Stepping {
  field: HTMLInputElement;
  target: TargetSpec;
  value: string;
}

const COUNTED = 'input:is([type=number],[role=spinbutton])';
const AROUND = 5;
const NUMBER = /^[-−]?\d+([.,]\d+)*$/;
const BUTTONS = 'button,[role=button]';

const isWordless = (element: Element): boolean => !/\p{L}/u.test(textOf(element, 40));

/** Says that it counts, or holds a number between two buttons without words. */
function isCounted(field: HTMLInputElement, around: Element): boolean {
  if (field.matches(COUNTED)) return true;
  const buttons = queryAll(BUTTONS, around).filter(isVisible);
  return field.type === 'text' && NUMBER.test(field.value) && buttons.length === 2 && buttons.every(isWordless);
}

/** The number that a button without words is drawn for: the only field of the smallest part around it that has any. */
export function steppingOf(pressed: Element): Stepping | null {
  if (isField(pressed) || !isWordless(pressed)) return null;
  for (let at = parentOf(pressed), depth = 0; at && depth < AROUND; at = parentOf(at), depth++) {
    const fields = queryAll(FIELDS, at).filter(isVisible);
    if (fields.length === 0) continue;
    const [field] = fields;
    const alone = fields.length === 1 && field instanceof HTMLInputElement && isCounted(field, at);
    return alone && !field.readOnly && !field.disabled ? { field, target: targetOf(field), value: field.value } : null;
  }
  return null;
}

/** Once the page has dealt with the press: where its number is another one now, that is told as given. */
export function tellStepped(event: At, { field, target, value }: Stepping): void {
  soon(() => {
    if (!field.isConnected || field.value === value || !NUMBER.test(field.value)) return;
    const facts = { target, before: value, masked: false, editable_region: false, stepped: true };
    tell(event, { kind: 'input', value: field.value, ...facts });
  });
}
