// Fields and forms: what they hold after an edit, and that they are sent.

import { standsAt, valueOf } from '../fields/holding';
import { soon } from '../page/ahead';
import { isField, roleOf } from '../page/aria';
import { whileCapturing } from '../page/capturing';
import { wholeOfBox } from '../page/components';
import { originOf, queryAll } from '../page/dom';
import { isMasked } from '../page/masked';
import { chosenIn } from '../page/options';
import { linesOf } from '../page/shown';
import { clip } from '../page/text';
import { MASK, type TargetSpec } from '../page/types';
import { isVisible } from '../page/visible';
import { noteValue } from '../page/watch';
import { tellBox } from './boxes';
import { captureDrawn } from './drawn';
import { sendFiles } from './files';
import { beginsTyping, digestOf, noteSent, noteTyped } from './hidden';
import { editableRoot, targetOf } from './on';
import { noteEffect } from './settle';
import { on, tell, type At, type Told } from './tell';

interface Field {
  target: TargetSpec;
  value: string | null;
  /** How much in an editable region is more than plain text. */
  formats: number;
  /** The value that was told last. */
  told?: string | undefined;
  /** The lines of a region that were told last. */
  lines?: string;
}

const known = new WeakMap<Element, Field>();

const FORMATS = 'b,strong,i,em,u,s,strike,sub,sup,a[href],ul,ol,h1,h2,h3,h4,h5,h6,blockquote,pre,table,img,font,mark,[style]';

const formatsIn = (element: Element): number => (isField(element) ? 0 : element.querySelectorAll(FORMATS).length);

/** The field as it was when the person came to it: its name may change with its value. */
export function fieldAt(element: Element): Field {
  let field = known.get(element);
  if (!field) {
    field = { target: targetOf(element), value: valueOf(element), formats: formatsIn(element) };
    known.set(element, field);
  }
  return field;
}

/** The value that was told of the field last. */
export const toldOf = (element: Element): string | undefined => known.get(element)?.told;

/** Whether the page has taken away what was told of the field last. */
export function isEmptied(element: Element): boolean {
  const field = known.get(element);
  if (!field?.told || !isField(element) || element.value !== '') return false;
  field.told = '';
  // What the page made of it stands beside the field now, by which the next one is known.
  field.target = targetOf(element);
  return true;
}

/** A field's own script may take letters and write its value by itself, of which the browser tells nothing. */
export function noteWritten(element: Element, before: string): void {
  if (!isField(element) || element.value === before || known.get(element)?.told === element.value) return;
  noteValue(element);
  noteEffect(false);
}

const NUMBER = /^-?\d+([.,]\d+)?$/;

/** A field whose page counts up and down with the arrow keys: what is meant is the number that it came to. */
export function noteCounted(event: At, element: Element, before: string): void {
  if (!isField(element) || element.value === before || known.get(element)?.told === element.value) return;
  if (NUMBER.test(element.value) && roleOf(element) !== 'combobox') typed(event, element);
}

export function captureFields(): void {
  captureDrawn(typed);
  // Before the page hears of it, which may open something that the field's label then holds as well.
  on('focus', (event) => {
    const element = originOf(event);
    if (element instanceof Element && (isField(element) || (element as HTMLElement).isContentEditable)) {
      known.delete(element);
      beginsTyping(element);
      fieldAt(editableRoot(element));
    }
  });
  let heard = false;
  // It comes before each letter of a field as well, which it does not concern: nothing is looked up for those.
  window.addEventListener('beforeinput', (event) => {
    const first = originOf(event);
    if (!event.isTrusted || !(first instanceof HTMLElement) || isField(first) || !first.isContentEditable) return;
    heard = false;
    soon(() => heard || tellWritten(event, editableRoot(first)));
  }, { capture: true, passive: true, signal: whileCapturing() });
  on('input', (event) => {
    const first = originOf(event);
    if (!(first instanceof Element)) return;
    heard = true;
    const element = editableRoot(first);
    if (!isField(element) && !(element as HTMLElement).isContentEditable) return typedInside(event, element);
    noteValue(element);
    if (element instanceof HTMLSelectElement) return tellChosen(event, element);
    if (element instanceof HTMLInputElement && ['checkbox', 'radio', 'file'].includes(element.type)) return;
    typed(event, element);
  });
  on('change', (event) => {
    const element = originOf(event);
    if (element instanceof Element) noteTyped(element, true);
    if (element instanceof HTMLInputElement) {
      if (['checkbox', 'radio'].includes(element.type)) {
        if (!wholeOfBox(element)) tellBox(event, element, lastingTarget(element));
      } else if (element.type === 'file') {
        void sendFiles(event, element, [...(element.files ?? [])]);
      } else if (['date', 'time', 'datetime-local', 'month', 'week', 'color', 'range', 'number'].includes(element.type)) {
        // As a rule it was told letter by letter; the page may take the field away by now.
        if (known.get(element)?.told !== element.value) typed(event, element);
      }
    }
  });
}

