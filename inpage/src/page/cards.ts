// Cards: boxes made alike that are told as records, where no role says so.

import { CLICKABLE } from './components';
import { childrenOf, parentOf, partsOf, queryAll } from './dom';
import { HEADINGS } from './landmarks';
import { keptInOneGo } from './memo';
import { textOf } from './shown';
import { fold } from './text';

export const ASKING = 'input:not([type=hidden],[type=submit],[type=button],[type=reset],[type=image]),select,textarea';

/** How many children of each tag and class. */
export const likenesses = keptInOneGo((parent) => {
  const counts = new Map<string, number>();
  for (const child of partsOf(parent)) {
    const like = `${child.tagName} ${child.className}`;
    counts.set(like, (counts.get(like) ?? 0) + 1);
  }
  return counts;
});

/** Its class says what it is, or the name that the page gave it as a component. */
export const isKindOf = (element: Element): boolean => element.classList.length > 0 || element.localName.includes('-');

const OWN_CONTROLS = 'button,[role=button],a[href]';

/** A cell that the page draws as a control of its own, as a box that chooses the row. */
const TAKES_FOCUS = '[tabindex="0"]';
const NO_CARDS = 'dt,dd,label,option,td,th,button,a,[role]';

/** What is dragged from one place to another is one of several, though it may be alone in its column. */
const CARRIED = '[draggable=true]:not(tr,li,img)';

/** Of which tags the children are, one after the other. */
const outlineOf = (element: Element): string => childrenOf(element).map((child) => child.localName).join();

/** How many children there are of each tag and class, and of the same parts. */
const outlines = keptInOneGo((parent) => {
  const counts = new Map<string, number>();
  for (const child of childrenOf(parent)) {
    const like = `${child.tagName} ${child.className} ${outlineOf(child)}`;
    counts.set(like, (counts.get(like) ?? 0) + 1);
  }
  return counts;
});

const isOfSameParts = (element: Element, parent: Element): boolean =>
  parent.childElementCount >= 3 && (outlines(parent).get(`${element.tagName} ${element.className} ${outlineOf(element)}`) ?? 0) >= 3;

/** Where pages give no classes: one of at least three siblings of the same parts, of which one is to be pressed. */
function isPlainCard(element: Element, parent: Element): boolean {
  if (element.childElementCount === 0 || !isOfSameParts(element, parent) || element.matches(NO_CARDS)) return false;
  const says = element.childElementCount > 1 || [...element.childNodes].some((node) => node instanceof Text && fold(node.data) !== '');
  return says && element.querySelector(OWN_CONTROLS) !== null;
}

/** The same of what says of none of its parts that it is to be pressed: a card only where nothing else is. */
export function isLikeCard(element: Element): boolean {
  const parent = parentOf(element);
  if (!parent || element.childElementCount < 2 || !isOfSameParts(element, parent)) return false;
  return !element.matches(NO_CARDS) && !element.querySelector(ASKING);
}

/** A component that draws all of a record itself: it says more than its controls and their labels do. */
const drawsRecord = keptInOneGo((host): boolean =>
  host.shadowRoot !== null && host.childElementCount < 2 && !host.matches(NO_CARDS) &&
  queryAll(OWN_CONTROLS, host).length > 0 &&
  textOf(host, 80, (part) => part.matches(`${CLICKABLE},label,${ASKING}`)) !== '');

const WRITTEN_IN = 'textarea,select,input:not([type=hidden],[type=submit],[type=button],[type=image],[type=checkbox],[type=radio])';

/** A box around nothing but one record: what it holds has a control, is not written in, and says more than its controls and their labels. */
const wrapsRecord = keptInOneGo((box): boolean => {
  let inner = box;
  while (inner.childElementCount === 1 && !inner.matches(NO_CARDS)) inner = inner.firstElementChild!;
  if (inner.childElementCount < 2 || inner.matches(NO_CARDS)) return false;
  if (!inner.querySelector(`${OWN_CONTROLS},${TAKES_FOCUS}`) || inner.querySelector(WRITTEN_IN)) return false;
  return textOf(inner, 80, (part) => part.matches(`${CLICKABLE},label`)) !== '';
});

/** Some kits draw a box around each record of a list: at least three of its like do as this one does. */
const isBoxOfRecord = (element: Element, parent: Element): boolean =>
  element.childElementCount === 1 && wrapsRecord(element) &&
  childrenOf(parent).filter((one) => one.tagName === element.tagName && one.className === element.className && wrapsRecord(one)).length >= 3;

