// What the captures share: which element an event is about, and how it is told of a field.

import { isField } from './aria';
import { boxOf, describe, meant } from './describe';
import { hoversSoFar } from './hover';
import type { TargetSpec } from './types';
import { version } from './watch';

export const isTextField = (element: Element): boolean =>
  isField(element) &&
  !(element instanceof HTMLInputElement && ['checkbox', 'radio', 'file', 'button', 'submit'].includes(element.type));

export function pointed(event: Event): Element | null {
  const first = event.composedPath()[0];
  if (first instanceof Element) return meant(first);
  return first instanceof Text ? first.parentElement : null;
}

export const modifiersOf = (event: MouseEvent | KeyboardEvent): string[] =>
  [event.altKey && 'Alt', event.ctrlKey && 'Control', event.metaKey && 'Meta', event.shiftKey && 'Shift'].filter(
    (modifier): modifier is string => Boolean(modifier),
  );

export function editableRoot(element: Element): Element {
  if (isField(element)) return element;
  let root: Element = element;
  for (let at: Element | null = element; at && (at as HTMLElement).isContentEditable; at = at.parentElement) root = at;
  return root;
}

const described = new WeakMap<Element, { version: number; hovers: number; target: TargetSpec }>();

/** The description of an element as it is now; the last one, where nothing has changed since but its place. */
export function targetOf(element: Element): TargetSpec {
  const last = described.get(element);
  if (last && last.version === version() && last.hovers === hoversSoFar()) {
    const box = boxOf(element);
    if (JSON.stringify(box) === JSON.stringify(last.target.box)) return last.target;
    return remembered(element, { ...last.target, box });
  }
  return remembered(element, describe(element));
}

function remembered(element: Element, target: TargetSpec): TargetSpec {
  described.set(element, { version: version(), hovers: hoversSoFar(), target });
  return target;
}
