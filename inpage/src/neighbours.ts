// What stands around an element: heading, section, row and the texts beside it.

import { nameOf, roleOf } from './aria';
import { ancestorsOf, clip, fold, isVisible, parentOf, textOf } from './dom';
import { keptInOneGo } from './memo';
import type { Neighbourhood } from './types';

const SECTION_ROLES = new Set([
  'form', 'region', 'dialog', 'alertdialog', 'main', 'navigation', 'search', 'complementary', 'banner',
  'contentinfo', 'group', 'table', 'grid', 'tabpanel', 'toolbar', 'menu', 'radiogroup', 'listbox',
]);

const ROW_ROLES = new Set(['row', 'listitem', 'article', 'option', 'treeitem', 'menuitem']);

export interface Row {
  element: Element;
  role: string;
}

/** The nearest ancestor that repeats: a table row, a list item, a card among its like. */
export function rowOf(element: Element): Row | null {
  for (const ancestor of ancestorsOf(element)) {
    const role = roleOf(ancestor);
    if (role && ROW_ROLES.has(role)) return { element: ancestor, role };
    if (role === 'dialog' || role === 'main' || (role === 'form' && asks(ancestor))) return null;
    if (isCard(ancestor)) return { element: ancestor, role: 'card' };
  }
  return null;
}

const ASKING = 'input:not([type=hidden],[type=submit],[type=button],[type=reset],[type=image]),select,textarea';

/** A form with more than buttons in it is a place of its own; one around a row's button is a part of the row. */
const asks = keptInOneGo((form): boolean => [...form.querySelectorAll(ASKING)].some(isVisible));

/** How many children of each tag and class. */
const likenesses = keptInOneGo((parent) => {
  const counts = new Map<string, number>();
  for (const child of parent.children) {
    const like = `${child.tagName} ${child.className}`;
    counts.set(like, (counts.get(like) ?? 0) + 1);
  }
  return counts;
});

/** One of at least three siblings of the same tag and class, and itself more than a wrapper. */
export function isCard(element: Element): boolean {
  const parent = parentOf(element);
  if (!parent || !element.classList.length || element.children.length < 2) return false;
  return (likenesses(parent).get(`${element.tagName} ${element.className}`) ?? 0) >= 3;
}

export function sectionOf(element: Element): { element: Element; role: string; name: string } | null {
  for (const ancestor of ancestorsOf(element)) {
    const role = roleOf(ancestor);
    if (!role || !SECTION_ROLES.has(role)) continue;
    const name = ['main', 'form'].includes(role) ? labelOnly(ancestor) : nameOf(ancestor);
    if (name) return { element: ancestor, role, name };
  }
  return null;
}

const labelOnly = (element: Element): string =>
  element.hasAttribute('aria-label') || element.hasAttribute('aria-labelledby') ? nameOf(element) : '';

export const HEADINGS = 'h1,h2,h3,h4,h5,h6,legend,[role=heading]';

/** The last heading of an element that may be one itself. */
const headingOf = keptInOneGo((element): string | null => {
  const heading = element.matches(HEADINGS) ? element : [...element.querySelectorAll(HEADINGS)].pop();
  return heading && isVisible(heading) ? clip(fold(heading.textContent)) : null;
});

const HEADING_SEARCH_DEPTH = 12;

/** The nearest heading among the siblings before an element. */
const headingAmongSiblings = keptInOneGo((element): string | null => {
  for (let sibling = element.previousElementSibling; sibling; sibling = sibling.previousElementSibling) {
    const heading = headingOf(sibling);
    if (heading) return heading;
  }
  return null;
});

function headingBefore(element: Element): string | null {
  for (let at: Element | null = element, depth = 0; at && depth < HEADING_SEARCH_DEPTH; at = parentOf(at), depth++) {
    const heading = headingAmongSiblings(at);
    if (heading) return heading;
  }
  return null;
}

/** The text of something beside an element. */
const shownText = keptInOneGo((element) => (isVisible(element) ? textOf(element, 120) : ''));
const rowText = keptInOneGo((row) => clip(textOf(row, 400)));

function textBeside(element: Element, side: 'previousSibling' | 'nextSibling'): string | null {
  for (let at: Element | null = element, depth = 0; at && depth < 3; at = at.parentElement, depth++) {
    for (let node = at[side]; node; node = node[side]) {
      const text = node instanceof Element ? shownText(node) : node instanceof Text ? fold(node.data) : '';
      if (text) return clip(text);
    }
  }
  return null;
}

/** The part of the page and the row: what a list of elements needs of their surroundings. */
export function placeOf(element: Element): Neighbourhood {
  const near: Neighbourhood = {};
  const section = sectionOf(element);
  const row = rowOf(element);
  const heading = section ? null : headingBefore(element);
  if (section) near.section = clip(section.name);
  if (heading) near.heading = heading;
  if (row) near.row = rowText(row.element);
  return near;
}

export function neighbourhood(element: Element): Neighbourhood {
  const near: Neighbourhood = {};
  const heading = headingBefore(element);
  const section = sectionOf(element);
  const row = rowOf(element);
  const before = textBeside(element, 'previousSibling');
  const after = textBeside(element, 'nextSibling');
  if (heading) near.heading = heading;
  if (section) near.section = clip(section.name);
  if (row) near.row = rowText(row.element);
  if (before) near.before = before;
  if (after) near.after = after;
  return near;
}
