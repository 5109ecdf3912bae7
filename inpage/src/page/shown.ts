// Text as a person sees it.

import { fold } from './text';
import { isPutAwayList, isWithinUndrawn } from './visible';

/** A heading as it is read: its parts stand apart where they are drawn so. */
export const headingText = (heading: Element): string =>
  heading.childElementCount > 0 ? textOf(heading, 400) : fold(heading.textContent);

/** By local name: within a picture's own markup names are not in capitals. */
const UNSEEN = new Set(['script', 'style', 'noscript', 'template', 'head']);

/** Visible text of an element and its open shadow trees, with white space folded; without parts that are left out by `but`. */
export function textOf(element: Element, limit = 20000, but: (node: Element) => boolean = () => false): string {
  const parts: string[] = [];
  let length = 0;
  let apart = true;
  // How something is drawn is asked, which is slow, only where words would run into each other.
  const part = (element: Element): void => {
    if (apart || (element.localName !== 'br' && getComputedStyle(element).display.startsWith('inline'))) return;
    parts.push(' ');
    apart = true;
  };
  const visit = (node: Node): void => {
    if (length > limit) return;
    if (node.nodeType === Node.TEXT_NODE) {
      // What indents the markup is no text, and does not count.
      const text = (node.nodeValue ?? '').replace(/\s+/g, ' ');
      parts.push(text);
      if (text) apart = text.endsWith(' ');
      length += text === ' ' ? 0 : text.length;
      return;
    }
    if (!(node instanceof Element) || but(node) || isPutAwayList(node) || isWithinUndrawn(node)) return;
    if (UNSEEN.has(node.localName) || !node.checkVisibility({ visibilityProperty: true })) {
      if (node.tagName !== 'SLOT' && getComputedStyle(node).display !== 'contents') return;
    }
    part(node);
    const slotted = node instanceof HTMLSlotElement ? node.assignedNodes() : [];
    if (slotted.length > 0) slotted.forEach(visit);
    else for (let child = (node.shadowRoot ?? node).firstChild; child; child = child.nextSibling) visit(child);
    part(node);
  };
  visit(element);
  return fold(parts.join(''));
}

/** A button that an editor puts into its text, as a handle to drag a paragraph by. */
const isHandle = (part: Element): boolean =>
  part.matches('button,[role=button]') && part instanceof HTMLElement && !part.isContentEditable;

/** The text of an editable region, with a line for each block and break in it. */
export function linesOf(region: Element): string {
  const lines: string[] = [''];
  const visit = (node: Node): void => {
    if (node instanceof Text) lines.push(lines.pop() + node.data.replace(/[\s\u200b]+/g, ' '));
    if (!(node instanceof Element)) return;
    if (node.tagName === 'BR') return void (node.nextSibling && lines.push(''));
    if (node !== region && isHandle(node)) return;
    const block = node !== region && !getComputedStyle(node).display.startsWith('inline');
    if (block && (lines.length > 1 || lines[0] || node.previousSibling)) lines.push('');
    node.childNodes.forEach(visit);
    if (block && node.nextSibling instanceof Text && node.nextSibling.data.trim()) lines.push('');
  };
  visit(region);
  return lines.map((line) => line.trim()).join('\n').trim();
}
