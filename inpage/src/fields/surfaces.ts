// Where within an element a press falls, where that means something: on pictures, in colour fields, on the days' columns of
// a planner, and from where to where something is drawn up there.

import { INTERACTIVE } from '../page/components';
import { fold } from '../page/text';

/** Boxes that say nothing of themselves, and are no parts of text or of a list. */
const BARE = 'div,section,main,article,figure';
const LARGE_PX = 150;
const SWEEP_PX = 24;
const MARK_PX = 48;
const MARK_OFF_PX = 3;
const MOST_PARTS = 60;

/** A bare area that was pressed itself, and not what stands in it, as an hour of a planner that shows no hours there. */
export function isSurface(element: Element, hit: EventTarget | null): boolean {
  if (hit !== element || !element.matches(BARE) || element.hasAttribute('role') || element.matches(INTERACTIVE)) return false;
  const { width, height } = element.getBoundingClientRect();
  return Math.max(width, height) > LARGE_PX && getComputedStyle(element).cursor !== 'pointer';
}

/** Whether a mark has come to the place of the press, as in a field of colours: the place is what was picked. */
export function isMarked(element: Element, { clientX, clientY }: MouseEvent): boolean {
  if (fold(element.textContent) || element.matches('a,button,input,select,textarea,label,[role=button]')) return false;
  const { width, height } = element.getBoundingClientRect();
  if (Math.max(width, height) <= MARK_PX) return false;
  const around = [...(element.parentElement ?? element).querySelectorAll('*')];
  return around.length <= MOST_PARTS && around.some((one) => {
    if (one === element || !['absolute', 'fixed'].includes(getComputedStyle(one).position)) return false;
    const box = one.getBoundingClientRect();
    const off = Math.max(Math.abs(box.x + box.width / 2 - clientX), Math.abs(box.y + box.height / 2 - clientY));
    return box.width > 0 && Math.max(box.width, box.height) <= MARK_PX && off <= MARK_OFF_PX;
  });
}

/** Whether one went over an area with the button held, and dragged nothing and marked no text. */
export function isSwept(element: Element, hit: EventTarget | null, far: number): boolean {
  return far > SWEEP_PX && isSurface(element, hit) && getSelection()?.isCollapsed !== false;
}
