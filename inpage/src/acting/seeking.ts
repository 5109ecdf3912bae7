// Looking through lists that draw only what is in view: what a step means may stand further down, or up.

import { locate } from '../locating/locate';
import { queryAll } from '../page/dom';
import { pause } from '../page/timers';
import type { LocatorSpec } from '../page/types';
import { isUsable, isVisible } from '../page/visible';
import { change } from './look';
import { DRAWING, scrolls, scrollTo } from './scrolling';

export interface SeekRequest {
  /** Of these, one that finds an element will do. */
  locators: LocatorSpec[];
  /** Milliseconds at most. */
  timeout: number;
}

/** Milliseconds that a list has to load more at its end. */
const LOADING = 1500;
/** The part of what is in view by which it is scrolled on. */
const STEP = 0.8;
const MOST_LISTS = 3;
const LOWEST_PX = 60;

/** Lists that can be scrolled, the largest first, and then the page. */
function lists(): Element[] {
  const page = document.scrollingElement;
  const inner = queryAll('*').filter(
    (one) => one !== page && one !== document.body && scrolls(one) && one.clientHeight >= LOWEST_PX && isVisible(one) && !one.matches('textarea,select'));
  const size = (one: Element): number => one.clientWidth * one.clientHeight;
  const largest = inner.sort((one, other) => size(other) - size(one)).slice(0, MOST_LISTS);
  return page && scrolls(page) ? [...largest, page] : largest;
}

const isThere = ({ locators }: SeekRequest): boolean =>
  locators.some((spec) => locate(spec).some((element) => isUsable(element) && isVisible(element)));

/** Whether it came into view; a list that holds all at once, or has nothing of it, stays where it was. */
async function seekIn(list: Element, request: SeekRequest, until: number): Promise<boolean> {
  const began = list.scrollTop;
  let drawn = false;
  const observer = new MutationObserver(() => (drawn = true));
  const drawing = { subtree: true, childList: true, characterData: true };
  observer.observe(list === document.scrollingElement ? document : list, drawing);
  // What a component draws its rows with may be given to it from outside, and stand there.
  if (list.getRootNode() instanceof ShadowRoot) observer.observe((list.getRootNode() as ShadowRoot).host, drawing);
  try {
    if (began > 0) await scrollTo(list, 0);
    for (let step = 0; performance.now() < until && list.isConnected; step++) {
      if (isThere(request)) return true;
      // What comes while the list is scrolled to its end counts as well.
      const [before, high] = [list.scrollTop, list.scrollHeight];
      await scrollTo(list, before + list.clientHeight * STEP);
      if (list.scrollTop > before) {
        // Nothing is drawn anew: it was looked through before.
        if (step > 1 && !drawn) break;
        continue;
      }
      const patience = performance.now() + LOADING;
      // What comes first may be no more than a sign that more is on its way.
      for (let left = LOADING; left > 0 && list.scrollHeight <= high && !isThere(request); left = patience - performance.now()) await change(left);
      if (list.scrollHeight <= high && !isThere(request)) break;
    }
  } finally {
    observer.disconnect();
  }
  if (isThere(request)) return true;
  await scrollTo(list, began);
  return false;
}

/** Whether the element is in view now, after the page's lists were scrolled through. */
export async function seeking(request: SeekRequest): Promise<boolean> {
  const until = performance.now() + request.timeout;
  for (const list of lists()) {
    if (performance.now() >= until) break;
    if (await seekIn(list, request, until)) {
      // What is drawn while it is scrolled may be drawn once more at its end.
      await pause(DRAWING);
      return true;
    }
  }
  return false;
}
