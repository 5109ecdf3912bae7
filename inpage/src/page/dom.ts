// Reading the DOM: walking through open shadow roots, visibility, and text as a person sees it.

import { keptInOneGo, keptWhole } from './memo';

export type Root = Document | ShadowRoot;

export const fold = (text: string | null | undefined): string =>
  (text ?? '').replace(/[\s\u00a0\u200b]+/g, ' ').trim();

/** What a text says, however it is spaced and written large. */
export const letters = (text: string | null | undefined): string => (text ?? '').replace(/\s+/g, '').toLowerCase();

/** A heading as it is read: its parts stand apart where they are drawn so. */
export const headingText = (heading: Element): string =>
  heading.childElementCount > 0 ? textOf(heading, 400) : fold(heading.textContent);

/** What a page shows over something while the pointer rests there, and may draw within it: it is no part of what that says. */
export const TIPS = '[role=tooltip]';
/** Whether it shows any now. */
export const hasTips = keptWhole(() => document.querySelector(TIPS) !== null);

/** What a part of the page says; the style sheet that an icon brings along is no text. */
export function wordsIn(part: Node): string {
  const all = part.textContent ?? '';
  // Each style sheet has a brace, and hardly any text.
  const unsaid = hasTips('') ? `style,script,${TIPS}` : all.includes('{') ? 'style,script' : '';
  if (!unsaid || !(part instanceof Element && part.querySelector(unsaid))) return fold(all);
  const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT, (node) =>
    node instanceof Element && node.matches(unsaid) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT);
  let said = '';
  while (texts.nextNode()) if (texts.currentNode instanceof Text) said += texts.currentNode.data;
  const tip = fold(said) ? null : part.querySelector(TIPS);
  return tip ? wordsIn(tip) : fold(said);
}

export const clip = (text: string, length = 80): string =>
  text.length > length ? text.slice(0, length - 1) + '…' : text;

export const DIALOGS = 'dialog,[role=dialog],[role=alertdialog]';

/** The document's own root and every open shadow root below it, in document order. */
export function roots(from: Root | Element = document): Root[] {
  if (from === document) return allRoots('');
  // Most documents have no shadow trees: then there is nothing to walk through.
  if (from instanceof Element && allRoots('').length === 1) return [];
  return rootsIn(from);
}

const allRoots = keptWhole(() => rootsIn(document));

/** Elements to which nobody can attach a shadow tree, and of which pages have many. */
const NO_HOSTS =
  'a,b,br,button,col,dd,dl,dt,em,form,i,img,input,label,li,link,meta,ol,option,path,pre,script,select,small,strong,style,' +
  'svg,table,tbody,td,textarea,th,thead,tr,ul,use';
const HOSTS = `:not(${NO_HOSTS})`;

function rootsIn(from: Root | Element): Root[] {
  const found: Root[] = [];
  const visit = (root: Root | Element): void => {
    if (!(root instanceof Element)) found.push(root);
    root.querySelectorAll(HOSTS).forEach(({ shadowRoot }) => shadowRoot && visit(shadowRoot));
  };
  visit(from);
  if (from instanceof Element && from.shadowRoot) visit(from.shadowRoot);
  return found;
}

/** `querySelectorAll` that pierces open shadow roots; an invalid selector finds nothing. */
export const queryAll = (selector: string, from: Root | Element = document): readonly Element[] =>
  from === document ? inDocument(selector) : inPart(selector, from);

const inDocument = keptWhole((selector) => inPart(selector, document));

function inPart(selector: string, from: Root | Element): Element[] {
  const found: Element[] = [];
  try {
    // Without shadow trees, the browser's own answer is the whole one.
    if (roots().length === 1) return [...from.querySelectorAll(selector)];
    // From the top of one shadow tree, and not of those in it.
    if (from instanceof Element && selector.startsWith(':host')) return [...(from.shadowRoot?.querySelectorAll(selector) ?? [])];
    if (from instanceof Element) found.push(...from.querySelectorAll(selector));
    for (const root of roots(from)) found.push(...root.querySelectorAll(selector));
    for (const shown of from instanceof Element ? slottedIn(from) : []) {
      if (shown.matches(selector)) found.push(shown);
      found.push(...inPart(selector, shown));
    }
  } catch {
    return [];
  }
  return [...new Set(found)];
}

