// What a model writes from, as what, and whether a person sees it first.

import type { SopNode } from "../../api/types";
import { Field } from "../../ui/parts";
import { SelectField } from "../../ui/Select";
import { patchRead } from "./edit";
import type { Editor } from "./useEditor";
import { variablesOf } from "./variables";

const FORMATS = ["text", "markdown"];

export function WriteFields({ node, editor }: { node: SopNode; editor: Editor }) {
  const patch = (fields: Record<string, unknown>, touching: string) => editor.edit(patchRead(editor.document, node.id, fields), `${node.id}.${touching}`);
  const inputs = (node.inputs as string[] | undefined) ?? [];
  const known = Object.entries(variablesOf(editor.document)).flatMap(([name, { secret }]) => (secret || name === node.into ? [] : [name]));
  const names = [...new Set([...known, ...inputs])];
  return (
    <>
      <fieldset className="plain stack">
        <legend>From</legend>
        <div className="chips">
          {names.map((name) => (
            <label key={name} className="row tight small">
              <input
                type="checkbox"
                checked={inputs.includes(name)}
                onChange={(event) => patch({ inputs: names.filter((each) => (each === name ? event.target.checked : inputs.includes(each))) }, "inputs")}
              />
              <span className="mono">{name}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <Field label="Kept as">{(ids) => <input {...ids} className="input mono" value={String(node.into ?? "")} onChange={(event) => patch({ into: event.target.value }, "into")} />}</Field>
      <Field label="Form" hint="Fixed words, with what is to be written in brackets. Optional.">
        {(ids) => <textarea {...ids} className="area" value={String(node.template ?? "")} onChange={(event) => patch({ template: event.target.value || undefined }, "template")} />}
      </Field>
      <SelectField label="Format" value={String(node.format ?? "text")} choices={node.format === "json" ? [...FORMATS, "json"] : FORMATS} onPick={(format) => patch({ format }, "format")} />
      <label className="row tight">
        <input type="checkbox" checked={node.preview !== false} onChange={(event) => patch({ preview: event.target.checked ? undefined : false }, "preview")} /> A person sees it before it is used
      </label>
    </>
  );
}
