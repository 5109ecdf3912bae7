// Whether a person sees an element, and where it is drawn.

import { ancestorsOf, parentOf, partsOf } from './dom';
import { keptInOneGo } from './memo';
import { fold } from './text';

/** Rendered, not `visibility: hidden`, and with an area (or with children that have one). */
export const isVisible = keptInOneGo((element): boolean => {
  if (!element.isConnected) return false;
  if (!element.checkVisibility({ visibilityProperty: true })) return hasNoBox(element) && showsInItsPlace(element);
  const box = element.getBoundingClientRect();
  if (box.width > 0 && box.height > 0) return !isWithinUndrawn(element);
  return partsOf(element).some(isVisible);
});

/** How many buttons and fields cannot be used now. */
export const disabledNow = (): number => document.querySelectorAll(':disabled,[aria-disabled=true]').length;

/** Whether it stands in a box that keeps its room and draws nothing, as a list does that is put away so (Chosen). */
export const isWithinUndrawn = (element: Element): boolean => {
  const around = element instanceof HTMLElement ? element.offsetParent : null;
  return around !== null && around !== document.body && isUndrawn(around);
};

/** What is left of a box that `clip` or `clip-path` cuts off from its four sides: nothing where it ends before it begins. */
const CUT = /^rect\((.+?)px, (.+?)px, (.+?)px, (.+?)px\)$/;
const INSET = /^inset\(([\d.]+)%(?: ([\d.]+)%)?(?: ([\d.]+)%)?(?: ([\d.]+)%)?\)$/;

function showsNothing({ clip: cut, clipPath }: CSSStyleDeclaration): boolean {
  const edges = CUT.exec(cut)?.slice(1).map(Number);
  if (edges) return edges[1]! <= edges[3]! || edges[2]! <= edges[0]!;
  const sides = INSET.exec(clipPath)?.slice(1).map((side) => (side === undefined ? undefined : Number(side)));
  if (!sides) return false;
  const [over, right = over!, below = over!, left = right] = sides;
  return over! + below >= 100 || left + right >= 100;
}

/** A positioned box of which all is cut off; one of a pixel is for screen readers, and says what it says. */
const isUndrawn = keptInOneGo((box): boolean => (showsNothing(getComputedStyle(box)) && !isPixel(box)) || isWithinUndrawn(box));

/** Has no box of its own, for which browsers call it invisible: what is in it stands where it does. */
const hasNoBox = (element: Element): boolean =>
  element.childNodes.length > 0 && getComputedStyle(element).display === 'contents';

/** Of what has no box, the largest part that has one: there a person presses it. */
export function drawnPart(element: Element): Element {
  let part = element;
  while (hasNoBox(part)) {
    const area = (one: Element): number => one.getBoundingClientRect().width * one.getBoundingClientRect().height;
    const shown = partsOf(part).filter(isVisible).sort((one, other) => area(other) - area(one));
    if (!shown[0]) break;
    part = shown[0];
  }
  return part;
}

/** Where the element is drawn, be it by its parts alone. */
export function boxOf(element: Element): DOMRect {
  const box = element.getBoundingClientRect();
  return box.width > 0 || box.height > 0 ? box : drawnPart(element).getBoundingClientRect();
}

function showsInItsPlace(element: Element): boolean {
  if (partsOf(element).some(isVisible)) return true;
  if (fold(element.textContent) === '' || element.childElementCount > 0) return false;
  // The text itself is measured: what stands around it may be seen only because of it, and would be asked about it in turn.
  const text = document.createRange();
  text.selectNodeContents(element);
  const { width, height } = text.getBoundingClientRect();
  return width > 0 && height > 0 && getComputedStyle(element).visibility === 'visible';
}

const HOLDERS = 4;

/** In a box of a pixel, for screen readers alone. */
export function isClippedAway(element: Element): boolean {
  for (let at: Element | null = element, depth = 0; at && depth < HOLDERS; at = parentOf(at), depth++) {
    if (isPixel(at)) return true;
  }
  return false;
}

