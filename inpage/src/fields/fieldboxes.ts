// Fields of lists that take no press themselves: the box that is drawn around them takes it in their place.

import { listAround } from '../page/aria';
import { parentOf, queryAll } from '../page/dom';
import { keptInOneGo } from '../page/memo';
import { fold, isClosingSign } from '../page/text';
import { isClippedAway, isHeardOnly, isPutAwayList, isVisible } from '../page/visible';

const LIST_FIELDS = 'input[role=combobox],input[aria-haspopup]:not([aria-haspopup=false]),[role=combobox]:not(select)';
const FIELDS = 'input:not([type=hidden]),select,textarea,[contenteditable=true]';
/** What scripts alone give the focus to is not for pressing by that. */
const PRESSABLE = 'a,button,label,svg,[role],[tabindex]:not([tabindex="-1"]),input,select,textarea';
const LARGER = 'body,form,main,dialog,[role=dialog],[role=alertdialog],[role=form]';
const AROUND = 5;

/** Nothing but the words of a closed list, for the ear: what shows them to the eye is drawn beside it, and takes the press. */
const isHeardList = (field: Element): boolean => field.matches('[role=combobox]:not(input,select)') && isHeardOnly(field);

/** What keeps the list's value for the form there; a box that is put away is ticked by what is drawn for it. */
export const isKeptBeside = (field: Element): boolean =>
  field.getAttribute('aria-hidden') === 'true' && !field.matches('[type=checkbox],[type=radio]') && isHeardOnly(field);

/** Lies unseen behind another field, and no key comes to it. */
const isSeenThrough = (field: Element): boolean =>
  field.matches('[aria-hidden=true][tabindex="-1"]:not([type=checkbox],[type=radio])') && getComputedStyle(field).opacity === '0';

/** The fields in it, without a list of the browser's own that a drawn one stands for. */
function fieldsIn(element: Element): Element[] {
  const heard = queryAll('[role=combobox]', element).filter(isHeardList);
  const fields = queryAll(FIELDS, element).filter((one) => !isPutAwayList(one));
  const [, more] = fields;
  return heard.length > 0 || more ? [...heard, ...fields.filter((one) => !isKeptBeside(one) && !isSeenThrough(one))] : fields;
}

/** So many parts around it at most that put a field away. */
const PUT_AWAY = 3;

/** What lies unseen behind what is drawn in the field's place, itself or what holds it; null where nothing does. */
function unseenBehind(field: Element): Element | null {
  for (let at: Element | null = field, depth = 0; at && depth < PUT_AWAY; at = parentOf(at), depth++) {
    const { opacity, position, zIndex } = getComputedStyle(at);
    if (opacity === '0' && position !== 'static' && Number(zIndex) < 0) return at;
  }
  return null;
}

const CLEAR = /^(transparent|rgba\(.*, 0\))$/;

/** Has an edge or a ground of its own. */
export function isFrame(element: Element): boolean {
  const { borderTopWidth, borderTopStyle, borderBottomWidth, boxShadow, backgroundColor } = getComputedStyle(element);
  const edged = borderTopStyle !== 'none' && (parseFloat(borderTopWidth) > 0 || parseFloat(borderBottomWidth) > 0);
  return edged || boxShadow !== 'none' || !CLEAR.test(backgroundColor);
}

const PRESSED_PX = 8;

const isTiny = (element: Element): boolean => {
  const { width, height } = element.getBoundingClientRect();
  return Math.min(width, height) < PRESSED_PX;
};

/** A field for choosing alone, in which nobody types, may be nothing but a place for the focus, too narrow to be hit. */
const isBarePlace = (field: Element): boolean => field.matches('[readonly]') && isTiny(field);

/**
 * The box in which the field is drawn, where the mouse goes through the field itself or does not come to it; null for any
 * other element.
 */
export function boxOf(field: Element): Element | null {
  if (!field.matches(LIST_FIELDS)) return null;
  const heard = isHeardList(field);
  if (!heard && !field.matches('input')) return null;
  const goesThrough = heard || getComputedStyle(field).pointerEvents === 'none';
  const behind = goesThrough ? null : unseenBehind(field);
  if (!goesThrough && !behind && !isBarePlace(field)) return null;
  const list = listAround(field);
  if (list) return isVisible(list) && fieldsIn(list).length === 1 ? list : null;
  for (let at = parentOf(behind ?? field), depth = 0; at && depth < AROUND; at = parentOf(at), depth++) {
    if (at.matches(LARGER) || at.querySelector('label') || fieldsIn(at).length > 1) return null;
    // What lies over it may be all that there is in a part without a height: the frame around both is pressed.
    if (behind && !isFrame(at)) continue;
    if (isTiny(at)) continue;
    if (isVisible(at) && !isClippedAway(at) && getComputedStyle(at).pointerEvents !== 'none') return at;
  }
  return null;
}

