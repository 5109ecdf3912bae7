// A press on a slider's track, or a key for a slider: the page moves it, and what is meant is where it stands then.

import { standsAt } from '../fields/holding';
import { soon } from '../page/ahead';
import { CLICKABLE } from '../page/components';
import { parentOf, queryAll } from '../page/dom';
import { cancel, later } from '../page/timers';
import type { TargetSpec } from '../page/types';
import { isVisible } from '../page/visible';
import { tellSlid, toldOf } from './fields';
import { targetOf } from './on';
import type { At } from './tell';

/** A slider, and where it stood before the press. */
export interface Stand {
  slider: Element;
  target: TargetSpec;
  stood: string;
  /** It stood there as the mouse came over it, and perhaps because of that. */
  preceded?: boolean;
}

const SLIDERS = '[role=slider],input[type=range]';
const FIELDS = `${SLIDERS},input:not([type=hidden]),select,textarea,[role=combobox],[contenteditable=true]`;
const AROUND_TRACK = 3;

/** What has a meaning of its own; a thumb or a track may take the focus for its script alone. */
const PRESSED_ITSELF = `${CLICKABLE},[tabindex]:not([tabindex="-1"])`;

/** The slider on whose track the element is: the only field of what stands closely around; or that is all of it itself. */
export function sliderBy(pressed: Element): Stand | null {
  const own = pressed.matches('[role=slider]') ? standsAt(pressed) : null;
  if (own !== null) return { slider: pressed, target: targetOf(pressed), stood: own, preceded: true };
  if (queryAll(SLIDERS).length === 0 || pressed.matches(PRESSED_ITSELF)) return null;
  for (let at: Element | null = pressed, depth = 0; at && depth < AROUND_TRACK; at = parentOf(at), depth++) {
    // The value is kept for the form in a field that is not drawn, within the thumb or beside it.
    const shown = queryAll(FIELDS, at).filter((one) => one.getClientRects().length > 0);
    const fields = shown.filter((one) => !one.parentElement?.closest('[role=slider]'));
    if (fields.length === 0) continue;
    const [slider] = fields;
    const stood = fields.length === 1 && slider?.matches(SLIDERS) && isVisible(slider) ? standsAt(slider) : null;
    return slider && stood !== null ? { slider, target: targetOf(slider), stood } : null;
  }
  return null;
}

/** Once the page has dealt with the click: where the slider stands, or the click itself, where that moved nothing yet. */
export function tellOnTrack(event: At, stand: Stand, otherwise: () => void): void {
  soon(() => {
    // One of the page's own making may have followed the mouse before it was pressed, as stars do.
    if (standsAt(stand.slider) !== stand.stood) follow(event, stand);
    else if (stand.preceded) tellMoved(event, stand);
    else {
      otherwise();
      follow(event, stand);
    }
  });
}

/** A slider that the mouse moved: where it stands now, and where its page puts it in a moment. */
export function tellMoved(event: At, { slider, target, stood }: Stand): void {
  tellSlid(event, slider, target, stood);
  follow(event, { slider, target, stood: standsAt(slider) ?? stood });
}

/** A slider that takes a key: its page may write where it stands by itself, of which the browser tells nothing. */
export function followKeyed(event: At, slider: Element, target: TargetSpec): void {
  const stood = slider.matches(SLIDERS) ? standsAt(slider) : null;
  if (stood === null) unfollow();
  else if (followed !== slider) follow(event, { slider, target, stood });
}

const ASKS_MILLIS = 2000;
let followed: Element | null = null;
let unfollow = (): void => {};

/** The page may ask its server before it moves the slider: until something else is pressed, each stand is told. */
function follow(event: At, { slider, target, stood }: Stand): void {
  unfollow();
  let told = stood;
  const look = (): void => {
    const stands = standsAt(slider);
    if (stands === null || stands === told || !slider.isConnected) return;
    if (toldOf(slider) !== stands) tellSlid(event, slider, target, told);
    told = stands;
  };
  const observer = new MutationObserver(look);
  const end = later(() => unfollow(), ASKS_MILLIS);
  followed = slider;
  unfollow = () => {
    observer.disconnect();
    cancel(end);
    followed = null;
    unfollow = () => {};
  };
  observer.observe(slider, { attributes: true });
  look();
}

/** Something else is done: from now on, the page moves the slider for other reasons. */
export const endFollowing = (): void => unfollow();
