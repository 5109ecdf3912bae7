// Playwright's side door: the same locators as a custom selector engine, so that its own waiting and
// actionability checks work on exactly the element that was judged.

import './page/prototypes';
import { find, type Wanted } from './locating/engine';

const decode = (body: string): Wanted =>
  JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(body), (c) => c.charCodeAt(0)))) as Wanted;

export const engine = {
  query: (root: Document | ShadowRoot | Element, body: string): Element | null => find(root, decode(body))[0] ?? null,
  queryAll: (root: Document | ShadowRoot | Element, body: string): Element[] => find(root, decode(body)),
};
