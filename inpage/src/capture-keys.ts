// The keyboard and the clipboard.

import { isField, isMasked } from './aria';
import { editableRoot, isTextField, modifiersOf, targetOf } from './capture-on';
import { meant } from './describe';
import { clip } from './dom';
import { stateBeforeInput } from './settle';
import { on, tell } from './tell';
import { MASK, type TargetSpec } from './types';

export function captureKeys(): void {
  let described: { element: Element; target: TargetSpec } | null = null;
  on('keydown', (raw) => {
    const event = raw as KeyboardEvent;
    const first = event.composedPath()[0];
    if (!(first instanceof Element)) return;
    stateBeforeInput(isTextField(first));
    const element = first === document.body || first === document.documentElement ? null : meant(first);
    if (element && described?.element !== element) described = { element, target: targetOf(element) };
    const masked = element !== null && isMasked(element) && event.key.length === 1;
    // A letter for a field: its edit follows at once.
    const mayWait = event.key.length === 1 && modifiersOf(event).length === 0 && isTextField(first);
    tell(event, {
      kind: 'key_down',
      key: masked ? '' : event.key,
      code: masked ? '' : event.code,
      modifiers: modifiersOf(event),
      repeat: event.repeat,
      target: element ? described?.target : null,
    }, mayWait);
  });
  on('keyup', (raw) => {
    const event = raw as KeyboardEvent;
    const first = event.composedPath()[0];
    const masked = first instanceof Element && isMasked(first) && event.key.length === 1;
    tell(event, { kind: 'key_up', key: masked ? '' : event.key, code: masked ? '' : event.code, modifiers: modifiersOf(event) }, true);
  });
  on('blur', () => {
    described = null;
  });
}

export function captureClipboard(): void {
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
