// What can be done with a session that is over, or rests: undo it, do a part of it anew, compare it, take it along.

import { useState } from "react";
import { ask, send } from "../../api/client";
import { useDeed } from "../../api/deed";
import type { Made, SessionLine, SessionView } from "../../api/types";
import { useGet } from "../../api/use";
import { go } from "../../router";
import { useMay } from "../../shell/me";
import { Icon } from "../../ui/Icon";
import { Dialog, Failure, Field, Note } from "../../ui/parts";
import { lookOfLine } from "../../ui/status";
import { moment } from "../../ui/words";

export function Deeds({ view, onChanged }: { view: SessionView; onChanged: () => void }) {
  const may = useMay()("operate");
  const [open, setOpen] = useState<"undo" | "fork" | "compare" | "">("");
  const close = () => setOpen("");
  const rests = !["running", "queued"].includes(view.line.standing);
  const walked = view.steps.length > 0 && rests;
  return (
    <>
      {may && walked ? (
        <>
          {view.can_be_undone ? (
            <button className="button" onClick={() => setOpen("undo")}>
              <Icon name="undo" /> Undo
            </button>
          ) : null}
          <button className="button" onClick={() => setOpen("fork")}>
            <Icon name="fork" /> Fork
          </button>
        </>
      ) : null}
      {rests && !view.is_table ? (
        <button className="button" onClick={() => setOpen("compare")}>
          <Icon name="compare" /> Compare
        </button>
      ) : null}
      <Downloads session={view.line.session} />
      {open === "undo" ? <UndoDialog view={view} onClose={close} onDone={onChanged} /> : null}
      {open === "fork" ? <ForkDialog view={view} onClose={close} /> : null}
      {open === "compare" ? <CompareDialog view={view} onClose={close} /> : null}
    </>
  );
}

function steps(view: SessionView): { node: string; words: string }[] {
  const seen = new Map<string, string>();
  for (const step of view.steps) seen.set(step.node, `${step.number}. ${step.label}`);
  return [...seen].map(([node, words]) => ({ node, words }));
}

