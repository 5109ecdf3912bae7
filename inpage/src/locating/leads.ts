// Where acting on an element leads, and what is said around it: the facts by which the gate tells "Delete filter"
// from "Delete account". They are asked of the few elements that a step is about to use, never of a whole page.

import { chosenAround } from '../fields/chosen';
import { isField, labelOf, nameOf } from '../page/aria';
import { DIALOGS, ancestorsOf, childrenOf, controlsOf, holds, parentOf, queryAll } from '../page/dom';
import { drawnOn } from '../page/drawn';
import { textOf } from '../page/shown';
import { clip, fold } from '../page/text';
import type { LeadFacts } from '../page/types';
import { isVisible } from '../page/visible';
import { AMOUNT_WORDS, moneyIn } from './money';

/** What one can do in a dialog besides: no part of what it asks. */
const CHOICES = 'button,a[href],select,input,textarea,[role=button],[role=link]';
const SENDS: [attribute: string, method: string][] = [
  ['hx-delete', 'delete'], ['hx-post', 'post'], ['hx-put', 'put'], ['hx-patch', 'patch'], ['hx-get', 'get'],
  ['data-hx-delete', 'delete'], ['data-hx-post', 'post'], ['data-hx-put', 'put'], ['data-hx-patch', 'patch'],
];
const METHODS = ['data-method', 'data-turbo-method'];
const QUESTIONS = ['data-confirm', 'data-turbo-confirm', 'hx-confirm', 'data-hx-confirm'];
function dialogAround(element: Element): Element | null {
  for (const ancestor of ancestorsOf(element)) if (ancestor.matches(DIALOGS)) return ancestor;
  return null;
}

const FIELDS = 'input:not([type=hidden],[type=submit],[type=button],[type=reset],[type=image]),select,textarea';
const TICKED = '[type=checkbox],[type=radio]';

/** In a dialog that is a form to fill in, the part from its first field to its last one. */
function formPart(dialog: Element): Element[] {
  const fields = queryAll(FIELDS, dialog).filter(isVisible);
  if (fields.filter((field) => !field.matches(TICKED)).length < 2) return [];
  let around = parentOf(fields[0]!)!;
  while (around !== dialog && !fields.every((field) => holds(around, field))) around = parentOf(around)!;
  const parts = childrenOf(around);
  const places = fields.map((field) => parts.findIndex((part) => holds(part, field)));
  const labels = fields.flatMap((field) => [...((field as HTMLInputElement).labels ?? [])]);
  return [...labels, ...(places.includes(-1) ? [] : parts.slice(Math.min(...places), Math.max(...places) + 1))];
}

/** What a dialog says and asks: not what the fields of a form are called and hold, but the sentences among them. */
function saidIn(dialog: Element): string {
  const form = formPart(dialog);
  const said = textOf(dialog, 1200, (node) => node.matches(CHOICES) || form.includes(node));
  const among = form.flatMap((part) => queryAll('p,[role=alert]', part)).map((part) => textOf(part, 400));
  return [nameOf(dialog), said, ...new Set(among)].join(' ');
}

