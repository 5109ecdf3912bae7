// Answers about elements, kept from one event to the next until the document changes around them. Only who
// sees every change (the capture) has a lasting memory; for anyone else it holds for one piece of work.

let changesSoFar: (() => MutationRecord[]) | null = null;
let remembering = false;
let inOneGo = false;
let epoch = 1;
let sheets = 0;

/** Of each element, the answers that are kept, by the number of the question. */
const answers = new WeakMap<Element, { epoch: number; values: unknown[] }>();
let questions = 0;
const wholes: (() => void)[] = [];

/** Counts the pieces of work. */
let piece = 0;

/** From now on there is a memory; `take` gives the changes since it was last asked. */
export function remember(take: () => MutationRecord[]): void {
  changesSoFar = take;
}

/** Changes are not seen any more: there is no memory but for one piece of work. */
export function forgetAll(): void {
  changesSoFar = null;
  epoch++;
  forgetWhole();
}

/** Answers within the work are kept and used: while it goes on, no script of the page runs. */
export function withMemory<T>(work: () => T): T {
  if (!changesSoFar || remembering) return work();
  forget(changesSoFar());
  remembering = true;
  piece++;
  try {
    return work();
  } finally {
    remembering = false;
  }
}

/** Answers are kept for this work alone, empty ones too: it runs through before the page can change anything. */
export function withMomentaryMemory<T>(work: () => T): T {
  if (changesSoFar || remembering) return withMemory(work);
  const afresh = (): void => {
    epoch++;
    forgetWhole();
  };
  afresh();
  remembering = inOneGo = true;
  piece++;
  try {
    return work();
  } finally {
    remembering = inOneGo = false;
    afresh();
  }
}

/** The same function with a memory. Empty answers are not kept: a hidden element has no name, yet. */
export function kept<T>(compute: (element: Element) => T, mayKeep: (element: Element) => boolean): (element: Element) => T {
  const question = questions++;
  return (element) => {
    if (!remembering) return compute(element);
    const given = answers.get(element);
    if (given?.epoch === epoch && question in given.values) return given.values[question] as T;
    const value = compute(element);
    if (inOneGo || (value && mayKeep(element))) keep(element, question, value);
    return value;
  };
}

function keep(element: Element, question: number, value: unknown): void {
  let given = answers.get(element);
  if (given?.epoch !== epoch) answers.set(element, (given = { epoch, values: [] }));
  given.values[question] = value;
}

/** The same function with a memory that never outlives one piece of work, where changes far away matter. */
export function keptInOneGo<T>(compute: (element: Element) => T): (element: Element) => T {
  const known = new Map<Element, T>();
  let within = 0;
  return (element) => {
    if (!remembering) return compute(element);
    if (within !== piece) {
      known.clear();
      within = piece;
    }
    const answer = known.get(element);
    if (answer !== undefined) return answer;
    const value = compute(element);
    known.set(element, value);
    return value;
  };
}

/** The same for a question to the whole document, whose answer holds until elements or attributes change. */
export function keptWhole<T>(compute: (question: string) => T): (question: string) => T {
  const known = new Map<string, T>();
  wholes.push(() => known.clear());
  return (question) => {
    if (!remembering) return compute(question);
    const answer = known.get(question);
    if (answer !== undefined) return answer;
    const value = compute(question);
    if (known.size >= MOST_QUESTIONS) known.clear();
    known.set(question, value);
    return value;
  };
}

/** What stands in the document is no more what it was; also where no observer reports it, as of a shadow tree. */
export function forgetWhole(): void {
  piece++;
  for (const drop of wholes) drop();
}

/** A change of the document whose reach is known. */
export interface Change {
  at: Element;
  /** What came, or may look another way, because of it. */
  below: Iterable<Element>;
}

/** A moment that changes can be asked since. */
export interface Moment {
  epoch: number;
  changes: number;
}

let log: Change[] = [];
let before = 0;

