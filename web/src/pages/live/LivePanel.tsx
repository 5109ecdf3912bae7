import { useEffect, useMemo, useRef, useState } from "react";
import type { Question, SessionSop, SessionView } from "../../api/types";
import { useGet } from "../../api/use";
import { Graph, type GraphState } from "../../graph/Graph";
import { Log, useLines } from "../../journal/Log";
import { reachEnd } from "../../journal/fold";
import type { Journal } from "../../journal/useJournal";
import { useLabels } from "../../journal/useLabels";
import { announce } from "../../ui/announce";
import { Dialog, Framed } from "../../ui/parts";
import { isOpen } from "../../ui/status";
import { clockTime, duration, masked, textOf } from "../../ui/words";
import { Answering } from "../sessions/Answering";
import { LivePicture } from "./LivePicture";
import { TakeOver, useDriving } from "./TakeOver";
import { mayBeSaidDone } from "./decisions";
import { Steering } from "./Steering";

export function LivePanel({
  view,
  sop,
  journal,
  onChanged,
}: {
  view: SessionView;
  sop: SessionSop | null;
  journal: Journal;
  onChanged: () => void;
}) {
  const { now } = journal;
  const labels = useLabels(sop);
  const [all, setAll] = useState(false);
  const lines = useLines(journal.entries, labels, all);
  const open = isOpen(view.line.standing);
  const driving = useDriving(now);
  const state = useMemo<GraphState>(() => {
    if (sop) reachEnd(now, sop.document);
    return { status: now.nodes, current: now.open.at(-1) ?? null, walked: now.walked, over: now.ended !== null && !open };
  }, [journal.round, open, sop]);
  return (
    <div className="live">
      <div className="live-head row">
        <Elapsed from={now.started} to={open && view.line.standing === "running" ? null : now.last} />
        <Cost cost={now.cost} calls={now.calls} />
        <b className="grow">{open && now.open.length ? labels(now.open.at(-1)!) : ""}</b>
        <TakeOver view={view} now={now} mayBeDone={sop === null || mayBeSaidDone(sop.document.nodes, now.open.at(-1))} onChanged={onChanged} />
        {open && sop ? <Steering session={view.line.session} sop={sop} current={now.open.at(-1) ?? null} /> : null}
        {journal.link === "lost" ? <span className="badge tone-warn">Connection lost; trying again</span> : null}
      </div>
      <section className="live-picture" aria-label="Browser">
        <LivePicture session={view.line.session} running={open} last={now.picture} driving={driving} />
      </section>
      <section className="live-graph graph-box" aria-label="Procedure">
        {sop ? <Graph sop={sop.document} state={state} follow={open} /> : null}
      </section>
      <section className="live-log">
        <header className="row">
          <h2 className="grow">{open ? "What happens" : "What happened"}</h2>
          <label className="row tight small soft">
            <input type="checkbox" checked={all} onChange={(event) => setAll(event.target.checked)} /> Every entry
          </label>
        </header>
        <Log lines={lines} entries={journal.entries} follow={open} />
      </section>
      <Framed label="Variables" className="live-variables card">
        <h2>Variables</h2>
        <Variables now={journal} />
      </Framed>
      {open && !driving ? <Ask view={view} journal={journal} onAnswered={onChanged} /> : null}
    </div>
  );
}

function Variables({ now }: { now: Journal }) {
  const values = [...now.now.variables];
  if (!values.length) return <p className="soft small">No variable has a value yet.</p>;
  return (
    <dl className="facts small">
      {values.map(([name, value]) => (
        <div key={name} style={{ display: "contents" }}>
          <dt>{name}</dt>
          <dd>{textOf(value) || <span className="soft">empty</span>}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What models have cost so far; nothing is shown of a run that asks none. */
function Cost({ cost, calls }: { cost: number | null; calls: number }) {
  if (!calls) return null;
  return (
    <span className="num soft" title="What models have cost so far">
      {cost === null ? "cost not known" : `$${cost.toFixed(cost < 0.1 ? 4 : 2)}`} · {calls === 1 ? "1 model call" : `${calls} model calls`}
    </span>
  );
}

function Elapsed({ from, to }: { from: string; to: string | null }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (to !== null) return;
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [to]);
  if (!from) return null;
  const seconds = ((to === null ? now : Date.parse(to)) - Date.parse(from)) / 1000;
  return (
    <span className="num" title={`Since ${clockTime(from)}`}>
      {duration(Math.max(0, seconds))}
    </span>
  );
}

/** The session's question over the picture, in every tab that looks on; answered anywhere, it goes everywhere. */
function Ask({ view, journal, onAnswered }: { view: SessionView; journal: Journal; onAnswered: () => void }) {
  const path = `/api/questions?session=${encodeURIComponent(view.line.session)}`;
  const questions = useGet<Question[]>(path, 2000);
  const [away, setAway] = useState("");
  const asked = journal.now.questions.size;
  useEffect(() => questions.reload(), [asked, questions.reload]);
  const question = questions.data?.[0];
  const open = useRef("");
  useEffect(() => {
    if (open.current && questions.data && !question) announce("The question is answered.");
    open.current = question?.request ?? "";
  }, [question, questions.data]);
  if (!question) return null;
  if (away === question.request) {
    return (
      <button className="button primary ask-again" onClick={() => setAway("")}>
        A question waits: {masked(question.question)}
      </button>
    );
  }
  return (
    <Dialog key={question.request} title={masked(question.question)} onClose={() => setAway(question.request)} wide={question.picture !== null}>
      <Answering
        question={question}
        onAnswered={() => {
          questions.reload();
          onAnswered();
        }}
        onLater={() => setAway(question.request)}
      />
    </Dialog>
  );
}
