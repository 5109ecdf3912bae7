// Roles, accessible names and labels (WAI-ARIA 1.2, accname 1.2).

import { getRole } from 'dom-accessibility-api';
import { accessibleName, BRANCHES, ownOf } from './accname';
import { columnOf } from './columns';
import { byIds, holds, queryAll } from './dom';
import { kept, keptInOneGo } from './memo';
import { textOf } from './shown';
import { clip, fold, TIPS, wordsIn } from './text';
import { isClippedAway, isHeardOnly, isPutAwayList, isStandIn, isVisible } from './visible';
import { writtenAfter } from './written';

export const roleOf = kept((element: Element): string | null => {
  const role = getRole(element);
  if (role === 'presentation' || role === 'none') return null;
  if (role === null && element instanceof HTMLInputElement) {
    // Without a mapping in HTML-AAM, as browsers expose them to assistive technology.
    if (['password', 'date', 'time', 'datetime-local', 'month', 'week'].includes(element.type)) return 'textbox';
  }
  if (role === null && element instanceof HTMLElement && element.isContentEditable) {
    if (!element.parentElement?.isContentEditable) return 'textbox';
  }
  return role;
}, () => true);

/** What refers to other elements changes with those. */
export const isOwn = (element: Element): boolean =>
  !element.hasAttribute('aria-labelledby') && element.querySelector('[aria-labelledby]') === null;

export const nameOf = kept((element: Element): string => {
  const name = saidName(element);
  if (isToldByPlace(element, name)) return element.getAttribute('aria-posinset')!;
  const label = isLabelled(element) && saysOnlyItsSign(element, name) ? ownLabelOf(element) : null;
  if (label) return label;
  const isValue = isItsValue(element, name) || isItsState(element, name) || isItsTitle(element, name) || isCalledByChoice(element) || isItsSign(element, name);
  return isValue || isNamedByChoice(element) ? '' : element.matches(ENTRIES) ? withoutTick(name) : name;
}, isOwn);

const ON_OR_OFF = /^(on|off|ein|an|aus)$/i;
const STATES = /^(on|off|yes|no|enabled|disabled|active|inactive|ein|an|aus|ja|nein|aktiv|inaktiv|sí|si|activado|desactivado|oui|non|activé|désactivé)$/i;

/**
 * What a switch says of how it stands is not what it is for: it says the other word then. A label may be just such a word
 * ("Active"), and the words of a box are what it is ticked for.
 */
const isItsState = (element: Element, name: string): boolean =>
  wordsIn(element) === name &&
  ((element.matches('[role=switch]:not(input)') && STATES.test(name)) || (element.matches('[role=checkbox]:not(input)') && ON_OR_OFF.test(name)));

const ENTRIES = '[role=option],[role=menuitemcheckbox],[role=menuitemradio]';

/** A sign that an entry shows while it is chosen is its state, and no part of what it is called. */
const withoutTick = (name: string): string => name.replace(/^[✓✔☑] ?(?=.)|(?<=.) ?[✓✔☑]$/gu, '');

const AROUND_RADIO = 3;

/** One of the stars that are called alike: which of them it is, its place among them says. */
function isToldByPlace(element: Element, name: string): boolean {
  if (!element.matches('[role=radio][aria-posinset]')) return false;
  let around = element.parentElement;
  for (let depth = 0; around && depth < AROUND_RADIO; around = around.parentElement, depth++) {
    const mates = [...around.querySelectorAll('[role=radio][aria-posinset]')];
    if (mates.length > 1) return mates.every((one) => saidName(one) === name);
  }
  return false;
}

/** A list that is labelled by a part of itself, or by an entry of it, is called by what was chosen in it: that is its value. */
function isNamedByChoice(element: Element): boolean {
  if (element.getAttribute('role') !== 'combobox' || isField(element)) return false;
  const labels = labelsBy(element);
  return labels.length > 0 && labels.every((label) => element.contains(label) || label.closest('[role=option]') !== null);
}

/** Whether the title of a list of the page's own making only repeats what was chosen in it. */
export const isTitledByChoice = (element: Element): boolean =>
  element.getAttribute('role') === 'combobox' && !isField(element) && element.hasAttribute('title') &&
  fold(element.getAttribute('title')) === wordsIn(element);

