// What a loop goes over, how often at most, and what happens when one item fails.

import type { SopDocument, SopNode } from "../../api/types";
import { Field } from "../../ui/parts";
import { ConditionFields } from "./ConditionFields";
import { type Condition, newCondition } from "./conditions";
import { goingOver, overList } from "./items";
import { MoreOfList } from "./MoreOfList";
import { PickButton } from "./PickButton";

type Patch = (fields: Record<string, unknown>, touching: string) => void;

const OVER = [
  ["variable", "A list"],
  ["elements", "Elements of the page"],
  ["rows", "The rows of a file"],
  ["while", "As long as something holds"],
] as const;

const FAILURES = [
  ["stop", "Stop the run"],
  ["skip", "Go on with the next"],
  ["ask", "Ask a person"],
] as const;

export function LoopFields({ node, sop, patch }: { node: SopNode; sop: SopDocument; patch: Patch }) {
  const over = String(node.over ?? "variable");
  const lists = Object.entries(sop.variables ?? {}).filter(([, variable]) => variable.type === (over === "rows" ? "file" : "list"));
  return (
    <>
      <Field label="It goes over">
        {(ids) => (
          <select {...ids} className="select" value={over} onChange={(event) => patch(goingOver(event.target.value), "over")}>
            {OVER.map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </select>
        )}
      </Field>
      {over === "variable" || over === "rows" ? (
        <Field label={over === "rows" ? "File" : "List"} hint={lists.length ? undefined : `The procedure has no variable that is a ${over === "rows" ? "file" : "list"}.`}>
          {(ids) => (
            <select {...ids} className="select" value={String(node.variable ?? "")} onChange={(event) => patch({ variable: event.target.value || undefined }, "variable")}>
              <option value="">Choose…</option>
              {[...new Set([...lists.map(([name]) => name), ...(node.variable ? [String(node.variable)] : [])])].map((name) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          )}
        </Field>
      ) : null}
      {over === "while" ? (
        <div className="field">
          <span className="label">As long as</span>
          <ConditionFields
            condition={(node.condition as Condition | undefined) ?? newCondition()}
            onChange={(condition) => patch({ condition }, "condition")}
          />
        </div>
      ) : null}
      {over === "elements" ? <Elements node={node} patch={patch} /> : null}
      <div className="fields">
        {over === "while" ? null : (
          <Field label="An item is called">
            {(ids) => <input {...ids} className="input" value={String(node.item ?? "item")} onChange={(event) => patch({ item: event.target.value }, "item")} />}
          </Field>
        )}
        <Field label="At most">
          {(ids) => (
            <input
              {...ids}
              className="input"
              type="number"
              min={1}
              value={Number(node.bound ?? 100)}
              onChange={(event) => patch({ bound: Math.max(1, event.target.valueAsNumber || 1) }, "bound")}
            />
          )}
        </Field>
      </div>
      <Field label="When an item fails">
        {(ids) => (
          <select {...ids} className="select" value={String(node.on_item_failure ?? "stop")} onChange={(event) => patch({ on_item_failure: event.target.value }, "on_item_failure")}>
            {FAILURES.map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </select>
        )}
      </Field>
    </>
  );
}

/** Which elements they are: one of them is picked on the page, and those like it are found. */
function Elements({ node, patch }: { node: SopNode; patch: Patch }) {
  const fields = ((node.fields as { name: string }[] | undefined) ?? []).map((field) => field.name);
  return (
    <div className="stack tight">
      {node.elements ? null : <p className="soft small">Which elements they are is not known yet.</p>}
      <PickButton words="Pick an item on the page" target={node.elements} said onList={(list) => patch(overList(node, list), "elements.picked")} />
      {fields.length ? (
        <p className="soft small">
          Of each, the steps in the loop may use <span className="mono">{fields.map((field) => `{{ ${String(node.item ?? "item")}.${field} }}`).join(", ")}</span>
        </p>
      ) : null}
      {fields.length ? (
        <Field label="Told apart by">
          {(ids) => (
            <select {...ids} className="select" value={String(node.key ?? "")} onChange={(event) => patch({ key: event.target.value || undefined }, "key")}>
              <option value="">Their link and text</option>
              {fields.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          )}
        </Field>
      ) : null}
      {node.elements ? <MoreOfList node={node} patch={patch} /> : null}
    </div>
  );
}
