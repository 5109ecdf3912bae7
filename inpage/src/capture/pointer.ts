// The pointer: presses, clicks, and drags of either kind.

import { isOnBoxOf } from '../fields/entryboxes';
import { fieldOfBox } from '../fields/fieldboxes';
import { standsAt } from '../fields/holding';
import { notePress } from '../fields/moved';
import { isMarked, isSurface, isSwept } from '../fields/surfaces';
import { movedOnBoard } from '../locating/boards';
import { place } from '../page/ahead';
import { isField } from '../page/aria';
import { whileCapturing } from '../page/capturing';
import { hiddenBoxAt } from '../page/components';
import { holds, originOf, parentOf, queryAll } from '../page/dom';
import { fold } from '../page/text';
import { boxOf, isVisible } from '../page/visible';
import { beforeItOpened, hoverTriggers } from '../page/hover';
import { withMemory } from '../page/memo';
import { later } from '../page/timers';
import type { TargetSpec } from '../page/types';
import { among } from '../rows/among';
import { beneath, carriedCopy, gripOf, isThumb, isWithin, movedWith, neighbourAt, offCentre, placesAround, type Held } from './carried';
import { STILL_PIXELS, isTextField, modifiersOf, pointed, pointedAt, targetOf } from './on';
import { endScrolling } from './scroll';
import { stateBeforeInput } from './settle';
import { endFollowing, sliderBy, tellMoved, tellOnTrack, type Stand } from './slider';
import { steppingOf, tellStepped, type Stepping } from './stepping';
import { on, tell, type Told } from './tell';
import { endTicking, isBox, stoodBefore, tellLabelled, tellTicked } from './ticking';

/** A press that lasts longer is no click to a page that asks to press and hold. */
const HELD_MS = 500;

const PICTURES = 'svg,img';

/** One of several pictures in it that mean different things each, as the stars of a cell. */
function hitsOneOfPictures(element: Element, hit: EventTarget | null): boolean {
  const picture = hit instanceof Element ? hit.closest(PICTURES) : null;
  return picture !== null && picture !== element && holds(element, picture) && queryAll(PICTURES, element).filter(isVisible).length > 2;
}

const BUTTONS = ['left', 'middle', 'right'];

/** A second press within this is one of a double click. */
const DOUBLE_MS = 500;

interface Gesture extends Held {
  /** What held it. */
  home: Element | null;
  /** The innermost that was hit, as the page drew it then. */
  hit: EventTarget | null;
  target: TargetSpec;
  /** What it was at the first of several presses in a row. */
  first: TargetSpec;
  /** When it was pressed, on the clock of events. */
  at: number;
  /** It is drawn for a list's field that takes no press itself. */
  boxed: boolean;
  /** The hidden box in whose place it is drawn. */
  drawn: HTMLInputElement | null;
  /** Where the slider stood that it is. */
  stood: string | null;
  /** The number that it counts up or down. */
  steps: Stepping | null;
  /** What a box said of being ticked. */
  said: string | null;
  /** The slider of whose track it is a part. */
  track: Stand | null;
}

let dragging = false;
let gesture: Gesture | null = null;

/** What has come into the document since the press, and what was taken out of it, to be put elsewhere perhaps. */
let come = new WeakSet<Node>();
let gone = new WeakSet<Node>();

export function noteCome(records: MutationRecord[]): void {
  if (!gesture) return;
  for (const { addedNodes, removedNodes } of records) {
    removedNodes.forEach((node) => gone.add(node));
    addedNodes.forEach((node) => gone.has(node) || come.add(node));
  }
}

/** What is there only while one drags, as a mark of the place, is nothing to drop on: what it stands in is. */
function standing(element: Element): Element {
  let found = element;
  for (let at: Element | null = element; at; at = parentOf(at)) if (come.has(at)) found = parentOf(at) ?? found;
  return found === document.body || found === document.documentElement ? element : found;
}

