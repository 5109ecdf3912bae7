// The row that an element stands in, as what tells it from its like in the other rows.

import { isAmount, isCount, isSince, isWeak } from '../calendars/weak';
import { isTypedInto, TYPED } from '../fields/filled';
import { roleOf, isField } from '../page/aria';
import { withoutBracketedCount } from '../page/badges';
import { isHeadRow } from '../page/columns';
import { childrenOf, holds, parentOf, queryAll, standsAs } from '../page/dom';
import { HEADINGS, PARTS_OF_APP } from '../page/landmarks';
import { keptInOneGo } from '../page/memo';
import { columnOf } from '../page/columns';
import { buttonInFirstCell, cellBeforeLink, isNaming, NAMING, REACHING, SCRIPTED } from '../page/naming';
import { pathFrom } from '../page/paths';
import { fold, letters, textsSlottedIn, wordsIn } from '../page/text';
import { textOf } from '../page/shown';
import type { LocatorSpec } from '../page/types';
import { isClippedAway, isVisible, readOutIn } from '../page/visible';
import { isRunOn, textBehindSign } from './called';
import { isFormRow, isPanel } from './formrows';

const LEAST_ROWS = 3;
const MOST_ROWS = 60;
const CONTROLS = 'button,input:not([type=hidden]),select,textarea';

/** Whether a part of another row beside it says the same, as "Edit" stands in every row of a list. */
export function isShared(row: Element, words: string): boolean {
  const saysIt = (part: Element): boolean => wordsIn(part) === words;
  const component = standsAs(row);
  if (component !== row) return isSharedBy(component, words, saysIt);
  return rowsBeside(row).some((other) =>
    other !== row && other.tagName === row.tagName && wordsIn(other).includes(words) && queryAll('*', other).some(saysIt));
}

/** The same of the components beside one: what each of them draws itself is not among what the page wrote in it. */
const isSharedBy = (component: Element, words: string, saysIt: (part: Element) => boolean): boolean =>
  childrenOf(parentOf(component)).some((other) =>
    other !== component && other.tagName === component.tagName &&
    (queryAll('*', other).some(saysIt) || [...other.childNodes].some((node) => node instanceof Text && fold(node.data) === words)));

const likeIt = (element: Element): Element[] => childrenOf(element.parentElement).filter((one) => one.tagName === element.tagName);

/** A row may be drawn as a table, a body of one (Ext JS), or a box of its own: its like are what those beside that hold. */
const rowsBeside = keptInOneGo((row): Element[] => {
  const own = likeIt(row);
  if (own.length > 1 || !row.matches('tr,[role=row]')) return own;
  const kind = row.localName === 'tr' ? 'tr' : '[role=row]';
  for (let at = row.parentElement; at?.matches(OF_ONE_ROW) && at.childElementCount === 1; at = at.parentElement) {
    const rows = likeIt(at).flatMap((one) => (one.matches(kind) ? [one] : queryAll(kind, one).slice(0, 2)));
    const alike = rows.length === likeIt(at).length && rows.every((one) => isHeadRow(one) || one.childElementCount === row.childElementCount);
    if (rows.length > 1) return alike ? rows : own;
  }
  return own;
});

/** What holds a row alone: grids that draw only what is to be seen put each in a box with a place of its own. */
const OF_ONE_ROW = 'tbody,table,[role=rowgroup],div:not([role])';

/** The rows beside it and itself. */
export const rowsWith = (row: Element): Element[] => rowsBeside(row).slice(0, MOST_ROWS);

export const isAloneIn = (row: Element): boolean => rowsWith(row).every((one) => one === row || isHeadRow(one));

/** Whether each row says something else at the place of this part, as records are called, and not states. */
function tellsAllRows(row: Element, part: Element | null): boolean {
  const path = part && `:scope > ${pathFrom(row, part)}`;
  const said = path ? rowsWith(row).flatMap((one) => queryAll(path, one).map((there) => wordsIn(there))) : [];
  return said.length >= LEAST_ROWS && new Set(said).size === said.length && said.every((text) => !isWeak(text));
}

/**
 * A cell of a column that says one thing of several records, as who paid or a state, or a link there that leads to the same
 * page from each of them: that this row alone has it is by chance.
 */
