// A condition, to read and to correct: what kind it is, and its parts; conditions may hold others.

import { Icon } from "../../ui/Icon";
import { Field } from "../../ui/parts";
import { Select } from "../../ui/Select";
import { capital } from "../../ui/words";
import { type Condition, type Part, KINDS, newCondition, restated, stated, withField } from "./conditions";
import { PickButton } from "./PickButton";

interface Props {
  condition: Condition;
  onChange: (next: Condition) => void;
}

export function ConditionFields({ condition, onChange }: Props) {
  const kind = KINDS[condition.kind];
  return (
    <div className="grow stack condition" role="group" aria-label={kind?.words ?? condition.kind}>
      <select className="select" aria-label="What to check" value={condition.kind} onChange={(event) => onChange(newCondition(event.target.value))}>
        {kind ? null : <option value={condition.kind}>{capital(condition.kind)}</option>}
        {Object.entries(KINDS).map(([name, { words }]) => (
          <option key={name} value={name}>
            {words}
          </option>
        ))}
      </select>
      {(kind?.parts ?? textsOf(condition)).map((part, place) => (
        <PartFields key={place} part={part} condition={condition} onChange={onChange} />
      ))}
    </div>
  );
}

/** Of a kind that is made elsewhere (a request, a query, a mail) the texts can be corrected. */
const textsOf = (condition: Condition): Part[] =>
  Object.entries(condition).flatMap(([name, value]) => (name !== "kind" && typeof value === "string" ? [{ part: "text", name, words: capital(name.replaceAll("_", " ")) }] : []));

function PartFields({ part, condition, onChange }: Props & { part: Part }) {
  switch (part.part) {
    case "one": {
      const name = stated(condition, part.of);
      const text = String(condition[name] ?? "");
      return (
        <div className="row tight">
          <Select aria-label="How to compare" value={name} choices={part.of} onPick={(picked) => onChange(restated(condition, part.of, picked, text))} />
          <input className="input grow" aria-label="Text" value={text} onChange={(event) => onChange(restated(condition, part.of, name, event.target.value))} />
        </div>
      );
    }
    case "text":
      if (part.unless && condition[part.unless[0]] === part.unless[1]) return null;
      return (
        <Field label={part.words} hint={part.hint}>
          {(ids) => <input {...ids} className="input" value={String(condition[part.name] ?? "")} onChange={(event) => onChange(withField(condition, part.name, event.target.value))} />}
        </Field>
      );
    case "number":
      return (
        <Field label={part.words}>
          {(ids) => (
            <input {...ids} className="input" type="number" min={part.least} value={Number(condition[part.name] ?? 0)} onChange={(event) => onChange(withField(condition, part.name, Math.max(part.least, event.target.valueAsNumber || 0)))} />
          )}
        </Field>
      );
    case "choice":
      return (
        <Field label={part.words}>
          {(ids) => (
            <select {...ids} className="select" value={String(condition[part.name] ?? part.choices[0]![0])} onChange={(event) => onChange(withField(condition, part.name, event.target.value))}>
              {part.choices.map(([value, words]) => (
                <option key={value} value={value}>
                  {words}
                </option>
              ))}
            </select>
          )}
        </Field>
      );
    case "target":
      return <TargetPart condition={condition} without={part.without} onChange={onChange} />;
    case "condition":
      return <ConditionFields condition={(condition.condition as Condition | undefined) ?? newCondition()} onChange={(next) => onChange(withField(condition, "condition", next))} />;
    case "conditions":
      return <Several condition={condition} onChange={onChange} />;
  }
}

function Several({ condition, onChange }: Props) {
  const of = (condition.of as Condition[] | undefined) ?? [];
  const put = (next: Condition[]) => onChange(withField(condition, "of", next));
  return (
    <>
      {of.map((each, place) => (
        <div key={place} className="criterion">
          <ConditionFields condition={each} onChange={(next) => put(of.map((one, at) => (at === place ? next : one)))} />
          {of.length > 1 ? (
            <button type="button" className="button quiet icon-only" aria-label="Remove this condition" onClick={() => put(of.filter((_, at) => at !== place))}>
              <Icon name="cross" />
            </button>
          ) : null}
        </div>
      ))}
      <button type="button" className="link small" onClick={() => put([...of, newCondition()])}>
        One more
      </button>
    </>
  );
}

function TargetPart({ condition, without, onChange }: Props & { without: string }) {
  const target = condition.target as Record<string, unknown> | undefined;
  const name = target && (target.name ?? target.label ?? target.text ?? target.role ?? target.tag);
  return (
    <div className="row tight">
      <span className="small grow">{name ? `Of '${String(name)}'` : target && Object.keys(target).length ? "Of a picked element" : without || "Not known yet which."}</span>
      <PickButton words="Pick" small target={target} onPicked={(found) => onChange(withField(condition, "target", found.target))} />
      {target && without ? (
        <button type="button" className="button quiet icon-only" aria-label={without} title={without} onClick={() => onChange(withField(condition, "target", undefined))}>
          <Icon name="cross" />
        </button>
      ) : null}
    </div>
  );
}
