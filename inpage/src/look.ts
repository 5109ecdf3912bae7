// Looking: wait, without sleeping, until conditions hold or a target can be found; then say what was seen.

import { check, type Finding } from './conditions';
import { snapshot } from './describe';
import { locate } from './locate';
import type { ConditionSpec, LocatorSpec, Snapshot } from './types';

export interface Sighting {
  /** For each locator, in order: how many elements it finds, and the places of the first few in `elements`. */
  locators: { count: number; elements: number[] }[];
  elements: Snapshot[];
}

export interface LookRequest {
  conditions: ConditionSpec[];
  locators: LocatorSpec[] | null;
  /** Milliseconds; 0 looks once. */
  timeout: number;
  /** Find hidden elements, too. */
  hidden: boolean;
}

export interface LookReport {
  url: string;
  title: string;
  findings: Finding[];
  sighting: Sighting | null;
}

export function sight(locators: LocatorSpec[], hidden: boolean): Sighting {
  const elements: Element[] = [];
  const found = locators.map((spec) => {
    const all = locate(spec, document, hidden);
    const first = all.slice(0, 4);
    for (const element of first) if (!elements.includes(element)) elements.push(element);
    return { count: all.length, elements: first.map((element) => elements.indexOf(element)) };
  });
  return { locators: found, elements: elements.map(snapshot) };
}

/** Resolves at the next change of the document, and at the latest after `most` milliseconds. */
function change(most: number): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      observer.disconnect();
      clearTimeout(timer);
      document.removeEventListener('input', done, true);
      resolve();
    };
    const observer = new MutationObserver(done);
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    document.addEventListener('input', done, true);
    const timer = setTimeout(done, most);
  });
}

export async function look(request: LookRequest): Promise<LookReport> {
  const deadline = performance.now() + request.timeout;
  for (;;) {
    const findings = request.conditions.map(check);
    const held = findings.every((finding) => finding.held);
    const found = request.locators?.some((spec) => locate(spec, document, request.hidden).length === 1) ?? true;
    const left = deadline - performance.now();
    if ((held && found) || left <= 0) {
      const sighting = request.locators ? sight(request.locators, request.hidden) : null;
      return { url: location.href, title: document.title, findings, sighting };
    }
    // Shadow trees and styles change without a word to the observer, hence the upper bound.
    await change(Math.min(left, 60));
  }
}