function pointer(kind: string, event: MouseEvent, element: Element, target: TargetSpec): Told {
  return {
    kind,
    x: event.clientX,
    y: event.clientY,
    button: BUTTONS[event.button] ?? 'left',
    modifiers: modifiersOf(event),
    target,
    ...(['click', 'double_click', 'context_menu'].includes(kind) ? { offset: offsetIn(element, event), among: among(element) } : {}),
  };
}

/** The place in the element, where the place may matter: on a canvas, an image, an area, the box of an entry, or something large. */
function offsetIn(element: Element, event: MouseEvent): [number, number] | null {
  // As it was when it was pressed: by now the page would have to be laid out anew to tell.
  const box = event.detail > 0 && gesture?.element === element ? gesture.box : boxOf(element);
  const pressed = event.detail > 0 && gesture?.element === element ? gesture.hit : originOf(event);
  const inItem = isWorded(element, pressed) ? placeInItem(element, pressed, event) : null;
  if (inItem) return [Math.round(inItem.x - box.x), Math.round(inItem.y - box.y)];
  const matters = element.matches('canvas,svg,img,video,map,area,[role=slider]') || (box.width > 300 && box.height > 200) ||
    isMarked(element, event) || isOnBoxOf(element, pressed) || (event.detail > 0 && gesture?.element === element &&
      (hitsOneOfPictures(element, gesture.hit) || isSurface(element, gesture.hit)));
  return matters ? [Math.round(event.clientX - box.x), Math.round(event.clientY - box.y)] : null;
}

/** What is often answered by its words alone, and lies beside them as well. */
const WORDED = '[role=treeitem],td,[role=cell],[role=gridcell]';

const isWorded = (element: Element, pressed: EventTarget | null): boolean =>
  element.matches('[role=treeitem]') || (element.matches(WORDED) && pressed !== element);

/** So far into its words they are pressed, however long they are. */
const INTO_WORDS_PX = 6;

/**
 * Where an item of a tree is pressed: often only its words choose it and only its arrow opens it, and what hangs under it
 * lies in its box as well.
 */
function placeInItem(item: Element, pressed: EventTarget | null, event: MouseEvent): { x: number; y: number } | null {
  const part = pressed instanceof Element && pressed.closest(WORDED) === item ? pressed : null;
  if (!part) return null;
  const words = [...part.childNodes].find((node) => node instanceof Text && fold(node.data) !== '');
  if (!words) return { x: event.clientX, y: event.clientY };
  const range = document.createRange();
  range.selectNodeContents(words);
  const [first] = range.getClientRects();
  return first ? { x: first.x + Math.min(INTO_WORDS_PX, first.width / 2), y: first.y + first.height / 2 } : null;
}

function describedAt(event: MouseEvent): { element: Element; target: TargetSpec } | null {
  const element = pointed(event);
  if (!element) return null;
  // Described at the press, before the page's own handlers changed anything.
  if (gesture && (gesture.element === element || cameBetween(event, element, gesture) || isPartOfPressed(event, gesture))) return gesture;
  return { element, target: targetOf(element) };
}

/**
 * What was pressed has put something else under the pointer, as a list that opens at once: the browser calls it a
 * click on whatever holds both, and the person has clicked on what they pressed.
 */
function cameBetween(event: MouseEvent, on: Element, pressed: Gesture): boolean {
  const still = Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) <= STILL_PIXELS;
  return event.detail > 0 && still && holds(on, pressed.element);
}

/** What was hit is meant as it was at the press: a list that opens may draw its field otherwise, or over what it showed. */
function isPartOfPressed(event: MouseEvent, pressed: Gesture): boolean {
  const [now, before] = [originOf(event), pressed.hit];
  const still = Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) <= STILL_PIXELS;
  if (event.detail === 0 || !still || !(now instanceof Element) || !(before instanceof Element) || !pressed.boxed) return false;
  return holds(pressed.element, now) && holds(now, before);
}

const describesAhead = place();

/** What the pointer came over may be pressed next. */
function expectPress(event: Event): void {
  const over = event.isTrusted ? originOf(event) : null;
  if (!over) return;
  describesAhead(() => withMemory(() => {
    const element = pointedAt(over);
    if (!element?.isConnected) return;
    hoverTriggers(element);
    targetOf(element);
  }));
}

