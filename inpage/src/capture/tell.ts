// Telling the recorder outside, line by line: what one event of the page gave is made up before the page's own scripts
// see the event, and goes in one message.

import { soon } from '../page/ahead';
import { whileCapturing } from '../page/capturing';
import { originOf } from '../page/dom';
import { withMemory } from '../page/memo';
import { cancel, later, type Timer } from '../page/timers';
import type { TargetSpec } from '../page/types';
import { noteRoot } from '../page/watch';
import { noteEffect } from './settle';

declare const handrailTell: ((message: string) => void) | undefined;

export type Told = { kind: string } & Record<string, unknown>;

const EFFECTS = new Set([
  'click', 'double_click', 'context_menu', 'input', 'select', 'check', 'upload', 'drag_drop', 'hover', 'submitted', 'scroll',
]);

/**
 * How long may wait what has no effect beyond its field, as presses, letters and edits: until the act that it leads to,
 * by which it is sent. Who hears it puts it before what the browser itself says meanwhile.
 */
const WAIT_MS = 100;

/**
 * What cannot wait is sent once the page has dealt with the event, and no event waits for it. Where the page takes
 * longer than this, as with a question that it asks, its lines have waited like the others.
 */
const DEALT_MS = 2;

/**
 * Once its next document comes, what this one tells is heard no more, though it goes on for a moment: while it is about
 * to be left, for so long at most, every line goes at once.
 */
const LEAVING_MS = 5000;

let leavesUntil = 0;
let lines: unknown[] = [];
/** Since when there is something that cannot wait. */
let urgent: number | null = null;
/** How many of the lines were told before any that cannot wait. */
let waited = 0;
let timer: Timer | null = null;
/** When the first of the lines was told. */
let since = 0;

/** A target is told once, then by its number. */
let numbers = new WeakMap<TargetSpec, number>();
let targets = 0;

/** Whoever listens next knows of nothing that was told so far. */
export function forgetTold(): void {
  cancel(timer);
  timer = null;
  lines = [];
  urgent = null;
  numbers = new WeakMap();
}

function numbered(target: TargetSpec): number {
  let id = numbers.get(target);
  if (id === undefined) {
    id = ++targets;
    numbers.set(target, id);
    lines.push({ kind: 'target', id, target });
  }
  return id;
}

/** Nothing waits any more. */
export function send(): void {
  if (lines.length === 0) return;
  const atOnce = urgent !== null && performance.now() - urgent < DEALT_MS;
  const message = JSON.stringify([atOnce ? waited : lines.length, ...lines]);
  lines = [];
  urgent = null;
  // Nobody hears it any more where the recorder was detached meanwhile.
  if (typeof handrailTell === 'function') handrailTell(message);
}

/** A timer is set once and looks again when it is due: most of what waits is sent before. */
function sendLater(): void {
  timer = null;
  const left = since + WAIT_MS - performance.now();
  if (lines.length === 0) return;
  if (left > 1) timer = later(sendLater, left);
  else send();
}

function cannotWait(): void {
  if (urgent !== null) return;
  waited = lines.length;
  urgent = performance.now();
  soon(send);
}

/** An event, or the moment of one that was missed. */
export type At = Pick<Event, 'timeStamp'>;

/** The line is what is sent: what it says may be mended until then. */
export function tell(event: At | null, told: Told, canWait = false): Told {
  const mayWait = canWait || isIntoField(told);
  if (lines.length === 0) since = performance.now();
  if (!mayWait) cannotWait();
  const t = event && event.timeStamp > 0 ? performance.timeOrigin + event.timeStamp : Date.now();
  const line: Told = { ...told, t, url: location.href, title: document.title };
  for (const key of ['target', 'onto', 'entry']) if (line[key]) line[key] = numbered(line[key] as TargetSpec);
  lines.push(line);
  if (EFFECTS.has(told.kind) || (told.kind === 'key_down' && String(told['key']).length > 1)) {
    noteEffect(told.kind !== 'input' && !isFocusing(told));
  }
  if (performance.now() < leavesUntil) send();
  else if (timer === null && urgent === null) timer = later(sendLater, WAIT_MS);
  return line;
}

/** A value that must not be written, for whoever keeps it out of what is: at once, and beside what is told in order. */
export function tellHidden(value: string, whole: boolean): void {
  if (typeof handrailTell === 'function') handrailTell(JSON.stringify(['hidden', value, whole]));
}

/** A part of a file, which goes at once: parts are large. */
export function tellPart(id: string, data: string): void {
  if (urgent === null) [waited, urgent] = [lines.length, performance.now()];
  lines.push({ kind: 'file_part', id, data });
  send();
}

/** A click into a field, or that ticks a box, which the browser tells of by itself in the same moment. */
function isIntoField(told: Told): boolean {
  const target = told['target'] as TargetSpec | null | undefined;
  const held = target?.tag === 'textarea' || (target?.tag === 'input' && /box$|^radio$/.test(target.role ?? ''));
  return told.kind === 'click' && held;
}

/** A click that only puts the cursor into a field: the next one need not wait for what it changed. */
function isFocusing(told: Told): boolean {
  const role = (told['target'] as TargetSpec | null | undefined)?.role ?? '';
  return isIntoField(told) && !['checkbox', 'radio'].includes(role);
}

/** What waits is told before it is too late. */
export function tellInTime(): void {
  const signal = whileCapturing();
  for (const leaving of ['pagehide', 'blur']) {
    window.addEventListener(leaving, (event) => event.target === event.currentTarget && send(), { capture: true, signal });
  }
  document.addEventListener('visibilitychange', send, { capture: true, signal });
  // Before the next document is asked for, and before the page asks whether it may be left.
  window.addEventListener('beforeunload', () => {
    leavesUntil = performance.now() + LEAVING_MS;
    send();
  }, { capture: true, signal });
}

/** Of these, nobody outside of the shadow tree hears in which they come about. */
const UNHEARD = new Set(['change', 'submit']);
let unheard: [kind: string, heard: (event: Event) => void][] = [];
const listenedTo = new WeakMap<Node, AbortSignal>();

/** What comes about in the component that the person has come to is heard there. */
function listenIn(root: Node): void {
  const signal = whileCapturing();
  if (!(root instanceof ShadowRoot) || listenedTo.get(root) === signal) return;
  listenedTo.set(root, signal);
  for (const [kind, heard] of unheard) root.addEventListener(kind, heard, { capture: true, passive: true, signal });
}

/** A fault of the capture must neither reach the page nor lose the event. */
export function on(kind: string, capture: (event: Event) => void): void {
  const heard = (event: Event): void => {
    if (!event.isTrusted) return;
    withMemory(() => {
      try {
        const first = originOf(event);
        // Heard outside of the tree that it came about in.
        if (first !== event.target && first instanceof Node) {
          noteRoot(first.getRootNode());
          listenIn(first.getRootNode());
        }
        capture(event);
      } catch (error) {
        tell(event, { kind: 'raw', what: `a '${kind}' could not be described: ${String(error)}` });
      }
    });
  };
  window.addEventListener(kind, heard, { capture: true, passive: true, signal: whileCapturing() });
  if (UNHEARD.has(kind)) unheard = [...unheard.filter(([other]) => other !== kind), [kind, heard]];
}
