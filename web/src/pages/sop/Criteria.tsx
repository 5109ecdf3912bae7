// The completion criteria of a step: what must be seen for it to count as done.

import type { SopNode } from "../../api/types";
import { Icon } from "../../ui/Icon";
import { Note } from "../../ui/parts";
import { capital } from "../../ui/words";

export type Condition = Record<string, unknown> & { kind: string };

export const CONDITIONS: Record<string, { words: string; made: Condition }> = {
  text: { words: "The page shows a text", made: { kind: "text", contains: "" } },
  url: { words: "The address contains", made: { kind: "url", contains: "" } },
  title: { words: "The title contains", made: { kind: "title", contains: "" } },
  value: { words: "The field holds", made: { kind: "value", equals: "" } },
};

export function Criteria({ node, onCriteria }: { node: SopNode; onCriteria: (criteria: Condition[]) => void }) {
  const criteria = (node.done_when as Condition[] | undefined) ?? [];
  const replace = (place: number, next: Condition | null) =>
    onCriteria(criteria.flatMap((each, at) => (at === place ? (next ? [next] : []) : [each])));
  return (
    <div className="field">
      <span className="label">Done when</span>
      {criteria.length === 0 && node.type === "task" ? (
        <Note tone="warn">Nothing shows that it worked: a run ends as “done, unverified”.</Note>
      ) : null}
      {criteria.map((condition, place) => (
        <Criterion key={place} condition={condition} onChange={(next) => replace(place, next)} />
      ))}
      <select
        className="select"
        aria-label="Add a criterion"
        value=""
        onChange={(event) => {
          const kind = CONDITIONS[event.target.value];
          if (kind) onCriteria([...criteria, { ...kind.made }]);
        }}
      >
        <option value="">Add a criterion…</option>
        {Object.entries(CONDITIONS).map(([kind, { words }]) => (
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
      <button className="button quiet icon-only" aria-label="Take this criterion out" onClick={() => onChange(null)}>
        <Icon name="cross" />
      </button>
    </div>
  );
}

/** The texts of a condition, to be corrected. */
export function ConditionFields({ condition, onChange }: { condition: Condition; onChange: (next: Condition) => void }) {
  const texts = Object.entries(condition).filter((pair): pair is [string, string] => pair[0] !== "kind" && typeof pair[1] === "string");
  return (
    <div className="grow stack" style={{ gap: ".35rem" }}>
      {texts.length ? null : <span className="small">{capital(condition.kind)}</span>}
      {texts.map(([name, value]) => (
        <label key={name} className="row tight">
          <span className="small soft criterion-name">
            {condition.kind} {name.replace("_", " ")}
          </span>
          <input className="input grow" value={value} onChange={(event) => onChange({ ...condition, [name]: event.target.value })} />
        </label>
      ))}
    </div>
  );
}
