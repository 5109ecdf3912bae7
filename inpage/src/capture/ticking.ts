// What a click ticks that the page draws or turns itself, so that the browser tells nothing of it.

import { checkedOf } from '../fields/holding';
import { isField } from '../page/aria';
import { whileCapturing } from '../page/capturing';
import { boxOfLabel, wholeOfBox } from '../page/components';
import { switchedByClass } from '../page/segments';
import { later } from '../page/timers';
import type { TargetSpec } from '../page/types';
import { saidBy } from '../rows/among';
import { targetOf } from './on';
import { tell } from './tell';

export const isBox = (element: Element): boolean =>
  element.matches('input[type=checkbox],[role=checkbox],[role=switch],[role=menuitemcheckbox]');

/** Whether a box was on that is clicked: one of the browser's has turned by now. */
export function stoodBefore(box: Element): boolean | null {
  const now = checkedOf(box);
  return box instanceof HTMLInputElement && now !== null ? !now : now;
}

const TICKABLE = '[role=checkbox],[role=switch],[role=radio],[role=menuitemcheckbox],[role=menuitemradio]';

const SAYING = ':is([role=checkbox],[role=switch],[role=radio])[aria-checked]:not(input)';

/** How long the page, or its server, may take to turn a switch. */
const TICK_MS = 1000;

let ticking: MutationObserver | null = null;

const SOON_MS = 100;

/** Looks at the box of the label that was clicked last. */
let lookAtLabelled = (): void => {};

/** Something else is done now: what the last click turned has been turned by now, or never is. */
export function endTicking(): void {
  ticking?.disconnect();
  lookAtLabelled();
  lookAtLabelled = () => {};
}

/** A switch that the page made itself: what it becomes by the click, unless something else is done before. */
export function tellTicked(event: Event, element: Element, target: TargetSpec, saidBefore: string | null): void {
  if (isField(element) || !element.matches(TICKABLE)) return;
  const before = switchedByClass(element);
  const said = isBox(element) ? saidBefore : null;
  const observer = new MutationObserver(() => {
    const state = element.getAttribute('aria-checked') ?? switchedByClass(element);
    // The page changes other classes of it, too, as for the mouse over it; a box that still says what it said before the
    // press says nothing of it: taken at its word, one that was turned on would be turned off.
    if ((before !== null && state === before) || (said !== null && state === said)) return;
    observer.disconnect();
    const says = element.matches('[role=radio]') ? { says: saidBy(element, []) } : {};
    if (state === 'true' || state === 'false') tell(event, { kind: 'check', target, checked: state === 'true', ...says });
  });
  observer.observe(element, { attributes: true, attributeFilter: before === null ? ['aria-checked'] : ['aria-checked', 'class'] });
  ticking = observer;
  later(() => observer.disconnect(), TICK_MS);
}

/**
 * The box of a label, or of what is drawn in its place, whose click the page answered by itself, as some kits do: the
 * browser then tells of no change. It is looked at once the page's scripts have run, and before anything else is done.
 * `drawn` is the hidden box in whose place the element is drawn.
 */
export function tellLabelled(event: Event, element: Element, drawn: HTMLInputElement | null): void {
  // What says itself whether it is on is told of already; the browser's box behind it is the page's own affair.
  if (element.matches(SAYING)) return;
  const label = element.closest('label');
  const control = (label && boxOfLabel(label)) ?? drawn;
  if (!(control instanceof HTMLInputElement) || !['checkbox', 'radio'].includes(control.type) || wholeOfBox(control)) return;
  const [before, signal] = [control.checked, whileCapturing()];
  let changed = false;
  // The page may tell its own scripts of it, which is no word of the browser.
  control.addEventListener('change', ({ isTrusted }) => (changed ||= isTrusted), { signal });
  const look = (): void => {
    if (changed || !control.isConnected || signal.aborted || control.checked === before) return;
    changed = true;
    tell(event, { kind: 'check', target: targetOf(control), checked: control.checked });
  };
  lookAtLabelled = look;
  later(look);
  later(look, SOON_MS);
}
