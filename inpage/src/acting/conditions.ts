// Conditions that a page can answer by itself; what needs another channel is answered outside.

import { isOneBeside, shownBeside } from '../fields/beside';
import { isKeptBeside } from '../fields/fieldboxes';
import { choiceOf, onOff, valueOf } from '../fields/holding';
import { locate, locateAny, WORD } from '../locating/locate';
import { isField, listAround } from '../page/aria';
import { withoutArrow } from '../page/badges';
import { boxOfLabel } from '../page/components';
import { queryAll, roots } from '../page/dom';
import { routeOf } from '../page/naming';
import { optionsMeant } from '../page/options';
import { textOf } from '../page/shown';
import { fold } from '../page/text';
import type { ConditionSpec, TargetSpec } from '../page/types';
import { isVisible } from '../page/visible';
import { saysJust } from '../rows/saying';

export interface Finding {
  held: boolean;
  seen?: string | undefined;
}

const compare: Record<string, (a: number, b: number) => boolean> = {
  equals: (a, b) => a === b,
  not_equals: (a, b) => a !== b,
  less: (a, b) => a < b,
  at_most: (a, b) => a <= b,
  more: (a, b) => a > b,
  at_least: (a, b) => a >= b,
};

const LEAST_OF_NAME = 10;
const LEAST_PART_OF_NAME = 0.4;

/**
 * Whether the text says the name, in whatever capitals, or so much of its beginning as tells it from others: pages shorten what is too
 * long for its place ("Maximiliane von…").
 */
function saysName(text: string, name: string): boolean {
  const [said, wanted] = [text.toLowerCase(), name.toLowerCase()];
  if (said.includes(wanted)) return true;
  const least = Math.max(LEAST_OF_NAME, Math.ceil(wanted.length * LEAST_PART_OF_NAME));
  return [...said.matchAll(/\s*(?:…|\.\.\.)/g)].some(({ index }) => {
    for (let length = wanted.length - 1; length >= least; length -= 1) {
      const from = index - length;
      if (from >= 0 && said.startsWith(wanted.slice(0, length), from)) return from === 0 || !WORD.test(said[from - 1]!);
    }
    return false;
  });
}

function matchText(text: string, spec: ConditionSpec): boolean {
  if (spec.equals != null && text !== fold(spec.equals)) return false;
  if (spec['contains'] != null) {
    const wanted = fold(spec['contains']);
    if (!(spec.as_name ? saysName(text, wanted) : text.includes(wanted))) return false;
  }
  return spec['matches'] == null || new RegExp(spec['matches'], 'u').test(text);
}

/** `*` in a path stands for one segment. */
function pathFits(path: string, pattern: string): boolean {
  const escaped = pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace(/\*/g, '[^/]+');
  return new RegExp(`^${escaped}$`).test(path);
}

function only(target: TargetSpec | null | undefined): Element | null {
  return target ? (locateAny(target)[0] ?? null) : null;
}

/**
 * All that the target may be, seen or not. Where its locators tell one thing by several roles, as a dialog that may be an `alertdialog`,
 * one of those that the page has put away is not meant instead of the other that it shows.
 */
function allOf(target: TargetSpec): Element[] {
  const specs = target.locators ?? [];
  const byRoles = specs.every((spec) => spec.by === 'role' && !spec.within && spec.name === specs[0]!.name);
  const kinds = new Set(specs.map((spec) => spec.role));
  return byRoles && kinds.size === specs.length ? specs.flatMap((spec) => locate(spec, document, true)) : locateAny(target, document, true);
}

/** What says of itself that it is on, and is pressed on the text in it. */
const WHOLE = '[role=tab],[role=radio],[role=checkbox],[role=switch]';

/** What the entry says that shows a box to tick: one of its name that stands in the field says only whether the keys are on it. */
const boxAmong = (shown: Element[]): string | null => {
  const boxed = shown.filter((one) => one.matches('[role=option]:not([aria-selected],[aria-checked])') && choiceOf(one) !== null);
  return boxed.length === 1 ? choiceOf(boxed[0]!) : null;
};

