// Input without a detour: whether the mouse may press an element here and now.
// What is hidden, shut, moving, covered or out of sight is left to whoever waits, scrolls, and says what is in the way.

import { checkedOf, isDisabled } from '../fields/holding';
import { notePress } from '../fields/moved';
import { find, type Wanted } from '../locating/engine';
import { soon } from '../page/ahead';
import { holds, parentOf, rootsAround } from '../page/dom';
import { scriptsRun } from '../page/scripts';
import { cancel, later, pause } from '../page/timers';
import { isVisible } from '../page/visible';
import { followPress, forgetPress } from './passing';
import { saidBeside } from './reused';

interface Aim {
  x: number;
  y: number;
  /** Whether it is ticked; none for what cannot be. */
  checked: boolean | null;
}

interface Struck {
  /**
   * Whether the press fell on the element; else the page has heard of no click: it fell on something else, or the
   * element went from under the mouse before the button was let go. None where no press came.
   */
  hit: boolean | null;
  /** The page has made something else of the element meanwhile, as of a row that it uses again: no click came. */
  changed: boolean;
  /** Before that, it had done something because the button went down. */
  answered: boolean;
  /** A frame lies where the element was: a press that did not come went into that. */
  framed: boolean;
  /** The page took the element away, and what has come into its place has heard nothing. */
  gone: boolean;
  checked: boolean | null;
}

type Box = { x: number; y: number; width: number; height: number };

/** Where elements were when they were last looked at, and in which frame. */
const seen = new WeakMap<Element, { box: Box; frame: number }>();

const frameTime = (): number => Number(document.timeline.currentTime ?? 0);

/** An element was looked at: a press that follows need not look twice to see that it stands still. */
export function noteBox(element: Element): void {
  seen.set(element, { box: element.getBoundingClientRect(), frame: frameTime() });
}

const isSame = (one: Box, other: Box): boolean =>
  one.x === other.x && one.y === other.y && one.width === other.width && one.height === other.height;

/** When the animations of the element, and of what it stands in, come to their ends. */
function animatedUntil(element: Element): number[] {
  const ends = document.getAnimations().map(({ playState, effect }) => {
    const moved = playState === 'running' && effect instanceof KeyframeEffect ? effect.target : null;
    return moved !== null && holds(moved, element) ? [Number(effect!.getComputedTiming().endTime)] : [];
  });
  return ends.flat();
}

/** What pulses or shakes for ever is pressed in its middle, which stays nearly where it is. */
const MIDDLE_PX = 3;

const hasSameMiddle = (one: Box, other: Box): boolean =>
  Math.abs(one.x - other.x + (one.width - other.width) / 2) < MIDDLE_PX &&
  Math.abs(one.y - other.y + (one.height - other.height) / 2) < MIDDLE_PX;

const LONGEST_FRAME = 100;

/** Resolves with the next frame; to false where none comes, as in a window that nobody sees. */
const nextFrame = (): Promise<boolean> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => resolve(true));
    later(() => resolve(false), LONGEST_FRAME);
  });

/** A list that unfolds, and the like, is over by then. */
const LONGEST_ENTRY = 600;

const isComing = (element: Element | null): boolean => {
  const running = element ? [] : document.getAnimations().filter(({ playState }) => playState === 'running');
  const ends = element ? animatedUntil(element) : running.map(({ effect }) => Number(effect?.getComputedTiming().endTime));
  return ends.some((end) => Number.isFinite(end));
};

/**
 * Waits until what is to be pressed has come in. As it unfolds it may be pressed, and some lists go by where an entry will
 * stand: they take another one.
 */
async function cameIn(wanted: Wanted, patience: number): Promise<void> {
  const until = performance.now() + Math.min(LONGEST_ENTRY, patience);
  while (isComing(only(wanted)) && performance.now() < until) await nextFrame();
}

/** The same place in two frames. */
async function standsStill(element: Element): Promise<boolean> {
  const ends = animatedUntil(element);
  if (ends.some(Number.isFinite)) return false;
  const stays = ends.length > 0 ? hasSameMiddle : isSame;
  const before = seen.get(element);
  const box = element.getBoundingClientRect();
  if (before && before.frame !== frameTime()) return stays(before.box, box);
  return (await nextFrame()) && stays(box, element.getBoundingClientRect());
}

/** The innermost element at a place, through open shadow roots. */
export function at(x: number, y: number): Element | null {
  let hit = document.elementFromPoint(x, y);
  while (hit?.shadowRoot) {
    const inner = hit.shadowRoot.elementFromPoint(x, y);
    if (!inner || inner === hit || !hit.shadowRoot.contains(inner)) break;
    hit = inner;
  }
  return hit;
}

/** As the page's events go from `from` up: from what stands in a slot to the slot. */
export function isWithin(from: Element | null, target: Element): boolean {
  for (let part = from; part; part = part.assignedSlot ?? parentOf(part)) if (part === target) return true;
  return false;
}

