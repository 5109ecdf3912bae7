// Playwright's side door: the same locators as a custom selector engine, so that its own waiting and
// actionability checks work on exactly the element that was judged.

import { nameOf, roleOf } from './aria';
import { locate } from './locate';
import type { LocatorSpec } from './types';

interface Wanted {
  locator: LocatorSpec;
  role?: string | null;
  name?: string | null;
  hidden?: boolean;
}

const decode = (body: string): Wanted =>
  JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(body), (c) => c.charCodeAt(0)))) as Wanted;

function find(root: Document | ShadowRoot | Element, body: string): Element[] {
  const wanted = decode(body);
  return locate(wanted.locator, root, wanted.hidden).filter(
    (element) =>
      (wanted.role == null || roleOf(element) === wanted.role) &&
      (wanted.name == null || nameOf(element).startsWith(wanted.name)),
  );
}

export const engine = {
  query: (root: Document | ShadowRoot | Element, body: string): Element | null => find(root, body)[0] ?? null,
  queryAll: (root: Document | ShadowRoot | Element, body: string): Element[] => find(root, body),
};
