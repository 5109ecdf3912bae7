// Candidates: the elements of this document that a recorded target might be now, kept so that one of them
// can be described whole, or marked with its number for a person to choose.

import { roleOf } from '../page/aria';
import { holds, queryAll } from '../page/dom';
import { textOf } from '../page/shown';
import { fold, wordsIn } from '../page/text';
import { isUsable } from '../page/visible';
import { HEADINGS } from '../page/landmarks';
import { withMomentaryMemory } from '../page/memo';
import type { LocatorSpec, Snapshot, TargetSpec } from '../page/types';
import { standsUnder } from '../rows/called';
import { describe, snapshot } from './describe';
import { locate } from './locate';

export interface GatherRequest {
  /** The recorded role; elements of its family come first where there are too many. */
  role: string | null;
  tag: string | null;
  /** The target is something to read or point at, and no control. */
  any: boolean;
  most: number;
  /** Names, states and places alone: enough to be listed, and quicker by half. */
  brief: boolean;
  /** The row that the target must stand in. */
  row: LocatorSpec | null;
}

const CONTROLS =
  'a,button,input:not([type=hidden]),select,textarea,summary,label,[role=button],[role=link],[role=checkbox],' +
  '[role=radio],[role=switch],[role=tab],[role=option],[role=menuitem],[role=menuitemcheckbox],[role=menuitemradio],' +
  '[role=combobox],[role=textbox],[role=searchbox],[role=spinbutton],[role=slider],[role=treeitem],' +
  '[contenteditable=""],[contenteditable=true],[onclick],[tabindex],[draggable=true],iframe';

let gathered: Element[] = [];

const KINDS_OF_ROWS = ['row', 'listitem', 'card'];

/** A star, a box, or what folds: drawn before the first words of a record. */
const SIGNS = /^[^\p{L}\p{N}]+/u;
const MOST_SIGNS = 8;

/** Whether the first words of a record, or a heading in it, are the words: others only mention them. */
const isHeaded = (record: Element, words: string): boolean =>
  textOf(record, words.length + MOST_SIGNS).replace(SIGNS, '').startsWith(words) ||
  queryAll(HEADINGS, record).some((one) => wordsIn(one) === words);

/** The rows that are meant; where the page has no row of the kind any more, as where a table has become cards, the one record that is called so. */
function rowsNow(row: LocatorSpec): Element[] {
  const found = locate(row);
  const { role = 'row', text = '' } = row;
  if (found.length > 0 || locate({ by: 'role', role }).length > 0) return found;
  for (const kind of KINDS_OF_ROWS) {
    const others = kind === role ? [] : locate({ by: 'row', role: kind, text, exact: true }).filter((one) => isHeaded(one, fold(text)));
    if (others.length > 0) return others.length === 1 ? others : [];
  }
  return found;
}

export const gather = (request: GatherRequest): Partial<Snapshot>[] =>
  withMomentaryMemory(() => {
    const selector = request.any ? `${CONTROLS},h1,h2,h3,h4,h5,h6,p,li,td,th,tr,img,div,span` : CONTROLS;
    gathered = bounded(queryAll(selector).filter(isUsable), request);
    const rows = request.row ? rowsNow(request.row) : null;
    const inRow = (element: Element): boolean | null => rows && rows.some((row) => row === element || holds(row, element));
    return gathered.map((element) => {
      const seen = snapshot(element, request.brief);
      const attributes = isCurrent(element) ? { ...seen.attributes, 'aria-current': 'page' } : seen.attributes;
      const isIn = inRow(element);
      const under = isIn && request.row ? standsUnder(element, [request.row]) : null;
      return lean({ ...seen, attributes, in_row: isIn, under_column: under });
    });
  });

const MARKED_CURRENT = /(?:^|[\s_-])(?:active|current|selected)(?:$|[\s_-])/;

