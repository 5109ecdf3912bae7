// Lists for choosing that stand in each of several items, as "Actions" does: what an item says is its record's, and no label.

import { childrenOf, fold, parentOf } from './dom';
import { keptInOneGo } from './memo';
import { pathFrom } from './paths';

const DEPTH = 5;
const LEAST_LIKES = 2;
const MOST = 30;

/** The first of what a list holds: of hundreds of rows these tell what each has. */
const firstOf = keptInOneGo((list): Element[] => childrenOf(list).slice(0, MOST));

const offered = (list: HTMLSelectElement): string => [...list.options].map((option) => fold(option.textContent)).join('\n');

/** How the form calls a field, without what tells one record's from another's. */
export const kindOf = (field: Element): string => (field.getAttribute('name') ?? '').replace(/\d+|\[[^\]]*\]/g, '');

/** Whether a list without a label stands in an item whose like offer the same at the same place, under no name of their own. */
export const isOfEachItem = keptInOneGo((list): boolean => {
  if (!(list instanceof HTMLSelectElement)) return false;
  for (let item = parentOf(list), depth = 0; item && depth < DEPTH; item = parentOf(item), depth++) {
    const { localName, className } = item;
    const kin = (one: Element): boolean => one !== item && one.localName === localName && one.className === className;
    const likes = item.parentElement ? firstOf(item.parentElement).filter(kin) : [];
    const path = `:scope > ${pathFrom(item, list)}`;
    const lists = likes.map((one) => one.querySelector(path)).filter((one) => one instanceof HTMLSelectElement);
    if (lists.length >= LEAST_LIKES) return lists.every((one) => kindOf(one) === kindOf(list) && offered(one) === offered(list));
  }
  return false;
});
