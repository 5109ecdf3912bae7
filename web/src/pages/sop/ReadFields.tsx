// What a step reads from the page, and under which names it is kept.

import type { SopNode } from "../../api/types";
import { Icon } from "../../ui/Icon";
import { Field } from "../../ui/parts";
import { Select } from "../../ui/Select";
import { BoundField } from "./BoundField";
import { patchRead } from "./edit";
import { calledBy } from "./items";
import { MoreOfList } from "./MoreOfList";
import { PickButton } from "./PickButton";
import type { Editor } from "./useEditor";

interface ReadField {
  name: string;
  type?: string;
  target?: Record<string, unknown>;
  column?: string;
  attribute?: string;
  [more: string]: unknown;
}

const SHAPES = [
  ["value", "One value"],
  ["record", "Several values of one thing"],
  ["records", "A list, each with its values"],
] as const;

const TYPES = ["text", "number", "date", "boolean"];

interface Props {
  node: SopNode;
  editor: Editor;
}

export function ReadFields({ node, editor }: Props) {
  const sop = editor.document;
  const patch = (fields: Record<string, unknown>, touching: string) => editor.edit(patchRead(sop, node.id, fields), `${node.id}.${touching}`);
  const shape = String(node.shape ?? "value");
  const fields = (node.fields as ReadField[] | undefined) ?? [];
  if (node.by === "model") return null;
  const change = (place: number, more: Partial<ReadField>, touching: string) =>
    patch({ fields: fields.map((field, at) => (at === place ? { ...field, ...more } : field)) }, `fields.${place}.${touching}`);
  return (
    <>
      <Field label="Kept as" hint={`Later steps write {{ ${String(node.into ?? "")} }}.`}>
        {(ids) => <input {...ids} className="input mono" value={String(node.into ?? "")} onChange={(event) => patch({ into: event.target.value }, "into")} />}
      </Field>
      <Field label="What is read">
        {(ids) => <Select {...ids} value={shape} choices={SHAPES} onPick={(picked) => patch(shaped(picked, fields), "shape")} />}
      </Field>
      {shape === "records" ? <PickButton words="Pick an item on the page" target={node.each} said onList={(list) => patch({ each: list.elements, fields: list.fields }, "each.picked")} /> : null}
      {shape === "records" && node.each ? (
        <>
          <MoreOfList node={node} patch={patch} />
          <BoundField label="Most pages" node={node} otherwise={50} patch={patch} />
        </>
      ) : null}
      {fields.map((field, place) => (
        <div key={place} className="stack tight" role="group" aria-label={field.name}>
          <div className="fields">
            {shape === "value" ? null : (
              <Field label="Name">{(ids) => <input {...ids} className="input mono" value={field.name} onChange={(event) => change(place, { name: event.target.value }, "name")} />}</Field>
            )}
            <Field label="Type">
              {(ids) => (
                <select {...ids} className="select" value={field.type ?? "text"} onChange={(event) => change(place, { type: event.target.value }, "type")}>
                  {TYPES.map((type) => (
                    <option key={type}>{type}</option>
                  ))}
                </select>
              )}
            </Field>
          </div>
          <div className="row tight">
            {shape === "records" ? null : (
              <PickButton words="Pick on the page" target={field.target} onPicked={(found) => change(place, { target: found.target }, `picked.${found.words}`)} />
            )}
            <span className="soft small grow">{wordsOf(field, shape)}</span>
            {fields.length > 1 ? (
              <button type="button" className="button quiet icon-only" aria-label={`Do not read ${field.name}`} onClick={() => patch({ fields: fields.filter((each) => each !== field) }, "fields")}>
                <Icon name="cross" />
              </button>
            ) : null}
          </div>
        </div>
      ))}
      {shape === "record" ? (
        <button type="button" className="button" onClick={() => patch({ fields: [...fields, { name: `value_${fields.length + 1}` }] }, "fields")}>
          One more value
        </button>
      ) : null}
    </>
  );
}

/** One value has one field; a list that is none any more has no look of its items. */
function shaped(shape: string, fields: ReadField[]): Record<string, unknown> {
  const kept = fields.length ? fields : [{ name: "value" }];
  return { shape, each: undefined, next: undefined, scroll: undefined, fields: shape === "value" ? kept.slice(0, 1) : kept };
}

function wordsOf(field: ReadField, shape: string): string {
  if (field.column) return `The column '${field.column}'`;
  const { target } = field;
  const name = calledBy(target);
  if (name) return name;
  return target || shape === "records" ? "" : "Not known yet where it stands.";
}
