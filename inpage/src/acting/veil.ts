// Veiling what the page itself shows of a secret, for as long as a picture is taken.
//
// Texts are painted over by a highlight, which changes nothing in the document; what fields hold is drawn without ink.

import { isField } from '../page/aria';
import { type Root, roots } from '../page/dom';
import { isMasked } from '../page/masked';
import { unnoticed } from '../page/watch';

const NAME = 'handrail-veil';
/** Without ink: the tails of some letters hang out of what is painted behind them. */
const PAINT = '{ color: transparent !important; background: #222 !important; -webkit-text-fill-color: transparent !important; text-shadow: none !important }';
/** What is selected or was linked to is painted above highlights. */
const RULES = `::highlight(${NAME}) ${PAINT} ::selection ${PAINT} ::target-text ${PAINT}`;
/** No dots (`-webkit-text-security`): whoever looks at the page meanwhile would take the field for a secret's. */
const NO_INK: Style = {
  transition: 'none', '-webkit-text-fill-color': 'transparent', '-webkit-text-stroke': '0', 'text-shadow': 'none', background: '#222',
};
/** For the texts of drawings, over which no highlight paints, and for pictures. */
const UNSEEN: Style = { transition: 'none', opacity: '0' };

/** From so many signs on, one shows a secret in groups, and tells it by its beginning. */
const LONG = 6;
const TOLD_BY = 5;
const BETWEEN = '[\\s\\u00ad\\u200b-]*';

type Style = Record<string, string>;
type Undo = () => void;
type Styled = HTMLElement | SVGElement;
type Places = { ranges: Range[]; fields: HTMLElement[]; drawn: Styled[] };

const NOWHERE: Places = { ranges: [], fields: [], drawn: [] };
let veiled: { places: Places; undo: Undo[] } = { places: NOWHERE, undo: [] };

const escaped = (sign: string): string => sign.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

function patternOf(value: string): string {
  const signs = [...value].filter((sign) => !/\s/.test(sign)).map(escaped);
  if (signs.length < LONG) return escaped(value);
  const rest = signs.slice(TOLD_BY, -1).reduceRight((behind, sign) => `(?:${sign}${behind})?`, '');
  return `${signs.join(BETWEEN)}|${signs.slice(0, TOLD_BY).join('')}${rest}(?=…|\\.\\.\\.)`;
}

const known = new Map<string, RegExp>();
const NOTHING = /(?!)/g;

function anyOf(values: string[]): RegExp {
  const key = JSON.stringify(values);
  if (values.length === 0) return NOTHING;
  let found = known.get(key);
  // The longest first: of what begins like another one, the rest would stand bare.
  const ordered = [...values].sort((one, other) => other.length - one.length);
  if (!found) known.set(key, (found = new RegExp(ordered.map(patternOf).join('|'), 'giu')));
  return found;
}

const shows = (wanted: RegExp, text: string | null | undefined): boolean => !!text && text.search(wanted) >= 0;

/** Where the texts of a tree show it, over the borders of elements. */
function textsIn(root: Root, wanted: RegExp): Range[] {
  if (!shows(wanted, (root instanceof Document ? root.documentElement : root)?.textContent)) return [];
  const nodes: Piece[] = [];
  let whole = '';
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    if (/^(SCRIPT|STYLE|TEMPLATE|NOSCRIPT)$/.test(node.parentElement?.tagName ?? '')) continue;
    nodes.push({ node, from: whole.length });
    whole += node.data;
  }
  return [...whole.matchAll(wanted)].map(({ 0: found, index }) => rangeOf(nodes, index, index + found.length));
}

type Piece = { node: Text; from: number };

function rangeOf(nodes: Piece[], from: number, to: number): Range {
  const first = nodes.filter((one) => one.from <= from).at(-1)!;
  const last = nodes.filter((one) => one.from < to).at(-1)!;
  const range = document.createRange();
  range.setStart(first.node, from - first.from);
  range.setEnd(last.node, to - last.from);
  return range;
}

/** What a list shows: an option goes by its label where it has one, and an open list shows those of its groups. */
function shownBy(list: HTMLSelectElement): string {
  const isOpen = list.multiple || list.size > 1;
  const options = [...(isOpen ? list.options : list.selectedOptions)].map((option) => option.label);
  const groups = isOpen ? [...list.querySelectorAll('optgroup')].map((group) => group.label) : [];
  return [...options, ...groups].join('\n');
}

function heldBy(field: Element): string {
  if (field instanceof HTMLSelectElement) return shownBy(field);
  return isField(field) ? `${field.value}\n${field.getAttribute('placeholder') ?? ''}` : '';
}

