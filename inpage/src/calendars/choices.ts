// Lists and fields by a calendar's days that say which year or month it shows: what they are to be set to.

import { queryAll } from '../page/dom';
import { structural } from '../page/paths';
import { fold } from '../page/text';
import type { LocatorSpec } from '../page/types';
import { isVisible } from '../page/visible';
import { monthNamed, yearIn, type YearMonth } from './months';
import { around, steady } from './sheets';

/** What is to be chosen in a list by the days, or written into a field. */
export interface Choice {
  at: LocatorSpec;
  option: string;
  is_field: boolean;
  /** The page draws the list itself: it is opened by a press, and `option` is the number of the year or month. */
  is_drawn: boolean;
}

/** The number of the month that an option of a list stands for, where all of its options are months. */
function monthOf(option: HTMLOptionElement, list: HTMLSelectElement): number | null {
  const numbers = [...list.options].every((one) => /^(0?[1-9]|1[0-2])$/.test(fold(one.label)));
  return numbers ? Number(fold(option.label)) : /\d/.test(option.label) ? null : monthNamed(option.label);
}

/** The option to choose: the wanted one; of years, else the one that comes nearest to it, as lists grow with the choice. */
function option(list: HTMLSelectElement, now: YearMonth, wanted: YearMonth): string | null {
  const at = list.selectedOptions[0];
  const offered = [...list.options].filter((one) => !one.disabled && one !== at);
  if (!at) return null;
  if (monthOf(at, list) === now.month) return offered.find((one) => monthOf(one, list) === wanted.month)?.label ?? null;
  if (yearIn(at.label) !== now.year) return null;
  const far = (one: HTMLOptionElement): number => Math.abs((yearIn(one.label) ?? Infinity) - wanted.year);
  const nearest = offered.sort((one, other) => far(one) - far(other))[0];
  return nearest && far(nearest) < far(at) ? nearest.label : null;
}

/** Lists of the page's own making, which show what was chosen in them. */
const DRAWN = '[role=combobox]:not(input,select),[aria-haspopup=listbox]:not(input,select)';

const monthAlone = (text: string): number | null => (/\d/.test(text) ? null : monthNamed(text));

function drawnChoice(list: Element, now: YearMonth, wanted: YearMonth): Choice[] {
  const text = fold(list.textContent);
  const isYear = yearIn(text) === now.year && wanted.year !== now.year;
  const isMonth = monthAlone(text) === now.month && wanted.month !== now.month;
  if (!(isYear || isMonth) || !isVisible(list)) return [];
  return [{ at: structural(list), option: String(isYear ? wanted.year : wanted.month), is_field: false, is_drawn: true }];
}

/** The entry of the list that was opened which is the year or the month of this number, as JSON; null where none comes. */
export const calendarEntry = (number: number, ms: number): Promise<string> =>
  steady(() => {
    const says = (text: string): number | null => (number > 12 ? yearIn(text) : monthAlone(text));
    const entry = queryAll('[role=option]').find((one) => says(fold(one.textContent)) === number && isVisible(one));
    return entry ? structural(entry) : null;
  }, (entry) => entry !== null, ms);

/** What lists and fields by the days, which say which month they show, are to be set to: of years, then of months. */
export function choices(days: Element[], now: YearMonth, wanted: YearMonth): Choice[] {
  for (const place of around(days)) {
    if (place.matches('body,form')) break;
    const found = queryAll('select,input', place).flatMap((one): Choice[] => {
      if (!isVisible(one)) return [];
      if (one instanceof HTMLSelectElement) {
        const chosen = option(one, now, wanted);
        return chosen === null ? [] : [{ at: structural(one), option: chosen, is_field: false, is_drawn: false }];
      }
      const says = one instanceof HTMLInputElement && !one.readOnly && !one.disabled && yearIn(one.value) === now.year;
      return says && wanted.year !== now.year ? [{ at: structural(one), option: String(wanted.year), is_field: true, is_drawn: false }] : [];
    });
    found.push(...queryAll(DRAWN, place).flatMap((one) => drawnChoice(one, now, wanted)));
    if (found.length > 0) return [...found.filter(isOfYears), ...found.filter((one) => !isOfYears(one))];
  }
  return [];
}

const isOfYears = ({ option: chosen }: Choice): boolean => yearIn(chosen) !== null;
