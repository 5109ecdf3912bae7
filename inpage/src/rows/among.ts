// Whether what is pressed is one of several alike, as records are listed: a card among cards, a link among links.

import { isWeak } from '../calendars/weak';
import { fieldOfBox } from '../fields/fieldboxes';
import { isField, nameOf, roleOf } from '../page/aria';
import { isCard } from '../page/cards';
import { childrenOf, holds, parentOf, queryAll } from '../page/dom';
import { PARTS_OF_APP } from '../page/landmarks';
import { pathFrom } from '../page/paths';
import { clip, wordsIn } from '../page/text';
import { isVisible } from '../page/visible';
import { isLineOfMixedForm } from './formlines';
import { isBelowItsLabel } from './neighbours';
import { namesOfRow } from './rows';

/** The facts that `recording/event.py` calls `Among`. */
export interface Among {
  /** How many others there are. */
  others: number;
  /** They are parts of the app, as the entries of a menu, tabs or steps: no records. */
  in_app?: true;
  /** They say the same as it does: a command that each record has. */
  same?: true;
  /** It and they are toggle buttons beside each other, and just one of the others is on: a choice. */
  one_on?: true;
  /** What stands over it, where others of its row say the same: "Wed" over one of several "+". */
  column?: string;
  /** The one part of a link's address in which it differs from theirs: `7` of `/products/7`. */
  part?: string;
  /** The short texts in it that no other one has, the likeliest name first. */
  says: string[];
  /** As what it is looked for by such a text; without it by the text alone. */
  role?: string;
  /** What the others say, where they may be the entries of a list for choosing. */
  beside?: string[];
}

const DEPTH = 5;
const MOST = 30;
const MOST_TEXTS = 5;
const MOST_BESIDE = 20;
const LONGEST_BESIDE = 60;

/** What holds such parts by the usual names of classes. */
const CLASSED =
  /(^|[-_])(nav|navbar|navigation|menu|submenu|menubar|tabs?|tablist|breadcrumbs?|pagination|pager|steps|stepper|wizard|toolbar|filters?|chips?|segmented)([-_]|$)/;

/** Whole tables and dialogs end a list; the rows of tables are told by `rows.ts`. */
const ENDS = 'body,main,dialog,[role=dialog],[role=alertdialog],table,tr,[role=row],[role=grid],[role=table],td,th,[role=cell],[role=gridcell]';

const spelt = (name: string): string => name.replace(/([a-z])([A-Z])/g, '$1-$2').toLowerCase();

/** Said of what stands beside or under such parts, as the pane of a tab, or of the state that a page is in. */
const AROUND = /^(has|with|no|is)-|(^|[-_])(pane|panel|content|body|main|page|layout|open|opened|collapsed|expanded|fixed)([-_]|$)/;

const isClassed = (element: Element): boolean =>
  [...element.classList].map(spelt).some((name) => CLASSED.test(name) && !AROUND.test(name));

/** So far around a list a class may still speak of it. */
const LIST_DEPTH = 3;

/** Whether the element, one of several items, is in a part of the app; as a command that each item has (`same`), with all of them. */
function isWithinParts(element: Element, item: Element, same: boolean): boolean {
  const start = same ? parentOf(item) : element;
  if (start?.closest(PARTS_OF_APP)) return true;
  let beyond = same ? 1 : 0;
  for (let at = start; at && at !== document.body && beyond < LIST_DEPTH; at = parentOf(at)) {
    if (isClassed(at)) return true;
    if (holds(at, item) && at !== item) beyond++;
  }
  return false;
}

/** Said of the one item that is worked on: its like has no class at all. */
const STATE = /(^|[-_])(current|active|selected|focus|focused|marked|highlighted)([-_]|$)/;

const isPlain = (item: Element): boolean => [...item.classList].map(spelt).every((name) => STATE.test(name));

const isKin = (one: Element, other: Element): boolean =>
  one.localName === other.localName && one.getAttribute('role') === other.getAttribute('role') &&
  (one.getAttribute('class') === other.getAttribute('class') || [...one.classList].some((name) => other.classList.contains(name)) ||
    (isPlain(one) && isPlain(other)));

/** What stands in one item where the element stands in the other, be it in a component's own tree, or in that of one within it. */
function placeIn(one: Element, item: Element, element: Element): Element | null {
  if (one === item || item === element) return one;
  if (item.contains(element)) return one.querySelector(`:scope > ${pathFrom(item, element)}`);
  const root = element.getRootNode();
  const component = root instanceof ShadowRoot ? placeIn(one, item, root.host) : null;
  return component?.shadowRoot?.querySelector(pathFrom(item, element)) ?? null;
}

/** What ratings are drawn with: which of them it is, its name alone says. */
const RATED = /^[★☆⭐✩✪✭✯♥♡❤●○]+$/u;

/** What it says, be it by a picture. */
function wordsOf(element: Element): string {
  const words = wordsIn(element);
  return words !== '' && !RATED.test(words) ? words : nameOf(element) || words;
}

