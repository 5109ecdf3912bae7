// What an app draws beside its fields when it refuses what they hold.

import { captionOf } from '../fields/captions';
import { labelOf, nameOf } from '../page/aria';
import { CLICKABLE } from '../page/components';
import { byIds, parentOf, queryAll } from '../page/dom';
import { isMasked } from '../page/masked';
import { textOf } from '../page/shown';
import { isClippedAway, isVisible } from '../page/visible';

export const FAILS = /(^|[\s_-])(danger|errors?|fail(ed|ure)?|invalid|negative)([\s_-]|$)/i;

/** A class that says so of every field that was not filled in yet. */
const NOT_TOUCHED = /(^|\s)ng-invalid(?=\s|$)/g;

const FIELDS =
  'input:not([type=hidden],[type=button],[type=submit],[type=reset],[type=image]),select,textarea,[contenteditable=true],' +
  '[contenteditable=""],:is([role=combobox],[role=textbox],[role=spinbutton],[role=radiogroup]):not(input,select,textarea)';
const REASONS = '[class*=error i],[class*=invalid i],[id*=error i]';
/** What explains a field, and tells the reason where the field is marked as refused. */
const HINTS = '[class*=help i],[class*=hint i],[class*=feedback i],[class*=message i],[class*=danger i],[class*=explain i]';
const MARKED = `[aria-invalid=true],[class*=danger i],[class*=fail i],${REASONS}`;

const AROUND_FIELD = 5;
const MOST_MARKED = 100;
const MOST_TOLD = 20;

const classesOf = (element: Element): string => (element.getAttribute('class') ?? '').replace(NOT_TOUCHED, '');
const isMarked = (element: Element): boolean =>
  element.getAttribute('aria-invalid') === 'true' || FAILS.test(classesOf(element));

/** Nothing marks it but that it was not filled in yet. */
const isUntouched = (element: Element): boolean =>
  element.matches('.ng-invalid:not(.ng-touched,[aria-invalid=true],[id*=error i])') && !/danger|fail|error|invalid/i.test(classesOf(element));

/** The fields in a part of the page; radio buttons of one name are one. */
function fieldsIn(part: Element): Element[] {
  const all = [...(part.matches(FIELDS) ? [part] : []), ...queryAll(FIELDS, part)].filter((field) => isVisible(field));
  const groups = new Set<string>();
  return all.filter((field) => {
    if (!(field instanceof HTMLInputElement) || field.type !== 'radio') return !field.matches('[role=radiogroup]:has(input)');
    const isFirst = !groups.has(field.name);
    groups.add(field.name);
    return isFirst;
  });
}

/** The field that a part of the page belongs to, and all that belongs to that field alone. */
function fieldAround(part: Element): { field: Element; whole: Element } | null {
  let found: { field: Element; whole: Element } | null = null;
  for (let at: Element | null = part, depth = 0; at && depth < AROUND_FIELD; at = parentOf(at), depth++) {
    if (at !== part && (at.matches('form,dialog,body,main,table') || at.querySelector('form,h1,h2,nav'))) break;
    const [field, another] = fieldsIn(at);
    if (another) break;
    if (field) found = { field, whole: at };
  }
  return found;
}

