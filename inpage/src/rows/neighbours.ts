// What stands around an element: heading, section, row and the texts beside it.

import { isSince } from '../calendars/weak';
import { captionOf, EDITORS, isCarried, isFieldOfList, isNoCaption, isShownIn } from '../fields/captions';
import { askedOfDrawn, groupOf, questionFor } from '../fields/groups';
import { isField, listAround, nameOf, roleOf } from '../page/aria';
import { ASKING, isCard, isKindOf, likenesses } from '../page/cards';
import { CLICKABLE } from '../page/components';
import { childrenOf, parentOf, queryAll } from '../page/dom';
import { HEADINGS } from '../page/landmarks';
import { keptInOneGo } from '../page/memo';
import { headingText, textOf } from '../page/shown';
import { ROW_ROLES, textBeside } from '../page/siblings';
import { clip, fold, isClosingSign, wordsIn } from '../page/text';
import type { Neighbourhood } from '../page/types';
import { isPutAwayList, isStandIn, isVisible, readOutIn } from '../page/visible';
import { askedInLine, isLineOfForm, isLineOfMixedForm, labelledBy } from './formlines';
import { cellOfLine } from './lines';

const SECTION_ROLES = new Set([
  'form', 'region', 'dialog', 'alertdialog', 'main', 'navigation', 'search', 'complementary', 'banner',
  'contentinfo', 'group', 'table', 'grid', 'tabpanel', 'toolbar', 'menu', 'radiogroup', 'listbox',
]);

export interface Row {
  element: Element;
  role: string;
}

/** The nearest ancestor that repeats: a table row, a list item, a card among its like. */
export const rowOf = (element: Element): Row | null => {
  if (cellOfLine(element)) return null;
  const around = parentOf(element);
  const row = around && rowFrom(around);
  if (row?.role === 'card' && labelledBy(element) && isLineOfForm(row.element)) return rowOf(row.element);
  if (!around || row?.element === around || !isSignOf(element, around) || !isTag(around)) return row;
  return { element: around, role: 'card' };
};

const rowFrom = keptInOneGo((element): Row | null => {
  // What holds the cells of a column holds no record.
  if (cellOfLine(element)) return null;
  const role = roleOf(element);
  if (role === 'listitem' && (isOfCell(element) || isWordless(element))) return rowOf(element) ?? { element, role };
  if (role && ROW_ROLES.has(role)) return { element, role };
  if (role === 'dialog' || role === 'main' || (role === 'form' && asks(element) && !isFormOfRow(element))) return null;
  return isCard(element) && !isDrawnField(element) && role !== 'tabpanel' && !isLabelOfBox(element) && !isLineOfMixedForm(element) ? { element, role: 'card' } : rowOf(element);
});

/** A box with its label around it says all that there is of it itself; which of its like are ticked changes. */
const isLabelOfBox = (card: Element): boolean =>
  card instanceof HTMLLabelElement && card.control !== null && isStandIn(card.control) && card.contains(card.control);

/** A labelled field whose list the page draws: what it says besides the label is what was chosen. */
const isDrawnField = (card: Element): boolean =>
  (isLabelledField(card) && card.querySelector('[aria-haspopup=listbox]') !== null) || isBelowItsLabel(card);

/** What the label says that is the first thing in a box. */
const headText = ({ firstElementChild: label }: Element): string => (label instanceof HTMLLabelElement ? wordsIn(label) : '');

/**
 * The label that stands at the head of a box that holds no link and no button besides, nor a box to tick, nor a field that
 * is called otherwise: of several dates of one name, the box tells which.
 */
function headLabel(card: Element): string {
  const said = headText(card);
  if (said === '' || card.childElementCount < 2 || card.querySelector(OTHER_CONTROLS)) return '';
  const isOther = (field: Element): boolean => isVisible(field) && !['', said].includes(nameOf(field));
  return card.querySelector('[type=checkbox],[type=radio]') || queryAll(ASKING, card).some(isOther) ? '' : said;
}

/** A field that is drawn of parts without roles, below its label: those of a form are called differently, and those of records alike. */
export const isBelowItsLabel = keptInOneGo((card): boolean => {
  const said = headLabel(card);
  if (said === '') return false;
  return childrenOf(parentOf(card)).every((one) => one === card || headText(one) !== said || headLabel(one) === '');
});

