// Work ahead: what the next event will ask is answered while the page has nothing else to do, so that the event
// need not wait for it. Nothing rests on it: what was not answered ahead, or holds no more, is answered then.

import { scheduler } from './timers';

/** Once what runs now has come to its end, before anything else. */
export function soon(work: () => void): void {
  if (scheduler) void scheduler.postTask(work, { priority: 'user-blocking' });
  else setTimeout(work);
}

function idly(work: () => void): void {
  const harmless = (): void => {
    try {
      work();
    } catch {
      // Whoever asks in earnest meets the fault again, and tells it.
    }
  };
  if (scheduler) void scheduler.postTask(harmless, { priority: 'background' });
  else setTimeout(harmless);
}

/** A place for one piece of work: what was put there before and has not begun is left out. */
export function place(): (work: (() => void) | null) => void {
  let next: (() => void) | null = null;
  let waits = false;
  return (work) => {
    next = work;
    if (waits || !work) return;
    waits = true;
    idly(() => {
      const now = next;
      next = null;
      waits = false;
      now?.();
    });
  };
}
