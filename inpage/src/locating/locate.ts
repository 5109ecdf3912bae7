// From a locator to the elements that it finds. The same code serves recording (is it unique?), the
// run (which element is it?) and Playwright, where it is registered as a selector engine.

import { captionOf } from '../fields/captions';
import { captionOfCount, countsCalled, numberShown } from '../fields/counts';
import { boxOf, fieldBoxes, fieldOfBox, isKeptBeside, showsChoice } from '../fields/fieldboxes';
import { heldFirst } from '../fields/filled';
import { CHOICES } from '../fields/groups';
import { isField, labelOf, labelledAs, nameOf, roleOf } from '../page/aria';
import { columnOf } from '../page/columns';
import { withoutBadge } from '../page/badges';
import { isCard, isLikeCard, isLoneLine } from '../page/cards';
import { isDrawnFor, isPressedThrough } from '../page/components';
import { innermostOf, queryAll, roots } from '../page/dom';
import { headingText, textOf } from '../page/shown';
import { clip, fold, letters, wordsIn } from '../page/text';
import { isPutAwayList, isReadOut, isUsable, isVisible } from '../page/visible';
import { HEADINGS } from '../page/landmarks';
import { withMomentaryMemory } from '../page/memo';
import type { LocatorSpec, TargetSpec } from '../page/types';
import { isCalled, saysUnder } from '../rows/called';
import { cellOfLine, linesHolding } from '../rows/lines';
import { headingOver, isPartOfEntry, isTag, partHeadedBy } from '../rows/neighbours';
import { belongsTo } from './arrows';

type Scope = Document | ShadowRoot | Element;

const ROLE_SELECTORS: Record<string, string> = {
  button: 'button,summary,input[type=button],input[type=submit],input[type=reset],input[type=image]',
  link: 'a[href],area[href]',
  textbox: 'input,textarea,[contenteditable]',
  searchbox: 'input[type=search]',
  combobox: 'select,input[list]',
  listbox: 'select,datalist',
  checkbox: 'input[type=checkbox]',
  radio: 'input[type=radio]',
  spinbutton: 'input[type=number]',
  slider: 'input[type=range]',
  option: 'option',
  heading: 'h1,h2,h3,h4,h5,h6',
  row: 'tr',
  cell: 'td',
  columnheader: 'th',
  rowheader: 'th',
  listitem: 'li',
  list: 'ul,ol,menu',
  img: 'img',
  table: 'table',
  dialog: 'dialog',
  form: 'form',
  article: 'article',
  navigation: 'nav',
  main: 'main',
  region: 'section',
  group: 'fieldset,details,optgroup',
};

/** Elements of a selector that are looked at one by one. */
interface Search {
  selector: string;
  fits: (element: Element) => boolean;
}

const any = (): boolean => true;

function roleSearch(role: string, name: string | null | undefined): Search {
  const native = ROLE_SELECTORS[role];
  const selector = native ? `${native},[role~="${role}"]` : `[role~="${role}"],*`;
  const wanted = name == null ? null : fold(name);
  const fits = (element: Element): boolean => {
    if (wanted && !mayBeNamed(element, wanted)) return false;
    return roleOf(element) === role && (wanted === null || nameOf(element) === wanted || isCalledBeforeCount(element, wanted));
  };
  return { selector, fits };
}

/** What a selector finds in there; of a line that nothing holds, its cells are the places to look in, and are meant as well. */
function selected(selector: string, scope: Scope): readonly Element[] {
  const isCell = scope instanceof Element && cellOfLine(scope) === scope;
  // A place in a cell is told by the cell's column.
  if (isCell && selector.startsWith('[aria-colindex=')) {
    return [...(scope.matches(selector) ? [scope] : []), ...queryAll(selector, scope.parentElement ?? scope).filter((one) => scope.contains(one))];
  }
  return queryAll(selector, scope);
}