/** Drawn for nobody, by any of the ways in which kits do that, and read out all the same. */
export function isHeardOnly(element: Element): boolean {
  const style = getComputedStyle(element);
  if (!['absolute', 'fixed'].includes(style.position)) return false;
  const { right, bottom } = element.getBoundingClientRect();
  const isAway = right + scrollX <= 0 || bottom + scrollY <= 0;
  return isPixel(element) || isAway || style.fontSize === '0px' || showsNothing(style);
}

/** Of a pixel, or with room at its sides, of which nothing shows. */
const isPixel = keptInOneGo((element): boolean => {
  const { width, height } = element.getBoundingClientRect();
  const [less, more] = [Math.min(width, height), Math.max(width, height)];
  return less > 0 && less <= 1 && (more <= 1 || showsNothing(getComputedStyle(element)));
});

/** Too narrow to be pointed at: it keeps its place for the browser's own messages alone. */
function isSliver(list: Element): boolean {
  const { width, height } = list.getBoundingClientRect();
  return Math.min(width, height) > 0 && Math.min(width, height) <= 1;
}

const isPutAway = keptInOneGo((list: Element): boolean =>
  list.getAttribute('tabindex') === '-1' || isClippedAway(list) || isSliver(list));

/** A native list, or an option of one, in whose place the page draws a list of its own. */
export function isPutAwayList(element: Element): boolean {
  const list = element instanceof HTMLOptionElement ? element.closest('select') : element;
  return list instanceof HTMLSelectElement && isPutAway(list);
}

const READ_OUT = '[aria-live],[role=status],[role=alert],[role=log]';

/** Read out by screen readers alone, as the entry that one points at: it stands nowhere. */
export function isReadOut(element: Element): boolean {
  const told = element.closest(READ_OUT);
  return told !== null && (isClippedAway(element) || isHeardOnly(told) || isCutOff(told));
}

const NOBODY = (): boolean => false;

/** What of an element's parts is read out alone; hardly anything has such parts. */
export const readOutIn = (element: Element): ((part: Element) => boolean) => (element.querySelector(READ_OUT) ? isReadOut : NOBODY);

/** Whether one scrolls to it there. What an app's frame shows nothing of is then in sight as soon as one does. */
function isWithinScroll(box: DOMRect, scrolled: Element): boolean {
  const { left, top } = scrolled.getBoundingClientRect();
  return box.right + scrolled.scrollLeft > left && box.bottom + scrolled.scrollTop > top;
}

/** Outside of a box that shows nothing beyond its edges, or that does not scroll: a drawer that is shut. */
export function isCutOff(element: Element): boolean {
  let box = element.getBoundingClientRect();
  for (const ancestor of ancestorsOf(element)) {
    const { overflow, position } = getComputedStyle(ancestor);
    const fixed = position === 'fixed';
    if (/auto|scroll/.test(overflow) && isWithinScroll(box, ancestor)) box = ancestor.getBoundingClientRect();
    if (ancestor === document.body || (!fixed && !/hidden|clip/.test(overflow))) continue;
    const around = fixed ? new DOMRect(0, 0, innerWidth, innerHeight) : ancestor.getBoundingClientRect();
    const apart = box.bottom <= around.top || box.top >= around.bottom || box.right <= around.left || box.left >= around.right;
    if (apart) return true;
  }
  return false;
}

/** Controls that pages hide on purpose while their label or button stands for them. */
export function isStandIn(element: Element): boolean {
  return (
    element instanceof HTMLInputElement && ['file', 'checkbox', 'radio'].includes(element.type)
  );
}

/** So many levels up at the most what is drawn stands for a control that is hidden. */
const STANDING_FOR = 2;

/** Whether what would be pressed in the place of a hidden box is in sight: its label, or what it lies in. Files are asked for by scripts. */
function isStoodFor(element: Element): boolean {
  if (!(element instanceof HTMLInputElement) || element.type === 'file') return true;
  if ([...(element.labels ?? [])].some(isVisible)) return true;
  let around = parentOf(element);
  for (let n = 0; around && n < STANDING_FOR; n++, around = parentOf(around)) if (isVisible(around)) return true;
  return false;
}

export const isUsable = (element: Element): boolean => isVisible(element) || (isStandIn(element) && isStoodFor(element));
