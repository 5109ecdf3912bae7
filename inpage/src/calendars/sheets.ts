// Sheets of a calendar that a page draws, of days, months or years: what they are made of, what turns them, and the
// headings over them. They are known by what their cells say, not by classes.

import { CLICKABLE } from '../page/components';
import { ancestorsOf, childrenOf, drawnWithin, holds, outermostOf, parentOf, queryAll, roots } from '../page/dom';
import { textOf } from '../page/shown';
import { fold } from '../page/text';
import { pause } from '../page/timers';
import { isClippedAway, isVisible } from '../page/visible';

export const CELL = 'td,[role=gridcell],[role=cell]';
const MOST_CELLS = 600;
const AROUND = 8;

/** An element that says something and nothing else, as a number. */
export interface Cell {
  element: Element;
  number: number;
}

/**
 * The outermost elements that hold nothing but what reads as a number, in the order of the document; no week's number in
 * a head, and no day that is told once more for the ear alone, as that which is chosen.
 */
export function cells(read: (text: string) => number | null): Cell[] {
  const found: Cell[] = [];
  for (const root of roots()) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node && found.length < MOST_CELLS; node = walker.nextNode()) {
      const number = read((node as Text).data);
      if (number === null || !node.parentElement) continue;
      const element = whole(node.parentElement);
      if (!element.matches('th,[role=rowheader],option') && isVisible(element) && !isClippedAway(element)) {
        found.push({ element, number });
      }
    }
  }
  return found;
}

/** All that says it, but no week, of which the other days are empty. */
function whole(element: Element): Element {
  const text = fold(element.textContent);
  let at = element;
  for (const around of ancestorsOf(element)) {
    const others = childrenOf(around).some((one) => one !== at && one.localName === at.localName);
    if (fold(around.textContent) !== text || around.shadowRoot || others || at.matches(CELL)) break;
    at = around;
  }
  return at;
}

/** Where cells stand together. */
export function sheetOf(sheet: Element[]): Element {
  let at = sheet[0]!;
  while (!holds(at, sheet[sheet.length - 1]!)) at = parentOf(at) ?? document.documentElement;
  return at;
}

/** A cell can be pointed at, or what it stands in there, as the number in it lets a pointer through. */
export function isReached(cell: Element, sheet: Element[]): boolean {
  const { x, y, width, height } = cell.getBoundingClientRect();
  const root = cell.getRootNode() as Document | ShadowRoot;
  const hit = root.elementFromPoint(x + width / 2, y + height / 2);
  return hit !== null && (holds(cell, hit) || (holds(hit, cell) && holds(sheetOf(sheet), hit)));
}

/** What was opened above the page and holds the element. */
export const layerOf = (element: Element): Element | null =>
  [element, ...drawnWithin(element)].find(
    (one) => one.matches('[popover],dialog') || ['fixed', 'absolute'].includes(getComputedStyle(one).position)) ?? null;

/** Opened above the page, and no part of it. */
export const isLaidOver = (element: Element): boolean => layerOf(element) !== null;

export function extent(sheet: Element[]): { x: number; right: number; height: number } {
  const boxes = sheet.map((cell) => cell.getBoundingClientRect());
  return {
    x: Math.min(...boxes.map((box) => box.x)),
    right: Math.max(...boxes.map((box) => box.right)),
    height: Math.max(...boxes.map((box) => box.bottom)) - Math.min(...boxes.map((box) => box.y)),
  };
}

const OWN_LAYER = '[popover],dialog,[role=dialog],[role=alertdialog]';

/** What holds the sheet, from within; what lies around a dialog is no part of the calendar in it. */
export function* around(sheet: Element[]): Generator<Element> {
  let at: Element | null = sheetOf(sheet);
  for (let depth = 0; at && depth < AROUND; at = parentOf(at), depth++) {
    yield at;
    if (at.matches(OWN_LAYER) || isLayerOfItsOwn(at)) return;
  }
}

/** What floats above the page and says of which year its sheet is: the fields of the form around it turn nothing. */
const isLayerOfItsOwn = (one: Element): boolean =>
  ['fixed', 'absolute'].includes(getComputedStyle(one).position) && queryAll('*', one).some(saysYear);

const saysYear = (part: Element): boolean => [...part.childNodes].some((node) => node instanceof Text && YEAR.test(node.data));

/** What can be pressed beside or above the cells and bears no words, or but "Prev" and "Next" above them, by its side. */
export function turners(sheet: Element[]): { earlier: Element[]; later: Element[] } {
  const { x, right } = extent(sheet);
  const middle = (x + right) / 2;
  const centre = (one: Element): number => one.getBoundingClientRect().x + one.getBoundingClientRect().width / 2;
  for (const place of around(sheet)) {
    const turns = (one: Element): boolean =>
      !one.matches(SETS) && (bearsNoWords(one) || (SAYS_SIDE.test(fold(one.textContent)) && isAbove(one, sheet)));
    const found = pressable(place, turns).filter((one) => isBeside(one, sheet) && !isWithoutDay(one, sheet));
    if (found.length === 0) continue;
    const from = (one: Element): number => Math.abs(centre(one) - middle);
    const sorted = found.sort((one, other) => from(one) - from(other));
    return {
      earlier: sorted.filter((one) => centre(one) < middle),
      later: sorted.filter((one) => centre(one) >= middle),
    };
  }
  return { earlier: [], later: [] };
}

