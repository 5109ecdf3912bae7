// Calendars that pages draw themselves: which months they show, which element is which day, and the buttons that lead
// to other months. A month is known by what it is made of, the numbers of its days in a row, not by classes.

import { CLICKABLE } from './components';
import { ancestorsOf, drawnWithin, fold, holds, isClippedAway, isVisible, parentOf, queryAll, roots, textOf } from './dom';
import { structural } from './paths';
import { monthIn, monthNamed, monthOfDays } from './months';
import type { LocatorSpec } from './types';

/** A month that is shown, with the elements of its days from the first on. */
export interface Month {
  year: number;
  /** 1 to 12. */
  month: number;
  days: Element[];
}

const NUMBER = /^\s*\d{1,2}\s*$/;
const CELL = 'td,[role=gridcell],[role=cell]';
const MOST_NUMBERS = 600;
const AROUND = 8;

/**
 * The outermost elements that hold nothing but a number, in the order of the document; no week's number in a head, and no
 * day that is told once more for the ear alone, as that which is chosen.
 */
function numbered(): { element: Element; number: number }[] {
  const found: { element: Element; number: number }[] = [];
  for (const root of roots()) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node && found.length < MOST_NUMBERS; node = walker.nextNode()) {
      if (!NUMBER.test((node as Text).data) || !node.parentElement) continue;
      const element = whole(node.parentElement);
      if (!element.matches('th,[role=rowheader],option') && isVisible(element) && !isClippedAway(element)) {
        found.push({ element, number: Number((node as Text).data) });
      }
    }
  }
  return found;
}

/** All that says the number, but no week, of which the other days are empty. */
function whole(element: Element): Element {
  const text = fold(element.textContent);
  let at = element;
  for (const around of ancestorsOf(element)) {
    const others = [...around.children].some((one) => one !== at && one.localName === at.localName);
    if (fold(around.textContent) !== text || around.shadowRoot || others || at.matches(CELL)) break;
    at = around;
  }
  return at;
}

/** Runs of 1, 2, 3 … that are as long as a month; the days of its neighbours at its ends belong to none. */
function runs(): Element[][] {
  const found: Element[][] = [];
  let run: Element[] = [];
  for (const { element, number } of [...numbered(), { element: document.body, number: 0 }]) {
    if (number === run.length + 1) {
      run.push(element);
      continue;
    }
    if (run.length >= 28 && run.length <= 31) found.push(run);
    run = number === 1 ? [element] : [];
  }
  return found;
}

const lastDay = (year: number, month: number): number => new Date(year, month, 0).getDate();

/** The months that the page shows now and that say which they are. */
export function months(): Month[] {
  return runs().flatMap((days) => {
    const said = monthOfDays(days);
    // What people read above the days says more than bare numbers on them.
    const told = (said && !said.loose ? said : monthIn(days[0]!)) ?? said;
    return told && lastDay(told.year, told.month) === days.length ? [{ year: told.year, month: told.month, days }] : [];
  });
}

