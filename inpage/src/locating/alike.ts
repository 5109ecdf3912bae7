// A list that somebody points into: the items like the one that lies there, how they are found, and what can be read
// of each. It is for a person to look at before it is used, who sees every item outlined.

import { HEADINGS, isHeadRow, TABLES } from '../page/columns';
import { ancestorsOf, childrenOf, queryAll } from '../page/dom';
import { isChurning } from '../page/icons';
import { step } from '../page/paths';
import { textOf } from '../page/shown';
import { clip, fold } from '../page/text';
import type { Box, LocatorSpec } from '../page/types';
import { isUsable, isVisible } from '../page/visible';
import { boxOf } from './describe';
import { locatorsFor } from './locators';
import { innermost } from './pick';

export interface Listed {
  locators: LocatorSpec[];
  boxes: Box[];
  /** Which of the boxes is the one that was pointed at. */
  chosen: number;
  fields: ListedField[];
}

export interface ListedField {
  /** What it may be called, in the page's words. */
  words: string;
  column: string | null;
  target: { locators: LocatorSpec[] } | null;
  attribute: string | null;
}

const ITEMS = 'tr,[role=row],li,[role=listitem],[role=option],article,[role=article]';
const PARTS = 'td,th,[role=cell],[role=gridcell],[role=rowheader],[role=columnheader],dt,dd,thead,tbody,option';
const MOST_FIELDS = 12;
const MOST_BOXES = 200;

const classesOf = (element: Element): string[] => [...element.classList].filter((name) => !isChurning(name));

/** Classes that all of them have. */
const shared = (elements: Element[]): string[] =>
  classesOf(elements[0]!).filter((name) => elements.every((element) => element.classList.contains(name)));

/** The element with its siblings of the same kind: as they are called, and with a class in common where it has any. */
function alike(element: Element): Element[] {
  const siblings = childrenOf(element.parentElement).filter(
    (one) => one.tagName === element.tagName && one.getAttribute('role') === element.getAttribute('role') && !isHeadRow(one),
  );
  const own = classesOf(element);
  const kin = siblings.filter((one) => own.some((name) => one.classList.contains(name)));
  // A class that only this one has tells its state, as `active`.
  return (kin.length > 1 ? kin : siblings).filter((one) => one === element || (isUsable(one) && isVisible(one)));
}

/** The item that is meant: one that is marked up as such, else one of the largest group around the point. */
function itemAround(first: Element): Element[] {
  const groups = [first, ...ancestorsOf(first)]
    .filter((at) => at instanceof HTMLElement && !at.matches(PARTS) && !at.matches('body,html'))
    .map((at) => [at, alike(at)] as const)
    .filter(([, group]) => group.length > 1);
  const marked = groups.find(([at]) => at.matches(ITEMS));
  const largest = groups.reduce<readonly [Element, Element[]] | null>((most, one) => (most && most[1].length > one[1].length ? most : one), null);
  const [item, group] = marked ?? largest ?? [null, []];
  return item ? [item, ...group.filter((one) => one !== item)] : [];
}

const tagged = (element: Element, classes: string[]): string =>
  element.tagName.toLowerCase() + classes.map((name) => `.${CSS.escape(name)}`).join('');

/** Looked for in what holds the list, by the ways in which that is found. */
function locatorsOf(items: Element[]): LocatorSpec[] {
  const item = items[0]!;
  const parent = item.parentElement!;
  const table = item.closest(TABLES);
  const holder = table && parent.matches('tbody,[role=rowgroup]') ? table : parent;
  const heads = queryAll('tr,[role=row]', holder).some(isHeadRow);
  const own =
    tagged(item, shared(items)) + (item.hasAttribute('role') ? `[role="${item.getAttribute('role')}"]` : '') +
    (heads ? ':has(td,[role=cell],[role=gridcell])' : '');
  const css = holder === parent ? `:scope > ${own}` : parent.matches('tbody') ? `tbody > ${own}` : own;
  const classes = tagged(holder, classesOf(holder));
  const byClass: LocatorSpec[] = classes.includes('.') && queryAll(classes).length === 1 ? [{ by: 'css', css: classes }] : [];
  return [...byClass, ...locatorsFor(holder)].slice(0, 3).map((within) => ({ by: 'css', css, within }));
}

/** The headings of the item's table, in which more than nothing is written. */
function columnsOf(item: Element): ListedField[] {
  const table = item.closest(TABLES);
  if (!table || !item.matches('tr,[role=row]')) return [];
  const words = queryAll(HEADINGS, table).filter((cell) => cell.closest(TABLES) === table && !item.contains(cell)).map((cell) => clip(fold(textOf(cell, 200)), 60));
  return [...new Set(words)].filter(Boolean).map((column) => ({ words: column, column, target: null, attribute: null }));
}

/** Where an element stands in its item, by tags and classes. */
function pathIn(item: Element, element: Element): string {
  const parts: string[] = [];
  for (let at: Element | null = element; at && at !== item; at = at.parentElement) {
    const own = tagged(at, classesOf(at));
    const same = childrenOf(at.parentElement).filter((one) => one.matches(own));
    parts.unshift(same.length > 1 ? step(at) : own);
  }
  return `:scope > ${parts.join(' > ')}`;
}

/** Elements that hold a text of their own. */
const leaves = (item: Element): Element[] =>
  queryAll('*', item).filter((element) => isVisible(element) && [...element.childNodes].some((node) => node instanceof Text && node.data.trim()) && !element.matches('script,style,button,option'));

const KINDS: [selector: string, words: string][] = [
  ['h1,h2,h3,h4,h5,h6,[role=heading]', 'title'], ['time,[datetime]', 'date'], ['a[href]', 'name'],
];

function called(element: Element): string {
  const said = element.getAttribute('itemprop') ?? element.getAttribute('data-testid') ?? '';
  const kind = KINDS.find(([selector]) => element.closest(selector))?.[1];
  return said || kind || classesOf(element)[0] || 'text';
}

/** Texts that stand at the same place in most of the items. */
function textsOf(items: Element[]): ListedField[] {
  const fields: ListedField[] = [];
  for (const leaf of leaves(items[0]!)) {
    const css = pathIn(items[0]!, leaf);
    if (fields.some((field) => field.target?.locators[0]?.css === css)) continue;
    const found = items.filter((item) => item.querySelector(css)).length;
    if (found * 2 > items.length) fields.push({ words: called(leaf), column: null, target: { locators: [{ by: 'css', css }] }, attribute: null });
  }
  return fields;
}

/** The list at a point of the window; null where nothing there is one of several. */
export function listedAt(x: number, y: number): Listed | null {
  const first = innermost(x, y);
  const items = first ? itemAround(first) : [];
  if (items.length < 2) return null;
  const fields = columnsOf(items[0]!);
  if (fields.length === 0) fields.push(...textsOf(items));
  const link: ListedField = { words: 'link', column: null, target: { locators: [{ by: 'css', css: 'a[href]' }] }, attribute: 'href' };
  const links = items[0]!.querySelector('a[href]') ? [link] : [];
  const shown = alike(items[0]!).slice(0, MOST_BOXES);
  return {
    locators: locatorsOf(items),
    boxes: shown.map(boxOf),
    chosen: shown.indexOf(items[0]!),
    fields: [...fields.slice(0, MOST_FIELDS), ...links],
  };
}
