// Lists that show a part of what they hold: what scrolls them, and how far.

import { locateAny } from '../locating/locate';
import { ancestorsOf } from '../page/dom';
import type { LocatorSpec } from '../page/types';
import { isUsable, isVisible } from '../page/visible';
import { change } from './look';

export interface ScrollRequest {
  /** What every record's element looks like. */
  each: LocatorSpec[];
  /** Where to scroll to, in pixels from the top; null only looks. */
  to: number | null;
}

/** In pixels: how far it is scrolled, how much of it is in view, and how much there is. */
export interface Scrolled {
  top: number;
  view: number;
  height: number;
}

/** Milliseconds that a list has to begin drawing something else. */
export const DRAWING = 80;

let latest: Element | null = null;

/** Whether it shows a part of what it holds, one below the other. */
export const scrolls = (element: Element): boolean =>
  element.scrollHeight > element.clientHeight + 1 && element.clientHeight > 0 &&
  (element === document.scrollingElement || ['auto', 'scroll', 'overlay'].includes(getComputedStyle(element).overflowY));

/** What scrolls the element: the nearest around it that has more than it shows. */
export function scrollerOf(element: Element): Element | null {
  for (const ancestor of ancestorsOf(element)) {
    if (ancestor !== document.body && ancestor !== document.documentElement && scrolls(ancestor)) return ancestor;
  }
  const page = document.scrollingElement;
  return page && scrolls(page) ? page : null;
}

/** How far down the element stands in what its scroller holds. */
export function depthIn(scroller: Element | null, element: Element): number {
  const { top } = element.getBoundingClientRect();
  if (!scroller || scroller === document.scrollingElement) return top + window.scrollY;
  return top - scroller.getBoundingClientRect().top + scroller.scrollTop;
}

/** Scrolls at once, and gives the list time to begin drawing something else. */
export async function scrollTo(list: Element, top: number): Promise<void> {
  list.scrollTo({ top, behavior: 'instant' });
  await change(DRAWING);
}

/** Scrolls the list; null where nothing scrolls it. A list that shows no record for a moment is still the same. */
export async function scrolling({ each, to }: ScrollRequest): Promise<Scrolled | null> {
  const record = locateAny({ locators: each }).find((element) => isUsable(element) && isVisible(element));
  const scroller = record ? scrollerOf(record) : latest?.isConnected ? latest : null;
  latest = scroller;
  if (!scroller) return null;
  if (to !== null) await scrollTo(scroller, to);
  return { top: scroller.scrollTop, view: scroller.clientHeight, height: scroller.scrollHeight };
}
