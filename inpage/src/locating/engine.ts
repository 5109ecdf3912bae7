// The element that was judged, found again: by what it was found by, and only if it is still what it was.

import { counterOf } from '../fields/counts';
import { nameOf, roleOf } from '../page/aria';
import { drawnForBox } from '../page/components';
import { optionsMeant } from '../page/options';
import { clip } from '../page/text';
import { pause } from '../page/timers';
import type { LocatorSpec } from '../page/types';
import { drawnPart } from '../page/visible';
import { locate } from './locate';

export interface Wanted {
  locator: LocatorSpec;
  /** Of an iframe, in the place of the one: the first that finds it alone, as it was looked for. */
  locators?: LocatorSpec[];
  role?: string | null;
  name?: string | null;
  /** The control is hidden on purpose: act on its label, or on what is drawn for it, instead. */
  label?: boolean;
  /** Of a native list, the options that this means, in its place. */
  option?: string;
  /** Of a number that nobody types, the button that counts it, in its place. */
  count?: 'plus' | 'minus';
}

/** What the first fitting locator finds alone. */
export function alone(specs: LocatorSpec[], root: Document | ShadowRoot | Element = document): Element | null {
  for (const spec of specs) {
    const found = locate(spec, root);
    if (found.length === 1) return found[0] ?? null;
  }
  return null;
}

/** The judged element, should it still be what it was when it was judged. */
export function find(root: Document | ShadowRoot | Element, wanted: Wanted): Element[] {
  if (wanted.locators) return [alone(wanted.locators, root) ?? []].flat();
  const found = locate(wanted.locator, root).filter(
    (element) =>
      (wanted.role == null || roleOf(element) === wanted.role) &&
      (wanted.name == null || clip(nameOf(element), 200) === wanted.name),
  );
  if (wanted.option != null) {
    return found.flatMap((list) => (list instanceof HTMLSelectElement ? optionsMeant(list, wanted.option!) : []));
  }
  if (wanted.count) return found.flatMap((number) => counterOf(number)?.[wanted.count!] ?? []);
  if (!wanted.label) return found.map(drawnPart);
  return found.flatMap((element) => drawnForBox(element) ?? []);
}

/** What finds the judged element finds, alone, what is no longer it: its name has changed, or what it is. */
function isOther(wanted: Wanted): boolean {
  return locate(wanted.locator).length === 1 && find(document, { ...wanted, label: false }).length === 0;
}

const STEADY_MS = 300;

/**
 * Whether the page has made something else of the judged element, and leaves it at that. What changes back within
 * `patience` milliseconds, or does not come to rest, has not.
 */
export async function changed(wanted: Wanted, patience: number): Promise<boolean> {
  const identity = (): string => {
    const [element] = locate(wanted.locator);
    return element ? `${roleOf(element)} ${nameOf(element)}` : '';
  };
  const end = performance.now() + patience;
  let [last, since] = ['', 0];
  while (isOther(wanted)) {
    const now = performance.now();
    const is = identity();
    if (is !== last) [last, since] = [is, now];
    if (now - since >= STEADY_MS) return true;
    if (now >= end) return false;
    await pause(STEADY_MS / 6);
  }
  return false;
}
