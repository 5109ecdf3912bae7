// Scrolling by the person's hand, told once it has come to rest.

import { targetOf } from './capture-on';
import { whileCapturing } from './capturing';
import { gathered, on, tell } from './tell';

interface Scrolling {
  timer: number;
  /** Tells it. */
  finish: () => void;
  left: number;
  top: number;
  height: number;
  /** Other content stands there than before, as in a list that draws only what is in view. */
  renewed: boolean;
}

const beginning = (scroller: Element): Scrolling => ({
  timer: 0, finish: () => {}, left: scroller.scrollLeft, top: scroller.scrollTop, height: scroller.scrollHeight, renewed: false,
});

const renews = (scroller: Element, record: MutationRecord): boolean =>
  record.addedNodes.length > 0 && record.target !== document.body && scroller.contains(record.target);

const pending = new Map<Element, Scrolling>();

/** Who acts has done with scrolling: that is told first. */
export function endScrolling(): void {
  for (const { finish } of [...pending.values()]) finish();
}

/** What is drawn while one scrolls. */
export function noteScrolled(records: MutationRecord[]): void {
  for (const [scroller, begin] of pending) begin.renewed ||= records.some((record) => renews(scroller, record));
}

export function captureScroll(): void {
  let byPerson = 0;
  let pressed = 0;
  for (const kind of ['wheel', 'touchmove', 'keydown', 'pointerdown']) {
    const note = (event: Event): void => {
      if (event.isTrusted) byPerson = performance.now();
      if (event.isTrusted && event.type === 'pointerdown') pressed = event.timeStamp;
    };
    window.addEventListener(kind, note, { capture: true, passive: true, signal: whileCapturing() });
  }
  on('scroll', (event) => {
    const scroller = event.target === document ? document.scrollingElement : event.target;
    if (!(scroller instanceof Element) || performance.now() - byPerson > 1000) return;
    const started = pending.get(scroller);
    // It brought into view what is pressed by now, and is heard of too late: the press says where that is.
    if (!started && event.timeStamp < pressed) return;
    if (started) clearTimeout(started.timer);
    const begin = started ?? beginning(scroller);
    begin.finish = () => gathered(() => {
      clearTimeout(begin.timer);
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
      });
    });
    begin.timer = window.setTimeout(begin.finish, 180);
    pending.set(scroller, begin);
  });
}
