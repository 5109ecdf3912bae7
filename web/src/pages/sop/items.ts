// What was recorded with one item of a list, for each item: its values become those of the item that the turn is at.

import type { SopNode } from "../../api/types";
import { newCondition } from "./conditions";
import type { PickedList } from "./pick";

/** Shorter texts occur by chance. */
const SHORTEST = 3;

/** The loop over a list that was picked. */
export function overList(loop: SopNode, list: PickedList): Record<string, unknown> {
  const item = String(loop.item ?? "item");
  const values = Object.entries(list.chosen).filter(([, value]) => value.trim().length >= SHORTEST);
  // A longer value first: it may hold a shorter one.
  values.sort(([, one], [, other]) => other.length - one.length);
  return {
    over: "elements",
    elements: list.elements,
    fields: list.fields.length ? list.fields : undefined,
    key: list.fields.some((field) => field.name === loop.key) ? loop.key : undefined,
    variable: undefined,
    condition: undefined,
    children: (loop.children ?? []).map((child) => itemised(child, values, item)),
  };
}

/** Another thing to go over: what belongs to the one before is taken out with it. */
export function goingOver(over: string): Record<string, unknown> {
  const ofElements = { elements: undefined, fields: undefined, key: undefined, next: undefined, scroll: undefined };
  if (over === "elements") return { over, variable: undefined, condition: undefined };
  if (over === "while") return { ...ofElements, over, variable: undefined, condition: newCondition() };
  return { ...ofElements, over, condition: undefined };
}

/** By what an element is called; empty where nothing calls it. */
export function calledBy(target: Record<string, unknown> | undefined): string {
  return String(target?.name ?? target?.text ?? target?.label ?? target?.role ?? target?.tag ?? "");
}

/** Texts that are a value as a whole; ids and labels stay, which are for people. */
function itemised<T>(part: T, values: [name: string, value: string][], item: string): T {
  if (typeof part === "string") {
    const whole = values.find(([, value]) => value === part);
    return (whole ? `{{ ${item}.${whole[0]} }}` : part) as T;
  }
  if (Array.isArray(part)) return part.map((each: unknown) => itemised(each, values, item)) as T;
  if (part === null || typeof part !== "object") return part;
  return Object.fromEntries(
    Object.entries(part).map(([key, value]: [string, unknown]) => [key, ["id", "label", "intent", "type"].includes(key) && "type" in part ? value : itemised(value, values, item)]),
  ) as T;
}
