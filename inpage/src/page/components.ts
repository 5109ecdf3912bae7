// Components with a shadow tree: which of what they draw is meant for the page's own, and which is the component.

import { labelBeside } from './aria';
import { childrenOf, holds, idOf, parentOf, queryAll } from './dom';
import { wordsIn } from './text';
import { isClippedAway, isVisible } from './visible';

export const CLICKABLE =
  'a[href],button,input,select,textarea,summary,option,label,[role=button],[role=link],[role=checkbox],[role=radio],' +
  '[role=switch],[role=tab],[role=option],[role=menuitem],[role=menuitemcheckbox],[role=menuitemradio],' +
  '[role=combobox],[role=textbox],[role=treeitem],[contenteditable=""],[contenteditable=true],[onclick]';

export const INTERACTIVE = `${CLICKABLE},[tabindex]`;

/** What a component draws around a text that the page gave it: the text, and so the component, is meant. */
export function slotted(element: Element): Element {
  for (let at = element, root = at.getRootNode(); root instanceof ShadowRoot; at = root.host, root = at.getRootNode()) {
    const shows = at instanceof HTMLSlotElement || at.querySelector('slot') !== null;
    if (!shows || queryAll(INTERACTIVE, root.host).some((one) => !isBareLabel(one))) return at;
    element = root.host;
  }
  return element;
}

/** What a component shows and takes the press for itself, which goes through that. */
export const isPressedThrough = (element: Element): boolean =>
  element.assignedSlot !== null && getComputedStyle(element).pointerEvents === 'none';

/** The label of nothing that the browser knows of, in a component. */
export const isBareLabel = (element: Element): boolean =>
  element instanceof HTMLLabelElement && element.control === null && element.getRootNode() instanceof ShadowRoot;

/** The component that an element is drawn by, where it is all there is of it, as an icon's. */
export function leafAround(element: Element): Element | null {
  const root = element.getRootNode();
  return root instanceof ShadowRoot && root.host.childElementCount === 0 ? root.host : null;
}

/** Takes the focus for those in it only, as a component's dialog or calendar does. */
export const onlyHolds = (element: Element): boolean =>
  element.matches(HOLDERS) && queryAll(INTERACTIVE, element).length > 0;

const HOLDERS = '[tabindex="-1"]:is(:not([role]),[role=application],[role=group],[role=region],[role=document])';

const ICON_PX = 64;

/** The whole icon of which it is a line; a bar of a chart stays what it is. */
export function drawing(element: Element): Element {
  let whole = element;
  while (whole instanceof SVGElement && whole.ownerSVGElement) whole = whole.ownerSVGElement;
  const { width, height } = whole.getBoundingClientRect();
  return Math.max(width, height) <= ICON_PX ? whole : (calledShape(element) ?? element);
}

const LONGEST_CAPTION = 40;

/** What says in a large drawing what the pressed shape is, as the words of a place on a map: those in its group, or all of that. */
function calledShape(shape: Element): Element | null {
  const group = shape instanceof SVGElement && wordsIn(shape) === '' ? shape.parentElement : null;
  const said = group?.localName === 'g' ? wordsIn(group) : '';
  if (!group || said === '' || said.length > LONGEST_CAPTION) return null;
  return queryAll('text', group).find((text) => wordsIn(text) === said && !isPressedThrough(text)) ?? group;
}

const BOXES = 'input[type=checkbox],input[type=radio]';
const DRAWN_BOXES = ':is([role=checkbox],[role=radio],[role=switch])[aria-checked]:not(input)';

/** What shows itself as a whole to whoever hears the page, be there a box of the browser's in it. */
const WHOLE = '[role=option],:is([role=checkbox],[role=radio],[role=switch],[role=menuitemcheckbox],[role=menuitemradio])[aria-checked]';

/** What a box, or its label, is only a part of, as of a list's option: whoever ticks that picks the whole. */
export function wholeOfBox(element: Element): Element | null {
  // Some give the browser's box the role that it has.
  const whole = element.closest(`:is(${WHOLE}):not(input)`);
  const box = whole && whole !== element ? element.closest(`label,${BOXES}`) : null;
  return box && whole !== box && whole?.contains(box) ? whole : null;
}

/** The box that a label stands for: the one that the browser ties to it, or the only one in it, which the page turns. */
export function boxOfLabel(label: HTMLLabelElement): Element | null {
  const within = queryAll(BOXES, label);
  return label.control ?? (within.length === 1 ? within[0]! : null) ?? boxBeside(label);
}

function boxBeside(label: HTMLLabelElement): Element | null {
  const box = label.htmlFor ? null : label.parentElement?.querySelector(BOXES);
  return box && labelBeside(box) === label ? box : null;
}

const AROUND_BOX = 4;