/** Tells of the fields that hold something else than the page has given them; says how many those are. */
export function tellChangedFields(): number {
  return queryAll('input,textarea,select,[contenteditable]').filter(tellChanged).length;
}

function tellChanged(element: Element): boolean {
  if (element instanceof HTMLSelectElement) {
    const left = [...element.options].some((option) => option.defaultSelected && !option.selected);
    if (!left && !element.matches(':user-valid,:user-invalid')) return false;
    tellChosen(null, element);
  } else if (element instanceof HTMLInputElement && ['checkbox', 'radio'].includes(element.type)) {
    if (element.checked === element.defaultChecked || wholeOfBox(element)) return false;
    tell(null, { kind: 'check', target: targetOf(element), checked: element.checked });
  } else if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
    if (element.value === element.defaultValue || ['file', 'hidden'].includes(element.type)) return false;
    known.set(element, { target: targetOf(element), value: element.defaultValue, formats: 0 });
    typed(null, element);
  } else {
    if (document.activeElement !== element || !linesOf(element).trim()) return false;
    typed(null, element);
  }
  return true;
}

/** A name that says whether the box is ticked tells it neither before it is nor afterwards. */
function lastingTarget(element: Element): TargetSpec {
  const before = fieldAt(element).target;
  const after = targetOf(element);
  if (before.name === after.name) return after;
  const still = new Set(after.locators?.map((locator) => JSON.stringify(locator)));
  const locators = (before.locators ?? []).filter((locator) => still.has(JSON.stringify(locator)));
  const { 'aria-label': _, title: __, ...attributes } = after.attributes ?? {};
  return locators.length > 0 ? { ...after, name: null, label: null, attributes, locators } : after;
}

const hasNoArea = ({ box }: TargetSpec): boolean => !box || box.width === 0 || box.height === 0;

function typed(event: At | null, element: Element): void {
  const field = fieldAt(element);
  // A field that unrolls as somebody comes to it is told from its like only now that it can be seen.
  if (hasNoArea(field.target) && isVisible(element)) field.target = targetOf(element);
  const masked = isMasked(element);
  if (masked) noteTyped(element, false);
  const region = !isField(element);
  field.told = isField(element) ? element.value : undefined;
  if (region) field.lines = linesOf(element);
  const line = tell(event, {
    kind: 'input',
    target: field.target,
    value: masked ? MASK : (field.lines ?? valueOf(element) ?? ''),
    before: masked ? null : field.value,
    masked,
    digest: masked ? digestOf(element) : null,
    editable_region: region,
  }, true);
  if (region && event instanceof InputEvent && CLOSING.test(event.data ?? '')) soon(() => tellWritten(event, element));
  if (region) noteFormats(event, element, field);
  else if (!masked) soon(() => tellAsWritten(line, element, field));
}

/** An editor may leave letters to the browser and write signs by itself, of which the browser tells nothing then. */
function tellWritten(event: At, region: Element): void {
  const { lines } = fieldAt(region);
  if (lines !== undefined && region.isConnected && linesOf(region) !== lines) typed(event, region);
}

