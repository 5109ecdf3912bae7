// What elements without a name are called: by their column, by the text before them, or by the field that they draw.

import { captionOf } from '../fields/captions';
import { captionOfCount } from '../fields/counts';
import { fieldOfBox } from '../fields/fieldboxes';
import { isClosedList } from '../fields/holding';
import { isField, isOfDrawnList, labelOf, listAround, nameOf, roleOf } from '../page/aria';
import { columnOf } from '../page/columns';
import { INTERACTIVE } from '../page/components';
import { holds, parentOf, queryAll } from '../page/dom';
import { wordsIn } from '../page/text';
import { isStandIn, isVisible } from '../page/visible';
import { neighbourhood } from '../rows/neighbours';

/** What people call the field, failing all else by what stands before it, without the marks behind that: "Amount *:". */
export function calledByPeople(field: Element): string {
  const own = labelOf(field) || nameOf(field) || field.getAttribute('placeholder');
  return (own || captionOf(field) || neighbourhood(field).before || '').replace(/[\s*:]+$/, '');
}

/** Why the browser itself does not take what the field holds. */
export function refusedByBrowser(field: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement): string {
  const caption = calledByPeople(field);
  return caption ? `${caption}: ${field.validationMessage}` : field.validationMessage;
}

const AROUND_FIELD = 4;

/** Boxes and switches of the page's own making. */
const DRAWN_BOXES = '[role=checkbox]:not(input),[role=switch]:not(input)';

/** A label that is tied to nothing, right before what alone may be meant by it: some kits draw their switch so, and call it a box. */
function standsBehindItsLabel(box: Element): boolean {
  const label = box.previousElementSibling;
  const alone = queryAll(`${DRAWN_BOXES},input:not([type=hidden]),select,textarea,button`, box.parentElement ?? box);
  return label instanceof HTMLLabelElement && label.control === null && alone.every((one) => one === box || box.contains(one));
}

/** What stands before a box of the page's own making may as well be another one's words; a switch has them before it. */
const captionOfSwitch = (element: Element): string | null =>
  element.matches('[role=switch]') || standsBehindItsLabel(element) ? captionOf(element) : null;

/** A control without a name is called by its column in a table, and by the text before it in a form. */
export function placeLabel(element: Element, name: string): string | null {
  if (!name && element.matches(DRAWN_BOXES)) return columnOf(element) ?? captionOfSwitch(element);
  const counted = name ? null : captionOfCount(element);
  if (counted !== null) return counted;
  // In a list of the page's own making, what stands beside the place to type in is what was chosen.
  const list = isField(element) && !name ? listAround(element) : null;
  if (list) return labelOf(list) ?? columnOf(list) ?? captionOf(list);
  return isField(element) || isClosedList(element) ? ((name ? null : columnOf(element)) ?? captionOf(element)) : null;
}

/** Says a word in what the page lays over its other parts, as in a list that hangs over the field of another line. */
function isInLayerOver(element: Element, around: Element): boolean {
  if (!/\p{L}/u.test(wordsIn(element))) return false;
  for (let at = parentOf(element); at && at !== around; at = parentOf(at)) {
    if (['absolute', 'fixed'].includes(getComputedStyle(at).position)) return true;
  }
  return false;
}

/** What is drawn around or over a field, as a list's arrow, is pressed for the field. */
export function drawnFor(element: Element): string | null {
  if (element instanceof HTMLLabelElement) {
    // Some kits draw the whole field within its label, with what it holds and its icons.
    const { control } = element;
    return control && isField(control) && !isStandIn(control) && holds(element, control) ? labelOf(control) : null;
  }
  const behind = fieldOfBox(element);
  if (behind) return labelOf(behind) ?? placeLabel(behind, nameOf(behind));
  const holdsList = roleOf(element) === 'combobox' && !isField(element) && !nameOf(element);
  if (!holdsList && (element.matches(INTERACTIVE) || roleOf(element))) return null;
  const { x, y, width, height } = element.getBoundingClientRect();
  for (let at: Element | null = element, depth = 0; at && depth < AROUND_FIELD; at = parentOf(at), depth++) {
    const fields = queryAll('input:not([type=hidden]),select,textarea,[role=combobox]', at).filter((one) => one !== element && isVisible(one));
    if (fields.length === 0) continue;
    const box = fields[0]!.getBoundingClientRect();
    // A component draws its icons beside its field, and a list what is chosen in it.
    const root = element.getRootNode();
    const inComponent = root instanceof ShadowRoot && root === fields[0]!.getRootNode();
    const own = (inComponent || (fields[0]!.parentNode === element.parentNode && isOfDrawnList(fields[0]!))) && !nameOf(element);
    const over = own || box.x < x + width && x < box.right && box.y < y + height && y < box.bottom;
    if (!own && over && isInLayerOver(element, at)) return null;
    return fields.length === 1 && over ? (labelOf(fields[0]!) ?? placeLabel(fields[0]!, nameOf(fields[0]!))) : null;
  }
  return null;
}
