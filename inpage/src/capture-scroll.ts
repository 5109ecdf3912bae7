// Scrolling by the person's hand, told once it has come to rest.

import { targetOf } from './capture-on';
import { whileCapturing } from './capturing';
import { gathered, on, tell } from './tell';

export function captureScroll(): void {
  let byPerson = 0;
  for (const kind of ['wheel', 'touchmove', 'keydown', 'pointerdown']) {
    const note = (event: Event): void => {
      if (event.isTrusted) byPerson = performance.now();
    };
    window.addEventListener(kind, note, { capture: true, passive: true, signal: whileCapturing() });
  }
  const pending = new Map<EventTarget, { timer: number; left: number; top: number; height: number }>();
  on('scroll', (event) => {
    const scroller = event.target === document ? document.scrollingElement : event.target;
    if (!(scroller instanceof Element) || performance.now() - byPerson > 1000) return;
    const started = pending.get(scroller);
    if (started) clearTimeout(started.timer);
    const begin = started ?? { timer: 0, left: scroller.scrollLeft, top: scroller.scrollTop, height: scroller.scrollHeight };
    begin.timer = window.setTimeout(() => gathered(() => {
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
      });
    }), 180);
    pending.set(scroller, begin);
  });
}
