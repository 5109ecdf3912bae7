// Which month a calendar's sheet is of: by what its days say of themselves, or by the heading before them.

import { parentOf, queryAll } from '../page/dom';
import { fold } from '../page/text';
import { isVisible } from '../page/visible';
import { CELL } from './sheets';

export interface YearMonth {
  year: number;
  /** 1 to 12. */
  month: number;
  /** Read out of bare numbers, as `2026-7-1`: some pages count the months from 0. */
  loose?: boolean;
}

const ISO = /(?:^|\D)((?:19|20)\d\d)-(\d\d)-(\d\d)(?:\D|$)/;
const TELLING = /^(data-|aria-label$|title$|datetime$|value$|day$|date$)/;

/** The month of which the texts of the first and of the last day say that they are a day of. */
export function monthOfDays(days: Element[]): YearMonth | null {
  const first = dateSaid(days[0]!, 1);
  const last = dateSaid(days[days.length - 1]!, days.length);
  const agree = first && last && first.year === last.year && first.month === last.month;
  return agree ? { ...first, loose: Boolean(first.loose || last.loose) } : null;
}

const MOST_IN_CELL = 60;
/** "November 28, 2026. Today" */
const AFTERWARDS = /(?<=\d{4})[.,;] \D*$/;

/** The cell that a day stands in, with what it says besides; a whole page is laid out in some. */
function cellAround(day: Element): Element[] {
  const cell = parentOf(day)?.closest(CELL);
  return cell && fold(cell.textContent).length <= MOST_IN_CELL ? [cell] : [];
}

/** What the cell of a day says besides, as the whole date for the ear. */
const wordsBeside = (day: Element): Element[] =>
  cellAround(day).flatMap((cell) => queryAll('*', cell)).filter((one) => one.childElementCount === 0 && isDayInWords(fold(one.textContent).replace(AFTERWARDS, '')));

/** The month that a day says that it is of, in what is written on it besides its number. */
export function dateSaid(element: Element, day: number): YearMonth | null {
  const parent = parentOf(element);
  const alone = parent && fold(parent.textContent) === fold(element.textContent) ? [parent] : [];
  const within = new Set(wordsBeside(element));
  for (const one of [element, ...queryAll('*', element), ...alone, ...cellAround(element), ...within]) {
    // What is there for people is right: some pages count the months from 0 in what is there for their scripts.
    const said = one.getAttributeNames().filter((name) => TELLING.test(name)).map((name) => ({ name, value: one.getAttribute(name) ?? '' }));
    const inOrder = said.sort((a, b) => Number(a.name.startsWith('data-')) - Number(b.name.startsWith('data-'))).map(({ value }) => value);
    for (const value of [...inOrder, ...(within.has(one) ? [fold(one.textContent)] : [])]) {
      const found = ISO.exec(value);
      if (found && Number(found[3]) === day) return { year: Number(found[1]), month: Number(found[2]) };
      const worded = /(?:19|20)\d\d/.test(value) && new RegExp(`(^|\\D)0?${day}(\\D|$)`).test(value) ? inWords(value) : null;
      if (worded) return worded;
    }
  }
  return null;
}

const YEAR = /(?:^|\D)((?:19|20)\d\d)(?!\d)/;
const NUMBERS = [/(?:^|\D)((?:19|20)\d\d)\D{1,2}(\d{1,2})(?!\d)/, /(?:^|\D)(\d{1,2})\D{1,2}((?:19|20)\d\d)(?!\d)/] as const;

const YEAR_ALONE = /^\s*(19|20)\d\d\s*$/;

/** The year that a text says and nothing else. */
export const yearIn = (text: string): number | null => (YEAR_ALONE.test(text) ? Number(text) : null);

/** A text that names both month and year: "November 2026", "2026-11", "11/2026". */
function inWords(text: string): YearMonth | null {
  const year = YEAR.exec(text);
  if (!year) return null;
  const month = monthNamed(text);
  if (month) return { year: Number(year[1]), month };
  const [yearFirst, yearLast] = [NUMBERS[0].exec(text), NUMBERS[1].exec(text)];
  const [inYear, number] = yearFirst ? [yearFirst[1], yearFirst[2]] : yearLast ? [yearLast[2], yearLast[1]] : [];
  return number && Number(number) >= 1 && Number(number) <= 12 ? { year: Number(inYear), month: Number(number), loose: true } : null;
}

/** The languages in which names are looked for, each once: a formatter takes its time to be made, in each document. */
const languages = (...more: string[]): string[] => [...new Set([document.documentElement.lang || 'en', navigator.language, 'en', ...more])];

/** How the browser writes one part of a date; none where the page names a language that is none. */
function formatter(language: string, how: Intl.DateTimeFormatOptions): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat(language, how);
  } catch {
    return null;
  }
}

let named: { language: string; months: Map<string, number> } | null = null;