/** A list of nothing but buttons and links in a cell is the row's own: what its entries would be called, the row is. */
const isOfCell = (entry: Element): boolean =>
  entry.closest('td,[role=cell],[role=gridcell]') !== null && textOf(entry, 80, (part) => part.matches(CLICKABLE)) === '';

/** An entry of a list that says nothing, as a sign of commands has each its own: it is a part of the record that the list is in. */
const isWordless = (entry: Element): boolean =>
  wordsIn(entry) === '' && entry.querySelector(CLICKABLE) !== null && !entry.querySelector(ASKING);

/** Stands in a list beside such an entry, and that list in an entry of its own: a part of that one's record, which may be called by it. */
export const isPartOfEntry = (entry: Element): boolean =>
  roleOf(entry) === 'listitem' && entry.parentElement?.closest('li,[role=listitem]') != null && childrenOf(entry.parentElement).some(isWordless);

/**
 * A field with its label, as a form has one below the other: no record of its own among its like. Boxes to tick, one
 * below the other, are a list.
 */
export const isLabelledField = keptInOneGo((card): boolean => {
  const fields = [...card.querySelectorAll<HTMLInputElement>(ASKING)].filter((one) => !isPutAwayList(one));
  if (fields.length !== 1 || card.querySelector(OTHER_CONTROLS)) return false;
  if (fields[0]!.matches('[type=checkbox],[type=radio]')) return false;
  return [...(fields[0]!.labels ?? [])].some((label) => card.contains(label));
});

/** What is pressed besides a field: the button that unfolds its list belongs to it. */
const OTHER_CONTROLS = ['a[href]', 'button', '[role=button]', '[role=link]'].map((one) => `${one}:not([aria-haspopup=listbox])`).join();

/** A form with more than buttons in it is a place of its own; one around a row's button is a part of the row. */
const asks = keptInOneGo((form): boolean => [...form.querySelectorAll(ASKING)].some(isVisible));

/** What the fields of a form are called for its server, without what numbers them. */
const fieldsOf = (form: Element): string =>
  [...form.querySelectorAll(ASKING)].map((field) => (field.getAttribute('name') ?? '').replace(/\d+/g, '')).join();

/** A form in a cell, where another row has one that asks for the same there: each record has its own. */
function isFormOfRow(form: Element): boolean {
  const cell = form.parentElement?.closest('td');
  const row = cell?.parentElement;
  if (!(cell instanceof HTMLTableCellElement) || !(row instanceof HTMLTableRowElement)) return false;
  const rows = [row.previousElementSibling, row.nextElementSibling];
  const others = rows.map((one) => (one instanceof HTMLTableRowElement ? one.cells[cell.cellIndex]?.querySelector('form') : null));
  return others.some((other) => other && fieldsOf(other) === fieldsOf(form));
}

const LONGEST_TAG = 60;

/** What stands behind it only draws, as an edge around all of it. */
function isLastToSay(element: Element, around: Element): boolean {
  let last = around.lastElementChild;
  while (last && last !== element && last.childElementCount === 0 && wordsIn(last) === '' && !last.matches(ASKING)) {
    last = last.previousElementSibling;
  }
  return last === element;
}

/** What a button is called that takes away what it stands in. */
const TAKES_AWAY = /^(close|remove|delete|clear|dismiss|schließen|entfernen|löschen|cerrar|quitar|eliminar|fermer|supprimer|retirer|chiudi|rimuovi)\b/i;

/**
 * A button of nothing but a picture, the last thing in a text: that was chosen in a list of the page's own making, or by
 * its own word.
 */
const isPictureSign = (element: Element, around: Element): boolean =>
  element.matches('button,[role=button]') && isLastToSay(element, around) && wordsIn(element) === '' &&
  (listAround(around) !== null || TAKES_AWAY.test(fold(element.getAttribute('aria-label') ?? element.getAttribute('title'))));

/** What takes a short text away that it stands in. */
const isSignOf = (element: Element, around: Element): boolean => isClosingSign(element) || isPictureSign(element, around);

