import { useEffect, useState } from "react";
import { send } from "../../api/client";
import { useDeed } from "../../api/deed";
import type { PolicyFindings, PolicyPage } from "../../api/types";
import { useMay } from "../../shell/me";
import { Icon } from "../../ui/Icon";
import { Failure, Note } from "../../ui/parts";
import { TrialPanel } from "./TrialPanel";

const SETTLE = 300;

const SAMPLE = `name: Our policy
mode: standard
# categories: {financial: ask}
# limits:
#   - {at_most: 50, per: day, of: effects, within: sop, over: ask}
`;

export function PolicyEditor({ page, onSaved }: { page: PolicyPage; onSaved: () => void }) {
  const may = useMay()("administer");
  const [text, setText] = useState(page.text);
  const [findings, setFindings] = useState<PolicyFindings | null>(null);
  const deed = useDeed();
  const changed = text !== page.text;
  useEffect(() => {
    const timer = setTimeout(() => {
      send<PolicyFindings>("POST", "/api/console/policy/check", { text }).then(setFindings, () => setFindings(null));
    }, SETTLE);
    return () => clearTimeout(timer);
  }, [text]);
  const save = () =>
    void deed.run(async () => {
      await send("PUT", "/api/console/policy", { text, base: page.hash });
      onSaved();
    });
  return (
    <div className="pair policy">
      <section className="card stack" aria-label="Policy text">
        <div className="row">
          <span className="grow mono soft small">{page.path}</span>
          {may && changed ? (
            <>
              <button className="button" onClick={() => setText(page.text)}>
                Discard
              </button>
              <button className="button primary" disabled={deed.busy || Boolean(findings?.error)} onClick={save}>
                Save
              </button>
            </>
          ) : null}
        </div>
        {deed.error ? <Failure error={deed.error} /> : null}
        {!page.text && !changed ? (
          <Note tone="calm" title="There is no file yet:">
            the built-in mode “standard” holds.{" "}
            {may ? (
              <button className="link" onClick={() => setText(SAMPLE)}>
                Create one
              </button>
            ) : null}
          </Note>
        ) : null}
        <textarea
          className="area mono code"
          aria-label="Policy in YAML"
          spellCheck={false}
          readOnly={!may}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {findings?.error ? (
          <Note tone="bad" title="It cannot be used:">
            {findings.error}
          </Note>
        ) : findings && !text.trim() ? (
          page.text || changed ? <p className="soft">Nothing is written: the built-in mode “{findings.mode}” holds.</p> : null
        ) : findings ? (
          <p className="row tight tone-good" style={{ color: "var(--tone)" }}>
            <Icon name="check" /> Valid; mode “{findings.mode}”.
          </p>
        ) : null}
        {findings?.notes.map((note) => (
          <Note key={note} tone="warn">
            {note}
          </Note>
        ))}
      </section>
      <div className="stack">
        <TrialPanel text={text} />
        {findings && !findings.error ? <Categories categories={findings.categories} /> : null}
      </div>
    </div>
  );
}

const TONES: Record<string, string> = { allow: "good", "ask unless named": "calm", ask: "warn", block: "bad" };

function Categories({ categories }: { categories: PolicyFindings["categories"] }) {
  return (
    <section className="card">
      <h2>Rule for each kind of action</h2>
      <dl className="facts">
        {Object.entries(categories).map(([category, handling]) => (
          <div key={category} style={{ display: "contents" }}>
            <dt>{category.replaceAll("_", " ")}</dt>
            <dd>
              <span className={`badge tone-${TONES[handling] ?? "idle"}`}>{handling}</span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
