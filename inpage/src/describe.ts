// From an element to its description: the target that a recording keeps, with locators that were
// checked to find this element alone, and the snapshot that a run judges.

import { columnOf, holdsValue, isField, isMasked, labelOf, nameOf, ownText, roleOf, testIdOf } from './aria';
import { CLICKABLE, drawing, INTERACTIVE, isBareLabel, leafAround, onlyHolds, slotted } from './components';
import {
  ancestorsOf, clip, fold, holds, idOf, isClippedAway, isStandIn, isUsable, isVisible, linesOf, queryAll, roots, textOf,
} from './dom';
import { finder } from './locate';
import { neighbourhood, placeOf, rowOf, sectionOf, type Row } from './neighbours';
import type { Box, FormFacts, LocatorSpec, Neighbourhood, Snapshot, TargetSpec } from './types';

const KEPT_ATTRIBUTES = [
  'id', 'name', 'type', 'title', 'alt', 'href', 'for', 'value', 'autocomplete', 'aria-label', 'aria-haspopup',
  'contenteditable', 'class',
];

// Ids and classes that builders and frameworks make anew: long digits or hashes, React's `:r1:`, `«r1»` and `_r_1_`
// (alone or in a longer id), numbers in the order of drawing, and the like.
const CHURNING =
  /\d{3,}|_\d+-|[0-9a-f]{8,}|^:|[:«][rR][0-9a-z]+[:»]|(^|[^A-Za-z0-9])_[rR]_[0-9a-z]*_|ember|react|radix|headlessui|mui-|mat-|cdk-|^rc[-_]|css-|sc-|svelte-|__[A-Za-z0-9]{5,}$/;

function attributesOf(element: Element, masked: boolean): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const name of KEPT_ATTRIBUTES) {
    const value = element.getAttribute(name);
    if (value === null || value === '' || (name === 'value' && (masked || !isButton(element)))) continue;
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
  return element.tagName.toLowerCase() + (id && !CHURNING.test(id) ? `#${id}` : '') + (role ? `[${role}]` : '');
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
    if (at !== element && id && !CHURNING.test(id)) {
      parts.unshift(`#${CSS.escape(id)}`);
      break;
    }
    parts.unshift(step(at));
  }
  return parts.join(' > ');
}

const step = (element: Element): string => {
  const before = countLike(element);
  const tag = element.tagName.toLowerCase();
  return before > 0 || likeAfter(element) ? `${tag}:nth-of-type(${before + 1})` : tag;
};

/** The path of tags and positions from an ancestor on. */
function pathFrom(ancestor: Element, element: Element): string {
  const parts: string[] = [];
  for (let at: Element | null = element; at && at !== ancestor; at = at.parentElement) parts.unshift(step(at));
  return parts.join(' > ');
}

/** The path, and those of the shadow hosts around it: a selector does not reach through a shadow root. */
function structural(element: Element): LocatorSpec {
  const path = structuralCss(element);
  const root = element.getRootNode();
  if (!(root instanceof ShadowRoot)) return { by: 'css', css: path };
  return { by: 'css', css: path.startsWith('#') ? `:host ${path}` : `:host > ${path}`, within: structural(root.host) };
}

function countLike(element: Element): number {
  let count = 0;
  for (let at = element.previousElementSibling; at; at = at.previousElementSibling) {
    if (at.tagName === element.tagName) count++;
  }
  return count;
}

function likeAfter(element: Element): boolean {
  for (let at = element.nextElementSibling; at; at = at.nextElementSibling) {
    if (at.tagName === element.tagName) return true;
  }
  return false;
}

function attributeLocators(element: Element): LocatorSpec[] {
  const tag = element.tagName.toLowerCase();
  const specs: LocatorSpec[] = [];
  const id = idOf(element);
  if (id && !CHURNING.test(id)) specs.push({ by: 'css', css: `#${CSS.escape(id)}` });
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
    if (attribute === 'src' && tag !== 'iframe') continue;
    specs.push({ by: 'css', css: `${tag}[${attribute}=${quote(value)}]` });
  }
  return specs;
}

/**
 * What a person would call the row by: its header cell, its first link, else its first short text. Of the fields of a
 * form, each with what belongs to it, it is the label; a calendar that hangs there is called differently every month.
 */
function rowKey(row: Element, element: Element): string | null {
  const options = [
    ...(isField(element) && !row.matches('tr,[role=row]') ? queryAll('label,legend', row) : []),
    ...queryAll('th,[role=rowheader]', row),
    ...queryAll('a[href],h1,h2,h3,h4,h5,h6,strong,b', row),
    ...queryAll('td,[role=cell],[role=gridcell]', row),
    ...queryAll('span,div,p', row),
  ];
  for (const option of options) {
    if (option === element || holds(option, element) || option.querySelector('button,input,select')) continue;
    // What is drawn for the eye alone, as an icon's ligature, is no part of what it is called.
    if (option.closest('[aria-hidden=true]') || option.querySelector('[aria-hidden=true]')) continue;
    const text = fold(option.textContent);
    // A day of a calendar says nothing of its week.
    if (text.length >= 2 && text.length <= 80 && !/^\d\d$/.test(text) && isVisible(option)) return text;
  }
  const own = roleOf(element) === 'link' ? fold(element.textContent) : '';
  return own || null;
}

