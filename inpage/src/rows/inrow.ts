// How an element is found in the row of a record: what the row is called by, and what tells it in there.

import { isWeak } from '../calendars/weak';
import { nameHeld } from '../fields/filled';
import { nameOf, roleOf } from '../page/aria';
import { queryAll } from '../page/dom';
import { HEADINGS } from '../page/landmarks';
import { pathFrom } from '../page/paths';
import { fold, wordsIn } from '../page/text';
import type { LocatorSpec } from '../page/types';
import { calledRow, isCalled } from './called';
import { headingOver, type Row } from './neighbours';
import { BUTTONS, cellOf, isAloneIn, isShared, namesRow, recordName, rowKey, rowsWith } from './rows';

const TICKED = new Set(['checkbox', 'radio', 'switch']);

export const portable = (specs: LocatorSpec[]): LocatorSpec[] =>
  specs.filter((spec) => !(spec.by === 'css' && /#|href=/.test(spec.css ?? '')));

const isCell = (element: Element): boolean => ['cell', 'gridcell'].includes(roleOf(element) ?? '');

/** By what the link itself says, which other data say otherwise; and as the link of a row that something else names. */
function inRowOfRecord(element: Element, row: Row, name: string): LocatorSpec[] {
  const key = rowKey(row.element, element, name);
  const called = calledRow(row.element, row.role, name);
  const own: LocatorSpec = { by: 'role', role: 'link', name: nameOf(element), within: called };
  // A link that repeats the name of its record ("Edit Ada") is not what the record is called.
  if (key === null) return [own];
  if (name.includes(key)) return [];
  const path = pathFrom(row.element, element);
  const within = calledRow(row.element, row.role, key);
  return [own, { by: 'role', role: 'link', within }, { by: 'css', css: `:scope > ${path}`, within }];
}

/** Whether another button of the row is called the same, as one that copies a text behind each of several. */
const hasSameSign = (row: Element, element: Element): boolean =>
  element.matches('button') && row.contains(element) && queryAll('button', row).some((one) => one !== element && nameOf(one) === nameOf(element));

/** Whether another link in the row is called the same and leads to the same page. */
const hasTwin = (row: Element, element: Element): boolean =>
  element.matches('a[href]') && row.contains(element) &&
  queryAll('a[href]', row).some((one) => one !== element && one.getAttribute('href') === element.getAttribute('href') && nameOf(one) === nameOf(element));

/** What a picture and a title say that lead to one page: no row goes by the link to the author that stands beside them. */
function twinName(row: Element, element: Element): string {
  const name = fold(nameOf(element));
  const names = name.length >= 2 && name.length <= 80 && !isWeak(name) && hasTwin(row, element) && isCalled(row, name);
  return names && !isShared(row, name) ? name : '';
}

/** What the link says with which an entry of a list without a heading begins, as each of them does: its name, and not a text behind it. */
function saidFirst({ element: row, role }: Row, element: Element): string {
  if (role === 'row' || element.childElementCount > 0 || row.querySelector(HEADINGS)) return '';
  const name = recordName(row, element);
  return name && wordsIn(row) !== name && wordsIn(row).startsWith(name) && namesRow(row, element) ? name : '';
}

/** Its place in the row; what a cell is made of may stand at the like of it within another cell. */
function placeIn(row: Element, element: Element): string {
  const path = pathFrom(row, element);
  return queryAll(path, row).length > 1 ? `:scope > ${path}` : path;
}

const UNFOLDS = ':is([aria-expanded],[aria-haspopup])';

/**
 * Whether a button may say the record's state, as a badge does: in the place of it, another row says another one. So does
 * what is called as the column of a board is in which its card stands.
 */
function saysState(row: Element, element: Element): boolean {
  const own = wordsIn(element);
  if (!element.matches(BUTTONS) || !row.contains(element)) return false;
  if ((own !== '' && headingOver(row) === own) || (element.matches(UNFOLDS) && isAloneIn(row))) return true;
  const path = `:scope > ${pathFrom(row, element)}`;
  return rowsWith(row).some((one) => one !== row && queryAll(path, one).some((like) => like.matches(BUTTONS) && wordsIn(like) !== own));
}

/** The ways to find the element within its row, by what the row is called; none where nothing calls it. */
export function inRow(element: Element, specs: LocatorSpec[], row: Row | null): LocatorSpec[] {
  const key = row ? twinName(row.element, element) || saidFirst(row, element) || rowKey(row.element, element) || nameHeld(row.element, element) : null;
  if (!row || !key) return [];
  const record = row.role === 'row' ? recordName(row.element, element) : '';
  const byRecord = record ? inRowOfRecord(element, row, record) : [];
  if (byRecord.length > 0) return byRecord;
  const within = calledRow(row.element, row.role, key);
  const cell = cellOf(row.element, element);
  const said = cell ? wordsIn(cell) : '';
  // What no other row says is the record's own, and other data say something else there.
  if (said && said !== key && !isShared(row.element, said)) return [{ by: 'css', css: placeIn(row.element, element), within }];
  const own = portable(specs).slice(0, 3);
  // A cell, whose name is what it shows, or a button with nothing but a picture: its place in the row tells it.
  if (!nameOf(element) || isCell(element) || cell) own.push({ by: 'css', css: placeIn(row.element, element) });
  // What a box is called may change when it is ticked; then that it is the only one tells it, or its place.
  // A picture and a title that are two links of one name: its place tells it, and on other data as well.
  if (hasTwin(row.element, element) || hasSameSign(row.element, element) || saysState(row.element, element)) own.push({ by: 'css', css: `:scope > ${pathFrom(row.element, element)}` });
  const role = roleOf(element);
  if (role && nameOf(element) && TICKED.has(role) && row.element.contains(element)) {
    own.push({ by: 'role', role }, { by: 'css', css: `:scope > ${pathFrom(row.element, element)}` });
  }
  return own.map((spec) => ({ ...spec, within }));
}
