import type { SopNode } from "../../api/types";

/** All decisions of a procedure, those inside of containers among them. */
export function decisionsOf(nodes: readonly SopNode[]): SopNode[] {
  return nodes.flatMap((node) => [...(node.type === "decision" ? [node] : []), ...decisionsOf(node.children ?? [])]);
}
