// Which element had to be hovered over before another one could be used: by a stylesheet's `:hover` or by script.

import { whileCapturing } from './capturing';
import { ancestorsOf, childrenOf, holds, originOf } from './dom';
import { textOf } from './shown';
import { clip, fold } from './text';
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

/** What is pointed at as a whole, whatever part of it is under the pointer. */
const ITEM = 'a,button,summary,[aria-haspopup],[role=button],[role^=menuitem]';

/** How far from its trigger a menu may stand. */
const BESIDE_PX = 24;

/** What had to be pointed at, and since when it was, if that is known. */
export interface Pointed {
  trigger: Element;
  since: number | null;
}

/** What showed by pointing at something; it answers an input where it came right behind one. */
interface Shown extends Pointed {
  inputs: number;
  pointing: number;
  answers: boolean;
  /** It was not on the page before. */
  added: boolean;
}
const shownByHover = new WeakMap<Element, Shown>();

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
        if (found && found !== element && !element.contains(found)) return handle(found, shown, part);
      } catch {
        continue;
      }
    }
  }
  return null;
}

/** What a person points at: the visible control in the trigger, not the menu that it holds, nor another that came by the same `rule`. */
function handle(trigger: Element, shown: Element, rule: string): Element {
  const controls = [...trigger.querySelectorAll('button,a,[role=button],[aria-haspopup],summary')];
  const came = (part: Element): boolean => {
    const all = part.closest(rule);
    return all !== null && all !== trigger && trigger.contains(all);
  };
  const stays = (part: Element): boolean => !shown.contains(part) && !holds(part, shown) && !came(part) && part.checkVisibility();
  const words = childrenOf(trigger).filter((part) => fold(part.textContent));
  return controls.find(stays) ?? words.find(stays) ?? trigger;
}

const MOST_MENUS = 5;

/** What had to be pointed at before the element could be, of which `hit` was pressed, the first of all first. */
export function hoverTriggers(element: Element, hit: EventTarget | null = element): Pointed[] {
  const triggers: Pointed[] = [];
  const isNew = (at: Pointed | null): at is Pointed => at !== null && triggers.every((one) => one.trigger !== at.trigger);
  for (let at = hoverTrigger(element, hit); isNew(at) && triggers.length < MOST_MENUS; at = hoverTrigger(at.trigger, at.trigger)) {
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

function hoverTrigger(element: Element, hit: EventTarget | null): Pointed | null {
  const path = [element, ...ancestorsOf(element)];
  for (const at of path) {
    const shown = shownByHover.get(at);
    if (!shown || shown.inputs !== inputs || shown.pointing <= rested || !shown.trigger.isConnected) continue;
    if (shown.answers && !belongsTo(shown.trigger, shownWith(at, shown, path))) continue;
    // A menu that hangs in the entry which it came up beside.
    if (shown.added && at !== shown.trigger && holds(shown.trigger, at) && standsOutside(at, shown.trigger)) return shown;
    // What one presses, or a part of it, was there to be pointed at; so were the words that are pressed for their box.
    if (hit instanceof Element && holds(shown.trigger, hit)) continue;
    if (!holds(shown.trigger, element) && !holds(element, shown.trigger)) return shown;
  }
  const trigger = byStyle(element);
  return trigger && { trigger, since: null };
}

/** Whether most of it is drawn beside what holds it. */
function standsOutside(part: Element, whole: Element): boolean {
  const [own, around] = [part.getBoundingClientRect(), whole.getBoundingClientRect()];
  return own.width > 0 && (own.x + own.width / 2 > around.right || own.y + own.height / 2 > around.bottom || own.x + own.width / 2 < around.x);
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

/** What the pointer brought up at once of the element's own path, from within: all of a menu, of which an entry came as well. */
function shownWith(at: Element, { trigger }: Shown, path: Element[]): Element[] {
  const all = path.filter((part) => shownByHover.get(part)?.trigger === trigger && !part.contains(trigger)).at(-1) ?? at;
  return path.slice(0, path.indexOf(all) + 1);
}

/**
 * Whether what came while the answer to a press or a letter may still have been on its way belongs to what was
 * pointed at: the pointer crosses much on its way to the next thing. Asked of the parts of it that hold what is
 * pressed, from within to the outermost, once they have come to their place; the outermost is often a mere
 * place at the end of the page, without any extent.
 */
function belongsTo(trigger: Element, parts: Element[]): boolean {
  // Its words may end well before the item does that they stand in.
  const item = trigger.closest(ITEM) ?? trigger;
  const [near, ...boxes] = [item, ...parts.reverse()].map((part) => part.getBoundingClientRect());
  const at = boxes.findIndex((box) => box.width > 0 && box.height > 0);
  const [whole, far] = [parts[at], boxes[at]];
  if (!near || !whole || !far) return false;
  // An item that opens what it holds; not the page, which is marked while a dialog is open.
  if (whole.contains(trigger)) return far.width * far.height * 4 <= innerWidth * innerHeight;
  const covers = far.left < near.left && far.right > near.right && far.top < near.top && far.bottom > near.bottom;
  const aside = Math.max(far.left - near.right, near.left - far.right, far.top - near.bottom, near.top - far.bottom);
  return !covers && aside <= BESIDE_PX;
}

/** Remembers what appears after the pointer came over something, before any other input. */
export function noteShown(records: MutationRecord[]): void {
  if (!lastInputWasHover || !lastHovered) return;
  const now = performance.now();
  if (now - hoveredAt > SLOWEST_MS) return;
  const answers = now - inputAt <= ANSWER_MS;
  for (const record of records.slice(0, 40)) {
    if (record.type === 'characterData') continue;
    if (record.type === 'attributes' && !REVEALING.has(record.attributeName ?? '')) continue;
    const added = record.type === 'childList';
    const shown = added ? [...record.addedNodes] : [record.target];
    for (const node of shown) {
      if (node instanceof Element && node !== document.body && node.checkVisibility() && !isPointedInto(node, lastHovered)) {
        shownByHover.set(node, { trigger: lastHovered, since: hoveredAt, inputs, pointing: pointings, answers, added });
      }
    }
  }
}

/** Whether what was shown by pointing at something else has been pointed into since: it is placed and marked anew meanwhile. */
function isPointedInto(node: Element, over: Element): boolean {
  const shown = shownByHover.get(node);
  return shown?.inputs === inputs && shown.trigger !== over && shown.trigger.isConnected && holds(node, over);
}
