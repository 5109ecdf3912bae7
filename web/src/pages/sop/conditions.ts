// The kinds of conditions that can be stated here, and the parts of each.

export type Condition = Record<string, unknown> & { kind: string };

export type Choice = readonly [value: string, words: string];

export type Part =
  /** Exactly one of these fields holds a text. */
  | { part: "one"; of: readonly Choice[] }
  | { part: "text"; name: string; words: string; hint?: string; unless?: readonly [field: string, value: string] }
  | { part: "number"; name: string; words: string; least: number }
  | { part: "choice"; name: string; words: string; choices: readonly Choice[] }
  /** An element; where it may be left out, `without` says what is meant then. */
  | { part: "target"; without: string }
  | { part: "conditions" }
  | { part: "condition" };

export interface Kind {
  words: string;
  made: Condition;
  parts: readonly Part[];
}

const COMPARISONS: Choice[] = [
  ["equals", "is"],
  ["not_equals", "is not"],
  ["less", "is less than"],
  ["at_most", "is at most"],
  ["more", "is more than"],
  ["at_least", "is at least"],
];

const STATES: Choice[] = [
  ["visible", "is shown"],
  ["hidden", "is not shown"],
  ["present", "is there"],
  ["absent", "is not there"],
  ["enabled", "can be used"],
  ["disabled", "cannot be used"],
  ["checked", "is ticked"],
  ["unchecked", "is not ticked"],
];

const TEXTS: Choice[] = [
  ["contains", "contains"],
  ["equals", "is"],
  ["matches", "matches the expression"],
];

const NEW_TEXT: Condition = { kind: "text", contains: "" };

export const KINDS: Record<string, Kind> = {
  text: { words: "A text on the page", made: NEW_TEXT, parts: [{ part: "one", of: TEXTS }, { part: "target", without: "Anywhere on the page" }] },
  element: {
    words: "An element of the page",
    made: { kind: "element", state: "visible" },
    parts: [{ part: "choice", name: "state", words: "It", choices: STATES }, { part: "target", without: "The step's own element" }],
  },
  value: { words: "What a field holds", made: { kind: "value", equals: "" }, parts: [{ part: "text", name: "equals", words: "It is" }, { part: "target", without: "The step's own element" }] },
  count: {
    words: "How many elements there are",
    made: { kind: "count", comparison: "at_least", number: 1, target: {} },
    parts: [{ part: "choice", name: "comparison", words: "Their number", choices: COMPARISONS }, { part: "number", name: "number", words: "Number", least: 0 }, { part: "target", without: "" }],
  },
  url: { words: "The address", made: { kind: "url", contains: "" }, parts: [{ part: "one", of: [...TEXTS, ["path", "has the path"]] }] },
  title: { words: "The page's title", made: { kind: "title", contains: "" }, parts: [{ part: "one", of: TEXTS }] },
  variable: {
    words: "A variable",
    made: { kind: "variable", name: "", comparison: "equals", value: "" },
    parts: [
      { part: "text", name: "name", words: "Variable", hint: "Its name, as in sender or item.amount" },
      { part: "choice", name: "comparison", words: "It", choices: [...COMPARISONS, ["contains", "contains"], ["matches", "matches the expression"], ["set", "has a value"]] },
      { part: "text", name: "value", words: "Value", unless: ["comparison", "set"] },
    ],
  },
  date: {
    words: "A date",
    made: { kind: "date", left: "", comparison: "less", right: "" },
    parts: [{ part: "text", name: "left", words: "The date" }, { part: "choice", name: "comparison", words: "It", choices: COMPARISONS }, { part: "text", name: "right", words: "The other date" }],
  },
  download: { words: "A download", made: { kind: "download", name: "*" }, parts: [{ part: "text", name: "name", words: "File name", hint: "* stands for anything" }] },
  file: { words: "A file of the session", made: { kind: "file", name: "*" }, parts: [{ part: "text", name: "name", words: "File name", hint: "* stands for anything" }] },
  all: { words: "All of these", made: { kind: "all", of: [NEW_TEXT] }, parts: [{ part: "conditions" }] },
  any: { words: "One of these", made: { kind: "any", of: [NEW_TEXT] }, parts: [{ part: "conditions" }] },
  not: { words: "Not", made: { kind: "not", condition: NEW_TEXT }, parts: [{ part: "condition" }] },
};

export const newCondition = (kind = "text"): Condition => structuredClone(KINDS[kind]?.made ?? NEW_TEXT);

/** Of several fields the one that is stated. */
export const stated = (condition: Condition, of: readonly Choice[]): string => of.find(([name]) => typeof condition[name] === "string")?.[0] ?? of[0]![0];

/** The same text under another one of the fields. */
export function restated(condition: Condition, of: readonly Choice[], name: string, text: string): Condition {
  const rest = Object.fromEntries(Object.entries(condition).filter(([field]) => !of.some(([each]) => each === field)));
  return { ...rest, kind: condition.kind, [name]: text };
}

/** With a field changed; what is `undefined` is taken out. */
export function withField(condition: Condition, name: string, value: unknown): Condition {
  const next: Condition = { ...condition, [name]: value };
  if (value === undefined) delete next[name];
  return next;
}
