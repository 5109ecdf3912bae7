// What a page says of what was done: what it asks for and refuses at its fields, and its messages, passing ones too.

import { refusedByBrowser } from '../locating/labels';
import { isField } from '../page/aria';
import { DIALOGS, queryAll, roots } from '../page/dom';
import { clip } from '../page/text';
import { later } from '../page/timers';
import { isVisible } from '../page/visible';
import { ALERTS, FILLED_IN, LONGEST_MESSAGE, alertsIn, hearInto, messageElements, saidBy } from './alerts';
import { FAILS, refusals } from './refusals';

export interface Message {
  text: string;
  /** It tells of a failure, and stands in one stack with messages that do not: a part of what was asked for failed. */
  objects: boolean;
  /** The browser has sent no form because of this field, and has put the focus there. */
  blocks?: boolean;
  /** It is drawn as what tells of a failure, or stands by a field that is refused. */
  failed?: boolean;
  /** It stands by a field of the page that is refused, and says why. */
  refuses?: boolean;
  /** It is a dialog that waits for an answer. */
  asks?: boolean;
}

/** What dialogs ask that are to be answered by a button alone; a form to fill in asks for more. */
const questions = (): Message[] =>
  queryAll(DIALOGS)
    .filter((dialog) => isVisible(dialog) && !dialog.querySelector(FILLED_IN) && dialog.querySelector('button,[role=button]'))
    .map((dialog) => ({ text: clip(saidBy(dialog), LONGEST_MESSAGE), objects: false, asks: true }));

/** The first field that the browser refuses in a form that was to be sent: it gets the focus. */
const holdsBack = (field: Element): boolean =>
  isField(field) && field.form !== null && !field.form.noValidate &&
  (field.getRootNode() as Document | ShadowRoot).activeElement === field;

/** The whole of a message whose innermost part says it: what is a message as well and holds no other, or wraps it alone. */
function wholeOf(part: Element, parts: Element[]): Element {
  let whole = part;
  for (let around = whole.parentElement; around; around = around.parentElement) {
    const holdsIt = around.matches(ALERTS) && !parts.some((other) => other !== part && around?.contains(other));
    if (!holdsIt && around.childElementCount > 1) break;
    whole = around;
  }
  return whole;
}

function fails(part: Element, whole: Element): boolean {
  for (let at: Element | null = part; at && whole.contains(at); at = at.parentElement) {
    if (FAILS.test(at.getAttribute('class') ?? '')) return true;
  }
  return false;
}

/** Messages that came, and perhaps went, since the last time that somebody asked. */
let heard = new Set<string>();
let listening: MutationObserver | null = null;

const LONGEST_LISTENING = 10000;

/** Messages are heard from now on: one that goes by itself is gone before a criterion was waited for in vain. */
function listen(): void {
  heard = new Set();
  const mine = heard;
  listening?.disconnect();
  const observer = new MutationObserver((records) => {
    const alerts = new Set(alertsIn(records));
    // With the next frame, when a person could see it.
    if (alerts.size > 0) requestAnimationFrame(() => hearInto(mine, alerts));
  });
  const changes = { subtree: true, childList: true, characterData: true, attributeFilter: ['class', 'style', 'hidden'] };
  for (const root of roots()) observer.observe(root, changes);
  listening = observer;
  // Nobody may ask again, and a page that is busy with itself is not to be followed for ever.
  later(() => observer.disconnect(), LONGEST_LISTENING);
}

/** What the page says now, and said since it was last asked: what it asks for at its fields and refuses there, then its messages. */
export function messages(): Message[] {
  const asks = queryAll(':user-invalid')
    .filter(isField)
    .filter((field) => isVisible(field) && field.validationMessage)
    .map((field): Message => ({ text: clip(refusedByBrowser(field), LONGEST_MESSAGE), objects: false, blocks: holdsBack(field) }));
  const elements = messageElements().filter(saidBy).slice(0, 50);
  const parts = elements.filter((element) => !elements.some((other) => other !== element && element.contains(other)));
  const wholes = parts.map((part) => wholeOf(part, parts));
  const failing = parts.map((part, place) => fails(part, wholes[place] ?? part));
  const reasons = refusals(LONGEST_MESSAGE);
  const isReason = (text: string): boolean => reasons.some((reason) => reason.atField && reason.text.startsWith(text));
  const said = parts.map((part, place): Message => {
    const text = saidBy(part);
    return {
      text,
      ...(failing[place] ? { failed: true } : {}),
      ...(isReason(text) ? { refuses: true } : {}),
      objects: failing[place] === true && wholes.some((other, at) => !failing[at] && other.parentElement === wholes[place]?.parentElement),
    };
  });
  // What is a message of the page's is told as one, by the same words each time.
  const refused = reasons
    .filter(({ text }) => !said.some((message) => text.startsWith(message.text)))
    .map(({ text, atField }): Message => ({ text, objects: false, failed: true, ...(atField ? { refuses: true } : {}) }));
  const passed = [...heard];
  listen();
  const told: Message[] = [];
  const silent = (text: string): Message => ({ text, objects: false });
  for (const message of [...asks, ...refused, ...said, ...questions(), ...passed.map(silent)]) {
    // The reason that a field gives may be a message as well; one that objects is told as such.
    const known = told.some(({ text, objects }) =>
      (text === message.text || text.endsWith(`: ${message.text}`)) && objects >= message.objects);
    // One that went may have been heard together with others of its stack.
    const stacked = passed.includes(message.text) && told.some(({ text }) => message.text.includes(text) || text.includes(message.text));
    if (!known && !stacked && message.text.length <= LONGEST_MESSAGE) told.push(message);
  }
  return told.slice(0, 20);
}
