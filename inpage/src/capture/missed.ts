// What was done in a document before the capture came into it, as in a window that has only just opened: as much of it
// as the browser still knows. It counts every trusted event, and keeps the first input and the slow ones with their target.

import { boxOf } from '../locating/describe';
import { isField } from '../page/aria';
import { whileCapturing } from '../page/capturing';
import { withMemory } from '../page/memo';
import { later } from '../page/timers';
import { tellChangedFields } from './fields';
import { pointedAt, targetOf } from './on';
import { tell } from './tell';

/** The browser tells of a press once what it led to is drawn. */
const TELLS_MS = 1000;

interface Entry extends PerformanceEntry {
  readonly interactionId?: number;
  readonly target?: Node | null;
}

interface Counted {
  clicks: number;
  edits: number;
  keys: number;
}

function counted(): Counted {
  const counts = (performance as { eventCounts?: EventCounts }).eventCounts;
  const [clicks = 0, edits = 0, keys = 0] = ['click', 'input', 'keydown'].map((kind) => counts?.get(kind));
  return { clicks, edits, keys };
}

/** Where only the place in it says what was meant. */
const PLACES = 'canvas,svg,img,video,map,area,[role=slider]';

let finish = (): void => {};

/** Whoever asks behind this has heard of what was missed. */
export const tellMissedNow = (): void => finish();

/** Tells what was missed of what was done since `began`, in milliseconds since the epoch. */
export function tellMissed(began: number): void {
  // The rule: the script is there before anything of the document is. Of one from before, nothing is asked.
  if (!document.body || performance.timeOrigin < began) return;
  const count = counted();
  if (count.clicks + count.edits + count.keys === 0) return;
  const [came, signal] = [performance.now(), whileCapturing()];
  const entries: Entry[] = [];
  const take = (more: PerformanceEntryList): void => {
    entries.push(...more.filter((entry) => entry.startTime < came));
    if (pressesIn(entries).length >= count.clicks) finish();
  };
  const observer = new PerformanceObserver((list) => take(list.getEntries()));
  finish = () => {
    finish = () => {};
    entries.push(...observer.takeRecords().filter((entry) => entry.startTime < came));
    observer.disconnect();
    withMemory(() => tellAll(pressesIn(entries), count));
  };
  const now = (): void => finish();
  for (const next of ['pointerdown', 'keydown', 'beforeunload', 'pagehide']) {
    window.addEventListener(next, now, { capture: true, passive: true, once: true, signal });
  }
  later(now, TELLS_MS);
  observer.observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
  observer.observe({ type: 'first-input', buffered: true });
  if (count.clicks === 0) finish();
}

/** The clicks among them; the first input stands for its own, which may have been too quick to be kept. */
function pressesIn(entries: Entry[]): Entry[] {
  const clicks = entries.filter((entry) => entry.entryType === 'event' && entry.name === 'click');
  const first = entries.find((entry) => entry.entryType === 'first-input' && /^(pointer|mouse)|^click$/.test(entry.name));
  const known = first && clicks.some((click) => click.interactionId === first.interactionId);
  return (first && !known ? [first, ...clicks] : clicks).sort((one, other) => one.startTime - other.startTime);
}

function tellAll(presses: Entry[], count: Counted): void {
  const intoField = ({ target }: Entry): boolean => target instanceof Element && isField(target);
  const told = presses.filter(intoField).filter(tellPress).length;
  const edited = count.edits > 0 ? tellChangedFields() : 0;
  const missing = count.clicks - told - presses.filter((press) => !intoField(press)).filter(tellPress).length;
  const before = 'in this window before the recorder could listen in it';
  if (missing > 0) tell(null, { kind: 'raw', what: `${missing === 1 ? 'something was' : `${missing} things were`} pressed ${before}` });
  if (count.edits > 0 && edited === 0) tell(null, { kind: 'raw', what: `something was typed ${before}` });
  if (count.edits + count.clicks === 0) tell(null, { kind: 'raw', what: `a key was pressed ${before}` });
}

function tellPress({ target, startTime }: Entry): boolean {
  const element = pointedAt(target ?? null);
  if (!element?.isConnected || element.matches(PLACES)) return false;
  const { x, y, width, height } = boxOf(element);
  tell({ timeStamp: startTime }, {
    kind: 'click', x: x + width / 2, y: y + height / 2, button: 'left', modifiers: [], target: targetOf(element),
    clicks: 1, by_key: false,
  });
  return true;
}
