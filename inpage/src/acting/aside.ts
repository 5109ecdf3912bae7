// Where the mouse goes that has unfolded something by resting on it, as a menu at the side, which now lies over what is
// to be pressed. Whoever works by hand moves it away before they press.

import type { Wanted } from '../locating/engine';
import { holds, parentOf } from '../page/dom';
import { isVisible } from '../page/visible';
import { at, isWithin, middleOf, only, pressed } from './aim';

type Place = { x: number; y: number };

/** From the rim of the window, where scroll bars are. */
const RIM_PX = 24;

/** In a fresh tab Chromium takes the mouse to be in the corner, and says it of the innermost element alone. */
const isRestedOn = (part: Element): boolean => part.matches(':hover') || part.querySelector(':hover') !== null;

/** The outermost of what lies there and the mouse rests on, that is nothing around the element. */
function restedOn(cover: Element, element: Element): Element | null {
  let rested: Element | null = null;
  for (let part: Element | null = cover; part && !holds(part, element); part = parentOf(part)) {
    if (isRestedOn(part)) rested = part;
  }
  return rested;
}

function placesBeside(cover: Element): Place[] {
  const { left, top, width, height } = cover.getBoundingClientRect();
  const far = ({ x, y }: Place): number => Math.hypot(x - left - width / 2, y - top - height / 2);
  const [right, bottom] = [innerWidth - RIM_PX, innerHeight - RIM_PX];
  const places = [RIM_PX, innerWidth / 2, right].flatMap((x) => [RIM_PX, innerHeight / 2, bottom].map((y) => ({ x, y })));
  return places.sort((one, other) => far(other) - far(one));
}

/** Where the mouse leaves what lies over the element because it rests there; none where nothing of the kind does. */
export function aside(wanted: Wanted): Place | null {
  const element = only(wanted);
  const isShown = element !== null && isVisible(element);
  // Out of sight, it comes to where something lies over it as it is scrolled to.
  if (isShown && !middleOf(element)) element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  const middle = isShown ? middleOf(element) : null;
  const cover = middle && at(middle.x, middle.y);
  if (!element || !cover || isWithin(cover, pressed(element))) return null;
  const rested = restedOn(cover, element);
  if (!rested) return null;
  return placesBeside(rested).find(({ x, y }) => !isWithin(at(x, y), rested)) ?? null;
}
