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

function countLikeAfter(element: Element): number {
  let count = 0;
  for (let at = element.nextElementSibling; at; at = at.nextElementSibling) {
    if (at.tagName === element.tagName) count++;
  }
  return count;
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

/** The place of the element among its like, counted from the last one. */
const stepFromEnd = (element: Element): string =>
  `${element.tagName.toLowerCase()}:nth-last-of-type(${countLikeAfter(element) + 1})`;

/**
 * A path of tags and positions from the nearest ancestor with a lasting id: the last resort. `counted` is an ancestor whose
 * place is counted from the end.
 */
function structuralCss(element: Element, counted?: Element): string {
  const parts: string[] = [];
  for (let at: Element | null = element; at; at = at.parentElement) {
    const id = idOf(at);
    if (at !== element && id && !isPassingId(id)) {
      parts.unshift(`#${CSS.escape(id)}`);
      break;
    }
    parts.unshift(at === counted ? stepFromEnd(at) : step(at));
  }
  return parts.join(' > ');
}

/** The path, and those of the shadow hosts around it: a selector does not reach through a shadow root. */
export const structural = (element: Element): LocatorSpec => inHosts(element, structuralCss(element));

/** The same, with the place of an ancestor counted from the end. */
export const structuralFromEnd = (element: Element, counted: Element): LocatorSpec =>
  inHosts(element, structuralCss(element, counted));

function inHosts(element: Element, path: string): LocatorSpec {
  const root = element.getRootNode();
  if (!(root instanceof ShadowRoot)) return { by: 'css', css: path };
  return { by: 'css', css: path.startsWith('#') ? `:host ${path}` : `:host > ${path}`, within: structural(root.host) };
}
