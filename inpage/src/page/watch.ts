// Watching a document change, with one observer for all who want to know.

import { isField } from './aria';
import { parentOf, queryAll, roots, type Root } from './dom';
import { forget, forgetAll, forgetValue, forgetWhole, kept, note, remember, withMemory } from './memo';

type Listener = (records: MutationRecord[]) => void;

const listeners: Listener[] = [];
let watched = new WeakSet<Root>();
let observer: MutationObserver | null = null;
let changes = 0;
let edits = 0;

/** Be told of all changes: at once after the script that made them, or when somebody asks for them before. */
export function onChange(listener: Listener): void {
  listeners.push(listener);
}

/** A number that grows with every change that is known of, and always while nobody watches, as during parsing. */
export const version = (): number => (observer ? changes : ++changes);

function take(): MutationRecord[] {
  const records = observer?.takeRecords() ?? [];
  digest(records);
  return records;
}

/** A number that grows with every edit of a field, of which no observer tells. */
export const edition = (): number => edits;

const ROLES = [
  'button', 'cell', 'checkbox', 'columnheader', 'gridcell', 'heading', 'link', 'menuitem', 'menuitemcheckbox',
  'menuitemradio', 'option', 'radio', 'row', 'rowheader', 'switch', 'tab', 'tooltip', 'treeitem',
];

/** What is named by its content, and so by the values of the fields in it. */
const NAMED_BY_CONTENT =
  'a,button,summary,h1,h2,h3,h4,h5,h6,legend,caption,figcaption,tr,td,th,' + ROLES.map((role) => `[role=${role}]`).join();

/** A field's value is other than it was; the values of few fields stand in anything's name. */
export function noteValue(field: Element): void {
  edits++;
  forgetValue(field);
  if (isField(field) && !inNames(field).answer && queryAll('[aria-labelledby]').length === 0) return;
  note(field);
  changes++;
}

function hostOf(element: Element): Element | null {
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? root.host : null;
}

/** This is asked with every letter. */
const inNames = kept((field) => ({ answer: isInName(field) }), () => true);

function isInName(field: Element): boolean {
  for (let at = parentOf(field); at; at = hostOf(at)) {
    if (at.closest(NAMED_BY_CONTENT)) return true;
    const label = at.closest('label');
    if (label && label.control !== field) return true;
  }
  return false;
}

function digest(records: MutationRecord[]): void {
  if (records.length === 0) return;
  changes++;
  for (const listener of listeners) listener(records);
}

/** New shadow trees are watched from when they are first seen; nothing is while the page is still parsed. */
export function watchRoots(): void {
  if (!observer) return;
  for (const root of roots()) {
    if (watched.has(root)) continue;
    watched.add(root);
    observer.observe(root, { subtree: true, childList: true, attributes: true, characterData: true });
  }
}

/** An event inside of a shadow tree that nobody knew of, as they come without any change that is told. */
export function noteRoot(root: Node): void {
  if (!(root instanceof ShadowRoot) || watched.has(root)) return;
  forgetWhole();
  watchRoots();
}

/** Once the parser is done: what it does is no change. */
export function whenParsed(begin: () => void): void {
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', begin, { once: true });
  else begin();
}

export function watch(): void {
  whenParsed(() => {
    observer = new MutationObserver((records) => {
      forget(records);
      digest(records);
    });
    remember(take);
    withMemory(watchRoots);
  });
}

/** What this does to the document is no change of the page's. */
export function unnoticed(work: () => void): void {
  const records = observer?.takeRecords() ?? [];
  forget(records);
  digest(records);
  work();
  observer?.takeRecords();
}

/** Changes are watched no more. */
export function unwatch(): void {
  observer?.disconnect();
  observer = null;
  listeners.length = 0;
  watched = new WeakSet();
  forgetAll();
}