function isRepeatedBelow(row: Element, part: Element | null): boolean {
  if (!part?.matches('td,[role=cell],[role=gridcell],a[href]')) return false;
  const path = `:scope > ${pathFrom(row, part)}`;
  const like = rowsWith(row).flatMap((one) => queryAll(path, one)).filter((one) => wordsIn(one));
  return new Set(like.map((one) => `${one.getAttribute('href') ?? ''} ${wordsIn(one)}`)).size < like.length;
}

/** Whether the part tells the row from each of those beside it, as far as these are enough to say so. */
const tellsRow = (row: Element, part: Element | null): boolean =>
  !isAloneIn(row) && (rowsWith(row).length < LEAST_ROWS || tellsAllRows(row, part));

/** Whether the part stands out as the row's name does; what a script answers, only where it tells each row from the others. */
export const namesRow = (row: Element, part: Element | null): boolean => isNaming(row, part, () => tellsRow(row, part));

/**
 * What a person would call the row by: its header cell, its first link, else its first short text, as far as it tells
 * the row from those beside it; a date, an amount, a measure or a count only where nothing else does. The number with
 * which a row begins gives way to a name alone, and not to the state that just one of them is in.
 */
export function rowKey(row: Element, element: Element, without = ''): string | null {
  if (isHeadRow(row) || isFormRow(row) || isPanel(row, element)) return null;
  let first: string | null = null;
  let weak: string | null = null;
  let repeated: string | null = null;
  const typed = isTypedInto(row);
  const cell = cellOf(row, element);
  for (const { text, part } of namesOfRow(row, element, cell)) {
    if (text === without || (part && isOneOfCommands(row, part)) || (typed && (isAmount(text) || isCommandBehind(row, part)))) continue;
    first ??= text;
    if (isShared(row, text)) continue;
    const named = !isWeak(text) && (!isCount(first) || namesRow(row, part) || tellsAllRows(row, part));
    if (named && (repeated === null ? !isRepeatedBelow(row, part) : tellsAllRows(row, part))) return text;
    if (named) repeated ??= text;
    weak ??= text;
  }
  if (repeated !== null) return repeated;
  const said = cell ? wordsIn(cell) : '';
  if (said && /\p{L}/u.test(said) && !isWeak(said) && !isShared(row, said)) return said;
  const own = roleOf(element) === 'link' && !(typed && isCommandBehind(row, element)) ? wordsIn(element) : '';
  const last = recordName(row, element, 2) || (weak ?? namedElsewhere(row, element) ?? first ?? own);
  // How long ago it was changed tells it from the others for a moment only.
  return last && !isSince(last) ? last : null;
}

/** What a link in this row alone says, be it the name of something else that the record belongs to: its own name stands in other rows, too. */
const namedElsewhere = (row: Element, element: Element): string | undefined =>
  queryAll('a[href]', row)
    .filter((one) => one !== element && !one.matches(`${SCRIPTED},${REACHING}`))
    .map((one) => wordsIn(one))
    .find((text) => text.length >= 2 && text.length <= 80 && !isWeak(text) && !isShared(row, text));

const CELLS = 'td,th,[role=cell],[role=gridcell],[role=rowheader]';

/** Roles of what only says something. */
const SAYING: ReadonlySet<string | null> = new Set([null, 'generic', 'strong', 'emphasis', 'paragraph']);

/**
 * The cell that the element is, or of which it is all that it says: who presses a record's name presses its row. None
 * where the element is a control, which does something of its own to the record, and where the row says nothing besides,
 * as that of a menu.
 */
export function cellOf(row: Element, element: Element): Element | null {
  const cell = row.matches('tr,[role=row]') && row !== element ? element.closest(CELLS) : null;
  if (!cell || !holds(row, cell) || isEdited(element) || cell.querySelector(CONTROLS)) return null;
  for (let at: Element | null = element; at && at !== cell; at = at.parentElement) {
    if (!SAYING.has(roleOf(at)) || at.matches('label,summary')) return null;
  }
  const said = wordsIn(cell);
  const besides = queryAll(CELLS, row).some((one) => one !== cell && wordsIn(one) !== '');
  return said === wordsIn(element) && besides && !element.closest(PARTS_OF_APP) ? cell : null;
}

/** Whether one writes in this row of all those beside it, be it in one cell. */
export function isOneWrittenIn(row: Element): boolean {
  const others = isTypedInto(row) ? rowsWith(row).filter((one) => one !== row && isVisible(one)) : [];
  return others.some((one) => wordsIn(one) !== '') && !others.some(isTypedInto);
}

