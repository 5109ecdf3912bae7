// Of which group a radio button, or another of several choices, is one, and what the group is called.

import { nameOf, roleOf } from '../page/aria';
import { columnOf, headingsOver, TABLES } from '../page/columns';
import { ancestorsOf, byIds, childrenOf, drawnWithin, holds, outermostOf, parentOf, queryAll } from '../page/dom';
import { isPassingId } from '../page/icons';
import { choicesAround, drawnChoices, segmentsOf, togglesOf } from '../page/segments';
import { textOf } from '../page/shown';
import { clip, fold } from '../page/text';
import { isVisible } from '../page/visible';

const RADIOS = 'input[type=radio],[role=radio]';
const FIELDS = 'input:not([type=hidden]),select,textarea,[role=combobox],[contenteditable=true]';
const NO_CAPTION = `${FIELDS},h1,h2`;
/** What may be one of several choices. */
export const CHOICES = `${RADIOS},[role=option],button,[role=button]`;
const COMMANDS = 'button,[role=button]';
const GROUPS = new Set(['radiogroup', 'group']);
const CLIMBS = 8;
const LAID_OVER = new Set(['absolute', 'fixed']);
const BEYOND = 3;
/** So far up where nothing else is asked for in there. */
const BEYOND_ALONE = 6;
/** So many boxes at most a kit draws around a list. */
const DRAWN_AROUND = 2;
const LONGEST = 60;
const LONGEST_LABEL = 30;

/** What the choices are called of which the element is one: by themselves, before them, or for the app. */
export function groupOf(element: Element): string | null {
  if (element.matches('[role=option]')) return nameOfStandingList(element);
  const segments = element.matches(RADIOS) ? null : segmentsOf(element) ?? togglesOf(element);
  if (segments) return nameOfGroup(element) ?? nameOfToolbar(element) ?? saidOver(segments[0]!);
  if (!element.matches(RADIOS)) return null;
  const own = questionOf(element) ?? nameOfGroup(element);
  if (own) return own;
  const component = componentOf(element);
  const name = component.getAttribute('name');
  const named = name ? queryAll(`${component === element ? 'input[type=radio]' : component.localName}[name="${CSS.escape(name)}"]`) : [];
  // Where a script holds them together, each may have a name of its own.
  const mates = named.length > 1 ? named : null;
  const around = holderOf(component, mates);
  const first = queryAll(RADIOS, mates?.[0] ?? around ?? element)[0] ?? mates?.[0];
  return (around && first && captionOf(first, around)) ?? (name && isWord(name) ? name : null) ?? (around && legendOver(around));
}

/** What the group says that holds choices alone, of which the element is one that is drawn without saying so. */
export function askedOfDrawn(element: Element): string | null {
  const row = drawnChoices(element);
  return row && nameOfGroup(row[0]!);
}

/** The same, also where nothing says yet that they are choices: a question with its answers as buttons behind it. */
export function questionFor(element: Element): string | null {
  const own = groupOf(element);
  const row = own === null ? choicesAround(element) : null;
  if (own !== null || !row) return own;
  // Before a list that lies over the page stands what opened it, and says what was chosen.
  return nameOfGroup(element) ?? (isLaidOver(row[0]!) ? null : saidOver(row[0]!));
}

const ROWS = 'tr,[role=row]';

/**
 * What a row of a table asks, in which the choices stand side by side: each row has choices of its own there, and what
 * is written around all of them is called by no row.
 */
export function questionOf(radio: Element): string | null {
  const row = radio.closest(ROWS);
  const name = row && radio.getAttribute('name');
  if (!name || !radio.matches('input') || !row.parentElement) return null;
  const mates = queryAll(`input[type=radio][name="${CSS.escape(name)}"]`);
  const asked = queryAll(RADIOS, row.parentElement);
  if (mates.length < 2 || asked.length <= mates.length || !mates.every((one) => row.contains(one))) return null;
  const head = childrenOf(row).find((cell) => textOf(cell, LONGEST_QUESTION));
  return head && queryAll(FIELDS, head).length === 0 && !holds(head, radio) ? clip(textOf(head, LONGEST_QUESTION)) : null;
}

const LONGEST_QUESTION = 200;

/** What is called so in there, whatever else it asks for, where these are the only choices of their kind. */
function legendOver(choices: Element): string | null {
  const over = [...drawnWithin(choices)].find((one) => GROUPS.has(roleOf(one) ?? '') && nameOf(one));
  return over && choicesIn(over) === choicesIn(choices) ? clip(nameOf(over)) : null;
}

/** What a list is called that is there at all times: one that a field opens lies over the page, and goes by the field. */
function nameOfStandingList(option: Element): string | null {
  const list = [...drawnWithin(option)].find((one) => roleOf(one) === 'listbox');
  if (!list || isLaidOver(option)) return null;
  const opened = list.id && queryAll(`[aria-controls~="${CSS.escape(list.id)}"],[aria-owns~="${CSS.escape(list.id)}"]`).length > 0;
  return opened ? null : nameOfFieldDrawing(list) ?? (clip(nameOf(list)) || captionBefore(list));
}

const OPEN_FIELD = 'input[role=combobox][aria-expanded=true]';

/** What the field of a component is called that draws the list as well and has it open now: its list may say no more than what kind it is. */
function nameOfFieldDrawing(list: Element): string | null {
  for (const around of drawnWithin(list)) {
    const fields = around.shadowRoot ? [...around.shadowRoot.querySelectorAll(OPEN_FIELD)] : [];
    if (fields.length === 1) return clip(nameOf(fields[0]!)) || null;
  }
  return null;
}

