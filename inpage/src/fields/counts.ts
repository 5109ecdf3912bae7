// A number that nobody types, between the two buttons that count it: "Guests [−] 2 [+]".

import { isField } from '../page/aria';
import { ancestorsOf, holds, parentOf, queryAll } from '../page/dom';
import { keptInOneGo } from '../page/memo';
import { textOf } from '../page/shown';
import { fold } from '../page/text';
import { isVisible } from '../page/visible';

export const NUMBER = /^[-−]?\d+([.,]\d+)*$/;
const BUTTONS = 'button,[role=button],a';
/** What has no role may be pressed as well where it is nothing but such a sign. */
const DRAWN = ':is(span,div,i,b,em,li):not([role],:has(*))';
const SIGN = /^[-+＋➕−–—➖]$/;
const FIELDS = 'input:not([type=hidden]),select,textarea,[contenteditable=""],[contenteditable=true]';
const AROUND = 5;
/** A part of the page that holds more is no counter. */
const MOST_DRAWN = 8;
const LONGEST = 60;

const PLUS = /^[+＋➕]$|\b(plus|increase|increment|add|more|erhöhen|mehr|aumentar|más|augmenter)\b/i;
const MINUS = /^[-−–—➖]$|\b(minus|decrease|decrement|remove|less|fewer|verringern|weniger|disminuir|reducir|menos|diminuer|moins)\b/i;

/** What a button says that shows no words: its sign, or what that is called. */
const signOf = keptInOneGo((button): 'plus' | 'minus' | null => {
  const text = fold(button.textContent);
  // Most buttons of a page show words, and are not looked at any closer.
  if (/\p{L}/u.test(text) && !PLUS.test(text) && !MINUS.test(text)) return null;
  const shown = textOf(button, 40);
  if (/\p{L}/u.test(shown)) return null;
  const drawn = [button, ...button.querySelectorAll('svg,i,img')];
  const words = drawn.flatMap((one) => ['aria-label', 'title', 'alt', 'class'].map((name) => one.getAttribute(name) ?? ''));
  const said = shown || words.join(' ').replace(/[-_]/g, ' ');
  return PLUS.test(said) ? 'plus' : MINUS.test(said) ? 'minus' : null;
});

const isDrawnSign = (element: Element): boolean =>
  element.matches(DRAWN) && SIGN.test(fold(element.textContent)) && getComputedStyle(element).cursor === 'pointer';

/** What may count in there: its buttons, or signs where it has none. */
function buttonsIn(around: Element): readonly Element[] {
  const buttons = queryAll(BUTTONS, around);
  return buttons.length > 0 || around.childElementCount > MOST_DRAWN ? buttons : queryAll(DRAWN, around).filter(isDrawnSign);
}

/** The number that it shows and that nobody can type there; null for everything else. */
export function numberShown(element: Element): string | null {
  if (element instanceof HTMLInputElement) return element.readOnly && NUMBER.test(element.value) ? element.value : null;
  if (isField(element) || element.childElementCount > 0) return null;
  const text = fold(element.textContent);
  return NUMBER.test(text) ? text : null;
}

const isAloneIn = (number: Element, around: Element): boolean =>
  queryAll(FIELDS, around).every((one) => one === number || !isVisible(one)) &&
  queryAll('*', around).every((one) => one === number || numberShown(one) === null || one.closest(BUTTONS) !== null || !isVisible(one));

export interface Counter {
  plus: Element;
  minus: Element;
}

/** What counts the number that an element shows; null where it shows none, or other buttons stand around it. */
export const counterOf = keptInOneGo((number): Counter | null => {
  if (numberShown(number) === null || number.closest(BUTTONS)) return null;
  for (const around of [...ancestorsOf(number)].slice(0, AROUND)) {
    const buttons = buttonsIn(around).filter(isVisible);
    if (buttons.length === 0) continue;
    const [plus, minus] = [buttons.find((one) => signOf(one) === 'plus'), buttons.find((one) => signOf(one) === 'minus')];
    return buttons.length === 2 && plus && minus && isAloneIn(number, around) ? { plus, minus } : null;
  }
  return null;
});

/** The only number in a part of the page that buttons count. */
export function countIn(part: Element): Element | null {
  const counts = queryAll('*', part).filter((one) => counterOf(one) !== null);
  return counts.length === 1 ? counts[0]! : null;
}

/** The number that a button counts. */
export function countedBy(button: Element): Element | null {
  if (signOf(button) === null || !(button.matches(BUTTONS) || isDrawnSign(button))) return null;
  for (const around of [...ancestorsOf(button)].slice(0, AROUND)) {
    const buttons = buttonsIn(around).length;
    // Not looked through for a number: what holds more, as a list of things to add.
    if (buttons > 2) return null;
    const number = buttons === 2 ? countIn(around) : null;
    if (number) return number;
  }
  return null;
}

/** The words before a number and its buttons, in the largest part of the page that holds no other one. */
export const captionOfCount = keptInOneGo((number): string | null => {
  const counter = counterOf(number);
  if (!counter) return null;
  const isOwn = (one: Element): boolean => one === counter.plus || one === counter.minus || one === number;
  for (let at = number, depth = 0; depth < 2 * AROUND; depth++) {
    for (let node = at.previousSibling; node; node = node.previousSibling) {
      const text = node instanceof Element ? (isVisible(node) && !isOwn(node) ? textOf(node, 200) : '') : node instanceof Text ? fold(node.data) : '';
      if (/\p{L}/u.test(text)) return text.length <= LONGEST ? text : null;
    }
    const around = parentOf(at);
    if (!around || around.matches('body,form,main,dialog,[role=dialog],[role=alertdialog]')) return null;
    if (queryAll(`${BUTTONS},${FIELDS}`, around).some((one) => !isOwn(one) && isVisible(one) && !holds(number, one))) return null;
    at = around;
  }
  return null;
});

/** The numbers of that caption which are no fields. */
export const countsCalled = (caption: string, scope: Document | Element | ShadowRoot): Element[] =>
  [...queryAll(BUTTONS, scope), ...queryAll(DRAWN, scope).filter(isDrawnSign)].flatMap((button) => {
    const number = signOf(button) === 'plus' ? countedBy(button) : null;
    return number && !isField(number) && captionOfCount(number) === caption ? [number] : [];
  });
