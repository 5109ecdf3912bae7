// The box to tick that an entry of a list for several choices shows before its words.

import { parentOf, queryAll } from '../page/dom';
import { fold } from '../page/text';

const ENTRY = '[role=option],[role=menuitem],[role=menuitemcheckbox],[role=menuitemradio]';
const SAYS_BOX = 'input[type=checkbox],[role=checkbox]';
const LEAST_PX = 8;
const MOST_PX = 32;
const LINES = ['borderTopWidth', 'borderRightWidth', 'borderBottomWidth', 'borderLeftWidth'] as const;

/** Whether it is drawn as a box: a small square, or a round, with a line around it. */
function isDrawnBox(one: Element): boolean {
  const { width, height } = one.getBoundingClientRect();
  if (Math.min(width, height) < LEAST_PX || Math.max(width, height) > MOST_PX || Math.abs(width - height) > 2) return false;
  const style = getComputedStyle(one);
  return LINES.every((line) => parseFloat(style[line]) > 0);
}

const showsBox = (part: Element): boolean =>
  fold(part.textContent) === '' && [part, ...queryAll('*', part)].some((one) => one.matches(SAYS_BOX) || isDrawnBox(one));

/**
 * Whether the entry was pressed on its box: lists may answer that by ticking alone, and its words by ticking and closing.
 */
export function isOnBoxOf(entry: Element, hit: EventTarget | null): boolean {
  if (!(hit instanceof Element) || hit === entry || !entry.matches(ENTRY) || !fold(entry.textContent)) return false;
  let part: Element | null = null;
  for (let at: Element | null = hit; at && at !== entry && fold(at.textContent) === ''; at = parentOf(at)) part = at;
  return part !== null && showsBox(part);
}

/**
 * What the only box in an option says of being ticked, where the option says nothing itself: the browser's, one with the
 * role, or a component that draws one and tells by its attribute.
 */
export function tickOf(option: Element): string | null {
  const said = queryAll(SAYS_BOX, option);
  const [box] = said;
  if (said.length === 1 && box) return box instanceof HTMLInputElement ? String(box.checked) : box.getAttribute('aria-checked');
  const drawn = said.length === 0 ? queryAll('*', option).filter((one) => one.localName.includes('-') && one.shadowRoot !== null && showsBox(one)) : [];
  const component = drawn.find((one) => drawn.every((other) => other === one || one.shadowRoot!.contains(other)));
  return component ? String(component.hasAttribute('checked')) : null;
}
