// What the captures share: which element an event is about, and how it is told of a field.

import { isField } from './aria';
import { meant } from './describe';

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
