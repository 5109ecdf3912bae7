// What a field is called that nothing but its place ties to the words before it.

import { nameOf, roleOf } from '../page/aria';
import { gridAround, headingsOver } from '../page/columns';
import { childrenOf, holds, parentOf, queryAll } from '../page/dom';
import { HEADINGS } from '../page/landmarks';
import { keptInOneGo } from '../page/memo';
import { textOf } from '../page/shown';
import { isEntry, siblingText } from '../page/siblings';
import { fold, isClosingSign, wordsIn } from '../page/text';
import { isPutAwayList, isVisible } from '../page/visible';
import { captionBehind } from './behind';
import { isOfEachItem } from './commands';

const FIELDS = 'input:not([type=hidden]),select,textarea,[contenteditable=""],[contenteditable=true],[role=combobox],[role=slider]';
const CAPTION_DEPTH = 8;

/**
 * Has no name but what is written into it while it is empty, and is not there to search by. A list's own field may be
 * of the type for searching: what is chosen in it is what it is for.
 */
function lacksName(element: Element): boolean {
  const hint = fold(element.getAttribute('placeholder'));
  const searches = element.matches('[type=search]:not([role=combobox]),[role=searchbox]') || SEARCH_WORDS.test(hint);
  return !searches && [...(hint ? [hint] : []), ''].includes(nameOf(element));
}

const SEARCH_WORDS = /search|such|filter|find|busca|recherche|cerca/i;

const LISTED = '[role=tree],[role=grid],[role=treegrid],table';

/** Right below a tree or a table: what stands over that is what that is called, and its words are no caption. */
function isBelowList(element: Element): boolean {
  const before = element.previousElementSibling;
  return before !== null && isVisible(before) && (before.matches(LISTED) || queryAll(LISTED, before).some(isVisible));
}

/** Right below a part of the page with a command in it: what that says is of another matter than the field. */
function isBelowCommand(element: Element): boolean {
  const before = element.previousElementSibling;
  return before !== null && buttonsIn(before).length > 0 && !isCaptionToPress(before);
}

/** The buttons in it that say a word. */
const buttonsIn = (part: Element): Element[] =>
  queryAll('button,[role=button]', part).filter((one) => isVisible(one) && /\p{L}{2}/u.test(wordsIn(one)));

/** A caption that is a button itself, as where each line of a form begins with one: a command would say the same in each. */
function isCaptionToPress(caption: Element): boolean {
  const [said, line] = [wordsIn(caption), caption.parentElement];
  const begins = (one: Element): string => {
    const [first] = childrenOf(one);
    const [button, ...others] = first ? buttonsIn(first) : [];
    return first && button && others.length === 0 && wordsIn(button) === wordsIn(first) ? wordsIn(button) : '';
  };
  if (!line || begins(line) !== said) return false;
  return childrenOf(line.parentElement).some((one) => one !== line && one.className === line.className && !['', said].includes(begins(one)));
}

/** What an editor has above its text or numbers its lines by, headings, and what is told while one works: no field is called by them. */
export const isNoCaption = (element: Element): boolean =>
  isLabelOfAnother(element) || element.matches(`[aria-hidden=true],[role=toolbar],[role=menubar],[role=tablist],[role=log],[role=status],[role=alert],[aria-live],:is(${HEADINGS}):not(legend)`) || element.querySelector('h1,h2') !== null ||
  queryAll('button,[role=button],[role=toolbar]', element).length > 1 || isTakenBack(element);

/** Says what a field is called that the editor is not. */
const isLabelOfAnother = (element: Element): boolean =>
  [element, ...element.querySelectorAll('label')].some((one) => one instanceof HTMLLabelElement && one.control !== null && isVisible(one.control));

/** The way to the page, as many write above it: it begins with a link to what the page is a part of. */
function isWay(element: Element): boolean {
  const [first] = element.querySelectorAll('a[href]');
  const [text, link] = first ? [textOf(element, 120), textOf(first, 120)] : ['', ''];
  return link !== '' && text !== link && text.startsWith(link);
}

/** Something that was chosen already, beside the room for the next one. */
const isTakenBack = (element: Element): boolean =>
  queryAll('a,button,[role],[tabindex],[title],[aria-label]', element).some(isClosingSign) ||
  queryAll('i,span,b,em', element).some((one) => one.childElementCount === 0 && isClosingSign(one));

/** What was written before, as in a conversation, or parts made alike beside each other: no field with a hint of its own is called so. */
const isTold = (element: Element): boolean =>
  element.querySelector('p,li,article') !== null || (element.childElementCount > 1 && childrenOf(element).every((one) => one.localName === element.firstElementChild!.localName && /\p{L}{2}/u.test(wordsIn(one))));

/** What the field itself holds since it came in the place of that, or beside it. */
const isHeld = (field: Element, text: string): boolean =>
  (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) && [field.value, field.defaultValue].some((one) => fold(one) === text);

/** Right below it, but for what says nothing. */
function isBelowTold(element: Element): boolean {
  let before = element.previousElementSibling;
  while (before && (!isVisible(before) || wordsIn(before) === '' || isNoCaption(before))) before = before.previousElementSibling;
  return before !== null && isTold(before);
}

/** What is carried from place to place is a record of its own, and no caption of a field below it. */
export const isCarried = (one: Element): boolean => one.matches('[draggable=true]');

/** What stands before it, but for what says nothing: a record that is carried, one of a list, or a line with signs to press in it. */
function isBelowRecord(element: Element, hinted: boolean): boolean {
  let before = element.previousElementSibling;
  while (before && (!isVisible(before) || wordsIn(before) === '')) before = before.previousElementSibling;
  if (!before) return false;
  return isCarried(before) || (hinted && (isBehindItsLike(before) || isPressed(before) || childrenOf(before).filter(isSign).length > 1));
}

