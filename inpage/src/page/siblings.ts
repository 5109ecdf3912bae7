// The texts that stand beside an element.

import { labelOf, roleOf } from './aria';
import { isCard } from './cards';
import { childrenOf, DIALOGS, holds, parentOf, queryAll } from './dom';
import { keptInOneGo } from './memo';
import { textOf } from './shown';
import { clip, fold } from './text';
import { isVisible } from './visible';

/** Roles of what stands among its like. */
export const ROW_ROLES = new Set(['row', 'listitem', 'article', 'option', 'treeitem', 'menuitem']);

/** The text of something beside an element. */
const shownText = keptInOneGo((element) => (isVisible(element) ? textOf(element, 120) : ''));

/**
 * Of a field, only what it is called: what it holds and says of it is other on other data. Nothing of a dialog over
 * which something else is drawn: it stands behind that, and not beside it.
 */
const calledText = keptInOneGo((element) => {
  if (element.matches(DIALOGS) || element.querySelector(DIALOGS)) return '';
  const text = shownText(element);
  if (text && isWholeOfList(element, text)) return '';
  const fields = text ? element.querySelectorAll('input:not([type=hidden]),select,textarea') : [];
  const label = fields.length === 1 ? labelOf(fields[0]!) : null;
  return label && text.startsWith(`${label} `) ? label : text;
});

/** Shows nothing but what is chosen in a list of the page's own making. */
const isWholeOfList = (element: Element, text: string): boolean =>
  [element, ...queryAll(LISTS, element)].some((list) => list.matches(LISTS) && textOf(list, 120) === text);

const LISTS = '[role=combobox]:not(input,select)';

const noSibling = (_: Element): boolean => false;

/** How far up the texts beside an element are looked for. */
const BESIDE = 3;

const ENTRIES = new Set(['treeitem', 'option', 'menuitem']);
const BOXES = '[type=checkbox],[type=radio],[role=checkbox],[role=radio],[role=switch]';

/** An entry among its like: what the one before it says is no word about what stands in this one. */
export const isEntry = (around: Element, element: Element): boolean => {
  const role = roleOf(around);
  if (around === element) return false;
  if (role === null) return isCard(around) && isWrittenInItsPlace(around);
  return (element.matches(BOXES) ? ROW_ROLES : ENTRIES).has(role) || (role === 'listitem' && isWrittenInItsPlace(around));
};

const WRITTEN_IN = 'input:not([type=hidden],[type=checkbox],[type=radio]),select,textarea';

const isLike = (one: Element, item: Element): boolean => one.localName === item.localName && one.childElementCount === item.childElementCount;

/** An item of a list in which alone one writes, as a file's name where it stands: of a form that is a list, others have fields, too. */
const isWrittenInItsPlace = keptInOneGo((item): boolean => {
  if (!item.querySelector(WRITTEN_IN)) return false;
  const likes = childrenOf(item.parentElement).slice(0, MOST_ITEMS).filter((one) => one !== item && isLike(one, item));
  return likes.length >= LEAST_ITEMS && !likes.some((one) => one.querySelector(WRITTEN_IN));
});

const LEAST_ITEMS = 2;
const MOST_ITEMS = 30;

type Side = 'previousSibling' | 'nextSibling';

/** The text beside an element, or the nearest beside what it stands in; and in what it was looked for last. */
function besideOf(element: Element, side: Side, but = noSibling): { text: string | null; within: Element } {
  let at = element;
  for (let depth = 0; depth < BESIDE; depth++) {
    const text = siblingText(at, side, but, calledText);
    const around = parentOf(at);
    if (text || !around || isEntry(around, element)) return { text, within: around ?? at };
    at = around;
  }
  return { text: null, within: at };
}

export const textBeside = (element: Element, side: Side, but = noSibling): string | null => besideOf(element, side, but).text;

/** The part of the page that holds all texts which are read beside an element. */
export function partBeside(element: Element): Element {
  const [before, after] = [besideOf(element, 'previousSibling').within, besideOf(element, 'nextSibling').within];
  return holds(before, after) ? before : after;
}

export function siblingText(
  element: Element, side: Side, but: (sibling: Element) => boolean, said = shownText,
): string | null {
  for (let node = element[side]; node; node = node[side]) {
    if (node instanceof Element && but(node)) continue;
    const text = node instanceof Element ? said(node) : node instanceof Text ? fold(node.data) : '';
    if (text) return clip(text);
  }
  return null;
}
