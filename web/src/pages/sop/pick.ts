// Picking an element on its page: what goes to the server, and what it tells.

export type PickWish =
  | { kind: "point" | "pick" | "list"; x: number; y: number }
  | { kind: "wheel"; x: number; y: number; dx: number; dy: number; modifiers: number }
  | { kind: "open"; url: string }
  | { kind: "take"; number: number };

/** Parts of the picture's width and height. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Fitting {
  number: number;
  words: string;
  score: number;
  reasons: string[];
  veto: string | null;
  box: Box | null;
}

export interface Picked {
  target: Record<string, unknown>;
  words: string;
}

/** The items of a list, picked by one of them. */
export interface PickedList {
  elements: Record<string, unknown>;
  fields: { name: string; [more: string]: unknown }[];
  count: number;
  /** What was read of the first few, and of the one that was pointed at. */
  records: Record<string, string>[];
  chosen: Record<string, string>;
  boxes: Box[];
}

export interface PickTold {
  pointed?: { role: string; name: string; box: Box | null } | null;
  picked?: Picked;
  listed?: PickedList;
  opening?: string;
  opened?: string;
  why?: string;
  fitting?: Fitting[];
  refused?: string;
}

const STEP = 0.01;

/** Where a key leads from a place on the picture; null for a key that leads nowhere. */
export function moved(at: { x: number; y: number }, key: string, far: boolean): { x: number; y: number } | null {
  const by = far ? STEP * 5 : STEP;
  const bounded = (part: number): number => Math.min(1, Math.max(0, Math.round(part * 1000) / 1000));
  switch (key) {
    case "ArrowLeft":
      return { ...at, x: bounded(at.x - by) };
    case "ArrowRight":
      return { ...at, x: bounded(at.x + by) };
    case "ArrowUp":
      return { ...at, y: bounded(at.y - by) };
    case "ArrowDown":
      return { ...at, y: bounded(at.y + by) };
    default:
      return null;
  }
}

/** A box as it lies over the picture. */
export function laid(box: Box): { left: string; top: string; width: string; height: string } {
  const part = (value: number): string => `${(value * 100).toFixed(3)}%`;
  return { left: part(box.x), top: part(box.y), width: part(box.width), height: part(box.height) };
}
