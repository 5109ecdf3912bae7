// The text of the DOM's parts, whether it is seen or not.

import { keptWhole } from './memo';

export const fold = (text: string | null | undefined): string =>
  (text ?? '').replace(/[\s\u00a0\u200b]+/g, ' ').trim();

/** What a text says, however it is spaced and written large. */
export const letters = (text: string | null | undefined): string => (text ?? '').replace(/\s+/g, '').toLowerCase();

/** What a page shows over something while the pointer rests there, and may draw within it: it is no part of what that says. */
export const TIPS = '[role=tooltip]';

/** Whether it shows any now. */
export const hasTips = keptWhole(() => document.querySelector(TIPS) !== null);

/** What a part of the page says; the style sheet that an icon brings along is no text. */
export function wordsIn(part: Node): string {
  const all = part.textContent || '';
  if (part instanceof Element && fold(all) === '') return fold(shownInSlots(part));
  // Each style sheet has a brace, and hardly any text.
  const unsaid = hasTips('') ? `style,script,${TIPS}` : all.includes('{') ? 'style,script' : '';
  if (!unsaid || !(part instanceof Element && part.querySelector(unsaid))) return fold(all);
  const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT, (node) =>
    node instanceof Element && node.matches(unsaid) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT);
  let said = '';
  while (texts.nextNode()) if (texts.currentNode instanceof Text) said += texts.currentNode.data;
  const tip = fold(said) ? null : part.querySelector(TIPS);
  return tip ? wordsIn(tip) : fold(said);
}

/** What a row that a component draws, or a part of it, shows of what the page gives to the component. */
const shownInSlots = (part: Element): string =>
  part.getRootNode() instanceof ShadowRoot && part.closest('tr,[role=row]')
    ? [...part.querySelectorAll('slot')].flatMap((slot) => slot.assignedNodes({ flatten: true })).map((node) => node.textContent ?? '').join('')
    : '';

export const clip = (text: string, length = 80): string =>
  text.length > length ? text.slice(0, length - 1) + '…' : text;

/** The bare texts that a part of a shadow tree shows in its slots, as an entry of a component does its name. */
export function textsSlottedIn(element: Element): string[] {
  if (!(element.getRootNode() instanceof ShadowRoot)) return [];
  const shown = [...element.querySelectorAll('slot')].flatMap((slot) => slot.assignedNodes());
  return shown.map((node) => (node instanceof Text ? fold(node.data) : '')).filter((text) => text !== '');
}

/** What takes a choice back: it shows nothing but such a sign. */
export const isClosingSign = (element: Element): boolean => /^\s*[×✕✖✗⨯⊗]\s*$/.test(element.textContent ?? '');