const searched = (search: Search, scope: Scope): Element[] => selected(search.selector, scope).filter(search.fits);

const byRole = (role: string, scope: Scope): Element[] => searched(roleSearch(role, null), scope);

/** Whether it says this before a count, which may be another one than it was, or none. */
const isCalledBeforeCount = (element: Element, wanted: string): boolean =>
  element.lastElementChild !== null && wordsIn(element).startsWith(wanted) && withoutBadge(element) === wanted;

/** A cheap look that spares the full name computation for most elements of a large page. */
function mayBeNamed(element: Element, wanted: string): boolean {
  if (element.hasAttribute('aria-labelledby') || element.hasAttribute('aria-label')) return true;
  if (isField(element) || element.childElementCount > 0 || element.shadowRoot) return true;
  if (element.hasAttribute('title') || element.hasAttribute('aria-posinset')) return true;
  // A button that shows what was chosen by it may have a label of its own.
  if (element instanceof HTMLButtonElement && (element.id || element.closest('label')) && element.labels.length > 0) return true;
  const text = wordsIn(element);
  // What shows nothing but a sign, as a dot, may be called by its label.
  return text.includes(wanted) || wanted.includes(text) || !/[\p{L}\p{N}]/u.test(text);
}

const FIELDS_SAID = 'input,select,textarea,[contenteditable],[role=combobox],[role=listbox],[role=spinbutton],[role=slider]';
/** A list for choosing may be said by nothing but that it opens one, around the button that shows the choice. */
const CONTROLS = `${FIELDS_SAID},[aria-haspopup=listbox]:not(button,:has(${FIELDS_SAID}))`;
const LABELLED = `${CONTROLS},[role=switch],[role=checkbox],[aria-label],[aria-labelledby]`;

const calledOf = (element: Element): string | null =>
  labelOf(element) ?? (element.matches(`${CONTROLS},[role=switch]:not(input)`) ? ((nameOf(element) ? null : columnOf(element)) ?? captionOf(element) ?? captionOfCount(element)) : null);

/** By the label that is seen, or by what a field calls itself beside that. */
const goesBy = (element: Element, wanted: string): boolean =>
  calledOf(element) === wanted || (isField(element) && labelledAs(element) === wanted);

/** A field for the focus alone, which nobody sees in the list that is drawn around it and goes by its label: the list is meant. */
function isUnseenInList(element: Element, wanted: string): boolean {
  const list = isField(element) && getComputedStyle(element).opacity === '0' ? element.parentElement?.closest('[role=combobox]') : null;
  return list != null && isVisible(list) && labelOf(list) === wanted;
}

/** The boxes that are drawn for fields of that label, which take no press themselves. */
const boxesCalled = (spec: LocatorSpec, scope: Scope): Element[] =>
  fieldBoxes(scope).flatMap(([field, box]) => (calledOf(field) === fold(spec.text) && !nameOf(box) ? [box] : []));

const searches = new WeakMap<LocatorSpec, Search | null>();

/** The search that a locator stands for; null for those that compare elements with each other. */
function searchFor(spec: LocatorSpec): Search | null {
  let search = searches.get(spec);
  if (search === undefined) searches.set(spec, (search = madeFor(spec)));
  return search;
}

function madeFor(spec: LocatorSpec): Search | null {
  const wanted = fold(spec.text);
  switch (spec.by) {
    case 'role':
      return roleSearch(spec.role ?? '', spec.name);
    case 'label':
      return { selector: LABELLED, fits: (element) => goesBy(element, wanted) && !boxOf(element) && !isKeptBeside(element) && !isUnseenInList(element, wanted) };
    case 'placeholder':
      return { selector: '[placeholder]', fits: (element) => fold(element.getAttribute('placeholder')) === wanted };
    case 'test_id':
      return { selector: `[${spec.attribute ?? 'data-testid'}=${CSS.escape(spec.value ?? '')}]`, fits: any };
    case 'css':
      return { selector: spec.css ?? '', fits: any };
    default:
      return null;
  }
}

