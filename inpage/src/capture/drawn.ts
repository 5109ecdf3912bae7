// Editors that the browser tells what is typed by an `EditContext`, and that draw it themselves: of these, no event of a
// field tells (https://www.w3.org/TR/edit-context/).

import { soon } from '../page/ahead';
import { whileCapturing } from '../page/capturing';
import { childrenOf, originOf } from '../page/dom';
import { linesOf } from '../page/shown';
import { editableRoot } from './on';
import type { At } from './tell';

/** What each held before it was typed into, or when it was told last. */
const held = new WeakMap<Element, string>();

/** What ends a change: a key is let go, or there is something else in it at once. */
const CHANGES = ['keyup', 'paste', 'cut', 'drop', 'focusout'];

function editorAt(event: Event): HTMLElement | null {
  const first = event.isTrusted ? originOf(event) : null;
  if (!(first instanceof HTMLElement) || !first.isContentEditable) return null;
  const editor = editableRoot(first);
  if (!(editor instanceof HTMLElement) || !('editContext' in editor)) return null;
  return editor.editContext !== null && isDrawnWhole(editor) ? editor : null;
}

/** Of a long text, some draw the part in view, and keep room for the rest. */
const isDrawnWhole = (editor: Element): boolean =>
  childrenOf(editor).every((part) => part.textContent !== '' || part.getBoundingClientRect().height < innerHeight / 2);

/** Tells by `typed` what such an editor holds, once it has drawn a change. */
export function captureDrawn(typed: (event: At, editor: Element) => void): void {
  const about = { capture: true, passive: true, signal: whileCapturing() };
  const tellChange = (event: Event, editor: HTMLElement): void => {
    const lines = linesOf(editor);
    if (!editor.isConnected || lines === held.get(editor)) return;
    held.set(editor, lines);
    typed(event, editor);
  };
  const noteBefore = (event: Event): void => {
    const editor = editorAt(event);
    if (editor && !held.has(editor)) held.set(editor, linesOf(editor));
  };
  for (const kind of ['keydown', 'beforeinput', 'focusin']) window.addEventListener(kind, noteBefore, about);
  for (const kind of CHANGES) {
    window.addEventListener(kind, (event) => {
      const editor = editorAt(event);
      if (editor && held.has(editor)) soon(() => tellChange(event, editor));
    }, about);
  }
}