/** Over the page, or over the dialog or the tab's part that it is worked in. */
export function isLaidOver(option: Element): boolean {
  for (const around of drawnWithin(option)) {
    if (around.matches('dialog[open],[aria-modal=true],[role=tabpanel]')) return false;
    if (LAID_OVER.has(getComputedStyle(around).position)) return true;
  }
  return false;
}

/** The text right before a list, or before what a kit draws around it alone, where nothing else is asked for beside it. */
function captionBefore(list: Element): string | null {
  let at = list.getRootNode() instanceof ShadowRoot ? (list.getRootNode() as ShadowRoot).host : list;
  let caption = saidBefore(at);
  for (let depth = 0; !caption && at.parentElement && depth < DRAWN_AROUND; depth++) {
    at = at.parentElement;
    caption = saidBefore(at);
  }
  const text = caption && queryAll(`${FIELDS},button,[role=button]`, caption).length === 0 ? textOf(caption, 200) : '';
  return text.length <= LONGEST_LABEL && /\p{L}/u.test(text) ? text.replace(/\s*:$/, '') : null;
}

/** Past what stands there for the focus alone. */
function saidBefore(element: Element): Element | null {
  let before = element.previousElementSibling;
  const saysNothing = (one: Element): boolean => !one.matches(FIELDS) && queryAll(FIELDS, one).length === 0 && !textOf(one, 200);
  while (before && saysNothing(before)) before = before.previousElementSibling;
  return before;
}

/** The component that draws the radio button alone, which stands among its like in its place; else the button. */
function componentOf(radio: Element): Element {
  const root = radio.getRootNode();
  if (!(root instanceof ShadowRoot) || !radio.matches(RADIOS)) return radio;
  // Some keep one of the browser's in that which they draw.
  return queryAll(RADIOS, root.host).every((one) => holds(one, radio) || holds(radio, one)) ? root.host : radio;
}

function nameOfGroup(element: Element): string | null {
  const own = [...drawnWithin(element)].find((one) => GROUPS.has(roleOf(one) ?? '') && nameOf(one));
  return own && onlyHolds(own) ? clip(nameOf(own)) : null;
}

const nameOfToolbar = (element: Element): string | null => {
  const toolbar = element.closest('[role=toolbar]');
  return toolbar && onlyHolds(toolbar) ? clip(nameOf(toolbar)) || null : null;
};

/** In a table of records, what stands before the first of them is another part of the record: its column says what is chosen. */
function saidOver(first: Element): string | null {
  const table = first.closest('td,[role=gridcell],[role=cell]')?.closest(TABLES);
  return table && headingsOver(table).length > 0 ? columnOf(first) : labelBefore(first, first.parentElement);
}

/** What stands before buttons is as often what they are about as what they choose: a label is short, and counts nothing. */
function labelBefore(first: Element, around: Element | null): string | null {
  const caption = around && captionOf(first, around);
  return caption && caption.length <= LONGEST_LABEL && !/\d/.test(caption) ? caption : null;
}

const onlyHolds = (around: Element): boolean =>
  queryAll(FIELDS, around).every((field) => field.matches(RADIOS) || !isVisible(field) || isBroughtByChoice(field, around));

/** A further question that comes with one of the choices, which says that it shows it. */
const isBroughtByChoice = (field: Element, around: Element): boolean =>
  queryAll(`:is(${RADIOS})[aria-controls]`, around).some((one) =>
    byIds(one, one.getAttribute('aria-controls')).some((part) => part !== around && holds(around, part) && holds(part, field)));

const holdsOnlyRadios = (around: Element | null): boolean => around !== null && onlyHolds(around);

/** How many choices there are in there: one that a kit draws may keep one of the browser's in it. */
function choicesIn(around: Element): number {
  const all = queryAll(RADIOS, around);
  return outermostOf(all).length;
}

/** The nearest that holds all of them, or more than one where nothing tells which they are; and no other field. */
function holderOf(element: Element, mates: readonly Element[] | null): Element | null {
  for (const ancestor of [...ancestorsOf(element)].slice(0, CLIMBS)) {
    const held = mates ? mates.every((one) => ancestor.contains(one)) : choicesIn(ancestor) > 1;
    if (held) return onlyHolds(ancestor) ? ancestor : null;
  }
  return null;
}

/** The text before the first of them, which is neither its own nor that of another field. */
function captionOf(own: Element, around: Element): string | null {
  const first = componentOf(own);
  let beyond = 0;
  for (let at: Element | null = first.closest('label') ?? first; at && beyond < BEYOND_ALONE; at = parentOf(at)) {
    if (beyond >= BEYOND && !(own.matches(RADIOS) && holdsOnlyRadios(parentOf(at)))) return null;
    for (let node = at.previousSibling; node; node = node.previousSibling) {
      // Frameworks mark their places by comments.
      const text = node instanceof Element ? textOf(node, 200) : node instanceof Text ? fold(node.data) : '';
      if (node instanceof Element && (node.matches(NO_CAPTION) || queryAll(FIELDS, node).length > 0)) return null;
      // A row of commands, as to turn the pages of a list, is another matter.
      if (node instanceof Element && !own.matches(RADIOS) && queryAll(COMMANDS, node).length > 1) return null;
      // Some have their own label before them.
      if (text && text !== nameOf(own)) return text.length <= LONGEST && /\p{L}/u.test(text) ? text : null;
    }
    if (beyond > 0 || at === around) beyond++;
  }
  return null;
}

/** Some pages number their groups, as in "r7". */
const isWord = (name: string): boolean => /^[a-z][\w.[\]-]*$/i.test(name) && /[a-z]{3}/i.test(name) && !isPassingId(name);
