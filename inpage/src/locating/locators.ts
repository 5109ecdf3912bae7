// The locators of an element, best first, each checked to find this element alone.

import { fieldOfBox } from '../fields/fieldboxes';
import { isTypedInto, nameHeld } from '../fields/filled';
import { questionOf } from '../fields/groups';
import { isClosedList } from '../fields/holding';
import { hintOf, holdsValue, isButton, isCalledByChoice, isField, isTitledByChoice, labelOf, nameOf, ownText, roleOf, testIdOf } from '../page/aria';
import { calledWithoutBadge } from '../page/badges';
import { isLikeCard } from '../page/cards';
import { ancestorsOf, childrenOf, DIALOGS, idOf, queryAll, roots } from '../page/dom';
import { isUsable } from '../page/visible';
import { CHURNING, iconLocator, isPassingId } from '../page/icons';
import { pathFrom, structural, structuralFromEnd } from '../page/paths';
import { drawnChoices } from '../page/segments';
import type { LocatorSpec } from '../page/types';
import { calledRow } from '../rows/called';
import { inLine } from '../rows/lines';
import { isListInLine, lineOfForm } from '../rows/formlines';
import { headingOver, isLabelledField, rowOf, sectionOf } from '../rows/neighbours';
import { inRow, portable } from '../rows/inrow';
import { isPanelOfHeading, rowKey, writtenRow } from '../rows/rows';
import { belongsTo, isInField } from './arrows';
import { placeLabel } from './labels';
import { finder } from './locate';

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
    if (attribute === 'aria-label' && isCalledByChoice(element)) continue;
    specs.push({ by: 'css', css: `${tag}[${attribute}=${quote(value)}]` });
  }
  // A field for files that a page puts away, behind a zone to drop them on, has nothing but its class and its kind.
  if (specs.length === 0 && element instanceof HTMLInputElement && element.type === 'file') {
    const kinds = [...element.classList].filter((kind) => !CHURNING.test(kind)).slice(0, 1).map((kind) => `.${CSS.escape(kind)}`);
    specs.push(...[...kinds, ''].map((kind): LocatorSpec => ({ by: 'css', css: `input[type="file"]${kind}` })));
  }
  return specs;
}

/** A name that is longer says a paragraph; a choice is called by its explanation as well, as far as `snapshot` tells it. */
const longestName = (role: string): number => (role === 'radio' ? 200 : 120);

function plainLocators(element: Element, role: string | null, name: string, text: string): LocatorSpec[] {
  const specs: LocatorSpec[] = [];
  const testId = testIdOf(element);
  if (testId) specs.push({ by: 'test_id', value: testId.value, attribute: testId.attribute });
  if (role && name && name.length <= longestName(role)) specs.push({ by: 'role', role, name });
  const drawn = fieldOfBox(element);
  const label = labelOf(element) ?? placeLabel(element, name) ?? (drawn && (labelOf(drawn) ?? placeLabel(drawn, '')));
  if (label && (holdsValue(element) || !name)) specs.push({ by: 'label', text: label });
  const placeholder = hintOf(element);
  if (placeholder) specs.push({ by: 'placeholder', text: placeholder });
  specs.push(...attributeLocators(element));
  const icon = !name && !text && element.matches('button,a,[role=button]') ? iconLocator(element) : null;
  if (icon) specs.push(icon);
  // What a list shows as chosen is its value, not its name.
  const named = !((name || label) && isClosedList(element));
  if (!isField(element) && !drawn && named && text && text.length <= 80 && (text !== name || !role)) specs.push({ by: 'text', text });
  if (role && !name) specs.push({ by: 'role', role });
  return specs;
}

function inSection(element: Element, specs: LocatorSpec[]): LocatorSpec[] {
  const section = sectionOf(element);
  if (!section) return [];
  const within: LocatorSpec = { by: 'role', role: section.role, name: section.name };
  return portable(specs).slice(0, 2).map((spec) => ({ ...spec, within }));
}

/** Fields and buttons of the same names stand under headings of their own: the street of the billing address. */
function underHeading(element: Element, text = ''): LocatorSpec[] {
  const heading = headingOver(element);
  if (!heading) return [];
  const within: LocatorSpec = { by: 'heading', text: heading };
  const named = plainLocators(element, roleOf(element), nameOf(element), text).filter(isByWords);
  const described = named.length === 0 ? element.closest('dd') : null;
  // A picture alone: its place in what is said of the term.
  const own: LocatorSpec[] = described ? [{ by: 'css', css: `dd > ${pathFrom(described, element)}` }] : named;
  return own.slice(0, 2).map((spec) => ({ ...spec, within }));
}

const COMMANDS = 'button,[role=button],a,[role=link],input[type=submit],input[type=button]';
const HEADING_CLIMBS = 4;
const MOST_ALIKE = 60;
const LEAST_ALIKE = 3;