/** The middle of the element, where all of its first part is in sight. */
export function middleOf(element: Element): { x: number; y: number } | null {
  const box = [...element.getClientRects()].find(({ width, height }) => width * height > 1);
  if (!box || box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight) return null;
  return { x: Math.floor(box.x + box.width / 2), y: Math.floor(box.y + box.height / 2) };
}

/** A press there goes elsewhere, or opens what the browser draws itself. */
const ELSEWHERE = 'label,option,select,area,iframe,frame,object,embed,input[type=file]';

/** What is pressed with an element that is a part of it. */
export const pressed = (element: Element): Element =>
  element.matches('input,textarea') ? element : (element.closest('button,[role=button],a,[role=link]') ?? element);

const PRESS = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'];
const LONGEST_PRESS = 3000;

interface Watch {
  wanted: Wanted;
  element: Element;
  x: number;
  y: number;
  hit: boolean | null;
  /** Nothing lay over what was pressed once the page had heard of that; none where nobody has looked. */
  bare: boolean | null;
  /** What the button was let go on does not belong to what was pressed. */
  slid: boolean;
  changed: boolean;
  answered: boolean;
  clicked: boolean;
  /** The page was told of some of the press. */
  told: boolean;
  state: string;
  end: () => void;
}

let watched: Watch | null = null;

const STATES = ['aria-expanded', 'aria-selected', 'aria-pressed', 'aria-checked', 'aria-current'];

/** What shows that the page has taken the press alone for what it is for. */
const stateOf = (element: Element): string => JSON.stringify([checkedOf(element), ...STATES.map((state) => element.getAttribute(state))]);

/** What pages often choose by the press alone. */
const CHOSEN_BY_PRESS = '[role=option],[role=treeitem],[role^=menuitem],[draggable=true]';

/** What is called the same by now may be what became of the press: the tag or the mention that an entry of a list is taken as. */
const isDrawnAnew = (press: Watch, one: Element): boolean =>
  one.localName === press.element.localName && one.classList[0] === press.element.classList[0];

/** Whether what was pressed stood elsewhere when the button was let go, and is still what it was. */
function hasSlipped(press: Watch): boolean {
  if (press.hit !== true || !press.slid) return false;
  const element = press.element.isConnected ? press.element : only(press.wanted);
  if (!element || (element !== press.element && !isDrawnAnew(press, element)) || !isVisible(element) || element.closest(CHOSEN_BY_PRESS) || stateOf(element) !== press.state) return false;
  const { left, top, right, bottom } = element.getBoundingClientRect();
  return press.x < left || press.x > right || press.y < top || press.y > bottom;
}

/**
 * Whether something came over what was pressed, which is as it was and where it was, before the button was let go. What
 * came because of the press is the page's answer to it; what came by itself must hear nothing of this press.
 */
function isCovered(press: Watch, answered: boolean): boolean {
  const { element } = press;
  if (press.hit !== true || press.bare !== true || !press.slid || answered || !element.isConnected || !isVisible(element)) return false;
  if (element.closest(`${CHOSEN_BY_PRESS},[aria-haspopup],[aria-expanded],input`) || stateOf(element) !== press.state) return false;
  if (letsThrough(element)) return false;
  const { left, top, right, bottom } = element.getBoundingClientRect();
  return press.x >= left && press.x <= right && press.y >= top && press.y <= bottom;
}

/** Nothing lies over what takes no pointer any more since the press has focused it, as menus do that are open while they have the focus. */
const letsThrough = (element: Element): boolean => element.matches(':focus') && getComputedStyle(element).pointerEvents === 'none';

/**
 * Whether the page, because the button went down, has made another record's of the element, as where it sorts its rows
 * anew and uses them again: what was meant stands elsewhere by now, or the row says what another one said before.
 */
function isAnothers(press: Watch, saysAnothers: () => boolean): boolean {
  const { element, wanted } = press;
  const now = only(wanted);
  if (now === element || !element.isConnected || element.closest(CHOSEN_BY_PRESS)) return false;
  return now ? isDrawnAnew(press, now) && isVisible(now) : saysAnothers();
}

interface TextsAround {
  /** Whether texts outside of the element have changed since it was asked last, and not by what hears of the press. */
  changed: () => boolean;
  /** From now on what changes comes of an event of the press; or no more. */
  answers: (to: boolean) => void;
  /** Whether the page has changed anything because of the press. */
  answered: () => boolean;
  end: () => void;
}

