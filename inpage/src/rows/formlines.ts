// Lines of a form that hold a few labelled fields each, and are no records of a list.

import { ASKING } from '../page/cards';
import { childrenOf, isVisible, parentOf, queryAll, wordsIn } from '../page/dom';
import { HEADINGS } from '../page/landmarks';
import { keptInOneGo } from '../page/memo';

/** What the label of a field says that is tied to it. */
export const labelledBy = (element: Element): string => {
  const [label] = element instanceof HTMLInputElement || element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement ? (element.labels ?? []) : [];
  return label && isVisible(label) ? wordsIn(label) : '';
};

const isBox = (element: Element): boolean => element.matches('[type=checkbox],[type=radio]');

/**
 * One of the lines of a form, which may have several fields each: all of them are called differently, and those of records
 * alike. Boxes alone may each be called by a record of their own.
 */
export const isLineOfForm = keptInOneGo((line): boolean => {
  if (line.querySelector(HEADINGS)) return false;
  const likes = childrenOf(parentOf(line)).filter((one) => one.tagName === line.tagName && one.className === line.className);
  const fields = likes.flatMap((one) => queryAll(ASKING, one)).filter((field) => labelledBy(field) !== '');
  return fields.some((field) => !isBox(field)) && new Set(fields.map(labelledBy)).size === fields.length;
});
