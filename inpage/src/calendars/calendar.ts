// Calendars that pages draw themselves: which months they show, which element is which day, and the buttons that lead
// to other months. A month is known by what it is made of, the numbers of its days in a row, not by classes.

import { CLICKABLE } from '../page/components';
import { holds, queryAll } from '../page/dom';
import { structural } from '../page/paths';
import { textOf } from '../page/shown';
import { fold } from '../page/text';
import type { LocatorSpec } from '../page/types';
import { isClippedAway } from '../page/visible';
import { choices, type Choice } from './choices';
import { dateSaid, monthIn, monthOfDays } from './months';
import { CELL, cells, extent, headings, isLaidOver, isReached, layerOf, sheetOf, steady, turners } from './sheets';

/** A month that is shown, with the elements of its days from the first on. */
export interface Month {
  year: number;
  /** 1 to 12. */
  month: number;
  days: Element[];
}

const NUMBER = /^\s*\d{1,2}\s*$/;
const dayIn = (text: string): number | null => (NUMBER.test(text) ? Number(text) : null);

/** Runs of 1, 2, 3 … that are as long as a month; the days of its neighbours at its ends belong to none. */
function runs(): Element[][] {
  const found: Element[][] = [];
  let run: Element[] = [];
  for (const { element, number } of [...cells(dayIn), { element: document.body, number: 0 }]) {
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

/** What it says; in a cell, whatever it says besides for the ear alone, as the whole date. */
function seenIn(element: Element): string {
  const text = fold(element.textContent);
  if (NUMBER.test(text) || !element.matches(CELL)) return text;
  const cell = element.getBoundingClientRect();
  return fold(textOf(element, 40, (part) => part !== element && (isClippedAway(part) || isApart(part.getBoundingClientRect(), cell))));
}

/** Kits put what is for the ear alone into a box of a pixel, or far off the page. */
const isApart = (box: DOMRect, from: DOMRect): boolean =>
  box.right <= from.left || box.left >= from.right || box.bottom <= from.top || box.top >= from.bottom;

/** The date of which an element is the day, `2026-11-17`; null where it is none. */
export function dateOf(element: Element): string | null {
  const text = seenIn(element);
  // Some kits lay a part without words over the number, which is pressed for the day.
  if (text && !NUMBER.test(text)) return null;
  for (const month of months()) {
    const place = month.days.findIndex((day) => holds(day, element) || (text && holds(element, day)));
    if (place >= 0) return iso(month, place + 1);
  }
  return text ? dateAtEdge(element, Number(text)) : null;
}

/** The date of a day of a neighbouring month, at the edge of a sheet, that says itself which month that is. */
function dateAtEdge(element: Element, day: number): string | null {
  const sheet = months().find(({ days }) => holds(sheetOf(days), element));
  const said = sheet ? dateSaid(element, day) : null;
  if (!sheet || !said || said.loose || Math.abs(order(said) - order(sheet)) !== 1) return null;
  return iso({ ...said, days: [] }, day);
}

const isReachedMonth = ({ days }: Month): boolean => isReached(days[14]!, days);

/** One that opened below the window's edge, or above it, is looked at by scrolling there. */
function broughtIntoView(told: Month[]): Month[] {
  const beyond = told.filter(({ days }) => isBeyond(days[14]!.getBoundingClientRect()));
  const [first] = [...beyond.filter(({ days }) => isLaidOver(sheetOf(days))), ...beyond];
  if (first) sheetOf(first.days).scrollIntoView({ block: 'nearest', behavior: 'instant' });
  return beyond.filter(isReachedMonth);
}

const isBeyond = ({ top, bottom, left, right }: DOMRect): boolean =>
  (top >= innerHeight || bottom <= 0) && left >= 0 && right <= innerWidth;

/** The months of the one calendar that is meant: of several, the one that lies above the page. */
export function current(): Month[] | 'several' {
  const told = months();
  const reached = told.filter(isReachedMonth);
  const shown = reached.length > 0 ? reached : broughtIntoView(told);
  const over = shown.filter((month) => isLaidOver(sheetOf(month.days)));
  const meant = over.length > 0 ? over : shown;
  const steps = meant.slice(1).map((month, place) => order(month) - order(meant[place]!));
  const follow = steps.every((step) => step === 1);
  // Of a time, some calendars turn the month of the end by itself.
  const inOne = steps.every((step) => step > 0) && new Set(meant.map(({ days }) => layerOf(sheetOf(days)))).size === 1;
  return follow || (over.length > 0 && inOne) ? meant : 'several';
}

const order = ({ year, month }: { year: number; month: number }): number => year * 12 + month - 1;

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
  /** What may lead to sheets of years, from which the wanted month can be reached sooner. */
  headings: LocatorSpec[];
  /** A day in the middle of the first sheet, and how high that is: where a wheel is turned. */
  middle: LocatorSpec | null;
  height: number;
}

const NOTHING = { over: false, off: 0, day: null, earlier: [], later: [], choices: [], headings: [], middle: null, height: 0 };
const MOST_TURNERS = 3;
const MOST_HEADINGS = 2;

/** Where the sheets lie. */
const placesOf = (shown: Month[]): string =>
  JSON.stringify(shown.map(({ days }) => days[0]!.getBoundingClientRect()).map(({ x, y }) => [Math.round(x), Math.round(y)]));

function lookAt(shown: Month[] | 'several', { year, month, day }: { year: number; month: number; day: number }): CalendarLook {
  if (shown === 'several') return { state: 'several', ...NOTHING };
  if (shown.length === 0) return { state: 'none', ...NOTHING };
  const wanted = order({ year, month });
  const [first, last] = [order(shown[0]!), order(shown[shown.length - 1]!)];
  const isShown = shown.some((one) => order(one) === wanted);
  const off = isShown ? 0 : wanted < first ? wanted - first : wanted - last;
  const cell = shown.find((one) => order(one) === wanted)?.days[day - 1] ?? null;
  const days = shown.flatMap((one) => one.days);
  const { earlier, later } = turners(days);
  return {
    state: 'one',
    over: isLaidOver(sheetOf(shown[0]!.days)),
    off,
    day: cell && !isRefused(cell) ? structural(pressed(cell)) : null,
    earlier: earlier.slice(0, MOST_TURNERS).map(structural),
    later: later.slice(0, MOST_TURNERS).map(structural),
    middle: structural(pressed(shown[0]!.days[14]!)),
    height: Math.round(extent(shown[0]!.days).height),
    choices: off === 0 ? [] : choices(days, shown[0]!, { year, month }),
    headings: off === 0 ? [] : headings(days).slice(0, MOST_HEADINGS).map(structural),
  };
}

/** What is pressed for the day: the cell around its number, which kits lay over it, unless that is a button itself. */
function pressed(day: Element): Element {
  const around = day.closest(`${CELL},${CLICKABLE}`);
  return around?.matches(CELL) && NUMBER.test(seenIn(around)) ? around : day;
}

const isRefused = (day: Element): boolean =>
  day.closest(':disabled,[aria-disabled=true]') !== null ||
  queryAll(':disabled,[aria-disabled=true]', day).length > 0 || getComputedStyle(day).pointerEvents === 'none';

/**
 * The calendar once it stands still: `ms` is waited at most for one that shows another month than `not` (months off the
 * wanted one) said.
 */
export async function calendar(year: number, month: number, day: number, not: number | null, ms: number): Promise<CalendarLook> {
  const isTurned = ({ state, off }: CalendarLook): boolean => state === 'one' && off !== not;
  let shown: Month[] | 'several' = 'several';
  const look = (): CalendarLook => lookAt((shown = current()), { year, month, day });
  const where = (): string => (shown === 'several' ? '' : placesOf(shown));
  return JSON.parse(await steady(look, isTurned, ms, where)) as CalendarLook;
}
