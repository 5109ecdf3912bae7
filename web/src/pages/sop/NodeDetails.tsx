// One step, to read and to correct.

import type { OutlineStep, Problem, SopNode, SopPageData, StepForecast } from "../../api/types";
import { iconOf, kindWords, labelOf } from "../../graph/kinds";
import { Icon } from "../../ui/Icon";
import { Field, Note } from "../../ui/parts";
import { SelectField } from "../../ui/Select";
import { Spoken } from "../../ui/Spoken";
import { capital } from "../../ui/words";
import { ConditionFields } from "./ConditionFields";
import { type Condition, newCondition } from "./conditions";
import { Criteria } from "./Criteria";
import { ForecastNote } from "./Forecast";
import { DecisionFields } from "./DecisionFields";
import { type NewKind, canMoveUp, deleteNode, follower, insertAfter, letOut, moveUp, newNode, patchNode, patchRead, takeIn, withText, wrap } from "./edit";
import { LoopFields } from "./LoopFields";
import { PickPlace } from "./PickButton";
import { ReadFields } from "./ReadFields";
import { TargetFields } from "./TargetFields";
import type { Editor } from "./useEditor";
import { WriteFields } from "./WriteFields";

const EFFECTS = [
  ["none", "Changes nothing"],
  ["repeatable", "May be repeated"],
  ["once", "Must not be repeated"],
] as const;

const RUNGS = ["exact", "candidates", "explore", "vision", "human"];

interface Props {
  node: SopNode;
  sentence: OutlineStep | null;
  problems: Problem[];
  page: SopPageData;
  /** What the policy would say of it, where that is asked. */
  forecast: StepForecast | null;
  editor: Editor;
  may: boolean;
  onSelect: (node: string | null) => void;
}

/** One message once, in however many of the step's fields it stands. */
function told(problems: Problem[]): Problem[] {
  return [...new Map(problems.map((problem) => [`${problem.severity} ${problem.message} ${problem.mend}`, problem])).values()];
}

export function NodeDetails({ node, sentence, problems, page, forecast, editor, may, onSelect }: Props) {
  const patch = (fields: Record<string, unknown>, touching: string) =>
    editor.edit(patchNode(editor.document, node.id, fields), `${node.id}.${touching}`);
  return (
    <aside className="card details" aria-label="The step" tabIndex={-1}>
      <header className="row">
        <span className="badge tone-idle">
          <Icon name={iconOf(node)} /> {kindWords(node)}
        </span>
        <span className="grow mono soft">{node.id}</span>
        <button className="button quiet icon-only" aria-label="Close" onClick={() => onSelect(null)}>
          <Icon name="cross" />
        </button>
      </header>
      {sentence ? <p><Spoken text={sentence.sentence} /></p> : null}
      {told(problems).map((problem, place) => (
        <Note key={place} tone={problem.severity === "error" ? "bad" : "warn"} title={capital(problem.message)}>
          {problem.mend ?? ""}
        </Note>
      ))}
      {forecast ? <ForecastNote forecast={forecast} /> : null}
      <PickPlace value={may ? { page, sop: editor.document, node: node.id } : null}>
        <fieldset disabled={!may} className="stack">
          <Text label="Label" value={labelOf(node)} onText={(label) => patch({ label }, "label")} />
          <Texts node={node} patch={patch} />
          <ActionValues node={node} patch={patch} />
          {node.type === "loop" ? <LoopFields node={node} sop={editor.document} patch={patch} /> : null}
          {node.type === "extract" ? <ReadFields node={node} editor={editor} /> : null}
          {node.type === "generate" ? <WriteFields node={node} editor={editor} /> : null}
          {node.type === "decision" ? <DecisionFields node={node} patch={patch} /> : null}
          {node.type === "group" ? (
            <label className="row tight">
              <input type="checkbox" checked={node.atomic === true} onChange={(event) => patch({ atomic: event.target.checked || undefined }, "atomic")} /> All or nothing: when one step fails, those before are undone
            </label>
          ) : null}
          {node.type === "explore" ? (
            <div className="field">
              <span className="label">Found when</span>
              <ConditionFields condition={(node.success as Condition | undefined) ?? newCondition()} onChange={(success) => patch({ success }, "success")} />
            </div>
          ) : null}
          {node.type === "task" ? <Effect node={node} patch={patch} /> : null}
          {Array.isArray(node.done_when) || node.type === "task" || node.type === "human" ? (
            <Criteria node={node} onCriteria={(done_when) => patch({ done_when: done_when.length ? done_when : undefined }, "done_when")} />
          ) : null}
          <TargetFields node={node} page={page} patch={patch} />
          <Limits node={node} patch={patch} />
          {may ? <Structure node={node} editor={editor} onSelect={onSelect} /> : null}
        </fieldset>
      </PickPlace>
    </aside>
  );
}

type Patch = (fields: Record<string, unknown>, touching: string) => void;

function Text({ label, value, onText, hint, long = false }: { label: string; value: string; onText: (text: string) => void; hint?: string; long?: boolean }) {
  return (
    <Field label={label} hint={hint}>
      {(ids) =>
        long ? (
          <textarea {...ids} className="area" value={value} onChange={(event) => onText(event.target.value)} />
        ) : (
          <input {...ids} className="input" value={value} onChange={(event) => onText(event.target.value)} />
        )
      }
    </Field>
  );
}

