// When a document's state is told: once things are quiet after an act, or right before the next one begins.

import { whileCapturing } from '../page/capturing';
import { withMemory } from '../page/memo';
import { cancel, later, type Timer } from '../page/timers';
import { onChange, watchRoots, whenParsed } from '../page/watch';
import { lookAhead, pageState, seenNothing } from '../said/state';

type Tell = (event: Event | null, told: { kind: string } & Record<string, unknown>, mayWait?: boolean) => void;

const QUIET_MS = 150;
const LONGEST_MS = 2500;
/** A request that begins so soon after an act, or after the answer to one that did, was made because of it. */
const FOLLOWS_MS = 1000;
/** So long after the act its answers are waited for: pages that ask again and again would never be done. */
const ANSWERED_MS = 20_000;
/** Of what is asked over a web socket nothing is heard: so soon after the act, and so often, a change is an answer. */
const UNHEARD_MS = 6000;
const MOST_UNHEARD = 6;
/** Many pages wait for a pause in the typing before they filter a list: that is one change, and it comes soon. */
const PAUSED_MS = 1500;
/** A frame that goes on changing is told of more and more seldom, until it was calm for so long. */
const CALM_MS = 3000;
const SELDOM_MS = 10_000;

let tellState: ((rested: boolean) => void) | null = null;
let pending: 'no' | 'stirred' | 'soft' | 'hard' = 'no';
let told = false;
let since = 0;
/** When something was done last, and until when answers count as belonging to it. */
let acted = -Infinity;
let belongs = -Infinity;
let unheardOf = 0;
let awaited = -Infinity;
let stirred = 0;
let timer: Timer | null = null;
/** Of a frame: when its last own change was told, and how long the next one waits. */
let stirredLast = -Infinity;
let spare = 0;

/** Something was done: once the page is quiet again, its state is told. */
export function noteEffect(hard: boolean): void {
  if (!tellState) return;
  if (pending === 'no' || pending === 'stirred') since = performance.now();
  acted = performance.now();
  belongs = acted + FOLLOWS_MS;
  unheardOf = hard ? MOST_UNHEARD : 1;
  awaited = acted + (hard ? UNHEARD_MS : PAUSED_MS);
  pending = hard || pending === 'hard' ? 'hard' : 'soft';
  if (hard) lookAhead();
  stir();
}

/** An act in another document of the tab may change this one as well. */
export function expectChange(): void {
  noteEffect(true);
}

let unheard = (): void => {};
let tellAnswered = (): void => {};

/** Hears at once of the answers that have come. */
export const hearNow = (): void => unheard();

/** What an answer brings is told as well, and as coming from the act that asked for it, however late it is. */
function hearAnswers(tell: Tell): void {
  const hear = (entries: PerformanceEntryList): void => {
    const now = performance.now();
    const asked = entries.some((entry) => {
      const { initiatorType, startTime } = entry as PerformanceResourceTiming;
      return ['fetch', 'xmlhttprequest'].includes(initiatorType) && startTime >= acted - 1 && startTime <= belongs;
    });
    if (!tellState || !asked || now - acted > ANSWERED_MS) return;
    belongs = now + FOLLOWS_MS;
    // What the answer changed may have stirred the page already, but what comes up has not been told at all.
    if (pending === 'no' || (pending === 'stirred' && told)) {
      since = now;
      tellAnswered();
      pending = 'hard';
    }
    if (pending === 'soft') pending = 'hard';
    stir();
  };
  const observer = new PerformanceObserver((list) => hear(list.getEntries()));
  tellAnswered = () => tell(null, { kind: 'answered' });
  unheard = () => hear(observer.takeRecords());
  observer.observe({ type: 'resource' });
  whileCapturing().addEventListener('abort', () => observer.disconnect());
}

/** Whether a change of a page that was at rest may be the answer to the last act. */
function answeredUnheard(): boolean {
  const now = performance.now();
  if (unheardOf === 0 || now > awaited) return false;
  unheardOf--;
  since = now;
  pending = 'hard';
  tellAnswered();
  return true;
}

let tellStirred = (): void => {};

/** A timer is set once and looks again when it is due: a busy page stirs a thousand times a second. */
function stir(): void {
  if (pending === 'no' && !answeredUnheard()) tellStirred();
  if (pending === 'no') return;
  stirred = performance.now();
  if (timer === null) timer = later(check, QUIET_MS);
}

function check(): void {
  timer = null;
  if (pending === 'no') return;
  const quiet = document.readyState === 'loading' ? Infinity : stirred + QUIET_MS;
  const seldom = pending === 'stirred' ? stirredLast + spare : 0;
  const left = Math.max(seldom, Math.min(quiet, since + LONGEST_MS)) - performance.now();
  if (left > 1) timer = later(check, left);
  else tellState?.(true);
}

