// Scrolling by the person's hand, told once it has come to rest.

import { whileCapturing } from '../page/capturing';
import { originOf } from '../page/dom';
import { withMemory } from '../page/memo';
import { cancel, later, type Timer } from '../page/timers';
import { disabledNow } from '../page/visible';
import { isTextField, targetOf } from './on';
import { on, tell } from './tell';

interface Scrolling {
  timer: Timer | null;
  /** Tells it. */
  finish: () => void;
  left: number;
  top: number;
  height: number;
  /** Other content stands there than before, as in a list that draws only what is in view. */
  renewed: boolean;
  /** How many controls of the page could not be used. */
  disabled: number;
}

const beginning = (scroller: Element): Scrolling => ({
  timer: null, finish: () => {}, left: scroller.scrollLeft, top: scroller.scrollTop, height: scroller.scrollHeight, renewed: false,
  disabled: disabledNow(),
});

const renews = (scroller: Element, record: MutationRecord): boolean =>
  record.addedNodes.length > 0 && record.target !== document.body && scroller.contains(record.target);

const pending = new Map<Element, Scrolling>();

/** Who acts has done with scrolling: that is told first. */
export function endScrolling(): void {
  for (const { finish } of [...pending.values()]) finish();
  turning();
}

/** What is drawn while one scrolls. */
export function noteScrolled(records: MutationRecord[]): void {
  for (const [scroller, begin] of pending) begin.renewed ||= records.some((record) => renews(scroller, record));
}

const SCROLLING_KEYS = new Set([' ', 'PageUp', 'PageDown', 'Home', 'End', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']);

/** Letters scroll nothing: where the page moves while they are typed, it does so by itself, to show the cursor. */
function scrollsByHand(event: Event): boolean {
  if (!(event instanceof KeyboardEvent)) return true;
  const first = originOf(event);
  const types = event.key === ' ' && first instanceof HTMLElement && (first.isContentEditable || isTextField(first));
  return SCROLLING_KEYS.has(event.key) && !types;
}

/** Whether the press is on the scroll bar of what was pressed, outside of what it shows. */
function onScrollBar(event: PointerEvent): boolean {
  const pressed = originOf(event);
  // What stands within a line of text has no bar, and says that it is nothing wide.
  if (!(pressed instanceof Element) || pressed.clientWidth === 0) return false;
  const box = pressed.getBoundingClientRect();
  const [x, y] = pressed === document.documentElement ? [event.clientX, event.clientY] : [event.clientX - box.x, event.clientY - box.y];
  return x >= pressed.clientLeft + pressed.clientWidth || y >= pressed.clientTop + pressed.clientHeight;
}

/**
 * Whether a button is held that drags a scroll bar, or anything else. A press alone scrolls nothing: that the list it
 * opened shows its chosen option, or that the page behind a dialog is held still, is the page's own doing.
 */
let drags = false;
let pressedAt = { x: 0, y: 0 };

/** Something else may also come beneath a pointer that is held still. */
const hasMoved = (event: PointerEvent): boolean => Math.hypot(event.clientX - pressedAt.x, event.clientY - pressedAt.y) > 2;

function notePress(event: PointerEvent): void {
  if (event.type === 'pointerdown') {
    drags = onScrollBar(event);
    pressedAt = { x: event.clientX, y: event.clientY };
  } else if (event.type !== 'pointerover' || event.buttons === 0) drags = false;
  else drags ||= hasMoved(event);
}

/** How long a scroll may wait behind the turn of the wheel. */
const WHEEL_MS = 300;

let scrolledAt = 0;
const turned = new WeakSet<Element>();

/** Tells of the wheel that was turned last, where nobody else will. */
let turning = (): void => {};

/** A wheel that the page takes for itself, as a map does to come nearer, and that scrolls nothing. */
function noteWheel(event: Event): void {
  const over = originOf(event);
  if (!(over instanceof Element) || turned.has(over)) return;
  const at = performance.now();
  turning = () => {
    if (!event.defaultPrevented || scrolledAt >= at || turned.has(over)) return;
    turned.add(over);
    withMemory(() => tell(event, {
      kind: 'raw', what: 'the wheel was turned over something that answers it by itself', target: targetOf(over),
    }));
  };
  later(turning, WHEEL_MS);
}

export function captureScroll(): void {
  let byPerson = -Infinity;
  const hear = (kinds: string[], note: (event: Event) => void): void => {
    const heard = (event: Event): void => {
      if (event.isTrusted) note(event);
    };
    for (const kind of kinds) {
      window.addEventListener(kind, heard, { capture: true, passive: true, signal: whileCapturing() });
    }
  };
  hear(['wheel', 'touchmove', 'keydown'], (event) => {
    if (scrollsByHand(event)) byPerson = performance.now();
    if (event.type === 'wheel') noteWheel(event);
  });
  hear(['pointerdown', 'pointerup', 'pointerover'], (event) => notePress(event as PointerEvent));
  on('scroll', (event) => {
    scrolledAt = performance.now();
    const scroller = event.target === document ? document.scrollingElement : event.target;
    if (!(scroller instanceof Element) || !(drags || performance.now() - byPerson <= 1000)) return;
    const started = pending.get(scroller);
    if (started) cancel(started.timer);
    const begin = started ?? beginning(scroller);
    begin.finish = () => withMemory(() => {
      cancel(begin.timer);
      pending.delete(scroller);
      const page = scroller === document.scrollingElement;
      tell(event, {
        kind: 'scroll',
        target: page ? null : targetOf(scroller),
        left: scroller.scrollLeft,
        top: scroller.scrollTop,
        dy: scroller.scrollTop - begin.top,
        dx: scroller.scrollLeft - begin.left,
        at_end: scroller.scrollTop + scroller.clientHeight >= begin.height - 60,
        loaded_more: scroller.scrollHeight > begin.height + 20,
        renewed: begin.renewed,
        enables: disabledNow() < begin.disabled,
      });
    });
    begin.timer = later(begin.finish, 180);
    pending.set(scroller, begin);
  });
}
