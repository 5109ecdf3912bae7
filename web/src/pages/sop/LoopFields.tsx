// What a loop goes over, how often at most, and what happens when one item fails.

import type { SopDocument, SopNode } from "../../api/types";
import { Field } from "../../ui/parts";
import { SelectField } from "../../ui/Select";
import { BoundField } from "./BoundField";
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
  ["while", "As long as a condition holds"],
] as const;

const FAILURES = [
  ["stop", "Stop the run"],
  ["skip", "Continue with the next"],
  ["ask", "Ask a person"],
] as const;

export function LoopFields({ node, sop, patch }: { node: SopNode; sop: SopDocument; patch: Patch }) {
  const over = String(node.over ?? "variable");
  const lists = Object.entries(sop.variables ?? {}).filter(([, variable]) => variable.type === (over === "rows" ? "file" : "list"));
  return (
    <>
      <SelectField label="Repeat over" value={over} choices={OVER} onPick={(picked) => patch(goingOver(picked), "over")} />
      {over === "variable" || over === "rows" ? (
        <SelectField
          label={over === "rows" ? "File" : "List"}
          hint={lists.length ? undefined : `The procedure has no variable that is a ${over === "rows" ? "file" : "list"}.`}
          value={String(node.variable ?? "")}
          choices={[["", "Choose…"], ...new Set([...lists.map(([name]) => name), ...(node.variable ? [String(node.variable)] : [])])]}
          onPick={(variable) => patch({ variable: variable || undefined }, "variable")}
        />
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
          <Field label="Name of an item">
            {(ids) => <input {...ids} className="input" value={String(node.item ?? "item")} onChange={(event) => patch({ item: event.target.value }, "item")} />}
          </Field>
        )}
        <BoundField label="At most" node={node} otherwise={100} patch={patch} />
      </div>
      <SelectField
        label="When an item fails"
        value={String(node.on_item_failure ?? "stop")}
        choices={FAILURES}
        onPick={(picked) => patch({ on_item_failure: picked }, "on_item_failure")}
      />
    </>
  );
}

/** Which elements they are: one of them is picked on the page, and those like it are found. */
function Elements({ node, patch }: { node: SopNode; patch: Patch }) {
  const fields = ((node.fields as { name: string }[] | undefined) ?? []).map((field) => field.name);
  return (
    <div className="stack tight">
      {node.elements ? null : <p className="soft small">The elements are not chosen yet.</p>}
      <PickButton words="Pick an item on the page" target={node.elements} said onList={(list) => patch(overList(node, list), "elements.picked")} />
      {fields.length ? (
        <p className="soft small">
          Of each, the steps in the loop may use <span className="mono">{fields.map((field) => `{{ ${String(node.item ?? "item")}.${field} }}`).join(", ")}</span>
        </p>
      ) : null}
      {fields.length ? (
        <SelectField label="Told apart by" value={String(node.key ?? "")} choices={[["", "Their link and text"], ...fields]} onPick={(key) => patch({ key: key || undefined }, "key")} />
      ) : null}
      {node.elements ? <MoreOfList node={node} patch={patch} /> : null}
    </div>
  );
}
