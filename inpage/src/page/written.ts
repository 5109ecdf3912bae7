// What a page writes behind a box to tick or a radio button, in its line, without a label that ties them.

import { fold } from './text';
import { isVisible } from './visible';

const BOXES = 'input[type=checkbox],input[type=radio]';
/** What stands amid the words of a line. */
const PHRASES = 'a,abbr,b,bdi,cite,code,em,i,img,kbd,mark,q,s,small,span,strong,sub,sup,time,u,var,wbr';
const LONGEST = 120;

const isBox = (node: Node): boolean => node instanceof Element && node.matches(BOXES);

/** A block by its tag that a style lays in the line, as a component draws the words behind its box. */
const isDrawnInLine = (part: Element): boolean => part.matches('div,p') && getComputedStyle(part).display === 'inline';

/** Whether the line goes on with it: no break, no block, and no field but for other boxes. */
const isOfLine = (node: Node): boolean =>
  node instanceof Text ||
  (node instanceof Element && (isBox(node) || ((node.matches(PHRASES) || isDrawnInLine(node)) && !node.querySelector('input,select,textarea,button'))));

const isBlank = (node: Node): boolean =>
  !(node instanceof Text || node instanceof Element) || (!isBox(node) && fold(node.textContent) === '');

/** Laid out beside each other, as the cells of a row are: only where one alone stands behind the box it is its label. */
const isLaidOut = (box: Node): boolean => box.parentElement !== null && /flex|grid/.test(getComputedStyle(box.parentElement).display);

function lineAfter(box: Node): Node[] {
  const line: Node[] = [];
  for (let at = box.nextSibling; at && (isOfLine(at) || at instanceof Comment); at = at.nextSibling) if (!isBlank(at)) line.push(at);
  return line;
}

/**
 * The words right behind a box that has no label. Where a line ends with a box, its words stand before each one, and
 * whose they are between two is not known.
 */
export function writtenAfter(box: Element): string | null {
  if (!isBox(box) || !isVisible(box)) return null;
  const after = lineAfter(box);
  const last = after[after.length - 1];
  if (!last || isBox(last) || (isLaidOut(box) && after.length > 1)) return null;
  const next = after.findIndex(isBox);
  const words = fold((next < 0 ? after : after.slice(0, next)).map((node) => node.textContent).join(''));
  return words.length <= LONGEST && /[\p{L}\p{N}]/u.test(words) ? words : null;
}