function pressedDown(raw: Event): void {
  const event = raw as PointerEvent;
  const element = pointed(event);
  // The press is here: what it may fall on is not described ahead any more.
  describesAhead(null);
  endTicking();
  lookAtPressed();
  endScrolling();
  stateBeforeInput(element !== null && isTextField(element));
  [come, gone] = [new WeakSet(), new WeakSet()];
  if (!element) return;
  notePress(element);
  for (const { trigger, since } of hoverTriggers(element, originOf(event))) {
    tell(since === null ? event : { timeStamp: since }, { kind: 'hover', target: beforeItOpened(trigger, element, targetOf(trigger)) });
  }
  dragging = false;
  // By a double click's second press the first one has marked or filled what was pressed.
  endFollowing();
  const before = gesture?.element === element && event.timeStamp - gesture.at < DOUBLE_MS ? gesture : null;
  const target = targetOf(element);
  const places = placesAround(element);
  const first = before?.first ?? target;
  const { timeStamp: at, clientX: x, clientY: y } = event;
  const [drawn, stood, track, steps] = [hiddenBoxAt(element), standsAt(element), sliderBy(element), steppingOf(element)];
  gesture = { element, home: element.parentElement, hit: originOf(event), target, first, at, x, y, boxed: fieldOfBox(element) !== null, drawn, box: places[0]![1], places, stood, track, steps, said: element.getAttribute('aria-checked') };
  tell(event, pointer('mouse_down', event, element, gesture.target), true);
}

function released(raw: Event): void {
  const event = raw as PointerEvent;
  const element = pointed(event);
  if (!element || !gesture) return;
  const from = gesture;
  const way = Math.hypot(event.clientX - from.x, event.clientY - from.y);
  const far = way > STILL_PIXELS;
  const target = element === from.element ? from.target : targetOf(element);
  tell(event, pointer('mouse_up', event, element, target), true);
  if (!far && event.button === 0) expectClick(event, from);
  if (far && !isField(from.element)) tellDrag(event, element, from, way);
}

/** A drag: of a slider, over a surface, of a thing onto another one, or inside of a picture. */
function tellDrag(event: PointerEvent, element: Element, from: Gesture, way: number): void {
  if (from.stood !== null && from.element.matches('[role=slider]') && standsAt(from.element) !== from.stood) {
    dragging = true;
    tellMoved(event, { slider: from.element, target: from.target, stood: from.stood });
    return;
  }
  if (from.track !== null && standsAt(from.track.slider) !== from.track.stood) {
    // Its thumb was dragged, or its track: what is meant is where it stands then.
    dragging = true;
    tellMoved(event, from.track);
    return;
  }
  const { x, y } = from.element.getBoundingClientRect();
  const moved = Math.hypot(x - from.box.x, y - from.box.y) > 4;
  const copy = carriedCopy(event, element, from);
  const held = copy ?? movedWith(event, from);
  const neighbour = copy ? null : neighbourAt(event, held);
  if (!moved && !copy && !neighbour && isSwept(from.element, from.hit, way) && isWithin(event, from.box)) {
    dragging = true;
    const offset = [Math.round(event.clientX - from.box.x), Math.round(event.clientY - from.box.y)];
    const grip = [Math.round(from.x - from.box.x), Math.round(from.y - from.box.y)];
    tell(event, { kind: 'drag_drop', target: from.target, onto: from.target, offset, grip });
    return;
  }
  const below = held.contains(element) ? beneath(event, held) : element;
  const onto = neighbour ?? (below && standing(below));
  // Over plain text, the same gesture selects it.
  dragging = onto !== null && (moved || copy !== null || (below === element && getSelection()?.isCollapsed !== false));
  const board = dragging && onto ? movedOnBoard(event, from.element, from.target, from.home, onto, targetOf) : null;
  if (board) {
    tell(event, { kind: 'drag_drop', ...board, grip: gripOf(from) });
  } else if (dragging && onto) {
    const box = onto.getBoundingClientRect();
    const [offX, offY] = onto.contains(held) && isThumb(held.getBoundingClientRect()) ? offCentre(from) : [0, 0];
    const offset = neighbour ? null : [Math.round(event.clientX + offX - box.x), Math.round(event.clientY + offY - box.y)];
    const alike = { among: among(from.element), onto_among: among(onto) };
    tell(event, { kind: 'drag_drop', target: from.target, onto: targetOf(onto), offset, grip: gripOf(from), ...alike });
  } else if (element === from.element && element.matches('canvas')) {
    tell(event, { kind: 'raw', what: 'something was drawn or dragged inside of a canvas' });
  }
}

