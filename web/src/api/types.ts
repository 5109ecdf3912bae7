// What the server sends. Names are the server's own.

export type Outcome =
  | "done"
  | "done, unverified"
  | "done with exceptions"
  | "stopped before effect"
  | "needs reconciliation"
  | "waiting"
  | "blocked"
  | "cancelled"
  | "failed";

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

export interface Me {
  user: string;
  roles: string[];
}

/** How a session stands: in the queue where it is there, else by its journal. */
export type Standing = "queued" | "running" | "waiting" | "paused" | "interrupted" | "ended" | "broken";

export interface SessionLine {
  session: string;
  title: string;
  sop_id: string;
  started: string;
  standing: Standing;
  outcome: Outcome | null;
  owner: string;
  batch: string | null;
  row: number | null;
  seconds: number | null;
}

export interface Question {
  session: string;
  title: string;
  request: string;
  node: string;
  label: string;
  question: string;
  choices: string[];
  options: Option[];
  picture: string | null;
  why: string;
  asked: string;
}

export interface Option {
  number: number;
  words: string;
  score: number;
  reasons: string[];
  veto: string | null;
}

export type Tone = "good" | "warn" | "bad" | "calm" | "idle";

export interface Criterion {
  text: string;
  held: boolean;
  seen: string | null;
}

export interface StepPicture {
  moment: "before" | "after" | "failure";
  picture: string;
  at: string;
}

export interface Step {
  number: number;
  node: string;
  visit: number;
  label: string;
  status: NodeStatus;
  action: string;
  rung: string | null;
  entered: string;
  millis: number | null;
  retries: number;
  notes: { tone: Tone; title: string; text: string }[];
  criteria: Criterion[];
  how: [string, string][];
  pictures: StepPicture[];
}

export type NodeStatus = "pending" | "running" | "done" | "unverified" | "failed" | "waiting";

export interface Effect {
  node: string;
  label: string;
  action: string;
}

export interface Summary {
  outcome: Outcome;
  interrupted: boolean;
  session: string;
  sop_id: string;
  sop_version: string;
  title: string;
  batch: string | null;
  row: number | null;
  started: string;
  elapsed_seconds: number;
  steps: number;
  steps_done: number;
  retries: number;
  unverified: { node: string; label: string; why: string }[];
  exceptions: { node: string; label: string; item: string; error: string }[];
  approvals_asked: number;
  approvals_answered: number;
  outputs: Record<string, Json>;
  once_done: Effect[];
  in_doubt: Effect[];
  rungs: Record<string, number>;
  model_calls: number;
  stopped_at: string | null;
  error: string | null;
  suggestion: string | null;
}

export interface SessionView {
  line: SessionLine;
  summary: Summary;
  meaning: string;
  tone: Tone;
  inputs: [string, Json][];
  autonomy: string;
  browser: string;
  machine: string;
  steps: Step[];
  healed: { amendment: string; node: string; label: string }[];
}

/** The procedure of a session, as it was when the session began. */
export interface SessionSop {
  document: SopDocument;
  outline: Outline;
}

export interface Problem {
  severity: "error" | "warning";
  code: string;
  message: string;
  place: string;
  node: string | null;
  field: string | null;
  mend: string | null;
}

export interface OutlineStep {
  number: string;
  node: string;
  type: string;
  label: string;
  effect: string | null;
  sentence: string;
  more: string[];
}

export interface Outline {
  title: string;
  version: string;
  goal: string;
  start: string[];
  domains: string[];
  open_questions: string[];
  steps: OutlineStep[];
}

export interface SopNode {
  type: "task" | "extract" | "decision" | "loop" | "generate" | "explore" | "human" | "group" | "end";
  id: string;
  label?: string;
  children?: SopNode[];
  [field: string]: unknown;
}

export interface SopEdge {
  from: string;
  to: string;
  when?: string;
}

export interface Variable {
  type?: string;
  description?: string;
  default?: string | null;
  secret?: boolean;
  required?: boolean;
  example?: string | null;
  output?: boolean;
}

export interface Clarification {
  id: string;
  question: string;
  node?: string | null;
  required?: boolean;
  answer?: string | null;
}

export interface SopDocument {
  meta: { id: string; title: string; goal?: string; version?: string; owner?: string; [field: string]: unknown };
  environment?: { start?: { name?: string; url: string }[]; domains?: string[]; [field: string]: unknown };
  variables?: Record<string, Variable>;
  clarifications?: Clarification[];
  nodes: SopNode[];
  edges?: SopEdge[];
  [field: string]: unknown;
}

