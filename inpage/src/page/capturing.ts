// One switch for all that the capture listens to, so that it can be ended and leave nothing behind.

let switched = new AbortController();

/** Ends the listeners that are bound to it, together with the capture. */
export const whileCapturing = (): AbortSignal => switched.signal;

/** Everything that listens is let go of; what listens later is bound to a capture of its own. */
export function endListening(): void {
  switched.abort();
  switched = new AbortController();
}