/** The boxes of such fields. */
export const fieldBoxes = (within?: Document | ShadowRoot | Element): [field: Element, box: Element][] =>
  queryAll(LIST_FIELDS, within).flatMap((field) => {
    const box = boxOf(field);
    return box ? [[field, box] as [Element, Element]] : [];
  });

/** The box that is meant by a press on what only shows something in it, or around it. */
export function boxPressed(element: Element): Element | null {
  if (element.matches(PRESSABLE) || isClosingSign(element)) return null;
  for (let at: Element | null = element, depth = 0; at && depth < AROUND; at = parentOf(at), depth++) {
    if (at.matches(LARGER) || (at !== element && at.matches(PRESSABLE))) return null;
    const fields = fieldsIn(at);
    if (fields.length === 1) return at.querySelector('label') ? null : boxOf(fields[0]!);
    if (fields.length > 1) return null;
  }
  return null;
}

/**
 * The list's field that is meant by a press beside it in its own frame, where it can be pressed as well: what the frame
 * holds besides is what was chosen so far.
 */
export function fieldPressedBeside(element: Element): Element | null {
  const frame = element.matches(`${LARGER},${PRESSABLE}`) ? null : holderOfField(element);
  const [field, ...others] = frame ? fieldsIn(frame) : [];
  if (!frame || !field?.matches(LIST_FIELDS) || others.length > 0 || !isVisible(field) || frame.querySelector('label') || !isInFrame(frame)) return null;
  if (isTiny(field)) return null;
  const { left, top, width, height } = field.getBoundingClientRect();
  const hit = (field.getRootNode() as Document | ShadowRoot).elementFromPoint(left + width / 2, top + height / 2);
  return hit === field ? field : null;
}

/** What holds the field beside which it is pressed: itself, or what is drawn around both, as around the tags that were chosen so far. */
function holderOfField(element: Element): Element | null {
  let at: Element | null = element;
  for (let depth = 0; at && depth < AROUND && fieldsIn(at).length === 0; depth++) {
    at = parentOf(at);
    if (at?.matches(`${LARGER},${PRESSABLE}`)) return null;
  }
  return at;
}

/** Whether it is drawn with an edge, itself or as the inside of what is. */
function isInFrame(element: Element): boolean {
  for (let at: Element | null = element, depth = 0; at && depth < AROUND && fieldsIn(at).length === 1; at = parentOf(at), depth++) {
    if (at.matches(LARGER)) return false;
    if (isFrame(at)) return true;
  }
  return false;
}

const AROUND_CHOICE = 3;

/** What as many as are alike in a page ask about the part that they all stand in. */
const listsIn = keptInOneGo((around): readonly Element[] => queryAll('[role=combobox]', around));

/** Whether it shows what was chosen in a list that is closed: the field of the list is that itself, or lies over it. */
export function showsChoice(element: Element): boolean {
  if (element.matches('[role=combobox]')) return true;
  const { left, top, right, bottom } = element.getBoundingClientRect();
  for (let at = parentOf(element), depth = 0; at && depth < AROUND_CHOICE; at = parentOf(at), depth++) {
    const lists = listsIn(at);
    if (lists.length === 0) continue;
    const box = lists[0]!.getBoundingClientRect();
    return lists.length === 1 && box.left < right && left < box.right && box.top < bottom && top < box.bottom;
  }
  return false;
}

/** What the words of the closed list are that is drawn in the box; null of any other box. */
export function heardIn(box: Element): string | null {
  const field = fieldOfBox(box);
  return field && isHeardList(field) ? fold(field.textContent) : null;
}

/** The field that is drawn in the box. */
export function fieldOfBox(box: Element): Element | null {
  const [field] = box.querySelector(LIST_FIELDS) ? queryAll(LIST_FIELDS, box) : [];
  return field && boxOf(field) === box ? field : null;
}
