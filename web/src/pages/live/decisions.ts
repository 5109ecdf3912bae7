import type { SopNode } from "../../api/types";
import { findNode } from "../sop/edit";

/** All decisions of a procedure, those inside of containers among them. */
export function decisionsOf(nodes: readonly SopNode[]): SopNode[] {
  return nodes.flatMap((node) => [...(node.type === "decision" ? [node] : []), ...decisionsOf(node.children ?? [])]);
}

/** Whether a person's word is enough to go on behind the step: it gives no value, and takes no way. The server
 * knows the same (`may_be_said`), and what a task brings shows itself. */
export function mayBeSaidDone(nodes: readonly SopNode[], id: string | undefined): boolean {
  const node = id === undefined ? undefined : findNode({ nodes: [...nodes] }, id);
  if (!node) return true;
  return node.type === "task" || node.type === "explore" || (node.type === "human" && !node.into);
}
