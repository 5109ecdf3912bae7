// Changes of a procedure: each takes a document and gives a new one, so that they can be undone.

import { newCondition } from "./conditions";
import type { SopDocument, SopEdge, SopNode, Variable } from "../../api/types";

export function findNode(sop: Pick<SopDocument, "nodes">, id: string): SopNode | null {
  for (const node of sop.nodes) {
    if (node.id === id) return node;
    const found = node.children ? findNode({ nodes: node.children }, id) : null;
    if (found) return found;
  }
  return null;
}

/** The node with some of its fields changed; a field that is `undefined` is taken out. */
export function patchNode(sop: SopDocument, id: string, patch: Record<string, unknown>): SopDocument {
  return { ...sop, nodes: mapLevel(sop.nodes, id, (node) => [withPatch(node, patch)]) };
}

/** Take a node out; what led to it leads on to what followed it. */
export function deleteNode(sop: SopDocument, id: string): SopDocument {
  const node = findNode(sop, id);
  if (!node) return sop;
  const gone = new Set(idsOf(node));
  const edges = sop.edges ?? [];
  const next = edges.find((edge) => edge.from === id && whenOf(edge) === "next")?.to ?? edges.find((edge) => edge.from === id)?.to;
  const kept = edges.flatMap((edge) => {
    if (edge.to === id && !gone.has(edge.from)) return next ? [{ ...edge, to: next }] : [];
    return gone.has(edge.from) || gone.has(edge.to) ? [] : [edge];
  });
  return { ...sop, nodes: mapLevel(sop.nodes, id, () => []).map((each) => withoutSent(each, gone)), edges: unique(kept) };
}

/** The node without the steps that are gone among those whose fields it sends. */
function withoutSent(node: SopNode, gone: Set<string>): SopNode {
  const sends = node.sends as string[] | undefined;
  const kept = sends?.some((step) => gone.has(step)) ? { ...node, sends: sends.filter((step) => !gone.has(step)) } : node;
  return kept.children ? { ...kept, children: kept.children.map((child) => withoutSent(child, gone)) } : kept;
}

/** Put a node behind another one, on the way that follows it. */
export function insertAfter(sop: SopDocument, id: string, node: SopNode): SopDocument {
  const edges = (sop.edges ?? []).map((edge) => (edge.from === id && whenOf(edge) === "next" ? { ...edge, from: node.id } : edge));
  const outcomes = node.type === "decision" ? ((node.outcomes as string[] | undefined) ?? []) : [];
  const onward = edges.find((edge) => edge.from === node.id);
  const fanned: SopEdge[] = outcomes.length
    ? [...edges.filter((edge) => edge !== onward), ...(onward ? outcomes.map((when) => ({ from: node.id, to: onward.to, when })) : [])]
    : edges;
  return {
    ...sop,
    nodes: mapLevel(sop.nodes, id, (before) => [before, node]),
    edges: [...fanned, { from: id, to: node.id }],
  };
}

/** Whether a node could change places with the one before it: a plain step after a plain step. */
export function canMoveUp(sop: SopDocument, id: string): boolean {
  return before(sop, id) !== null;
}

/** Change places with the step before. */
export function moveUp(sop: SopDocument, id: string): SopDocument {
  const previous = before(sop, id);
  if (!previous) return sop;
  const edges = (sop.edges ?? []).map((edge) => {
    if (edge.from === previous && edge.to === id && whenOf(edge) === "next") return { ...edge, from: id, to: previous };
    const from = edge.from === id && whenOf(edge) === "next" ? previous : edge.from;
    const to = edge.to === previous ? id : edge.to;
    return { ...edge, from, to };
  });
  return { ...sop, nodes: swap(sop.nodes, previous, id), edges };
}

export function answerClarification(sop: SopDocument, id: string, answer: string): SopDocument {
  const clarifications = (sop.clarifications ?? []).map((each) => {
    if (each.id !== id) return each;
    const { answer: _, ...rest } = each;
    return answer ? { ...rest, answer } : rest;
  });
  return { ...sop, clarifications };
}