/**
 * A row among others in which alone one writes, as a grid's that is edited in its place: nothing is left to read in it that
 * names its record. Null for any other row.
 */
export function writtenRow(row: Element, element: Element): LocatorSpec | null {
  const parent = row.parentElement;
  const isWritten = (one: Element | null): boolean => one !== null && isTypedInto(one);
  if (!parent || !isTypedInto(row) || isWritten(row.previousElementSibling) || isWritten(row.nextElementSibling) || isFormRow(row)) return null;
  if (!isOneWrittenIn(row)) return null;
  const key = rowKey(row, element);
  if (key !== null && /\p{L}/u.test(key) && !isWeak(key)) return null;
  return { by: 'css', css: `${row.localName}:has(:is(${TYPED}))` };
}

/** What is done with a line, behind its fields, as "Remove", or "Save" and "Cancel": a line is called by what stands before them. */
function isCommandBehind(row: Element, part: Element | null): boolean {
  const own = part?.closest(SCRIPTED);
  const links = own ? [own] : part ? [...part.querySelectorAll(SCRIPTED)] : [];
  const [link] = links;
  if (!link || !row.contains(link) || letters(links.map((one) => one.textContent).join('')) !== letters(part!.textContent)) return false;
  const last = queryAll(TYPED, row).at(-1);
  return last !== undefined && (last.compareDocumentPosition(link) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}

/** One of several links that do something each, which are all that their cell holds, or that cell. */
function isOneOfCommands(row: Element, part: Element): boolean {
  const cell = part.closest(CELLS);
  if (!cell || !holds(row, cell)) return false;
  const links = [...cell.querySelectorAll(SCRIPTED)];
  return links.length > 1 && letters(links.map((one) => one.textContent).join('')) === letters(cell.textContent);
}

/**
 * The texts of a row that it can be called by, best first, and what says them. Of the fields of a form, each with what belongs to it, it
 * is the label; a calendar that hangs there is called differently every month. The cell that is pressed itself (`own`) is
 * among them where the cells of its column are records' names.
 */
export function* namesOfRow(row: Element, element: Element, own: Element | null = null): Generator<{ text: string; part: Element | null }> {
  // What the page wrote in a component is more its name than what that draws besides.
  for (const text of textsSlottedIn(row)) if (text.length >= 2 && text.length <= 80 && /\p{L}/u.test(text)) yield { text, part: null };
  const isReadOut = readOutIn(row);
  const unfolding = unfoldedBy(row, element);
  const named = cellBeforeLink(row, (cell) => !isWeak(wordsIn(cell)) && (rowsWith(row).length < LEAST_ROWS || tellsAllRows(row, cell)));
  // Of two items without cells, the buttons may say what is done with each.
  const tells = row.matches('tr,[role=row]') ? tellsRow : tellsAllRows;
  const opening = buttonInFirstCell(row).filter((one) => tells(row, one) || (isAloneIn(row) && (CODE.test(wordsIn(one)) || standsUnderName(one))));
  const options = [
    ...(unfolding ? [...queryAll('*', unfolding), unfolding] : []),
    ...((isField(element) || isEdited(element)) && !row.matches('tr,[role=row]') ? queryAll('label,legend', row) : []),
    ...queryAll('th,[role=rowheader]', row),
    ...named,
    ...queryAll(NAMING, row).filter((one) => namesRow(row, one)),
    ...opening,
    ...queryAll('td,[role=cell],[role=gridcell]', row).flatMap((cell) => [cell, ...saidBesideButtons(row, cell)]),
    ...queryAll('span,div,p', row),
    ...queryAll(REACHING, row),
  ];
  for (const option of options) {
    // A link around a heading and more goes by the heading, which comes next.
    if (option.matches('a') && queryAll('h1,h2,h3,h4,h5,h6', option).some((one) => isVisible(one) && wordsIn(one).length >= 2)) continue;
    const isPressed = named.includes(option) && holds(option, element) && wordsIn(option) === wordsIn(element);
    // A row that a search has left alone is called by what is pressed as well as by what stands behind that.
    const opens = option === element && (option.matches('a:not([href])') || opening.includes(option));
    if (isPressed || opens || (option === own && (tellsAllRows(row, own) || isAloneIn(row)))) yield { text: wordsIn(option), part: option };
    const box = boxOfCell(option);
    if (option === element || isWrittenIn(element, option) || (!box && (holds(option, element) || (option.querySelector(CONTROLS) && !isPressedTitle(option))))) continue;
    // What is drawn for the eye alone, as an icon's ligature, is no part of what it is called.
    const unsaid = [...option.querySelectorAll('[aria-hidden=true]')].some((part) => wordsIn(part));
    if (option.closest('[aria-hidden=true]') || unsaid || isReadOut(option) || (box && box !== element && holds(option, element))) continue;
    const counted = withoutBracketedCount(option);
    const text = counted ?? wordsIn(option);
    // What is not shown, as a question kept for later, is nothing that a person calls the row by.
    if (text.length <= 80 && ((counted === null && isPartlyHidden(option, text)) || isInLines(option) || hasStateBeside(row, option) || hasStateBehindLink(row, option))) continue;
    // A day of a calendar says nothing of its week.
    if (text.length >= 2 && text.length <= 80 && !/^\d\d$/.test(text) && isVisible(option)) yield { text, part: option };
  }
  for (const node of row.childNodes) {
    const text = node instanceof Text ? fold(node.data) : '';
    if (text.length >= 2 && text.length <= 80 && /\p{L}/u.test(text)) yield { text, part: null };
  }
  const beside = element.parentElement !== row && element.parentElement && holds(row, element.parentElement) ? textBehindSign(element.parentElement) : null;
  if (beside) yield { text: beside, part: null };
}

export const BUTTONS = 'button,[role=button]';

/** A heading that is nothing but a button, by which the item that it heads is opened. */
function isPressedTitle(option: Element): boolean {
  const own = option.matches('h1,h2,h3,h4,h5,h6') ? option.querySelectorAll(CONTROLS) : [];
  return own.length === 1 && own[0]!.localName === 'button' && wordsIn(own[0]!) === wordsIn(option);
}

/** A code, which is no command: "HW0002". */
const CODE = /^(?=\S*\d)(?=\S*\p{L})\S{4,}$/u;

const OF_COMMANDS = /^(?:actions?|aktion(?:en)?|acci[oó]n(?:es)?|azion[ei]|options?|opcion(?:es)?|optionen)$/i;

/** As people and things are called, and hardly a command is: "Freya Dahl". */
const LIKE_A_NAME = /^\p{Lu}\S* (?:.* )?[\p{Lu}\d]\S*$/u;

/** Under a heading that is not that of commands, what opens a record is what it is called. */
function standsUnderName(button: Element): boolean {
  const heading = columnOf(button);
  return heading !== null && !OF_COMMANDS.test(heading) && LIKE_A_NAME.test(wordsIn(button));
}

/** What a cell says beside signs and buttons of its own, as one that copies it: it stands where the cell does. */
function saidBesideButtons(row: Element, cell: Element): Element[] {
  if (!cell.querySelector(`${BUTTONS},[aria-hidden=true]`) || cell.querySelector(TYPED)) return [];
  const opens = queryAll('a:not([href])', cell).filter((one) => tellsAllRows(row, one) || (isAloneIn(row) && CODE.test(wordsIn(one))));
  return [...opens, ...queryAll('span,div,p', cell).filter((one) => !one.closest(`${BUTTONS},a,label`) && !isClippedAway(one))];
}

/** What one writes in it is other on other data, and in a moment. */
const isWrittenIn = (element: Element, part: Element): boolean => isEdited(element) && element.contains(part);

const isEdited = (element: Element): boolean => element instanceof HTMLElement && element.isContentEditable;

/**
 * The box that chooses the row, which grids draw into the cell that names the record; what is said of it to screen
 * readers alone ("Select Ada") is no such name.
 */
function boxOfCell(part: Element): Element | null {
  if (!part.matches('td,th,[role=cell],[role=gridcell],[role=rowheader]')) return null;
  const [field, another] = part.querySelectorAll(CONTROLS);
  if (!(field instanceof HTMLInputElement) || another || !field.matches('[type=checkbox]:not(label *)')) return null;
  return [...(field.labels ?? [])].some(isClippedAway) ? null : field;
}

/** Whether the row says ahead of the part what it may be called by: no mere date, and nothing that another row says, too. */
function saysBefore(row: Element, part: Element): boolean {
  const before = fold(wordsIn(row).slice(0, Math.max(wordsIn(row).indexOf(wordsIn(part)), 0)));
  return before !== '' && !isWeak(before) && !isShared(row, before);
}

const UNFOLDED = '[aria-expanded=true]';

const UNFOLDING = 'summary,[aria-expanded]:not([aria-haspopup],[role=combobox],[role=treeitem],input,select)';

/**
 * What unfolds the part of the row in which the element stands, as the head of an accordion's item: it says what that is.
 * In a table's row it is called "Details", or has a menu.
 */
function unfoldedBy(row: Element, element: Element): Element | null {
  if (row.matches('tr,[role=row]')) return null;
  const [first] = queryAll(UNFOLDING, row);
  // A badge that brings up a menu, closed as it is, has unfolded nothing, and says a state.
  if (first?.matches('[aria-expanded=false]') && saysBefore(row, first)) return null;
  const isAhead = !!first && (first.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  return isAhead && !holds(first, element) ? first : null;
}

/** What a heading before it has unfolded: the heading, which is no part of it, says what it is. */
export function isPanelOfHeading(row: Element): boolean {
  const before = row.previousElementSibling;
  return !!before?.matches(HEADINGS) && (before.matches(UNFOLDED) || before.querySelector(UNFOLDED) !== null);
}

const isPartlyHidden = (element: Element, text: string): boolean =>
  element.childElementCount > 0 && element instanceof HTMLElement && letters(readIn(element)) !== letters(text);

/** What is to be read there; the browser tells it of what stands in the part, and not of what that shows in its slots. */
const readIn = (part: HTMLElement): string => (fold(part.textContent) === '' ? textOf(part, 200) : part.innerText);

/** Says several things, one below the other, each of which is read by itself; be it all of what only holds it. */
function isInLines(element: Element): boolean {
  if (!element.matches('span,div,a,td,[role=cell],[role=gridcell]')) return false;
  const [inner, another] = childrenOf(element);
  if (inner && !another) return wordsIn(inner) === wordsIn(element) && isInLines(inner);
  if (another === undefined || !(element instanceof HTMLElement)) return false;
  const [line, below] = element.innerText.trim().split(/\n+/);
  // A cell or a link gives way to its first line only where a part of it says that.
  return below !== undefined && (element.matches('span,div') || queryAll(LINES, element).some((part) => wordsIn(part) === fold(line)));
}

/** A heading of several lines, of which one says what others say as well, as the state of a record beside its name. */
function hasStateBeside(row: Element, heading: Element): boolean {
  if (!heading.matches(HEADINGS) || heading.childElementCount < 2 || !(heading instanceof HTMLElement)) return false;
  const lines = heading.innerText.trim().split(/\n+/).map((line) => fold(line));
  const parts = queryAll(LINES, heading).map((part) => wordsIn(part));
  const told = lines.filter((line) => parts.includes(line));
  return told.length > 1 && told.some((line) => isShared(row, line)) && told.some((line) => !isWeak(line) && !isShared(row, line));
}

const AROUND_LINK = `${HEADINGS},strong,b,th,[role=rowheader]`;

/** Begins with the link that the row is called by, and says more behind it, as the state of a record: "Ferry — Draft". */
function hasStateBehindLink(row: Element, part: Element): boolean {
  if (!part.matches(AROUND_LINK)) return false;
  const [link, another] = queryAll('a[href]', part);
  const name = link && !another ? wordsIn(link) : '';
  const whole = wordsIn(part);
  if (!name || whole === name || !whole.startsWith(name) || isRunOn(link!)) return false;
  return !isWeak(name) && namesRow(row, link!) && !isShared(row, name);
}

/** What a line of a cell or link is made of. */
const LINES = `${NAMING},span,div,p`;

/** The words of a link that says something else in each row, at the same place: what the record there is called. */
export function recordName(row: Element, element: Element, least = LEAST_ROWS): string {
  const own = wordsIn(element);
  const rows = rowsWith(row);
  if (element.matches(SCRIPTED) && !namesRow(row, element)) return '';
  if (roleOf(element) !== 'link' || own.length < 2 || own.length > 120 || rows.length < least) return '';
  const path = `:scope > ${pathFrom(row, element)}`;
  const names = rows.flatMap((one) => (one === row ? [own] : queryAll(path, one).map((link) => wordsIn(link))));
  return names.length >= least && new Set(names).size === names.length ? own : '';
}