/** What a part of a shadow tree shows in its slots; it stands in the tree around. */
function slottedIn(element: Element): Element[] {
  if (!(element.getRootNode() instanceof ShadowRoot)) return [];
  const slots = element instanceof HTMLSlotElement ? [element] : element.querySelectorAll('slot');
  return [...slots].flatMap((slot) => slot.assignedElements({ flatten: true }));
}

/** The bare texts that a part of a shadow tree shows in its slots, as an entry of a component does its name. */
export function textsSlottedIn(element: Element): string[] {
  if (!(element.getRootNode() instanceof ShadowRoot)) return [];
  const shown = [...element.querySelectorAll('slot')].flatMap((slot) => slot.assignedNodes());
  return shown.map((node) => (node instanceof Text ? fold(node.data) : '')).filter((text) => text !== '');
}

/** What stands among its like in place of the element: the component of which it is all, or itself. */
export function standsAs(element: Element): Element {
  const around = element.parentNode;
  return around instanceof ShadowRoot ? around.host : element;
}

/** The parent in the composed tree: shadow roots lead to their host, slotted nodes to their slot's host. */
export function parentOf(element: Element): Element | null {
  const around = element.parentNode;
  return around instanceof ShadowRoot ? around.host : element.parentElement;
}

/** The elements that a list of ids, as of `aria-controls`, names in the element's own document or shadow tree. */
export function byIds(element: Element, ids: string | null): Element[] {
  const root = element.getRootNode() as Root;
  return (ids?.split(/\s+/) ?? []).map((id) => (id ? root.getElementById(id) : null)).filter((one) => one !== null);
}

export function* ancestorsOf(element: Element): Generator<Element> {
  for (let at = parentOf(element); at; at = parentOf(at)) yield at;
}

/** What an element is drawn within, the nearest first: what is given to a component stands where its slot does. */
export function* drawnWithin(element: Element): Generator<Element> {
  for (let at = element.assignedSlot ?? parentOf(element); at; at = at.assignedSlot ?? parentOf(at)) yield at;
}

/** The trees that an element stands in, its own first. */
export function rootsAround(element: Element): Node[] {
  const found: Node[] = [element.getRootNode()];
  for (let root = found[0]!; root instanceof ShadowRoot; found.push(root)) root = root.host.getRootNode();
  return found;
}

/** Composed-tree containment. */
export function holds(container: Element, element: Element): boolean {
  // A tree at a time: the browser knows what is within what.
  for (let at = element; ; ) {
    if (container.contains(at)) return true;
    const root = at.getRootNode();
    if (!(root instanceof ShadowRoot)) return false;
    at = root.host;
  }
}

/** The next one of a set that holds the element. */
function holderAmong(element: Element, among: Set<Element>): Element | null {
  let at = parentOf(element);
  while (at && !among.has(at)) at = parentOf(at);
  return at;
}

/** Those that none of the others holds. */
export function outermostOf(elements: readonly Element[]): Element[] {
  const among = new Set(elements);
  return elements.filter((element) => !holderAmong(element, among));
}

/** Those that hold none of the others. */
export function innermostOf(elements: readonly Element[]): Element[] {
  const among = new Set(elements);
  const holders = new Set(elements.map((element) => holderAmong(element, among)));
  return elements.filter((element) => !holders.has(element));
}

/** What the event came about at, be it in an open shadow tree. */
export function originOf(event: Event): EventTarget | null {
  const { target } = event;
  // The path is made of all that stands around, and asked for only where it leads on.
  return target instanceof Element && target.shadowRoot ? (event.composedPath()[0] ?? target) : target;
}

