// Two sessions side by side: their steps in one order, and where they differ.

import type { SessionView, Step } from "../../api/types";

export interface Pair {
  key: string;
  label: string;
  one: Step | null;
  other: Step | null;
  /** In what they differ, in words; nothing where they are alike. */
  differs: string[];
}

const key = (step: Step) => `${step.node} ${step.visit}`;

/** The steps of both, in the order of the first, and those of the other alone where they stand there. */
export function pairs(one: readonly Step[], other: readonly Step[]): Pair[] {
  const theirs = new Map(other.map((step) => [key(step), step]));
  const mine = new Set(one.map(key));
  const found: Pair[] = [];
  let next = 0;
  for (const step of one) {
    const at = other.findIndex((each) => key(each) === key(step));
    // What the other did before that, and this one never, stands before it.
    for (; next < at; next++) if (!mine.has(key(other[next]!))) found.push(pair(null, other[next]!));
    if (at >= next) next = at + 1;
    found.push(pair(step, theirs.get(key(step)) ?? null));
  }
  for (; next < other.length; next++) if (!mine.has(key(other[next]!))) found.push(pair(null, other[next]!));
  return found;
}

function pair(one: Step | null, other: Step | null): Pair {
  const step = (one ?? other)!;
  return { key: key(step), label: step.label, one, other, differs: differences(one, other) };
}

function differences(one: Step | null, other: Step | null): string[] {
  if (!one || !other) return ["only in one"];
  const found: string[] = [];
  if (one.status !== other.status) found.push("status");
  if (one.action !== other.action) found.push("action");
  if (one.rung !== other.rung) found.push("how it was found");
  if (one.retries !== other.retries) found.push("retries");
  if (held(one) !== held(other)) found.push("criteria");
  return found;
}

function held(step: Step): string {
  return step.criteria.map((criterion) => `${criterion.text}=${criterion.held}`).join("\n");
}

/** What each was given or came to, by name, where it differs in one. */
export function values(one: SessionView, other: SessionView): { name: string; one: string; other: string; what: string }[] {
  const rows = (what: string, mine: [string, unknown][], theirs: [string, unknown][]) => {
    const a = new Map(mine);
    const b = new Map(theirs);
    return [...new Set([...a.keys(), ...b.keys()])].map((name) => ({ what, name, one: words(a.get(name)), other: words(b.get(name)) }));
  };
  return [
    ...rows("Inputs", one.inputs, other.inputs),
    ...rows("Result", Object.entries(one.summary.outputs), Object.entries(other.summary.outputs)),
  ];
}

function words(value: unknown): string {
  return value === undefined || value === null ? "" : typeof value === "string" ? value : JSON.stringify(value);
}