function byText(text: string, scope: Scope): Element[] {
  const wanted = fold(text);
  const inOne = letters(wanted);
  // Lines that stand below each other have no space between them in the markup.
  const says = (said: string): boolean => said === wanted || (said.length < wanted.length && letters(said) === inOne);
  const saying = queryAll('*', scope).filter(
    (element) =>
      (says(wordsIn(element)) ? isVisible(element) && textOf(element) === wanted : isCalledBeforeCount(element, wanted) && isVisible(element)) &&
      !isReadOut(element),
  );
  const found = saying.filter((element) => !isPressedThrough(element) || !saying.includes(element.parentElement!));
  const inner = innermostOf(found);
  // An entry of an open list, and not what another list shows that it was chosen in.
  const apart = inner.length > 1 ? inner.filter((element) => !showsChoice(element)) : [];
  return apart.length > 0 ? apart : inner;
}

/** Whether the row's text holds the words; each of its elements is read by itself, as cells stand side by side. */
function holdsText(row: Element, wanted: string): boolean {
  // What a row of a shadow tree shows in its slots is no text of its own, nor is what components in it draw.
  const drawn = row.getRootNode() instanceof ShadowRoot || roots(row).length > 0;
  if (!drawn && !letters(wordsIn(row)).includes(letters(wanted))) return false;
  const spoken = !drawn && row instanceof HTMLElement && row.innerText ? fold(row.innerText) : textOf(row, 20000);
  const parts = [...queryAll('*', row), ...[...row.childNodes].filter((node) => node instanceof Text)];
  return holdsWhole(spoken, wanted) || parts.some((part) => holdsWhole(wordsIn(part), wanted));
}

export const WORD = /[\p{L}\p{N}]/u;

/** Whether the text holds the words as words: "Anna Berg" is not in "Joanna Berg". */
function holdsWhole(text: string, words: string): boolean {
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
    const inside = (edge: string | undefined, next: string | undefined): boolean =>
      edge !== undefined && next !== undefined && WORD.test(edge) && WORD.test(next);
    const end = at + words.length;
    if (!inside(text[at - 1], words[0]) && !inside(words[words.length - 1], text[end])) return true;
  }
  return false;
}

/** The rows of a role that hold the words; of cards, what is only made alike, or headed by them, or the only line of its kind, where no other one does. */
function rowsHolding(role: string, wanted: string, scope: Scope): Element[] {
  const holding = (rows: readonly Element[]): Element[] => rows.filter((row) => holdsText(row, wanted));
  if (role !== 'card') return holding(byRole(role, scope)).filter((row) => !isPartOfEntry(row));
  const all = queryAll('*', scope);
  const cards = holding(all.filter((one) => isCard(one) || isTag(one)));
  const alike = cards.length > 0 ? cards : holding(all.filter(isLikeCard));
  const headed = alike.length > 0 ? alike : headingsSaying(wanted, scope).flatMap((one) => partHeadedBy(one) ?? []);
  return headed.length > 0 ? headed : holding(all.filter(isLoneLine));
}

/**
 * Rows whose one cell is the text; failing that, unless it must be `exact`, rows whose text holds it in whole words.
 * Cells can stand in the text without a space between them, hence the look at each part of it as well.
 * Of those whose one cell is the text, none that says it in another column than was recorded: whom a record is
 * assigned to is not what it is called, in the same table or in one without such a heading. Failing all that, rows whose
 * first field holds just the text.
 */
