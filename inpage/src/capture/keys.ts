// The keyboard and the clipboard.

import { chosenAmong, takenBy } from '../calendars/marked';
import { meant } from '../locating/meant';
import { soon } from '../page/ahead';
import { isField } from '../page/aria';
import { whileCapturing } from '../page/capturing';
import { originOf } from '../page/dom';
import { isMasked } from '../page/masked';
import { clip } from '../page/text';
import { MASK, type TargetSpec } from '../page/types';
import { fieldAt, isEmptied, noteCounted, noteWritten } from './fields';
import { editableRoot, isTextField, modifiersOf, targetOf } from './on';
import { lookAtPressed } from './pointer';
import { stateBeforeInput } from './settle';
import { followKeyed } from './slider';
import { on, tell } from './tell';

const MOVING = new Set([
  'Tab', 'Backspace', 'Delete', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'Shift',
]);

/** Keys that choose another one of several. */
const CHOOSING = new Set(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown']);

const isEditable = (element: Element): boolean => element instanceof HTMLElement && element.isContentEditable;

/** A field is told of as it was when the person came to it, like its edits: its name may change meanwhile. */
const keyTarget = (element: Element): TargetSpec =>
  (isTextField(element) || isEditable(element)) && editableRoot(element) === element ? fieldAt(element).target : targetOf(element);

export function captureKeys(): void {
  let described: { element: Element; target: TargetSpec } | null = null;
  let held: { field: Element; value: string } | null = null;
  let chosen: Element | null = null;
  let arrowed: Element | null = null;
  let down: KeyboardEvent | null = null;
  on('keydown', (raw) => {
    const event = raw as KeyboardEvent;
    down = event;
    const first = originOf(event);
    if (!(first instanceof Element)) return;
    lookAtPressed();
    stateBeforeInput(isTextField(first));
    held = isField(first) ? { field: first, value: first.value } : null;
    const nowhere = !isEditable(first) && (first === document.body || first === document.documentElement);
    const element = nowhere ? null : meant(first);
    if (element && described?.element !== element) described = { element, target: keyTarget(element) };
    if (element && described) followKeyed(event, element, described.target);
    const masked = element !== null && isMasked(element) && event.key.length === 1;
    // In a field, what writes or moves in it: its edit follows at once.
    const writes = event.key.length === 1 || MOVING.has(event.key);
    const modifiers = modifiersOf(event);
    const mayWait = writes && isTextField(first) && modifiers.every((modifier) => modifier === 'Shift');
    const entry = modifiers.length === 0 ? takenBy(event.key, first, arrowed === first) : null;
    arrowed = event.key === 'ArrowDown' || event.key === 'ArrowUp' ? first : null;
    chosen = CHOOSING.has(event.key) ? chosenAmong(first) : null;
    tell(event, {
      kind: 'key_down',
      key: masked ? '' : event.key,
      code: masked ? '' : event.code,
      modifiers,
      repeat: event.repeat,
      target: element ? described?.target : null,
      ...(entry ? { entry: targetOf(entry) } : {}),
    }, mayWait);
  });
  on('keyup', (raw) => {
    const event = raw as KeyboardEvent;
    const first = originOf(event);
    const masked = first instanceof Element && isMasked(first) && event.key.length === 1;
    if (held?.field === first) noteWritten(held.field, held.value);
    if (held?.field === first && CHOOSING.has(event.key)) noteCounted(event, held.field, held.value);
    const emptied = event.key.length === 1 && first instanceof Element && isEmptied(first);
    if (emptied) described = null;
    const now = CHOOSING.has(event.key) && first instanceof Element ? chosenAmong(first) : null;
    const entry = now !== chosen ? now : null;
    const handled = CHOOSING.has(event.key) && down?.code === event.code && down.defaultPrevented;
    tell(event, {
      kind: 'key_up',
      key: masked ? '' : event.key,
      code: masked ? '' : event.code,
      modifiers: modifiersOf(event),
      ...(emptied ? { emptied } : {}),
      ...(handled ? { handled } : {}),
      ...(entry ? { entry: targetOf(entry) } : {}),
    }, true);
  });
  window.addEventListener('blur', () => (described = null), { capture: true, passive: true, signal: whileCapturing() });
}

export function captureClipboard(): void {
  // While a page answers a click, it is the page that copies, out of a field that it puts there for that alone.
  let answering = false;
  on('click', () => {
    answering = true;
    soon(() => (answering = false));
  });
  // A busy page comes to it late: what the person does next is no answer any more.
  for (const next of ['keydown', 'mousedown']) on(next, () => (answering = false));
  for (const what of ['copy', 'cut', 'paste'] as const) {
    on(what, (raw) => {
      if (answering && what !== 'paste') return;
      const event = raw as ClipboardEvent;
      const first = originOf(event);
      const element = first instanceof Element ? editableRoot(first) : null;
      const masked = element !== null && isMasked(element);
      const text = what === 'paste' ? (event.clipboardData?.getData('text/plain') ?? '') : selected(element);
      tell(event, {
        kind: 'clipboard',
        what,
        text: masked ? MASK : clip(text, 10000),
        masked,
        target: element && element !== document.body ? targetOf(element) : null,
      });
    });
  }
}

function selected(element: Element | null): string {
  if (element && isField(element) && !(element instanceof HTMLSelectElement) && !isMasked(element)) {
    const { selectionStart, selectionEnd, value } = element;
    if (selectionStart !== null && selectionEnd !== null) return value.slice(selectionStart, selectionEnd);
  }
  return String(getSelection() ?? '');
}
