// Buttons side by side of which one is on, as a segmented control draws its choices: they say so by a pressed state, or by
// a class alone.

import { roleOf } from './aria';
import { childrenOf, queryAll } from './dom';
import { keptInOneGo, keptWhole } from './memo';
import { fold } from './text';
import { isVisible } from './visible';

/** What takes the focus for the keys and says nothing of what it is. */
const FOCUSED = '[tabindex]:not([role],input,select,textarea,a[href],[contenteditable])';
const BUTTONS = `button,[role=button],${FOCUSED}`;
/** What a page draws as a button without saying so: the mouse becomes a hand over it, and not yet over what it stands in. */
const DRAWN = ':is(div,span,li,a:not([href])):not([role],[tabindex],[contenteditable])';
const OPENS = '[aria-haspopup],[aria-expanded],[aria-controls],[popovertarget]';
const OTHER_GROUPS = '[role=tablist],[role=menu],[role=menubar],[role=listbox],[role=tree],[role=toolbar],[role=grid],nav,[role=navigation]';
const ON = /(?:^|[-_])(?:active|selected|checked|pressed|chosen|current)$|^(?:is-)?on$/i;
/** A state that it is not in, or that the choice beside it is in. */
const ELSEWHERE = /^(?:not|un)[-_]|(?:^|[-_])(?:not|un|non|after|before|next|prev(?:ious)?)[-_][a-z]+$/i;
/** Of what the page draws, only this is looked through for such a class: the browser finds it by itself. */
const ON_CLASSED = ['active', 'selected', 'checked', 'pressed', 'chosen', 'current', 'on'].map((word) => `[class*=${word} i]`).join();
const MOST = 12;
const LONGEST = 40;

/** A button, or what wraps it alone, as the entry of a list. */
export function unitOf(button: Element): Element {
  const around = button.parentElement;
  return around && around.childElementCount === 1 && around.localName !== 'body' && around.parentElement ? around : button;
}

const hasHand = (element: Element | null): boolean => element !== null && getComputedStyle(element).cursor === 'pointer';

const isDrawnButton = (element: Element): boolean => element.matches(DRAWN) && hasHand(element) && !hasHand(element.parentElement);

const isButton = (element: Element): boolean => element.matches(BUTTONS) || isDrawnButton(element);

const buttonIn = (unit: Element): Element | null =>
  isButton(unit) ? unit : unit.childElementCount === 1 && isButton(unit.firstElementChild!) ? unit.firstElementChild! : null;

/** Pressing it does no more than choose: it opens nothing, sends no form, and says what is chosen. */
function isChoice(button: Element): boolean {
  const text = fold(button.textContent);
  const sends = button instanceof HTMLButtonElement && button.type !== 'button' && button.form !== null;
  if (sends || button.matches(OPENS) || text === '' || text.length > LONGEST || !/[\p{L}\d]/u.test(text) || !isVisible(button)) return false;
  // What is drawn around a box says nothing that the box does not say itself.
  return queryAll('input:is([type=checkbox],[type=radio])', button).length === 0;
}

const hasOnClass = (button: Element): boolean =>
  [...button.classList, ...(unitOf(button) === button ? [] : unitOf(button).classList)].some((name) => ON.test(name) && !ELSEWHERE.test(name));

const SAYS = '[aria-pressed],[role=tab][aria-selected]';
const isPressed = (button: Element): boolean => button.matches('[aria-pressed=true],[role=tab][aria-selected=true]');

/** Tabs that turn to no panel, and stand among the fields of a form with a name of their own: the form has what is chosen. */
const isFieldOfTabs = (holder: Element): boolean =>
  holder.matches('[role=tablist][aria-label]:not(:has([aria-controls])),[role=tablist][aria-labelledby]:not(:has([aria-controls]))') &&
  holder.closest('form,[role=form]') !== null && queryAll('[role=tabpanel]').length === 0;

/** What holds buttons of one kind and nothing else. */
function buttonsIn(holder: Element): Element[] | null {
  if (holder.childElementCount < 2 || holder.childElementCount > MOST + 1 || (holder.closest(OTHER_GROUPS) && !isFieldOfTabs(holder))) return null;
  // A field that nobody sees holds what was chosen.
  const units = childrenOf(holder).filter((one) => !one.matches('input[type=hidden]'));
  const buttons = units.map(buttonIn).filter((one): one is Element => one !== null);
  if (buttons.length < Math.max(units.length, 2) || units.length > MOST) return null;
  return new Set(units.map((unit) => unit.localName)).size > 1 ? null : buttons;
}

const chooseEach = (buttons: readonly Element[]): boolean =>
  buttons.every(isChoice) && new Set(buttons.map((one) => fold(one.textContent))).size === buttons.length;

/** Buttons of which each chooses something else, whether they say so or not. */
const rowIn = keptInOneGo((holder): Element[] | null => {
  const buttons = buttonsIn(holder);
  return buttons && chooseEach(buttons) ? buttons : null;
});

const groupIn = keptInOneGo((holder): Element[] | null => {
  const buttons = buttonsIn(holder);
  return buttons && sayWhichIsOn(buttons) && chooseEach(buttons) ? buttons : null;
});