function plainLocators(element: Element, role: string | null, name: string, text: string): LocatorSpec[] {
  const specs: LocatorSpec[] = [];
  const testId = testIdOf(element);
  if (testId) specs.push({ by: 'test_id', value: testId.value, attribute: testId.attribute });
  if (role && name && name.length <= 120) specs.push({ by: 'role', role, name });
  const label = labelOf(element) ?? columnLabel(element, name);
  if (label && (holdsValue(element) || !name)) specs.push({ by: 'label', text: label });
  const placeholder = fold(element.getAttribute('placeholder'));
  if (placeholder) specs.push({ by: 'placeholder', text: placeholder });
  specs.push(...attributeLocators(element));
  // What a list shows as chosen is its value, not its name.
  const named = !((name || label) && isClosedList(element));
  if (!isField(element) && named && text && text.length <= 80 && (text !== name || !role)) specs.push({ by: 'text', text });
  if (role && !name) specs.push({ by: 'role', role });
  return specs;
}

const TICKED = new Set(['checkbox', 'radio', 'switch']);

const portable = (specs: LocatorSpec[]): LocatorSpec[] =>
  specs.filter((spec) => !(spec.by === 'css' && /#|href=/.test(spec.css ?? '')));

const isCell = (element: Element): boolean => ['cell', 'gridcell'].includes(roleOf(element) ?? '');

function inRow(element: Element, specs: LocatorSpec[], row: Row | null): LocatorSpec[] {
  const key = row ? rowKey(row.element, element) : null;
  if (!row || !key) return [];
  const within: LocatorSpec = { by: 'row', role: row.role, text: key };
  const own = portable(specs).slice(0, 3);
  // A cell, whose name is what it shows, or a button with nothing but a picture: its place in the row tells it.
  if (!nameOf(element) || isCell(element)) own.push({ by: 'css', css: pathFrom(row.element, element) });
  // What a box is called may change when it is ticked; then that it is the only one tells it, or its place.
  const role = roleOf(element);
  if (role && nameOf(element) && TICKED.has(role) && row.element.contains(element)) {
    own.push({ by: 'role', role }, { by: 'css', css: `:scope > ${pathFrom(row.element, element)}` });
  }
  return own.map((spec) => ({ ...spec, within }));
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
  const row = rowOf(element);
  if (row?.role !== 'listitem') yield* inRow(element, plain, row);
  yield* plain;
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
  const submitter = isButton(element) ? (element as HTMLButtonElement) : null;
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
  if (element.getAttribute('role') === 'slider') return element.getAttribute('aria-valuenow');
  return isClosedList(element) ? clip(textOf(element, 400), 200) : null;
}

function checkedOf(element: Element): boolean | null {
  if (element instanceof HTMLInputElement && ['checkbox', 'radio'].includes(element.type)) return element.checked;
  const state = element.getAttribute('aria-checked') ?? element.getAttribute('aria-pressed');
  return state === null ? null : state === 'true';
}

const isDisabled = (element: Element): boolean =>
  element.matches(':disabled') || element.closest('[aria-disabled=true]') !== null;

function expandedOf(element: Element): boolean | null {
  const state = element.getAttribute('aria-expanded');
  return state === null ? null : state === 'true';
}

/** A control without any name in a table is called by its column. */
const columnLabel = (element: Element, name: string): string | null =>
  !name && (isField(element) || isClosedList(element)) ? columnOf(element) : null;

export function snapshot(element: Element, brief = false): Snapshot {
  const masked = isMasked(element);
  const near: Neighbourhood = brief ? placeOf(element) : neighbourhood(element);
  const name = clip(nameOf(element), 200);
  return {
    tag: element.tagName.toLowerCase(),
    role: roleOf(element),
    name,
    label: brief && name ? null : (labelOf(element) ?? columnLabel(element, name)),
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

/**
 * The whole description of an element, for a recording. The frame path is added outside. `hidden` is told where
 * something like it is hidden, of which it could not be told any more were it shown.
 */
export function describe(element: Element, hidden?: () => void): TargetSpec {
  const seen = snapshot(element);
  return {
    role: seen.role,
    name: seen.name || null,
    label: seen.label,
    placeholder: seen.placeholder,
    text: seen.text && seen.text !== seen.name ? clip(seen.text) : null,
    tag: seen.tag,
    input_type: seen.input_type,
    test_id: seen.test_id,
    attributes: seen.attributes,
    ancestors: seen.ancestors,
    near: seen.near,
    shadow: shadowHosts(element),
    box: seen.box,
    locators: locatorsFor(element, seen.text ?? '', hidden),
  };
}

/** What may have the focus to be moved about in by keys, as a calendar: who points into it means what they point at. */
const isPane = (element: Element): boolean =>
  !element.matches(CLICKABLE) && element.querySelector('table,[role=grid],[role=row]') !== null;

/** The element that a person means when they point at `element`: the button, not the icon in it. */
export function meant(element: Element): Element {
  for (let at: Element | null = element; at; at = at.parentElement ?? leafAround(at)) {
    if (at.matches(INTERACTIVE) && !at.matches('body,html,dialog,[role=dialog],main') && !isBareLabel(at) && !onlyHolds(at)) {
      const widget = at.getAttribute('role') ? null : at.closest('[role=slider]');
      if (widget) return widget;
      if (!isUsable(at)) return element;
      return at !== element && isPane(at) ? (element.closest('td,th,[role=gridcell],[role=cell]') ?? element) : at;
    }
  }
  return drawing(slotted(element));
}
