// One step, to read and to correct.

import type { OutlineStep, Problem, SopNode } from "../../api/types";
import { iconOf, kindWords, labelOf } from "../../graph/kinds";
import { Icon } from "../../ui/Icon";
import { Field, Note } from "../../ui/parts";
import { capital, masked } from "../../ui/words";
import { Criteria } from "./Criteria";
import { canMoveUp, deleteNode, insertAfter, moveUp, newNode, patchNode } from "./edit";
import type { Editor } from "./useEditor";

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
  editor: Editor;
  may: boolean;
  onSelect: (node: string | null) => void;
}

export function NodeDetails({ node, sentence, problems, editor, may, onSelect }: Props) {
  const patch = (fields: Record<string, unknown>, touching: string) =>
    editor.edit(patchNode(editor.document, node.id, fields), `${node.id}.${touching}`);
  return (
    <aside className="card details" aria-label="The step">
      <header className="row">
        <span className="badge tone-idle">
          <Icon name={iconOf(node)} /> {kindWords(node)}
        </span>
        <span className="grow mono soft">{node.id}</span>
        <button className="button quiet icon-only" aria-label="Close" onClick={() => onSelect(null)}>
          <Icon name="cross" />
        </button>
      </header>
      {sentence ? <p>{masked(sentence.sentence)}</p> : null}
      {problems.map((problem, place) => (
        <Note key={place} tone={problem.severity === "error" ? "bad" : "warn"} title={capital(problem.message)}>
          {problem.mend ?? ""}
        </Note>
      ))}
      <fieldset disabled={!may} className="stack">
        <Text label="Label" value={labelOf(node)} onText={(label) => patch({ label }, "label")} />
        <Texts node={node} patch={patch} />
        <ActionValues node={node} patch={patch} />
        {node.type === "task" ? <Effect node={node} patch={patch} /> : null}
        {Array.isArray(node.done_when) || node.type === "task" || node.type === "human" ? (
          <Criteria node={node} onCriteria={(done_when) => patch({ done_when: done_when.length ? done_when : undefined }, "done_when")} />
        ) : null}
        <Target node={node} />
        <Limits node={node} patch={patch} />
        {may ? <Structure node={node} editor={editor} onSelect={onSelect} /> : null}
      </fieldset>
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

function ActionValues({ node, patch }: { node: SopNode; patch: Patch }) {
  const action = node.action as Record<string, unknown> | undefined;
  if (!action) return null;
  const texts = Object.entries(action).filter((pair): pair is [string, string] => pair[0] !== "do" && typeof pair[1] === "string");
  return (
    <>
      {texts.map(([name, value]) => (
        <Text
          key={name}
          label={capital(name)}
          value={value}
          hint={value.includes("{{") ? "What stands in {{ … }} is filled in when it is run." : "Write {{ name }} to fill in a variable."}
          onText={(text) => patch({ action: { ...action, [name]: text } }, `action.${name}`)}
        />
      ))}
    </>
  );
}

function Effect({ node, patch }: { node: SopNode; patch: Patch }) {
  return (
    <>
      <Field label="Effect" hint={node.effect_reason ? `Because it ${String(node.effect_reason)}.` : undefined}>
        {(ids) => (
          <select {...ids} className="select" value={String(node.effect ?? "once")} onChange={(event) => patch({ effect: event.target.value }, "effect")}>
            {EFFECTS.map(([value, words]) => (
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

function Limits({ node, patch }: { node: SopNode; patch: Patch }) {
  return (
    <details>
      <summary className="soft small">Risk, autonomy, compensation</summary>
      <div className="stack" style={{ marginTop: ".6rem" }}>
        <Text label="Risk" value={String(node.risk ?? "")} onText={(risk) => patch({ risk: risk || undefined }, "risk")} />
        <Field label="Autonomy" hint="The highest rung that this step may use; the session's limit holds as well.">
          {(ids) => (
            <select {...ids} className="select" value={String(node.autonomy ?? "")} onChange={(event) => patch({ autonomy: event.target.value || undefined }, "autonomy")}>
              <option value="">As the session says</option>
              {RUNGS.map((rung) => (
                <option key={rung}>{rung}</option>
              ))}
            </select>
          )}
        </Field>
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

interface Locator {
  by: string;
  [field: string]: unknown;
}

function Target({ node }: { node: SopNode }) {
  const target = (node.target ?? node.each ?? node.elements) as { locators?: Locator[]; near?: Record<string, string>; [field: string]: unknown } | undefined;
  if (!target) return null;
  const facts = ["role", "name", "label", "text", "placeholder", "test_id", "tag"].flatMap((field): [string, string][] =>
    typeof target[field] === "string" ? [[field, target[field] as string]] : [],
  );
  return (
    <details>
      <summary className="soft small">How its element is found ({target.locators?.length ?? 0} ways)</summary>
      <dl className="facts small" style={{ marginTop: ".4rem" }}>
        {facts.map(([name, value]) => (
          <div key={name} style={{ display: "contents" }}>
            <dt>{name.replace("_", " ")}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <ol className="locators">
        {target.locators?.map(({ by, ...rest }, place) => (
          <li key={place} className="mono">
            {by}: {Object.values(rest).filter((value) => typeof value === "string").join(" ")}
          </li>
        ))}
      </ol>
    </details>
  );
}

function Structure({ node, editor, onSelect }: { node: SopNode; editor: Editor; onSelect: (node: string | null) => void }) {
  const insert = (type: "human" | "decision" | "wait") => {
    const made = newNode(editor.document, type);
    editor.edit(insertAfter(editor.document, node.id, made));
    onSelect(made.id);
  };
  return (
    <div className="row tight structure">
      {node.type !== "end" ? (
        <select
          className="select"
          aria-label="Insert a step behind this one"
          value=""
          onChange={(event) => event.target.value && insert(event.target.value as "human" | "decision" | "wait")}
        >
          <option value="">Insert behind…</option>
          <option value="human">A person's step</option>
          <option value="decision">A decision</option>
          <option value="wait">A wait</option>
        </select>
      ) : null}
      <button className="button" disabled={!canMoveUp(editor.document, node.id)} onClick={() => editor.edit(moveUp(editor.document, node.id))}>
        Earlier
      </button>
      <button
        className="button danger"
        onClick={() => {
          editor.edit(deleteNode(editor.document, node.id));
          onSelect(null);
        }}
      >
        Delete
      </button>
    </div>
  );
}
