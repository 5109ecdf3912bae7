// Capturing a person's trusted input and telling it, event by event, to the recorder outside.

import { isField, isMasked } from './aria';
import { describe, meant, valueOf } from './describe';
import { clip, textOf } from './dom';
import { hoverTrigger, watchHover } from './hover';
import { MASK, noteEffect, stateBeforeInput, watchAlerts, watchDocument } from './state';
import type { TargetSpec } from './types';

declare function handrailTell(message: string): void;

type Told = { kind: string } & Record<string, unknown>;

const FILE_LIMIT = 50 * 1024 * 1024;

const EFFECTS = new Set([
  'click', 'double_click', 'context_menu', 'input', 'select', 'check', 'upload', 'drag_drop', 'hover', 'submitted', 'scroll',
]);

function tell(event: Event | null, told: Told): void {
  const t = event && event.timeStamp > 0 ? performance.timeOrigin + event.timeStamp : Date.now();
  handrailTell(JSON.stringify({ ...told, t, url: location.href, title: document.title }));
  if (EFFECTS.has(told.kind) || (told.kind === 'key_down' && String(told['key']).length > 1)) {
    noteEffect(told.kind !== 'input' && !isFocusing(told));
  }
}

const isTextField = (element: Element): boolean =>
  isField(element) &&
  !(element instanceof HTMLInputElement && ['checkbox', 'radio', 'file', 'button', 'submit'].includes(element.type));

/** A click that only puts the cursor into a field: the next one need not wait for what it changed. */
function isFocusing(told: Told): boolean {
  const target = told['target'] as TargetSpec | null | undefined;
  const typed = target?.tag === 'textarea' || (target?.tag === 'input' && target.role?.endsWith('box') === true);
  return told.kind === 'click' && typed && target?.role !== 'checkbox';
}

/** A fault of the capture must neither reach the page nor lose the event. */
function guarded(kind: string, capture: (event: Event) => void): (event: Event) => void {
  return (event) => {
    if (!event.isTrusted) return;
    try {
      capture(event);
    } catch (error) {
      tell(event, { kind: 'raw', what: `a '${kind}' could not be described: ${String(error)}` });
    }
  };
}

const on = (kind: string, capture: (event: Event) => void): void =>
  window.addEventListener(kind, guarded(kind, capture), { capture: true, passive: true });

function pointed(event: Event): Element | null {
  const first = event.composedPath()[0];
  if (first instanceof Element) return meant(first);
  return first instanceof Text ? first.parentElement : null;
}

const modifiersOf = (event: MouseEvent | KeyboardEvent): string[] =>
  [event.altKey && 'Alt', event.ctrlKey && 'Control', event.metaKey && 'Meta', event.shiftKey && 'Shift'].filter(
    (modifier): modifier is string => Boolean(modifier),
  );

const BUTTONS = ['left', 'middle', 'right'];

interface Gesture {
  element: Element;
  target: TargetSpec;
  x: number;
  y: number;
  /** Where the element was. */
  left: number;
  top: number;
}

let dragging = false;
let gesture: Gesture | null = null;

function pointer(kind: string, event: MouseEvent, element: Element, target: TargetSpec): Told {
  return {
    kind,
    x: event.clientX,
    y: event.clientY,
    button: BUTTONS[event.button] ?? 'left',
    modifiers: modifiersOf(event),
    target,
    ...(['click', 'double_click', 'context_menu'].includes(kind) ? { offset: offsetIn(element, event) } : {}),
  };
}

/** The place in the element, where the place may matter: on a canvas, an image, or something large. */
function offsetIn(element: Element, event: MouseEvent): [number, number] | null {
  const box = element.getBoundingClientRect();
  const matters = element.matches('canvas,svg,img,video,map,area') || (box.width > 300 && box.height > 200);
  return matters ? [Math.round(event.clientX - box.x), Math.round(event.clientY - box.y)] : null;
}

function describedAt(event: MouseEvent): { element: Element; target: TargetSpec } | null {
  const element = pointed(event);
  if (!element) return null;
  // Described at the press, before the page's own handlers changed anything.
  if (gesture && gesture.element === element) return gesture;
  return { element, target: describe(element) };
}