/** Rendered, not `visibility: hidden`, and with an area (or with children that have one). */
export const isVisible = keptInOneGo((element): boolean => {
  if (!element.isConnected) return false;
  if (!element.checkVisibility({ visibilityProperty: true })) return hasNoBox(element) && showsInItsPlace(element);
  const box = element.getBoundingClientRect();
  if (box.width > 0 && box.height > 0) return !isWithinUndrawn(element);
  return partsOf(element).some(isVisible);
});

/** Whether it stands in a box that keeps its room and draws nothing, as a list does that is put away so (Chosen). */
export const isWithinUndrawn = (element: Element): boolean => {
  const around = element instanceof HTMLElement ? element.offsetParent : null;
  return around !== null && around !== document.body && isUndrawn(around);
};

/** What is left of a box that `clip` or `clip-path` cuts off from its four sides: nothing where it ends before it begins. */
const CUT = /^rect\((.+?)px, (.+?)px, (.+?)px, (.+?)px\)$/;
const INSET = /^inset\(([\d.]+)%(?: ([\d.]+)%)?(?: ([\d.]+)%)?(?: ([\d.]+)%)?\)$/;

function showsNothing({ clip: cut, clipPath }: CSSStyleDeclaration): boolean {
  const edges = CUT.exec(cut)?.slice(1).map(Number);
  if (edges) return edges[1]! <= edges[3]! || edges[2]! <= edges[0]!;
  const sides = INSET.exec(clipPath)?.slice(1).map((side) => (side === undefined ? undefined : Number(side)));
  if (!sides) return false;
  const [over, right = over!, below = over!, left = right] = sides;
  return over! + below >= 100 || left + right >= 100;
}

/** A positioned box of which all is cut off; one of a pixel is for screen readers, and says what it says. */
const isUndrawn = keptInOneGo((box): boolean => (showsNothing(getComputedStyle(box)) && !isPixel(box)) || isWithinUndrawn(box));

const CHILDREN = Object.getOwnPropertyDescriptor(Element.prototype, 'children')!.get!;

/**
 * The elements right within one. A form gives its fields by their names before its own properties, and those of a booking
 * have one called "children" (https://html.spec.whatwg.org/multipage/forms.html#the-form-element).
 */
export const childrenOf = (element: Element | null | undefined): Element[] =>
  element ? [...(CHILDREN.call(element) as HTMLCollection)] : [];

/** Those, and those that a component draws itself. */
export const partsOf = (element: Element): Element[] => [...childrenOf(element), ...(element.shadowRoot?.children ?? [])];

/** Has no box of its own, for which browsers call it invisible: what is in it stands where it does. */
const hasNoBox = (element: Element): boolean =>
  element.childNodes.length > 0 && getComputedStyle(element).display === 'contents';

/** Of what has no box, the largest part that has one: there a person presses it. */
export function drawnPart(element: Element): Element {
  let part = element;
  while (hasNoBox(part)) {
    const area = (one: Element): number => one.getBoundingClientRect().width * one.getBoundingClientRect().height;
    const shown = partsOf(part).filter(isVisible).sort((one, other) => area(other) - area(one));
    if (!shown[0]) break;
    part = shown[0];
  }
  return part;
}

/** Where the element is drawn, be it by its parts alone. */
export function boxOf(element: Element): DOMRect {
  const box = element.getBoundingClientRect();
  return box.width > 0 || box.height > 0 ? box : drawnPart(element).getBoundingClientRect();
}

function showsInItsPlace(element: Element): boolean {
  if (partsOf(element).some(isVisible)) return true;
  if (fold(element.textContent) === '' || element.childElementCount > 0) return false;
  // The text itself is measured: what stands around it may be seen only because of it, and would be asked about it in turn.
  const text = document.createRange();
  text.selectNodeContents(element);
  const { width, height } = text.getBoundingClientRect();
  return width > 0 && height > 0 && getComputedStyle(element).visibility === 'visible';
}

