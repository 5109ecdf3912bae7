// Work ahead: what the next event will ask is answered while the page has nothing else to do, so that the event
// need not wait for it. Nothing rests on it: what was not answered ahead, or holds no more, is answered then.

interface Scheduler {
  postTask(work: () => void, options: { priority: 'background' }): Promise<void>;
}

const { scheduler } = globalThis as { scheduler?: Scheduler };

function later(work: () => void): void {
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
export function place(): (work: () => void) => void {
  let next: (() => void) | null = null;
  return (work) => {
    const waits = next !== null;
    next = work;
    if (waits) return;
    later(() => {
      const now = next;
      next = null;
      now?.();
    });
  };
}