/** Neither says anything, and both draw the same, as the icon of a command does in each record, be it all of its link; or a mere box. */
const isDrawnAlike = (one: Element, other: Element): boolean => {
  if (wordsOf(other) !== '') return false;
  const command = one.closest('a,button,[role=button]');
  if (command) return wordsOf(command) === '' && one.innerHTML === other.innerHTML;
  return isMereBox(one) && isMereBox(other) && one.classList[0] === other.classList[0] && isSign(wordsOf(one));
};

/** Says by its class alone what it is, as what a page draws for a box to tick; one with a role says it by that. */
const isMereBox = (element: Element): boolean =>
  element.matches(':is(div,span,i):not([role])') && element.childElementCount === 0 && element.classList.length > 0;

/** Nothing but a sign, which another may take the place of: "▸" where it unfolds, "✓" where it is chosen. */
const isSign = (words: string): boolean => !/[\p{L}\p{N}]/u.test(words);

/** The elements at the same place in the item's like. */
function likesOf(item: Element, element: Element): Element[] {
  const siblings = childrenOf(item.parentElement).filter((one) => one !== item && isKin(one, item)).slice(0, MOST);
  const there = item === element ? siblings : siblings.flatMap((one) => placeIn(one, item, element) ?? []);
  // Of boxes that say nothing, what says a word is the head of their column, or filled in.
  const silent = isMereBox(element) && wordsOf(element) === '' && element.closest('a,button,[role=button]') === null;
  const isLike = (one: Element): boolean => isDrawnAlike(one, element) || (!silent && wordsOf(one) !== '');
  return there.filter((one) => one.localName === element.localName && isLike(one));
}

