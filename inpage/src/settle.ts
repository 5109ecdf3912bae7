// When a document's state is told: once things are quiet after an act, or right before the next one begins.

import { whileCapturing } from './capturing';
import { withMemory } from './memo';
import { lookAhead, pageState, seenNothing } from './state';
import { onChange, watchRoots, whenParsed } from './watch';

type Tell = (event: Event | null, told: { kind: string } & Record<string, unknown>, mayWait?: boolean) => void;

const QUIET_MS = 150;
const LONGEST_MS = 2500;

/** An app's answer may take longer than the page is quiet: what changes until then still belongs to the act. */
const ANSWER_MS = 6000;
const MOST_ANSWERS = 6;

let tellState: ((rested: boolean) => void) | null = null;
let pending: 'no' | 'soft' | 'hard' | 'late' = 'no';
/** Until when, and how often, a change counts as an answer to the last act. */
let answers = { until: 0, left: 0 };
let told = false;
let since = 0;
let stirred = 0;
let timer = 0;

/** Something was done: once the page is quiet again, its state is told. */
export function noteEffect(hard: boolean): void {
  if (!tellState) return;
  if (pending === 'no' || pending === 'late') since = performance.now();
  if (hard) answers = { until: since + ANSWER_MS, left: MOST_ANSWERS };
  pending = hard || pending === 'hard' ? 'hard' : 'soft';
  if (hard) lookAhead();
  stir();
}

/** An act in another document of the tab may change this one as well. */
export function expectChange(): void {
  noteEffect(true);
}

/** A timer is set once and looks again when it is due: a busy page stirs a thousand times a second. */
function stir(): void {
  if (pending === 'no' && !mayBeAnswer()) return;
  stirred = performance.now();
  if (timer === 0) timer = window.setTimeout(check, QUIET_MS);
}

function mayBeAnswer(): boolean {
  const now = performance.now();
  if (answers.left === 0 || now > answers.until) return false;
  answers.left--;
  [pending, since] = ['late', now];
  return true;
}

/** An answer that is just coming is told as far as it is there: the recording may end. */
export function tellLate(): void {
  if (pending === 'late') tellState?.(false);
}

function check(): void {
  timer = 0;
  if (pending === 'no') return;
  const quiet = document.readyState === 'loading' ? Infinity : stirred + QUIET_MS;
  const left = Math.min(quiet, since + LONGEST_MS) - performance.now();
  if (left > 1) timer = window.setTimeout(check, left);
  else tellState?.(true);
}

/**
 * Fast input does not wait for quiet: what the last effect has changed is told before the next one begins.
 * From field to field that would be the same form again and again; there only what was more than typing counts.
 */
export function stateBeforeInput(intoField: boolean): void {
  if (!told || pending === 'hard' || pending === 'late' || (pending === 'soft' && !intoField)) tellState?.(false);
}

/** Tells a frame's document, and its states from the first act in it on. */
export function watchFrame(tell: Tell): void {
  tell(null, { kind: 'document' });
  watchStates(tell);
}

function watchStates(tell: Tell): void {
  tellState = (rested) => {
    const late = pending === 'late';
    pending = 'no';
    if (!document.body) return;
    told = true;
    withMemory(() => {
      watchRoots();
      // Before the next act begins, it goes with that one.
      tell(null, { kind: 'state', state: pageState(rested), rested, late }, !rested);
    });
  };
  onChange(stir);
  whenParsed(stir);
}

/** Tells each document of the tab and its states, from its beginning. */
export function watchDocument(tell: Tell): void {
  const entry = performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined;
  const opened = (type: string): void => {
    tell(null, { kind: 'document', navigation: type, status: entry?.responseStatus || null });
    pending = 'hard';
    since = performance.now();
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
  const history = (window as { navigation?: EventTarget }).navigation;
  history?.addEventListener('currententrychange', (event) => {
    const how = (event as Event & { navigationType?: string | null }).navigationType;
    if (how) tell(null, { kind: 'in_page', how });
  }, { signal });
}

/** Nobody is told of states any more. */
export function untellStates(): void {
  clearTimeout(timer);
  [tellState, pending, told, timer] = [null, 'no', false, 0];
  answers = { until: 0, left: 0 };
  listenToMoves = () => {};
}
