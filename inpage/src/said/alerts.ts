// Which parts of a page are messages to who works on it, and what they say.

import { CLICKABLE } from '../page/components';
import { DIALOGS, childrenOf, queryAll } from '../page/dom';
import { textOf } from '../page/shown';
import { isClippedAway, isCutOff, isVisible } from '../page/visible';

/** Says something and asks nothing: the page goes on beneath it. */
export const TOAST = '[role=alertdialog][aria-modal=false]';

const SAID = `${TOAST},[role=alert],[role=status],[role=log],output,[aria-live]:not([aria-live=off])`;
export const ALERTS =
  `${SAID},[class*=toast],[class*=alert],[class*=snackbar],[class*=flash],[class*=notice],[class*=message],[class*=notification],[class*=error]`;
export const FILLED_IN = 'input:not([type=hidden],[type=button],[type=submit]),select,textarea,iframe,[contenteditable=true],[contenteditable=""]';

/** A class alone says little: what is filled in, what holds a dialog or a dialog's own buttons, tells nothing. */
function isMessage(alert: Element): boolean {
  // A list that reads its entries out is there for choosing.
  if (alert.matches('[role=listbox],[role=menu],[role=tree]') || alert.querySelector('[role=option],[role=listbox]')) return false;
  // Within a list it says what the list holds ("No results found"), and goes with it.
  if (alert.closest('[role=listbox]')) return false;
  // What reads a table out together with the heads of its columns is that part of the page.
  if (alert.querySelector('th,[role=columnheader]')) return false;
  if (isCaption(alert)) return false;
  if (alert.matches(SAID)) return true;
  // What one presses is called by what it does with messages (`<a class="mark-messages">`); it tells none.
  if (alert.closest(CLICKABLE) || isOfHistory(alert)) return false;
  if (alert.matches(FILLED_IN) || alert.querySelector(`${FILLED_IN},${DIALOGS}`)) return false;
  return !alert.closest(DIALOGS) || !alert.querySelector('button,[role=button],input');
}

/** All that a button says, which some kits have read out when it changes, or for as long as the button is pressed. */
function isCaption(alert: Element): boolean {
  const button = alert.parentElement?.closest('button,[role=button]');
  return !!button && textOf(button, 80) === textOf(alert, 80);
}

const SAID_BY_APPS = '[class*=toast],[class*=alert],[class*=snackbar],[class*=flash],[class*=notice],[class*=error]';
const HISTORY_DEPTH = 6;

/** People write messages as well: one of several entries, or in one, each more than a line of text, is a record's. */
function isOfHistory(alert: Element): boolean {
  if (alert.matches(SAID_BY_APPS)) return false;
  let at: Element | null = alert;
  for (let depth = 0; at && depth < HISTORY_DEPTH; at = at.parentElement, depth++) {
    if (at.childElementCount > 1 && likesOf(at) >= 3) return true;
  }
  return false;
}

/** How many siblings of the same tag begin their classes alike, itself among them. */
function likesOf({ parentElement, localName, classList }: Element): number {
  const like = (one: Element): boolean => one.localName === localName && one.classList[0] === classList[0];
  return classList.length > 0 && parentElement ? childrenOf(parentElement).filter(like).length : 0;
}

/** What a message does not hold: what only looks like one by its class (`<body class="has-messages">`) is the page. */
const PARTS_OF_PAGE = 'main,nav,aside,header,h1,[role=main],[role=navigation],[role=banner]';

/** What is longer is a part of the page. */
export const LONGEST_MESSAGE = 200;

/** Where something changed that may be an alert. */
export function* alertsIn(records: MutationRecord[]): Generator<Element> {
  for (const record of records.slice(0, 50)) {
    for (const node of record.type === 'childList' ? [...record.addedNodes].slice(0, 5) : [record.target]) {
      const element = node instanceof Element ? node : node.parentElement;
      const alert = element?.closest(ALERTS) ?? (node === element ? element.querySelector(ALERTS) : null);
      if (alert) yield alert;
    }
  }
}

const PRESSED = 'button,[role=button]';

/** What it says, without the button that puts it away, where that stands at its beginning or end. */
export function saidBy(alert: Element): string {
  const whole = textOf(alert, 400);
  const without = alert.querySelector(PRESSED) ? textOf(alert, 400, (part) => part.matches(PRESSED)) : whole;
  return without && whole.includes(without) ? without : whole;
}

/** What speaks to screen readers alone may have been said long ago; what holds parts of the page is the page. */
const isSeen = (alert: Element): boolean =>
  isVisible(alert) && !isClippedAway(alert) && !isCutOff(alert) && alert.querySelector(PARTS_OF_PAGE) === null;

export const messageElements = (): Element[] => queryAll(ALERTS).filter((element) => isSeen(element) && isMessage(element));

const MOST_HEARD = 20;

/** Adds what those of them say that can be seen now, up to a few in all. */
export function hearInto(heard: Set<string>, alerts: Iterable<Element>): void {
  for (const alert of alerts) {
    const text = heard.size < MOST_HEARD && isSeen(alert) && isMessage(alert) ? saidBy(alert) : '';
    if (text && text.length <= LONGEST_MESSAGE) heard.add(text);
  }
}