const CELLS = 'td,[role=cell],[role=gridcell]';

/** One of at least three siblings of the same tag and class, and itself more than a wrapper, or that of a whole record. */
export function isCard(element: Element): boolean {
  const parent = parentOf(element);
  if (!parent) return false;
  if (!isKindOf(element)) return isPlainCard(element, parent) || (!element.matches(NO_CARDS) && isBoxOfRecord(element, parent));
  if (element.matches(CARRIED) && !element.matches(NO_CARDS) && element.childElementCount >= 2) return true;
  const isPart = element.matches(CELLS) || parent.matches('li,[role=listitem]');
  if (isPart) return fullLikes(element, parent) >= 3;
  if (isOfColumn(element, parent)) return true;
  const count = countOfLikes(element, parent);
  if (count < 3 && !isNodeOfTree(element, parent) && !(count === 2 && isOneOfTwo(element, parent))) return false;
  return (isOneOfWholes(element, parent) && !isWindow(element, parent)) || drawsRecord(element) || isBoxOfRecord(element, parent);
}

const COLUMN_DEPTH = 2;

/** Asked for by each card of a column, which may be a long list. */
const headingIn = keptInOneGo((column): Element | null => queryAll(HEADINGS, column)[0] ?? null);

/** What is made alike in there, each of several parts. */
const wholesIn = (holder: Element, { tagName, className }: Element): Element[] =>
  childrenOf(holder).filter((one) => one.tagName === tagName && one.className === className && one.childElementCount >= 2);

/** The commands of a card stand in the same place in each. */
const isBarOfCommands = (element: Element): boolean => childrenOf(element).every((part) => part.matches('button,[role=button]'));

/** Parts of a record with a list for its state among them: a line of a form has a label, and no commands of its own. */
function setsStateOfRecord(element: Element): boolean {
  const written = queryAll(WRITTEN_IN, element);
  const isState = written.length === 1 && written[0]!.matches('select') && !element.querySelector('label');
  return isState && element.childElementCount > 3 && element.querySelector('button') !== null;
}

/** One of the few that a column of a board holds: other columns, headed as this one is, hold its likes in the same place. */
function isOfColumn(element: Element, list: Element): boolean {
  if (element.childElementCount < 2 || element.matches(NO_CARDS) || isBarOfCommands(element)) return false;
  if (element.querySelector(WRITTEN_IN) && !setsStateOfRecord(element)) return false;
  for (let column: Element | null = list, depth = 0; column && depth < COLUMN_DEPTH; column = parentOf(column), depth++) {
    const own = headingIn(column);
    if (!own || element.contains(own)) continue;
    const place = depth === 0 ? null : childrenOf(column).indexOf(list);
    const others = childrenOf(parentOf(column)).filter((one) => one !== column && one.tagName === column!.tagName && one.className === column!.className);
    const headed = others.filter((one) => childrenOf(one).some((part) => part.matches(HEADINGS) || part.querySelector(HEADINGS)));
    const lists = headed.flatMap((one) => (place === null ? [one] : childrenOf(one).slice(place, place + 1)));
    const likes = lists.map((one) => wholesIn(one, element).length).reduce((sum, count) => sum + count, 0);
    return likes > 0 && wholesIn(list, element).length + likes >= 3;
  }
  return false;
}

/** With several parts, and not alone in that: of the parts of one record, all drawn alike, one may hold its buttons. */
const isOneOfWholes = (element: Element, parent: Element): boolean =>
  element.childElementCount >= 2 &&
  childrenOf(parent).some((one) => one !== element && one.tagName === element.tagName && one.childElementCount >= 2);

const tokens = (like: string): string[] => like.split(/\s+/).filter(Boolean);

const isWithin = (few: string[], many: string[]): boolean => few.length > 1 && few.length < many.length && few.every((one) => many.includes(one));

/** How many are drawn as it is: the only one with a class besides is one of them, as that which is chosen says. */
function countOfLikes(element: Element, parent: Element): number {
  const counts = likenesses(parent);
  const like = `${element.tagName} ${element.className}`;
  const own = counts.get(like) ?? 0;
  if (own === 0 || own >= 3 || counts.size === 1) return own;
  const classes = tokens(like);
  const besides = [...counts].filter(([other, count]) => (own === 1 && isWithin(tokens(other), classes)) || (count === 1 && isWithin(classes, tokens(other))));
  return besides.length === 1 ? own + besides[0]![1] : own;
}