/** A short text with the sign that takes it away, among its like or in the row of the field that it was put into. */
export const isTag = keptInOneGo((element): boolean => {
  const signs = childrenOf(element).filter((one) => isSignOf(one, element));
  if (!parentOf(element) || !isKindOf(element) || signs.length !== 1) return false;
  const text = textOf(element, LONGEST_TAG + 2, isClosingSign);
  if (!/\p{L}/u.test(text) || text.length > LONGEST_TAG || element.querySelector(ASKING)) return false;
  const own = element.querySelectorAll('button,a,[role=button]');
  const drawn = isPictureSign(signs[0]!, element);
  return drawn && listAround(element) !== null ? own.length === 1 : (!drawn || own.length === 1) && isAmongTags(element);
});

/** Some kits draw a box around each. */
function isAmongTags(element: Element): boolean {
  const alone = parentOf(element)!;
  const boxed = alone.childElementCount === 1 && isKindOf(alone) ? parentOf(alone) : null;
  return isAmongLike(element, false) || (boxed !== null && isAmongLike(alone, true));
}

/** Among several of its kind, or beside the field; that may be `boxed` as well. */
function isAmongLike(element: Element, boxed: boolean): boolean {
  const parent = parentOf(element)!;
  const many = (likenesses(parent).get(`${element.tagName} ${element.className}`) ?? 0) >= 2;
  return many || childrenOf(parent).some((one) => one.matches(ASKING) || (boxed && one !== element && holdsBareField(one)));
}

const holdsBareField = (element: Element): boolean =>
  queryAll(ASKING, element).length === 1 && textOf(element, 10) === '';

export interface Section {
  element: Element;
  role: string;
  name: string;
}

/** The nearest ancestor that is a part of the page with a name of its own. */
export const sectionOf = (element: Element): Section | null => {
  const around = parentOf(element);
  return around && sectionFrom(around);
};

const sectionFrom = keptInOneGo((element): Section | null => {
  const role = roleOf(element);
  if (!role || !SECTION_ROLES.has(role)) return sectionOf(element);
  const name = ['main', 'form'].includes(role) ? labelOnly(element) : nameOf(element);
  return name ? { element, role, name } : sectionOf(element);
});

const labelOnly = (element: Element): string =>
  element.hasAttribute('aria-label') || element.hasAttribute('aria-labelledby') ? nameOf(element) : '';

/** A legend heads its own group of fields, and nothing that stands behind that. */
const isOfGroupIn = (element: Element, heading: Element): boolean =>
  heading.localName === 'legend' && element.contains(heading.closest('fieldset'));

/** The last heading of an element that may be one itself, for what stands behind it. */
const headingOf = keptInOneGo((element): string | null => {
  const inside = (): Element | undefined => [...element.querySelectorAll(HEADINGS)].filter((one) => !isOfGroupIn(element, one)).pop();
  const heading = element.matches(HEADINGS) ? element : inside();
  return heading && isVisible(heading) ? clip(headingText(heading)) : null;
});

const HEADING_SEARCH_DEPTH = 12;

/** The nearest heading among the siblings before an element. */
const headingAmongSiblings = keptInOneGo((element): string | null => {
  for (let sibling = element.previousElementSibling; sibling; sibling = sibling.previousElementSibling) {
    const heading = headingOf(sibling);
    if (heading) return heading;
  }
  return null;
});

/** The heading that an element stands under. */
function headingBefore(element: Element): string | null {
  for (let at: Element | null = element, depth = 0; at && depth < HEADING_SEARCH_DEPTH; at = parentOf(at), depth++) {
    const heading = headingAmongSiblings(at);
    if (heading) return heading;
  }
  return null;
}

/** The term of a description list that an element describes, as lists of records name them; else its heading. */
export function headingOver(element: Element): string | null {
  const described = element.closest('dd');
  for (let at = described?.previousElementSibling; at; at = at.previousElementSibling) {
    if (at.localName === 'dt') return isVisible(at) ? clip(wordsIn(at)) : null;
  }
  return headingBefore(element);
}

const rowText = keptInOneGo((row) => {
  const isReadOut = readOutIn(row);
  return clip(textOf(row, 400, (node) => isSubmenu(node, row) || isReadOut(node)));
});

