// What the captures share: which element an event is about, and how it is told of a field.

import { boxOf, describe } from '../locating/describe';
import { surroundings, whatHolds, type Surroundings } from '../locating/lasting';
import { meant } from '../locating/meant';
import { isField } from '../page/aria';
import { originOf } from '../page/dom';
import { hoversSoFar } from '../page/hover';
import { now, type Moment } from '../page/memo';
import type { TargetSpec } from '../page/types';
import { version } from '../page/watch';

/** A press that moves less far is a click. */
export const STILL_PIXELS = 8;

export const isTextField = (element: Element): boolean =>
  isField(element) &&
  !(element instanceof HTMLInputElement && ['checkbox', 'radio', 'file', 'button', 'submit'].includes(element.type));

let lastMeant: { at: Element; version: number; element: Element } | null = null;

/** What is meant by this place; of the same place again, where nothing has changed, as from a press to its click. */
function meantAt(at: Element): Element {
  const now = version();
  if (lastMeant?.at !== at || lastMeant.version !== now) lastMeant = { at, version: now, element: meant(at) };
  return lastMeant.element;
}

/** What is meant by who points there. */
export function pointedAt(first: EventTarget | null): Element | null {
  if (first instanceof Element) return meantAt(first);
  return first instanceof Text ? first.parentElement : null;
}

export const pointed = (event: Event): Element | null => pointedAt(originOf(event));

export const modifiersOf = (event: MouseEvent | KeyboardEvent): string[] =>
  [event.altKey && 'Alt', event.ctrlKey && 'Control', event.metaKey && 'Meta', event.shiftKey && 'Shift'].filter(
    (modifier): modifier is string => Boolean(modifier),
  );

export function editableRoot(element: Element): Element {
  if (isField(element)) return element;
  let root: Element = element;
  for (let at: Element | null = element; at && (at as HTMLElement).isContentEditable; at = at.parentElement) root = at;
  return root;
}

/** A description, and what it takes to know whether it still holds. */
interface Described {
  target: TargetSpec;
  version: number;
  hovers: number;
  since: Moment;
  around: Surroundings | null;
}

const described = new WeakMap<Element, Described>();

/** The description of an element as it is now; the last one, where nothing has changed that it speaks of. */
export function targetOf(element: Element): TargetSpec {
  const last = described.get(element);
  const holding = last && last.hovers === hoversSoFar() ? holdsNow(element, last) : 'nothing';
  if (last && holding === 'description') {
    const box = boxOf(element);
    if (JSON.stringify(box) !== JSON.stringify(last.target.box)) last.target = { ...last.target, box };
    [last.version, last.since] = [version(), now()];
    return last.target;
  }
  let alone = true;
  const target = describe(element, () => {
    alone = false;
  }, holding === 'locators' ? last?.target : undefined);
  const around = alone ? surroundings(element, target) : null;
  described.set(element, { target, version: version(), hovers: hoversSoFar(), since: now(), around });
  return target;
}

function holdsNow(element: Element, last: Described): ReturnType<typeof whatHolds> {
  if (last.version === version()) return 'description';
  return last.around && element.isConnected ? whatHolds(element, last.around, last.target, last.since) : 'nothing';
}