const HOLDERS = 4;

/** In a box of a pixel, for screen readers alone. */
export function isClippedAway(element: Element): boolean {
  for (let at: Element | null = element, depth = 0; at && depth < HOLDERS; at = parentOf(at), depth++) {
    if (isPixel(at)) return true;
  }
  return false;
}

/** Drawn for nobody, by any of the ways in which kits do that, and read out all the same. */
export function isHeardOnly(element: Element): boolean {
  const style = getComputedStyle(element);
  if (!['absolute', 'fixed'].includes(style.position)) return false;
  const { right, bottom } = element.getBoundingClientRect();
  const isAway = right + scrollX <= 0 || bottom + scrollY <= 0;
  return isPixel(element) || isAway || style.fontSize === '0px' || showsNothing(style);
}

/** Of a pixel, or with room at its sides, of which nothing shows. */
const isPixel = keptInOneGo((element): boolean => {
  const { width, height } = element.getBoundingClientRect();
  const [less, more] = [Math.min(width, height), Math.max(width, height)];
  return less > 0 && less <= 1 && (more <= 1 || showsNothing(getComputedStyle(element)));
});

/** Too narrow to be pointed at: it keeps its place for the browser's own messages alone. */
function isSliver(list: Element): boolean {
  const { width, height } = list.getBoundingClientRect();
  return Math.min(width, height) > 0 && Math.min(width, height) <= 1;
}

const isPutAway = keptInOneGo((list: Element): boolean =>
  list.getAttribute('tabindex') === '-1' || isClippedAway(list) || isSliver(list));

/** A native list, or an option of one, in whose place the page draws a list of its own. */
export function isPutAwayList(element: Element): boolean {
  const list = element instanceof HTMLOptionElement ? element.closest('select') : element;
  return list instanceof HTMLSelectElement && isPutAway(list);
}

const READ_OUT = '[aria-live],[role=status],[role=alert],[role=log]';

/** Read out by screen readers alone, as the entry that one points at: it stands nowhere. */
export function isReadOut(element: Element): boolean {
  const told = element.closest(READ_OUT);
  return told !== null && (isClippedAway(element) || isHeardOnly(told) || isCutOff(told));
}

const NOBODY = (): boolean => false;

/** What of an element's parts is read out alone; hardly anything has such parts. */
export const readOutIn = (element: Element): ((part: Element) => boolean) => (element.querySelector(READ_OUT) ? isReadOut : NOBODY);

/** What takes a choice back: it shows nothing but such a sign. */
export const isClosingSign = (element: Element): boolean => /^\s*[×✕✖✗⨯⊗]\s*$/.test(element.textContent ?? '');

/** Whether one scrolls to it there. What an app's frame shows nothing of is then in sight as soon as one does. */
function isWithinScroll(box: DOMRect, scrolled: Element): boolean {
  const { left, top } = scrolled.getBoundingClientRect();
  return box.right + scrolled.scrollLeft > left && box.bottom + scrolled.scrollTop > top;
}

/** Outside of a box that shows nothing beyond its edges, or that does not scroll: a drawer that is shut. */
export function isCutOff(element: Element): boolean {
  let box = element.getBoundingClientRect();
  for (const ancestor of ancestorsOf(element)) {
    const { overflow, position } = getComputedStyle(ancestor);
    const fixed = position === 'fixed';
    if (/auto|scroll/.test(overflow) && isWithinScroll(box, ancestor)) box = ancestor.getBoundingClientRect();
    if (ancestor === document.body || (!fixed && !/hidden|clip/.test(overflow))) continue;
    const around = fixed ? new DOMRect(0, 0, innerWidth, innerHeight) : ancestor.getBoundingClientRect();
    const apart = box.bottom <= around.top || box.top >= around.bottom || box.right <= around.left || box.left >= around.right;
    if (apart) return true;
  }
  return false;
}

