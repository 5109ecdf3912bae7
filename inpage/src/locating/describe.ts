// From an element to its description: the target that a recording keeps, with locators that were
// checked to find this element alone, and the snapshot that a run judges.

import { dateOf } from '../calendars/calendar';
import { counterOf } from '../fields/counts';
import { fieldOfBox } from '../fields/fieldboxes';
import { expandedOf, isDisabled, standingOf, valueOf } from '../fields/holding';
import { FIELDS, isButton, isField, hintOf, isTitledByChoice, labelOf, nameOf, ownText, roleOf, testIdOf } from '../page/aria';
import { calledWithoutBadge } from '../page/badges';
import { DIALOGS, ancestorsOf, idOf } from '../page/dom';
import { clip, fold } from '../page/text';
import { isClippedAway, isStandIn, isVisible } from '../page/visible';
import { isPassingId } from '../page/icons';
import { isMasked } from '../page/masked';
import { withMomentaryMemory } from '../page/memo';
import type { Box, FormFacts, Neighbourhood, Snapshot, TargetSpec } from '../page/types';
import { saidInParts } from '../rows/called';
import { isPanel } from '../rows/formrows';
import { lineAround, lineText } from '../rows/lines';
import { neighbourhood, placeOf, placeOfNameless, rowOf } from '../rows/neighbours';
import { isOneWrittenIn, writtenRow } from '../rows/rows';
import { isInField } from './arrows';
import { drawnFor, placeLabel } from './labels';
import { defaultButton, dialogText } from './leads';
import { locatorsFor } from './locators';

const KEPT_ATTRIBUTES = [
  'id', 'name', 'type', 'title', 'alt', 'href', 'for', 'value', 'autocomplete', 'aria-label', 'aria-haspopup',
  'contenteditable', 'class',
];

function attributesOf(element: Element, masked: boolean): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const name of KEPT_ATTRIBUTES) {
    const given = element.getAttribute(name);
    // Without a value it means true.
    const value = name === 'contenteditable' && given === '' ? 'true' : given;
    if (value === null || value === '' || (name === 'value' && (masked || !isButton(element)))) continue;
    if (name === 'title' && isTitledByChoice(element)) continue;
    kept[name] = clip(value, 120);
  }
  // Where a frame's document comes from; of pictures and scripts it says nothing that a person knows.
  const source = element instanceof HTMLIFrameElement ? element.getAttribute('src') : null;
  if (source) kept.src = clip(source, 120);
  return kept;
}

export function boxOf(element: Element): Box {
  const box = element.getBoundingClientRect();
  const round = (value: number): number => Math.round(value * 10) / 10;
  return { x: round(box.x), y: round(box.y), width: round(box.width), height: round(box.height) };
}

const OUTLINE_DEPTH = 8;

/** Kits draw a field in so many boxes; a form that lies further out may be the whole page's. */
const FORM_DEPTH = 14;

/** The ancestors, nearest first; of those further away only the form, and the dialog that all of it stands in. */
function outline(element: Element): string[] {
  const lines: string[] = [];
  const known = { form: false, dialog: false };
  let depth = 0;
  for (const ancestor of ancestorsOf(element)) {
    if (ancestor.tagName === 'HTML') break;
    const kind = ancestor.matches(DIALOGS) ? 'dialog' : ancestor.matches('form') ? 'form' : null;
    const tells = kind !== null && !known[kind] && (kind === 'dialog' || depth < FORM_DEPTH);
    if (depth < OUTLINE_DEPTH || tells) lines.push(outlined(ancestor));
    if (kind) known[kind] = true;
    depth++;
    if (depth >= FORM_DEPTH && known.dialog) break;
  }
  return lines;
}

function outlined(element: Element): string {
  const role = element.getAttribute('role');
  const id = idOf(element);
  return element.tagName.toLowerCase() + (id && !isPassingId(id) ? `#${id}` : '') + (role ? `[${role}]` : '');
}

function shadowHosts(element: Element): string[] {
  const hosts: string[] = [];
  for (let root = element.getRootNode(); root instanceof ShadowRoot; root = root.host.getRootNode()) {
    hosts.unshift(root.host.tagName.toLowerCase() + (idOf(root.host) ? `#${CSS.escape(idOf(root.host))}` : ''));
  }
  return hosts;
}

/** Documents without an address of their own have nothing that a path could be relative to. */
function addressOf(path: string): string {
  try {
    return new URL(path, document.baseURI).href;
  } catch {
    return path || document.baseURI;
  }
}

function formOf(element: Element): FormFacts | null {
  const form = isField(element) || element instanceof HTMLButtonElement ? element.form : element.closest('form');
  if (!form) return null;
  // What a field sends, it sends by Enter, which presses that button.
  const submitter = isButton(element) ? element : isField(element) ? defaultButton(form) : null;
  const facts: FormFacts = {
    method: (submitter?.getAttribute('formmethod') || form.getAttribute('method') || 'get').toLowerCase(),
    action: addressOf(submitter?.getAttribute('formaction') || form.getAttribute('action') || ''),
  };
  const name = fold(form.getAttribute('aria-label') ?? form.getAttribute('name'));
  if (name) facts.name = name;
  return facts;
}

