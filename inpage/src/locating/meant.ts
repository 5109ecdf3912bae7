// Which element a person means when they point at one.

import { boxPressed, fieldPressedBeside } from '../fields/fieldboxes';
import { listAround, SHUT_LIST } from '../page/aria';
import { columnOf } from '../page/columns';
import { CLICKABLE, INTERACTIVE, choiceCalledBy, drawing, isBareLabel, isPressedThrough, leafAround, onlyHolds, slotted, switchAround, wholeOfBox } from '../page/components';
import { childrenOf, holds, queryAll } from '../page/dom';
import { fold, isClosingSign } from '../page/text';
import { isStandIn, isUsable, isVisible } from '../page/visible';

const LONG_LIST = 12;

/** One thing for the keys, whatever it is made of. */
const ONE_WIDGET = '[role=slider],[role=spinbutton],[role=scrollbar],[role=separator]';

const isForPressing = (element: Element): boolean => getComputedStyle(element).cursor === 'pointer';

/** A table's row that takes the focus, for the keys, and does not say that it is pressed as a whole. */
const isBareRow = (element: Element): boolean => element.matches('tr:not([role]),[role=row]') && !isForPressing(element);

/**
 * What may have the focus to be moved about in by keys, as a calendar, a tree, a clock's columns of hours and minutes, or
 * a list that says nothing of itself but by the pointer over its entries: who points into it means what they point at.
 */
const isPane = (element: Element, pressed: Element): boolean =>
  !element.matches(CLICKABLE) && (element.matches('[role=tree]') || isBareRow(element) || element.querySelector('table,[role=grid],[role=row]') !== null ||
    element.querySelectorAll('li').length >= LONG_LIST || isEntryOf(element, pressed) ||
    (!element.matches(ONE_WIDGET) && isForPressing(pressed) && !isForPressing(element)));

const ENTRY = '[role=option],[role=menuitem],[role=menuitemradio],[role=menuitemcheckbox]';
const ENTRIES = 3;

const looksLike = (one: Element, other: Element): boolean =>
  one !== other && one.tagName === other.tagName && one.className === other.className;

/**
 * Whether what is pressed is one of several in a list for choosing that says nothing of itself, as a select made of boxes
 * is: one among its like, or in what the field has opened below itself. A card among cards is pressed as a whole.
 */
function isEntryOf(field: Element, pressed: Element): boolean {
  if (field.hasAttribute('role') || childrenOf(field.parentElement).some((one) => looksLike(one, field))) return false;
  if (hangsOut(pressed, field)) return true;
  for (let at = pressed; at !== field && at.parentElement; at = at.parentElement) {
    const like = childrenOf(at.parentElement).filter((one) => looksLike(one, at) && isVisible(one) && fold(one.textContent));
    if (like.length >= ENTRIES - 1) return true;
  }
  return false;
}

/** What a field's label holds besides the field and says is for pressing, as a calendar's icon; no box to tick. */
function pressedIn(label: Element, element: Element): Element | null {
  if (!(label instanceof HTMLLabelElement) || !label.control || isStandIn(label.control)) return null;
  let pressed: Element | null = null;
  if (element === label || getComputedStyle(label).cursor === 'pointer') return null;
  for (let at: Element | null = element; at && at !== label; at = at.parentElement) {
    if (getComputedStyle(at).cursor === 'pointer' && !holds(at, label.control)) pressed = at;
  }
  return pressed;
}

/** The picture of which an element is an area: areas stand nowhere, the picture and the place in it do. */
function pictureOf(area: HTMLAreaElement): Element | null {
  const name = area.closest('map')?.name;
  return name ? queryAll(`img[usemap="#${CSS.escape(name)}" i]`).find(isVisible) ?? null : null;
}

/** What shows within a list of the page's own making, be it closed, what was chosen; the list is pressed. */
const isShownChoice = (element: Element): boolean =>
  element.matches('[role=combobox] [role=textbox][aria-readonly=true]:not([tabindex]),[role=combobox][aria-expanded=false] [role=option]');

/** Within such a list, what takes a choice back does another thing than the list. */
const takesBack = (element: Element): boolean => listAround(element) !== null && isClosingSign(element);

/** Takes the focus for what it is a part of, and says nothing of itself. */
const isBarePart = (at: Element): boolean =>
  at.matches('div[tabindex],span[tabindex]') && !at.matches('[role],[aria-label],[contenteditable]');

