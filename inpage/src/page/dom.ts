// Walking the DOM: open shadow roots, slots, what holds what.

import { keptWhole } from './memo';

export type Root = Document | ShadowRoot;

const ownElements = Object.getOwnPropertyDescriptor(HTMLFormElement.prototype, 'elements')!.get!;

/** The controls of a form, also where one of them is called "elements". */
export const controlsOf = (form: HTMLFormElement): Element[] => [...(ownElements.call(form) as HTMLFormControlsCollection)];

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

/** What stands among its like in place of the element: the component of which it is all, or itself. */
export function standsAs(element: Element): Element {
  const around = element.parentNode;
  return around instanceof ShadowRoot ? around.host : element;
}

const CELLS = 'td,th,[role=gridcell],[role=cell],[role=rowheader],[role=columnheader]';

/** The cell of a component's grid that shows what the page gives to the grid: of its row is what stands in it. */
const cellShowing = (element: Element): Element | null => element.assignedSlot?.closest(CELLS) ?? null;

/** The parent in the composed tree: shadow roots lead to their host, slotted nodes to their slot's host, or to its cell. */
export function parentOf(element: Element): Element | null {
  const around = element.parentNode;
  const cell = cellShowing(element);
  if (cell) return cell;
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

/** The cell that shows what is given to a grid with the element in it. */
function cellAround(element: Element): Element | null {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const cell = cellShowing(at);
    if (cell) return cell;
  }
  return null;
}

/** Composed-tree containment. */
export function holds(container: Element, element: Element): boolean {
  // A tree at a time: the browser knows what is within what.
  const isDrawn = container.getRootNode() instanceof ShadowRoot;
  for (let at = element; ; ) {
    if (container.contains(at)) return true;
    const shown = isDrawn ? cellAround(at) : null;
    if (shown && container.contains(shown)) return true;
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

const CHILDREN = Object.getOwnPropertyDescriptor(Element.prototype, 'children')!.get!;

/**
 * The elements right within one. A form gives its fields by their names before its own properties, and those of a booking
 * have one called "children" (https://html.spec.whatwg.org/multipage/forms.html#the-form-element).
 */
export const childrenOf = (element: Element | null | undefined): Element[] =>
  element ? [...(CHILDREN.call(element) as HTMLCollection)] : [];

/** Those, and those that a component draws itself. */
export const partsOf = (element: Element): Element[] => [...childrenOf(element), ...(element.shadowRoot?.children ?? [])];

/** The element's own id: a form's property of that name may be a field that is called `id`. */
export const idOf = (element: Element): string => element.getAttribute('id') ?? '';
