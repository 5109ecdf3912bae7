// Whether the description of an element still holds after changes elsewhere in the document, so that a form need not
// be described anew because a message appeared beside it.

import { ancestorsOf, holds } from './dom';
import { concerns } from './locate';
import { changesSince, type Change, type Moment } from './memo';
import { HEADINGS, rowOf } from './neighbours';
import type { TargetSpec } from './types';

/** How far up the texts beside an element are looked for. */
const BESIDE = 3;
const MOST_TOUCHED = 100;

/** The part of the page that a description of the element reads in whole; null where it reads what it refers to. */
export function surroundings(element: Element): Element | null {
  if (element.querySelector('[aria-labelledby]')) return null;
  let around = element;
  let depth = 0;
  for (const ancestor of ancestorsOf(element)) {
    if (depth++ < BESIDE) around = ancestor;
    if (ancestor.hasAttribute('aria-labelledby')) return null;
  }
  if (element.hasAttribute('aria-labelledby')) return null;
  const row = rowOf(element)?.element;
  return row && holds(row, around) ? row : around;
}

/** Whether nothing that has changed since then concerns the description. */
export function stillHolds(element: Element, around: Element, target: TargetSpec, since: Moment): boolean {
  const changes = changesSince(since);
  return changes !== null && changes.every((change) => isElsewhere(change, element, around, target));
}

function isElsewhere({ at, below }: Change, element: Element, around: Element, target: TargetSpec): boolean {
  if (holds(around, at) || holds(at, element)) return false;
  const touched = [at];
  for (const ancestor of ancestorsOf(at)) {
    if (holds(ancestor, element)) break;
    touched.push(ancestor);
  }
  for (const one of below) {
    if (touched.push(one) > MOST_TOUCHED) return false;
  }
  const locators = target.locators ?? [];
  return !touched.some(
    (one) => one.shadowRoot || one.matches(HEADINGS) || locators.some((locator) => concerns(locator, one)));
}