function capturePointer(): void {
  on('pointerdown', (raw) => {
    const event = raw as PointerEvent;
    const element = pointed(event);
    stateBeforeInput(element !== null && isTextField(element));
    if (!element) return;
    const trigger = hoverTrigger(element);
    if (trigger) tell(event, { kind: 'hover', target: describe(trigger) });
    const box = element.getBoundingClientRect();
    dragging = false;
    gesture = { element, target: describe(element), x: event.clientX, y: event.clientY, left: box.x, top: box.y };
    tell(event, pointer('mouse_down', event, element, gesture.target));
  });
  on('pointerup', (raw) => {
    const event = raw as PointerEvent;
    const element = pointed(event);
    if (!element || !gesture) return;
    const from = gesture;
    const far = Math.hypot(event.clientX - from.x, event.clientY - from.y) > 8;
    const target = element === from.element ? from.target : describe(element);
    tell(event, pointer('mouse_up', event, element, target));
    const moved = Math.hypot(from.element.getBoundingClientRect().x - from.left, from.element.getBoundingClientRect().y - from.top) > 4;
    // Over plain text, the same gesture selects it.
    dragging = far && element !== from.element && !isField(from.element) && (moved || getSelection()?.isCollapsed !== false);
    if (dragging) {
      const box = element.getBoundingClientRect();
      const offset = [Math.round(event.clientX - box.x), Math.round(event.clientY - box.y)];
      tell(event, { kind: 'drag_drop', target: from.target, onto: target, offset });
    }
  });
  on('click', (raw) => {
    const event = raw as PointerEvent;
    // The end of a drag: a click on whatever holds both of its ends.
    if (dragging && event.detail > 0) return;
    const at = describedAt(event);
    if (!at) return;
    const byKey = event.detail === 0 || event.pointerType === '';
    tell(event, { ...pointer('click', event, at.element, at.target), clicks: Math.max(1, event.detail), by_key: byKey });
  });
  on('dblclick', (raw) => {
    const at = describedAt(raw as MouseEvent);
    if (at) tell(raw, pointer('double_click', raw as MouseEvent, at.element, at.target));
  });
  on('contextmenu', (raw) => {
    const at = describedAt(raw as MouseEvent);
    if (at) tell(raw, pointer('context_menu', raw as MouseEvent, at.element, at.target));
  });
}

let dragged: TargetSpec | null = null;

function captureDrag(): void {
  on('dragstart', (event) => {
    const element = pointed(event);
    const source = element?.closest('[draggable=true]') ?? element;
    dragged = source ? describe(source) : null;
  });
  on('drop', (raw) => {
    const event = raw as DragEvent;
    const first = event.composedPath()[0];
    if (!(first instanceof Element)) return;
    const box = first.getBoundingClientRect();
    const offset = [Math.round(event.clientX - box.x), Math.round(event.clientY - box.y)];
    if (dragged) tell(event, { kind: 'drag_drop', target: dragged, onto: describe(first), offset });
    else if (event.dataTransfer?.files.length) {
      void sendFiles(event, first, [...event.dataTransfer.files]);
    }
    dragged = null;
  });
}

function captureKeys(): void {
  let described: { element: Element; target: TargetSpec } | null = null;
  on('keydown', (raw) => {
    const event = raw as KeyboardEvent;
    const first = event.composedPath()[0];
    if (!(first instanceof Element)) return;
    stateBeforeInput(isTextField(first));
    const element = first === document.body || first === document.documentElement ? null : meant(first);
    if (element && described?.element !== element) described = { element, target: describe(element) };
    const masked = element !== null && isMasked(element) && event.key.length === 1;
    tell(event, {
      kind: 'key_down',
      key: masked ? '' : event.key,
      code: masked ? '' : event.code,
      modifiers: modifiersOf(event),
      repeat: event.repeat,
      target: element ? described?.target : null,
    });
  });
  on('keyup', (raw) => {
    const event = raw as KeyboardEvent;
    const first = event.composedPath()[0];
    const masked = first instanceof Element && isMasked(first) && event.key.length === 1;
    tell(event, { kind: 'key_up', key: masked ? '' : event.key, code: masked ? '' : event.code, modifiers: modifiersOf(event) });
  });
  on('blur', () => {
    described = null;
  });
}

const known = new WeakMap<Element, { target: TargetSpec; value: string | null }>();

/** The field as it was when the person came to it: its name may change with its value. */
function fieldAt(element: Element): { target: TargetSpec; value: string | null } {
  let field = known.get(element);
  if (!field) {
    field = { target: describe(element), value: valueOf(element) };
    known.set(element, field);
  }
  return field;
}

function captureFields(): void {
  on('focusin', (event) => {
    const element = event.composedPath()[0];
    if (element instanceof Element && (isField(element) || (element as HTMLElement).isContentEditable)) {
      known.delete(element);
      fieldAt(editableRoot(element));
    }
  });
  on('input', (event) => {
    const first = event.composedPath()[0];
    if (!(first instanceof Element)) return;
    const element = editableRoot(first);
    if (element instanceof HTMLSelectElement) return changed(event, element);
    if (element instanceof HTMLInputElement && ['checkbox', 'radio', 'file'].includes(element.type)) return;
    typed(event, element);
  });
  on('change', (event) => {
    const element = event.composedPath()[0];
    if (element instanceof HTMLInputElement) {
      if (['checkbox', 'radio'].includes(element.type)) {
        tell(event, { kind: 'check', target: describe(element), checked: element.checked });
      } else if (element.type === 'file') {
        void sendFiles(event, element, [...(element.files ?? [])]);
      } else if (['date', 'time', 'datetime-local', 'month', 'week', 'color', 'range', 'number'].includes(element.type)) {
        typed(event, element);
      }
    }
  });
}

