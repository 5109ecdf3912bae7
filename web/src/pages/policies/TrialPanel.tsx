// An action to try a policy with: what would the gate say, and why?

import { useEffect, useState } from "react";
import { ApiError, send } from "../../api/client";
import type { Judgement, Trial } from "../../api/types";
import { asApiError } from "../../api/use";
import { Field, Note, Status } from "../../ui/parts";
import { lookOfDecision } from "../../ui/status";

type Facts = Required<Omit<Trial, "text">>;

const FIRST: Facts = {
  kind: "click",
  name: "Delete account",
  url: "https://app.example/settings",
  leads_to: "",
  value: "",
  effect: "once",
  named: false,
};

const KINDS = ["click", "fill", "select", "press", "upload", "download", "open", "request"];

export function TrialPanel({ text }: { text: string }) {
  const [facts, setFacts] = useState(FIRST);
  const [said, setSaid] = useState<Judgement | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => {
      send<Judgement>("POST", "/api/console/policy/test", { ...facts, text }).then(
        (judgement) => {
          setSaid(judgement);
          setError(null);
        },
        (failed: unknown) => setError(asApiError(failed)),
      );
    }, 300);
    return () => clearTimeout(timer);
  }, [facts, text]);
  const set = (more: Partial<Facts>) => setFacts((before) => ({ ...before, ...more }));
  return (
    <section className="card stack" aria-label="Test an action">
      <h2>Test an action</h2>
      <div className="fields">
        <Field label="Action">
          {(ids) => (
            <select {...ids} className="select" value={facts.kind} onChange={(event) => set({ kind: event.target.value })}>
              {KINDS.map((kind) => (
                <option key={kind}>{kind}</option>
              ))}
            </select>
          )}
        </Field>
        <Field label="Element's name">
          {(ids) => <input {...ids} className="input" value={facts.name} onChange={(event) => set({ name: event.target.value })} />}
        </Field>
        <Field label="On the page">
          {(ids) => <input {...ids} className="input" value={facts.url} onChange={(event) => set({ url: event.target.value })} />}
        </Field>
        <Field label="Leads to (optional)">
          {(ids) => <input {...ids} className="input" value={facts.leads_to} onChange={(event) => set({ leads_to: event.target.value })} />}
        </Field>
        <Field label="Typed text (optional)">
          {(ids) => <input {...ids} className="input" value={facts.value} onChange={(event) => set({ value: event.target.value })} />}
        </Field>
        <Field label="Effect">
          {(ids) => (
            <select {...ids} className="select" value={facts.effect} onChange={(event) => set({ effect: event.target.value as Facts["effect"] })}>
              <option value="none">Changes nothing</option>
              <option value="repeatable">May be repeated</option>
              <option value="once">Must not be repeated</option>
            </select>
          )}
        </Field>
      </div>
      <label className="row tight">
        <input type="checkbox" checked={facts.named} onChange={(event) => set({ named: event.target.checked })} /> A step of the procedure names it
      </label>
      <div aria-live="polite">
        {error ? <Note tone="warn">{error.message}</Note> : said ? <Said said={said} /> : null}
      </div>
    </section>
  );
}

function Said({ said }: { said: Judgement }) {
  const look = lookOfDecision(said.decision);
  return (
    <div className={`note tone-${look.tone} stack tight`}>
      <p>
        <Status look={look} />: {said.reason}
      </p>
      <p className="small">
        Rule <code>{said.rule}</code>, from {said.source} · risk {said.risk}
        {said.factors.length ? ` (${said.factors.join("; ")})` : ""}
        {said.categories.length ? ` · ${said.categories.join(", ").replaceAll("_", " ")}` : ""}
      </p>
    </div>
  );
}
