// Which element had to be hovered over before another one could be used: by a stylesheet's `:hover` or by script.

import { whileCapturing } from './capturing';
import { ancestorsOf, childrenOf, clip, fold, holds, originOf, textOf } from './dom';
import type { TargetSpec } from './types';

const REVEALS = ['display', 'visibility', 'opacity', 'transform', 'height', 'max-height', 'clip', 'clip-path', 'pointer-events'];

/** Put away beside the page, and brought back to its place. */
const PLACES = ['left', 'right', 'top', 'bottom', 'position', 'text-indent', 'margin-left'];
const IN_PLACE = new Set(['0', '0px', 'auto', 'initial', 'static']);

const reveals = ({ style }: CSSStyleRule): boolean =>
  REVEALS.some((property) => style.getPropertyValue(property)) ||
  PLACES.some((property) => IN_PLACE.has(style.getPropertyValue(property)));

const REVEALING = new Set(['class', 'style', 'hidden', 'aria-hidden', 'aria-expanded', 'open']);

interface Rule {
  selector: string;
}

let rules: Rule[] = [];
let read = '';
let unread = false;
let answering = false;

// What shows and hides things by a person's doing alone, without any change of the document.
const ANSWERS = /:(focus|active|checked|target|indeterminate|default|valid|invalid|user-|in-range|out-of|placeholder-shown|autofill|read-|has\()/;
let lastHovered: Element | null = null;
let lastInputWasHover = false;
let inputs = 0;
let hovers = 0;
let [pointerX, pointerY] = [NaN, NaN];
let hoveredAt = 0;
let inputAt = 0;

/** What comes later than this after the pointer is not its doing. */
const SLOWEST_MS = 1500;

/** What comes sooner than this after another input may be the answer to that. */
const ANSWER_MS = 1000;

/** How far from its trigger a menu may stand. */
const BESIDE_PX = 24;
const shownByHover = new WeakMap<Element, { trigger: Element; inputs: number; pointing: number }>();

/** How often the pointer came over something; the first time counts once it is known to have moved there. */
let pointings = 0;
let rested = 1;
let first: [number, number] | null = null;

/** How many rules each stylesheet has: what a script adds to one is read, too. */
function sizes(): string {
  let all = '';
  for (const sheet of styleSheets()) {
    try {
      all += ` ${sheet.cssRules.length}`;
    } catch {
      all += ' -';
    }
  }
  return all;
}

const styleSheets = (): CSSStyleSheet[] => [...document.styleSheets, ...document.adoptedStyleSheets];

function hoverRules(): Rule[] {
  const all = sizes();
  if (all === read) return rules;
  [rules, read, unread, answering] = [[], all, false, false];
  const visit = (list: CSSRuleList): void => {
    for (const rule of list) {
      if (rule instanceof CSSStyleRule && reveals(rule)) {
        if (rule.selectorText.includes(':hover')) rules.push({ selector: rule.selectorText });
        answering ||= ANSWERS.test(rule.selectorText);
      }
      if ('cssRules' in rule) visit((rule as CSSGroupingRule).cssRules);
    }
  };
  for (const sheet of styleSheets()) {
    try {
      visit(sheet.cssRules);
    } catch {
      // A stylesheet of another origin keeps its rules to itself.
      unread = true;
    }
  }
  return rules;
}

/** By stylesheet: the element or an ancestor is shown by a rule whose `:hover` part fits something outside of it. */
function byStyle(element: Element): Element | null {
  for (const { selector } of hoverRules()) {
    for (const part of selector.split(',')) {
      const at = part.indexOf(':hover');
      if (at < 0) continue;
      const trigger = part.slice(0, at).trim().replace(/[>+~]\s*$/, '') || '*';
      const rest = part.slice(at + ':hover'.length);
      if (!rest.trim()) continue;
      try {
        const shown = [element, ...ancestorsOf(element)].find((e) => e.matches(part));
        if (!shown) continue;
        // Of menus in menus, the entry that holds this one.
        const all = [...document.querySelectorAll(trigger)];
        const found = all.filter((e) => holds(e, shown)).at(-1) ?? all.find((e) => e.matches(':hover'));
        if (found && found !== element && !element.contains(found)) return handle(found, shown);
      } catch {
        continue;
      }
    }
  }
  return null;
}

/** What a person points at: the visible control in the trigger, not the menu that it holds. */
function handle(trigger: Element, shown: Element): Element {
  const controls = [...trigger.querySelectorAll('button,a,[role=button],[aria-haspopup],summary')];
  const stays = (part: Element): boolean => !shown.contains(part) && !holds(part, shown) && part.checkVisibility();
  const words = childrenOf(trigger).filter((part) => fold(part.textContent));
  return controls.find(stays) ?? words.find(stays) ?? trigger;
}

const MOST_MENUS = 5;

/** What had to be pointed at before the element could be, of which `hit` was pressed, the first of all first. */
export function hoverTriggers(element: Element, hit: EventTarget | null = element): Element[] {
  const triggers: Element[] = [];
  for (let at = hoverTrigger(element, hit); at && !triggers.includes(at) && triggers.length < MOST_MENUS; at = hoverTrigger(at, at)) {
    triggers.unshift(at);
  }
  return triggers;
}

/** The description of what was pointed at, without the words of what that opened in it: they were not there before. */
export function beforeItOpened(trigger: Element, element: Element, target: TargetSpec): TargetSpec {
  if (!target.text || !holds(trigger, element)) return target;
  const opened = [element, ...ancestorsOf(element)].find((part) => part.parentNode === trigger);
  const text = clip(textOf(trigger, undefined, (part) => part === opened));
  const { near } = target;
  const row = near?.row?.replace(target.text, text);
  const locators = target.locators?.filter((one) => one.by !== 'text' || one.text !== target.text);
  return { ...target, text: text || null, near: { ...near, ...(row && { row }) }, locators };
}

function hoverTrigger(element: Element, hit: EventTarget | null): Element | null {
  for (const at of [element, ...ancestorsOf(element)]) {
    const shown = shownByHover.get(at);
    if (!shown || shown.inputs !== inputs || shown.pointing <= rested || !shown.trigger.isConnected) continue;
    // What one presses, or a part of it, was there to be pointed at; so were the words that are pressed for their box.
    if (hit instanceof Element && holds(shown.trigger, hit)) continue;
    if (!holds(shown.trigger, element) && !holds(element, shown.trigger)) return shown.trigger;
  }
  return byStyle(element);
}

/** A number that grows whenever the pointer comes over something that a stylesheet may answer. */
export const hoversSoFar = (): number => (rules.length > 0 || unread ? hovers : 0);

/** Whether no stylesheet shows or hides anything but for a change of the document. */
export function stylesAnswerNothing(): boolean {
  return hoverRules().length === 0 && !unread && !answering;
}

export function watchHover(): void {
  window.addEventListener(
    'pointerover',
    (event) => {
      if (!event.isTrusted || event.pointerType === 'touch') return;
      // The page moved beneath a pointer that rests: nobody pointed at anything.
      if (!pointerMoved(event)) return void hovers++;
      const over = originOf(event);
      if (over instanceof Element) lastHovered = over;
      lastInputWasHover = true;
      first ??= [event.clientX, event.clientY];
      pointings++;
      hoveredAt = performance.now();
      hovers++;
      hoverRules();
    },
    { capture: true, passive: true, signal: whileCapturing() },
  );
  const moves = (event: PointerEvent): void => {
    pointerMoved(event);
    // Where the page is drawn anew beneath a pointer that rests, browsers say that it came over something, and not
    // that it moved; and one that was nowhere yet is said to come to the corner.
    const came = first?.[0] === event.clientX && first[1] === event.clientY && (event.clientX !== 0 || event.clientY !== 0);
    if (came && pointings === 1) rested = 0;
  };
  window.addEventListener('pointermove', moves, { capture: true, passive: true, signal: whileCapturing() });
  for (const kind of ['pointerdown', 'keydown', 'wheel']) {
    const other = (): void => {
      lastInputWasHover = false;
      // A menu that the pointer opened may be scrolled, and stays open.
      if (kind !== 'wheel') inputs++;
      inputAt = performance.now();
    };
    // After the capture of the same event, which still asks what was hovered over before it.
    window.addEventListener(kind, () => queueMicrotask(other), { capture: true, passive: true, signal: whileCapturing() });
  }
}

/** Whether the pointer is at another place than at the last look. */
function pointerMoved(event: PointerEvent): boolean {
  const moved = event.clientX !== pointerX || event.clientY !== pointerY;
  [pointerX, pointerY] = [event.clientX, event.clientY];
  return moved;
}

/**
 * Whether it may be the pointer that something came of. While the answer to a press or a letter may still be
 * on its way, only what belongs to the trigger counts: the pointer crosses much on its way to the next thing.
 */
function mayComeOf(trigger: Element, shown: Element): boolean {
  const now = performance.now();
  if (now - hoveredAt > SLOWEST_MS) return false;
  if (now - inputAt > ANSWER_MS) return true;
  const [near, far] = [trigger.getBoundingClientRect(), shown.getBoundingClientRect()];
  // An item that opens what it holds; not the page, which is marked while a dialog is open.
  if (shown.contains(trigger)) return far.width * far.height * 4 <= innerWidth * innerHeight;
  const covers = far.left < near.left && far.right > near.right && far.top < near.top && far.bottom > near.bottom;
  const aside = Math.max(far.left - near.right, near.left - far.right, far.top - near.bottom, near.top - far.bottom);
  return !covers && aside <= BESIDE_PX;
}

/** Remembers what appears after the pointer came over something, before any other input. */
export function noteShown(records: MutationRecord[]): void {
  if (!lastInputWasHover || !lastHovered) return;
  for (const record of records.slice(0, 40)) {
    if (record.type === 'characterData') continue;
    if (record.type === 'attributes' && !REVEALING.has(record.attributeName ?? '')) continue;
    const shown = record.type === 'childList' ? [...record.addedNodes] : [record.target];
    for (const node of shown) {
      const counts = node instanceof Element && node !== document.body && node.checkVisibility();
      if (counts && mayComeOf(lastHovered, node)) {
        shownByHover.set(node, { trigger: lastHovered, inputs, pointing: pointings });
      }
    }
  }
}