function byRow({ role = 'row', text, exact = false, column }: LocatorSpec, scope: Scope): Element[] {
  const wanted = fold(text);
  const lines = role === 'row' ? linesHolding(wanted, scope, (said) => holdsWhole(said, wanted)) : { called: [], holding: [] };
  const rows = rowsHolding(role, wanted, scope);
  const holding = [...rows, ...lines.holding];
  const named = rows.filter((row) => isCalled(row, wanted));
  const told = column ? named.filter((row) => saysUnder(row, wanted, column)) : [];
  const saying = told.length > 0 ? told : named.filter((row) => !column || saysUnder(row, wanted, column) !== false);
  const called = [...saying, ...lines.called];
  const chosen = exact || called.length > 0 ? called : holding;
  if (chosen.length === 0 && role === 'row') return byRole(role, scope).filter((row) => heldFirst(row) === wanted);
  return innermostOf(chosen);
}

/** What an expression finds from one node on; a broken one finds nothing. */
function evaluated(xpath: string, from: Node): Element[] {
  const found: Element[] = [];
  try {
    const page = from instanceof Document ? from : from.ownerDocument!;
    const all = page.evaluate(xpath, from, null, XPathResult.ORDERED_NODE_ITERATOR_TYPE);
    for (let node = all.iterateNext(); node; node = all.iterateNext()) {
      if (node instanceof Element) found.push(node);
    }
  } catch {
    return [];
  }
  return found;
}

/**
 * The expression in the scope and in every open shadow root below it. Browsers take no shadow root as the
 * place to start from, and read a leading `/` from the document: there each top element is a start of its own.
 */
