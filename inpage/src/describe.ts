// From an element to its description: the target that a recording keeps, with locators that were
// checked to find this element alone, and the snapshot that a run judges.

import { dateOf } from './calendar';
import { holdsValue, isField, isMasked, isTitledByChoice, labelOf, listAround, nameOf, ownText, roleOf, testIdOf } from './aria';
import { CLICKABLE, drawing, INTERACTIVE, isBareLabel, leafAround, onlyHolds, slotted, wholeOfBox } from './components';
import {
  ancestorsOf, clip, fold, holds, idOf, isClippedAway, isClosingSign, isStandIn, isUsable, isVisible, linesOf, queryAll, roots, textOf,
} from './dom';
import { CHURNING, iconLocator, isPassingId } from './icons';
import { drawnFor, placeLabel } from './labels';
import { defaultButton, dialogText } from './leads';
import { finder } from './locate';
import { isLabelledField, neighbourhood, placeOf, placeOfNameless, rowOf, sectionOf } from './neighbours';
import { step } from './paths';
import { inRow, portable, rowKey } from './rows';
import type { Box, FormFacts, LocatorSpec, Neighbourhood, Snapshot, TargetSpec } from './types';

const KEPT_ATTRIBUTES = [
  'id', 'name', 'type', 'title', 'alt', 'href', 'for', 'value', 'autocomplete', 'aria-label', 'aria-haspopup',
  'contenteditable', 'class',
];

function attributesOf(element: Element, masked: boolean): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const name of KEPT_ATTRIBUTES) {
    const value = element.getAttribute(name);
    if (value === null || value === '' || (name === 'value' && (masked || !isButton(element)))) continue;
    if (name === 'title' && isTitledByChoice(element)) continue;
    kept[name] = clip(value, 120);
  }
  // Where a frame's document comes from; of pictures and scripts it says nothing that a person knows.
  const source = element instanceof HTMLIFrameElement ? element.getAttribute('src') : null;
  if (source) kept.src = clip(source, 120);
  return kept;
}

const isButton = (element: Element): boolean =>
  element instanceof HTMLButtonElement ||
  (element instanceof HTMLInputElement && ['submit', 'button', 'reset', 'radio', 'checkbox'].includes(element.type));

export function boxOf(element: Element): Box {
  const box = element.getBoundingClientRect();
  const round = (value: number): number => Math.round(value * 10) / 10;
  return { x: round(box.x), y: round(box.y), width: round(box.width), height: round(box.height) };
}

const DIALOG = 'dialog,[role=dialog],[role=alertdialog]';
const OUTLINE_DEPTH = 8;

