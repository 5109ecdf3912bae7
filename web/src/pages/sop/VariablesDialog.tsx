// What a procedure is given and what it gives: names, types, defaults, and which of them are secrets.

import { useState } from "react";
import type { Variable } from "../../api/types";
import { Icon } from "../../ui/Icon";
import { Dialog, Field } from "../../ui/parts";
import type { Editor } from "./useEditor";
import { TYPES, addVariable, deleteVariable, patchVariable, renameVariable, variablesOf, wrongName } from "./variables";

export function VariablesDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const { document: sop, edit } = editor;
  const entries = Object.entries(variablesOf(sop));
  return (
    <Dialog title="Variables" onClose={onClose} wide>
      <p className="soft small">
        Steps write <span className="mono">{"{{ name }}"}</span>. Whoever runs the procedure is asked for each one that no step gives a value.
      </p>
      {entries.length ? null : <p>The procedure has no variables yet.</p>}
      {/* By place, so that one keeps its fields while it is called otherwise. */}
      {entries.map(([name, variable], place) => (
        <VariableFields key={place} name={name} variable={variable} editor={editor} />
      ))}
      <div className="actions">
        <button type="button" className="button" onClick={() => edit(addVariable(sop))}>
          Add a variable
        </button>
        <button type="button" className="button primary" onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  );
}

function VariableFields({ name, variable, editor }: { name: string; variable: Partial<Variable>; editor: Editor }) {
  const { document: sop, edit } = editor;
  const patch = (fields: Parameters<typeof patchVariable>[2], touching: string) => edit(patchVariable(sop, name, fields), `variable.${name}.${touching}`);
  return (
    <fieldset className="card stack tight" aria-label={name}>
      <div className="fields">
        <Name key={name} name={name} editor={editor} />
        <Field label="Type">
          {(ids) => (
            <select {...ids} className="select" value={variable.type ?? "text"} onChange={(event) => patch({ type: event.target.value === "text" ? undefined : (event.target.value as Variable["type"]) }, "type")}>
              {TYPES.map((type) => (
                <option key={type}>{type}</option>
              ))}
            </select>
          )}
        </Field>
        {variable.secret || variable.output ? null : (
          <Field label="Default (optional)">
            {(ids) => <input {...ids} className="input" value={variable.default ?? ""} onChange={(event) => patch({ default: event.target.value || undefined }, "default")} />}
          </Field>
        )}
      </div>
      <Field label="What it is">{(ids) => <input {...ids} className="input" value={variable.description ?? ""} onChange={(event) => patch({ description: event.target.value || undefined }, "description")} />}</Field>
      <div className="row">
        {variable.output ? (
          <span className="badge tone-calm">A step sets its value</span>
        ) : (
          <>
            <label className="row tight">
              <input type="checkbox" checked={variable.required === false} onChange={(event) => patch({ required: event.target.checked ? false : undefined }, "required")} /> It may be left out
            </label>
            <label className="row tight">
              <input type="checkbox" checked={variable.secret === true} onChange={(event) => patch({ secret: event.target.checked || undefined, default: undefined, example: undefined }, "secret")} /> It is a secret
            </label>
          </>
        )}
        <span className="grow" />
        <button type="button" className="button quiet icon-only" aria-label={`Delete ${name}`} onClick={() => edit(deleteVariable(sop, name))}>
          <Icon name="cross" />
        </button>
      </div>
    </fieldset>
  );
}

/** A name takes effect when the field is left: each letter on the way would be another variable. */
function Name({ name, editor }: { name: string; editor: Editor }) {
  const [wished, setWished] = useState(name);
  const wrong = wrongName(editor.document, name, wished);
  return (
    <Field label="Name" hint={wrong || undefined}>
      {(ids) => (
        <input
          {...ids}
          className="input mono"
          aria-invalid={wrong !== ""}
          value={wished}
          onChange={(event) => setWished(event.target.value)}
          onBlur={() => (wrong ? setWished(name) : editor.edit(renameVariable(editor.document, name, wished)))}
        />
      )}
    </Field>
  );
}
