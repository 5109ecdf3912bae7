// What a person would notice of a page: the material of completion criteria. Bounded, and visible things only.

import { shownBeside } from '../fields/beside';
import { captionOf } from '../fields/captions';
import { groupOf } from '../fields/groups';
import { expandedOf, isClosedList, onOff, valueOf } from '../fields/holding';
import { movedChoices } from '../fields/moved';
import { place } from '../page/ahead';
import { isField, labelOf, nameOf, OPENS_LIST, ownText, roleOf } from '../page/aria';
import { calledWithoutBadge } from '../page/badges';
import { columnOf } from '../page/columns';
import { queryAll, roots } from '../page/dom';
import { stylesAnswerNothing } from '../page/hover';
import { isMasked } from '../page/masked';
import { withMemory } from '../page/memo';
import { classedSegments } from '../page/segments';
import { headingText } from '../page/shown';
import { clip, fold } from '../page/text';
import { cancel, later, type Timer } from '../page/timers';
import { MASK } from '../page/types';
import { disabledNow, isPutAwayList, isReadOut, isVisible, isWithinUndrawn } from '../page/visible';
import { edition, version as changes } from '../page/watch';
import { LONGEST_MESSAGE, TOAST, alertsIn, hearInto, messageElements, saidBy } from './alerts';
import { refusals } from './refusals';
import { takeWithheld } from './withheld';

export interface PageState {
  url: string;
  title: string;
  headings: string[];
  alerts: string[];
  /** What a document that has just come says of fields that were refused before. */
  refusals: string[];
  /** What the browser itself did not send since the last state, by field. */
  withheld: string[];
  dialogs: string[];
  values: Record<string, string>;
  /** What stands beside those of them that a list of the page's own making leaves empty. */
  beside: Record<string, string>;
  counts: Record<string, number>;
  /** What has unfolded a part of the page, and says so, by its name. */
  unfolded: string[];
  /** Short texts that were not there at the last look at this document; at the first look, all. */
  texts: string[];
  /** Those that were there and are not any more. */
  gone: string[];
  /** How many buttons and fields cannot be used now. */
  disabled: number;
}

/** Alerts that came and perhaps went since the last state was taken. */
const passing = new Set<string>();
let ringing = new Set<Element>();

const unique = (texts: string[], most: number): string[] => [...new Set(texts.filter(Boolean))].slice(0, most);

/** Nobody has read what goes sooner, as an error that a page shows until its first answer comes. */
const SHORTEST = 150;
let hearing: Timer | null = null;

/** Where something changed that may be an alert is looked at once a person could have read it. */
export function noteAlerts(records: MutationRecord[]): void {
  for (const alert of alertsIn(records)) if (ringing.size < 50) ringing.add(alert);
  if (ringing.size > 0 && !hearing) hearing = later(hearAlerts, SHORTEST);
}

function hearAlerts(): void {
  hearInto(passing, ringing);
  forgetRinging();
}

function forgetRinging(): void {
  cancel(hearing);
  hearing = null;
  ringing = new Set();
}

function alertsNow(): string[] {
  return messageElements().map(saidBy).filter((text) => text.length <= LONGEST_MESSAGE);
}

/** So long after its answer a document says what the one before it was refused. */
const JUST_CAME = 5000;
let refused: string[] = [];

/** What was said then: where a person works on the page, the look for marked fields is spared. */
function refusalsNow(): string[] {
  const [came] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (came && performance.now() - came.responseStart < JUST_CAME) refused = refusals(LONGEST_MESSAGE).map(({ text }) => text);
  return refused;
}

const FIELDS =
  `input,select,textarea,[contenteditable=""],[contenteditable=true],${OPENS_LIST},` +
  '[role=slider],[role=switch]:not(input),[role=checkbox]:not(input),[role=radio]:not(input)';

const TOGGLES = 'button[aria-pressed],[role=button][aria-pressed],[role=tab][aria-selected]';
const MOST_TOGGLES = 40;