function editableRoot(element: Element): Element {
  if (isField(element)) return element;
  let root: Element = element;
  for (let at: Element | null = element; at && (at as HTMLElement).isContentEditable; at = at.parentElement) root = at;
  return root;
}

function typed(event: Event, element: Element): void {
  const field = fieldAt(element);
  const masked = isMasked(element);
  const region = !isField(element);
  tell(event, {
    kind: 'input',
    target: field.target,
    value: masked ? MASK : region ? textOf(element) : (valueOf(element) ?? ''),
    before: masked ? null : field.value,
    masked,
    editable_region: region,
  });
}

function changed(event: Event, element: HTMLSelectElement): void {
  const chosen = [...element.selectedOptions];
  const field = fieldAt(element);
  const options = chosen.map((option) => option.label.trim());
  tell(event, {
    kind: 'select',
    target: field.target,
    options,
    values: chosen.map((option) => option.value),
    before: field.value ? [field.value] : [],
  });
}

async function sendFiles(event: Event, element: Element, files: File[]): Promise<void> {
  const target = describe(element);
  const told = [];
  for (const file of files) {
    const id = crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;
    if (file.size <= FILE_LIMIT) {
      const bytes = new Uint8Array(await file.arrayBuffer());
      for (let at = 0; at === 0 || at < bytes.length; at += 1 << 18) {
        handrailTell(JSON.stringify({ kind: 'file_part', id, data: base64(bytes.subarray(at, at + (1 << 18))) }));
      }
      told.push({ name: file.name, size: file.size, part: id });
    } else {
      told.push({ name: file.name, size: file.size });
    }
  }
  tell(event, { kind: 'upload', target, files: told });
}

function base64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}

function captureScroll(): void {
  let byPerson = 0;
  for (const kind of ['wheel', 'touchmove', 'keydown', 'pointerdown']) {
    on(kind, () => {
      byPerson = performance.now();
    });
  }
  const pending = new Map<EventTarget, { timer: number; left: number; top: number; height: number }>();
  on('scroll', (event) => {
    const scroller = event.target === document ? document.scrollingElement : event.target;
    if (!(scroller instanceof Element) || performance.now() - byPerson > 1000) return;
    const started = pending.get(scroller);
    if (started) clearTimeout(started.timer);
    const begin = started ?? { timer: 0, left: scroller.scrollLeft, top: scroller.scrollTop, height: scroller.scrollHeight };
    begin.timer = window.setTimeout(() => {
      pending.delete(scroller);
      const page = scroller === document.scrollingElement;
      tell(event, {
        kind: 'scroll',
        target: page ? null : describe(scroller),
        left: scroller.scrollLeft,
        top: scroller.scrollTop,
        dy: scroller.scrollTop - begin.top,
        dx: scroller.scrollLeft - begin.left,
        at_end: scroller.scrollTop + scroller.clientHeight >= begin.height - 60,
        loaded_more: scroller.scrollHeight > begin.height + 20,
      });
    }, 180);
    pending.set(scroller, begin);
  });
}

function captureClipboard(): void {
  for (const what of ['copy', 'cut', 'paste'] as const) {
    on(what, (raw) => {
      const event = raw as ClipboardEvent;
      const first = event.composedPath()[0];
      const element = first instanceof Element ? editableRoot(first) : null;
      const masked = element !== null && isMasked(element);
      const text = what === 'paste' ? (event.clipboardData?.getData('text/plain') ?? '') : selected(element);
      tell(event, {
        kind: 'clipboard',
        what,
        text: masked ? MASK : clip(text, 10000),
        masked,
        target: element && element !== document.body ? describe(element) : null,
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

function captureSubmit(): void {
  on('submit', (event) => {
    const form = event.composedPath()[0];
    if (!(form instanceof HTMLFormElement)) return;
    const submitter = (event as SubmitEvent).submitter;
    tell(event, {
      kind: 'submitted',
      target: describe(form),
      method: (submitter?.getAttribute('formmethod') ?? form.getAttribute('method') ?? 'get').toLowerCase(),
      action: new URL(submitter?.getAttribute('formaction') ?? form.getAttribute('action') ?? '', document.baseURI).href,
    });
  });
}

/** Listens from now on, in this document. */
export function capture(): void {
  if (window === window.top) watchDocument(tell);
  capturePointer();
  captureDrag();
  captureKeys();
  captureFields();
  captureScroll();
  captureClipboard();
  captureSubmit();
  watchHover();
  watchAlerts();
}
