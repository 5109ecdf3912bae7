// Whether one of a page's texts says a name and nothing else, as a list says it of its records.

import { queryAll, roots } from '../page/dom';
import { textOf } from '../page/shown';
import { fold } from '../page/text';
import { isReadOut, isVisible, isWithinUndrawn } from '../page/visible';
import { isWithinText } from './called';

/** What marks in a name the words that were searched for: of "Desk Lamp" it says "Desk", and names no record by that. */
const marks = (part: Element): boolean =>
  part.matches('mark,[class*=highlight i],[class*=match i]') && isWithinText(part);

function isSeen(part: Element): boolean {
  return part.checkVisibility({ visibilityProperty: true }) && !isWithinUndrawn(part) && !isReadOut(part) && !marks(part);
}

/** In whatever capitals: who asks for a record need not write it as the page does. A name that is marked in parts is one text. */
export function saysJust(name: string): boolean {
  const wanted = fold(name).toLowerCase();
  const isSame = (text: string | null): boolean => fold(text).toLowerCase() === wanted;
  for (const root of roots()) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (isSame(node.textContent) && node.parentElement && isSeen(node.parentElement)) return true;
    }
  }
  return queryAll('*').some((part) => isSame(part.textContent) && isVisible(part) && isSeen(part) && isSame(textOf(part)));
}