/** Drawn as what one presses, as the only card of a column is. */
const isPressed = (one: Element): boolean => !one.matches('label') && getComputedStyle(one).cursor === 'pointer';

const isBehindItsLike = ({ previousElementSibling: other, localName, classList, className }: Element): boolean =>
  other !== null && classList.length > 0 && other.localName === localName && other.className === className && isVisible(other);

/** Nothing but a sign, as the minus and the plus around a number; no mark of a caption. */
const isSign = (part: Element): boolean => /^[^\p{L}\p{N}\s*:(),.?!-]+$/u.test(wordsIn(part));

/** How many there are of something, or one of the lines of a list, which a field with a hint of its own is not called by. */
const COUNTED = /^(\d+|[•·▪◦‣]) \p{L}/u;

/** The field that a drawn list is typed into, or what holds nothing but that, which is pressed for it. */
export const isFieldOfList = (element: Element): boolean =>
  roleOf(element) === 'combobox' ||
  (element.childElementCount === 1 && element.matches('div,span') && element.firstElementChild!.matches('input[role=combobox]'));

/** What a list that the page draws shows in the very place of its field: its hint, or what was chosen. */
export function isShownIn(field: Element, shown: Element): boolean {
  const drawn = frameOf(field);
  if (!isFieldOfList(field) && !drawn) return false;
  const [own, other] = [(drawn ?? field).getBoundingClientRect(), shown.getBoundingClientRect()];
  const over = own.x < other.right && other.x < own.right && own.y < other.bottom && other.y < own.bottom;
  return over || (field.getAttribute('aria-describedby') ?? '').split(/\s+/).includes(shown.id || ' ');
}

/** A link behind a label that is tied to nothing, as to what explains the field: the field is called by the label. */
function isBehindLabel(link: Element): boolean {
  if (!link.matches('a')) return false;
  for (let at = link.previousElementSibling; at; at = at.previousElementSibling) {
    if (at instanceof HTMLLabelElement) return at.control === null && isVisible(at) && wordsIn(at) !== '';
  }
  return false;
}

const PLAIN = 'input[type=text],input:not([type])';

/** A field that Tab passes over, behind the one that is written in, is no other one to the eye: it is drawn around it. */
const isFrameOf = (one: Element, field: Element): boolean => {
  if (!one.matches(PLAIN) || !field.matches(PLAIN) || !one.matches('[tabindex="-1"]') || field.matches('[tabindex="-1"]')) return false;
  const [{ x, right, y, bottom }, own] = [one.getBoundingClientRect(), field.getBoundingClientRect()];
  return Math.min(right, own.right) - Math.max(x, own.x) >= Math.min(right - x, own.width) - 2 &&
    Math.min(bottom, own.bottom) - Math.max(y, own.y) >= Math.min(bottom - y, own.height) - 2;
};

/** What is drawn around the field that one writes in, and lies behind it. */
const frameOf = keptInOneGo((field): Element | null => {
  if (!field.matches(PLAIN)) return null;
  const most = 3 * field.getBoundingClientRect().height;
  // What is much higher than the field holds other lines, and may hold all of a page.
  for (let at = parentOf(field), depth = 0; at && depth < FRAME_DEPTH; at = parentOf(at), depth++) {
    if (at.getBoundingClientRect().height > most) return null;
    const found = queryAll(PLAIN, at).find((one) => one !== field && isFrameOf(one, field));
    if (found) return found;
  }
  return null;
});

const FRAME_DEPTH = 5;

export const EDITORS = 'iframe,[contenteditable=""],[contenteditable=true]';

/**
 * What a form writes before a field, and ties to it by nothing but place: the text that comes first in the largest part
 * of the page around the field that holds no other one. None where that is a whole sentence.
 */
export const captionOf = keptInOneGo((element): string | null => {
  if ((!element.matches(EDITORS) && !lacksName(element)) || isOfEachItem(element)) return null;
  // A hint of its own says more of it than where the page belongs, or what is told behind it.
  const hinted = fold(element.getAttribute('placeholder')) !== '';
  let at = element;
  for (let depth = 0; depth < CAPTION_DEPTH; depth++) {
    const around = parentOf(at);
    if (!around || isEntry(at, element)) return null;
    if (around.matches('body,form,main,dialog,[role=main],[role=dialog],[role=alertdialog],[role=form]') || queryAll(FIELDS, around).some((one) => isOther(one, element))) {
      return hinted ? null : captionBehind(element, at, FIELDS);
    }
    if (isBelowList(at) || isInTableOfRecords(at) || isBelowRecord(at, hinted) || (hinted && isBelowCommand(at))) return null;
    const text = siblingText(at, 'previousSibling', (one) => isNoCaption(one) || isShownIn(element, one) || isBehindLabel(one) || (hinted && isWay(one)));
    if (text && ((hinted && (COUNTED.test(text) || isBelowTold(at))) || isHeld(element, text) || (element.matches(EDITORS) && !/\p{L}{2}/u.test(text)))) return null;
    if (text) return text.length <= 60 && /\p{L}/u.test(text) ? text : null;
    at = around;
  }
  return null;
});

/** A cell of a table that says in a heading what its columns are called: what stands before it in the row is the record's. */
const isInTableOfRecords = (cell: Element): boolean => {
  const table = cell.matches('td') ? cell.closest('table') : null;
  const row = cell.closest('[role=row]');
  const grid = table && row ? gridAround(row, table) : null;
  return table?.tHead?.rows[0]?.querySelector('th') != null || (grid !== null && headingsOver(grid).length > 0);
};

const isOther = (one: Element, field: Element): boolean =>
  one !== field && !holds(field, one) && isVisible(one) && !isPutAwayList(one) && !isFrameOf(one, field);