/** Buttons of which each says for itself whether it is pressed, as chips of which several may be. */
const togglesIn = keptInOneGo((holder): Element[] | null => {
  const units = childrenOf(holder).filter((one) => !one.matches('input[type=hidden]'));
  const buttons = units.flatMap((unit) => buttonIn(unit) ?? []);
  if (buttons.length < 2 || buttons.length !== units.length || !buttons.every((one) => one.matches('[aria-pressed]'))) return null;
  const toolbar = holder.closest(OTHER_GROUPS);
  return (toolbar === null || isOfChips(toolbar)) && chooseEach(buttons) ? buttons : null;
});

const EDITED = '[contenteditable]:not([role=spinbutton]),[role=textbox],iframe';

/** A toolbar with a name that is no editor's: some kits say that what one chooses several of is one. */
const isOfChips = (toolbar: Element): boolean =>
  toolbar.matches(':is([role=toolbar][aria-label],[role=toolbar][aria-labelledby]):not([aria-controls])') &&
  queryAll(EDITED, toolbar.parentElement?.parentElement ?? toolbar).length === 0;

/** All by their pressed state, of which one at the most is on, or one by a class; asked first, since few buttons do. */
function sayWhichIsOn(buttons: readonly Element[]): boolean {
  const pressing = buttons.filter((one) => one.matches(SAYS));
  if (pressing.length === buttons.length) return pressing.filter(isPressed).length <= 1;
  return pressing.length === 0 && buttons.filter(hasOnClass).length === 1;
}

function amongThoseOf(element: Element, within: (holder: Element) => Element[] | null): Element[] | null {
  if (!isButton(element)) return null;
  const group = unitOf(element).parentElement;
  const found = group && within(group);
  return found?.includes(element) ? found : null;
}

/** The choices of which the element is one; null where it is no such button, or more than one of them are on. */
export const segmentsOf = (element: Element): Element[] | null => amongThoseOf(element, groupIn);

/** The same of buttons of which several may be on. */
export const togglesOf = (element: Element): Element[] | null => amongThoseOf(element, togglesIn);

/** The same of buttons that need not say which of them is on, as before the first is pressed. */
const besideEachOther = (element: Element): Element[] | null => amongThoseOf(element, rowIn);

/** The rows of such buttons in there that stand one right behind the other, whatever stands before and behind them. */
export function rowsIn(holder: Element): Element[][] {
  const rows: Element[][] = [[]];
  for (const unit of childrenOf(holder)) {
    const [button, row] = [buttonIn(unit), rows.at(-1)!];
    if (!button || (row[0] && unitOf(row[0]).localName !== unit.localName)) rows.push([]);
    if (button) rows.at(-1)!.push(button);
  }
  return rows.filter((row) => row.length >= 2 && row.length <= MOST && chooseEach(row));
}

const DRAWN_WITHIN = 2;

/** What is drawn as a button around nothing but the element: found by its words, a choice is the innermost that says them. */
export function drawnAround(element: Element): Element {
  if (element.childElementCount > 0 || isButton(element) || !element.matches(DRAWN) || !hasHand(element)) return element;
  const text = fold(element.textContent);
  let at = element.parentElement;
  for (let depth = 0; at && depth < DRAWN_WITHIN && fold(at.textContent) === text; at = at.parentElement, depth++) {
    if (isDrawnButton(at) || at.matches(FOCUSED)) return at;
  }
  return element;
}

/** The choices side by side of which one is drawn around the element, whatever they say they are; null where it is no such one. */
export const choicesAround = (element: Element): Element[] | null => besideEachOther(drawnAround(element));

/** The same of a drawn choice: one of several that a page draws with plain elements, without saying what they are. */
export const drawnChoices = (element: Element): Element[] | null => (roleOf(element) ? null : choicesAround(element));

/** Whether the choice is the one that is on, `true` or `false`, where nothing but a class says so. */
export function onByClass(element: Element): string | null {
  if (element.matches(SAYS)) return null;
  const choice = drawnAround(element);
  return segmentsOf(choice) ? String(hasOnClass(choice)) : null;
}

const SILENT_SWITCH = '[role=switch]:not(input,[aria-checked],[aria-pressed])';

/** Whether a switch that says nothing of its state is drawn as on: one that says nothing is off, as ARIA has it. */
export const switchedByClass = (element: Element): string | null =>
  element.matches(SILENT_SWITCH) ? String([...element.classList].some((name) => ON.test(name) && !ELSEWHERE.test(name))) : null;

const onByTheirClass = keptWhole(() => [
  ...queryAll(BUTTONS).filter((one) => hasOnClass(one) && !one.hasAttribute('aria-pressed')),
  ...queryAll(ON_CLASSED).flatMap((one) => [one, ...(one.childElementCount === 1 ? childrenOf(one) : [])]).filter((one) => isDrawnButton(one) && hasOnClass(one)),
]);

/** The choices that say by a class alone which of them is on. */
export const classedSegments = (): Element[] => [...new Set(onByTheirClass('').flatMap((one) => segmentsOf(one) ?? []))];