const READ_TYPES: Record<string, Variable["type"]> = { record: "record", records: "list" };

/** A step that reads or writes, changed, with the variable that it gives a value: declared, of its type, under its name. */
export function patchRead(sop: SopDocument, id: string, patch: Record<string, unknown>): SopDocument {
  const before = findNode(sop, id);
  const edited = patchNode(sop, id, patch);
  const node = findNode(edited, id);
  if (!before || !node) return sop;
  const [from, into] = [String(before.into), String(node.into)];
  const kept = Object.fromEntries(Object.entries(sop.variables ?? {}).filter(([name]) => name !== from || name === into || isGiven(edited.nodes, name)));
  const [first] = (node.fields as { type?: Variable["type"] }[] | undefined) ?? [];
  const type = READ_TYPES[String(node.shape)] ?? first?.type ?? "text";
  const { type: _, ...rest } = sop.variables?.[into] ?? sop.variables?.[from] ?? {};
  return { ...edited, variables: { ...kept, [into]: { ...rest, ...(type === "text" ? {} : { type }), output: true } } };
}

/** Whether a step reads into the variable. */
const isGiven = (nodes: SopNode[], name: string): boolean => nodes.some((node) => node.into === name || isGiven(node.children ?? [], name));

/** A text of the step's action, and with it the criterion that says that the field holds it. */
export function withText(node: SopNode, name: string, text: string): Record<string, unknown> {
  const action = node.action as Record<string, unknown>;
  const criteria = node.done_when as Record<string, unknown>[] | undefined;
  const follows = (each: Record<string, unknown>): boolean => (name === "value" || name === "on") && each.kind === "value" && each.equals === action[name];
  return {
    action: { ...action, [name]: text },
    ...(criteria?.some(follows) ? { done_when: criteria.map((each) => (follows(each) ? { ...each, equals: text } : each)) } : {}),
  };
}

/** The step whose page is looked for, to pick something for a node: one that was saved, and so may have been run. */
export function anchorOf(sop: SopDocument, saved: SopDocument, id: string): string {
  const node = findNode(sop, id);
  if (node?.children?.[0]) return anchorOf(sop, saved, node.children[0].id);
  const edges = sop.edges ?? [];
  const beside = [id, edges.find((edge) => edge.from === id)?.to, edges.find((edge) => edge.to === id)?.from];
  return beside.find((each) => each !== undefined && findNode(saved, each)) ?? id;
}

/** An id that no node has, from words. */
export function freeId(sop: SopDocument, wanted: string): string {
  const base = wanted.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^[^a-z]+|-+$/g, "").slice(0, 60) || "step";
  let id = base;
  for (let number = 2; findNode(sop, id); number++) id = `${base}-${number}`;
  return id;
}

export type NewKind = "click" | "fill" | "open" | "read" | "human" | "decision" | "loop" | "group" | "wait" | "explore" | "generate";