/** A list that says by its name what it shows, as what was chosen in it: a label that the page ties to it, or its column, is what it is for. */
export const isCalledByChoice = (element: Element): boolean =>
  element.getAttribute('role') === 'combobox' && !isField(element) && element.hasAttribute('aria-label') &&
  fold(element.getAttribute('aria-label')) === wordsIn(element) &&
  (labelsFor(element).length > 0 || columnOf(element) !== null);

/** The labels that a page ties to what the browser takes for no field. */
function labelsFor(element: Element): Element[] {
  const root = element.getRootNode() as Document | ShadowRoot;
  return element.id ? [...root.querySelectorAll(`label[for="${CSS.escape(element.id)}"]`)] : [];
}

const isItsTitle = (element: Element, name: string): boolean =>
  isTitledByChoice(element) && name === fold(element.getAttribute('title'));

/** The list of the page's own making that the element is in. */
export function listAround(element: Element): Element | null {
  const list = element.parentElement?.closest('[role=combobox]') ?? null;
  return list && !isField(list) ? list : null;
}

/** What a field hints at before anything is typed; within a list of the page's own making it may repeat what was chosen there. */
export function hintOf(element: Element): string {
  const hint = fold(element.getAttribute('placeholder'));
  return hint && fold(listAround(element)?.textContent).includes(hint) ? '' : hint;
}

const labelsBy = (element: Element): Element[] => byIds(element, element.getAttribute('aria-labelledby'));

/** What a slider's own label tells is its value at times, and no more than that. */
const isItsValue = (element: Element, text: string): boolean =>
  element instanceof HTMLInputElement && element.type === 'range' && text === element.value;

/** What calls itself the list, and is the closed field that opens one; its entries stand elsewhere (Dijit's `Select`). */
export const SHUT_LIST = '[role=listbox][aria-haspopup]:not([aria-haspopup=false])';

export const OPENS_LIST = `[role=combobox],[aria-haspopup=listbox],${SHUT_LIST}`;

/** What a list's label shows: the part of it for the ear alone tells how many were chosen, and is other each time. */
function shownBy(label: Element, element: Element): string | null {
  if (label.childElementCount === 0 || !element.matches(OPENS_LIST)) return null;
  return textOf(label, 400, (part) => part.matches(NO_LABEL) || (part !== label && isClippedAway(part))) || null;
}

/**
 * A button that the page gives a label, as it does a field, and that opens something: it shows in itself what was chosen
 * there. That of a command ("Edit", with the record it is for) is tied to no button.
 */
const showsItsValue = (element: Element): boolean =>
  element instanceof HTMLButtonElement && element.matches('[aria-haspopup=dialog]') && element.labels.length > 0 &&
  labelsBy(element).some((label) => [...element.labels].includes(label as HTMLLabelElement));

/**
 * What a list is called by labels of which not all is shown, or of which one is what was chosen in it; null where its
 * labels are what they say.
 */
function shownName(element: Element): string | null {
  if (!element.matches(OPENS_LIST) && !showsItsValue(element)) return null;
  const by = labelsBy(element);
  // Its own name is what it is called, whatever its label holds besides, as the tags of what was chosen.
  if (by.length === 0 && fold(element.getAttribute('aria-label'))) return null;
  const outside = by.filter((label) => !element.contains(label));
  const labels = by.length > 0 ? outside : [...(isField(element) ? (element.labels ?? []) : [])];
  const whole = outside.length === by.length && !labels.some((label) => [...label.querySelectorAll('*')].some(isClippedAway));
  if (whole) return null;
  return fold(labels.map((label) => shownBy(label, element) ?? wordsIn(label)).join(' ')) || null;
}

/** What a script writes for a name that nobody gave it; some kits call each of their fields by its kind ("DropDownList"). */
const NOTHING_SAID =
  /^(?:null|undefined|false|NaN|\[object Object\]|[Dd]rop ?[Dd]own ?[Ll]ist|[Cc]ombo ?[Bb]ox|[Tt]ext ?[Bb]ox|(?:date|number|text)?[Ii]nput)$/;

/** What it calls itself by an attribute, if that is a name: of a choice, "false" is one. */
export const labelledAs = (element: Element): string => {
  const label = fold(element.getAttribute('aria-label'));
  return NOTHING_SAID.test(label) && holdsValue(element) && !element.matches('[type=radio],[type=checkbox]') ? '' : label;
};

