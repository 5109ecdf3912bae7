// Rows that a page uses again for other records: whether the one that holds an element has become another's.

import { parentOf } from '../page/dom';

/** So far up an element is somebody's: the cell of a button, its row or card, and what may stand around that. */
const LEVELS = 8;
const PARTS = 3;
const MOST_BESIDE = 200;

interface Part {
  part: Element;
  said: string;
  beside: Set<string>;
}

const textOf = (part: Element): string => (part.textContent ?? '').replace(/\s+/g, ' ').trim();

/** The rows, cards and the like that hold the element, where they say something else than those beside them. */
function partsAround(element: Element): Part[] {
  const parts: Part[] = [];
  for (let part: Element | null = element, level = 0; part && level < LEVELS && parts.length < PARTS; part = parentOf(part), level++) {
    const { localName } = part;
    const beside = [...(part.parentElement?.children ?? [])].filter((one) => one !== part && one.localName === localName);
    if (beside.length === 0 || beside.length > MOST_BESIDE) continue;
    const [said, others] = [textOf(part), new Set(beside.map(textOf))];
    if (said !== '' && !others.has(said)) parts.push({ part, said, beside: others });
  }
  return parts;
}

/** To be asked later whether what holds the element says what another one beside it says now. */
export function saidBeside(element: Element): () => boolean {
  const parts = partsAround(element);
  return () =>
    parts.some(({ part, said, beside }) => {
      const now = textOf(part);
      return now !== said && beside.has(now);
    });
}