/** A new node of a kind, sound but for what only a person can say. */
export function newNode(sop: SopDocument, type: NewKind): SopNode {
  switch (type) {
    case "click":
      // As careful as can be, until a person says what it does.
      return { type: "task", id: freeId(sop, "click"), label: "Click", action: { do: "click" }, effect: "once" };
    case "fill":
      return {
        type: "task",
        id: freeId(sop, "fill"),
        label: "Fill",
        action: { do: "fill", value: "" },
        effect: "repeatable",
        done_when: [{ kind: "value", equals: "" }],
      };
    case "open": {
      const url = sop.environment?.start?.[0]?.url ?? "https://";
      return { type: "task", id: freeId(sop, "open"), label: "Open a page", action: { do: "open", url }, effect: "none" };
    }
    case "read":
      return { type: "extract", id: freeId(sop, "read"), label: "Read", into: "read", shape: "value", fields: [{ name: "value" }] };
    case "human":
      return { type, id: freeId(sop, "ask-a-person"), label: "Ask a person", request: "What should be done here?" };
    case "decision":
      return {
        type,
        id: freeId(sop, "decide"),
        label: "Decide",
        question: "Which way?",
        outcomes: ["yes", "no"],
        check: { yes: { kind: "text", contains: "…" } },
        default: "no",
      };
    case "loop": {
      const list = Object.entries(sop.variables ?? {}).find(([, variable]) => variable.type === "list")?.[0];
      return {
        type,
        id: freeId(sop, "each-item"),
        label: "For each item",
        over: "variable",
        variable: list ?? "",
        item: "item",
        bound: 100,
        children: [firstChild(sop)],
      };
    }
    case "group":
      return { type, id: freeId(sop, "group"), label: "Group", children: [firstChild(sop)] };
    case "explore":
      return { type, id: freeId(sop, "find"), label: "Find", goal: "", success: newCondition() };
    case "generate": {
      const inputs = Object.entries(sop.variables ?? {}).flatMap(([name, { secret }]) => (secret ? [] : [name]));
      return { type, id: freeId(sop, "write"), label: "Write a text", inputs, instructions: "", into: "written" };
    }
    case "wait":
      return {
        type: "task",
        id: freeId(sop, "wait"),
        label: "Wait",
        action: { do: "wait" },
        effect: "none",
        done_when: [{ kind: "text", contains: "…" }],
      };
  }
}

/** What a container that was just made holds: it must hold something. */
function firstChild(sop: SopDocument): SopNode {
  return { type: "human", id: freeId(sop, "ask-a-person"), label: "Ask a person", request: "What should be done here?" };
}

/** Put a step into a new loop or group that stands in its place: what led to it leads to the container. */
export function wrap(sop: SopDocument, id: string, container: SopNode): SopDocument {
  const node = findNode(sop, id);
  if (!node || node.type === "end") return sop;
  const around: SopNode = { ...container, children: [node] };
  const edges = (sop.edges ?? []).map((edge) => ({
    ...edge,
    from: edge.from === id ? around.id : edge.from,
    to: edge.to === id ? around.id : edge.to,
  }));
  return { ...sop, nodes: mapLevel(sop.nodes, id, () => [around]), edges };
}

/** Move the step behind a container into it, as its last one. */
export function takeIn(sop: SopDocument, id: string): SopDocument {
  const container = findNode(sop, id);
  const next = follower(sop, id);
  const children = container?.children;
  if (!container || !children?.length || !next) return sop;
  const node = findNode(sop, next)!;
  const last = lastOf(sop, children);
  const edges = (sop.edges ?? []).flatMap((edge) => {
    if (edge.from === id && edge.to === next) return [];
    return [edge.from === next ? { ...edge, from: id } : edge];
  });
  const without = mapLevel(sop.nodes, next, () => []);
  const nodes = mapLevel(without, id, (each) => [{ ...each, children: [...(each.children ?? []), node] }]);
  return { ...sop, nodes, edges: [...edges, { from: last, to: next }] };
}

/** Move the last step of a container out, behind it. */
export function letOut(sop: SopDocument, id: string): SopDocument {
  const children = findNode(sop, id)?.children;
  if (!children || children.length < 2) return sop;
  const last = lastOf(sop, children);
  const node = children.find((child) => child.id === last)!;
  const edges = (sop.edges ?? []).flatMap((edge) => {
    if (edge.to === last) return [];
    return [edge.from === id && whenOf(edge) === "next" ? { ...edge, from: last } : edge];
  });
  const nodes = mapLevel(sop.nodes, id, (each) => [{ ...each, children: children.filter((child) => child.id !== last) }, node]);
  return { ...sop, nodes, edges: [...edges, { from: id, to: last }] };
}

/** Whether a plain step follows the container, that could be taken in. */
export function follower(sop: SopDocument, id: string): string | null {
  const next = (sop.edges ?? []).find((edge) => edge.from === id && whenOf(edge) === "next")?.to;
  const level = levelOf(sop.nodes, id);
  const node = level.find((each) => each.id === next);
  if (!node || node.type === "end" || node.type === "decision") return null;
  const edges = sop.edges ?? [];
  const plain = edges.filter((edge) => edge.from === next).every((edge) => whenOf(edge) === "next");
  return plain && edges.filter((edge) => edge.to === next).length === 1 ? node.id : null;
}