/** What a script in an attribute asks in words of its own: `return confirm('Sure?')`. */
const ASKS = /\bconfirm\(\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|`([^`$]*)`)/;
/** One whose words are made elsewhere asks as well: `return confirm(text)`. */
const ASKS_SOMETHING = /\breturn\s+(?:\(\s*)?!?\s*(?:window\.)?confirm\(/;

function askedByScript(script: string | null): string | null {
  const found = ASKS.exec(script ?? '');
  if (found) return fold((found[1] ?? found[2] ?? found[3] ?? '').replace(/\\n/g, ' ').replace(/\\(.)/g, '$1')) || '?';
  return ASKS_SOMETHING.test(script ?? '') ? '?' : null;
}

const attributeOf = (element: Element, names: string[]): string | null => {
  for (const name of names) {
    const value = element.getAttribute(name);
    if (value) return value;
  }
  return null;
};

function absolute(path: string): string {
  try {
    return new URL(path, document.baseURI).href;
  } catch {
    return path;
  }
}

/** What the element's own attributes say that a click sends: htmx, Rails and Turbo write it there. */
function declared(element: Element): Pick<LeadFacts, 'method' | 'url'> {
  for (const [attribute, method] of SENDS) {
    const value = element.getAttribute(attribute);
    if (value !== null) return { method, url: absolute(value) };
  }
  const method = attributeOf(element, METHODS)?.toLowerCase() ?? null;
  const url = method ? (element.getAttribute('href') ?? element.getAttribute('data-url')) : null;
  return { method, url: url === null ? null : absolute(url) };
}

const formAround = (element: Element): HTMLFormElement | null =>
  isField(element) || element instanceof HTMLButtonElement ? element.form : element.closest('form');

/** A form can only GET and POST; frameworks put the method that is meant into a hidden field. */
function meantMethod(form: HTMLFormElement | null): string | null {
  const field = form?.querySelector<HTMLInputElement>('input[type=hidden][name=_method]');
  return field?.value ? field.value.toLowerCase() : null;
}

function fieldKinds(form: HTMLFormElement | null): string[] {
  const kinds = new Set<string>();
  for (const field of form ? controlsOf(form) : []) {
    if (!isField(field)) continue;
    const autocomplete = field.autocomplete;
    if (/^(new-password|one-time-code|cc-number|cc-csc)$/.test(autocomplete)) kinds.add(autocomplete);
    else if (field.type === 'password') kinds.add('password');
    else if (field instanceof HTMLInputElement && field.type === 'file') {
      // One that is empty sends no file.
      if (field.files?.length) kinds.add('file');
    }
    else if (field.type === 'email') kinds.add('email');
    else if (field instanceof HTMLTextAreaElement) kinds.add('message');
    else if (AMOUNT_WORDS.test(`${field.name} ${field.id} ${labelOf(field) ?? ''}`)) kinds.add('amount');
  }
  return [...kinds];
}

const isSender = (element: Element): element is HTMLButtonElement | HTMLInputElement =>
  (element instanceof HTMLButtonElement && element.type === 'submit') ||
  (element instanceof HTMLInputElement && ['submit', 'image'].includes(element.type));

/** What the form can be sent by, as it stands: browsers leave pictures out of what they call its elements. */
function sendersOf(form: HTMLFormElement): (HTMLButtonElement | HTMLInputElement)[] {
  const root = form.getRootNode() as Document | ShadowRoot;
  const pictures = [...root.querySelectorAll<HTMLInputElement>('input[type=image]')].filter((one) => one.form === form);
  const follows = (one: Element, other: Element): boolean =>
    (other.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  return [...controlsOf(form).filter(isSender), ...pictures].sort((one, other) => (follows(one, other) ? 1 : -1));
}

/** The button that Enter in a field of the form presses: the first one, in sight or not. */
export const defaultButton = (form: HTMLFormElement | null): Element | null => (form ? sendersOf(form)[0] ?? null : null);

/** Whether no other button in sight sends the form to where this one does: what it says is no answer beside another one. */
const sendsAlone = (element: Element): boolean =>
  isSender(element) &&
  element.form !== null &&
  sendersOf(element.form).every((other) => other === element || other.formAction !== element.formAction || !isVisible(other));

/** How many rows are ticked in the table or form that the element acts on; null where nothing can be ticked. */
function tickedAround(scope: Element | null): number | null {
  const boxes = [...(scope?.querySelectorAll<HTMLInputElement>('td input[type=checkbox],[role=row] input[type=checkbox]') ?? [])];
  return boxes.length > 1 ? boxes.filter((box) => box.checked).length : null;
}

/** The language that the page declares where the element stands: its verbs look otherwise in each. */
function languageOf(element: Element): string | null {
  for (let at: Element | null = element; at; at = parentOf(at)) {
    const declared = at.getAttribute('lang');
    if (declared) return declared.slice(0, 2).toLowerCase();
  }
  return null;
}

/** What the dialog says that the element stands in, as long as it is in sight; null outside of one. */
export function dialogText(element: Element): string | null {
  const dialog = dialogAround(element);
  return dialog && isVisible(dialog) ? clip(fold(saidIn(dialog)), 600) : null;
}

/** The question that the page itself asks before a click does anything: of the element, of the form that it sends, and, as
 * htmx has it, of what stands around it. */
function questionOf(element: Element, form: HTMLFormElement | null): string | null {
  const sent = isSender(element) ? form : null;
  const script = askedByScript(element.getAttribute('onclick')) ?? askedByScript(sent?.getAttribute('onsubmit') ?? null);
  const own = attributeOf(element, QUESTIONS) ?? (sent && attributeOf(sent, QUESTIONS)) ?? script;
  if (own || !SENDS.some(([attribute]) => element.hasAttribute(attribute))) return own;
  const around = element.closest('[hx-confirm],[data-hx-confirm]');
  return around && attributeOf(around, QUESTIONS);
}

/** The sums of money in the dialog, form or row around an element. A form that is nothing but its button, as each row of a
 * list may have one, says none: what it is about stands in the row. */
function sumsAround(element: Element, dialog: Element | null, form: HTMLFormElement | null): string[] {
  const row = element.closest('tr,li,article,section,[role=row],fieldset');
  const within = dialog ?? form ?? row;
  const own = moneyIn(within);
  const bare = own.length === 0 && within === form && form !== null && !queryAll(FIELDS, form).some(isVisible);
  return bare ? moneyIn(row) : own;
}

export function leadFacts(element: Element): LeadFacts {
  const dialog = dialogAround(element);
  const form = formAround(element);
  const { method, url } = declared(element);
  const entered = isField(element) ? defaultButton(form) : null;
  return {
    dialog: dialogText(element),
    method: method ?? meantMethod(form),
    url,
    confirm: clip(questionOf(element, form) ?? '', 300) || null,
    fields: fieldKinds(form),
    submit: entered ? clip(nameOf(entered)) : null,
    alone: sendsAlone(element),
    money: sumsAround(element, dialog, form),
    ticked: tickedAround(form ?? element.closest('section,main')),
    chosen: chosenAround(element, form),
    lang: languageOf(element),
    drawn: drawnOn(element),
  };
}
