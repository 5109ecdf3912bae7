// Reading anew, at a pace that a slow server can keep.

/** An answer that takes longer than this is not waited for any more: the network may be gone. */
const PATIENCE = 30_000;

/**
 * Calls `look` every so many milliseconds, while the page is looked at. While the look before is still under
 * way (`since` it began; null where none is), nothing new is asked: each would break off the one before, and
 * an answer that takes longer than the pace would never come.
 */
export function everySoOften(every: number, since: () => number | null, look: () => void): () => void {
  const timer = setInterval(() => {
    const began = since();
    if (document.visibilityState === "visible" && (began === null || Date.now() - began > PATIENCE)) look();
  }, every);
  return () => clearInterval(timer);
}