/** The child from which no edge leads on: behind it the container's turn is over. */
function lastOf(sop: SopDocument, children: SopNode[]): string {
  const from = new Set((sop.edges ?? []).map((edge) => edge.from));
  return (children.findLast((child) => !from.has(child.id)) ?? children.at(-1)!).id;
}

// Undo --------------------------------------------------------------------------------------------------------

export interface History {
  past: SopDocument[];
  present: SopDocument;
  future: SopDocument[];
  /** What the last change was made to: typing into one field is one change. */
  touching: string;
}

const LONGEST = 200;

export function openHistory(present: SopDocument): History {
  return { past: [], present, future: [], touching: "" };
}

export function change(history: History, next: SopDocument, touching = ""): History {
  if (next === history.present) return history;
  const same = touching !== "" && touching === history.touching;
  const past = same ? history.past : [...history.past, history.present].slice(-LONGEST);
  return { past, present: next, future: [], touching };
}

export function undo(history: History): History {
  const last = history.past.at(-1);
  if (!last) return history;
  return { past: history.past.slice(0, -1), present: last, future: [history.present, ...history.future], touching: "" };
}

export function redo(history: History): History {
  const [next, ...future] = history.future;
  if (!next) return history;
  return { past: [...history.past, history.present], present: next, future, touching: "" };
}

// Inside ------------------------------------------------------------------------------------------------------

function whenOf(edge: SopEdge): string {
  return edge.when ?? "next";
}

function withPatch(node: SopNode, patch: Record<string, unknown>): SopNode {
  const next: Record<string, unknown> = { ...node };
  for (const [name, value] of Object.entries(patch)) {
    if (value === undefined) delete next[name];
    else next[name] = value;
  }
  return next as SopNode;
}

function mapLevel(nodes: SopNode[], id: string, change: (node: SopNode) => SopNode[]): SopNode[] {
  return nodes.flatMap((node) => {
    if (node.id === id) return change(node);
    return [node.children ? { ...node, children: mapLevel(node.children, id, change) } : node];
  });
}

function idsOf(node: SopNode): string[] {
  return [node.id, ...(node.children ?? []).flatMap(idsOf)];
}

function unique(edges: SopEdge[]): SopEdge[] {
  const seen = new Set<string>();
  return edges.filter((edge) => {
    const key = `${edge.from}>${edge.to}:${whenOf(edge)}`;
    return edge.from !== edge.to && !seen.has(key) && Boolean(seen.add(key));
  });
}

function before(sop: SopDocument, id: string): string | null {
  const level = levelOf(sop.nodes, id);
  const place = level.findIndex((node) => node.id === id);
  const previous = level[place - 1];
  if (!previous) return null;
  const node = level[place]!;
  const edges = sop.edges ?? [];
  const joined = edges.some((edge) => edge.from === previous.id && edge.to === id && whenOf(edge) === "next");
  const into = edges.filter((edge) => edge.to === id).length;
  const plain = (each: SopNode) => each.type !== "end" && edges.filter((edge) => edge.from === each.id).every((edge) => whenOf(edge) === "next");
  return joined && into === 1 && plain(previous) && plain(node) ? previous.id : null;
}

function levelOf(nodes: SopNode[], id: string): SopNode[] {
  if (nodes.some((node) => node.id === id)) return nodes;
  for (const node of nodes) {
    const found = node.children ? levelOf(node.children, id) : [];
    if (found.length) return found;
  }
  return [];
}

function swap(nodes: SopNode[], first: string, second: string): SopNode[] {
  const a = nodes.findIndex((node) => node.id === first);
  const b = nodes.findIndex((node) => node.id === second);
  if (a < 0 || b < 0) return nodes.map((node) => (node.children ? { ...node, children: swap(node.children, first, second) } : node));
  const next = [...nodes];
  next[a] = nodes[b]!;
  next[b] = nodes[a]!;
  return next;
}