const YEAR = /(?<!\d)(19|20)\d\d(?!\d)/;
const LONGEST_HEADING = 40;

/** What can be pressed by the cells and says which year it is: it may lead to sheets of months and years. */
export function headings(sheet: Element[]): Element[] {
  for (const place of around(sheet)) {
    const found = pressable(place, (one) => YEAR.test(saidOn(one))).filter((one) => isBeside(one, sheet));
    if (found.length > 0) return found;
  }
  return [];
}

const saidOn = (element: Element): string => {
  const text = fold(element.textContent);
  return text.length <= LONGEST_HEADING ? text : '';
};

/** Stars, boxes and lists of the form around it are set by a press, or open something: they turn nothing. */
const SETS = '[role=radio],[role=checkbox],[role=switch],[role=slider],[role=option],[role=combobox],[aria-haspopup]';

const SAYS_SIDE =
  /^\P{L}*(?:prev|previous|next|zurück|vorheriger?|weiter|nächster?|précédent|suivant|préc|suiv|anterior|siguiente|sig)\P{L}*$/iu;

/** In the line of the heading, and no button of the form below: that may say "Next" as well. */
function isAbove(one: Element, sheet: Element[]): boolean {
  const [box, first, { x, right }] = [one.getBoundingClientRect(), sheet[0]!.getBoundingClientRect(), extent(sheet)];
  return box.bottom <= first.top && box.right > x - LARGEST_PX && box.x < right + LARGEST_PX;
}

const isBeside = (one: Element, sheet: Element[]): boolean => !sheet.some((cell) => holds(one, cell) || holds(cell, one));

/** An empty one among the cells of a week, before the first day of the month or behind its last. */
const isWithoutDay = (one: Element, sheet: Element[]): boolean =>
  one.childElementCount === 0 && fold(one.textContent) === '' && !one.hasAttribute('aria-label') &&
  sheet.some((cell) => holds(one.parentElement!, cell) && childrenOf(one.parentElement).some((part) => part.localName === one.localName && holds(part, cell)));

/** Words that are indented out of the box that bears them. */
function isDrawnBeside(part: Element, element: Element): boolean {
  if (part.childElementCount > 0) return false;
  const range = document.createRange();
  range.selectNodeContents(part);
  const [words, box] = [range.getBoundingClientRect(), element.getBoundingClientRect()];
  return words.width > 0 && (words.right <= box.left || words.left >= box.right);
}

/** What is drawn for the eye alone, as the ligature of an icon, is no word; nor is what is there for the ear alone. */
const letters = (element: Element): number =>
  (textOf(element, 200, (part) => part.matches('[aria-hidden=true]') || isDrawnBeside(part, element)).match(/\p{L}/gu) ?? []).length;

/** Arrows stand among them in some kits; a day of the week that is one letter is none. */
const COLUMN_HEADS = 'th,[role=columnheader]';

const LARGEST_PX = 80;

const bearsNoWords = (one: Element): boolean =>
  one.getBoundingClientRect().width <= LARGEST_PX &&
  letters(one) <= (one.matches(COLUMN_HEADS) ? 0 : 1) && !/\d/.test(one.textContent ?? '');

function pressable(place: Element, bears: (one: Element) => boolean): Element[] {
  // Some kits draw their arrows as links that lead nowhere.
  const named = queryAll(`${CLICKABLE},[tabindex],a`, place);
  const pointed = queryAll('span,div,i,svg,th,td', place).filter(
    (one) => getComputedStyle(one).cursor === 'pointer' && !named.some((other) => holds(other, one)));
  const outermost = outermostOf(pointed);
  return [...named, ...outermost].filter(
    (one) => isVisible(one) && !one.matches('input,select,:disabled,[aria-disabled=true]') && !isEmptyCell(one) &&
      bears(one) && one.getBoundingClientRect().height <= LARGEST_PX);
}

/** Where a sheet has no day: it bears the keys' focus as the days do, and leads nowhere. */
const isEmptyCell = (element: Element): boolean =>
  element.matches('td,[role=gridcell]') && element.childElementCount === 0 && fold(element.textContent) === '';

const STEADY_LOOKS = 3;

/**
 * What a calendar shows as JSON, once it stands still and is what is waited for, or after `ms` at most. `where` tells where its
 * sheets lie: of those that slide past each other, one will be gone in a moment.
 */
export async function steady<T>(
  look: () => T, isAwaited: (seen: T, text: string) => boolean, ms: number, where: () => string = () => '',
): Promise<string> {
  const until = performance.now() + ms;
  let last = '';
  for (let times = 0; ; ) {
    const seen = look();
    const text = JSON.stringify(seen);
    const now = text + where();
    times = now === last ? times + 1 : 0;
    last = now;
    if ((isAwaited(seen, text) && times >= STEADY_LOOKS) || performance.now() > until) return text;
    await pause(30);
  }
}