/** Lists for choosing open at every press, and a tree's items have an arrow for it. */
const UNFOLDED = `summary,[aria-expanded=true]:not(${OPENS_LIST},[role=treeitem],[role=row],input,select)`;
const MOST_UNFOLDED = 30;

/** Fields by what they are called; toggle buttons and tabs, too. */
type Fields = Map<string, Element>;

function fieldsShown(): Fields {
  const fields: Fields = new Map();
  let left = 60;
  const found = queryAll(FIELDS);
  const behind = new Set(found.filter(isPutAwayList));
  for (const field of [...found.filter((one) => !behind.has(one)), ...behind]) {
    if (left === 0) break;
    if (isField(field) && ['hidden', 'submit', 'button', 'reset', 'image'].includes(field.type)) continue;
    // A button stands for a file's field nearly everywhere; whether that keeps the file is told by the field alone.
    if (!isVisible(field) && !field.matches('input[type=file]')) continue;
    const own = labelOf(field);
    // One of a column's: what stands before it is the record's, and its like stand in the other rows.
    if (!own && !nameOf(field) && columnOf(field)) continue;
    const label = own ?? captionOf(field) ?? (nameOf(field) || field.getAttribute('name') || fold(field.getAttribute('placeholder')));
    if (!own && isHintOfSeveral(field, label, found)) continue;
    // A button that is called by what is chosen says not what it is chosen for.
    if (!label || fields.has(label) || (isClosedList(field) && label === valueIn(field))) continue;
    fields.set(clip(label), field);
    left--;
  }
  for (const toggle of [...queryAll(TOGGLES).filter(isVisible), ...classedSegments(), ...movedChoices()].slice(0, MOST_TOGGLES)) {
    const own = clip(calledWithoutBadge(toggle) ?? (nameOf(toggle) || ownText(toggle)));
    // Two groups may have the same choices, as yes and no.
    const group = fields.has(own) ? groupOf(toggle) : null;
    const name = group ? `${group} ${own}` : own;
    if (own && !fields.has(name)) fields.set(name, toggle);
  }
  return fields;
}

/** Called by nothing but what other fields hint at as well, as dates do by how they are written: nobody could tell it from them. */
const isHintOfSeveral = (field: Element, label: string, fields: readonly Element[]): boolean =>
  label === fold(field.getAttribute('placeholder')) &&
  fields.some((one) => one !== field && fold(one.getAttribute('placeholder')) === label && isVisible(one));

function valueIn(field: Element): string {
  const ticked = isField(field) ? null : onOff(field);
  const value = ticked ?? valueOf(field);
  return value === null && isMasked(field) ? MASK : clip(value ?? '', 200);
}

const valuesOf = (fields: Fields): Record<string, string> =>
  Object.fromEntries([...fields].map(([label, field]) => [label, valueIn(field)]));

const besideThem = (fields: Fields): Record<string, string> =>
  Object.fromEntries([...fields].map(([label, field]) => [label, shownBeside(field)]).filter(([, text]) => text));

const TABLES = 'table,[role=grid],[role=table],[role=treegrid]';
const HEADING_ROWS = '[role=row]:has(> [role=columnheader])';
/** Kits measure their columns by a row that is hidden from everybody. */
const ROWS = ':is(tbody tr,[role=row]):not([aria-hidden=true])';

function listCounts(): Record<string, number> {
  const counts: Record<string, number> = {};
  // Menus stand first on most pages, and would leave no room for the table that the page is about.
  const lists = [...queryAll(TABLES), ...queryAll('ul,ol,[role=list],[role=listbox]')];
  for (const list of lists.slice(0, 40)) {
    if (!isVisible(list)) continue;
    const rows = list.matches(TABLES)
      ? list.querySelectorAll(ROWS).length - list.querySelectorAll(HEADING_ROWS).length
      : list.childElementCount;
    const name = nameOf(list) || (list.id ? `#${list.id}` : `${roleOf(list) ?? 'list'} ${Object.keys(counts).length + 1}`);
    if (Object.keys(counts).length < 12) counts[clip(name)] = rows;
  }
  return counts;
}

