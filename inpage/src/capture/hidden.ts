// What is typed into fields for secrets is told to the recorder's memory as well, and never written: what the page
// repeats of it, here or on later pages, is kept out of the recording by that.

import { isField } from '../page/aria';
import { controlsOf, queryAll, roots } from '../page/dom';
import { isMasked } from '../page/masked';
import { tellHidden } from './tell';

type Typed = HTMLInputElement | HTMLTextAreaElement;

/** Shorter ones stand in other words; of a value that is half typed, even a sign more tells little. */
const SHORTEST = 3;
const SHORTEST_PART = 4;
/** One of so many signs is told from other text wherever it stands; a shorter one only where it stands alone. */
const LONG = 6;
/** A code or a card's number may be asked for in several fields, each for so many signs at the most. */
const LONGEST_BOX = 4;

/** What the page said when somebody began to type into a field: its own words are no repetition. */
const saidBefore = new WeakMap<Element, string>();

/** The field for a secret that was typed into last. */
let last: Typed | null = null;

const isTyped = (element: Element): element is Typed => isField(element) && !(element instanceof HTMLSelectElement);

/** Somebody has come to the field. */
export function beginsTyping(field: Element): void {
  saidBefore.delete(field);
}

/** Something was typed into a field for secrets; it is the `whole` value once the field is left or sent. */
export function noteTyped(field: Element, whole: boolean): void {
  if (!isTyped(field) || !isMasked(field)) return;
  last = field;
  let said = saidBefore.get(field);
  if (said === undefined) saidBefore.set(field, (said = saidNow()));
  const boxes = boxesAround(field);
  tellOne(field.value, whole, said);
  if (boxes.length < 2) return;
  tellOne(boxes.map((box) => box.value).join(''), whole && boxes.every((box) => box.value !== ''), said);
}

/** A form was sent, perhaps with what the browser filled in. */
export function noteSent(form: HTMLFormElement): void {
  controlsOf(form).forEach((element) => noteTyped(element, true));
}

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;
const SEEDS = [0, 0x9e3779b9];

/**
 * What tells the recorder's memory whether two fields for secrets hold the same: two FNV-1a sums of 32 bits, which are
 * never written. Short ones, as of boxes for one sign each, are not compared.
 */
export function digestOf(field: Element): string | null {
  if (!isTyped(field) || field.value.length < SHORTEST_PART) return null;
  const sums = SEEDS.map((seed) => {
    let sum = FNV_OFFSET ^ seed;
    for (const sign of new TextEncoder().encode(field.value)) sum = Math.imul(sum ^ sign, FNV_PRIME);
    return (sum >>> 0).toString(16);
  });
  return sums.join('-');
}

function tellOne(value: string, whole: boolean, said: string): void {
  const known = value.length >= (whole ? SHORTEST : SHORTEST_PART) && !isSaid(value.toLowerCase(), said);
  // Of fewer signs only that they are typed: what shows them cannot be told from other text.
  if (known || !whole) tellHidden(known ? value : '', whole);
}

function isSaid(value: string, said: string): boolean {
  for (let at = said.indexOf(value); at >= 0; at = said.indexOf(value, at + 1)) {
    const around = [said[at - 1], said[at + value.length]];
    if (value.length >= LONG || !around.some((sign) => sign && /[\p{L}\p{N}]/u.test(sign))) return true;
  }
  return false;
}

/** Whether somebody is about to type a secret, of which so few signs are there that nothing can be veiled by them. */
export function halfTyped(): boolean {
  if (!last?.isConnected || !isMasked(last)) return false;
  const boxes = boxesAround(last);
  const fields = boxes.length > 1 ? boxes : [last];
  const active = (last.getRootNode() as Document | ShadowRoot).activeElement;
  const signs = fields.reduce((sum, field) => sum + field.value.length, 0);
  return fields.some((field) => field === active) && signs > 0 && signs < SHORTEST_PART;
}

const UNSAID = /<(script|style|svg)\b[\s\S]*?<\/\1>/gi;

/** All that the page says. Its port is none of it: that a code stands in there is chance. */
function saidNow(): string {
  const trees = roots().map((root) => (root instanceof Document ? root.documentElement.outerHTML : root.innerHTML));
  const open = queryAll('input,textarea').filter((field) => isTyped(field) && !isMasked(field)) as Typed[];
  const texts = [location.href, document.title, ...trees.map((tree) => tree.replace(UNSAID, '')), ...open.map((field) => field.value)];
  return texts.join('\n').replaceAll(location.host, '').toLowerCase();
}

/** The fields alike, one beside the other, that one value is typed into in pieces. */
function boxesAround(field: Typed): Typed[] {
  const isBox = (one: Typed): boolean =>
    one.value.length <= LONGEST_BOX && one.maxLength === field.maxLength && one.type === field.type &&
    one.autocomplete === field.autocomplete && isMasked(one);
  if (!isBox(field)) return [];
  const around = field.form ?? (field.getRootNode() as Document | ShadowRoot);
  const fields = [...around.querySelectorAll<Typed>('input:not([type=hidden]),textarea')];
  let [from, to] = [fields.indexOf(field), fields.indexOf(field)];
  while (from > 0 && isBox(fields[from - 1]!)) from--;
  while (to >= 0 && to < fields.length - 1 && isBox(fields[to + 1]!)) to++;
  return fields.slice(Math.max(from, 0), to + 1);
}
