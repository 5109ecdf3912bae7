// Telling the recorder outside, line by line: what one event of the page gave goes in one message, before the
// page's own scripts see the event.

import { whileCapturing } from './capturing';
import { withMemory } from './memo';
import { noteEffect } from './settle';
import type { TargetSpec } from './types';
import { noteRoot } from './watch';

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

let lines: unknown[] = [];
let gathering = false;
let urgent = false;
/** How many of the lines were told before any that cannot wait. */
let waited = 0;
let timer = 0;

/** A target is told once, then by its number. */
let numbers = new WeakMap<TargetSpec, number>();
let targets = 0;

/** Whoever listens next knows of nothing that was told so far. */
export function forgetTold(): void {
  clearTimeout(timer);
  timer = 0;
  lines = [];
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
  clearTimeout(timer);
  timer = 0;
  if (lines.length === 0) return;
  const message = JSON.stringify([urgent ? waited : lines.length, ...lines]);
  lines = [];
  urgent = false;
  // Nobody hears it any more where the recorder was detached meanwhile.
  if (typeof handrailTell === 'function') handrailTell(message);
}

function sendSoon(): void {
  if (urgent) send();
  else if (timer === 0 && lines.length > 0) timer = window.setTimeout(send, WAIT_MS);
}

export function tell(event: Event | null, told: Told, canWait = false): void {
  const line: Told = { ...told };
  const mayWait = canWait || isIntoField(told);
  if (!urgent && !mayWait) waited = lines.length;
  for (const key of ['target', 'onto']) if (line[key]) line[key] = numbered(line[key] as TargetSpec);
  const t = event && event.timeStamp > 0 ? performance.timeOrigin + event.timeStamp : Date.now();
  lines.push({ ...line, t, url: location.href, title: document.title });
  if (EFFECTS.has(told.kind) || (told.kind === 'key_down' && String(told['key']).length > 1)) {
    noteEffect(told.kind !== 'input' && !isFocusing(told));
  }
  urgent ||= !mayWait;
  if (!gathering) sendSoon();
}

/** A part of a file, which goes at once: parts are large. */
export function tellPart(id: string, data: string): void {
  if (!urgent) waited = lines.length;
  urgent = true;
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
}

/** Work that asks the page much and tells in one message. */
export function gathered(work: () => void): void {
  if (gathering) return work();
  gathering = true;
  try {
    withMemory(work);
  } finally {
    gathering = false;
    sendSoon();
  }
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
    gathered(() => {
      try {
        const first = event.composedPath()[0];
        if (first instanceof Node) {
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
