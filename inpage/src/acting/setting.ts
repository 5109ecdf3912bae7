// What a field or a list is set to at once, with the events that Playwright tells a page of it.

import { isDisabled } from '../fields/holding';
import type { Wanted } from '../locating/engine';
import { optionsMeant } from '../page/options';
import { isReady, only } from './aim';

const SET = new Set(['date', 'time', 'datetime-local', 'month', 'week', 'color']);

function tell(element: Element): void {
  element.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  element.dispatchEvent(new Event('change', { bubbles: true }));
}

/**
 * Sets a field whose value nobody types; whether it did. Nothing is done where the field does not take the value, and after
 * `until`, in milliseconds since the epoch.
 */
export function put(wanted: Wanted, value: string, until: number): boolean {
  if (Date.now() > until) return false;
  const field = only(wanted);
  if (!(field instanceof HTMLInputElement) || !SET.has(field.type) || !isReady(field)) return false;
  if (field.readOnly || field.matches('[aria-readonly=true]')) return false;
  const before = field.value;
  field.focus();
  field.value = value;
  if (field.value !== value) {
    field.value = before;
    return false;
  }
  tell(field);
  return true;
}

/** Chooses options of a native list by words or value, as `put`. Nothing is done where one is not there, disabled, or may be any of several. */
export function choose(wanted: Wanted, options: string[], until: number): boolean {
  if (Date.now() > until) return false;
  const list = only(wanted);
  if (!(list instanceof HTMLSelectElement) || !isReady(list)) return false;
  // Whoever chooses has left the field before: some pages take over only then what was typed there, and draw the list anew.
  list.focus();
  if (!list.isConnected || !isReady(list)) return false;
  const found = options.map((option) => {
    const meant = optionsMeant(list, option);
    return meant.length === 1 ? meant[0] : undefined;
  });
  if ((!list.multiple && found.length > 1) || found.some((option) => !option || isDisabled(option))) return false;
  list.selectedIndex = -1;
  for (const option of found) option!.selected = true;
  tell(list);
  return true;
}