const WORDS: Partial<Record<SopNode["type"], [field: string, label: string][]>> = {
  decision: [["question", "Question"]],
  human: [["request", "What the person is asked"]],
  generate: [["instructions", "Instructions"]],
  explore: [["goal", "Goal"]],
};

function Texts({ node, patch }: { node: SopNode; patch: Patch }) {
  return (
    <>
      {(WORDS[node.type] ?? []).map(([field, label]) => (
        <Text key={field} label={label} long value={String(node[field] ?? "")} onText={(text) => patch({ [field]: text }, field)} />
      ))}
      <Text label="Why it is done" value={String(node.intent ?? "")} onText={(intent) => patch({ intent: intent || undefined }, "intent")} />
    </>
  );
}

const ACTION_WORDS: Record<string, string> = { on: "Ticked where this is true" };

function ActionValues({ node, patch }: { node: SopNode; patch: Patch }) {
  const action = node.action as Record<string, unknown> | undefined;
  if (!action) return null;
  const texts = Object.entries(action).filter((pair): pair is [string, string] => pair[0] !== "do" && typeof pair[1] === "string");
  return (
    <>
      {texts.map(([name, value]) => (
        <Text
          key={name}
          label={ACTION_WORDS[name] ?? capital(name)}
          value={value}
          hint={value.includes("{{") ? "{{ … }} is filled in when it runs." : "Write {{ name }} to fill in a variable."}
          onText={(text) => patch(withText(node, name, text), `action.${name}`)}
        />
      ))}
    </>
  );
}

function Effect({ node, patch }: { node: SopNode; patch: Patch }) {
  return (
    <SelectField
      label="Effect"
      hint={node.effect_reason ? `Why: ${String(node.effect_reason).replace(/\.$/, "")}.` : undefined}
      value={String(node.effect ?? "once")}
      choices={EFFECTS}
      onPick={(effect) => patch({ effect }, "effect")}
    />
  );
}

function Limits({ node, patch }: { node: SopNode; patch: Patch }) {
  return (
    <details>
      <summary className="soft small">Risk, autonomy, compensation, optional</summary>
      <div className="stack" style={{ marginTop: ".6rem" }}>
        {node.type !== "end" ? (
          <label className="row tight">
            <input type="checkbox" checked={node.optional === true} onChange={(event) => patch({ optional: event.target.checked || undefined }, "optional")} /> It may fail, or be skipped
          </label>
        ) : null}
        <Text label="Risk" value={String(node.risk ?? "")} onText={(risk) => patch({ risk: risk || undefined }, "risk")} />
        <SelectField
          label="Autonomy"
          hint="The highest rung that this step may use; the session's limit holds as well."
          value={String(node.autonomy ?? "")}
          choices={[["", "As the session says"], ...RUNGS]}
          onPick={(autonomy) => patch({ autonomy: autonomy || undefined }, "autonomy")}
        />
        <Text
          label="Compensation"
          hint="Id of the step that undoes this one."
          value={String(node.compensation ?? "")}
          onText={(text) => patch({ compensation: text || undefined }, "compensation")}
        />
      </div>
    </details>
  );
}

const NEW: [kind: NewKind, words: string][] = [
  ["click", "A click"],
  ["fill", "A text to type"],
  ["open", "A page to open"],
  ["read", "Something to read"],
  ["human", "A person's step"],
  ["decision", "A decision"],
  ["loop", "A loop"],
  ["group", "A group"],
  ["wait", "A wait"],
  ["explore", "Something to find by exploring"],
  ["generate", "A text to write"],
];

function Structure({ node, editor, onSelect }: { node: SopNode; editor: Editor; onSelect: (node: string | null) => void }) {
  const { document, edit } = editor;
  const insert = (kind: NewKind) => {
    const made = newNode(document, kind);
    const inserted = insertAfter(document, node.id, made);
    edit(kind === "read" || kind === "generate" ? patchRead(inserted, made.id, {}) : inserted);
    onSelect(made.id);
  };
  const put = (kind: "loop" | "group") => {
    const made = newNode(document, kind);
    edit(wrap(document, node.id, made));
    onSelect(made.id);
  };
  return (
    <div className="row tight structure">
      {node.type !== "end" ? (
        <>
          <select className="select" aria-label="Insert a step after this one" value="" onChange={(event) => event.target.value && insert(event.target.value as NewKind)}>
            <option value="">Insert after…</option>
            {NEW.map(([kind, words]) => (
              <option key={kind} value={kind}>
                {words}
              </option>
            ))}
          </select>
          <select className="select" aria-label="Put this step into a container" value="" onChange={(event) => event.target.value && put(event.target.value as "loop" | "group")}>
            <option value="">Put into…</option>
            <option value="loop">A new loop</option>
            <option value="group">A new group</option>
          </select>
        </>
      ) : null}
      {node.children ? (
        <>
          <button type="button" className="button" disabled={!follower(document, node.id)} onClick={() => edit(takeIn(document, node.id))}>
            Take the next step in
          </button>
          <button type="button" className="button" disabled={node.children.length < 2} onClick={() => edit(letOut(document, node.id))}>
            Let the last step out
          </button>
        </>
      ) : null}
      <button type="button" className="button" disabled={!canMoveUp(document, node.id)} onClick={() => edit(moveUp(document, node.id))}>
        Earlier
      </button>
      <button
        type="button"
        className="button danger"
        onClick={() => {
          edit(deleteNode(document, node.id));
          onSelect(null);
        }}
      >
        Delete
      </button>
    </div>
  );
}
