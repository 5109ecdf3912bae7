// What a style sheet writes on a button, and what its icon says where it is called otherwise: no text of the document, and
// yet what a person reads there.

import { clip, fold } from './text';

const MOST_PARTS = 30;
const STRING = /"((?:[^"\\]|\\.)*)"|attr\(\s*([\w-]+)[^)]*\)/g;
/** Icons of fonts are signs without a meaning of their own, and arrows and stars are no words. */
const WORD = /\p{L}{2}/u;

/** The text of `::before` or `::after`, as far as it is in sight and holds a word. */
function contentOf(element: Element, pseudo: '::before' | '::after'): string {
  const style = getComputedStyle(element, pseudo);
  if (['none', 'normal'].includes(style.content) || style.display === 'none') return '';
  if (style.visibility !== 'visible' || style.opacity === '0') return '';
  const told = [...style.content.matchAll(STRING)].map(([, text, name]) =>
    name ? (element.getAttribute(name) ?? '') : (text ?? '').replace(/\\(.)/g, '$1'),
  );
  const text = fold(told.join(''));
  return WORD.test(text) ? text : '';
}

/** What a picture or a part with a tip says; the title of a drawing is a text in it. */
const tipOf = (node: Element): string => fold(node.getAttribute('alt') ?? '') || fold(node.getAttribute('title') ?? '');

/** What an element shows in sight, with the words that its style sheet or icon adds; null where nothing does. */
export function drawnOn(element: Element): string | null {
  const parts: string[] = [];
  // Else its name is made of just these.
  const isCalled = element.hasAttribute('aria-label') || element.hasAttribute('aria-labelledby');
  let adds = isCalled && element.querySelector('svg title') !== null;
  let seen = 0;
  const add = (text: string): void => {
    if (text) adds = true;
    parts.push(text);
  };
  const visit = (node: Node): void => {
    if (node instanceof Text) parts.push(node.data);
    if (!(node instanceof Element) || ++seen > MOST_PARTS) return;
    add(contentOf(node, '::before'));
    if (isCalled) add(tipOf(node));
    for (const child of node.childNodes) visit(child);
    add(contentOf(node, '::after'));
  };
  visit(element);
  return adds ? clip(fold(parts.join(' '))) : null;
}
