// Playwright's side door: the same locators as a custom selector engine, so that its own waiting and
// actionability checks work on exactly the element that was judged.

import { nameOf, roleOf } from './aria';
import { drawnForBox } from './components';
import { clip } from './dom';
import { locate } from './locate';
import type { LocatorSpec } from './types';

export interface Wanted {
  locator: LocatorSpec;
  role?: string | null;
  name?: string | null;
  /** The control is hidden on purpose: act on its label, or on what is drawn for it, instead. */
  label?: boolean;
}

const decode = (body: string): Wanted =>
  JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(body), (c) => c.charCodeAt(0)))) as Wanted;

/** The judged element, should it still be what it was when it was judged. */
export function find(root: Document | ShadowRoot | Element, wanted: Wanted): Element[] {
  const found = locate(wanted.locator, root).filter(
    (element) =>
      (wanted.role == null || roleOf(element) === wanted.role) &&
      (wanted.name == null || clip(nameOf(element), 200) === wanted.name),
  );
  if (!wanted.label) return found;
  return found.flatMap((element) => drawnForBox(element) ?? []);
}

export const engine = {
  query: (root: Document | ShadowRoot | Element, body: string): Element | null => find(root, decode(body))[0] ?? null,
  queryAll: (root: Document | ShadowRoot | Element, body: string): Element[] => find(root, decode(body)),
};