function checkElement(spec: ConditionSpec): Finding {
  const target = spec.target;
  const all = target ? allOf(target) : [];
  const shown = all.filter(isVisible);
  // Kits keep a select of the browser's, clipped away, beside the list that they draw: its options say nothing.
  const element = shown.find((one) => !(one instanceof HTMLOptionElement)) ?? shown[0] ?? all[0];
  // A label that was clicked says nothing of itself.
  const ticked = element instanceof HTMLLabelElement ? boxOfLabel(element) : element;
  const isChecked = ticked && valueOf(ticked) === 'true';
  switch (spec.state) {
    case 'present':
      return { held: all.length > 0 };
    case 'absent':
      return { held: all.length === 0 };
    case 'visible':
      return { held: element !== undefined && isVisible(element) };
    case 'hidden':
      return { held: !all.some(isVisible) };
    case 'enabled':
      return { held: element !== undefined && !element.matches(':disabled,[aria-disabled=true]') };
    case 'disabled':
      return { held: element !== undefined && element.matches(':disabled,[aria-disabled=true]') };
    case 'checked':
    case 'unchecked': {
      // What was chosen may stand in the field as an entry of that name, which says nothing of being chosen.
      const saying = element?.matches('[role=option]') ? choiceOf : onOff;
      const told = element instanceof HTMLLabelElement ? null : boxAmong(shown) ?? shown.map(saying).find((choice) => choice !== null);
      const state = element && (onOff(element) ?? told ?? onOff(element.closest(WHOLE) ?? element));
      const on = state != null ? state === 'true' : Boolean(isChecked);
      return { held: element !== undefined && on === (spec.state === 'checked'), seen: on ? 'checked' : 'unchecked' };
    }
    default:
      return { held: false, seen: `unknown state ${spec.state}` };
  }
}

const isSpinner = (element: Element): boolean => element.getAttribute('role') === 'spinbutton';

/** A part of a date shows `09` for the 9 that was typed. */
const isSameNumber = (one: string, other: string): boolean =>
  /\d/.test(one) && /\d/.test(other) && Number(one) === Number(other);

const WITHOUT_SIGNS = /[^\p{L}\p{N}]/gu;

/** A word as people write it: a space beside one is no separator that a format has put there or taken away. */
const PLAIN_WORD = /(?<![\p{L}\p{N}])\p{L}?\p{Ll}{2,}(?![\p{L}\p{N}])/u;
const GROUPING = /[\s()/_]|(?<=\d)-(?=\d)/g;

const CURRENCY = /[\p{Sc}%\s]|^[A-Z]{3}(?![A-Z])|(?<![A-Z])[A-Z]{3}$/gu;