/** What stands in a text's field is its value, which is told by itself: the page's own words do not name a record. */
const UNSEEN = new Set(['script', 'style', 'noscript', 'textarea']);
const folded = new WeakMap<Text, { raw: string; text: string }>();
let shown = new Set<string>();

/** Another document, or the same one from the browser's memory: whoever is told knows none of its texts. */
export function seenNothing(): void {
  shown = new Set();
}

function foldedText(node: Text): string {
  const raw = node.data;
  let known = folded.get(node);
  if (known?.raw !== raw) {
    known = { raw, text: fold(raw) };
    folded.set(node, known);
  }
  return known.text;
}

/** Short visible texts of the whole document. */
function shortTexts(): Set<string> {
  const found = new Set<string>();
  let count = 0;
  for (const root of roots()) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node && count < 3000; node = walker.nextNode(), count++) {
      const text = foldedText(node as Text);
      if (text.length < 2 || text.length > 80 || found.has(text)) continue;
      const parent = node.parentElement;
      if (!parent || UNSEEN.has(parent.localName) || !parent.checkVisibility({ visibilityProperty: true })) continue;
      if (!isWithinUndrawn(parent) && !isReadOut(parent)) found.add(text);
      if (found.size >= 300) return found;
    }
  }
  return found;
}

/** What stands in the page at one look, with all of its short texts. */
type Look = Omit<PageState, 'withheld' | 'url' | 'title' | 'texts' | 'gone'> & { shown: Set<string>; fields: Fields };

/** Where the changes that are known of stood. */
const asOf = (): string => `${changes()} ${edition()}`;

const looksAhead = place();
let early: { asOf: string; look: Look } | null = null;

let latest: { version: number; look: Look } | null = null;

/** The same, where nothing can have changed since the last look but what stands in the fields. */
function lookAgain(): Look {
  const version = changes();
  const same = latest?.version === version && stylesAnswerNothing() && queryAll('[popover]').length === 0;
  const look = same && latest ? { ...latest.look, values: valuesOf(latest.look.fields) } : lookNow();
  latest = { version, look };
  return look;
}

/** Looks at the page once it has time: the next event may want its state as it was before. */
export function lookAhead(): void {
  early = null;
  looksAhead(() => withMemory(() => {
    early = { asOf: asOf(), look: lookAgain() };
  }));
}

/** The state of the page; one that is `atRest` may have changed by time alone, as a fading message does. */
export function pageState(atRest: boolean): PageState {
  // What is still there is among the alerts of the look.
  forgetRinging();
  const last = !atRest && early?.asOf === asOf() ? early.look : atRest ? lookNow() : lookAgain();
  early = null;
  const { shown: texts, alerts, fields: _, ...rest } = last;
  const before = shown;
  const same = texts === before;
  shown = texts;
  const state = {
    ...rest,
    url: location.href,
    title: document.title,
    alerts: unique([...passing, ...alerts], 10),
    withheld: takeWithheld(),
    texts: same ? [] : [...shown].filter((text) => !before.has(text)),
    gone: same ? [] : [...before].filter((text) => !shown.has(text)),
  };
  passing.clear();
  return state;
}

function lookNow(): Look {
  const fields = fieldsShown();
  return {
    fields,
    alerts: alertsNow(),
    refusals: refusalsNow(),
    headings: unique(queryAll('h1,h2,h3,[role=heading]').filter(isVisible).map((heading) => clip(headingText(heading))), 12),
    dialogs: unique(
      queryAll(`dialog[open],[role=dialog],[role=alertdialog]:not(${TOAST})`).filter(isVisible).map((e) => nameOf(e) || 'dialog'), 5),
    values: valuesOf(fields),
    beside: besideThem(fields),
    counts: listCounts(),
    unfolded: unique(
      queryAll(UNFOLDED).filter((one) => expandedOf(one) && isVisible(one)).slice(0, MOST_UNFOLDED).map((one) => clip(nameOf(one))), MOST_UNFOLDED),
    shown: shortTexts(),
    disabled: disabledNow(),
  };
}
