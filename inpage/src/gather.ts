// Candidates: the elements of this document that a recorded target might be now, kept so that one of them
// can be described whole, or marked with its number for a person to choose.

import { roleOf } from './aria';
import { isUsable, queryAll } from './dom';
import { describe, snapshot } from './describe';
import { withMomentaryMemory } from './memo';
import type { Snapshot, TargetSpec } from './types';

export interface GatherRequest {
  /** The recorded role; elements of its family come first where there are too many. */
  role: string | null;
  tag: string | null;
  /** The target is something to read or point at, and no control. */
  any: boolean;
  most: number;
}

const CONTROLS =
  'a[href],button,input:not([type=hidden]),select,textarea,summary,label,[role=button],[role=link],[role=checkbox],' +
  '[role=radio],[role=switch],[role=tab],[role=option],[role=menuitem],[role=menuitemcheckbox],[role=menuitemradio],' +
  '[role=combobox],[role=textbox],[role=searchbox],[role=spinbutton],[role=slider],[role=treeitem],' +
  '[contenteditable=""],[contenteditable=true],[onclick],[tabindex],[draggable=true],iframe';

let gathered: Element[] = [];

export const gather = (request: GatherRequest): Snapshot[] =>
  withMomentaryMemory(() => {
    const selector = request.any ? `${CONTROLS},h1,h2,h3,h4,h5,h6,p,li,td,th,tr,img,div,span` : CONTROLS;
    gathered = bounded(queryAll(selector).filter(isUsable), request);
    return gathered.map(snapshot);
  });

/** Where there are too many, those of the recorded kind stay, in the order of the document. */
function bounded(found: Element[], { role, tag, most }: GatherRequest): Element[] {
  if (found.length <= most) return found;
  const alike = (element: Element): number =>
    Number(roleOf(element) === role) * 2 + Number(element.tagName.toLowerCase() === tag);
  const ranked = found.map((element, index) => ({ element, index, alike: alike(element) }));
  const kept = ranked.sort((a, b) => b.alike - a.alike || a.index - b.index).slice(0, most);
  return kept.sort((a, b) => a.index - b.index).map(({ element }) => element);
}

/** The whole description of a gathered element; null once it has left the page. */
export function described(place: number): TargetSpec | null {
  const element = gathered[place];
  return element?.isConnected ? describe(element) : null;
}

const MARKS = 'handrail-marks';

/** Outlines gathered elements, each with its number, in a layer that the page's own styles do not reach. */
export function mark(places: [place: number, number: number][]): boolean {
  unmark();
  const host = document.createElement(MARKS);
  host.setAttribute('style', 'all:initial;position:fixed;inset:0;z-index:2147483647;pointer-events:none');
  const layer = host.attachShadow({ mode: 'closed' });
  for (const [place, number] of places) {
    const element = gathered[place];
    if (!element?.isConnected) continue;
    const box = element.getBoundingClientRect();
    const frame = document.createElement('div');
    frame.setAttribute(
      'style',
      `position:fixed;box-sizing:border-box;border:3px solid #d6006c;border-radius:4px;left:${box.x - 4}px;` +
        `top:${box.y - 4}px;width:${box.width + 8}px;height:${box.height + 8}px`,
    );
    const label = document.createElement('b');
    label.textContent = String(number);
    label.setAttribute(
      'style',
      'position:absolute;left:-3px;top:-22px;min-width:20px;padding:1px 4px;background:#d6006c;color:#fff;' +
        'font:bold 15px/18px sans-serif;text-align:center;border-radius:4px',
    );
    frame.append(label);
    layer.append(frame);
  }
  document.documentElement.append(host);
  return true;
}

export function unmark(): boolean {
  for (const host of document.querySelectorAll(MARKS)) host.remove();
  return true;
}