/** Whether it is the page of several that is shown, which it or its entry says. */
function isCurrent(element: Element): boolean {
  const entry = element.parentElement?.tagName === 'LI' ? element.parentElement : null;
  const says = (one: Element | null): boolean => (one?.getAttribute('aria-current') ?? 'false') !== 'false';
  return says(element) || says(entry) || MARKED_CURRENT.test(entry?.getAttribute('class') ?? '');
}

/** As `targeting/snapshot.py` fills in what is not said. */
const UNSAID: Partial<Snapshot> = { name: '', text: '', visible: true, enabled: true, editable: false, masked: false, counted: false };

/** Without what goes without saying: of hundreds of elements, that is most of what would travel. */
function lean(seen: Partial<Snapshot>): Partial<Snapshot> {
  for (const key of Object.keys(seen) as (keyof Snapshot)[]) {
    if (seen[key] === (UNSAID[key] ?? null)) seen[key] = undefined;
  }
  for (const key of ['attributes', 'ancestors', 'near'] as const) {
    if (Object.keys(seen[key] ?? {}).length === 0) seen[key] = undefined;
  }
  return seen;
}

/** Where there are too many, those of the recorded kind stay, in the order of the document. */
function bounded(found: Element[], { role, tag, most }: GatherRequest): Element[] {
  if (found.length <= most) return found;
  const alike = (element: Element): number =>
    Number(roleOf(element) === role) * 2 + Number(element.tagName.toLowerCase() === tag);
  const ranked = found.map((element, index) => ({ element, index, alike: alike(element) }));
  const kept = ranked.sort((a, b) => b.alike - a.alike || a.index - b.index).slice(0, most);
  return kept.sort((a, b) => a.index - b.index).map(({ element }) => element);
}

/** The whole description of a gathered element; null once it has left the page. */
export function described(place: number): TargetSpec | null {
  const element = gathered[place];
  return element?.isConnected ? describe(element) : null;
}

const MARKS = 'handrail-marks';

const OUTLINE =
  'position:fixed;box-sizing:border-box;border:3px solid #d6006c;border-radius:4px;left:0;top:0';
const LABEL =
  'position:absolute;left:-3px;min-width:20px;padding:1px 4px;background:#d6006c;color:#fff;' +
  'font:bold 15px/18px sans-serif;text-align:center;border-radius:4px';

const inView = ({ x, y, right, bottom }: DOMRect): boolean =>
  bottom > 0 && right > 0 && y < innerHeight && x < innerWidth;

function outlined(element: Element, number: number): HTMLElement {
  const box = element.getBoundingClientRect();
  const outline = document.createElement('div');
  outline.style.cssText =
    `${OUTLINE};width:${box.width + 8}px;height:${box.height + 8}px;transform:translate(${box.x - 4}px,${box.y - 4}px)`;
  const label = document.createElement('b');
  label.textContent = String(number);
  // Above the element, or inside of it at the upper edge of the window.
  label.style.cssText = `${LABEL};top:${box.y < 24 ? 0 : -22}px`;
  outline.append(label);
  return outline;
}

/**
 * Outlines gathered elements, each with its number, in a layer that the page's own styles do not reach and its
 * scripts cannot look into. The first is brought into view, as acting on it would.
 */
export function mark(places: [place: number, number: number][]): number {
  unmark();
  const there = places
    .map(([place, number]) => ({ element: gathered[place], number }))
    .filter((one): one is { element: Element; number: number } => one.element?.isConnected === true);
  const first = there[0]?.element;
  if (first && !there.some(({ element }) => inView(element.getBoundingClientRect()))) {
    first.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
  }
  const host = document.createElement(MARKS);
  host.style.cssText = 'all:initial;position:fixed;inset:0;z-index:2147483647;pointer-events:none';
  host.attachShadow({ mode: 'closed' }).append(...there.map(({ element, number }) => outlined(element, number)));
  // A modal dialog lies above everything that is not in it.
  (document.querySelector('dialog:modal') ?? document.documentElement).append(host);
  return there.length;
}

export function unmark(): void {
  for (const host of document.querySelectorAll(MARKS)) host.remove();
}