/** An amount that a field writes with its currency, in groups, and to the cent: `€ 1.234.567,80` for 1234567,8. */
function isSameAmount(value: string, wanted: string): boolean {
  const [, mark] = /^-?\d+(?:([.,])\d+)?$/.exec(wanted) ?? [, null];
  const bare = value.replace(CURRENCY, '');
  if (mark === null || !/^-?\d[\d.,'’]*$/.test(bare)) return false;
  if (!mark) return bare.replace(/[.,]0{1,2}$/, '').replace(/[.,'’]/g, '') === wanted;
  const plain = bare.replace(mark === '.' ? /[,'’]/g : /[.'’]/g, '').replace(',', '.');
  return Number(plain) === Number(wanted.replace(',', '.'));
}

/** A field with a format of its own writes `4000 0566` for a 40000566, `+49 (170) 55-5` for +49170555, `1,234.5` for 1234.5. */
function isWrittenAs(element: Element, value: string, wanted: string): boolean {
  if (!(element instanceof HTMLInputElement) || !/\d/.test(wanted)) return false;
  if (isSameAmount(value, wanted)) return true;
  if (PLAIN_WORD.test(wanted)) return fold(value.replace(WITHOUT_SIGNS, ' ')) === fold(wanted.replace(WITHOUT_SIGNS, ' '));
  if (/^[\p{L}\p{N}\s]+$/u.test(wanted)) return value.replace(WITHOUT_SIGNS, '') === wanted.replace(/\s/g, '');
  if (/^-?\d+\.\d+$/.test(wanted)) return Number(value.replace(/(?<=\d),(?=\d{3})/g, '')) === Number(wanted);
  return value.replace(GROUPING, '') === wanted.replace(GROUPING, '');
}

/** A list of which several may be chosen says them in its own order, whichever they were chosen in. */
const isSameSet = (value: string, wanted: string): boolean => fold(inOrder(value)) === fold(inOrder(wanted));

const inOrder = (list: string): string => list.split(', ').map(fold).filter(Boolean).sort().join(', ');

/** What a field holds; of a box of the page's own making, whether it is ticked. */
const heldBy = (element: Element): string | null => valueOf(element) ?? (isField(element) ? null : onOff(element));

const hasValue = (element: Element): boolean => isField(element) || heldBy(element) !== null;

/**
 * The field, and not the group of its parts, which is called the same; of a group that says its value by its parts alone, the field
 * that keeps the whole of it for the form.
 */
function fieldOf(target: TargetSpec | null | undefined): Element | null {
  const found = only(target);
  if (!found || hasValue(found)) return found;
  const called = (target?.locators ?? []).flatMap((spec) => locate(spec)).find(hasValue);
  return called ?? keptIn(found) ?? found;
}

/** The one field in a group that keeps its value out of sight. */
function keptIn(group: Element): Element | null {
  const kept = group.matches('[role=group]') ? queryAll('input', group).filter(isKeptBeside) : [];
  return kept.length === 1 ? kept[0]! : null;
}

/** Whether what is chosen says this alone, or stands for it where no option is called that. */
function holdsOtherwise(list: HTMLSelectElement, wanted: string): boolean {
  const chosen = [...list.selectedOptions];
  if (chosen.map((option) => fold(option.label)).join(', ') === fold(wanted)) return true;
  const meant = optionsMeant(list, wanted);
  if (meant.length === 1 && chosen.length === 1 && meant[0] === chosen[0]) return true;
  const isCalled = meant.some((option) => option.value !== wanted);
  return !isCalled && chosen.map((option) => option.value).join(', ') === wanted;
}

function checkValue(spec: ConditionSpec): Finding {
  const element = fieldOf(spec.target);
  if (!element) return { held: false, seen: 'the field is not there' };
  const wanted = spec.equals ?? '';
  const value = heldBy(element);
  if (value === null && !isField(element)) return { held: false, seen: 'it is no field' };
  if (value === null) {
    // A masked field: whether it has the right length is all that may be said.
    const length = (element as HTMLInputElement).value.length;
    return { held: length === wanted.length, seen: length ? '•••' : '' };
  }
  if (fold(value) === fold(wanted)) return { held: true };
  if (!isField(element) && wanted && withoutArrow(value) === withoutArrow(wanted)) return { held: true };
  const beside = wanted && shownBeside(element);
  if (beside) return { held: beside === fold(wanted) || isOneBeside(element, fold(wanted)), seen: beside };
  // What one types into within a list of the page's own making is empty again once something is chosen: the list says what.
  const around = wanted && value === '' && isField(element) ? listAround(element) : null;
  const chosen = around && fold(heldBy(around));
  if (chosen) return { held: chosen === fold(wanted), seen: chosen };
  if (isSpinner(element) && isSameNumber(value, wanted)) return { held: true };
  if (isWrittenAs(element, value, wanted)) return { held: true };
  if (element instanceof HTMLSelectElement) {
    return { held: holdsOtherwise(element, wanted) || (element.multiple && isSameSet(value, wanted)), seen: value };
  }
  return { held: false, seen: value.slice(0, 200) };
}

const pageText = (): string => fold(document.body?.innerText);

/**
 * `innerText` is fast, and shows letters as styles transform them and nothing of shadow trees. What a style
 * has put in capitals, and what stands in a shadow tree, is found by the slow walk.
 */
function mayHoldMore(spec: ConditionSpec): boolean {
  if (roots().length > 1) return true;
  const wanted = spec['contains'] ?? spec.equals;
  return wanted == null || fold(document.body?.textContent).includes(fold(wanted));
}

function checkText(spec: ConditionSpec): Finding {
  if (!spec.target) {
    if (spec.equals != null && spec.as_name) return { held: saysJust(spec.equals) };
    const held = matchText(pageText(), spec) || (mayHoldMore(spec) && matchText(textOf(document.body, 200000), spec));
    return { held };
  }
  const element = only(spec.target);
  if (!element) return { held: false, seen: 'the element is not there' };
  const text = textOf(element);
  return { held: matchText(text, spec), seen: text.slice(0, 200) };
}

function checkParts(spec: ConditionSpec): Finding {
  const parts = (spec.of ?? []).map(check);
  const held = spec.kind === 'any' ? parts.some((part) => part.held) : parts.every((part) => part.held);
  const seen = parts.filter((part) => !part.held && part.seen).map((part) => part.seen);
  return { held, seen: seen.join('; ') || undefined };
}

/** Whether the pattern fits the address, also as an app writes it that keeps its place behind a `#`, where it was recorded in one. */
function addressFits(pattern: string): boolean {
  const wanted = new RegExp(pattern, 'u');
  return wanted.test(location.href) || (pattern.startsWith('#/') && wanted.test(`#${location.pathname}${location.search}`));
}

export function check(spec: ConditionSpec): Finding {
  switch (spec.kind) {
    case 'all':
    case 'any':
      return checkParts(spec);
    case 'not':
      return { held: spec.condition != null && !check(spec.condition).held };
    case 'element':
      return checkElement(spec);
    case 'text':
      return checkText(spec);
    case 'value':
      return checkValue(spec);
    case 'count': {
      const counts = (spec.target?.locators ?? []).map((locator) => locate(locator).length);
      const count = counts.find((number) => number > 0) ?? 0;
      return { held: compare[spec.comparison ?? 'equals']!(count, spec.number ?? 0), seen: String(count) };
    }
    case 'url': {
      const held =
        (spec.path == null || [location.pathname, routeOf(location)].some((path) => pathFits(path, spec.path!))) &&
        (spec.equals == null || location.href === spec.equals) &&
        (spec['contains'] == null || location.href.includes(spec['contains'])) &&
        (spec['matches'] == null || addressFits(spec['matches']));
      return { held, seen: location.href };
    }
    case 'title':
      return { held: matchText(fold(document.title), spec), seen: fold(document.title) };
    default:
      return { held: false, seen: `a page cannot answer '${spec.kind}'` };
  }
}