/** The names of the months, long and short, in the page's language, the browser's and English ("Sept", too). */
function names(): Map<string, number> {
  const language = document.documentElement.lang;
  if (named?.language === language) return named.months;
  const months = new Map<string, number>();
  for (const one of languages('en-GB')) {
    for (const month of ['long', 'short'] as const) {
      for (const how of [{ month }, { month, day: 'numeric' }] as const) {
        const format = formatter(one, how);
        for (let number = 1; format && number <= 12; number++) {
          const parts = format.formatToParts(new Date(2026, number - 1, 1));
          const name = plain(parts.find((part) => part.type === 'month')?.value ?? '');
          if (name && !months.has(name)) months.set(name, number);
        }
      }
    }
  }
  named = { language, months };
  return months;
}

const plain = (word: string): string => word.toLowerCase().replace(/\.$/, '');

/** The month that a text names, in words of its own; none where it names two. */
export function monthNamed(text: string): number | null {
  const known = names();
  const found = new Set((text.match(/[\p{L}]+/gu) ?? []).map((word) => known.get(plain(word))).filter((one) => one !== undefined));
  return found.size === 1 ? [...found][0]! : null;
}

const BESIDE_MONTHS = new Set(['at', 'of', 'the', 'on', 'am', 'pm', 'um', 'uhr', 'den', 'de', 'del', 'le', 'el', 'à', 'a']);
const WORD = /(?<![\p{L}\d])\p{L}+/gu;
const MOST_LETTERS = 40;
let days: { language: string; words: Set<string> } | null = null;

/** Whether a text is a day in words and nothing else: "October 31st, 2026", "Sa., 31. Okt. 2026 um 9:00". */
export function isDayInWords(text: string): boolean {
  if (text.length > MOST_LETTERS || !/\d/.test(text) || !monthNamed(text)) return false;
  const [months, weekdays] = [names(), weekdayNames()];
  return (text.match(WORD) ?? []).map(plain).every((word) => months.has(word) || weekdays.has(word) || BESIDE_MONTHS.has(word));
}

function weekdayNames(): Set<string> {
  const language = document.documentElement.lang;
  if (days?.language === language) return days.words;
  const words = new Set<string>();
  for (const one of languages()) {
    for (const weekday of ['long', 'short'] as const) {
      const format = formatter(one, { weekday });
      for (let day = 1; format && day <= 7; day++) words.add(plain(format.format(new Date(2026, 0, day))));
    }
  }
  days = { language, words };
  return words;
}

const DAY_IN = /(?<!\d)\d{1,2}(?!\d)/;
const MOST_TEXTS = 60;
const BESIDE = 3;

/** The month that stands before a sheet: the nearest year, and the month in the same text or beside it. */
export function monthIn(firstDay: Element): YearMonth | null {
  const texts = textsBefore(firstDay);
  for (const [place, text] of texts.entries()) {
    if (!YEAR.test(text)) continue;
    const whole = inWords(text);
    if (whole) return whole;
    // A text with a year of its own, as the date that the calendar's field still holds, says no month of this one.
    const beside = texts.slice(Math.max(0, place - BESIDE), place + BESIDE + 1).filter((one) => one === text || !YEAR.test(one));
    const months = new Set(beside.map(monthNamed).filter((month) => month !== null));
    const year = Number(YEAR.exec(text)![1]);
    return months.size === 1 ? { year, month: [...months][0]! } : null;
  }
  return null;
}

/** The nearest year that is written before an element. */
export function yearBefore(element: Element): number | null {
  const found = textsBefore(element).map((text) => YEAR.exec(text)).find((one) => one !== null);
  return found ? Number(found[1]) : null;
}

/** What is written before an element, the nearest first: texts and chosen options, no heads of columns. */
function textsBefore(element: Element): string[] {
  const texts: string[] = [];
  const root = element.getRootNode() as Document | ShadowRoot;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  walker.currentNode = element;
  for (let node = walker.previousNode(); node && texts.length < MOST_TEXTS; node = walker.previousNode()) {
    const text = saidBy(node);
    if (text) texts.push(text);
  }
  return texts;
}

/** What stands for the ear beside a day's number is no heading: the last days of the month before come first. */
function isOfOneDay(node: Text, text: string): boolean {
  const cell = DAY_IN.test(text) ? node.parentElement?.closest(CELL) : null;
  return Boolean(cell) && isDayInWords(text.replace(AFTERWARDS, '')) && /^\d{1,2}(?!\d)/.test(fold(cell!.textContent)) && fold(cell!.textContent) !== text;
}

function saidBy(node: Node): string {
  if (node instanceof HTMLSelectElement) return isVisible(node) ? fold(node.selectedOptions[0]?.label ?? '') : '';
  if (node instanceof HTMLInputElement) return isVisible(node) && node.type !== 'hidden' ? node.value : '';
  if (!(node instanceof Text) || node.parentElement?.closest('option,script,style')) return '';
  // The head of one column is a weekday; what spans several is the sheet's own.
  const head = node.parentElement?.closest('th,[role=columnheader]');
  if (head && !(head instanceof HTMLTableCellElement && head.colSpan > 1)) return '';
  const text = fold(node.data);
  if (isOfOneDay(node, text)) return '';
  return text && node.parentElement && isVisible(node.parentElement) ? text : '';
}
