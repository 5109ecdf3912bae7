// What a person would notice of a page: the material of completion criteria. Bounded, and visible things only.

import { isField, isMasked, labelOf, nameOf, roleOf } from './aria';
import { clip, fold, isVisible, queryAll, textOf } from './dom';
import { valueOf } from './describe';

export interface PageState {
  url: string;
  title: string;
  headings: string[];
  alerts: string[];
  dialogs: string[];
  values: Record<string, string>;
  counts: Record<string, number>;
  texts: string[];
}

export const MASK = '•••';
const ALERTS =
  '[role=alert],[role=status],[role=log],output,[aria-live]:not([aria-live=off]),' +
  '[class*=toast],[class*=alert],[class*=snackbar],[class*=flash],[class*=message],[class*=notification],[class*=error]';

/** Alerts that came and perhaps went since the last state was taken. */
const passing = new Set<string>();

const unique = (texts: string[], most: number): string[] => [...new Set(texts.filter(Boolean))].slice(0, most);

export function watchAlerts(): void {
  const note = (node: Node): void => {
    const element = node instanceof Element ? node : node.parentElement;
    const alert = element?.closest(ALERTS) ?? (element?.matches('*') ? element.querySelector(ALERTS) : null);
    if (!alert || !isVisible(alert)) return;
    const text = textOf(alert, 400);
    if (text && text.length <= 200 && passing.size < 20) passing.add(text);
  };
  new MutationObserver((records) => {
    for (const record of records.slice(0, 50)) {
      if (record.type === 'childList') [...record.addedNodes].slice(0, 5).forEach(note);
      else note(record.target);
    }
  }).observe(document, {
    subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: ['class', 'hidden', 'style'],
  });
}

function alertsNow(): string[] {
  return queryAll(ALERTS)
    .filter(isVisible)
    .map((element) => textOf(element, 400))
    .filter((text) => text.length <= 200);
}

function fieldValues(): Record<string, string> {
  const values: Record<string, string> = {};
  let left = 60;
  for (const field of queryAll('input,select,textarea,[contenteditable=""],[contenteditable=true]')) {
    if (left === 0) break;
    if (isField(field) && ['hidden', 'submit', 'button', 'reset', 'image'].includes(field.type)) continue;
    if (!isVisible(field)) continue;
    const label = labelOf(field) ?? (nameOf(field) || (field.getAttribute('name') ?? ''));
    if (!label || label in values) continue;
    values[clip(label)] = isMasked(field) ? MASK : clip(valueOf(field) ?? '', 200);
    left--;
  }
  return values;
}

function listCounts(): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const list of queryAll('table,ul,ol,[role=list],[role=grid],[role=listbox],[role=table]').slice(0, 40)) {
    if (!isVisible(list)) continue;
    const rows = list.matches('table,[role=grid],[role=table]')
      ? list.querySelectorAll('tbody tr,[role=row]').length
      : list.children.length;
    const name = nameOf(list) || (list.id ? `#${list.id}` : `${roleOf(list) ?? 'list'} ${Object.keys(counts).length + 1}`);
    if (Object.keys(counts).length < 12) counts[clip(name)] = rows;
  }
  return counts;
}

/** Short visible texts; which of them are new is found outside, where the last page is known, too. */
function shortTexts(): string[] {
  const found = new Set<string>();
  const walker = document.createTreeWalker(document.body ?? document.documentElement, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(), count = 0; node && count < 3000; node = walker.nextNode(), count++) {
    const text = fold(node.nodeValue);
    if (text.length < 2 || text.length > 80 || found.has(text)) continue;
    const parent = node.parentElement;
    if (parent && !parent.closest('script,style,noscript') && parent.checkVisibility()) found.add(text);
    if (found.size >= 300) break;
  }
  return [...found];
}

export function pageState(): PageState {
  const alerts = unique([...passing, ...alertsNow()], 10);
  passing.clear();
  return {
    url: location.href,
    title: document.title,
    headings: unique(queryAll('h1,h2,h3,[role=heading]').filter(isVisible).map((e) => clip(fold(e.textContent))), 12),
    alerts,
    dialogs: unique(
      queryAll('dialog[open],[role=dialog],[role=alertdialog]').filter(isVisible).map((e) => nameOf(e) || 'dialog'), 5),
    values: fieldValues(),
    counts: listCounts(),
    texts: shortTexts(),
  };
}

type Tell = (event: Event | null, told: { kind: string } & Record<string, unknown>) => void;

const QUIET_MS = 150;
const LONGEST_MS = 2500;

let tellState: (() => void) | null = null;
let pending: 'no' | 'soft' | 'hard' = 'no';
let since = 0;
let timer = 0;

/** Something was done: once the page is quiet again, its state is told. */
export function noteEffect(hard: boolean): void {
  if (!tellState) return;
  if (pending === 'no') since = performance.now();
  pending = hard || pending === 'hard' ? 'hard' : 'soft';
  postpone();
}

function postpone(): void {
  if (pending === 'no') return;
  clearTimeout(timer);
  const left = since + LONGEST_MS - performance.now();
  timer = window.setTimeout(() => tellState?.(), Math.max(0, Math.min(QUIET_MS, left)));
}

/**
 * Fast input does not wait for quiet: what the last effect has changed is told before the next one begins.
 * From field to field that would be the same form again and again; there only what was more than typing counts.
 */
export function stateBeforeInput(intoField: boolean): void {
  if (pending === 'hard' || (pending === 'soft' && !intoField)) tellState?.();
}

/** Tells each document and its states, in the main frame. */
export function watchDocument(tell: Tell): void {
  const entry = performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined;
  const opened = (type: string): void => {
    tell(null, { kind: 'document', navigation: type, status: entry?.responseStatus || null });
    pending = 'hard';
    since = performance.now();
  };
  tellState = () => {
    clearTimeout(timer);
    pending = 'no';
    if (document.body) tell(null, { kind: 'state', state: pageState() });
  };
  opened(entry?.type ?? 'navigate');
  const ready = (): void => {
    new MutationObserver(postpone).observe(document, {
      subtree: true, childList: true, attributes: true, characterData: true,
    });
    postpone();
  };
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', ready, { once: true });
  else ready();
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) {
      opened('back_forward');
      postpone();
    }
  });
  const history = (window as { navigation?: EventTarget }).navigation;
  history?.addEventListener('currententrychange', (event) => {
    const how = (event as Event & { navigationType?: string | null }).navigationType;
    if (how) tell(null, { kind: 'in_page', how });
  });
}