/** Controls that pages hide on purpose while their label or button stands for them. */
export function isStandIn(element: Element): boolean {
  return (
    element instanceof HTMLInputElement && ['file', 'checkbox', 'radio'].includes(element.type)
  );
}

/** The element's own id: a form's property of that name may be a field that is called `id`. */
export const idOf = (element: Element): string => element.getAttribute('id') ?? '';

/** So many levels up at the most what is drawn stands for a control that is hidden. */
const STANDING_FOR = 2;

/** Whether what would be pressed in the place of a hidden box is in sight: its label, or what it lies in. Files are asked for by scripts. */
function isStoodFor(element: Element): boolean {
  if (!(element instanceof HTMLInputElement) || element.type === 'file') return true;
  if ([...(element.labels ?? [])].some(isVisible)) return true;
  let around = parentOf(element);
  for (let n = 0; around && n < STANDING_FOR; n++, around = parentOf(around)) if (isVisible(around)) return true;
  return false;
}

export const isUsable = (element: Element): boolean => isVisible(element) || (isStandIn(element) && isStoodFor(element));

/** By local name: within a picture's own markup names are not in capitals. */
const UNSEEN = new Set(['script', 'style', 'noscript', 'template', 'head']);

/** Visible text of an element and its open shadow trees, with white space folded; without parts that are left out by `but`. */
export function textOf(element: Element, limit = 20000, but: (node: Element) => boolean = () => false): string {
  const parts: string[] = [];
  let length = 0;
  let apart = true;
  // How something is drawn is asked, which is slow, only where words would run into each other.
  const part = (element: Element): void => {
    if (apart || (element.localName !== 'br' && getComputedStyle(element).display.startsWith('inline'))) return;
    parts.push(' ');
    apart = true;
  };
  const visit = (node: Node): void => {
    if (length > limit) return;
    if (node.nodeType === Node.TEXT_NODE) {
      // What indents the markup is no text, and does not count.
      const text = (node.nodeValue ?? '').replace(/\s+/g, ' ');
      parts.push(text);
      if (text) apart = text.endsWith(' ');
      length += text === ' ' ? 0 : text.length;
      return;
    }
    if (!(node instanceof Element) || but(node) || isPutAwayList(node) || isWithinUndrawn(node)) return;
    if (UNSEEN.has(node.localName) || !node.checkVisibility({ visibilityProperty: true })) {
      if (node.tagName !== 'SLOT' && getComputedStyle(node).display !== 'contents') return;
    }
    part(node);
    const slotted = node instanceof HTMLSlotElement ? node.assignedNodes() : [];
    if (slotted.length > 0) slotted.forEach(visit);
    else for (let child = (node.shadowRoot ?? node).firstChild; child; child = child.nextSibling) visit(child);
    part(node);
  };
  visit(element);
  return fold(parts.join(''));
}

/** A button that an editor puts into its text, as a handle to drag a paragraph by. */
const isHandle = (part: Element): boolean =>
  part.matches('button,[role=button]') && part instanceof HTMLElement && !part.isContentEditable;

/** The text of an editable region, with a line for each block and break in it. */
export function linesOf(region: Element): string {
  const lines: string[] = [''];
  const visit = (node: Node): void => {
    if (node instanceof Text) lines.push(lines.pop() + node.data.replace(/[\s\u200b]+/g, ' '));
    if (!(node instanceof Element)) return;
    if (node.tagName === 'BR') return void (node.nextSibling && lines.push(''));
    if (node !== region && isHandle(node)) return;
    const block = node !== region && !getComputedStyle(node).display.startsWith('inline');
    if (block && (lines.length > 1 || lines[0] || node.previousSibling)) lines.push('');
    node.childNodes.forEach(visit);
    if (block && node.nextSibling instanceof Text && node.nextSibling.data.trim()) lines.push('');
  };
  visit(region);
  return lines.map((line) => line.trim()).join('\n').trim();
}
