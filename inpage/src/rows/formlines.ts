// Lines of a form that hold a few labelled fields each, and are no records of a list.

import { withoutArrow } from '../page/badges';
import { ASKING } from '../page/cards';
import { childrenOf, parentOf, queryAll } from '../page/dom';
import { HEADINGS } from '../page/landmarks';
import { keptInOneGo } from '../page/memo';
import { fold, wordsIn } from '../page/text';
import { isVisible } from '../page/visible';

/** What the label of a field says that is tied to it. */
export const labelledBy = (element: Element): string => {
  const [label] = element instanceof HTMLInputElement || element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement ? (element.labels ?? []) : [];
  return label && isVisible(label) ? wordsIn(label) : '';
};

/** The line and those beside it that are made alike. */
const linesLike = (line: Element): Element[] =>
  childrenOf(parentOf(line)).filter((one) => one.tagName === line.tagName && one.className === line.className);

const isBox = (element: Element): boolean => element.matches('[type=checkbox],[type=radio]');

/**
 * One of the lines of a form, which may have several fields each: all of them are called differently, and those of records
 * alike. Boxes alone may each be called by a record of their own.
 */
export const isLineOfForm = keptInOneGo((line): boolean => {
  if (line.querySelector(HEADINGS)) return false;
  const fields = linesLike(line).flatMap((one) => queryAll(ASKING, one)).filter((field) => labelledBy(field) !== '');
  return fields.some((field) => !isBox(field)) && new Set(fields.map(labelledBy)).size === fields.length;
});

const CONTROLS = `button,[role=button],a[href],[contenteditable=true],${ASKING}`;
const MOST_LINES = 40;
const LONGEST_CAPTION = 60;
const CLIMBS = 6;

/** What stands before everything that one presses or fills in there. */
const captionOf = keptInOneGo((line): string => {
  const texts = document.createTreeWalker(line, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    if (node instanceof Element && node.matches(CONTROLS)) return '';
    const words = node instanceof Text ? fold(node.data).replace(/\s*[:*]*$/, '') : '';
    if (/\p{L}/u.test(words) && isVisible(node.parentElement!)) return words.length <= LONGEST_CAPTION ? words : '';
  }
  return '';
});

/** Of which kinds the fields in a line are; where it has none, that it has what a page draws as a list. */
function fieldsIn(line: Element): string {
  const fields = queryAll(ASKING, line).map((field) => (field instanceof HTMLInputElement ? field.type : field.localName));
  const [button, another] = queryAll('button,[role=button],[role=combobox]', line);
  const drawn = fields.length === 0 && button && !another && opensList(button);
  return drawn ? 'drawn' : fields.sort().join();
}

/** Whether it is drawn as what a list opens by, and says what was chosen in that. */
function opensList(button: Element): boolean {
  const [said, chosen] = [wordsIn(button), withoutArrow(wordsIn(button))];
  return button.matches('[aria-haspopup],[aria-expanded]') || (chosen !== '' && chosen !== said);
}

/** What is to be pressed in a line, by its words. */
const pressedIn = (line: Element): string[] =>
  queryAll('button,[role=button],a[href]', line).map((one) => wordsIn(one)).filter((words) => words !== '');

const MOST_ALIKE = 2;

/** Whether the same is to be pressed there again and again, as in each record of a list. */
const holdsRecords = (pressed: readonly string[]): boolean =>
  pressed.some((words) => /\p{L}/u.test(words) && pressed.filter((other) => other === words).length > MOST_ALIKE);

/** Whether the same is to be pressed in two of the lines, in words. */
const shareCommand = (commands: readonly string[][]): boolean =>
  commands.some((pressed, at) => pressed.some((words) => /\p{L}/u.test(words) && commands.slice(at + 1).some((others) => others.includes(words))));

/**
 * One of the lines of a form that asks for something else in each, under a caption of its own: records have fields of the
 * same kinds, and commands that each of them has.
 */
export const isLineOfMixedForm = keptInOneGo((line): boolean => {
  if (captionOf(line) === '') return false;
  const likes = linesLike(line);
  if (likes.length < 2 || likes.length > MOST_LINES || line.querySelector('h1,h2')) return false;
  const captions = likes.map(captionOf).filter((words) => words !== '');
  if (new Set(captions).size < captions.length || captions.length < 2) return false;
  if (holdsRecords(pressedIn(line))) return false;
  const commands = likes.map(pressedIn);
  const [first, ...others] = commands;
  if (first!.some((words) => others.every((pressed) => pressed.includes(words)))) return false;
  // A group that says what it asks for may ask for that by what is drawn; of records, some may lack what others have.
  const asks = line.matches('fieldset:has(> legend)') && !shareCommand(commands);
  return new Set(likes.map(fieldsIn).filter((kinds) => asks || kinds !== '')).size > 1;
});

/** The line of such a form in which an element stands. */
export function lineOfForm(element: Element): Element | null {
  for (let at = parentOf(element), depth = 0; at && depth < CLIMBS && !at.matches('li,article,table,[role]'); at = parentOf(at), depth++) {
    if (isLineOfMixedForm(at)) return at;
  }
  return null;
}

/** A list that is drawn in such a line: what it is called by is chosen in it. */
export const isListInLine = (element: Element): boolean =>
  element.matches('button,[role=button],[role=combobox]:not(input)') && opensList(element) && lineOfForm(element) !== null;

/** What the form asks where the element stands. */
export function askedInLine(element: Element): string | null {
  const line = lineOfForm(element);
  return line && captionOf(line);
}