function saidName(element: Element): string {
  const name = computedName(element);
  return NOTHING_SAID.test(name) && labelledAs(element) === '' && element.hasAttribute('aria-label') ? '' : name;
}

const CHOSEN_FROM = '[role=option],[role=menuitem],[role=menuitemcheckbox],[role=menuitemradio],[role=treeitem]';

/**
 * What an entry says to the eye, where it says its state to the ear besides ("Not selected, Ada"): the state is another one
 * once it was chosen, and nobody calls it by that. Null where all is seen, or named by an attribute.
 */
function entryShown(element: Element): string | null {
  if (!element.matches(CHOSEN_FROM) || element.hasAttribute('aria-label')) return null;
  if (labelsBy(element).some((label) => !holds(element, label))) return null;
  const heard = queryAll('span,div,p', element).filter((part) => wordsIn(part) !== '' && isHeardOnly(part));
  if (heard.length === 0 || element.querySelector(BRANCHES)) return null;
  return textOf(element, 400, (part) => part !== element && (heard.includes(part) || part.matches('[aria-hidden=true]'))) || null;
}

function computedName(element: Element): string {
  const shown = shownName(element) ?? entryShown(element);
  return shown || accessibleName(element) || labelPutBehind(element);
}

/** The label that a page takes from the ear while the field's own list is open, with all else beside the field: it is seen still. */
function labelPutBehind(element: Element): string {
  if (!isField(element)) return '';
  const labels = [...(element.labels ?? [])].filter((label) => label.inert && isVisible(label));
  return fold(labels.map(wordsIn).join(' '));
}

type Labelled = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

export const isField = (element: Element): element is Labelled =>
  element instanceof HTMLInputElement ||
  element instanceof HTMLSelectElement ||
  element instanceof HTMLTextAreaElement;

export const isButton = (element: Element): boolean =>
  element instanceof HTMLButtonElement ||
  (element instanceof HTMLInputElement && ['submit', 'button', 'reset', 'radio', 'checkbox'].includes(element.type));

/** The text of the control's label, without the control's own content; of a cell, what its column is called. */
export const labelOf = kept((element: Element): string | null => {
  const own = ownLabelOf(element);
  if (own) return own;
  if (['cell', 'gridcell'].includes(roleOf(element) ?? '')) return columnOf(element);
  const inComponent = element.getRootNode() instanceof ShadowRoot;
  if (!(holdsValue(element) || (inComponent && TICKED.has(roleOf(element) ?? ''))) || nameOf(element)) return null;
  // What one types into within a list of the page's own making goes by what the list is called.
  const list = isField(element) ? listAround(element) : null;
  const around = list && labelOf(list);
  return around ?? labelOfListWithin(element) ?? (inComponent ? labelOfHosts(element) : columnOf(element) ? null : labelOfHidden(element));
}, isOwn);

/**
 * The one field that a drawn list has taken in keeps the label: a list of the browser's own that is put away in it, to hold
 * what is chosen, or the line that shows it.
 */
function labelOfListWithin(element: Element): string | null {
  if (isField(element) || roleOf(element) !== 'combobox') return null;
  const lists = [...element.querySelectorAll('select')];
  // It may have a field to search in besides.
  const [putAway] = lists.length === 1 && isOutOfReach(lists[0]!) ? lists : [];
  const label = putAway ? ownLabelOf(putAway) : null;
  if (label) return label;
  const [field, another] = [...element.querySelectorAll(FIELDS)].filter((one) => one !== putAway);
  return field && !another && !field.matches('select') ? ownLabelOf(field) : null;
}

const GROUP_DEPTH = 5;
export const FIELDS = 'input:not([type=hidden]),select,textarea';

/** Nobody comes to it: not drawn, of a pixel, outside of the page or behind what stands for it. */
function isOutOfReach(field: Element): boolean {
  if (!isVisible(field) || isPutAwayList(field) || isClippedAway(field) || field.getAttribute('tabindex') === '-1') return true;
  const { right, bottom } = field.getBoundingClientRect();
  return right + scrollX <= 0 || bottom + scrollY <= 0;
}

/** What hundreds of fields stand in together is searched once. */
const fieldsIn = keptInOneGo((around): Element[] => [...around.querySelectorAll(FIELDS)]);

