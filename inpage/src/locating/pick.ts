// Picking: which element lies at a point of the window, shown to a person before it is described. Nothing is acted,
// and nothing of the page is changed.

import { nameOf, roleOf } from '../page/aria';
import { clip } from '../page/text';
import type { Box, LocatorSpec, TargetSpec } from '../page/types';
import { boxOf, describe } from './describe';
import { locatorsFor } from './locators';
import { meant } from './meant';

export interface Pointed {
  box: Box;
  role: string;
  name: string;
  /** Where a frame lies there: how it is found, and where its document begins. */
  frame: { locators: LocatorSpec[]; x: number; y: number } | null;
}

/** The innermost element at a point, through open shadow roots. */
export function innermost(x: number, y: number): Element | null {
  let found = document.elementFromPoint(x, y);
  while (found?.shadowRoot) {
    const inner: Element | null = found.shadowRoot.elementFromPoint(x, y);
    if (!inner || inner === found) break;
    found = inner;
  }
  return found;
}

function frameOf(element: Element): Pointed['frame'] {
  if (!(element instanceof HTMLIFrameElement)) return null;
  const box = element.getBoundingClientRect();
  const style = getComputedStyle(element);
  return {
    locators: locatorsFor(element),
    x: box.x + element.clientLeft + parseFloat(style.paddingLeft),
    y: box.y + element.clientTop + parseFloat(style.paddingTop),
  };
}

/** What a person who points there means. */
export function pointed(x: number, y: number): Pointed | null {
  const first = innermost(x, y);
  if (!first) return null;
  const element = meant(first);
  return {
    box: boxOf(element),
    role: roleOf(element) ?? element.tagName.toLowerCase(),
    name: clip(nameOf(element) || (element.textContent ?? '').trim(), 60),
    frame: frameOf(first),
  };
}

/** The whole description of what lies there, as a recording has it. */
export function describedAt(x: number, y: number): TargetSpec | null {
  const first = innermost(x, y);
  return first && describe(meant(first));
}
