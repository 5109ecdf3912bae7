// Fields that stand in each of several items, as a list of "Actions" or a quantity does: what an item says is its record's, and
// no label.

import { childrenOf, parentOf, queryAll } from '../page/dom';
import { keptInOneGo } from '../page/memo';
import { pathFrom } from '../page/paths';
import { fold } from '../page/text';

const DEPTH = 5;
const LEAST_LIKES = 2;
const SEVERAL = 2;
const MOST = 30;

/** The first of what a list holds: of hundreds of rows these tell what each has. */
const firstOf = keptInOneGo((list): Element[] => childrenOf(list).slice(0, MOST));

const offered = (list: HTMLSelectElement): string => [...list.options].map((option) => fold(option.textContent)).join('\n');

/** How the form calls a field, without what tells one record's from another's. */
export const kindOf = (field: Element): string => (field.getAttribute('name') ?? '').replace(/\d+|\[[^\]]*\]/g, '');

type Written = HTMLInputElement | HTMLTextAreaElement;

const isWritten = (field: Element): field is Written =>
  field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && ['text', 'number', 'tel'].includes(field.type));

const idKind = (field: Element): string => field.id.replace(/\d+/g, '');

/** Whether two fields ask for the same, each of its own record. */
function isAlike(one: Element, other: Element): boolean {
  if (kindOf(one) !== kindOf(other)) return false;
  if (one instanceof HTMLSelectElement) return other instanceof HTMLSelectElement && offered(one) === offered(other);
  if (isBox(one)) return isBox(other);
  return isWritten(one) && isWritten(other) && one.type === other.type && one.placeholder === other.placeholder && idKind(one) === idKind(other);
}

const isBefore = (one: Element, field: Element): boolean =>
  (one.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0 && !one.contains(field);

/** A line of a form says what its field is for, and an item of a list more than one thing of its record before it. */
const saysSeveral = (item: Element, field: Element, least = SEVERAL): boolean =>
  item.localName !== 'tr' && item.querySelector('label') === null &&
  queryAll('*', item).filter((one) => one.childElementCount === 0 && isBefore(one, field) && fold(one.textContent) !== '').length >= least;

const isBox = (field: Element): boolean => field.matches('input[type=checkbox]');

/** A setting has a name before its box, and a line that explains it. */
const OF_RECORD = 3;

/** Whether a field without a label stands in an item whose like ask for the same at the same place, under no name of their own. */
export const isOfEachItem = keptInOneGo((field): boolean => {
  if (!(field instanceof HTMLSelectElement || isWritten(field) || isBox(field))) return false;
  for (let item = parentOf(field), depth = 0; item && depth < DEPTH; item = parentOf(item), depth++) {
    const { localName, className } = item;
    const kin = (one: Element): boolean => one !== item && one.localName === localName && one.className === className;
    const likes = item.parentElement ? firstOf(item.parentElement).filter(kin) : [];
    const path = `:scope > ${pathFrom(item, field)}`;
    const fields = likes.map((one) => one.querySelector(path)).filter((one) => one?.localName === field.localName);
    if (fields.length < LEAST_LIKES) continue;
    return fields.every((one) => one !== null && isAlike(field, one)) && (!(isWritten(field) || isBox(field)) || saysSeveral(item, field, isBox(field) ? OF_RECORD : SEVERAL));
  }
  return false;
});
