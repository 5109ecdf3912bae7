// How a step's element is found: its words and its locators, the first of which is tried first.

import type { SopNode, SopPageData } from "../../api/types";
import { Icon } from "../../ui/Icon";
import { Field } from "../../ui/parts";
import { LastSeen } from "./LastSeen";
import { PickButton } from "./PickButton";

type Patch = (fields: Record<string, unknown>, touching: string) => void;

interface Locator {
  by: string;
  [field: string]: unknown;
}

type Target = { locators?: Locator[]; [field: string]: unknown };

/** What is known of an element, in words that are not those of the step's own fields. */
const FACTS: Record<string, string> = { role: "Its role", name: "Its name", label: "Its label", text: "Its text", placeholder: "Its placeholder", test_id: "Its test id" };

/** Actions that are done on an element. */
const ON_ELEMENTS = ["click", "double_click", "right_click", "hover", "fill", "type", "select", "check", "uncheck", "upload", "download", "drag", "paste", "pick_date"];

export function TargetFields({ node, page, patch }: { node: SopNode; page: SopPageData; patch: Patch }) {
  const { do: deed } = (node.action ?? {}) as { do?: string };
  const field = ["target", "each", "elements"].find((name) => node[name]) ?? (deed && ON_ELEMENTS.includes(deed) ? "target" : null);
  if (!field) return null;
  const target = (node[field] ?? {}) as Target;
  const locators = target.locators ?? [];
  const change = (more: Partial<Target>, touching: string) => patch({ [field]: { ...target, ...more } }, `${field}.${touching}`);
  const known = Object.keys(FACTS).filter((name) => typeof target[name] === "string");
  return (
    <>
      <details hidden={!node[field]}>
        <summary className="soft small">How its element is found ({locators.length} ways)</summary>
        <div className="stack" style={{ marginTop: ".5rem" }}>
          {known.map((name) => (
            <Field key={name} label={FACTS[name]!}>
              {(ids) => <input {...ids} className="input" value={String(target[name])} onChange={(event) => change({ [name]: event.target.value }, name)} />}
            </Field>
          ))}
          <ol className="locators">
            {locators.map((locator, place) => (
              <li key={place} className="row tight">
                <span className="mono grow">{words(locator)}</span>
                {place ? (
                  <button type="button" className="button quiet icon-only" aria-label={`Try ${words(locator)} first`} title="Try it first" onClick={() => change({ locators: [locator, ...locators.filter((each) => each !== locator)] }, "locators")}>
                    <Icon name="up" />
                  </button>
                ) : (
                  <span className="badge tone-good">first</span>
                )}
                {locators.length > 1 ? (
                  <button type="button" className="button quiet icon-only" aria-label={`Take ${words(locator)} out`} onClick={() => change({ locators: locators.filter((each) => each !== locator) }, "locators")}>
                    <Icon name="cross" />
                  </button>
                ) : null}
              </li>
            ))}
          </ol>
          <LastSeen node={node.id} run={page.runs[0]} />
        </div>
      </details>
      {field === "target" ? (
        <PickButton
          words="Pick on the page"
          target={target}
          said
          onPicked={(found) => {
            // A step that was inserted is called by what it is done on.
            const fresh = node[field] ? {} : { label: `${node.label} ${found.words}` };
            patch({ [field]: found.target, ...fresh }, `${field}.picked.${found.words}`);
          }}
        />
      ) : null}
    </>
  );
}

function words({ by, ...rest }: Locator): string {
  return `${by}: ${Object.values(rest)
    .filter((value) => typeof value === "string")
    .join(" ")}`;
}
