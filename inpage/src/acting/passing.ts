// Whether a page passed over a press, as apps do while they wait for their server. A press that may have done anything
// counts as heard: nothing is pressed twice on suspicion.

import { queryAll, rootsAround } from '../page/dom';
import { cancel, later } from '../page/timers';

interface Press {
  /** When the button went down, and when the click came; none where no click came. */
  began: number;
  clicked: number | null;
  /** Whether it was on a link to another page. */
  leads: boolean;
  /** What the page, or the browser, has made of the press; the watch for that ends with the question. */
  made: () => Made;
}

/** What came of a press: nothing, something on the page itself, or what the pressed element is for. */
type Made = 'nothing' | 'change' | 'all';

let last: Press | null = null;

/** What was pressed before is no matter any more. */
export function forgetPress(): void {
  last?.made();
  last = null;
}

/** What pages make of a press, they make within this time, or ask their server for. */
const MADE_OF_PRESS_MS = 100;
const LONGEST_PRESS = 3000;

/** What the browser itself makes something of, unless the page forbids it. */
const NATIVE = 'a[href],area[href],summary,label,input:not([type=button]),form button:not([type=button]),button[form],[popovertarget]';

/** What changes without a change of the document. */
const heldBy = (roots: Node[]): string => {
  const fields = roots.flatMap((root) => [...(root as ParentNode).querySelectorAll<HTMLInputElement>('input,textarea,select')]);
  const opened = document.querySelectorAll(':is(:popover-open)').length;
  return JSON.stringify([location.href, opened, ...fields.map(({ value, checked }) => [value, checked])]);
};

const leadsAway = (part: Element): boolean =>
  part instanceof HTMLAnchorElement && /^https?:$/.test(part.protocol) && part.href.split('#')[0] !== location.href.split('#')[0];

function begin(element: Element): { press: Press; clicked: (event: Event) => void } {
  const roots = rootsAround(element);
  const held = heldBy(roots);
  const address = location.href;
  let made: Made | null = null;
  let changed = false;
  let click: Event | null = null;
  let native = false;
  const observer = new MutationObserver(() => {
    changed = true;
  });
  for (const root of roots) observer.observe(root, { subtree: true, childList: true, characterData: true, attributes: true });
  const end = (): Made => {
    cancel(timer);
    changed ||= observer.takeRecords().length > 0;
    observer.disconnect();
    if (location.href !== address || (native && !click?.defaultPrevented)) made ??= 'all';
    made ??= changed || heldBy(roots) !== held ? 'change' : 'nothing';
    return made;
  };
  let timer = later(end, LONGEST_PRESS);
  const press: Press = { began: performance.now(), clicked: null, leads: false, made: end };
  const clicked = (event: Event): void => {
    click = event;
    const parts = event.composedPath().filter((part) => part instanceof Element);
    native = parts.some((part) => part.matches(NATIVE));
    press.leads = parts.some(leadsAway);
    press.clicked = performance.now();
    cancel(timer);
    timer = later(end, MADE_OF_PRESS_MS);
  };
  return { press, clicked };
}

/** To be told of each event of a press that the page gets to hear of. */
export function followPress(element: Element): (event: Event) => void {
  let own: ReturnType<typeof begin> | null = null;
  return (event) => {
    if (!own) {
      own = begin(element);
      last = own.press;
    }
    if (event.type === 'click') own.clicked(event);
  };
}

/** So long after an answer its page may still be busy with it. */
const MADE_OF_IT_MS = 300;

/** Whether a frame of this page's own origin was loading then, in milliseconds since the epoch. */
function wasLoading(frame: HTMLIFrameElement, at: number): boolean {
  const own = frame.contentDocument && frame.contentWindow?.performance;
  const [loading] = (own?.getEntriesByType('navigation') ?? []) as PerformanceNavigationTiming[];
  if (!own || !loading || own.timeOrigin > at) return false;
  return frame.contentDocument?.readyState !== 'complete' || at <= own.timeOrigin + loading.loadEventEnd + MADE_OF_IT_MS;
}

const ANSWERS = new Set(['fetch', 'xmlhttprequest']);

/**
 * Whether the page may have passed over the click that was aimed last: it awaited an answer then, and has made nothing of
 * the press, nor asked for anything. To be asked when nothing is under way: what is, is not known here. Of a click that
 * only leads elsewhere (`leads`), on a link, it has made nothing where it stays where it is: what changed meanwhile may
 * be what the answer brought.
 */
export function passedOver(leads: boolean): boolean {
  if (last === null || last.clicked === null) return false;
  const made = last.made();
  if (made !== 'nothing' && !(made === 'change' && leads && last.leads)) return false;
  const { began, clicked } = last;
  const entries = (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).filter((entry) => ANSWERS.has(entry.initiatorType));
  if (entries.some(({ startTime }) => began <= startTime && startTime <= clicked + MADE_OF_PRESS_MS)) return false;
  const awaited = entries.some(({ startTime, responseEnd }) => startTime < began && clicked <= responseEnd + MADE_OF_IT_MS);
  const at = performance.timeOrigin + clicked;
  return awaited || queryAll('iframe').some((frame) => frame instanceof HTMLIFrameElement && wasLoading(frame, at));
}