/** One of several to choose from, of which each is drawn as the others are and takes the focus for the keys. */
const isAmongLike = (at: Element): boolean => childrenOf(at.parentElement).filter((one) => one !== at && isBarePart(one) && isVisible(one)).length >= ENTRIES - 1;

/** An entry of a list or menu that does not say that it is one, and takes the focus for the keys: its words are what it goes by. */
const isUnsaidEntry = (at: Element): boolean =>
  isBarePart(at) && (at.parentElement?.closest('[role=listbox],[role=menu]') != null || isAmongLike(at)) && at.querySelector(INTERACTIVE) === null;

/** Whether a press on the middle of the whole comes to the part. */
function liesInMiddle(part: Element, whole: Element): boolean {
  const [own, { left, top, width, height }] = [part.getBoundingClientRect(), whole.getBoundingClientRect()];
  const [x, y] = [left + width / 2, top + height / 2];
  return own.left <= x && x <= own.right && own.top <= y && y <= own.bottom;
}

const LONGEST_WORDS = 80;
const TOLD_BY = 'id,role,title,name,aria-label,draggable,data-testid,data-test-id,data-test,data-qa,data-cy'.split(',');

/** Whether an attribute tells it from others; one for tests may say the same of each choice beside it. */
function isToldBy(attribute: string, element: Element): boolean {
  const said = element.getAttribute(attribute);
  if (said === null) return false;
  return !attribute.startsWith('data-') || !childrenOf(element.parentElement).some((one) => one !== element && one.getAttribute(attribute) === said);
}

/** Where all the words stand of what says nothing else of itself, as of a list's entry that is pressed beside them. */
function words(element: Element): Element {
  const isText = element.matches('html,body') || (element as HTMLElement).isContentEditable;
  const text = isText ? '' : fold(element.textContent);
  let at = element;
  while (text && text.length <= LONGEST_WORDS && !TOLD_BY.some((attribute) => isToldBy(attribute, at))) {
    const part = childrenOf(at).find((child) => fold(child.textContent) === text);
    if (!part || !(part instanceof HTMLElement) || part.matches(INTERACTIVE) || !isVisible(part) || isPressedThrough(part)) break;
    at = part;
  }
  return at;
}

function choiceOrWords(element: Element): Element {
  const said = words(element);
  return choiceCalledBy(said) ?? said;
}

/** Whether it is part of a list that a cell has opened, which hangs out of it. */
function hangsOut(element: Element, cell: Element): boolean {
  const { top, bottom } = cell.getBoundingClientRect();
  for (let at: Element | null = element; at && at !== cell; at = at.parentElement) {
    if (!['absolute', 'fixed'].includes(getComputedStyle(at).position)) continue;
    const box = at.getBoundingClientRect();
    if (box.bottom > bottom + 1 || box.top < top - 1) return true;
  }
  return false;
}

/** The link of a script, without an address, around a picture that has no words: those of the link say what it is. */
function linkAround(picture: Element): Element | null {
  const link = fold(picture.textContent) === '' ? picture.closest('a:not([href])') : null;
  const text = link ? fold(link.textContent) : '';
  return link && text && text.length <= LONGEST_WORDS && isForPressing(link) && !link.querySelector(INTERACTIVE) ? link : null;
}

const LONGEST_CAPTION = 40;
const NAMED_BY = 'title,aria-label,alt,role,tabindex'.split(',');

/** What a picture is drawn above the words of, as a tile: it is pressed as a whole. A picture before the words may do another thing. */
function tileAround(picture: Element): Element | null {
  const tile = picture.parentElement;
  if (!tile || fold(picture.textContent) !== '' || NAMED_BY.some((attribute) => picture.hasAttribute(attribute)) || !isForPressing(tile)) return null;
  const text = fold(tile.textContent);
  const caption = text && text.length <= LONGEST_CAPTION ? childrenOf(tile).find((one) => fold(one.textContent) === text) : undefined;
  if (!caption || tile.querySelector(INTERACTIVE) || !isVisible(caption)) return null;
  const [above, below] = [picture.getBoundingClientRect(), caption.getBoundingClientRect()];
  const [left, right] = [Math.max(above.left, below.left), Math.min(above.right, below.right)];
  return above.bottom <= below.top + 1 && left < right ? tile : null;
}

/** What is pressed in the entry of a menu or list, and is kept from the ear, which hears the entry; no link to another page. */
const UNHEARD_PART = '[aria-hidden=true]:not([href]),[aria-hidden=true][href="#"]';