const TREE_DEPTH = 4;
const LONGEST_NODE = 80;

/** One of few that hang under a node of a tree, where others of its kind stand further up: they say a name and its signs alone. */
function isNodeOfTree(element: Element, parent: Element): boolean {
  if (element.matches(NO_CARDS) || element.childElementCount < 2 || element.querySelector(`${ASKING},${OWN_CONTROLS}`)) return false;
  const like = `${element.tagName} ${element.className}`;
  let count = likenesses(parent).get(like) ?? 0;
  for (let at = parentOf(parent), depth = 0; at && depth < TREE_DEPTH && count < 3; at = parentOf(at), depth++) {
    const own = likenesses(at).get(like) ?? 0;
    // A class that is met once on each level is one of a layout.
    if (own > 1) count += own;
  }
  return count >= 3 && textOf(element, LONGEST_NODE + 2).length <= LONGEST_NODE;
}

/** One of the windows that lie over the page, each opened from the one before. */
const isWindow = (element: Element, parent: Element): boolean =>
  parent.localName === 'body' && getComputedStyle(element).position === 'fixed';

const MOST_PARTS = 6;
const SIGN = /^[^\p{L}\p{N}\s]+$/u;

/** Drawn alike as what one presses in each of two records: signs, or the same words or nothing under a hand. */
function isCommandOfBoth(one: Element, other: Element): boolean {
  const [own, theirs] = [textOf(one, LONGEST_NODE), textOf(other, LONGEST_NODE)];
  if (SIGN.test(own) && SIGN.test(theirs)) return true;
  return own === theirs && [one, other].every((part) => getComputedStyle(part).cursor === 'pointer');
}

/** A short line of a few parts that neither asks for anything nor is headed. */
function isLine(element: Element): boolean {
  const parts = element.childElementCount;
  if (parts < 2 || parts > MOST_PARTS || !isKindOf(element) || element.matches(NO_CARDS)) return false;
  return !element.querySelector(`${ASKING},${OWN_CONTROLS},${HEADINGS}`) && textOf(element, LONGEST_NODE + 2).length <= LONGEST_NODE;
}

/** One of two such lines alike that are called differently and have the same to press, as what was put into a cart. */
function isOneOfTwo(element: Element, parent: Element): boolean {
  const other = isLine(element) && childrenOf(parent).find((one) => one !== element && one.tagName === element.tagName && one.className === element.className);
  if (!other || outlineOf(element) !== outlineOf(other) || !isLine(other)) return false;
  const pairs = childrenOf(element).map((part, place) => [part, childrenOf(other)[place]!] as const);
  const isName = ([one, like]: readonly [Element, Element]): boolean => {
    const words = [textOf(one, LONGEST_NODE), textOf(like, LONGEST_NODE)];
    return words[0] !== words[1] && words.every((said) => /\p{L}/u.test(said));
  };
  return pairs.some(isName) && pairs.some(([one, like]) => isCommandOfBoth(one, like));
}

/** Where it is the only one that is left, or found: a line with something to press besides what it is called. */
export const isLoneLine = (element: Element): boolean =>
  isLine(element) && childrenOf(element).some((part) => isCommandOfBoth(part, part)) && !isCommandOfBoth(element, element);

/**
 * The cells of a row are alike as well, and the parts of an item may be: that which alone holds the buttons or the link, or
 * what one writes in to change it in its place, is a part of the record.
 */
function fullLikes(cell: Element, row: Element): number {
  const holdsFields = (one: Element): boolean => one.querySelector(WRITTEN_IN) !== null;
  const leads = (one: Element): boolean => one.querySelector(OWN_CONTROLS) !== null;
  const [written, own] = [holdsFields(cell), leads(cell)];
  // The lines of a cart below their seller have a field each, and are records; so may the cells of one record have.
  if (cell.childElementCount < 2 || (written && cell.matches(CELLS))) return 0;
  const isLike = (one: Element): boolean => one.childElementCount > 1 && holdsFields(one) === written && leads(one) === own;
  return childrenOf(row).filter((one) => one.className === cell.className && isLike(one)).length;
}
