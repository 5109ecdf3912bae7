// Which entry of a list the keys have come to: Enter or Space takes it, or it is chosen by that alone, as a radio button.

import { isField } from '../page/aria';
import { ancestorsOf, byIds, childrenOf, queryAll } from '../page/dom';
import { isVisible } from '../page/visible';
import { isLaidOver } from './sheets';

const OPENS = 'input,textarea,[role=combobox],[role=searchbox],[aria-haspopup=listbox],[aria-haspopup=true]';
const SAYS_LIST = '[role=combobox],[aria-autocomplete],[aria-haspopup]';
const ENTRIES = '[role=option],[role=treeitem],li,[role=menuitem]';
const IN_GRID = '[role=grid],[role=table],table';
const MOST_ENTRIES = 500;
/** So far a list may lie from its field, above or below. */
const NEAR = 60;

/** An element that is not listed is in none: a date picker's day, say. */
const isEntry = (element: Element): boolean =>
  isVisible(element) && element.closest(IN_GRID) === null && (element.textContent ?? '').trim() !== '';

/** Whoever names the marked entry: the field itself, or the list or box around it. */
function named(field: Element): Element | null {
  for (const one of [field, ...[...ancestorsOf(field)].slice(0, 3)]) {
    const [entry] = byIds(one, one.getAttribute('aria-activedescendant'));
    if (entry) return isEntry(entry) ? entry : null;
  }
  return null;
}

const controlled = (field: Element): Element[] =>
  byIds(field, field.getAttribute('aria-controls') ?? field.getAttribute('aria-owns')).filter(isVisible);

/** Lists that lie over the page, directly above or below the field. */
function lists(field: Element): Element[] {
  const own = controlled(field);
  if (own.length > 0) return own;
  const { left, right, top, bottom } = field.getBoundingClientRect();
  return queryAll('[role=listbox],ul,ol,[role=menu]').filter((list) => {
    if (!isVisible(list) || list.contains(field) || ![list, ...ancestorsOf(list)].slice(0, 3).some(isLaidOver)) return false;
    const box = list.getBoundingClientRect();
    const beside = Math.min(Math.abs(box.top - bottom), Math.abs(box.bottom - top)) <= NEAR;
    return beside && box.left < right && left < box.right;
  });
}

const looks = (entry: Element): string[] =>
  [entry, ...childrenOf(entry)].slice(0, 2).flatMap((one) => [...one.classList]);

/** The only entry that says it is marked; or, once arrow keys were pressed, that bears a class which no other has. */
function distinguished(entries: Element[], arrows: boolean): Element | null {
  const said = entries.filter((one) => one.getAttribute('aria-selected') === 'true');
  if (said.length === 1) return said[0] ?? null;
  // A menu beside a field says in the same way where one is in the app.
  if (!arrows) return null;
  const bearers = new Map<string, number>();
  for (const entry of entries) for (const look of new Set(looks(entry))) bearers.set(look, (bearers.get(look) ?? 0) + 1);
  const own = entries.filter((one) => looks(one).some((look) => bearers.get(look) === 1));
  return entries.length > 1 && own.length === 1 ? (own[0] ?? null) : null;
}

/** A list that stands in the page: Space takes the entry that is marked, and Enter may be anybody's. */
const STANDING = '[role=listbox]';

/** It is drawn over the page itself, and not only within what is. */
const cameUp = (list: Element): boolean =>
  [list, ...ancestorsOf(list)].slice(0, 3).some(
    (one) => one.matches('[popover]') || ['fixed', 'absolute'].includes(getComputedStyle(one).position));

const TICKED = '[role=checkbox],[role=switch],[role=radio]';

/**
 * What a key takes: the entry of a list that the field has opened, or that has the focus; a box of the page's own.
 * `arrows` were the keys before it.
 */
export function takenBy(key: string, field: Element, arrows: boolean): Element | null {
  if (key === ' ' && field.matches(STANDING)) return named(field);
  if (key === ' ' && field.matches(TICKED) && !isField(field)) return field;
  const takes = key === 'Enter' || (key === ' ' && !isField(field));
  return takes ? markedEntry(field, arrows) : null;
}

const GROUPS = '[role=radiogroup],[role=tablist],[role=listbox]:not([aria-multiselectable=true])';
const CHOSEN = '[role=radio][aria-checked=true],[role=tab][aria-selected=true],[role=option][aria-selected=true]';

/** What is chosen of the few of which one is, where the element is one of them or holds them. */
export function chosenAmong(element: Element): Element | null {
  if (isField(element)) return null;
  const group = element.closest(GROUPS);
  const [chosen, another] = group ? queryAll(CHOSEN, group) : [];
  return chosen && !another && !isField(chosen) && isEntry(chosen) ? chosen : null;
}

/** The entry that Enter takes of the list which the field has opened; none where no list is open, or nothing is marked. */
function markedEntry(field: Element, arrows: boolean): Element | null {
  // What has the focus may be the list itself that came up, and says which entry is marked.
  if (field.matches(STANDING) && cameUp(field)) return named(field);
  if (!field.matches(OPENS) || field instanceof HTMLSelectElement) return null;
  const entry = named(field);
  if (entry) return entry;
  if (!arrows && !field.matches(SAYS_LIST)) return null;
  for (const list of lists(field)) {
    const entries = queryAll(ENTRIES, list).slice(0, MOST_ENTRIES).filter(isEntry);
    const found = distinguished(entries, arrows);
    if (found) return found;
  }
  return null;
}