/**
 * The option of a list whose words all stand in what takes the focus in it, and is nothing by itself: an anchor without an address.
 * So does the entry of a menu, where all of it is kept from the ear.
 */
function entryAround(at: Element): Element | null {
  const unheard = at.matches(UNHEARD_PART) && !at.hasAttribute('role') ? at.closest(ENTRY) : null;
  const entry = unheard ?? (at.matches(CLICKABLE) || at.hasAttribute('role') ? null : at.closest('[role=option]'));
  return entry && isUsable(entry) && liesInMiddle(at, entry) && fold(entry.textContent) === fold(at.textContent) ? entry : null;
}

const TYPED_INTO = 'select,textarea,input:not([type=hidden],[type=checkbox],[type=radio],[type=button],[type=submit])';

/** Whether it is drawn for pressing in a cell that is written in, as the arrow of a list: that is of the field. */
const isBesideField = (cell: Element, element: Element): boolean =>
  isForPressing(element) && queryAll(TYPED_INTO, cell).some(isVisible);

/** A label of nothing that the browser knows of, around what alone is drawn for pressing: a box beside its words. */
const onlyNames = (label: Element, element: Element): boolean =>
  label instanceof HTMLLabelElement && label !== element && label.control === null && isForPressing(element) && !isForPressing(label);

/** The element that a person means when they point at `element`: the button, not the icon in it. */
export function meant(element: Element): Element {
  if (takesBack(element)) return element;
  const picture = element instanceof HTMLAreaElement ? pictureOf(element) : null;
  if (picture) return picture;
  const shut = element.closest(SHUT_LIST);
  if (shut && !hangsOut(element, shut)) return shut;
  const whole = wholeOfBox(element) ?? choiceCalledBy(element);
  if (whole) return whole;
  for (let at: Element | null = element; at; at = at.parentElement ?? leafAround(at)) {
    const inLabel = pressedIn(at, element);
    if (inLabel) return drawing(inLabel);
    if (at.matches(INTERACTIVE) && !isShownChoice(at) && !at.matches('body,html,dialog,[role=dialog],[role=alertdialog],[role=tabpanel],main') && !isBareLabel(at) && !onlyHolds(at) && !onlyNames(at, element)) {
      const widget = at.getAttribute('role') ? null : at.closest('[role=slider]');
      if (widget) return widget;
      const list = isBarePart(at) ? listAround(at) : null;
      if (list && isUsable(list) && !hangsOut(element, list) && liesInMiddle(at, list)) return list;
      const entry = entryAround(at);
      if (entry) return entry;
      if (isUnsaidEntry(at)) return words(at);
      if (at === element) return switchAround(element) ?? boxPressed(element) ?? element;
      if (!isUsable(at)) return element;
      if (!isPane(at, element)) return at;
      const cell = element.closest('td,th,[role=gridcell],[role=cell]');
      return cell && holds(at, cell) && !hangsOut(element, cell) && !isBesideField(cell, element) ? cell : choiceOrWords(drawing(element));
    }
  }
  const button = buttonShowing(element);
  if (button) return button;
  const drawn = drawing(slotted(element));
  const shown = words(linkAround(element) ?? tileAround(drawn) ?? drawn);
  return choiceCalledBy(shown) ?? switchAround(shown) ?? boxPressed(shown) ?? fieldPressedBeside(shown) ?? cellOf(shown) ?? shown;
}

/** The button of a component around a picture that the page gave it, which says nothing itself: the button is called by the component. */
function buttonShowing(element: Element): Element | null {
  for (let at: Element | null = element; at && fold(at.textContent) === ''; at = at.parentElement ?? leafAround(at)) {
    const button = at.assignedSlot?.closest('button,[role=button],a[href]');
    if (button) return isUsable(button) ? button : null;
  }
  return null;
}

/** The cell of a list with headings of which these are all the words: what it shows is other on other data. */
function cellOf(shown: Element): Element | null {
  const cell = shown.closest('td,[role=gridcell],[role=cell]');
  if (!cell || cell === shown || shown instanceof SVGElement || isForPressing(shown) || !columnOf(cell)) return null;
  const text = fold(shown.textContent);
  return text !== '' && fold(cell.textContent) === text && TOLD_BY.every((attribute) => !shown.hasAttribute(attribute)) ? cell : null;
}