/** A command that stands in one part of the page under several headings, or terms of a list: each heads what it is done to. */
function isOfSeveralHeadings(element: Element): boolean {
  const name = nameOf(element);
  const list = element.closest('dd')?.closest('dl');
  if (!element.matches(COMMANDS) || (!name && !list)) return false;
  for (const around of list ? [list] : [...ancestorsOf(element)].slice(0, HEADING_CLIMBS)) {
    const alike = queryAll(element.localName, around).slice(0, MOST_ALIKE).filter((one) => isUsable(one) && nameOf(one) === name && (name || one.innerHTML === element.innerHTML));
    if (alike.length < LEAST_ALIKE) continue;
    const headings = new Set(alike.map(headingOver));
    return !headings.has(null) && headings.size === alike.length;
  }
  return false;
}

/** The same answers are given to one question after the other, and fields have the same arrow: that which it belongs to tells. */
function inGroup(element: Element, says: string): LocatorSpec[] {
  const text = belongsTo(element);
  if (!text) return [];
  const within: LocatorSpec = { by: 'group', text };
  const named = plainLocators(element, roleOf(element), nameOf(element), drawnChoices(element) ? says : '').filter(isByWords);
  const line = lineOfForm(element);
  const places = [element.localName, ...(line ? [pathFrom(line, element)] : [])].map((css): LocatorSpec => ({ by: 'css', css }));
  const byName = !isListInLine(element) && (named.length > 0 || (isButton(element) && !line));
  const own = byName ? named : places;
  return own.slice(0, 2).map((spec) => ({ ...spec, within }));
}

const BOX_DEPTH = 4;

/**
 * The record stands twice on the page, as among the newest and in the list of all, and its row says the same in both: the
 * heading of the part tells which is meant. A heading that stands in another row names that row's record.
 */
function inRowUnderHeading(element: Element, text: string): LocatorSpec[] {
  const row = rowOf(element);
  const heading = row && headingOver(row.element);
  if (!row || !heading || !headsAll(row.element, heading)) return [];
  const under = (spec: LocatorSpec): LocatorSpec => ({ ...spec, within: { by: 'heading', text: heading } });
  return inRow(element, plainLocators(element, roleOf(element), nameOf(element), text), row)
    .flatMap((spec) => (spec.within?.by === 'row' ? [{ ...spec, within: under(spec.within) }] : []));
}

/** Whether what is made like the row, or like the box that holds it, stands under the same heading. */
function headsAll(row: Element, heading: string): boolean {
  for (const item of [row, ...ancestorsOf(row)].slice(0, BOX_DEPTH)) {
    const like = childrenOf(item.parentElement).filter((one) => one.localName === item.localName && one.className === item.className);
    if (like.length > 1) return [like[0]!, like.at(-1)!].every((one) => headingOver(one) === heading);
  }
  return false;
}

/** In one of several boxes made alike that say nothing of themselves: by what tells that one from the others. */
function inBox(element: Element, text: string): LocatorSpec[] {
  const box = rowOf(element) ? undefined : [...ancestorsOf(element)].slice(0, BOX_DEPTH).find(isLikeCard);
  return box ? inRow(element, plainLocators(element, roleOf(element), nameOf(element), text), { element: box, role: 'card' }) : [];
}

const PARTS = 'dialog,[role=dialog],[role=alertdialog],form';

/** The dialogs and forms around an element, each by what finds it alone. */
function* partsAround(element: Element): Generator<{ part: Element; within: LocatorSpec }> {
  for (const part of ancestorsOf(element)) {
    if (!part.matches(PARTS)) continue;
    const plain = plainLocators(part, roleOf(part), nameOf(part), '');
    const within = [...plain, { by: 'css', css: part.localName } as LocatorSpec].find(finder(part));
    if (within) yield { part, within };
  }
}

const MOST_KINDS = 3;

/**
 * What floats above the page, outside of what holds that, around an entry without a role: a list that kits hang there, be
 * it in a box that says nothing.
 */
function layerAround(element: Element): LocatorSpec[] {
  const around = roleOf(element) ? [] : [...ancestorsOf(element)];
  const top = around.findIndex((one) => one.parentElement === document.body);
  if (top < 0 || around[top]!.querySelector('main,h1,form')) return [];
  const layers = around.slice(0, top + 1).filter((one) => ['absolute', 'fixed'].includes(getComputedStyle(one).position)).reverse();
  const waysTo = (layer: Element): LocatorSpec[] => {
    const kinds = [...layer.classList].filter((one) => !CHURNING.test(one)).slice(0, MOST_KINDS);
    const right = layer.parentElement === document.body ? 'body > ' : '';
    return [...attributeLocators(layer), ...kinds.map((kind): LocatorSpec => ({ by: 'css', css: `${right}.${CSS.escape(kind)}` }))];
  };
  return layers.flatMap((layer) => waysTo(layer).filter(finder(layer))).slice(0, 1);
}