/** An editor that had put a closing sign in by itself takes the one that is typed there out again, before it is to be seen. */
const CLOSING = /^["'`)\]}>]$/;

const bare = (value: string): string => value.replace(/[^\p{L}\p{N}]/gu, '');

const PARTS = /[\p{L}\p{N}]+/gu;
const MOST_OF_A_PART = 12;

/**
 * Whether the page has made the one part of a date or a time whole that was typed into: `03/15/7` is `03/15/2027` to it
 * when the year, of which the browser tells just the last digit, had `202` before.
 */
function isPartMadeWhole(told: string, written: string): boolean {
  const typed = told.match(PARTS) ?? [];
  const made = written.match(PARTS) ?? [];
  const signs = told.replace(PARTS, '|');
  if (typed.length < 2 || signs !== written.replace(PARTS, '|') || /^[|\s]*$/.test(signs) || !/\d/.test(written)) return false;
  const other = made.flatMap((part, at) => (part === typed[at] ? [] : [[typed[at]!, part] as const]));
  const [change] = other;
  if (other.length !== 1 || !change || change[1].length > MOST_OF_A_PART) return false;
  return change[1].length > change[0].length && (change[1].endsWith(change[0]) || change[1].startsWith(change[0]));
}

const isSameWritten = (told: string, written: string): boolean => bare(written) === bare(told) || isPartMadeWhole(told, written);

/** What was typed is told as the page's own script has written it, where only its signs or a part's length are other. */
function tellAsWritten(line: Told, element: Element, field: Field): void {
  const told = field.told;
  if (!isField(element) || !told || line['value'] !== told || element.value === told || !isSameWritten(told, element.value)) return;
  line['value'] = field.told = element.value;
}

/** A slider of the page's own making that was dragged: what counts is where it says that it stands now. */
export function tellSlid(event: At, slider: Element, target: TargetSpec, before: string): void {
  const facts = { target, before, masked: false, editable_region: false };
  const line = tell(event, { kind: 'input', value: standsAt(slider) ?? before, ...facts });
  soon(() => (line['value'] = standsAt(slider) ?? before));
}

const closed = new WeakSet<Element>();

/** Of what is typed behind a closed shadow root, only the element around it is told to anybody outside. */
function typedInside(event: Event, element: Element): void {
  if (closed.has(element)) return;
  closed.add(element);
  const what = `something was typed into <${element.localName}>, whose inside is closed to everybody outside of it`;
  tell(event, { kind: 'raw', what, target: targetOf(element) });
}

const COMMANDS = /^format|^insert(Un)?[oO]rderedList$/;
const NEW_LINES = /^insert(Paragraph|LineBreak)$/;

/**
 * Whether a step gives the same format again: a new line that goes on in the one before, or a command for the line that the
 * caret stands at the end of, behind all of the text.
 */
function isGivenAgain(event: At | null, region: Element): boolean {
  const caret = document.getSelection();
  if (!(event instanceof InputEvent)) return false;
  if (NEW_LINES.test(event.inputType)) return true;
  if (!COMMANDS.test(event.inputType) || !caret?.isCollapsed || !caret.focusNode) return false;
  const behind = document.createRange();
  behind.selectNodeContents(region);
  behind.setStart(caret.focusNode, caret.focusOffset);
  return behind.toString().trim() === '';
}

/** A region's text is told without its formats: that there are some the person gave it is said. */
function noteFormats(event: At | null, element: Element, field: Field): void {
  const [before, formats] = [field.formats, formatsIn(element)];
  if (formats <= before) return;
  field.formats = formats;
  if (isGivenAgain(event, element)) return;
  soon(() => tellFormats(event, element, field, before));
}

/** What the browser itself puts around a letter that is typed over coloured text, a code editor takes away at once. */
function tellFormats(event: At | null, element: Element, field: Field, before: number): void {
  field.formats = formatsIn(element);
  if (field.formats <= before) return;
  const name = field.target.name ?? field.target.label;
  const where = name ? ` in '${clip(name, 60)}'` : '';
  const what = `the text${where} was given a format (bold, a list, a link), and is typed as plain text`;
  tell(event, { kind: 'raw', what, formatted: true });
}

/** Where no person has chosen, `given` is the note in the console that says who has. */
export function tellChosen(event: At | null, element: HTMLSelectElement, given?: string): void {
  const chosen = [...element.selectedOptions];
  const field = fieldAt(element);
  // Who gives a value need not come to the field before.
  const before = given && field.value === valueOf(element) ? null : field.value;
  tell(event, {
    kind: 'select',
    target: field.target,
    options: chosenIn(element),
    values: chosen.map((option) => option.value),
    before: before ? [before] : [],
    ...(given && { given }),
  });
}

/** Forms as they were when they were sent first: nobody looks for a form by what it holds. */
const forms = new WeakMap<HTMLFormElement, TargetSpec>();

function formTarget(form: HTMLFormElement): TargetSpec {
  const target = forms.get(form) ?? targetOf(form);
  forms.set(form, target);
  return target;
}

export function captureSubmit(): void {
  on('submit', (event) => {
    const form = originOf(event);
    if (!(form instanceof HTMLFormElement)) return;
    noteSent(form);
    const submitter = (event as SubmitEvent).submitter;
    tell(event, {
      kind: 'submitted',
      target: formTarget(form),
      method: (submitter?.getAttribute('formmethod') ?? form.getAttribute('method') ?? 'get').toLowerCase(),
      action: new URL(submitter?.getAttribute('formaction') ?? form.getAttribute('action') ?? '', document.baseURI).href,
    });
  });
}
