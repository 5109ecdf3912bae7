// Timers that the page cannot end: its own scripts may clear every timer of the window, and ours are among them.

interface Scheduler {
  postTask(work: () => void, options: { delay?: number; priority?: 'background' | 'user-blocking' }): Promise<void>;
}

export const { scheduler } = globalThis as { scheduler?: Scheduler };

/** So long after the timer was due it is taken for cleared. */
const GRACE_MS = 20;

export interface Timer {
  id: ReturnType<typeof setTimeout>;
  over: boolean;
}

/** Does the work in so many milliseconds, as `setTimeout` does, whatever the page clears. */
export function later(work: () => void, ms = 0): Timer {
  const due = (): void => {
    if (timer.over) return;
    timer.over = true;
    work();
  };
  const timer: Timer = { id: setTimeout(due, ms), over: false };
  // What is posted has no number by which a page that counts down from the last one comes by it.
  if (scheduler) void scheduler.postTask(due, { delay: ms + GRACE_MS });
  return timer;
}

export function cancel(timer: Timer | null | undefined): void {
  if (!timer) return;
  timer.over = true;
  clearTimeout(timer.id);
}

/** Some time, so that what is under way in the page can come to its end. */
export const pause = (ms = 0): Promise<void> => new Promise((resolve) => void later(resolve, ms));
