// Check boxes and radio buttons: what a click makes of them. The browser tells of that once the page has dealt with the
// click, and a page that keeps the state itself until its server has answered has turned the box back by then.
// Also the entries of a list of which several may be chosen, and of one that is there at all times: a click chooses one, or
// takes it back.

import { tickOf } from '../fields/entryboxes';
import { isLaidOver } from '../fields/groups';
import { choiceOf } from '../fields/holding';
import { whileCapturing } from '../page/capturing';
import { ancestorsOf, drawnWithin, originOf, queryAll } from '../page/dom';
import type { TargetSpec } from '../page/types';
import { isVisible } from '../page/visible';
import { DueLook } from './due';
import { targetOf } from './on';
import { on, tell } from './tell';

/** What a click made of the box before the page heard of it, and the dialogs that there were. */
interface Made {
  checked: boolean;
  dialogs: number;
}

const made = new WeakMap<Element, Made>();

/** A page's own script draws what it asks before it lets the box turn, within so long. */
const ASKS_MS = 100;

/** Whether the page asks something in place of turning the box that was clicked last. */
const turnedBack = new DueLook();

/** What the entry that was pressed last says of itself since. */
const chosen = new DueLook();

const isBox = (element: unknown): element is HTMLInputElement =>
  element instanceof HTMLInputElement && ['checkbox', 'radio'].includes(element.type);

const dialogsNow = (): number => queryAll('dialog[open],[role=dialog],[role=alertdialog]').filter(isVisible).length;

export function captureBoxes(): void {
  on('click', (event) => {
    const box = originOf(event);
    if (isBox(box)) made.set(box, { checked: box.checked, dialogs: dialogsNow() });
  });
  for (const next of ['pointerdown', 'keydown']) {
    on(next, (event) => {
      turnedBack.now();
      chosen.now();
      const option = event instanceof PointerEvent ? optionAt(event) : null;
      pressed = option && { option, was: chosenOf(option) };
    });
  }
  on('click', (event) => {
    const option = optionAt(event);
    if (option && pressed?.option === option && pressed.was !== null) expectChosen(event, option, pressed.was);
  });
}

/** The entry that was pressed last, and what it said of itself before the page heard of that. */
let pressed: { option: Element; was: string | null } | null = null;

/** Long enough for a list to close that is chosen from once. */
const CHOSEN_MS = 400;

const optionAt = (event: Event): Element | null => {
  const origin = originOf(event);
  // A component's entry may be pressed at a part that its own shadow tree draws.
  return origin instanceof Element ? ([origin, ...ancestorsOf(origin)].find((one) => one.matches('[role=option]')) ?? null) : null;
};

const chosenOf = (option: Element): string | null => option.getAttribute('aria-checked') ?? choiceOf(option);

/** A list says that several may be chosen, or it shows that: by boxes to tick, or several are, or one was taken back. */
function isOfSeveral(list: Element | undefined, option: Element, was: string): boolean {
  if (was === 'true' || tickOf(option) !== null || list?.getAttribute('aria-multiselectable') === 'true') return true;
  return list !== undefined && queryAll('[role=option]', list).filter((one) => chosenOf(one) === 'true').length > 1;
}

/** What a press made of an entry of a list that did not say by then whether several may be chosen. */
interface Untold {
  option: Element;
  list: Element;
  now: string;
  tell: () => void;
}

let untold: Untold[] = [];

/** Those that the list kept beside one more that was pressed: they were among several, too. */
function tellEarlier(list: Element | undefined): void {
  for (const one of untold) if (one.list === list && chosenOf(one.option) === one.now) one.tell();
  untold = [];
}

function expectChosen(event: Event, option: Element, was: string): void {
  const [target, signal] = [targetOf(option), whileCapturing()];
  const look = (): void => {
    const now = chosenOf(option);
    if (signal.aborted || !option.isConnected || !isVisible(option) || now === null || now === was) return;
    // Of a component, what is drawn around the entries says that they are a list.
    const list = [...drawnWithin(option)].find((one) => one.matches('[role=listbox]'));
    const tellIt = (): void => void tell(event, { kind: 'check', target, checked: now === 'true' });
    if (isOfSeveral(list, option, was)) {
      tellEarlier(list);
      tellIt();
    } else if (!isLaidOver(option)) {
      tellIt();
    } else if (list) {
      untold = [...untold.filter((one) => one.list === list && one.option !== option), { option, list, now, tell: tellIt }];
    }
  };
  chosen.expect(look, CHOSEN_MS);
}

/** What is meant is what the click made of it; a box that opens a question instead is only clicked. */
export function tellBox(event: Event, box: HTMLInputElement, target: TargetSpec): void {
  const clicked = made.get(box);
  made.delete(box);
  const checked = clicked?.checked ?? box.checked;
  if (!clicked || checked === box.checked) {
    tell(event, { kind: 'check', target, checked });
    return;
  }
  const signal = whileCapturing();
  turnedBack.now();
  turnedBack.expect(() => {
    if (!signal.aborted && dialogsNow() <= clicked.dialogs) tell(event, { kind: 'check', target, checked });
  }, ASKS_MS);
}