const iso = ({ year, month }: Month, day: number): string =>
  `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;

/** The date of which an element is the day, `2026-11-17`; null where it is none. */
export function dateOf(element: Element): string | null {
  const text = fold(element.textContent);
  // Some kits lay a part without words over the number, which is pressed for the day.
  if (text && !NUMBER.test(text)) return null;
  for (const month of months()) {
    const place = month.days.findIndex((day) => holds(day, element) || (text && holds(element, day)));
    if (place >= 0) return iso(month, place + 1);
  }
  return null;
}

/** Where days stand together. */
function sheetOf(days: Element[]): Element {
  let at = days[0]!;
  while (!holds(at, days[days.length - 1]!)) at = parentOf(at) ?? document.documentElement;
  return at;
}

/** The middle of a sheet can be pointed at, or what that day stands in there, as the number in it lets a pointer through. */
const isOnTop = (days: Element[]): boolean => {
  const day = days[14]!;
  const { x, y, width, height } = day.getBoundingClientRect();
  const root = day.getRootNode() as Document | ShadowRoot;
  const hit = root.elementFromPoint(x + width / 2, y + height / 2);
  return hit !== null && (holds(day, hit) || (holds(hit, day) && holds(sheetOf(days), hit)));
};

/** Opened above the page, and no part of it. */
const isLaidOver = (element: Element): boolean =>
  [element, ...drawnWithin(element)].some(
    (one) => one.matches('[popover],dialog') || ['fixed', 'absolute'].includes(getComputedStyle(one).position));

/** The months of the one calendar that is meant: of several, the one that lies above the page. */
function current(): Month[] | 'several' {
  const shown = months().filter((month) => isOnTop(month.days));
  const over = shown.filter((month) => isLaidOver(sheetOf(month.days)));
  const meant = over.length > 0 ? over : shown;
  const follow = meant.every((month, place) => place === 0 || order(month) === order(meant[place - 1]!) + 1);
  return follow ? meant : 'several';
}

const order = ({ year, month }: { year: number; month: number }): number => year * 12 + month - 1;

/** What is drawn for the eye alone, as the ligature of an icon, is no word; nor is what is there for the ear alone. */
const letters = (element: Element): number =>
  (textOf(element, 200, (part) => part.matches('[aria-hidden=true]') || isDrawnBeside(part, element)).match(/\p{L}/gu) ?? []).length;

/** Words that are indented out of the box that bears them. */
function isDrawnBeside(part: Element, around: Element): boolean {
  if (part.children.length > 0) return false;
  const range = document.createRange();
  range.selectNodeContents(part);
  const [words, box] = [range.getBoundingClientRect(), around.getBoundingClientRect()];
  return words.width > 0 && (words.right <= box.left || words.left >= box.right);
}

const OWN_LAYER = '[popover],dialog,[role=dialog]';

/** What leads to other months: what can be pressed beside or above the days and bears no words, by its side. */
function turners(shown: Month[]): { earlier: Element[]; later: Element[] } {
  const days = new Set(shown.flatMap((month) => month.days));
  let around: Element | null = sheetOf([...days]);
  for (let depth = 0; around && depth < AROUND; around = parentOf(around), depth++) {
    const found = pressable(around).filter((one) => !days.has(one) && ![...days].some((day) => holds(one, day) || holds(day, one)));
    if (found.length === 0) {
      // What lies around a dialog is no part of the calendar in it.
      if (around.matches(OWN_LAYER)) break;
      continue;
    }
    const { x, right } = extent(shown);
    const middle = (x + right) / 2;
    const centre = (one: Element): number => one.getBoundingClientRect().x + one.getBoundingClientRect().width / 2;
    const from = (one: Element): number => Math.abs(centre(one) - middle);
    const sorted = found.sort((one, other) => from(one) - from(other));
    return {
      earlier: sorted.filter((one) => centre(one) < middle),
      later: sorted.filter((one) => centre(one) >= middle),
    };
  }
  return { earlier: [], later: [] };
}

function extent(shown: Month[]): { x: number; right: number; height: number } {
  const boxes = shown.flatMap(({ days }) => days.map((day) => day.getBoundingClientRect()));
  return {
    x: Math.min(...boxes.map((box) => box.x)),
    right: Math.max(...boxes.map((box) => box.right)),
    height: Math.max(...boxes.map((box) => box.bottom)) - Math.min(...boxes.map((box) => box.y)),
  };
}

/** The number of the month that an option of a list stands for, where all of its options are months. */
function monthOf(option: HTMLOptionElement, list: HTMLSelectElement): number | null {
  const numbers = [...list.options].every((one) => /^(0?[1-9]|1[0-2])$/.test(fold(one.label)));
  return numbers ? Number(fold(option.label)) : /\d/.test(option.label) ? null : monthNamed(option.label);
}

const yearOf = (option: HTMLOptionElement): number | null => (/^(19|20)\d\d$/.test(fold(option.label)) ? Number(fold(option.label)) : null);

/** What is to be chosen in a list by the sheet. */
interface Choice {
  list: LocatorSpec;
  option: string;
}

/** Lists by the sheet that say which month it shows, and hold the wanted one: of years, then of months. */
function choices(shown: Month[], year: number, month: number): Choice[] {
  const found: Choice[] = [];
  let around: Element | null = sheetOf(shown.flatMap(({ days }) => days));
  for (let depth = 0; around && depth < AROUND && !around.matches('body,form'); around = parentOf(around), depth++) {
    const lists = queryAll('select', around).filter((one): one is HTMLSelectElement => one instanceof HTMLSelectElement && isVisible(one));
    const of = (read: (option: HTMLOptionElement, list: HTMLSelectElement) => number | null, now: number, wanted: number): Choice[] =>
      lists.flatMap((list) => {
        const at = list.selectedOptions[0];
        const option = [...list.options].find((one) => !one.disabled && read(one, list) === wanted);
        return at && option && option !== at && read(at, list) === now ? [{ list: structural(list), option: option.label }] : [];
      });
    found.push(...of(yearOf, shown[0]!.year, year), ...of(monthOf, shown[0]!.month, month));
    if (found.length > 0 || around.matches(OWN_LAYER)) break;
  }
  return found;
}

const LARGEST_PX = 80;

/** Arrows stand among them in some kits; a day of the week that is one letter is none. */
const COLUMN_HEADS = 'th,[role=columnheader]';

function pressable(around: Element): Element[] {
  // Some kits draw their arrows as links that lead nowhere.
  const named = queryAll(`${CLICKABLE},[tabindex],a`, around);
  const pointed = queryAll('span,div,i,svg,th,td', around).filter(
    (one) => getComputedStyle(one).cursor === 'pointer' && !named.some((other) => holds(other, one)));
  const outermost = pointed.filter((one) => !pointed.some((other) => other !== one && holds(other, one)));
  return [...named, ...outermost].filter((one) => {
    const { width, height } = one.getBoundingClientRect();
    return isVisible(one) && !one.matches('input,select,:disabled,[aria-disabled=true]') && !isEmptyCell(one) &&
      letters(one) <= (one.matches(COLUMN_HEADS) ? 0 : 1) &&
      !/\d/.test(one.textContent ?? '') && Math.max(width, height) <= LARGEST_PX;
  });
}

/** Where a sheet has no day: it bears the keys' focus as the days do, and leads nowhere. */
const isEmptyCell = (element: Element): boolean =>
  element.matches('td,[role=gridcell]') && element.childElementCount === 0 && fold(element.textContent) === '';

/** What a calendar shows, seen from a wanted date. */
export interface CalendarLook {
  /** `none` is shown, or `several`, or there is one. */
  state: 'none' | 'several' | 'one';
  /** It was opened above the page. */
  over: boolean;
  /** How many months the wanted one lies after the last shown, or (negative) before the first; 0 where it is shown. */
  off: number;
  /** The wanted day; null where its month is not shown, or the day cannot be chosen. */
  day: LocatorSpec | null;
  earlier: LocatorSpec[];
  later: LocatorSpec[];
  /** What lists of years and months can be set to, for the wanted one. */
  choices: Choice[];
  /** A day in the middle of the first sheet, and how high that is: where a wheel is turned. */
  middle: LocatorSpec | null;
  height: number;
}

const NOTHING = { over: false, off: 0, day: null, earlier: [], later: [], choices: [], middle: null, height: 0 };
const MOST_TURNERS = 3;

function lookAt(year: number, month: number, day: number): CalendarLook {
  const shown = current();
  if (shown === 'several') return { state: 'several', ...NOTHING };
  if (shown.length === 0) return { state: 'none', ...NOTHING };
  const wanted = order({ year, month });
  const [first, last] = [order(shown[0]!), order(shown[shown.length - 1]!)];
  const off = wanted < first ? wanted - first : Math.max(0, wanted - last);
  const cell = shown.find((one) => order(one) === wanted)?.days[day - 1] ?? null;
  const { earlier, later } = turners(shown);
  return {
    state: 'one',
    over: isLaidOver(sheetOf(shown[0]!.days)),
    off,
    day: cell && !isRefused(cell) ? structural(cell) : null,
    earlier: earlier.slice(0, MOST_TURNERS).map(structural),
    later: later.slice(0, MOST_TURNERS).map(structural),
    middle: structural(shown[0]!.days[14]!),
    height: Math.round(extent(shown.slice(0, 1)).height),
    choices: off === 0 ? [] : choices(shown, year, month),
  };
}

const isRefused = (day: Element): boolean =>
  day.closest(':disabled,[aria-disabled=true]') !== null ||
  queryAll(':disabled,[aria-disabled=true]', day).length > 0 || getComputedStyle(day).pointerEvents === 'none';

const STEADY_LOOKS = 3;

/**
 * The calendar once it stands still: `ms` is waited at most for one that shows another month than `not` (months off the
 * wanted one) said.
 */
export async function calendar(year: number, month: number, day: number, not: number | null, ms: number): Promise<CalendarLook> {
  const until = performance.now() + ms;
  let last = '';
  for (let steady = 0; ; ) {
    const look = lookAt(year, month, day);
    const seen = JSON.stringify(look);
    steady = seen === last ? steady + 1 : 0;
    last = seen;
    const turned = look.state === 'one' && look.off !== not;
    if ((turned && steady >= STEADY_LOOKS) || performance.now() > until) return look;
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}
