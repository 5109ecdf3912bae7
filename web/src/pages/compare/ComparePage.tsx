import { useMemo, useState } from "react";
import type { SessionView, Step } from "../../api/types";
import { useGet } from "../../api/use";
import { address } from "../../router";
import { Failure, Framed, Page, Status } from "../../ui/parts";
import { lookOfLine, lookOfNode } from "../../ui/status";
import { duration, masked, moment } from "../../ui/words";
import { type Pair, pairs, values } from "./compare";

export function ComparePage({ one, other }: { one: string; other: string }) {
  const first = useGet<SessionView>(`/api/console/sessions/${encodeURIComponent(one)}`);
  const second = useGet<SessionView>(`/api/console/sessions/${encodeURIComponent(other)}`);
  const error = first.error ?? second.error;
  return (
    <Page title="Two sessions" about={first.data ? `of “${first.data.line.title}”, step by step` : undefined}>
      {error ? <Failure error={error} /> : null}
      {first.data && second.data ? <Compared one={first.data} other={second.data} /> : null}
    </Page>
  );
}

function Compared({ one, other }: { one: SessionView; other: SessionView }) {
  const [all, setAll] = useState(false);
  const steps = useMemo(() => pairs(one.steps, other.steps), [one.steps, other.steps]);
  const differing = steps.filter((pair) => pair.differs.length);
  const shown = all ? steps : differing;
  return (
    <div className="stack">
      <div className="pair">
        {[one, other].map((view) => (
          <section key={view.line.session} className="card">
            <h2>
              <a href={address({ page: "session", session: view.line.session, tab: "" })} className="mono">
                {view.line.session}
              </a>
            </h2>
            <p className="row tight">
              <Status look={lookOfLine(view.line)} /> <span className="soft">{moment(view.line.started)} · {view.line.owner} · version {view.summary.sop_version}</span>
            </p>
            <p className="num">
              {duration(view.summary.elapsed_seconds)} · {view.summary.steps_done} of {view.summary.steps} steps verified
            </p>
          </section>
        ))}
      </div>
      <Values one={one} other={other} />
      <div className="row">
        <h2 className="grow">{differing.length ? `${differing.length} of ${steps.length} steps differ` : "The steps are alike"}</h2>
        <label className="row tight">
          <input type="checkbox" checked={all} onChange={(event) => setAll(event.target.checked)} /> Every step
        </label>
      </div>
      {shown.length ? (
        <Framed label="Steps side by side">
          <table className="table compared">
            <thead>
              <tr>
                <th scope="col">Step</th>
                <th scope="col">{one.line.session}</th>
                <th scope="col">{other.line.session}</th>
                <th scope="col">Differs in</th>
              </tr>
            </thead>
            <tbody>
              {shown.map((pair) => (
                <Row key={pair.key} pair={pair} />
              ))}
            </tbody>
          </table>
        </Framed>
      ) : null}
    </div>
  );
}

function Row({ pair }: { pair: Pair }) {
  return (
    <tr className={pair.differs.length ? "differs" : ""}>
      <th scope="row">{pair.label}</th>
      <td>
        <Cell step={pair.one} />
      </td>
      <td>
        <Cell step={pair.other} />
      </td>
      <td className="soft">{pair.differs.join(", ")}</td>
    </tr>
  );
}

function Cell({ step }: { step: Step | null }) {
  if (!step) return <span className="soft">not done</span>;
  return (
    <>
      <Status look={lookOfNode(step.status)} /> <span className="num soft small">{step.millis === null ? "" : duration(step.millis / 1000)}</span>
      <div className="small">{masked(step.action)}</div>
      {step.notes.map((note, place) => (
        <div key={place} className="small soft">
          {note.title} {masked(note.text)}
        </div>
      ))}
    </>
  );
}

function Values({ one, other }: { one: SessionView; other: SessionView }) {
  const rows = values(one, other);
  if (!rows.length) return null;
  return (
    <Framed label="Values side by side">
      <table className="table compared">
        <thead>
          <tr>
            <th scope="col">Value</th>
            <th scope="col">{one.line.session}</th>
            <th scope="col">{other.line.session}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.what} ${row.name}`} className={row.one === row.other ? "" : "differs"}>
              <th scope="row">
                {row.name} <span className="soft small">{row.what.toLowerCase()}</span>
              </th>
              <td>{masked(row.one)}</td>
              <td>{masked(row.other)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Framed>
  );
}