/** Words that stand elsewhere as well, as those of a choice in the table behind its form do: in what is around them. */
function inPart(element: Element, text: string, parts: () => LocatorSpec[]): LocatorSpec[] {
  const words = plainLocators(element, roleOf(element), nameOf(element), text).filter(isByWords).slice(0, 2);
  return words.length === 0 ? [] : parts().flatMap((within) => words.map((spec) => ({ ...spec, within })));
}

/** The open dialog is the only one, as a rule; what it asks in has the record's name in it. */
const dialogAround = (element: Element): LocatorSpec[] =>
  [...partsAround(element)].filter(({ part }) => part.matches(DIALOGS)).map(({ within }) => within);

const partOrLayer = (element: Element): LocatorSpec[] => [...[...partsAround(element)].map(({ within }) => within), ...layerAround(element)];

/** The place in its form of what has no role there, as a field that is drawn: what is around the form is the record's. */
function placeInPart(element: Element): LocatorSpec[] {
  if (roleOf(element) || !element.closest('form')) return [];
  return [...partsAround(element)].slice(0, 1).map(({ part, within }) => ({ by: 'css', css: `:scope > ${pathFrom(part, element)}`, within }));
}

const isByWords = (spec: LocatorSpec): boolean =>
  spec.by === 'row' || spec.by === 'label' || spec.by === 'placeholder' || spec.by === 'text' || (spec.by === 'role' && !!spec.name);

/** In the one row of a list that is being written in, whichever that is: what is left to read in it are its commands. */
function inWrittenRow(element: Element, specs: LocatorSpec[], row: Element, written: LocatorSpec): LocatorSpec[] {
  const path: LocatorSpec = { by: 'css', css: `:scope > ${pathFrom(row, element)}` };
  return [...portable(specs).slice(0, 2), path].map((spec) => ({ ...spec, within: written }));
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
  const name = nameOf(element);
  const plain = plainLocators(element, roleOf(element), (name && !isField(element) && calledWithoutBadge(element)) || name, text);
  yield* inLine(element, portable(plain).slice(0, 3));
  const around = rowOf(element);
  const isPanel = around?.role === 'card' && isPanelOfHeading(around.element);
  const row = around?.role === 'card' && (isPanel || isLabelledField(around.element)) ? null : around;
  if (isPanel || (!row && isOfSeveralHeadings(element))) yield* underHeading(element);
  // A row that is pressed itself is the record's, whatever else its cells say of it.
  const key = roleOf(element) === 'row' ? rowKey(element, element) : null;
  if (key) yield calledRow(element, 'row', key);
  const written = row ? writtenRow(row.element, element) : null;
  if (row?.role !== 'listitem' && !written) yield* inRow(element, plain, row);
  const asked = row && !nameOf(element) ? questionOf(element) : null;
  if (row && asked) yield* plain.filter(isByWords).map((spec) => ({ ...spec, within: calledRow(row.element, row.role, asked) }));
  yield* plain;
  if (isInField(element) || isListInLine(element)) yield* inGroup(element, text);
  if (row && written) yield* inWrittenRow(element, plain, row.element, written);
  // Its text stands in a part of it, which is what the text leads to.
  const entry = roleOf(element) === 'listitem' ? rowKey(element, element) : null;
  if (entry) yield calledRow(element, 'listitem', entry);
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

/** Locators that find this element alone, best first: at most seven, always at least one. */
export function locatorsFor(element: Element, text = ownText(element), hidden?: () => void): LocatorSpec[] {
  const kept: LocatorSpec[] = [];
  const findsOnlyIt = finder(element, hidden);
  for (const spec of candidates(element, text)) {
    if (findsOnlyIt(spec)) kept.push(spec);
    if (kept.length === 5) break;
  }
  const ways: (() => LocatorSpec[])[] = [
    () => (element.matches(COMMANDS) ? inPart(element, text, () => dialogAround(element)) : []),
    () => inGroup(element, text),
    () => underHeading(element, text),
    () => inBox(element, text),
    () => inRowUnderHeading(element, text),
    () => inPart(element, text, () => partOrLayer(element)),
  ];
  for (const way of ways) {
    if (kept.some((spec) => isByWords(spec) || spec.within)) break;
    kept.unshift(...way().filter(findsOnlyIt).slice(0, 2));
  }
  kept.push(...placeInPart(element).filter(findsOnlyIt));
  const path = structural(element);
  const line = rowOf(element)?.element;
  if (line && writtenRow(line, element) && kept.length > 0) return kept;
  if (leadsOnlyTo(element, path.css ?? '') || findsOnlyIt(path) || kept.length === 0) kept.push(path);
  // A line that is being entered and says nothing of its own: where there are more of them, another one stands in its place.
  if (line && isTypedInto(line) && rowKey(line, element) === null && !nameHeld(line, element)) kept.push(structuralFromEnd(element, line));
  return kept;
}
