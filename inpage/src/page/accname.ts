// The accessible name as the library computes it, without what it adds and with what it leaves out.

import { computeAccessibleName } from 'dom-accessibility-api';
import { fold, hasTips, TIPS, wordsIn } from './text';

/** What says in a picture how it is drawn: browsers compute a style for it as if it were shown. */
const DRAWING = 'svg style,svg script';

/** What hangs under an item of a tree, which has names of its own and comes and goes as the item is opened and shut. */
export const BRANCHES = '[role=treeitem] [role=group],[role=treeitem] [role=treeitem]';

/** What belongs to no name, by the element that holds it. A row of tags with room for the next is an entry, too, in some lists. */
const UNSAID = [
  ['[role=treeitem]', `${DRAWING},${BRANCHES}`],
  ['[role=option]', `${DRAWING},[role=option] :is(input:not([type=checkbox],[type=radio]),textarea)`],
] as const;

/** The styles by which an element is named: what is in it and does not belong to its name counts as not shown. */
const styleWithout = (root: Element, unsaid: string, others: readonly Element[]): typeof getComputedStyle => (element, pseudo) => {
  const style = getComputedStyle(element, pseudo);
  if (element === root || !(element.matches(unsaid) || others.includes(element))) return style;
  return new Proxy(style, { get: (of, key) => (key === 'getPropertyValue' ? () => 'none' : Reflect.get(of, key)) });
};

/**
 * The name with the gaps that the text has as well: the library leaves out those at the edge of a part in a line, as where
 * what was searched for is marked ("<mark>Ada</mark><span> Byron</span>").
 */
function withGaps(name: string, text: string): string {
  if (name.replaceAll(' ', '') !== text.replaceAll(' ', '')) return name;
  let [all, inName, inText] = ['', 0, 0];
  while (inName < name.length) {
    const [gap, other] = [name[inName] === ' ', text[inText] === ' '];
    all += gap || other ? ' ' : name[inName];
    inName += gap || !other ? 1 : 0;
    inText += other || !gap ? 1 : 0;
  }
  return all;
}

const nameWithout = (element: Element, unsaid: string | null, others: readonly Element[]): string =>
  fold(computeAccessibleName(element, unsaid === null && others.length === 0 ? {} : { getComputedStyle: styleWithout(element, unsaid ?? DRAWING, others) }));

const labelsOf = (element: Element): Element[] => [...(('labels' in element && (element.labels as NodeListOf<Element> | null)) || [])];

/** The outermost box that holds none of the radio buttons from which it is chosen; or what says that it holds them all. */
function boxOfChoice(radio: Element): Element {
  const group = radio.closest('[role=radiogroup]');
  const name = radio.getAttribute('name');
  if (group || !name) return group ?? radio.ownerDocument.documentElement;
  const mates = `input[type=radio][name="${CSS.escape(name)}"]`;
  let box = radio;
  while (box.parentElement && box.parentElement.querySelectorAll(mates).length === 1) box = box.parentElement;
  return box;
}

/** Without the label of the whole group, which some tie to the first of its choices: it stands outside of that one's box. */
export function ownOf(labels: Iterable<Element>, element: Element): Element[] {
  const all = [...labels];
  if (all.length < 2 || !element.matches('[type=radio]')) return all;
  const box = boxOfChoice(element);
  const within = all.filter((label) => box.contains(label));
  return within.length > 0 ? within : all;
}

/** Where it cannot be computed, what the element calls itself by an attribute. */
export function accessibleName(element: Element): string {
  try {
    const unsaid = UNSAID.find(([whole]) => element.matches(whole))?.[1] ?? DRAWING;
    const labels = labelsOf(element);
    const own = ownOf(labels, element);
    const others = labels.filter((label) => !own.includes(label));
    const tips = hasTips('') && [element, ...labels].some((one) => one.querySelector(TIPS) !== null);
    // A button with nothing but a picture may be named by its tip alone.
    const name = (tips && nameWithout(element, `${unsaid},${TIPS}`, others)) || nameWithout(element, element.querySelector(unsaid) ? unsaid : null, others);
    return element.firstElementChild ? withGaps(name, tips ? wordsIn(element) : fold(element.textContent)) : name;
  } catch {
    return fold(element.getAttribute('aria-label'));
  }
}
