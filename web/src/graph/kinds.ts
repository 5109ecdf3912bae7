// What each kind of node looks like.

import type { SopNode } from "../api/types";
import type { IconName } from "../ui/Icon";

const KINDS: Record<SopNode["type"], { icon: IconName; words: string }> = {
  task: { icon: "click", words: "Task" },
  extract: { icon: "read", words: "Read" },
  decision: { icon: "branch", words: "Decision" },
  loop: { icon: "loop", words: "Loop" },
  generate: { icon: "pencil", words: "Write" },
  explore: { icon: "compass", words: "Explore" },
  human: { icon: "hand", words: "Person" },
  group: { icon: "group", words: "Group" },
  end: { icon: "flag", words: "End" },
};

const ACTIONS: Record<string, IconName> = {
  open: "globe",
  fill: "text",
  type: "text",
  paste: "text",
  press: "text",
  select: "down",
  upload: "upload",
  download: "download",
  request: "globe",
  set: "pencil",
  wait: "clock",
};

export function iconOf(node: SopNode): IconName {
  const action = node.type === "task" ? (node.action as { do?: string } | undefined)?.do : undefined;
  return (action && ACTIONS[action]) || KINDS[node.type]?.icon || "click";
}

export function kindWords(node: SopNode): string {
  return KINDS[node.type]?.words ?? node.type;
}

export function labelOf(node: SopNode): string {
  return node.label || (node.type === "end" ? "Done" : node.id);
}