const briefPlace = (element: Element, name: string): Neighbourhood =>
  name ? placeOf(element) : placeOfNameless(element, isField(element));

const MANY_FIELDS = 3;

const holdsForm = (element: Element): boolean =>
  element.querySelectorAll(`${FIELDS},[role=combobox]`).length >= MANY_FIELDS;

/** What is drawn for a field says what was chosen, and what holds a form, which is pressed beside its fields, what all of them hold. */
const saysWhatIsHeld = (element: Element): boolean => fieldOfBox(element) !== null || holdsForm(element);

/**
 * A row that lays out a whole form says what there is to choose in it, and of which record it is: a field or what has an id
 * of its own is known without that, and stands in it whatever the record.
 */
const isRowOfForm = (row: Element, element: Element): boolean =>
  holdsForm(row) && isPanel(row, element) && (isField(element) || (idOf(element) !== '' && !isPassingId(idOf(element))));

/** What stands around an element and tells of it, without what is of other records. */
function placeIn(element: Element, brief: boolean, name: string): Neighbourhood {
  const near = brief ? briefPlace(element, name) : neighbourhood(element);
  const unsaid = { before: undefined, after: undefined };
  const line = lineAround(element);
  if (line.length > 0) return { ...near, row: clip(lineText(line), 400), ...unsaid };
  // What is left to read in a row that is being written in says nothing of its record.
  const row = near.row ? rowOf(element) : null;
  const isOfField = row !== null && isOneWrittenIn(row.element) && isInField(element);
  return row && (isOfField || writtenRow(row.element, element)) ? { ...near, row: undefined, ...unsaid } : near;
}

export function snapshot(element: Element, brief = false): Snapshot {
  const masked = isMasked(element);
  const name = clip(nameOf(element), 200);
  const counted = !brief && counterOf(element) !== null;
  return {
    tag: element.tagName.toLowerCase(),
    role: roleOf(element),
    name,
    label: brief && name ? null : (labelOf(element) ?? placeLabel(element, name) ?? (brief ? null : drawnFor(element))),
    placeholder: hintOf(element) || null,
    text: (brief && name) || (!roleOf(element) && saysWhatIsHeld(element)) || counted ? '' : ownText(element),
    input_type: element instanceof HTMLInputElement ? element.type : null,
    test_id: brief ? null : testIdOf(element)?.value ?? null,
    attributes: brief ? {} : attributesOf(element, masked),
    ancestors: brief ? [] : outline(element),
    near: placeIn(element, brief, name),
    box: brief ? null : boxOf(element),
    visible: isVisible(element) && !(isStandIn(element) && isClippedAway(element)),
    enabled: !isDisabled(element),
    editable: counted || (isField(element) ? !('readOnly' in element && element.readOnly) : (element as HTMLElement).isContentEditable),
    masked,
    counted,
    value: valueOf(element),
    checked: standingOf(element),
    expanded: expandedOf(element),
    href: element instanceof HTMLAnchorElement ? element.href : null,
    form: brief ? null : formOf(element),
  };
}

/** What locators are made of. */
const calledBy = ({ role, name, label, placeholder, text, test_id, attributes, near, shadow }: TargetSpec): string =>
  JSON.stringify([role, name, label, placeholder, text, test_id, attributes, near?.section, near?.row, shadow]);

/**
 * The whole description of an element, for a recording. The frame path is added outside. `hidden` is told where
 * something like it is hidden, of which it could not be told any more were it shown. The locators of the `last`
 * description are known to find the element alone, and hold where it is called as it was.
 */
export const describe = (element: Element, hidden?: () => void, last?: TargetSpec): TargetSpec =>
  withMomentaryMemory(() => described(element, hidden, last));

function described(element: Element, hidden?: () => void, last?: TargetSpec): TargetSpec {
  const seen = snapshot(element);
  // Which date it is that a number in a calendar stands for, is what a person picks.
  const day = dateOf(element);
  const answered = isField(element) ? null : dialogText(element);
  const row = rowOf(element);
  const counted = isField(element) ? null : calledWithoutBadge(element);
  const called = (words: string | null): string | null => (counted !== null && words ? counted : words);
  const around = row && isRowOfForm(row.element, element) ? { row: undefined } : row ? { cells: saidInParts(row.element) } : {};
  const near = { ...seen.near, ...(answered ? { dialog: answered } : {}), ...around };
  const told: TargetSpec = {
    role: seen.role,
    name: called(seen.name) || null,
    label: seen.label,
    placeholder: seen.placeholder,
    text: seen.text && seen.text !== seen.name ? clip(called(seen.text)!) : null,
    tag: seen.tag,
    input_type: seen.input_type,
    test_id: seen.test_id,
    attributes: day ? { ...seen.attributes, datetime: day } : seen.attributes,
    ancestors: seen.ancestors,
    near,
    shadow: shadowHosts(element),
    box: seen.box,
  };
  const locators = last && calledBy(last) === calledBy(told) ? last.locators : locatorsFor(element, called(seen.text) ?? '', hidden);
  return { ...told, locators };
}

