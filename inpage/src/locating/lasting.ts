// Whether the description of an element still holds after changes elsewhere in the document, so that a form need not
// be described anew because a message appeared beside it.

import { ancestorsOf, holds } from '../page/dom';
import { HEADINGS } from '../page/landmarks';
import { changesSince, NOTHING, type Change, type Moment } from '../page/memo';
import { partBeside } from '../page/siblings';
import type { LocatorSpec, TargetSpec } from '../page/types';
import { rowOf } from '../rows/neighbours';
import { concerns, selectorOf } from './locate';

/** How far up it is looked for what an element without a role or name of its own is called by. */
const CALLED = 3;
const MOST_TOUCHED = 100;

/** What a description of an element speaks of. */
export interface Surroundings {
  /** The element, or the row that it stands in: what changes there makes another element of it. */
  own: Element;
  /** The part of the page whose texts it reads. */
  around: Element;
}

/** Null where the description reads what the element refers to, wherever that is. */
export function surroundings(element: Element, { role, name }: TargetSpec): Surroundings | null {
  if (element.querySelector('[aria-labelledby]')) return null;
  let around = partBeside(element);
  let depth = 0;
  for (const ancestor of ancestorsOf(element)) {
    if (depth++ < CALLED && !(role && name) && holds(ancestor, around)) around = ancestor;
    if (ancestor.hasAttribute('aria-labelledby')) return null;
  }
  if (element.hasAttribute('aria-labelledby')) return null;
  const row = rowOf(element)?.element;
  return { own: row ?? element, around: row && holds(row, around) ? row : around };
}

/** What nothing concerns that has changed since then: the description, or only what finds the element, or neither. */
export function whatHolds(
  element: Element, { own, around }: Surroundings, target: TargetSpec, since: Moment,
): 'description' | 'locators' | 'nothing' {
  const changes = changesSince(since);
  if (!changes?.length) return changes ? 'description' : 'nothing';
  // What changes again and again, as a message, is asked about once.
  const places = new Map(changes.map((change) => [change.below === NOTHING ? change.at : change, change]));
  for (const change of places.values()) if (!isElsewhere(change, element, own, target)) return 'nothing';
  return changes.some(({ at }) => holds(around, at)) ? 'locators' : 'description';
}

function isElsewhere({ at, below }: Change, element: Element, own: Element, target: TargetSpec): boolean {
  if (holds(own, at) || holds(at, element)) return false;
  const touched = [at];
  for (const ancestor of ancestorsOf(at)) {
    if (holds(ancestor, element)) break;
    touched.push(ancestor);
  }
  for (const one of below) {
    if (touched.push(one) > MOST_TOUCHED) return false;
  }
  const locators = target.locators ?? [];
  // One question first, where most are of no concern: this is asked of each field, after each change.
  const telling = tellingOf(locators);
  return !touched.some(
    (one) => one.shadowRoot || (one.matches(telling) && (one.matches(HEADINGS) || locators.some((locator) => concerns(locator, one)))));
}

const told = new WeakMap<LocatorSpec[], string>();

/** What fits all that the locators, or a heading before the element, may be concerned by. */
function tellingOf(locators: LocatorSpec[]): string {
  let selector = told.get(locators);
  if (selector === undefined) {
    const own = selectorOf(locators);
    selector = own === null ? '*' : [HEADINGS, ...(own ? [own] : [])].join();
    told.set(locators, selector);
  }
  return selector;
}