function StepSelect({ view, label, all, value, onPick }: { view: SessionView; label: string; all?: string; value: string; onPick: (node: string) => void }) {
  return (
    <Field label={label}>
      {(ids) => (
        <select {...ids} className="select" value={value} onChange={(event) => onPick(event.target.value)}>
          {all ? <option value="">{all}</option> : null}
          {steps(view).map(({ node, words }) => (
            <option key={node} value={node}>
              {words}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

function UndoDialog({ view, onClose, onDone }: { view: SessionView; onClose: () => void; onDone: () => void }) {
  const [to, setTo] = useState("");
  const [why, setWhy] = useState("");
  const deed = useDeed();
  const { once_done: once, cannot_be_undone: lasting } = view.summary;
  const undo = () =>
    void deed.run(async () => {
      await send("POST", `/api/sessions/${encodeURIComponent(view.line.session)}/undo`, { to: to || null, why });
      onDone();
      onClose();
      go({ page: "session", session: view.line.session, tab: "live" });
    });
  return (
    <Dialog title="Undo what this session did?" onClose={onClose}>
      <p>The last step first. Each one passes the gate, is journaled and verified; what cannot be undone is listed.</p>
      {deed.error ? <Failure error={deed.error} /> : null}
      {lasting.length ? (
        <Note tone="warn" title="Nothing in the procedure undoes this:">
          <ul>
            {lasting.map((effect, place) => (
              <li key={place}>{effect.label}</li>
            ))}
          </ul>
        </Note>
      ) : once.length ? (
        <Note tone="calm">The procedure can undo everything that happens once.</Note>
      ) : null}
      <StepSelect view={view} label="How far back" all="All of it" value={to} onPick={setTo} />
      <Field label="Why (kept in the journal; optional)">
        {(ids) => <input {...ids} className="input" value={why} onChange={(event) => setWhy(event.target.value)} />}
      </Field>
      <div className="actions">
        <button className="button" onClick={onClose}>
          Keep it
        </button>
        <button className="button danger sure" disabled={deed.busy} onClick={undo}>
          Undo
        </button>
      </div>
    </Dialog>
  );
}

function ForkDialog({ view, onClose }: { view: SessionView; onClose: () => void }) {
  const [node, setNode] = useState(steps(view)[0]?.node ?? "");
  const [repeat, setRepeat] = useState(false);
  const deed = useDeed();
  const fork = () =>
    void deed.run(async () => {
      const again = repeat ? view.summary.once_done.map((effect) => effect.node) : [];
      const made = await send<Made>("POST", `/api/sessions/${encodeURIComponent(view.line.session)}/fork`, { node, repeat: again });
      onClose();
      go({ page: "session", session: made.session, tab: "live" });
    });
  return (
    <Dialog title="Repeat a part" onClose={onClose}>
      <p>A new session begins at the checkpoint before a step, with the values and sign-ins from there. This one stays as it is.</p>
      {deed.error ? <Failure error={deed.error} /> : null}
      <StepSelect view={view} label="From which step" value={node} onPick={setNode} />
      {view.summary.once_done.length ? (
        <label className="row tight">
          <input type="checkbox" checked={repeat} onChange={(event) => setRepeat(event.target.checked)} /> What happens once may be done a second time
        </label>
      ) : null}
      <div className="actions">
        <button className="button" onClick={onClose}>
          Cancel
        </button>
        <button className="button primary" disabled={deed.busy || !node} onClick={fork}>
          Fork
        </button>
      </div>
    </Dialog>
  );
}

function CompareDialog({ view, onClose }: { view: SessionView; onClose: () => void }) {
  const sessions = useGet<SessionLine[]>("/api/console/sessions");
  const others = (sessions.data ?? []).filter((line) => line.session !== view.line.session && line.sop_id === view.line.sop_id);
  return (
    <Dialog title="Compare with which session?" onClose={onClose}>
      {sessions.error ? <Failure error={sessions.error} /> : null}
      {sessions.data && !others.length ? <p className="soft">There is no other session of this procedure.</p> : null}
      <div className="options">
        {others.slice(0, 30).map((line) => (
          <button key={line.session} className="option wide" onClick={() => go({ page: "compare", one: view.line.session, other: line.session })}>
            <span>
              <b>{lookOfLine(line).words}</b>
              <span className="soft small">
                {" "}
                · {moment(line.started)} · {line.owner} · <span className="mono">{line.session}</span>
              </span>
            </span>
          </button>
        ))}
      </div>
      <div className="actions">
        <button className="button" onClick={onClose}>
          Cancel
        </button>
      </div>
    </Dialog>
  );
}

function Downloads({ session }: { session: string }) {
  const [taking, setTaking] = useState(false);
  const deed = useDeed();
  return (
    <>
      <button className="button" disabled={deed.busy} onClick={() => void deed.run(() => download(`/api/sessions/${encodeURIComponent(session)}/report`, `${session}.html`))}>
        <Icon name="download" /> Report
      </button>
      <button className="button" onClick={() => setTaking(true)}>
        <Icon name="shield" /> Audit
      </button>
      {deed.error ? (
        <span role="alert" className="small">
          {deed.error.message}
        </span>
      ) : null}
      {taking ? <AuditDialog session={session} onClose={() => setTaking(false)} /> : null}
    </>
  );
}

const FORMS = [
  { form: "bundle", words: "A signed bundle, with its verifier", suffix: ".zip" },
  { form: "jsonl", words: "JSON Lines", suffix: ".jsonl" },
  { form: "csv", words: "CSV, for a spreadsheet", suffix: ".csv" },
];

function AuditDialog({ session, onClose }: { session: string; onClose: () => void }) {
  const [form, setForm] = useState(FORMS[0]!);
  const [why, setWhy] = useState("");
  const deed = useDeed();
  const take = () =>
    void deed
      .run(() =>
        download(
          `/api/sessions/${encodeURIComponent(session)}/audit?form=${form.form}&why=${encodeURIComponent(why)}`,
          `handrail-audit-${session}${form.suffix}`,
        ),
      )
      .then((done) => done && onClose());
  return (
    <Dialog title="The journal as evidence" onClose={onClose}>
      <p>Every entry with its hash, for others to check. The audit log keeps who exported it, and why.</p>
      {deed.error ? <Failure error={deed.error} /> : null}
      <Field label="Form">
        {(ids) => (
          <select {...ids} className="select" value={form.form} onChange={(event) => setForm(FORMS.find((each) => each.form === event.target.value) ?? FORMS[0]!)}>
            {FORMS.map((each) => (
              <option key={each.form} value={each.form}>
                {each.words}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Why (optional)">{(ids) => <input {...ids} className="input" value={why} onChange={(event) => setWhy(event.target.value)} />}</Field>
      <div className="actions">
        <button className="button" onClick={onClose}>
          Cancel
        </button>
        <button className="button primary" disabled={deed.busy} onClick={take}>
          <Icon name="download" /> Download
        </button>
      </div>
    </Dialog>
  );
}

async function download(path: string, name: string): Promise<void> {
  const response = await ask(path);
  const url = URL.createObjectURL(await response.blob());
  Object.assign(document.createElement("a"), { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
