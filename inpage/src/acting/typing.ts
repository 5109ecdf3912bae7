// Input without a detour: a text for a field, and for no other, wherever the page takes the focus meanwhile.

import type { Wanted } from '../locating/engine';
import { soon } from '../page/ahead';
import { isField } from '../page/aria';
import { cancel, later, type Timer } from '../page/timers';
import { isReady, isWithin, only } from './aim';

const TYPED_INTO = new Set(['', 'text', 'email', 'password', 'search', 'tel', 'url']);

/** What brings a text or a key to the element that has the focus; letting a key go changes nothing any more. */
const BRINGS = ['keydown', 'keypress', 'beforeinput'];
const HEARD = ['input', 'keydown'];
const LONGEST_TYPING = 3000;

/** A page that leads on often does so a moment later, when it has drawn what came. */
const LEADS_ON_MS = 50;

interface Typing {
  /** Something came to the field, or to where the page led on because of it. */
  came: boolean;
  /** Something came to an element that has the focus by no doing of what was put in. */
  astray: boolean;
  /** The field it is for, and whether that was seen to hold anything since. */
  field: Element;
  held: boolean;
  /** The names of the keys that were let go meanwhile. */
  letGo: Set<string>;
  /** Called when one more is, and at the end. */
  onward: () => void;
  end: () => void;
}

let typing: Typing | null = null;

/** Whether a page may lead on from the field a moment after the text: where it is gone, or has its part of a code. */
function isFilled(field: Element): boolean {
  if (!isReady(field) || !isTypedInto(field)) return true;
  if (!(field instanceof HTMLInputElement)) return false;
  return field.value.length === (field.maxLength > 0 ? field.maxLength : 1);
}

/**
 * From now on a text for the field is kept from every other element: a page that sets the focus some time after it came
 * would get a password into the field beside. Where the page leads on because of the text, as with a code in six boxes,
 * it may. It ends by itself when nothing was typed for so many milliseconds.
 */
function guard(field: Element, longest: number): void {
  typing?.end();
  const places = new Set<EventTarget>([field]);
  let answers: 'now' | 'late' | null = null;
  let over: Timer | undefined;
  const judge = (event: Event): void => {
    if (!event.isTrusted) return;
    cancel(timer);
    timer = later(end, longest);
    if (event.composedPath().some((one) => places.has(one))) {
      if (own.came) seeHeld(own);
      own.came = true;
      return;
    }
    // A field that goes when its key is pressed leaves the rest of that key to the page itself.
    if (event.type !== 'keydown' && event.target === document.body && !document.body.isContentEditable) return;
    own.astray = true;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const heard = (): void => {
    answers = 'late';
    cancel(over);
    over = later(() => (answers = null), LEADS_ON_MS);
  };
  const hear = (event: Event): void => {
    if (!event.isTrusted) return;
    answers = 'now';
    cancel(over);
    soon(heard);
  };
  const hearLast = (event: Event): void => {
    // The browser itself leads on with a Tab, when all have heard of it.
    if (event.isTrusted && !(event instanceof KeyboardEvent && event.key === 'Tab')) heard();
  };
  const leadsOn = (): boolean => answers === 'now' || (answers === 'late' && isFilled(field));
  const follow = (event: Event): void => {
    const [to] = event.composedPath();
    if (to && leadsOn()) places.add(to);
  };
  const leave = (event: FocusEvent): void => {
    if (event.target !== window || leadsOn()) return;
    // Into a frame, where nothing can be kept from it: the field takes it back, once.
    if (!own.astray) soon(() => field instanceof HTMLElement && typing === own && field.focus());
    own.astray = true;
  };
  const release = (event: KeyboardEvent): void => {
    if (!event.isTrusted) return;
    seeHeld(own);
    own.letGo.add(event.key);
    own.onward();
  };
  const end = (): void => {
    own.onward();
    cancel(timer);
    cancel(over);
    removeEventListener('keyup', release, true);
    for (const kind of BRINGS) removeEventListener(kind, judge, true);
    for (const kind of HEARD) {
      removeEventListener(kind, hear, true);
      removeEventListener(kind, hearLast);
    }
    removeEventListener('focusin', follow, true);
    removeEventListener('blur', leave, true);
  };
  let timer = later(end, longest);
  const own: Typing = { came: false, astray: false, field, held: false, letGo: new Set(), onward: () => {}, end };
  addEventListener('keyup', release, true);
  for (const kind of BRINGS) addEventListener(kind, judge, true);
  for (const kind of HEARD) {
    addEventListener(kind, hear, true);
    addEventListener(kind, hearLast);
  }
  addEventListener('focusin', follow, true);
  addEventListener('blur', leave, true);
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
  // Some set the caret as they get the focus, and what is typed would stand beside what they hold.
  if (field.selectionStart !== null && (field.selectionEnd ?? 0) - field.selectionStart < field.value.length) field.select();
  const isHere = (field.getRootNode() as Document | ShadowRoot).activeElement === field && document.hasFocus();
  if (!isHere) return null;
  guard(field, LONGEST_TYPING);
  return field.maxLength;
}

const isTypedInto = (element: Element): boolean =>
  element.matches('input,textarea') || (element instanceof HTMLElement && element.isContentEditable);

/** Keep from every other element, until `arrived`, what is typed into the field by whoever gives it the focus. */
export function keep(wanted: Wanted, longest: number): void {
  const field = only(wanted);
  if (field && isTypedInto(field)) guard(field, longest);
}

type Arrival = 'all' | 'some' | 'none' | 'undone';

const isEmpty = (field: Element): boolean => isField(field) && field.value === '';

/** A field from which the page leads on, or that is drawn anew, is no more the one to look at. */
function seeHeld(own: Typing): void {
  const root = own.field.getRootNode() as Document | ShadowRoot;
  own.held ||= root.activeElement !== own.field || !isEmpty(own.field);
}

/** All came to the field, and the page has taken each letter back at once: some take none before they are pressed. */
function isUndone(last: Typing): boolean {
  seeHeld(last);
  return last.came && !last.held && last.letGo.size > 0;
}

const arrivalOf = (last: Typing | null): Arrival =>
  last?.astray ? (last.came ? 'some' : 'none') : last && isUndone(last) ? 'undone' : 'all';

/** Whether all that was put in since came to the field, or to where the page led on from it. */
export function arrived(): Arrival {
  const last = typing;
  typing = null;
  last?.end();
  return arrivalOf(last);
}

/**
 * As `arrived`, once the key that ends the text is let go: asked while that is on its way, it needs no asking
 * behind it. Whoever waits in vain, as for a key that is let go in a frame, asks for `arrived`, which ends this.
 */
export async function came(key: string): Promise<Arrival> {
  const own = typing;
  if (own && !own.letGo.has(key)) {
    await new Promise<void>((resolve) => {
      own.onward = () => {
        if (typing !== own || own.letGo.has(key)) resolve();
      };
    });
  }
  return typing === own ? arrived() : arrivalOf(own);
}

/** Whether an open modal dialog keeps the field from taking any input. */
export function shutOut(wanted: Wanted): boolean {
  const dialog = [...document.querySelectorAll(':modal')].at(-1);
  const field = only(wanted);
  return dialog !== undefined && field !== null && !isWithin(field, dialog);
}
