// The variables of a procedure: declared, changed, and called otherwise wherever they are spoken of.

import type { SopDocument, Variable } from "../../api/types";

export const TYPES: Variable["type"][] = ["text", "number", "date", "boolean", "file", "list", "record"];

export type Variables = Record<string, Partial<Variable>>;

export const variablesOf = (sop: SopDocument): Variables => sop.variables ?? {};

/** A variable with some of its fields changed; what is `undefined` is taken out. */
export function patchVariable(sop: SopDocument, name: string, patch: { [field in keyof Variable]?: Variable[field] | undefined }): SopDocument {
  const next: Record<string, unknown> = { ...variablesOf(sop)[name], ...patch };
  for (const [field, value] of Object.entries(next)) if (value === undefined) delete next[field];
  return { ...sop, variables: { ...variablesOf(sop), [name]: next as Partial<Variable> } };
}

export function deleteVariable(sop: SopDocument, name: string): SopDocument {
  const { [name]: _, ...rest } = variablesOf(sop);
  return { ...sop, variables: rest };
}

/** A name that no variable has. */
export function addVariable(sop: SopDocument): SopDocument {
  let name = "value";
  for (let number = 2; name in variablesOf(sop); number++) name = `value_${number}`;
  return patchVariable(sop, name, {});
}

const NAME = /^[a-z][a-z0-9_]*$/;

/** Why a variable cannot be called so; empty where it can. */
export function wrongName(sop: SopDocument, from: string, to: string): string {
  if (from === to) return "";
  if (!NAME.test(to)) return "A name has small letters, digits and _, and begins with a letter.";
  return to in variablesOf(sop) ? `There is a variable '${to}' already.` : "";
}

/** The procedure with the variable under another name, which its templates and fields speak of then. */
export function renameVariable(sop: SopDocument, from: string, to: string): SopDocument {
  if (from === to || wrongName(sop, from, to)) return sop;
  const variables = Object.fromEntries(Object.entries(variablesOf(sop)).map(([name, variable]) => [name === from ? to : name, variable]));
  const { nodes, environment } = renamed({ nodes: sop.nodes, environment: sop.environment }, from, to);
  return { ...sop, variables, nodes, ...(environment ? { environment } : {}) };
}

/** Fields that name a variable, and lists of such names. */
const NAMING = new Set(["variable", "into"]);
const LISTS = new Set(["inputs", "evidence"]);

function renamed<T>(part: T, from: string, to: string): T {
  const named = (text: string): string => (text === from ? to : text.startsWith(`${from}.`) ? to + text.slice(from.length) : text);
  const walk = (value: unknown, key: string, owner: Record<string, unknown>): unknown => {
    if (typeof value === "string") {
      const names = NAMING.has(key) || (key === "name" && (owner.kind === "variable" || owner.do === "set"));
      return names ? named(value) : inTemplates(value, from, to);
    }
    if (Array.isArray(value)) return value.map((each: unknown) => (LISTS.has(key) && typeof each === "string" ? named(each) : walk(each, key, owner)));
    if (value === null || typeof value !== "object") return value;
    const fields = value as Record<string, unknown>;
    return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, walk(field, name, fields)]));
  };
  return walk(part, "", {}) as T;
}

/** `{{ name }}`, `{{ name.field | filter }}` and `{{ secret:name }}`. */
function inTemplates(text: string, from: string, to: string): string {
  const spoken = new RegExp(`(\\{\\{\\s*(?:secret:)?)${from}(?=\\s*[|}.])`, "g");
  return text.replace(spoken, (_, before: string) => before + to);
}
