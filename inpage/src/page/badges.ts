// Counts and arrows that are drawn into what one presses, as in "Inbox 4" and "Norway ▾": no part of what it is called.

import { childrenOf, parentOf } from './dom';
import { fold, wordsIn } from './text';

const COUNT = /^\d{1,5}\+?$/;

/** What may bear a count; of what has no role as well, where it says more than that. */
const DEPTH = 3;
const MOST = 12;

/** What it says before a count that stands in an element of its own, at its end. */
export function withoutBadge(element: Element): string | null {
  let last = element.lastElementChild;
  while (last?.lastElementChild) last = last.lastElementChild;
  const count = last ? wordsIn(last) : '';
  if (!COUNT.test(count) || element.hasAttribute('aria-label')) return null;
  const whole = wordsIn(element);
  const said = whole.endsWith(count) ? whole.slice(0, -count.length).trim() : '';
  return /\p{L}{2}/u.test(said) && !/\d$/.test(said) ? said : null;
}

const IN_BRACKETS = /^[([][x×]?\s?\d{1,5}\s?[x×]?[)\]]$/;

/** What it says before a count in brackets that stands in an element of its own, at its end: "Bob" of "Bob (x1)". */
export function withoutBracketedCount(element: Element): string | null {
  const { firstChild: said, lastElementChild: count } = element;
  if (!count || said === count || element.childElementCount > 1 || !IN_BRACKETS.test(wordsIn(count))) return null;
  const whole = wordsIn(element);
  const name = whole.slice(0, -wordsIn(count).length).trim();
  return whole.endsWith(wordsIn(count)) && /\p{L}{2}/u.test(name) ? name : null;
}

/**
 * What the element is called without its count: beside it others have a count as well, and each is called otherwise. Of
 * records the number may be the name: "Order 12", "Order 13".
 */
export function calledWithoutBadge(element: Element): string | null {
  const own = withoutBadge(element);
  if (own === null) return null;
  for (let at: Element | null = element, depth = 0; at && depth < DEPTH; at = parentOf(at), depth++) {
    const item = at;
    const siblings = childrenOf(item.parentElement).filter((one) => one !== item && one.localName === item.localName).slice(0, MOST);
    const likes = siblings.flatMap((one) => (item === element ? one : one.querySelector(element.localName)) ?? []);
    const said = likes.map((one) => withoutBadge(one));
    if (said.some((one) => one !== null)) return said.includes(own) ? null : own;
  }
  return null;
}

/** What a drawn list shows as chosen, without the sign that it opens by: one version has it as a text, and another as a picture. */
export const withoutArrow = (shown: string): string => fold(shown).replace(/\s*[▾▼▿⌄˅⏷🞃]$/u, '');