/**
 * Fast input does not wait for quiet: what the last effect has changed is told before the next one begins.
 * From field to field that would be the same form again and again; there only what was more than typing counts.
 */
export function stateBeforeInput(intoField: boolean): void {
  if (!told || pending === 'hard' || pending === 'stirred' || (pending === 'soft' && !intoField)) tellState?.(false);
}

interface Place {
  index: number;
}
interface Places extends EventTarget {
  currentEntry: Place | null;
  activation?: { from: Place | null; entry: Place } | null;
}
const places = (): Places | undefined => (window as { navigation?: Places }).navigation;

const opening = (): PerformanceNavigationTiming | undefined =>
  performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined;

const towards = (from: Place | null | undefined, to: Place | null | undefined): string =>
  from && to && from.index >= 0 && to.index > from.index ? 'forward' : 'back';

/** Which way the document was come to in the history; pages of another origin do not tell, and count as gone back from. */
const direction = (): string => towards(places()?.activation?.from, places()?.activation?.entry);

/**
 * Tells a frame's document, and its states: what is done in one document of a tab shows in another, and which acts that
 * may come of is known outside.
 */
export function watchFrame(tell: Tell): void {
  const went = opening()?.type === 'back_forward' ? { went: direction(), began: performance.timeOrigin } : {};
  tell(null, { kind: 'document', ...went });
  pending = 'stirred';
  since = acted = performance.now();
  belongs = acted + FOLLOWS_MS;
  watchStates(tell);
  tellStirred = () => {
    const now = performance.now();
    if (innerWidth * innerHeight === 0) return;
    spare = now - stirredLast > CALM_MS + spare ? 0 : Math.min(2 * spare || QUIET_MS, SELDOM_MS);
    [pending, since] = ['stirred', now];
    if (spare === 0) tell(null, { kind: 'stirred' });
  };
  // One that is put away is looked at once it shows.
  window.addEventListener('resize', stir, { signal: whileCapturing() });
}

function watchStates(tell: Tell): void {
  tellState = (rested) => {
    // Nobody expects what comes of an act elsewhere, or of none: when it began tells which.
    const began = pending === 'stirred' ? performance.timeOrigin + (told ? since : 0) : null;
    if (began) stirredLast = performance.now();
    pending = 'no';
    if (!document.body) return;
    told = true;
    withMemory(() => {
      watchRoots();
      // Before the next act begins, it goes with that one.
      tell(null, { kind: 'state', state: pageState(rested), rested, began }, !rested);
    });
  };
  // What somebody read on a page that is left before it was at rest may be typed on the next one.
  const leaves = (): void => {
    if (!told) tellState?.(false);
  };
  // Before the capture that sends what has waited.
  window.addEventListener('pagehide', leaves, { capture: true, signal: whileCapturing() });
  hearAnswers(tell);
  onChange(stir);
  whenParsed(stir);
}

/** Tells each document of the tab and its states, from its beginning. */
export function watchDocument(tell: Tell): void {
  const entry = opening();
  const opened = (type: string): void => {
    const went = type === 'back_forward' ? { direction: direction() } : {};
    tell(null, { kind: 'document', navigation: type, ...went, status: entry?.responseStatus || null, behind: history.length - 1 });
    pending = 'hard';
    since = acted = performance.now();
    belongs = acted + FOLLOWS_MS;
    seenNothing();
  };
  opened(entry?.type ?? 'navigate');
  watchStates(tell);
  listenToMoves = () => movesOf(tell, opened);
  listenToMoves();
}

let listenToMoves = (): void => {};

/** Listens to what leads to and from this document, in the tab's own one. */
export const watchMoves = (): void => listenToMoves();

function movesOf(tell: Tell, opened: (type: string) => void): void {
  const signal = whileCapturing();
  const shownAgain = (event: PageTransitionEvent): void => {
    if (!event.persisted) return;
    opened('back_forward');
    stir();
  };
  window.addEventListener('pageshow', shownAgain, { signal });
  const history = places();
  history?.addEventListener('currententrychange', (event) => {
    const { navigationType: how, from } = event as Event & { navigationType?: string | null; from?: Place };
    if (!how) return;
    tell(null, { kind: 'in_page', how, ...(how === 'traverse' ? { direction: towards(from, history.currentEntry) } : {}) });
    noteEffect(true);
  }, { signal });
}

/** Nobody is told of states any more. */
export function untellStates(): void {
  cancel(timer);
  [tellState, pending, told, timer, unheardOf] = [null, 'no', false, null, 0];
  listenToMoves = unheard = tellStirred = () => {};
  [stirredLast, spare] = [-Infinity, 0];
}
