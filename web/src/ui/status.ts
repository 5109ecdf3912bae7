// Every state has a tone, a drawing and words: none is told by colour alone.

import type { NodeStatus, Outcome, SessionLine, Standing } from "../api/types";
import type { IconName } from "./Icon";

export interface Look {
  tone: "good" | "warn" | "bad" | "calm" | "idle" | "healed";
  icon: IconName;
  words: string;
}

const OUTCOMES: Record<Outcome, Look> = {
  done: { tone: "good", icon: "check", words: "Done" },
  "done, unverified": { tone: "warn", icon: "eye", words: "Done, unverified" },
  "done with exceptions": { tone: "warn", icon: "alert", words: "Done with exceptions" },
  "stopped before effect": { tone: "warn", icon: "hand", words: "Stopped before effect" },
  "needs reconciliation": { tone: "bad", icon: "alert", words: "Needs reconciliation" },
  waiting: { tone: "calm", icon: "question", words: "Waiting for a person" },
  blocked: { tone: "bad", icon: "hand", words: "Blocked" },
  cancelled: { tone: "idle", icon: "cross", words: "Cancelled" },
  failed: { tone: "bad", icon: "cross", words: "Failed" },
};

const STANDINGS: Record<Exclude<Standing, "ended">, Look> = {
  queued: { tone: "idle", icon: "clock", words: "Queued" },
  running: { tone: "calm", icon: "ring", words: "Running" },
  waiting: OUTCOMES.waiting,
  paused: { tone: "warn", icon: "pause", words: "Paused" },
  interrupted: { tone: "warn", icon: "alert", words: "Interrupted" },
  broken: { tone: "bad", icon: "alert", words: "Journal broken" },
};

const NODES: Record<NodeStatus | "healed" | "skipped", Look> = {
  pending: { tone: "idle", icon: "dash", words: "Not yet" },
  running: { tone: "calm", icon: "ring", words: "Running" },
  done: { tone: "good", icon: "check", words: "Done" },
  unverified: { tone: "warn", icon: "eye", words: "Unverified" },
  failed: { tone: "bad", icon: "cross", words: "Failed" },
  waiting: { tone: "calm", icon: "question", words: "Waiting" },
  healed: { tone: "healed", icon: "bandage", words: "Healed" },
  skipped: { tone: "idle", icon: "dash", words: "Not taken" },
};

export function lookOfOutcome(outcome: Outcome): Look {
  return OUTCOMES[outcome];
}

export function lookOfLine(line: Pick<SessionLine, "standing" | "outcome">): Look {
  if (line.standing === "ended") return line.outcome ? OUTCOMES[line.outcome] : STANDINGS.broken;
  return STANDINGS[line.standing];
}

/** A row of a table; it may not be begun. */
export function lookOfRow(row: { standing: Standing | null; outcome: Outcome | null }): Look {
  return row.standing === null ? { ...STANDINGS.queued, words: "Not begun" } : lookOfLine({ standing: row.standing, outcome: row.outcome });
}

/** A session that a person has taken over. */
export function lookOfDriver(by: string): Look {
  return { tone: "calm", icon: "hand", words: `Taken over by ${by}` };
}

export function lookOfNode(status: NodeStatus | "healed" | "skipped"): Look {
  return NODES[status];
}

/** Whether a session may still change by itself, so that it is worth following. */
export function isOpen(standing: Standing): boolean {
  return standing !== "ended" && standing !== "broken";
}

const DECISIONS: Record<"allow" | "ask" | "block", Look> = {
  allow: { tone: "good", icon: "check", words: "Allowed" },
  ask: { tone: "warn", icon: "question", words: "A person is asked" },
  block: { tone: "bad", icon: "hand", words: "Blocked" },
};

/** What the gate says of an action. */
export function lookOfDecision(decision: "allow" | "ask" | "block"): Look {
  return DECISIONS[decision];
}
