// Looking: wait, without sleeping, until conditions hold and a target can be found; then say what was seen.

import { snapshot } from '../locating/describe';
import { leadFacts } from '../locating/leads';
import { locate } from '../locating/locate';
import { labelBeside } from '../page/aria';
import { withMomentaryMemory } from '../page/memo';
import { scriptsLoaded } from '../page/scripts';
import { cancel, later } from '../page/timers';
import type { ConditionSpec, LocatorSpec, Snapshot } from '../page/types';
import { standsUnder } from '../rows/called';
import { noteBox } from './aim';
import { check, type Finding } from './conditions';

export interface Sighting {
  /** For each locator, in order: how many elements it finds, and the places of the first few in `elements`. */
  locators: { count: number; elements: number[] }[];
  elements: Snapshot[];
}

export interface LookRequest {
  conditions: ConditionSpec[];
  locators: LocatorSpec[] | null;
  /** How many of the locators, from the front, may end the waiting by finding one element alone; 0 waits for none. */
  strong: number;
  /** Milliseconds; 0 looks once. */
  timeout: number;
  /** Wait for a change of the page first: the last look was in vain. */
  again: boolean;
}

export interface LookReport {
  url: string;
  title: string;
  /** What the server answered to the request for the document; null where it is not known. */
  status: number | null;
  /** When the document was asked for, in milliseconds since the epoch. */
  began: number;
  findings: Finding[];
  sighting: Sighting | null;
}

/** Whether a click on the middle of a box or button falls on its own label, be that one that it only stands in; null where it falls on neither, or is not in sight. */
function underLabel(element: Element): boolean | null {
  if (element instanceof HTMLButtonElement && element.labels.length === 0) return false;
  if (!(element instanceof HTMLInputElement || element instanceof HTMLButtonElement) || !element.labels) return null;
  const { x, y, width, height } = element.getBoundingClientRect();
  const hit = (element.getRootNode() as Document | ShadowRoot).elementFromPoint(x + width / 2, y + height / 2);
  if (hit === element) return false;
  return [...element.labels, element.closest('label'), labelBeside(element)].some((label) => label?.contains(hit)) || null;
}

function sighting(found: Element[][], specs: readonly LocatorSpec[]): Sighting {
  const elements: Element[] = [];
  const locators = found.map((all) => {
    const first = all.slice(0, 4);
    for (const element of first) if (!elements.includes(element)) elements.push(element);
    return { count: all.length, elements: first.map((element) => elements.indexOf(element)) };
  });
  elements.forEach(noteBox);
  const seen = elements.map((element) =>
    ({ ...snapshot(element), leads: leadFacts(element), under_label: underLabel(element), under_column: standsUnder(element, specs) }));
  return { locators, elements: seen };
}

interface Changes {
  /** Resolves after the next change since it was asked last, and at the latest after so many milliseconds. */
  next: (most: number) => Promise<void>;
  end: () => void;
}

/** From now on, what changes in the document. */
function changes(): Changes {
  let changed = false;
  let heard: (() => void) | null = null;
  let hurry = (): void => {};
  const note = (): void => {
    changed = true;
    heard?.();
  };
  // All listeners of a key that is let go have had their say when it comes up here. A task behind it would
  // come after the next frame only, which a browser draws first once something was put in.
  const noteKey = (): void => hurry();
  const observer = new MutationObserver(note);
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  document.addEventListener('input', note, true);
  window.addEventListener('keyup', noteKey);
  const next = (most: number): Promise<void> =>
    new Promise((resolve) => {
      hurry = resolve;
      const done = (): void => {
        heard = null;
        cancel(timer);
        changed = false;
        // The page's own listeners, which may undo what was typed, have their say first.
        later(resolve);
      };
      heard = done;
      const timer = later(done, most);
      if (changed) done();
    });
  const end = (): void => {
    observer.disconnect();
    document.removeEventListener('input', note, true);
    window.removeEventListener('keyup', noteKey);
  };
  return { next, end };
}

/** Resolves after the next change of the document, and at the latest after `most` milliseconds. */
export async function change(most: number): Promise<void> {
  const { next, end } = changes();
  await next(most);
  end();
}

/** So long are deferred scripts waited for that the text of the document has come to its end without. */
const SCRIPTS_MS = 1000;

/** How long to wait for deferred scripts, which give buttons their meaning: a document calls itself interactive before. */
function unparsed(most: number): number {
  if (document.readyState !== 'interactive') return document.readyState === 'loading' ? most : 0;
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return entry?.domContentLoadedEventStart === 0 ? Math.min(most, SCRIPTS_MS) : 0;
}

function parsed(most: number): Promise<void> {
  return new Promise((resolve) => {
    document.addEventListener('DOMContentLoaded', () => resolve(), { once: true });
    later(resolve, most);
  });
}

export async function look(request: LookRequest): Promise<LookReport> {
  const { locators } = request;
  const waits = unparsed(request.timeout);
  let deadline = performance.now() + request.timeout;
  if (waits > 0) await parsed(waits);
  if (locators && request.timeout > 0) {
    const waited = performance.now();
    await scriptsLoaded();
    deadline += performance.now() - waited;
  }
  if (request.again) await change(100);
  let changing: Changes | null = null;
  for (;;) {
    const [findings, found] = withMomentaryMemory(() => [request.conditions.map(check), locators?.map((spec) => locate(spec)) ?? null] as const);
    const ready = found === null || request.strong === 0 || found.some((all, index) => index < request.strong && all.length === 1);
    const left = deadline - performance.now();
    if ((ready && findings.every((finding) => finding.held)) || left <= 0) {
      changing?.end();
      const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
      const origin = { status: entry?.responseStatus || null, began: performance.timeOrigin };
      return { url: location.href, title: document.title, ...origin, findings, sighting: found && withMomentaryMemory(() => sighting(found, locators ?? [])) };
    }
    // From the first wait on, so that nothing is missed while the page's own listeners have their say.
    changing ??= changes();
    // Shadow trees and styles change without a word to the observer, hence the upper bound.
    await changing.next(Math.min(left, 60));
  }
}
