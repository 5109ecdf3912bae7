// Sheets of years and months, to which a calendar's heading leads: the way to a month that is years away.

import { structural } from '../page/paths';
import type { LocatorSpec } from '../page/types';
import { current } from './calendar';
import { monthNamed, yearBefore, yearIn, type YearMonth } from './months';
import { cells, headings, isReached, steady, turners, type Cell } from './sheets';

/** What a calendar shows in place of its days. */
export interface YearsLook {
  /** The first and the last of the years in a row; null where there is no such sheet. */
  first: number | null;
  last: number | null;
  /** The wanted year or month, where it is on a sheet that is shown. */
  year: LocatorSpec | null;
  month: LocatorSpec | null;
  /** The year that the sheet of months is of. */
  of: number | null;
  headings: LocatorSpec[];
  earlier: LocatorSpec[];
  later: LocatorSpec[];
}

const FEWEST_YEARS = 6;

/** The longest run of years one after the other, upwards or downwards, that can be pointed at. */
function years(): Cell[] {
  const all = cells(yearIn);
  let longest: Cell[] = [];
  for (let from = 0; from < all.length; ) {
    const step = (all[from + 1]?.number ?? 0) - all[from]!.number;
    let to = from + 1;
    while (Math.abs(step) === 1 && all[to] && all[to]!.number - all[to - 1]!.number === step) to++;
    const run = all.slice(from, to);
    const elements = run.map((one) => one.element);
    if (run.length >= FEWEST_YEARS && run.length > longest.length && elements.some((one) => isReached(one, elements))) longest = run;
    from = Math.max(to - 1, from + 1);
  }
  return longest;
}

const ALONE = /^\s*[\p{L}.]{3,12}\s*$/u;

/** Twelve months one after the other, in place of days. */
function monthSheet(): Element[] {
  if (current().length > 0) return [];
  const all = cells((text) => (ALONE.test(text) ? monthNamed(text) : null));
  for (let from = 0; from + 12 <= all.length; from++) {
    const run = all.slice(from, from + 12);
    const elements = run.map((one) => one.element);
    if (run.every((one, place) => one.number === place + 1) && elements.some((one) => isReached(one, elements))) return elements;
  }
  return [];
}

function sheets(wanted: YearMonth): YearsLook {
  const [byYear, byMonth] = [years(), monthSheet()];
  const sheet = byYear.length > 0 ? byYear.map((one) => one.element) : byMonth;
  const { earlier, later } = sheet.length > 0 ? turners(sheet) : { earlier: [], later: [] };
  const above = sheet.length > 0 ? headings(sheet) : [];
  const numbers = byYear.map((one) => one.number);
  const cell = byYear.find((one) => one.number === wanted.year)?.element;
  return {
    first: numbers.length > 0 ? Math.min(...numbers) : null,
    last: numbers.length > 0 ? Math.max(...numbers) : null,
    year: cell ? structural(cell) : null,
    month: byMonth.length > 0 ? structural(byMonth[wanted.month - 1]!) : null,
    of: byMonth.length > 0 ? yearBefore(byMonth[0]!) : null,
    headings: above.map(structural),
    earlier: earlier.map(structural),
    later: later.map(structural),
  };
}

/** What a calendar shows in place of its days as JSON, once it stands still and is not `last`, for `ms` at most. */
export const calendarYears = (year: number, month: number, last: string, ms: number): Promise<string> =>
  steady(() => sheets({ year, month }), (_, text) => text !== last, ms);
