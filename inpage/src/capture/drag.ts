// What the browser itself drags, from one element to another, and files that are dragged in.

import { movedOnBoard } from '../locating/boards';
import { originOf } from '../page/dom';
import type { TargetSpec } from '../page/types';
import { among, type Among } from '../rows/among';
import { sendFiles } from './files';
import { pointed, targetOf } from './on';
import { on, tell } from './tell';

/** Where something is held over an element, which is described as it was before the page made room for that. */
interface Held {
  element: Element;
  target: TargetSpec;
  /** What tells it from its like. */
  alike: Among | null;
  box: DOMRect;
  offset: number[];
}

/** What the browser drags, and the last thing that it came over beside itself. */
let dragged: { source: Element; target: TargetSpec; alike: Among | null; home: Element | null; over: Held | null } | null = null;

function heldOver(element: Element, { clientX, clientY }: DragEvent, last: Held | null): Held {
  const box = element.getBoundingClientRect();
  if (last?.element === element && (box.x !== last.box.x || box.y !== last.box.y)) return last;
  const { target, alike } = last?.element === element ? last : { target: targetOf(element), alike: among(element) };
  return { element, target, alike, box, offset: [Math.round(clientX - box.x), Math.round(clientY - box.y)] };
}

/** Where in it the entry was let go that had come beneath the pointer: deeper than at its edge, as a rule. */
function letGo(held: Held, { clientX, clientY }: DragEvent): Held {
  const [x, y] = [clientX - held.box.x, clientY - held.box.y];
  const within = x >= 0 && y >= 0 && x < held.box.width && y < held.box.height;
  return within ? { ...held, offset: [Math.round(x), Math.round(y)] } : held;
}

export function captureDrag(): void {
  on('dragstart', (event) => {
    const element = pointed(event);
    const source = element?.closest('[draggable=true]') ?? element;
    dragged = source ? { source, target: targetOf(source), alike: among(source), home: source.parentElement, over: null } : null;
  });
  const over = (raw: Event): void => {
    const element = originOf(raw);
    // A list that is sorted brings the entry itself beneath the pointer.
    if (!dragged || !(element instanceof Element) || dragged.source.contains(element)) return;
    dragged.over = heldOver(element, raw as DragEvent, dragged.over);
  };
  // A list may take the entry in as soon as it is entered: nothing is then held over the list itself.
  on('dragenter', over);
  on('dragover', over);
  on('drop', (raw) => {
    const event = raw as DragEvent;
    const first = originOf(event);
    if (!(first instanceof Element)) return;
    if (dragged) {
      const itself = dragged.source.contains(first) ? dragged.over : null;
      const { element, target: onto, alike, offset } = itself ? letGo(itself, event) : heldOver(first, event, dragged.over);
      const moved = movedOnBoard(event, dragged.source, dragged.target, dragged.home, element, targetOf);
      tell(event, { kind: 'drag_drop', ...(moved ?? { target: dragged.target, onto, offset, among: dragged.alike, onto_among: alike }) });
    } else if (event.dataTransfer?.files.length) {
      void sendFiles(event, first, [...event.dataTransfer.files], true);
    }
    dragged = null;
  });
}