/** The ancestors, nearest first; of those further away only the dialog that all of it stands in. */
function outline(element: Element): string[] {
  const lines: string[] = [];
  let inDialog = false;
  for (const ancestor of ancestorsOf(element)) {
    if (ancestor.tagName === 'HTML') break;
    const isDialog = ancestor.matches(DIALOG);
    if (lines.length < OUTLINE_DEPTH || (isDialog && !inDialog)) lines.push(outlined(ancestor));
    inDialog ||= isDialog;
    if (lines.length >= OUTLINE_DEPTH && inDialog) break;
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

/** A path of tags and positions from the nearest ancestor with a lasting id: the last resort. */
function structuralCss(element: Element): string {
  const parts: string[] = [];
  for (let at: Element | null = element; at; at = at.parentElement) {
    const id = idOf(at);
    if (at !== element && id && !isPassingId(id)) {
      parts.unshift(`#${CSS.escape(id)}`);
      break;
    }
    parts.unshift(step(at));
  }
  return parts.join(' > ');
}

/** The path, and those of the shadow hosts around it: a selector does not reach through a shadow root. */
export function structural(element: Element): LocatorSpec {
  const path = structuralCss(element);
  const root = element.getRootNode();
  if (!(root instanceof ShadowRoot)) return { by: 'css', css: path };
  return { by: 'css', css: path.startsWith('#') ? `:host ${path}` : `:host > ${path}`, within: structural(root.host) };
}

function attributeLocators(element: Element): LocatorSpec[] {
  const tag = element.tagName.toLowerCase();
  const specs: LocatorSpec[] = [];
  const id = idOf(element);
  if (id && !isPassingId(id)) specs.push({ by: 'css', css: `#${CSS.escape(id)}` });
  const quote = (value: string): string => `"${value.replace(/["\\]/g, '\\$&')}"`;
  const name = element.getAttribute('name');
  if (name && !CHURNING.test(name)) {
    const value = element.getAttribute('value');
    const choice = element instanceof HTMLInputElement && ['radio', 'checkbox'].includes(element.type) && value;
    specs.push({
      by: 'css',
      css: `${tag}[name=${quote(name)}]` + (choice || (isButton(element) && value) ? `[value=${quote(value ?? '')}]` : ''),
    });
  }
  for (const attribute of ['href', 'title', 'alt', 'src', 'for', 'aria-label']) {
    const value = element.getAttribute(attribute);
    if (!value || value.length > 200 || value.startsWith('data:') || value.startsWith('javascript:')) continue;
    if (attribute === 'for' && isPassingId(value)) continue;
    if (attribute === 'src' && tag !== 'iframe') continue;
    if (attribute === 'title' && isTitledByChoice(element)) continue;
    specs.push({ by: 'css', css: `${tag}[${attribute}=${quote(value)}]` });
  }
  // A field for files that a page puts away, behind a zone to drop them on, has nothing but its class and its kind.
  if (specs.length === 0 && element instanceof HTMLInputElement && element.type === 'file') {
    const kinds = [...element.classList].filter((kind) => !CHURNING.test(kind)).slice(0, 1).map((kind) => `.${CSS.escape(kind)}`);
    specs.push(...[...kinds, ''].map((kind): LocatorSpec => ({ by: 'css', css: `input[type="file"]${kind}` })));
  }
  return specs;
}

function plainLocators(element: Element, role: string | null, name: string, text: string): LocatorSpec[] {
  const specs: LocatorSpec[] = [];
  const testId = testIdOf(element);
  if (testId) specs.push({ by: 'test_id', value: testId.value, attribute: testId.attribute });
  if (role && name && name.length <= 120) specs.push({ by: 'role', role, name });
  const label = labelOf(element) ?? placeLabel(element, name);
  if (label && (holdsValue(element) || !name)) specs.push({ by: 'label', text: label });
  const placeholder = fold(element.getAttribute('placeholder'));
  if (placeholder) specs.push({ by: 'placeholder', text: placeholder });
  specs.push(...attributeLocators(element));
  const icon = !name && !text && element.matches('button,a,[role=button]') ? iconLocator(element) : null;
  if (icon) specs.push(icon);
  // What a list shows as chosen is its value, not its name.
  const named = !((name || label) && isClosedList(element));
  if (!isField(element) && named && text && text.length <= 80 && (text !== name || !role)) specs.push({ by: 'text', text });
  if (role && !name) specs.push({ by: 'role', role });
  return specs;
}

function inSection(element: Element, specs: LocatorSpec[]): LocatorSpec[] {
  const section = sectionOf(element);
  if (!section) return [];
  const within: LocatorSpec = { by: 'role', role: section.role, name: section.name };
  return portable(specs).slice(0, 2).map((spec) => ({ ...spec, within }));
}

/** Where a component is used more than once, the one that holds the element tells it from its like. */
function inHost(element: Element, specs: LocatorSpec[]): LocatorSpec[] {
  const root = element.getRootNode();
  if (!(root instanceof ShadowRoot)) return [];
  const findsOnlyHost = finder(root.host);
  const own = plainLocators(root.host, roleOf(root.host), nameOf(root.host), '').find(findsOnlyHost);
  const within = own ?? structural(root.host);
  return specs.slice(0, 3).map((spec) => ({ ...spec, within }));
}

/** What may find the element, best first; a row that tells it from its like comes before everything else. */
function* candidates(element: Element, text: string): Generator<LocatorSpec> {
  const plain = plainLocators(element, roleOf(element), nameOf(element), text);
  const around = rowOf(element);
  const row = around?.role === 'card' && isLabelledField(around.element) ? null : around;
  // A row that is pressed itself is the record's, whatever else its cells say of it.
  const key = roleOf(element) === 'row' ? rowKey(element, element) : null;
  if (key) yield { by: 'row', role: 'row', text: key };
  if (row?.role !== 'listitem') yield* inRow(element, plain, row);
  yield* plain;
  // Its text stands in a part of it, which is what the text leads to.
  const entry = roleOf(element) === 'listitem' ? rowKey(element, element) : null;
  if (entry) yield { by: 'row', role: 'listitem', text: entry };
  if (row?.role === 'listitem') yield* inRow(element, plain, row);
  yield* inSection(element, plain);
  yield* inHost(element, plain);
}

/** Whether the path is sure to be the element's alone: each step is, from the document or the only bearer of an id. */
function leadsOnlyTo(element: Element, path: string): boolean {
  if (roots().length > 1 || !isUsable(element)) return false;
  const start = path.split(' > ', 1)[0] ?? '';
  return start === 'html' || (start.startsWith('#') && queryAll(start).length === 1);
}

/** Locators that find this element alone, best first: at most six, always at least one. */
export function locatorsFor(element: Element, text = ownText(element), hidden?: () => void): LocatorSpec[] {
  const kept: LocatorSpec[] = [];
  const findsOnlyIt = finder(element, hidden);
  for (const spec of candidates(element, text)) {
    if (findsOnlyIt(spec)) kept.push(spec);
    if (kept.length === 5) break;
  }
  const path = structural(element);
  if (leadsOnlyTo(element, path.css ?? '') || findsOnlyIt(path) || kept.length === 0) kept.push(path);
  return kept;
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

/** A list of the page's own making that shows in its field what is chosen, and opens for choosing. */
export const isClosedList = (element: Element): boolean =>
  element.matches('[role=combobox],[aria-haspopup=listbox]') && !isField(element);

export function valueOf(element: Element): string | null {
  if (isMasked(element)) return null;
  if (element instanceof HTMLSelectElement) {
    return [...element.selectedOptions].map((option) => fold(option.label)).join(', ');
  }
  if (element instanceof HTMLInputElement && element.type === 'file') {
    return [...(element.files ?? [])].map((file) => file.name).join(', ');
  }
  if (element instanceof HTMLInputElement && ['checkbox', 'radio'].includes(element.type)) {
    return String(element.checked);
  }
  if (isField(element)) return element.value;
  if (element instanceof HTMLElement && element.isContentEditable) return fold(linesOf(element));
  if (element.getAttribute('role') === 'slider') return standsAt(element);
  return isClosedList(element) ? (heldWithin(element) || clip(textOf(element, 400, isClosingSign), 200)) : null;
}

/** Where a slider of the page's own making says that it stands: "40" for a "40.0". */
export function standsAt(slider: Element): string | null {
  const now = slider.getAttribute('aria-valuenow');
  return now && Number.isFinite(Number(now)) ? String(Number(now)) : now;
}

/** What the field says around which a list is drawn with its label; empty where its text is all that it says. */
function heldWithin(list: Element): string {
  const fields = queryAll('input:not([type=hidden])', list).filter(isVisible);
  return fields.length === 1 && isField(fields[0]!) ? fields[0].value : '';
}

export function checkedOf(element: Element): boolean | null {
  if (element instanceof HTMLInputElement && ['checkbox', 'radio'].includes(element.type)) return element.checked;
  const state = onOff(element);
  return state === null ? null : state === 'true';
}

/** What a box of the page's own making, a toggle button or a tab says of being on. */
export function onOff(element: Element): string | null {
  const selected = element.matches('[role=tab]') ? element.getAttribute('aria-selected') : null;
  return element.getAttribute('aria-checked') ?? element.getAttribute('aria-pressed') ?? selected;
}

export const isDisabled = (element: Element): boolean =>
  element.matches(':disabled') || element.closest('[aria-disabled=true]') !== null;

function expandedOf(element: Element): boolean | null {
  const state = element.getAttribute('aria-expanded');
  return state === null ? null : state === 'true';
}

const briefPlace = (element: Element, name: string): Neighbourhood =>
  name ? placeOf(element) : placeOfNameless(element, isField(element));

export function snapshot(element: Element, brief = false): Snapshot {
  const masked = isMasked(element);
  const name = clip(nameOf(element), 200);
  const near: Neighbourhood = brief ? briefPlace(element, name) : neighbourhood(element);
  return {
    tag: element.tagName.toLowerCase(),
    role: roleOf(element),
    name,
    label: brief && name ? null : (labelOf(element) ?? placeLabel(element, name) ?? (brief ? null : drawnFor(element))),
    placeholder: element.getAttribute('placeholder'),
    text: brief && name ? '' : ownText(element),
    input_type: element instanceof HTMLInputElement ? element.type : null,
    test_id: brief ? null : testIdOf(element)?.value ?? null,
    attributes: brief ? {} : attributesOf(element, masked),
    ancestors: brief ? [] : outline(element),
    near,
    box: brief ? null : boxOf(element),
    visible: isVisible(element) && !(isStandIn(element) && isClippedAway(element)),
    enabled: !isDisabled(element),
    editable: isField(element) ? !('readOnly' in element && element.readOnly) : (element as HTMLElement).isContentEditable,
    masked,
    value: valueOf(element),
    checked: checkedOf(element),
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
export function describe(element: Element, hidden?: () => void, last?: TargetSpec): TargetSpec {
  const seen = snapshot(element);
  // Which date it is that a number in a calendar stands for, is what a person picks.
  const day = dateOf(element);
  const answered = isField(element) ? null : dialogText(element);
  const told: TargetSpec = {
    role: seen.role,
    name: seen.name || null,
    label: seen.label,
    placeholder: seen.placeholder,
    text: seen.text && seen.text !== seen.name ? clip(seen.text) : null,
    tag: seen.tag,
    input_type: seen.input_type,
    test_id: seen.test_id,
    attributes: day ? { ...seen.attributes, datetime: day } : seen.attributes,
    ancestors: seen.ancestors,
    near: answered ? { ...seen.near, dialog: answered } : seen.near,
    shadow: shadowHosts(element),
    box: seen.box,
  };
  const locators = last && calledBy(last) === calledBy(told) ? last.locators : locatorsFor(element, seen.text ?? '', hidden);
  return { ...told, locators };
}

const LONG_LIST = 12;

/**
 * What may have the focus to be moved about in by keys, as a calendar, a tree or a clock's columns of hours and minutes:
 * who points into it means what they point at.
 */
const isPane = (element: Element): boolean =>
  !element.matches(CLICKABLE) && (element.matches('[role=tree]') || element.querySelector('table,[role=grid],[role=row]') !== null ||
    element.querySelectorAll('li').length >= LONG_LIST);

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

/** What shows within a list of the page's own making what was chosen; the list is pressed. */
const isShownChoice = (element: Element): boolean =>
  element.matches('[role=combobox] [role=textbox][aria-readonly=true]:not([tabindex])');

/** Within such a list, what takes a choice back does another thing than the list. */
const takesBack = (element: Element): boolean => listAround(element) !== null && isClosingSign(element);

/** The element that a person means when they point at `element`: the button, not the icon in it. */
export function meant(element: Element): Element {
  if (takesBack(element)) return element;
  const picture = element instanceof HTMLAreaElement ? pictureOf(element) : null;
  if (picture) return picture;
  const whole = wholeOfBox(element);
  if (whole) return whole;
  for (let at: Element | null = element; at; at = at.parentElement ?? leafAround(at)) {
    const inLabel = pressedIn(at, element);
    if (inLabel) return drawing(inLabel);
    if (at.matches(INTERACTIVE) && !isShownChoice(at) && !at.matches('body,html,dialog,[role=dialog],[role=tabpanel],main') && !isBareLabel(at) && !onlyHolds(at)) {
      const widget = at.getAttribute('role') ? null : at.closest('[role=slider]');
      if (widget) return widget;
      if (at === element || !isUsable(at)) return element;
      return isPane(at) ? (element.closest('td,th,[role=gridcell],[role=cell]') ?? element) : at;
    }
  }
  return drawing(slotted(element));
}
