// Covering what the page itself shows of a secret, for as long as a picture is taken.

import { isField, isMasked } from './aria';
import { isVisible, queryAll, roots } from './dom';

const COVER = 'handrail-cover';

/** Where the values stand, in fields and in texts, in any case; one that is spread over elements is not seen. */
function places(values: string[]): DOMRect[] {
  const wanted = values.map((value) => value.toLowerCase());
  const shows = (text: string): boolean => wanted.some((value) => text.toLowerCase().includes(value));
  const fields = queryAll('input,textarea,select').filter(
    (field) => isField(field) && !isMasked(field) && isVisible(field) && shows(field.value));
  return [...fields.map((field) => field.getBoundingClientRect()), ...roots().flatMap((root) => textsIn(root, shows))];
}

function textsIn(root: Node, shows: (text: string) => boolean): DOMRect[] {
  const found: DOMRect[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!shows((node as Text).data)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    found.push(...range.getClientRects());
  }
  return found;
}

/** Lays a box over each place that shows one of these values; says how many. */
export function cover(values: string[]): number {
  uncover();
  const found = places(values).filter(({ width, height }) => width > 0 && height > 0);
  if (found.length === 0) return 0;
  const host = document.createElement(COVER);
  host.style.cssText = 'all:initial;position:fixed;inset:0;width:100%;height:100%;border:0;background:none;pointer-events:none;z-index:2147483647';
  host.attachShadow({ mode: 'closed' }).append(...found.map(({ x, y, width, height }) => {
    const box = document.createElement('div');
    box.style.cssText = `position:fixed;background:#222;left:${x}px;top:${y}px;width:${width}px;height:${height}px`;
    return box;
  }));
  document.documentElement.append(host);
  // Above everything, a modal dialog and what else lies in the top layer.
  host.popover = 'manual';
  host.showPopover();
  return found.length;
}

export function uncover(): void {
  for (const host of document.querySelectorAll(COVER)) host.remove();
}