const partsOf = ({ origin, pathname, search, hash }: HTMLAnchorElement): string[] =>
  [origin, ...`${pathname}${search}${hash}`.split(/(?=[/?#&=])/)];

/** The only part of its address in which it differs from the other one's. */
function differing(own: HTMLAnchorElement, other: Element): string | null {
  if (!(other instanceof HTMLAnchorElement)) return null;
  const [mine, theirs] = [partsOf(own), partsOf(other)];
  const differ = mine.filter((part, place) => part !== theirs[place]);
  return mine.length === theirs.length && differ.length === 1 ? differ[0]!.slice(1) : null;
}

/** What stands out within a line, as the name does in "Milestone: <em>Spring</em>". */
const MARKED = 'em,strong,b,i,mark,code,cite,q';

/** Its elements, and the texts that it says beside them. */
const piecesOf = (element: Element): Node[] => [...queryAll('*', element), ...[...element.childNodes].filter((node) => node instanceof Text)];

/** What a person could call the whole element by, of what it says in parts. */
export function saidBy(element: Element, likes: Element[]): string[] {
  if (element.childElementCount === 0) return [];
  const whole = wordsIn(element);
  const isShared = (words: string): boolean =>
    likes.some((one) => wordsIn(one).includes(words) && piecesOf(one).some((piece) => wordsIn(piece) === words));
  const marked = queryAll(MARKED, element).filter(isVisible).map((part) => wordsIn(part));
  const texts = new Set<string>();
  for (const text of [...marked, ...[...namesOfRow(element, element)].map((one) => one.text)]) {
    if (text !== whole && !isWeak(text) && !isShared(text)) texts.add(text);
    if (texts.size === MOST_TEXTS) break;
  }
  return [...texts];
}

/** Of the texts that make up an entry, each has its like in the other entries, and not in the texts beside it. */
function firstItem(element: Element): Element {
  const entry = parentOf(element);
  if (!entry || entry.matches(ENDS) || element.classList.length > 0 || roleOf(element) !== null) return element;
  return likesOf(entry, element).length > likesOf(element, element).length ? entry : element;
}

/** What tells a pressed element from its like; null where it has none. */
export function among(element: Element): Among | null {
  if (isField(element) || fieldOfBox(element)) return null;
  const own = wordsOf(element);
  let column: string | null = null;
  for (let at: Element | null = firstItem(element), depth = 0; at && depth < DEPTH && !at.matches(ENDS) && !isBelowItsLabel(at) && !isLineOfMixedForm(at); at = parentOf(at), depth++) {
    const likes = likesOf(at, element).filter((one) => isAddressedAlike(element, one));
    const bySign = at !== element && isSign(own);
    const others = likes.filter((one) => wordsOf(one) !== own && !(bySign && isSign(wordsOf(one))));
    if (likes.length > 0 && others.length === 0) column ??= headingOver(at);
    if (likes.length === 0 || (others.length === 0 && at === element) || (at === element && isPartOfItem(element))) continue;
    const command = at === element && likes.length < LEAST_ITEMS && roleOf(element) === null ? commandOfItems(element) : null;
    if (command) return command;
    const same = others.length > 0 ? {} : { same: true as const, ...(column ? { column } : {}) };
    const found = { ...told(element, others.length > 0 ? others : likes), ...same };
    return isWithinParts(element, at, others.length === 0) || showsCurrent(at) ? { ...found, says: [], in_app: true } : found;
  }
  return commandOfRows(element) ?? loneOption(element);
}

/** The only option that a search left of a list, where it says several things. */
function loneOption(element: Element): Among | null {
  const says = roleOf(element) === 'option' ? saidBy(element, []) : [];
  return says.length > 1 ? { others: 0, says, role: 'option' } : null;
}

/** What says the same at its place in each of several items around it, and has one other sign beside it: a command of its item. */
function commandOfItems(element: Element): Among | null {
  let item = parentOf(element);
  let likes: Element[] = [];
  for (let depth = 0; item && depth < DEPTH && !item.matches(ENDS) && likes.length === 0; depth++) {
    likes = likesOf(item, element);
    if (likes.length === 0) item = parentOf(item);
  }
  if (!item || likes.length < LEAST_ITEMS || likes.some((one) => wordsOf(one) !== wordsOf(element))) return null;
  const found = { ...told(element, likes), same: true as const };
  return isWithinParts(element, item, true) || showsCurrent(item) ? { ...found, says: [], in_app: true } : found;
}

/** What stands without a role in a cell, and says the same in each row of the table: a command, and no fact of the record. */
function commandOfRows(element: Element): Among | null {
  const row = roleOf(element) === null ? element.closest('td')?.closest('tr') : null;
  if (!row) return null;
  const [own, likes] = [wordsOf(element), likesOf(row, element)];
  const inAll = likes.length >= LEAST_ITEMS && likes.every((one) => wordsOf(one) === own);
  return own !== '' && inAll ? { ...told(element, likes), same: true } : null;
}

/** One of several texts that each item of a list has: the records are the items, and not the texts beside each other in one. */
function isPartOfItem(element: Element): boolean {
  const item = element.parentElement;
  return item !== null && item.matches('li,[role=listitem]') && roleOf(element) === null && likesOf(item, element).length >= LEAST_ITEMS;
}

const LEAST_ITEMS = 2;
const LONGEST_HEADING = 40;

/** What the first of several rows of as many parts says over this part, where it says something over each but the first. */
function headingOver(cell: Element): string | null {
  const row = parentOf(cell);
  const [head] = childrenOf(row && parentOf(row));
  const [cells, over] = [childrenOf(row), head ? childrenOf(head).map((one) => wordsIn(one)) : []];
  if (!head || head === row || cells.length <= LEAST_ITEMS || over.length !== cells.length) return null;
  const said = over[cells.indexOf(cell)];
  const heads = new Set(over.slice(1)).size === over.length - 1 && over.slice(1).every((words) => !isSign(words));
  return heads && said && said.length <= LONGEST_HEADING ? said : null;
}

/** Beside the others in a toolbar each is on or off by itself. */
function isOtherThanTheOneOn(element: Element): boolean {
  const all = childrenOf(element.parentElement).filter((one) => one.matches('[aria-pressed]'));
  const on = all.filter((one) => one.getAttribute('aria-pressed') === 'true');
  return all.includes(element) && all.length > LEAST_ITEMS && on.length === 1 && on[0] !== element && !element.closest('[role=toolbar],[role=menubar]');
}

const CURRENT = '[aria-current=page],[aria-current=step]';

/** Whether one of the items is said to be the page, or the step, that is shown. */
const showsCurrent = (item: Element): boolean =>
  childrenOf(item.parentElement).slice(0, MOST).some((one) => one.matches(CURRENT) || one.querySelector(CURRENT) !== null);

const isLink = (element: Element): element is HTMLAnchorElement => element instanceof HTMLAnchorElement && element.hasAttribute('href');

/** Where a link leads that a script answers. */
const NOWHERE = /^#?$|^javascript:/;

/** Links lead to one kind of page where their addresses differ in one part alone. */
const isAddressedAlike = (element: Element, other: Element): boolean =>
  !isLink(element) || NOWHERE.test(element.getAttribute('href') ?? '') || differing(element, other) !== null;

const withoutNumbers = (text: string): string => text.replace(/\d+/g, '#').slice(0, LONGEST_BESIDE);
const LONGEST_ENDING = 2;

/** One of a scale, as "4 stars" is: the others say the same with other numbers. */
function isOnScale(element: Element, likes: Element[]): boolean {
  const own = withoutNumbers(wordsOf(element));
  const isLike = (other: string): boolean => (own.startsWith(other) || other.startsWith(own)) && Math.abs(own.length - other.length) <= LONGEST_ENDING;
  return own.includes('#') && /\p{L}/u.test(own) && likes.every((one) => isLike(withoutNumbers(wordsOf(one))));
}

function told(element: Element, likes: Element[]): Among {
  const part = isLink(element) ? likes.map((one) => differing(element, one)).find((one) => one) : null;
  const role = roleOf(element) ?? (isCard(element) ? 'card' : null);
  const listed = role === null || role === 'listitem' || role === 'menuitem' || isOnScale(element, likes);
  const beside = listed ? likes.slice(0, MOST_BESIDE).map((one) => clip(wordsOf(one), LONGEST_BESIDE)) : [];
  const oneOn = isOtherThanTheOneOn(element) ? { one_on: true as const } : {};
  return { others: likes.length, says: saidBy(element, likes), ...oneOn, ...(part ? { part } : {}), ...(role ? { role } : {}), ...(listed ? { beside } : {}) };
}
