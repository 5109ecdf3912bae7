// Input without a detour: a text for a field, and for no other, wherever the page takes the focus meanwhile.

import { soon } from './ahead';
import { isReady, only } from './aim';
import type { Wanted } from './engine';

const TYPED_INTO = new Set(['', 'text', 'email', 'password', 'search', 'tel', 'url']);

/** What brings a text or a key to the element that has the focus; letting a key go changes nothing any more. */
const BRINGS = ['keydown', 'keypress', 'beforeinput'];
const LONGEST_TYPING = 3000;

/** A page that leads on often does so a moment later, when it has drawn what came. */
const LEADS_ON_MS = 50;

interface Typing {
  /** Something came to an element that has the focus by no doing of what was put in. */
  astray: boolean;
  end: () => void;
}

let typing: Typing | null = null;

/**
 * From now on a text for the field is kept from every other element: a page that sets the focus some time after it came
 * would get a password into the field beside. Where the page leads on because of the text, as with a code in six boxes,
 * it may.
 */
function guard(field: Element): void {
  typing?.end();
  const places = new Set<EventTarget>([field]);
  let answers = false;
  let over: ReturnType<typeof setTimeout> | undefined;
  const judge = (event: Event): void => {
    if (!event.isTrusted || event.composedPath().some((one) => places.has(one))) return;
    own.astray = true;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const hear = (event: Event): void => {
    if (!event.isTrusted) return;
    answers = true;
    clearTimeout(over);
    soon(() => {
      clearTimeout(over);
      over = setTimeout(() => (answers = false), LEADS_ON_MS);
    });
  };
  const follow = (event: Event): void => {
    const [to] = event.composedPath();
    if (answers && to) places.add(to);
  };
  const end = (): void => {
    clearTimeout(timer);
    clearTimeout(over);
    for (const kind of BRINGS) removeEventListener(kind, judge, true);
    for (const kind of ['input', 'keydown']) removeEventListener(kind, hear, true);
    removeEventListener('focusin', follow, true);
  };
  const timer = setTimeout(end, LONGEST_TYPING);
  const own: Typing = { astray: false, end };
  for (const kind of BRINGS) addEventListener(kind, judge, true);
  for (const kind of ['input', 'keydown']) addEventListener(kind, hear, true);
  addEventListener('focusin', follow, true);
  typing = own;
}

/**
 * For how many letters the field has room, -1 for any number; none where it is not ready for a text in the place of its
 * own, all of which is selected otherwise. After `until`, in milliseconds since the epoch, nobody waits for the answer
 * any more, and nothing is done.
 */
export function selected(wanted: Wanted, until: number): number | null {
  if (Date.now() > until) return null;
  const field = only(wanted);
  const isText = field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && TYPED_INTO.has(field.type));
  if (!isText || !isReady(field) || field.readOnly || field.matches('[aria-readonly=true]')) return null;
  field.select();
  field.focus();
  const isHere = (field.getRootNode() as Document | ShadowRoot).activeElement === field && document.hasFocus();
  if (!isHere) return null;
  guard(field);
  return field.maxLength;
}

/** Whether all that was put in since came to the field. */
export function arrived(): boolean {
  const last = typing;
  last?.end();
  typing = null;
  return !last?.astray;
}