// Journal -----------------------------------------------------------------------------------------------------

interface OfNode {
  node: string;
}

export type JournalEvent =
  | { kind: "session_started"; title: string; inputs: Record<string, Json>; user: string; sop_id: string }
  | ({ kind: "taken"; why: string; user: string; machine: string; rewound_to: number | null } & Partial<OfNode>)
  | ({ kind: "node_entered"; label: string; visit: number } & OfNode)
  | ({ kind: "proposed"; attempt: number; rung: string; action: string; confidence: number; reasons: string[]; host: string } & OfNode)
  | ({ kind: "judged"; verdict: "allow" | "ask" | "block"; rule: string; reason: string } & OfNode)
  | ({ kind: "asked"; request: string; question: string; choices: string[] } & OfNode)
  | ({ kind: "answered"; request: string; answer: string; by: string; why: string } & OfNode)
  | ({ kind: "intended"; effect: string; action: string } & OfNode)
  | ({ kind: "acted"; millis: number } & OfNode)
  | ({ kind: "act_failed"; category: string; message: string; dispatched: boolean } & OfNode)
  | ({ kind: "retried"; reason: string } & OfNode)
  | ({ kind: "pictured"; moment: string; picture: string } & OfNode)
  | ({ kind: "verified"; criteria: Criterion[] } & OfNode)
  | ({ kind: "unverified"; criteria: Criterion[]; why: string } & OfNode)
  | ({ kind: "decided"; outcome: string; by_default: boolean; evidence: Criterion[] } & OfNode)
  | ({ kind: "turn_begun"; number: number; of: number | null; item: string } & OfNode)
  | ({ kind: "item_failed"; number: number; item: string; error: string; by: string } & OfNode)
  | ({ kind: "offered"; why: string; options: Option[]; picture: string | null } & OfNode)
  | ({ kind: "variable_set"; name: string; value: Json } & OfNode)
  | ({ kind: "node_left"; outcome: string; millis: number } & OfNode)
  | { kind: "session_ended"; outcome: Outcome; node: string | null; error: string | null; suggestion: string | null }
  | ({ kind: "amendment_proposed"; amendment: string; score: number; reasons: string[] } & OfNode)
  | { kind: "amendment_decided"; amendment: string; decision: string; by: string }
  | ({ kind: "taken_over"; by: string; why: string; address: string } & OfNode)
  | ({ kind: "handed_back"; by: string; why: string; deeds: string[]; effects: string[] } & OfNode)
  | ({ kind: "done_by_hand"; action: string; by: string; why: string } & OfNode)
  | ({ kind: "steps_proposed"; amendment: string; new: { label: string }[]; reasons: string[] } & OfNode)
  | { kind: "handed_over"; to: string; by: string; why: string }
  | ({ kind: "settled"; verdict: string; why: string; by: string } & OfNode)
  | ({ kind: "checkpoint" } & OfNode);

export interface Entry {
  seq: number;
  at: string;
  event: JournalEvent;
}

// Library -----------------------------------------------------------------------------------------------------

export interface RunBar {
  session: string;
  standing: Standing;
  outcome: Outcome | null;
  seconds: number | null;
}

export interface SopLine {
  name: string;
  title: string;
  goal: string;
  version: string;
  owner: string;
  saved: string;
  steps: number;
  ready: boolean;
  questions: number;
  amendments: number;
  runs: RunBar[];
  success: number | null;
  error: string | null;
}

export interface Findings {
  problems: Problem[];
  blocking: Problem[];
  outline: Outline | null;
}

export interface SopInput {
  name: string;
  type: string;
  description: string;
  default: string | null;
  required: boolean;
  example: string | null;
}

export interface SopVersion {
  artefact: string;
  version: string;
  saved: string;
  by: string;
  note: string;
}

export interface Amendment {
  id: string;
  status: "open" | "accepted" | "rejected" | "overtaken";
  node: string;
  field: string;
  before: string;
  after: string;
  score: number;
  reasons: string[];
  url: string;
  session: string;
  times: number;
  at: string;
  pictures: string[];
  decided_by: string;
  why: string;
}

export interface SopPageData {
  name: string;
  hash: string;
  document: SopDocument;
  findings: Findings;
  inputs: SopInput[];
  secrets: { name: string; known: boolean }[];
  versions: SopVersion[];
  amendments: Amendment[];
  runs: SessionLine[];
}

export interface Difference {
  about: string;
  kind: "added" | "removed" | "moved" | "changed";
  name: string;
  words: string;
  field: string | null;
  before: string | null;
  after: string | null;
  sentence: string;
  follows: boolean;
}