function textsAround(element: Element): TextsAround {
  let since = false;
  let answering = false;
  let answered = false;
  const note = (records: MutationRecord[]): void => {
    if (answering) answered ||= records.length > 0;
    else since ||= records.some(({ target }) => !element.contains(target));
  };
  const observer = new MutationObserver(note);
  for (const root of rootsAround(element)) observer.observe(root, { subtree: true, childList: true, characterData: true });
  const changed = (): boolean => {
    note(observer.takeRecords());
    const has = since;
    since = false;
    return has;
  };
  const answers = (to: boolean): void => {
    note(observer.takeRecords());
    answering = to;
  };
  return { changed, answers, answered: () => answered, end: () => observer.disconnect() };
}

/**
 * From now on, a press that falls on something else is kept from the page: one, and not what a person presses later. So
 * is the click on whatever holds both what was pressed and what came into its place, as it means neither.
 */
function watch(wanted: Wanted, element: Element, target: Element, place: { x: number; y: number }): void {
  watched?.end();
  const judge = (event: Event): void => {
    if (!event.isTrusted) return;
    const on = event.composedPath().includes(target);
    own.hit ??= on;
    // By its row an element is somebody's, and a page may give its rows to others between two events.
    if (own.hit && ['pointerdown', 'click'].includes(event.type) && around.changed() && only(wanted) !== element) {
      [own.hit, own.changed, own.answered] = [false, true, around.answered()];
    }
    if (own.hit && event.type === 'click' && around.answered() && isAnothers(own, saysAnothers)) {
      [own.hit, own.changed, own.answered] = [false, true, true];
    }
    if (event.type === 'pointerup') {
      own.slid = !on;
      if (isCovered(own, around.answered())) own.hit = false;
    }
    if (event.type === 'click') {
      end();
      own.clicked = true;
      if (hasSlipped(own)) own.hit = false;
    }
    if (own.hit) {
      own.told = true;
      follow(event);
      around.answers(true);
      // Where the page lets nobody behind itself hear of the event.
      soon(() => around.answers(false));
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const heard = (event: Event): void => {
    if (!event.isTrusted) return;
    around.answers(false);
    if (event.type === 'mousedown') own.bare = isWithin(at(place.x, place.y), target);
  };
  const end = (): void => {
    cancel(timer);
    around.end();
    for (const kind of PRESS) {
      removeEventListener(kind, judge, true);
      removeEventListener(kind, heard);
    }
  };
  const timer = later(end, LONGEST_PRESS);
  const around = textsAround(element);
  const saysAnothers = saidBeside(element);
  const follow = followPress(element);
  const own: Watch = { wanted, element, ...place, hit: null, bare: null, slid: false, changed: false, answered: false, clicked: false, told: false, state: stateOf(element), end };
  for (const kind of PRESS) {
    addEventListener(kind, judge, true);
    addEventListener(kind, heard);
  }
  watched = own;
}

export const only = (wanted: Wanted): Element | null => {
  const found = find(document, wanted);
  return found.length === 1 ? found[0]! : null;
};

export const isReady = (element: Element): boolean => isVisible(element) && !isDisabled(element);

/** So much of the patience goes to the page's scripts at the most. */
const WAITING_SHARE = 0.6;

/**
 * Where to press the element so that it and nothing else is pressed; none where something speaks against it.
 * What is to be `ticked` or unticked and is so already is not aimed at. After `patience` milliseconds nobody waits for
 * the answer any more, and no press is to be judged.
 */
export async function aim(wanted: Wanted, ticked: boolean | null, patience: number): Promise<Aim | null> {
  const asked = performance.now();
  forgetPress();
  await scriptsRun(patience * WAITING_SHARE);
  await cameIn(wanted, patience * WAITING_SHARE);
  const element = only(wanted);
  if (!element || element.matches(ELSEWHERE) || (visualViewport?.scale ?? 1) !== 1) return null;
  const checked = checkedOf(element);
  if (ticked !== null && checked === ticked) return { x: 0, y: 0, checked };
  if (!isReady(element) || !(await standsStill(element)) || !isReady(element)) return null;
  const middle = middleOf(element);
  const target = pressed(element);
  if (!middle || !isWithin(at(middle.x, middle.y), target) || performance.now() - asked > patience) return null;
  notePress(element);
  watch(wanted, element, target, middle);
  return { ...middle, checked };
}

/** What has become of the press that was aimed at last. */
export async function struck(): Promise<Struck> {
  // A form is sent in a task of its own, and whoever asks next must know that the page is leaving.
  await pause();
  const last = watched;
  last?.end();
  watched = null;
  if (!last) return { hit: null, changed: false, answered: false, framed: false, gone: false, checked: null };
  if (!last.clicked && hasSlipped(last)) last.hit = false;
  const framed = last.hit === null && (at(last.x, last.y)?.matches('iframe,frame') ?? false);
  const gone = last.hit === false && !last.told && !last.element.isConnected;
  return { hit: last.hit, changed: last.changed, answered: last.answered, framed, gone, checked: checkedOf(last.element) };
}