function clickedOn(raw: Event): void {
  const event = raw as PointerEvent;
  if (event.detail > 0) lookAtPressed = () => {};
  // The end of a drag: a click on whatever holds both of its ends.
  if (dragging && event.detail > 0) return;
  const at = describedAt(event);
  if (!at || isPassedOn(event, at.element)) return;
  const byKey = event.detail === 0 || event.pointerType === '';
  const held = byKey || !gesture ? 0 : Math.round(event.timeStamp - gesture.at);
  const click = {
    ...pointer('click', event, at.element, at.target),
    clicks: Math.max(1, event.detail),
    by_key: byKey,
    ...(held >= HELD_MS ? { held } : {}),
    ...(isBox(at.element) ? { was: stoodBefore(at.element) } : {}),
  };
  if (!byKey && gesture?.element === at.element && gesture.track) return tellOnTrack(event, gesture.track, () => tell(event, click));
  tell(event, click);
  if (gesture?.steps && !byKey) tellStepped(event, gesture.steps);
  const press = gesture?.element === at.element ? gesture : null;
  tellTicked(event, at.element, at.target, press?.said ?? null);
  tellLabelled(event, at.element, press ? press.drawn : hiddenBoxAt(at.element));
}

function clickedTwice(raw: Event): void {
  const at = describedAt(raw as MouseEvent);
  if (!at) return;
  const target = gesture?.element === at.element ? gesture.first : at.target;
  tell(raw, pointer('double_click', raw as MouseEvent, at.element, target));
}

function askedForMenu(raw: Event): void {
  const at = describedAt(raw as MouseEvent);
  if (at) tell(raw, pointer('context_menu', raw as MouseEvent, at.element, at.target));
}

export function capturePointer(): void {
  window.addEventListener('pointerover', expectPress, { capture: true, passive: true, signal: whileCapturing() });
  on('pointerdown', pressedDown);
  on('pointerup', released);
  on('click', clickedOn);
  on('dblclick', clickedTwice);
  on('contextmenu', askedForMenu);
}

let clicked: { element: Element; at: number; detail: number } | null = null;

/**
 * The click on a label, told as one on what the label is for, comes again as the browser passes it on to that. So does
 * one on an entry that is drawn in the label of the native list behind it: for the list, it does nothing.
 */
function isPassedOn(event: MouseEvent, element: Element): boolean {
  // The second of a double click may come in the same instant, and says that it is the second.
  const atOnce = clicked?.at === event.timeStamp && event.detail <= clicked.detail;
  const again = atOnce && (clicked?.element === element || originOf(event) instanceof HTMLSelectElement);
  clicked = { element, at: event.timeStamp, detail: event.detail };
  return again;
}

/** Looks at what was pressed last, whose click has not come. */
export let lookAtPressed = (): void => {};

/**
 * What the page takes away at the press or the release, as lists that choose before the click, gets no click from the
 * browser. The person has clicked on it all the same, and what the page shows then came of that.
 */
function expectClick(event: PointerEvent, { element, hit, target }: Gesture): void {
  const signal = whileCapturing();
  const look = (): void => {
    if (lookAtPressed !== look) return;
    lookAtPressed = () => {};
    const stays = element.isConnected && hit instanceof Node && hit.isConnected;
    if (stays || signal.aborted) return;
    tell(event, { ...pointer('click', event, element, target), clicks: 1, by_key: false, offset: null });
  };
  lookAtPressed = look;
  later(look);
}