/** What is drawn in the place of a labelled field, as a row of tags with room for the next, is called like it. */
function labelOfHidden(element: Element): string | null {
  if (fold(element.getAttribute('placeholder'))) return null;
  let around = element.parentElement;
  for (let depth = 0; around && depth < GROUP_DEPTH; around = around.parentElement, depth++) {
    const hidden: Element[] = [];
    for (const one of fieldsIn(around)) {
      if (element.contains(one)) continue;
      // Most often the first beside it is one that people come to: of hundreds the others are not looked at.
      if (!isOutOfReach(one)) return null;
      // Fields for files and boxes to tick are put away behind buttons of their own.
      if (!isStandIn(one)) hidden.push(one);
    }
    if (hidden.length === 0) continue;
    const labels = hidden.map(ownLabelOf).filter((text) => text !== null);
    return labels.length === 1 ? labels[0]! : null;
  }
  return null;
}

/** What the browser gives its labels to; of buttons, only what is ticked is called by them. */
const isLabelled = (element: Element): element is Labelled | HTMLButtonElement =>
  isField(element) || (element instanceof HTMLButtonElement && TICKED.has(roleOf(element) ?? ''));

/** What the page draws to be ticked, to which some tie a label all the same: browsers make nothing of that. */
const DRAWN_TICKED = ':is([role=checkbox],[role=switch])[id]:not(input,button)';

/** What is drawn for the eye alone in the label of a switch is its state, in a word ("Yes"). */
const saysState = (label: Element, element: Element): boolean =>
  element.matches('[role=switch]') && label.querySelector('[aria-hidden=true]') !== null && fold(labelText(label)) !== '';

function ownLabelOf(element: Element): string | null {
  // A list's button names itself beside its label: what it says is what was chosen, and no label.
  const labels = isNamedByChoice(element) ? [] : labelsBy(element).filter((label) => !element.contains(label));
  const said = fold(labels.map((label) => shownBy(label, element) ?? (saysState(label, element) ? labelText(label) : wordsIn(label))).join(' '));
  if (said) return said;
  const own = labelledAs(element);
  const shown = own && holdsValue(element) && isField(element) ? labelShownFor(element) : null;
  if (shown) return shown;
  const calledByChoice = isCalledByChoice(element);
  if (own && !isItsValue(element, own) && !calledByChoice) return own;
  const tied = isLabelled(element) ? element.labels : calledByChoice || element.matches(DRAWN_TICKED) ? labelsFor(element) : null;
  if (tied && tied.length > 0) {
    const text = fold(ownOf(tied, element).map((label) => shownBy(label, element) ?? labelText(label)).join(' '));
    // A star says how many there are with it by its title alone.
    const told = /[\p{L}\p{N}]/u.test(text) ? '' : fold([...tied].map((label) => label.getAttribute('title') ?? '').join(' '));
    if (told || text) return told || text;
  }
  const beside = labelBeside(element);
  return (beside && fold(labelText(beside))) || writtenAfter(element);
}

const WRAPPED_DEPTH = 4;

/**
 * The label that a person sees at a field which calls itself otherwise, as kits have each of their fields do ("Type to
 * filter", "Date picker"): one that is tied to it, or to what is drawn around this field alone.
 */
function labelShownFor(field: Labelled): string | null {
  if (field.matches('[type=radio],[type=checkbox]')) return null;
  let tied: readonly Element[] = [...(field.labels ?? [])];
  for (let at = field.parentElement, depth = 0; tied.length === 0 && at && depth < WRAPPED_DEPTH; at = at.parentElement, depth++) {
    tied = isLabelled(at) ? [] : labelsFor(at);
    // Counted where there is a label only: in a long table it takes a while.
    if (tied.length > 0 && fieldsIn(at).length > 1) return null;
  }
  const seen = tied.filter((label) => isVisible(label) && !isClippedAway(label));
  // One that floats above what was chosen may be for the eye alone, in the place of its twin for the ear.
  const text = fold(seen.map((label) => shownBy(label, field) ?? (labelText(label) || wordsIn(label))).join(' '));
  // One that says that name among other things, as the tags of what was chosen, says no more of what the field is for.
  const besides = !text.includes(fold(field.getAttribute('aria-label')));
  return besides && /\p{L}/u.test(text) && text !== fold(field.value) ? text : null;
}