export const now = (): Moment => ({ epoch, changes: before + log.length });

/** What has changed since then; null where that is not known, or too much. */
export function changesSince(moment: Moment): readonly Change[] | null {
  if (!changesSoFar || moment.epoch !== epoch || moment.changes < before) return null;
  return log.slice(moment.changes - before);
}

/** Nothing came, and nothing looks another way, but the place itself. */
export const NOTHING: Iterable<Element> = [];

/** From the next moment on this change is told of. */
export function note(at: Element, below: Iterable<Element> = NOTHING): void {
  if (log.length >= MOST_CHANGES) {
    before += log.length;
    log = [];
  }
  log.push({ at, below });
}

function broughtBy(record: MutationRecord): Iterable<Element> {
  const brought: Element[] = [];
  for (const node of record.addedNodes) {
    if (!(node instanceof Element)) continue;
    brought.push(node);
    node.querySelectorAll('*').forEach((one) => brought.push(one));
  }
  return brought.length > 0 ? brought : NOTHING;
}

/** The parent in the composed tree; `dom.ts`, which has this for everyone, stands on this module. */
function parentOf(element: Element): Element | null {
  const around = element.parentNode;
  return around instanceof ShadowRoot ? around.host : element.parentElement;
}

const MOST_QUESTIONS = 500;
const MOST_CHANGES = 200;
const MOST_RECORDS = 200;
const MOST_ELEMENTS = 2000;
// What stands here names elements elsewhere, or shapes them.
const FAR_REACHING = 'label,legend,caption,figcaption,title,style,link';
const REFERENCES = new Set(['for', 'id', 'role', 'type']);

const reaches = (node: Node): boolean =>
  node instanceof Element && (node.matches(FAR_REACHING) || node.querySelector(FAR_REACHING) !== null);

function reachesFar(record: MutationRecord): boolean {
  const at = record.target instanceof Element ? record.target : record.target.parentElement;
  if (at?.closest(FAR_REACHING)) return true;
  if (record.type === 'attributes') return REFERENCES.has(record.attributeName ?? '');
  return [...record.addedNodes].some(reaches) || [...record.removedNodes].some(reaches);
}

const changesElements = (record: MutationRecord): boolean =>
  record.type === 'attributes' ||
  [...record.addedNodes, ...record.removedNodes].some((node) => node instanceof Element);

/** What was known of the elements around these changes holds no more. */
export function forget(records: MutationRecord[]): void {
  if (records.some(changesElements)) forgetWhole();
  const restyled = document.styleSheets.length !== sheets;
  sheets = document.styleSheets.length;
  if (restyled || records.length > MOST_RECORDS || records.some(reachesFar)) epoch++;
  else for (const record of records) forgetAround(record);
}

function forgetAround(record: MutationRecord): void {
  // A class, an attribute or a new sibling can show and hide what stands beside it and below.
  const target = record.target instanceof Element ? record.target : record.target.parentElement;
  const scope = record.type === 'attributes' ? (target && parentOf(target)) : target;
  if (record.type !== 'characterData') {
    const below = scope?.querySelectorAll('*');
    if (!scope || !below || scope === document.body || scope === document.documentElement || below.length > MOST_ELEMENTS) {
      epoch++;
      return;
    }
    below.forEach(forgetOne);
  }
  forgetUpwards(scope);
  if (!target) return;
  if (record.type === 'attributes') note(target, target.getElementsByTagName('*'));
  else note(target, record.addedNodes.length > 0 ? broughtBy(record) : NOTHING);
}

/** The value of a field, or of an editable region, changed: it may be a part of the names of what holds it. */
export function forgetValue(field: Element): void {
  piece++;
  forgetUpwards(field.matches('input,select,textarea') ? parentOf(field) : field);
}

function forgetUpwards(from: Element | null): void {
  for (let at = from; at; at = parentOf(at)) forgetOne(at);
}

function forgetOne(element: Element): void {
  answers.delete(element);
}
