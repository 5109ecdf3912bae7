// Tables that lay out a form: what their rows say are labels, and no records' names.

import { kindOf } from '../fields/commands';
import { isField, nameOf } from '../page/aria';
import { keptInOneGo } from '../page/memo';
import { textOf } from '../page/shown';
import { wordsIn } from '../page/text';
import { isClippedAway, isVisible } from '../page/visible';

const MOST_ROWS = 60;

/** A row of a form that is laid out as a table: what stands in it is a label, and no record's name. */
export const isFormRow = (row: Element): boolean =>
  isOfFormTable(row) || (row.matches('tr,[role=row]') && (labelsOfFields(row).length > 0 || isAmongFormRows(row)));

const TICKS = 'input:is([type=checkbox],[type=radio])';

/** The labels in a row of fields that stand in it, but for boxes and radio buttons, which rows of records have, too. */
const labelsOfFields = (row: Element): HTMLLabelElement[] =>
  [...row.querySelectorAll('label')].filter((label) => {
    const { control } = label;
    return control !== null && control.matches(`select,textarea,input:not(${TICKS})`) && row.contains(control) && !isSwatch(label, control);
  });

const LONGEST = 80;

/** Stands in the place of a field within it that is not seen, and says nothing to the eye, as a colour of each record does. */
const isSwatch = (label: Element, field: Element): boolean =>
  label.contains(field) && !isVisible(field) && textOf(label, LONGEST, isClippedAway) === '';

/** The rows of a table that have labelled fields: records may have a box each, and are hundreds. */
const rowsOfFields = keptInOneGo((table): Element[] =>
  table instanceof HTMLTableElement ? [...table.rows].slice(0, MOST_ROWS).filter((one) => labelsOfFields(one).length > 0) : []);

/**
 * A row of a table with a box and its label, where other rows have labelled fields, as settings do: no row is labelled like
 * another, and so none is a record's.
 */
function isAmongFormRows(row: Element): boolean {
  const table = row.closest('table');
  const ticked = [...row.querySelectorAll('label')].some(({ control }) => control?.matches(TICKS) && row.contains(control));
  if (!table || !ticked || !(row instanceof HTMLTableRowElement)) return false;
  const others = rowsOfFields(table);
  const labels = [row, ...others].map((one) => wordsIn(one.querySelector('label')!));
  return others.length > 0 && new Set(labels).size === labels.length;
}

/** A table whose rows begin with a heading and a field, each with a name of its own: fields of records are called alike but for a number. */
const isFormTable = keptInOneGo((table): boolean => {
  if (!(table instanceof HTMLTableElement)) return false;
  const rows = [...table.rows].slice(0, MOST_ROWS);
  const isHeading = (cell: Element | undefined): boolean => cell?.localName === 'th';
  if (rows.some(({ cells }) => cells.length > 1 && [...cells].every(isHeading))) return false;
  const names = rows.filter(({ cells }) => isHeading(cells[0])).flatMap(({ cells }) => nameOfFieldIn(cells[1]) ?? []);
  return names.length > 1 && new Set(names).size === names.length;
});

function isOfFormTable(row: Element): boolean {
  const table = row.closest('table');
  return table !== null && row instanceof HTMLTableRowElement && isFormTable(table);
}

/** The name of the first field in a cell, without what tells it from that of another record. */
function nameOfFieldIn(cell: Element | undefined): string | null {
  const field = cell?.querySelector('select,textarea,input:not([type=hidden],[type=submit])');
  return (field && kindOf(field)) || null;
}

const FEW_ROWS = 3;

/** A table of few rows without a heading, none like the other, in the element's own form: it lays out the form. */
export function isPanel(row: Element, element: Element): boolean {
  const table = row.closest('table');
  if (!table || table.rows.length > FEW_ROWS || table.querySelector('th')) return false;
  const form = isField(element) || element instanceof HTMLButtonElement ? element.form : null;
  const name = nameOf(element);
  const again = [...table.querySelectorAll(element.localName)].some((one) => !row.contains(one) && nameOf(one) === name);
  return form !== null && form.contains(table) && !again;
}
