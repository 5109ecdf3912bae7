// The completion criteria of a step: what must be seen for it to count as done.

import type { SopNode } from "../../api/types";
import { Icon } from "../../ui/Icon";
import { Note } from "../../ui/parts";
import { ConditionFields } from "./ConditionFields";
import { type Condition, KINDS, newCondition } from "./conditions";

export function Criteria({ node, onCriteria }: { node: SopNode; onCriteria: (criteria: Condition[]) => void }) {
  const criteria = (node.done_when as Condition[] | undefined) ?? [];
  const replace = (place: number, next: Condition | null) =>
    onCriteria(criteria.flatMap((each, at) => (at === place ? (next ? [next] : []) : [each])));
  return (
    <div className="field">
      <span className="label">Done when</span>
      {criteria.length === 0 && node.type === "task" ? (
        <Note tone="warn">Nothing shows that it worked, so a run ends “done, unverified”.</Note>
      ) : null}
      {criteria.map((condition, place) => (
        <Criterion key={place} condition={condition} onChange={(next) => replace(place, next)} />
      ))}
      <select
        className="select"
        aria-label="Add a criterion"
        value=""
        onChange={(event) => {
          if (event.target.value) onCriteria([...criteria, newCondition(event.target.value)]);
        }}
      >
        <option value="">Add a criterion…</option>
        {Object.entries(KINDS).map(([kind, { words }]) => (
          <option key={kind} value={kind}>
            {words}
          </option>
        ))}
      </select>
    </div>
  );
}

function Criterion({ condition, onChange }: { condition: Condition; onChange: (next: Condition | null) => void }) {
  return (
    <div className="criterion">
      <ConditionFields condition={condition} onChange={onChange} />
      <button className="button quiet icon-only" aria-label="Remove this criterion" onClick={() => onChange(null)}>
        <Icon name="cross" />
      </button>
    </div>
  );
}
