// The ways of a decision: what each is called, what shows that it is the one, and the safe one.

import type { SopNode } from "../../api/types";
import { Icon } from "../../ui/Icon";
import { Field } from "../../ui/parts";
import { ConditionFields } from "./ConditionFields";
import { type Condition, newCondition } from "./conditions";

type Patch = (fields: Record<string, unknown>, touching: string) => void;

export function DecisionFields({ node, patch }: { node: SopNode; patch: Patch }) {
  const outcomes = (node.outcomes as string[] | undefined) ?? [];
  const checks = (node.check as Record<string, Condition> | undefined) ?? {};
  const check = (outcome: string, condition: Condition | null) => {
    const { [outcome]: _, ...rest } = checks;
    const next = condition ? { ...rest, [outcome]: condition } : rest;
    patch({ check: Object.keys(next).length ? next : undefined }, `check.${outcome}`);
  };
  return (
    <>
      <div className="field">
        <span className="label">Ways</span>
        {outcomes.map((outcome) => (
          <div key={outcome} className="criterion">
            <div className="grow stack" style={{ gap: ".35rem" }}>
              <b>{outcome}</b>
              {checks[outcome] ? (
                <ConditionFields condition={checks[outcome]} onChange={(condition) => check(outcome, condition)} />
              ) : (
                <button type="button" className="link small" onClick={() => check(outcome, newCondition())}>
                  Say what shows that
                </button>
              )}
            </div>
            {checks[outcome] ? (
              <button type="button" className="button quiet icon-only" aria-label={`Take the check of ${outcome} out`} onClick={() => check(outcome, null)}>
                <Icon name="cross" />
              </button>
            ) : null}
          </div>
        ))}
        {Object.keys(checks).length ? null : <span className="hint">There is no check: a model is asked.</span>}
      </div>
      <Field label="The safe choice" hint="Taken when no check holds, or when model and person leave it open.">
        {(ids) => (
          <select {...ids} className="select" value={String(node.default ?? "")} onChange={(event) => patch({ default: event.target.value }, "default")}>
            {outcomes.map((outcome) => (
              <option key={outcome}>{outcome}</option>
            ))}
          </select>
        )}
      </Field>
    </>
  );
}
