// Where a running session is, from its entries as they come: for the graph, the variables, the clock.
// What a session came to is the server's summary; this is only what must move with every entry.

import type { Entry, Json, JournalEvent, NodeStatus, SopDocument } from "../api/types";

export interface NodeNow {
  status: NodeStatus;
  visit: number;
  healed: boolean;
  turn: string;
}

export interface Now {
  seq: number;
  nodes: Map<string, NodeNow>;
  /** Nodes that were entered and not left, outermost first. */
  open: string[];
  /** `from>to` of the edges that were walked. */
  walked: Set<string>;
  variables: Map<string, Json>;
  questions: Map<string, Extract<JournalEvent, { kind: "asked" }>>;
  started: string;
  last: string;
  ended: Extract<JournalEvent, { kind: "session_ended" }> | null;
  left: string | null;
  picture: string | null;
  /** The person who has taken it over; empty while nobody has. */
  driver: string;
  /** Calls to models, and US dollars; none where the price of any is not known. */
  calls: number;
  cost: number | null;
}

export function begin(): Now {
  return {
    seq: 0,
    nodes: new Map(),
    open: [],
    walked: new Set(),
    variables: new Map(),
    questions: new Map(),
    started: "",
    last: "",
    ended: null,
    left: null,
    picture: null,
    driver: "",
    calls: 0,
    cost: 0,
  };
}

/** Take entries in, in their order; those that were taken before are passed over. */
export function take(now: Now, entries: readonly Entry[]): Now {
  for (const entry of entries) {
    if (entry.seq <= now.seq) continue;
    now.seq = entry.seq;
    if (entry.at) {
      now.started ||= entry.at;
      now.last = entry.at;
    }
    one(now, entry.event);
  }
  return now;
}

function one(now: Now, event: JournalEvent): void {
  if (now.ended && !["amendment_proposed", "amendment_decided", "steps_proposed", "handed_over", "pictured"].includes(event.kind)) {
    now.ended = null;
  }
  switch (event.kind) {
    case "session_started":
      for (const [name, value] of Object.entries(event.inputs)) now.variables.set(name, value);
      break;
    case "node_entered":
      enter(now, event.node, event.visit);
      break;
    case "node_left":
      leave(now, event.node, event.outcome);
      break;
    case "verified":
      node(now, event.node).status = "done";
      break;
    case "unverified":
      node(now, event.node).status = "unverified";
      break;
    case "act_failed":
      node(now, event.node).status = "failed";
      break;
    case "retried":
    case "intended":
      node(now, event.node).status = "running";
      break;
    case "asked":
      now.questions.set(event.request, event);
      node(now, event.node).status = "waiting";
      break;
    case "answered":
      now.questions.delete(event.request);
      node(now, event.node).status = "running";
      break;
    case "amendment_proposed":
      node(now, event.node).healed = true;
      break;
    case "taken_over":
      now.driver = event.by;
      // What was asked is not asked any more: whoever drives sees to it.
      now.questions.clear();
      if (event.node) node(now, event.node).status = "running";
      break;
    case "handed_back":
      now.driver = "";
      break;
    case "steps_proposed":
      node(now, event.node).healed = true;
      break;
    case "turn_begun":
      node(now, event.node).turn = event.of ? `${event.number} of ${event.of}` : `${event.number}`;
      break;
    case "variable_set":
      now.variables.set(event.name, event.value ?? null);
      break;
    case "model_answered":
      if (event.recorded) break;
      now.calls += event.calls;
      now.cost = now.cost === null || event.cost == null ? null : now.cost + event.cost;
      break;
    case "pictured":
      now.picture = event.picture;
      break;
    case "session_ended":
      end(now, event);
      break;
  }
}

/** Ends are not entered: that one was reached follows from the node that was left last. */
export function reachEnd(now: Now, sop: Pick<SopDocument, "nodes" | "edges">): void {
  if (!now.ended?.outcome.startsWith("done") || now.left === null) return;
  for (const edge of sop.edges ?? []) {
    const to = sop.nodes.find((each) => each.id === edge.to);
    if (edge.from !== now.left || to?.type !== "end") continue;
    now.walked.add(`${edge.from}>${edge.to}`);
    node(now, edge.to).status = "done";
  }
}

function node(now: Now, id: string): NodeNow {
  let found = now.nodes.get(id);
  if (!found) now.nodes.set(id, (found = { status: "running", visit: 1, healed: false, turn: "" }));
  return found;
}

function enter(now: Now, id: string, visit: number): void {
  const at = now.open.indexOf(id);
  if (at >= 0) now.open.length = at;
  now.open.push(id);
  if (now.left !== null) now.walked.add(`${now.left}>${id}`);
  now.left = null;
  Object.assign(node(now, id), { status: "running", visit });
}

function leave(now: Now, id: string, outcome: string): void {
  const at = now.open.indexOf(id);
  if (at >= 0) now.open.length = at;
  now.left = id;
  const found = node(now, id);
  if (outcome === "failed") found.status = "failed";
  else if (found.status === "running" || found.status === "waiting") found.status = "done";
}

function end(now: Now, event: Extract<JournalEvent, { kind: "session_ended" }>): void {
  now.driver = "";
  now.ended = event;
  if (!event.node || event.outcome === "waiting" || event.outcome === "cancelled") return;
  node(now, event.node).status = "failed";
}