/** The label that a page writes beside a box, which it turns by itself when that is pressed: nothing else ties them. */
export function labelBeside(box: Element): HTMLLabelElement | null {
  if (!(box instanceof HTMLInputElement) || !box.matches('[type=checkbox],[type=radio]') || (box.labels?.length ?? 0) > 0) return null;
  const around = box.parentElement;
  const [label, another] = around?.querySelectorAll('label') ?? [];
  if (!label || another || label.parentElement !== around || label.control || label.htmlFor) return null;
  return around?.querySelectorAll(`${FIELDS},button`).length === 1 ? label : null;
}

const TICKED = new Set(['checkbox', 'radio', 'switch']);
const VALUED = new Set(['textbox', 'searchbox', 'combobox', 'listbox', 'spinbutton', 'slider']);

/** What holds a value, and shows that and not its name: a field, or what stands for one. */
export const holdsValue = (element: Element): boolean => isField(element) || VALUED.has(roleOf(element) ?? '');

/** A label cannot refer into a shadow tree: it names the component, of which the control is the only field. */
function labelOfHosts(element: Element): string | null {
  for (let root = element.getRootNode(); root instanceof ShadowRoot; root = root.host.getRootNode()) {
    const { host } = root;
    if (queryAll('input,select,textarea', host).filter(isVisible).length > 1) return null;
    const own = ownLabelOf(host);
    if (own) return own;
    const outside = host.getRootNode() as Document | ShadowRoot;
    const labels = host.id ? [...outside.querySelectorAll(`[for="${CSS.escape(host.id)}"]`)] : [];
    const around = host.closest('label');
    const text = fold([...labels, ...(around ? [around] : [])].map(labelText).join(' '));
    if (text) return text;
  }
  return null;
}

const CONTROLS = 'input,select,textarea,button';

/** Left out of a label: the control itself, what it offers, and what is drawn for the eye alone, as an icon's ligature. */
const NO_LABEL = `${CONTROLS},datalist,[aria-hidden=true],${TIPS}`;

const DRAWN_TICKS = '[role=checkbox],[role=radio],[role=switch]';

/** A box that a page draws within its label, and the sign in it while it is ticked, which is its state and no name. */
const isMereSign = (element: Element): boolean =>
  element.matches(DRAWN_TICKS) && !/[\p{L}\p{N}]/u.test(element.textContent ?? '');

/** Whether a box is called by nothing but the sign in it. */
const saysOnlyItsSign = (element: Element, name: string): boolean =>
  name !== '' && isMereSign(element) && name === wordsIn(element);

/** Whether it is so within a label that says something. */
const isItsSign = (element: Element, name: string): boolean =>
  saysOnlyItsSign(element, name) && /\p{L}/u.test(element.closest('label')?.textContent ?? '');

/** A block of a label that is put away while the rest is shown: what its sign tells about the field once it is asked. */
const isHint = (node: Element): boolean =>
  node.matches('div,p,ul') && getComputedStyle(node).display === 'none' && node.closest('label')?.checkVisibility() === true;

function labelText(node: Node): string {
  // A component's label may be what the page gave the component to show.
  if (node instanceof HTMLSlotElement) return node.assignedNodes({ flatten: true }).map(labelText).join('');
  if (node instanceof Element) {
    if (node.matches(NO_LABEL) || isMereSign(node) || isHint(node)) return '';
    if (node.localName === 'br') return ' ';
    if (!node.querySelector(`${NO_LABEL},${DRAWN_TICKS},slot,br,div,p,ul`)) return node.textContent ?? '';
  }
  return node instanceof Text ? node.data : [...node.childNodes].map(labelText).join('');
}

/** So far within what a kit draws for a list of the browser's own, which stands hidden right before that. */
const DRAWN_DEPTH = 3;

export function isOfDrawnList(field: Element): boolean {
  let at: Element | null = field;
  for (let depth = 0; at && depth < DRAWN_DEPTH; at = at.parentElement, depth++) {
    if (at.previousElementSibling instanceof HTMLSelectElement) return isOutOfReach(at.previousElementSibling);
  }
  return false;
}

const TEST_IDS = ['data-testid', 'data-test-id', 'data-test', 'data-qa', 'data-cy'];

export function testIdOf(element: Element): { attribute: string; value: string } | null {
  for (const attribute of TEST_IDS) {
    const value = element.getAttribute(attribute);
    if (value) return { attribute, value };
  }
  return null;
}

/** The text that a person would call the element by, where it has no accessible name. */
export const ownText = (element: Element): string =>
  isField(element) ? '' : clip(textOf(element, 400), 200);
