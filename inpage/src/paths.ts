// Paths of tags and positions.

import { idOf } from './dom';
import { isPassingId } from './icons';
import type { LocatorSpec } from './types';

function countLike(element: Element): number {
  let count = 0;
  for (let at = element.previousElementSibling; at; at = at.previousElementSibling) {
    if (at.tagName === element.tagName) count++;
  }
  return count;
}

function likeAfter(element: Element): boolean {
  for (let at = element.nextElementSibling; at; at = at.nextElementSibling) {
    if (at.tagName === element.tagName) return true;
  }
  return false;
}

export const step = (element: Element): string => {
  const before = countLike(element);
  const tag = element.tagName.toLowerCase();
  return before > 0 || likeAfter(element) ? `${tag}:nth-of-type(${before + 1})` : tag;
};

/** The path of tags and positions from an ancestor on. */
export function pathFrom(ancestor: Element, element: Element): string {
  const parts: string[] = [];
  for (let at: Element | null = element; at && at !== ancestor; at = at.parentElement) parts.unshift(step(at));
  return parts.join(' > ');
}

/** A path of tags and positions from the nearest ancestor with a lasting id: the last resort. */
function structuralCss(element: Element): string {
  const parts: string[] = [];
  for (let at: Element | null = element; at; at = at.parentElement) {
    const id = idOf(at);
    if (at !== element && id && !isPassingId(id)) {
      parts.unshift(`#${CSS.escape(id)}`);
      break;
    }
    parts.unshift(step(at));
  }
  return parts.join(' > ');
}

/** The path, and those of the shadow hosts around it: a selector does not reach through a shadow root. */
export function structural(element: Element): LocatorSpec {
  const path = structuralCss(element);
  const root = element.getRootNode();
  if (!(root instanceof ShadowRoot)) return { by: 'css', css: path };
  return { by: 'css', css: path.startsWith('#') ? `:host ${path}` : `:host > ${path}`, within: structural(root.host) };
}