const isDotted = (field: Element): boolean =>
  (field instanceof HTMLInputElement && field.type === 'password') ||
  !['', 'none'].includes(getComputedStyle(field).getPropertyValue('-webkit-text-security'));

/** A field for secrets is one whatever it holds: what the page filled in, and shows when it is asked to. */
const holdsSecret = (field: HTMLElement): boolean => isField(field) && field.value !== '' && isMasked(field);

const fieldsIn = (root: Root, wanted: RegExp): HTMLElement[] =>
  [...root.querySelectorAll<HTMLElement>('input,textarea,select')].filter(
    (field) => (shows(wanted, heldBy(field)) || holdsSecret(field)) && !isDotted(field));

/** Pictures that say it: their words stand in their place where they do not come, and some are drawn of their address. */
const picturesIn = (root: Root, wanted: RegExp): HTMLElement[] =>
  [...root.querySelectorAll<HTMLElement>('img,input[type=image]')].filter((picture) =>
    ['alt', 'title', 'src', 'srcset'].some((name) => shows(wanted, picture.getAttribute(name))));

function placesOf(values: string[]): Places {
  const wanted = anyOf(values);
  const trees = roots();
  const ranges = trees.flatMap((root) => textsIn(root, wanted));
  const around = ranges.map((range) => range.commonAncestorContainer);
  const drawn: (Styled | null | undefined)[] = around.map((node) => (node instanceof SVGElement ? node : node.parentElement?.closest<SVGElement>('svg *')));
  const pictures = trees.flatMap((root) => picturesIn(root, wanted));
  return { ranges, fields: trees.flatMap((root) => fieldsIn(root, wanted)), drawn: [...drawn.filter((one) => !!one), ...pictures] };
}

function paint({ ranges, fields }: Places): void {
  const highlight = new Highlight(...ranges);
  highlight.priority = 2 ** 31 - 1;
  CSS.highlights.set(NAME, highlight);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(RULES);
  // The rules of a tree hold for its own elements alone.
  const places = [...ranges.map((range) => range.startContainer), ...fields];
  const trees = new Set(places.map((place) => place.getRootNode() as Root));
  for (const root of trees) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  veiled.undo.push(() => {
    CSS.highlights.delete(NAME);
    for (const root of trees) root.adoptedStyleSheets = root.adoptedStyleSheets.filter((one) => one !== sheet);
  });
}

function restyle(element: Styled, style: Style): void {
  const before = element.getAttribute('style');
  for (const [name, value] of Object.entries(style)) element.style.setProperty(name, value, 'important');
  const during = element.getAttribute('style');
  veiled.undo.push(() => {
    // What the page gave it meanwhile is the page's.
    if (element.getAttribute('style') !== during) Object.keys(style).forEach((name) => element.style.removeProperty(name));
    else if (before === null) element.removeAttribute('style');
    else element.setAttribute('style', before);
  });
}

type Door = { veil: typeof veil; unveil: typeof unveil };

/** This script in the frames of the same origin: they need not be told one by one. */
function framesWithin(): Door[] {
  return Array.from({ length: window.length }, (_, at) => {
    try {
      return (window[at] as unknown as { handrail?: Door }).handrail;
    } catch {
      return undefined;
    }
  }).filter((door) => !!door);
}

/** Veils each place that shows one of these values until `unveil`. */
export function veil(values: string[]): void {
  lift();
  framesWithin().forEach((door) => door.veil(values));
  const places = placesOf(values);
  veiled = { places, undo: [] };
  unnoticed(() => {
    if (places.ranges.length + places.fields.length > 0) paint(places);
    places.fields.forEach((field) => restyle(field, NO_INK));
    places.drawn.forEach((drawn) => restyle(drawn, UNSEEN));
  });
}

const isSame = (one: Range, other: Range): boolean =>
  one.startContainer === other.startContainer && one.startOffset === other.startOffset &&
  one.endContainer === other.endContainer && one.endOffset === other.endOffset;

/** Lifts the veil again; says whether something stood bare meanwhile. */
export function unveil(values: string[]): boolean {
  const { places } = veiled;
  const now = placesOf(values);
  lift();
  const within = framesWithin().map((door) => door.unveil(values));
  return within.includes(true) || now.ranges.some((range) => !places.ranges.some((one) => isSame(one, range))) ||
    now.fields.some((field) => !places.fields.includes(field)) || now.drawn.some((one) => !places.drawn.includes(one));
}

function lift(): void {
  unnoticed(() => veiled.undo.forEach((undo) => undo()));
  veiled = { places: NOWHERE, undo: [] };
}
