import { useCallback, useMemo } from "react";
import type { SessionSop } from "../api/types";

/** What the steps of a session are called, by their nodes. */
export function useLabels(sop: SessionSop | null): (node: string) => string {
  const known = useMemo(() => new Map(sop?.outline.steps.map((step) => [step.node, step.label])), [sop]);
  return useCallback((node: string) => known.get(node) || node, [known]);
}