/** What an entry of a menu unfolds beside itself is no part of what it says: it is there while the pointer rests on it. */
const isSubmenu = (node: Element, entry: Element): boolean =>
  node.parentElement === entry && entry.matches('li,[role=menuitem],[role=treeitem]') &&
  node.matches('ul,ol,menu,[role=menu],[role=group]');

/** The part of the page and the row: what a list of elements needs of their surroundings. */
export function placeOf(element: Element): Neighbourhood {
  const near: Neighbourhood = {};
  const section = sectionOf(element);
  const row = rowOf(element);
  const heading = section ? null : headingBefore(element);
  if (section) near.section = clip(section.name);
  if (heading) near.heading = heading;
  if (row && !isSince(rowText(row.element))) near.row = rowText(row.element);
  return near;
}

const ICON = /(?:^|\s)(?:fa|fas|far|bi|ti|mdi|icon|lucide|bx|ri|pi|oi|glyphicon|uil|la|ion|feather)-([a-z][a-z0-9-]*)/;

/** What its icon is called in the classes of the usual icon fonts: "icon bars". */
function iconOf(element: Element): string {
  for (const drawn of [element, ...element.querySelectorAll('i,span,svg')]) {
    const named = ICON.exec(drawn.getAttribute('class') ?? '')?.[1];
    if (named) return `icon ${named.replaceAll('-', ' ')}`;
  }
  return '';
}

/** Within a list of the page's own making, before whose field stands what was chosen so far. */
const isAmongChoices = (element: Element): boolean => listAround(element) !== null;

/** The place of a control that nothing names, with all that tells what it is for: the words before a field, the icon
 * of a button. */
export function placeOfNameless(element: Element, field: boolean): Neighbourhood {
  const near = placeOf(element);
  const before = field ? textBeside(element, 'previousSibling') : iconOf(element);
  if (before && !isAmongChoices(element)) near.before = before;
  return near;
}

/** Says something of its own, and may be chosen in the line of a form: a box or a field there is what the line asks for. */
const mayAnswerLine = (element: Element): boolean =>
  [null, 'button'].includes(roleOf(element)) && !isField(element) && wordsIn(element) !== '';

/** What the line of its form asks, in the words by which the choice is found again. */
function askedOf(choice: Element): string | null {
  const asked = askedInLine(choice);
  return asked ? (questionFor(choice) ?? asked) : askedOfDrawn(choice);
}

/** What stands before a field and says nothing of what that is for: what it shows or was put into it, or something carried along. */
const isNoneBefore = (element: Element, one: Element): boolean =>
  isShownIn(element, one) || (isField(element) ? isCarried(one) : isFieldOfList(element) && one.querySelector('button,[role=button]') !== null);

export function neighbourhood(element: Element): Neighbourhood {
  const near: Neighbourhood = {};
  const heading = headingBefore(element);
  const section = sectionOf(element);
  const row = rowOf(element);
  const before = element.matches(EDITORS)
    ? (captionOf(element) ?? textBeside(element, 'previousSibling', isNoCaption))
    : (textBeside(element, 'previousSibling', (one) => isNoneBefore(element, one)) ?? captionOf(element));
  const after = textBeside(element, 'nextSibling');
  const group = groupOf(element) ?? (mayAnswerLine(element) ? askedOf(element) : null);
  if (group) near.group = group;
  if (heading) near.heading = heading;
  if (section) near.section = clip(section.name);
  if (row && !isSince(rowText(row.element))) near.row = rowText(row.element);
  if (before && !isAmongChoices(element)) near.before = before;
  if (after) near.after = after;
  return near;
}

const HEADED_DEPTH = 4;

/** What stands under the heading beside others of its tag with headings of their own, as a column of a board does. */
export function partHeadedBy(heading: Element): Element | null {
  for (let at = heading, depth = 0; at.parentElement && depth < HEADED_DEPTH; at = at.parentElement, depth++) {
    const others = childrenOf(at.parentElement).filter((one) => one !== at && one.localName === at.localName);
    if (at !== heading && others.length > 0 && others.every((one) => one.querySelector(HEADINGS))) return at;
  }
  return null;
}
