// What goes along with the pointer while something is dragged, where it was held, and what lies under it.

import { childrenOf, parentOf } from '../page/dom';
import { boxOf } from '../page/visible';
import { pointedAt, STILL_PIXELS } from './on';

/** So many of those around a pressed element may be dragged with it. */
const HELD_DEPTH = 6;

/** A copy is carried so exactly where the thing itself was pressed. */
const COPY_PIXELS = 12;

/** What is held by the pointer, as it was at the press. */
export interface Held {
  element: Element;
  /** Where it was pressed. */
  x: number;
  y: number;
  /** Where the element was. */
  box: DOMRect;
  /** Where it and what holds it were. */
  places: [Element, DOMRect][];
}

/** Where the element and what holds it stand; of a sortable list's entry the handle is dragged, and all of it moves. */
export function placesAround(element: Element): [Element, DOMRect][] {
  const places: [Element, DOMRect][] = [];
  for (let at: Element | null = element; at && places.length < HELD_DEPTH; at = parentOf(at)) {
    places.push([at, boxOf(at)]);
  }
  return places;
}

/** What went along with the pointer: the outermost of those around the pressed element that did as it did. */
export function movedWith(event: PointerEvent, from: Held): Element {
  const along = (far: number, pointer: number): boolean => Math.abs(far) > 4 && Math.abs(far - pointer) < 12;
  let outermost = from.element;
  for (const [one, { x, y }] of from.places) {
    const box = one.getBoundingClientRect();
    if (!along(box.x - x, event.clientX - from.x) && !along(box.y - y, event.clientY - from.y)) break;
    outermost = one;
  }
  return outermost;
}

/** The sibling in whose place it was let go: while one drags, it has made room, and stands elsewhere than laid out. */
export function neighbourAt(event: PointerEvent, moved: Element): Element | null {
  const siblings = childrenOf(moved.parentElement).filter(
    (one) => one !== moved && one.tagName === moved.tagName && getComputedStyle(one).transform !== 'none');
  const found = siblings.find((one) => {
    if (!(one instanceof HTMLElement) || !one.offsetParent) return false;
    const outer = one.offsetParent.getBoundingClientRect();
    const x = event.clientX - outer.x - one.offsetLeft + one.offsetParent.scrollLeft;
    const y = event.clientY - outer.y - one.offsetTop + one.offsetParent.scrollTop;
    return x >= 0 && y >= 0 && x < one.offsetWidth && y < one.offsetHeight;
  });
  return found ?? null;
}

/**
 * The copy of what was pressed that a page carries under the pointer while the thing itself stays: it says the same, is
 * held at the same place, and lies over the page.
 */
export function carriedCopy(event: PointerEvent, element: Element, from: Held): Element | null {
  const alike = element !== from.element && element.localName === from.element.localName && element.textContent === from.element.textContent;
  if (!alike) return null;
  const box = element.getBoundingClientRect();
  const off = Math.hypot(event.clientX - box.x - (from.x - from.box.x), event.clientY - box.y - (from.y - from.box.y));
  if (off > COPY_PIXELS) return null;
  for (let at: Element | null = element, depth = 0; at && depth < HELD_DEPTH; at = parentOf(at), depth++) {
    if (['absolute', 'fixed'].includes(getComputedStyle(at).position)) return at.contains(from.element) ? null : at;
  }
  return null;
}

export const isWithin = ({ clientX, clientY }: PointerEvent, box: DOMRect): boolean =>
  clientX >= box.left && clientX <= box.right && clientY >= box.top && clientY <= box.bottom;

const THUMB_PX = 48;

export const isThumb = ({ width, height }: DOMRect): boolean => Math.max(width, height) <= THUMB_PX;

/** How far from where it was held the middle of a thing is, at which a run holds it: on its track that makes a difference. */
export const offCentre = ({ x, y, box }: Held): [number, number] => [box.x + box.width / 2 - x, box.y + box.height / 2 - y];

/** Where a larger thing was held, off its middle: what a planner makes of it depends on that. */
export function gripOf(from: Held): number[] | null {
  if (isThumb(from.box) || Math.hypot(...offCentre(from)) <= STILL_PIXELS) return null;
  return [Math.round(from.x - from.box.x), Math.round(from.y - from.box.y)];
}

/** Where a thing was dragged to that follows the pointer, as a slider's thumb: what lies under it there. */
export function beneath(event: PointerEvent, moved: Element): Element | null {
  const root = moved.getRootNode() as Document | ShadowRoot;
  const others = root.elementsFromPoint(event.clientX, event.clientY).filter((one) => !moved.contains(one));
  const found = others.find((one) => one !== document.body && one !== document.documentElement);
  // A drawing's parts are no elements that a person means.
  return found instanceof SVGElement ? pointedAt(found) : (found ?? null);
}
