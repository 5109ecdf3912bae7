// Check boxes and radio buttons: what a click makes of them. The browser tells of that once the page has dealt with the
// click, and a page that keeps the state itself until its server has answered has turned the box back by then.

import { whileCapturing } from './capturing';
import { isVisible, originOf, queryAll } from './dom';
import { on, tell } from './tell';
import type { TargetSpec } from './types';

/** What a click made of the box before the page heard of it, and the dialogs that there were. */
interface Made {
  checked: boolean;
  dialogs: number;
}

const made = new WeakMap<Element, Made>();

/** A page's own script draws what it asks before it lets the box turn, within so long. */
const ASKS_MS = 100;

/** Looks whether the page asks something in place of turning the box that was clicked last. */
let lookAtTurnedBack = (): void => {};

const isBox = (element: unknown): element is HTMLInputElement =>
  element instanceof HTMLInputElement && ['checkbox', 'radio'].includes(element.type);

const dialogsNow = (): number => queryAll('dialog[open],[role=dialog],[role=alertdialog]').filter(isVisible).length;

export function captureBoxes(): void {
  on('click', (event) => {
    const box = originOf(event);
    if (isBox(box)) made.set(box, { checked: box.checked, dialogs: dialogsNow() });
  });
  for (const next of ['pointerdown', 'keydown']) on(next, () => lookAtTurnedBack());
}

/** What is meant is what the click made of it; a box that opens a question instead is only clicked. */
export function tellBox(event: Event, box: HTMLInputElement, target: TargetSpec): void {
  const clicked = made.get(box);
  made.delete(box);
  const checked = clicked?.checked ?? box.checked;
  if (!clicked || checked === box.checked) {
    tell(event, { kind: 'check', target, checked });
    return;
  }
  const signal = whileCapturing();
  const look = (): void => {
    if (lookAtTurnedBack !== look) return;
    lookAtTurnedBack = () => {};
    if (!signal.aborted && dialogsNow() <= clicked.dialogs) tell(event, { kind: 'check', target, checked });
  };
  lookAtTurnedBack();
  lookAtTurnedBack = look;
  setTimeout(look, ASKS_MS);
}