function byXpath(xpath: string, scope: Scope): Element[] {
  const below = xpath.replace(/^(\(*)\.?(?=\/)/, '$1.');
  const own = below.replace(/^(\(*)\.\/+/, '$1self::');
  // A part of it may speak of the whole document all the same: `id(…)`, the second half of a union.
  const inside = (top: Element, expression: string): Element[] =>
    evaluated(expression, top).filter((element) => top.contains(element));
  const found: Element[] = [];
  if (scope instanceof Document) found.push(...evaluated(xpath, scope));
  if (scope instanceof Element) found.push(...inside(scope, below).filter((element) => element !== scope));
  for (const root of roots(scope)) {
    if (!(root instanceof ShadowRoot)) continue;
    for (const top of root.children) found.push(...inside(top, own), ...inside(top, below));
  }
  return [...new Set(found)];
}

const headingsSaying = (text: string, scope: Scope): Element[] =>
  queryAll(HEADINGS, scope).filter((one) => clip(headingText(one)) === clip(fold(text)));

/** Whether it stands under the heading, as a part of the page does that nothing else holds together. */
const isUnder = (heading: LocatorSpec, element: Element): boolean => headingOver(element) === clip(fold(heading.text));

/** Within a heading is what stands under it, and within a group what is a choice of it. */
const placeAround = (spec: LocatorSpec): LocatorSpec | null =>
  spec.within?.by === 'heading' || spec.within?.by === 'group' ? spec.within : null;

const standsIn = (place: LocatorSpec, element: Element): boolean =>
  place.by === 'heading' ? isUnder(place, element) : belongsTo(element) === place.text;

/** What holds all that a locator may find. */
function scopesOf(spec: LocatorSpec, scope: Scope): Scope[] {
  const around = placeAround(spec) ? placeAround(spec)!.within : spec.within;
  return around ? locate(around, scope) : [scope];
}

function inScope(spec: LocatorSpec, scope: Scope): readonly Element[] {
  const search = searchFor(spec);
  if (search) return spec.by === 'label' ? [...searched(search, scope), ...boxesCalled(spec, scope), ...countsCalled(fold(spec.text), scope)] : searched(search, scope);
  if (spec.by === 'text') return byText(spec.text ?? '', scope);
  if (spec.by === 'row') return byRow(spec, scope);
  if (spec.by === 'heading') return headingsSaying(spec.text ?? '', scope);
  if (spec.by === 'group') return queryAll(CHOICES, scope).filter((element) => belongsTo(element) === spec.text);
  return byXpath(spec.xpath ?? '', scope);
}

/**
 * Every usable element that the locator finds, in document order; `all` keeps hidden ones, too. What hundreds of fields
 * are called is read from the same table: it is looked at once.
 */
export const locate = (spec: LocatorSpec, scope: Scope = document, all = false): Element[] =>
  withMomentaryMemory(() => found(spec, scope, all));

function found(spec: LocatorSpec, scope: Scope, all: boolean): Element[] {
  const place = placeAround(spec);
  const inScopes = [...new Set(scopesOf(spec, scope).flatMap((within) => inScope(spec, within)))];
  const fitting = place ? inScopes.filter((element) => standsIn(place, element)) : inScopes;
  if (all) return fitting;
  const usable = fitting.filter(isUsable);
  // What is drawn in the place of a native list is meant, and not the list behind it.
  const shown = usable.filter((element) => !isPutAwayList(element) && !usable.some((other) => isDrawnFor(element, other)));
  return shown.length > 0 ? shown : usable;
}

/** The elements of the first locator that finds any. */
export function locateAny(target: TargetSpec, scope: Scope = document, all = false): Element[] {
  for (const spec of target.locators ?? []) {
    const found = locate(spec, scope, all);
    if (found.length > 0) return found;
  }
  return [];
}

const SCOPE = ':scope > ';
const unscoped = (selector: string): string => (selector.startsWith(SCOPE) ? selector.slice(SCOPE.length) : selector);

/** A selector that fits all that any of the locators may concern; null where that takes more than a selector. */
export function selectorOf(specs: LocatorSpec[]): string | null {
  const all: string[] = [];
  for (const spec of specs) {
    const search = searchFor(spec);
    const around = spec.within ? selectorOf([spec.within]) : '';
    if (search === null || around === null) return null;
    all.push(unscoped(search.selector), ...(around ? [around] : []));
  }
  return all.join();
}

/** Whether the locator may find the element, or find something else because of it: no only where it is sure. */
export function concerns(spec: LocatorSpec, element: Element): boolean {
  if (spec.by === 'row') return wordsIn(element).includes(fold(spec.text)) || heldFirst(element) === fold(spec.text);
  if (spec.within && concerns(spec.within, element)) return true;
  if (spec.by === 'heading') return element.matches(`${HEADINGS},dt`);
  if (spec.by === 'text' || spec.by === 'group') return wordsIn(element) === fold(spec.text);
  if (spec.by === 'label' && (fieldOfBox(element) || numberShown(element) !== null)) return true;
  const search = searchFor(spec);
  return search === null || (element.matches(unscoped(search.selector)) && search.fits(element));
}

/**
 * Says of locators whether they find this element and no other; what they share is looked for once. `hidden` is told
 * where that may change by nothing more than that something else is shown.
 */
export function finder(element: Element, hidden: () => void = () => {}): (spec: LocatorSpec) => boolean {
  const known = new Map<LocatorSpec, Scope[]>();
  const scopes = (spec: LocatorSpec): Scope[] => {
    if (!spec.within) return [document];
    let found = known.get(spec.within);
    if (!found) known.set(spec.within, (found = scopesOf(spec, document)));
    return found;
  };
  return (spec) => {
    const search = searchFor(spec);
    if (!search || (spec.by === 'label' && boxesCalled(spec, document).length > 0)) {
      hidden();
      const found = locate(spec);
      return found.length === 1 && found[0] === element;
    }
    if (!search.fits(element) || !isUsable(element)) return false;
    const place = placeAround(spec);
    let itself = false;
    for (const scope of scopes(spec)) {
      for (const found of selected(search.selector, scope)) {
        if (found === element) itself = true;
        else if (search.fits(found) && (!place || standsIn(place, found))) {
          if (isUsable(found) && !isPutAwayList(found) && !isDrawnFor(found, element)) return false;
          hidden();
        }
      }
    }
    return itself;
  };
}
