// How many at most: of a loop's items, of a list's pages.

import type { SopNode } from "../../api/types";
import { Field } from "../../ui/parts";

interface Wanted {
  label: string;
  node: SopNode;
  /** What holds where the step says nothing. */
  otherwise: number;
  patch: (fields: Record<string, unknown>, touching: string) => void;
}

export function BoundField({ label, node, otherwise, patch }: Wanted) {
  return (
    <Field label={label}>
      {(ids) => (
        <input
          {...ids}
          className="input"
          type="number"
          min={1}
          value={Number(node.bound ?? otherwise)}
          onChange={(event) => patch({ bound: Math.max(1, event.target.valueAsNumber || 1) }, "bound")}
        />
      )}
    </Field>
  );
}