/** Whether what was pressed stands in the words that the box is called by. */
const isCalledBy = (box: Element, pressed: Element): boolean =>
  (box.getAttribute('aria-labelledby') ?? '').split(/\s+/).some((id) => id !== '' && pressed.closest(`#${CSS.escape(id)}`) !== null);

/** Whether the page draws it over a box that nobody sees through it: the press falls on what is drawn. */
function isDrawnOver(drawn: Element, box: Element): boolean {
  if (getComputedStyle(box).opacity !== '0') return false;
  const [over, under] = [drawn.getBoundingClientRect(), box.getBoundingClientRect()];
  return over.left <= under.left && over.top <= under.top && over.right >= under.right && over.bottom >= under.bottom;
}

/**
 * The box that the page hides, and in whose place it draws something else that was pressed; or whose words those are,
 * without the label that the browser knows.
 */
export function hiddenBoxAt(pressed: Element): HTMLInputElement | null {
  for (let at: Element | null = pressed, depth = 0; at && depth < AROUND_BOX; at = parentOf(at), depth++) {
    const boxes = queryAll(BOXES, at);
    if (boxes.length === 0) continue;
    const [box] = boxes;
    const alone = boxes.length === 1 && box !== pressed && box instanceof HTMLInputElement;
    return alone && (!isVisible(box) || isClippedAway(box) || isCalledBy(box, pressed) || isDrawnOver(pressed, box)) ? box : null;
  }
  return null;
}

/**
 * What to press for a box that the page hides: what is drawn for it, as a person would, its label, or the smallest part
 * around it alone that is seen.
 */
export function drawnForBox(box: Element): Element | null {
  // A switch may be a button, which the browser ties to a label as well.
  const isTied = box instanceof HTMLInputElement || box instanceof HTMLButtonElement;
  const label = isTied ? [...(box.labels ?? [])].find(isVisible) : null;
  const around = seenAround(box);
  if (!label) return around;
  // A label that stands elsewhere presses the hidden box alone, of which a page that answers to what it draws may hear nothing.
  const isDrawn = around && !holds(label, box) && !holds(around, label) && around.getBoundingClientRect().width <= WIDEST_BOX;
  return isDrawn && childrenOf(around).some((part) => part !== box && isVisible(part)) ? around : label;
}

const WIDEST_BOX = 120;

function seenAround(box: Element): Element | null {
  let at = parentOf(box);
  for (let depth = 0; at && depth < AROUND_BOX; at = parentOf(at), depth++) {
    if (queryAll(BOXES, at).length > 1) return null;
    if (isVisible(at) && !isClippedAway(at)) return at;
  }
  return null;
}

const TWIN_DEPTH = 2;

/** Whether the page draws it, and says what it is, in the place of this box of the browser's, which it hides. */
export function isDrawnFor(drawn: Element, box: Element): boolean {
  if (!box.matches(BOXES) || isVisible(box) || !drawn.matches(DRAWN_BOXES)) return false;
  for (let at = box.parentElement, depth = 0; at && depth < TWIN_DEPTH; at = at.parentElement, depth++) {
    if (at.contains(drawn)) return queryAll(BOXES, at).length === 1 && queryAll(DRAWN_BOXES, at).length === 1;
  }
  return false;
}

/** The switch of which the pressed part is the track, that says nothing: its knob alone says what it is. */
export function switchAround(pressed: Element): Element | null {
  if (pressed.matches('[role],a,button,input,label,select,textarea')) return null;
  for (let at: Element | null = pressed, depth = 0; at && depth < TWIN_DEPTH; at = at.parentElement, depth++) {
    const [drawn, ...others] = queryAll(DRAWN_BOXES, at);
    if (others.length > 0 || at.textContent?.trim() || at.getBoundingClientRect().width > WIDEST_BOX) return null;
    if (drawn) return isVisible(drawn) && queryAll(INTERACTIVE, at).every((one) => one === drawn || drawn.contains(one)) ? drawn : null;
  }
  return null;
}

/** A choice of the page's own making that is called by words beside it. */
const CALLED_CHOICES = ':is([role=radio],[role=checkbox],[role=switch])[aria-checked][aria-labelledby]';
const WORDS_DEPTH = 3;

/**
 * The choice whose name the pressed words are, where the page draws both as one thing to press: the words say nothing of
 * what they are for, and the choice does.
 */
export function choiceCalledBy(words: Element): Element | null {
  if (getComputedStyle(words).cursor !== 'pointer') return null;
  for (let at: Element | null = words, depth = 0; at?.parentElement && depth < WORDS_DEPTH; at = at.parentElement, depth++) {
    const [choice, ...others] = queryAll(CALLED_CHOICES, at.parentElement);
    if (others.length > 0) return null;
    const names = choice?.getAttribute('aria-labelledby')?.split(/\s+/) ?? [];
    if (choice && names.includes(idOf(at)) && !holds(choice, words)) return isVisible(choice) ? choice : null;
  }
  return null;
}
