// Which element a person means when they point at one.

import { listAround } from './aria';
import { CLICKABLE, drawing, INTERACTIVE, isBareLabel, leafAround, onlyHolds, slotted, wholeOfBox } from './components';
import { holds, isClosingSign, isStandIn, isUsable, isVisible, queryAll } from './dom';

const LONG_LIST = 12;

/**
 * What may have the focus to be moved about in by keys, as a calendar, a tree or a clock's columns of hours and minutes:
 * who points into it means what they point at.
 */
const isPane = (element: Element): boolean =>
  !element.matches(CLICKABLE) && (element.matches('[role=tree]') || element.querySelector('table,[role=grid],[role=row]') !== null ||
    element.querySelectorAll('li').length >= LONG_LIST);

/** What a field's label holds besides the field and says is for pressing, as a calendar's icon; no box to tick. */
function pressedIn(label: Element, element: Element): Element | null {
  if (!(label instanceof HTMLLabelElement) || !label.control || isStandIn(label.control)) return null;
  let pressed: Element | null = null;
  if (element === label || getComputedStyle(label).cursor === 'pointer') return null;
  for (let at: Element | null = element; at && at !== label; at = at.parentElement) {
    if (getComputedStyle(at).cursor === 'pointer' && !holds(at, label.control)) pressed = at;
  }
  return pressed;
}

/** The picture of which an element is an area: areas stand nowhere, the picture and the place in it do. */
function pictureOf(area: HTMLAreaElement): Element | null {
  const name = area.closest('map')?.name;
  return name ? queryAll(`img[usemap="#${CSS.escape(name)}" i]`).find(isVisible) ?? null : null;
}

/** What shows within a list of the page's own making what was chosen; the list is pressed. */
const isShownChoice = (element: Element): boolean =>
  element.matches('[role=combobox] [role=textbox][aria-readonly=true]:not([tabindex])');

/** Within such a list, what takes a choice back does another thing than the list. */
const takesBack = (element: Element): boolean => listAround(element) !== null && isClosingSign(element);

/** The element that a person means when they point at `element`: the button, not the icon in it. */
export function meant(element: Element): Element {
  if (takesBack(element)) return element;
  const picture = element instanceof HTMLAreaElement ? pictureOf(element) : null;
  if (picture) return picture;
  const whole = wholeOfBox(element);
  if (whole) return whole;
  for (let at: Element | null = element; at; at = at.parentElement ?? leafAround(at)) {
    const inLabel = pressedIn(at, element);
    if (inLabel) return drawing(inLabel);
    if (at.matches(INTERACTIVE) && !isShownChoice(at) && !at.matches('body,html,dialog,[role=dialog],[role=tabpanel],main') && !isBareLabel(at) && !onlyHolds(at)) {
      const widget = at.getAttribute('role') ? null : at.closest('[role=slider]');
      if (widget) return widget;
      if (at === element || !isUsable(at)) return element;
      return isPane(at) ? (element.closest('td,th,[role=gridcell],[role=cell]') ?? element) : at;
    }
  }
  return drawing(slotted(element));
}