/** The field's own label is marked together with the field; the reason, where it is a label, comes behind it. */
const isCaption = (part: Element): boolean => {
  const label = part.closest('label');
  const field = label?.control as HTMLInputElement | null | undefined;
  if (!label || !field || label !== field.labels?.[0]) return false;
  const isBehind = (field.compareDocumentPosition(part) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  return part === label || !label.contains(field) || !isBehind;
};

/** A link to the field that it is said of. */
const TO_FIELD = 'a[href^="#"]:not([href="#"])';

/** Nothing but what one presses, as the entry of a list that shows what has failed. */
const isPressed = (part: Element, text: string): boolean =>
  queryAll(CLICKABLE, part).some((one) => !one.matches(`label,${TO_FIELD}`) && textOf(one, 400) === text);

/** It says something, and holds nothing that one fills in or presses. */
function reasonIn(part: Element): string {
  if (!isVisible(part) || isClippedAway(part) || part.closest(CLICKABLE)?.matches(':not(label)') || isCaption(part)) return '';
  if (part.matches(FIELDS) || part.querySelector(`${FIELDS},dialog,main`)) return '';
  const text = textOf(part, 400);
  return /\p{L}/u.test(text) && !isPressed(part, text) ? text : '';
}

function named(field: Element): string[] {
  if (field.getAttribute('aria-invalid') !== 'true') return [];
  const ids = `${field.getAttribute('aria-errormessage') ?? ''} ${field.getAttribute('aria-describedby') ?? ''}`;
  return byIds(field, ids).map(reasonIn).filter(Boolean);
}

/** Why a field is refused: by the texts that it names, else by what stands by it alone. */
function reasonsBy(field: Element, whole: Element): string[] {
  const own = named(field);
  if (own.length > 0) return own;
  const marked = [field, whole, ...queryAll('*', whole).filter((one) => one.contains(field))].some(isMarked);
  for (const parts of [REASONS, ...(marked ? [HINTS] : [])]) {
    const told = queryAll(parts, whole).map(reasonIn).find(Boolean);
    if (told) return [told];
  }
  return [];
}

function called(field: Element, reason: string): string {
  // Some kits put the reason into a label of the field, or beside what it is called.
  const label = (labelOf(field) || captionOf(field) || (isMasked(field) ? '' : nameOf(field))).replace(reason, '').replace(/[\s*:]+$/, '');
  return label && !reason.toLowerCase().includes(label.toLowerCase()) ? `${label}: ${reason}` : reason;
}

/** A summary of many reasons is told by its entries. */
function entriesOf(part: Element, longest: number): string[] {
  const whole = reasonIn(part);
  if (whole.length <= longest) return whole ? [whole] : [];
  return [...part.querySelectorAll('li,p')].map((entry) => textOf(entry, 400)).filter((text) => text && text.length <= longest);
}

const REDDISH = 90;
const MOST_IN_BOX = 3;

/** A red that stands out, as what is wrong is drawn in. */
function isRed(color: string): boolean {
  const [red = 0, green = 0, blue = 0, alpha = 1] = (color.match(/[\d.]+/g) ?? []).map(Number);
  return color.startsWith('rgb') && alpha > 0.3 && red >= 150 && red - Math.max(green, blue) >= REDDISH;
}

/** Whether the field has a red frame, which may be that of a box around it. */
function isFramedInRed(field: Element, whole: Element): boolean {
  for (let at: Element | null = field, depth = 0; at && depth < MOST_IN_BOX && whole.contains(at); at = parentOf(at), depth++) {
    const style = getComputedStyle(at);
    if (parseFloat(style.borderBottomWidth) > 0 && style.borderBottomStyle !== 'none' && isRed(style.borderBottomColor)) return true;
  }
  return false;
}

/** Why a field is refused that is framed in red, by the text in red behind it: pages whose classes say nothing draw it so. */
function reasonInRed(field: Element): string {
  const at = fieldAround(field);
  if (!at || at.field !== field || !isFramedInRed(field, at.whole)) return '';
  const isBehind = (part: Element): boolean => (field.compareDocumentPosition(part) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const behind = queryAll('*', at.whole).filter((part) => part.childElementCount === 0 && isBehind(part));
  return behind.filter((part) => isRed(getComputedStyle(part).color)).map(reasonIn).find(Boolean) ?? '';
}

export interface Refusal {
  text: string;
  /** It stands by the field that is refused. */
  atField: boolean;
}

/** What the page says beside fields that it refuses, or of them, by how it marks them, or else draws them. */
export function refusals(longest: number): Refusal[] {
  const told = new Map<string, Refusal>();
  const tell = (text: string, atField: boolean): void => {
    if (!told.has(text)) told.set(text, { text, atField });
  };
  for (const part of queryAll(MARKED).filter((one) => !isUntouched(one) && isVisible(one)).slice(0, MOST_MARKED)) {
    if (told.size >= MOST_TOLD) break;
    const at = fieldAround(part);
    if (at && (isMarked(part) || part.matches(REASONS))) {
      for (const reason of reasonsBy(at.field, at.whole)) if (reason.length <= longest) tell(called(at.field, reason), true);
    } else if (part.matches(REASONS) && fieldsIn(part).length === 0) {
      for (const reason of entriesOf(part, longest)) tell(reason, false);
    }
  }
  if (told.size > 0) return [...told.values()];
  for (const field of queryAll(FIELDS).filter((one) => isVisible(one)).slice(0, MOST_MARKED)) {
    const reason = reasonInRed(field);
    if (reason && reason.length <= longest) tell(called(field, reason), true);
  }
  return [...told.values()];
}
