// A press on a slider's track: the page moves the slider there, and what is meant is where it stands then.

import { soon } from './ahead';
import { tellSlid } from './capture-fields';
import { targetOf } from './capture-on';
import { INTERACTIVE } from './components';
import { standsAt } from './holding';
import { isVisible, parentOf, queryAll } from './dom';
import type { At } from './tell';
import type { TargetSpec } from './types';

/** A slider, and where it stood before the press. */
export interface Stand {
  slider: Element;
  target: TargetSpec;
  stood: string;
}

const SLIDERS = '[role=slider],input[type=range]';
const FIELDS = `${SLIDERS},input:not([type=hidden]),select,textarea,[role=combobox],[contenteditable=true]`;
const AROUND_TRACK = 3;

/** The slider on whose track the element is: the only field of what stands closely around; or that is all of it itself. */
export function sliderBy(pressed: Element): Stand | null {
  const own = pressed.matches('[role=slider]') ? standsAt(pressed) : null;
  if (own !== null) return { slider: pressed, target: targetOf(pressed), stood: own };
  if (queryAll(SLIDERS).length === 0 || pressed.matches(INTERACTIVE)) return null;
  for (let at: Element | null = pressed, depth = 0; at && depth < AROUND_TRACK; at = parentOf(at), depth++) {
    const fields = queryAll(FIELDS, at);
    if (fields.length === 0) continue;
    const [slider] = fields;
    const stood = fields.length === 1 && slider?.matches(SLIDERS) && isVisible(slider) ? standsAt(slider) : null;
    return slider && stood !== null ? { slider, target: targetOf(slider), stood } : null;
  }
  return null;
}

/** Once the page has dealt with the click: where the slider stands, or the click itself, where that moved nothing. */
export function tellOnTrack(event: At, { slider, target, stood }: Stand, otherwise: () => void): void {
  soon(() => {
    if (standsAt(slider) === stood) otherwise();
    else tellSlid(event, slider, target, stood);
  });
}
