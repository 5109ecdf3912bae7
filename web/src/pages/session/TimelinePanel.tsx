// What was done, step by step, with the pictures to scrub through.

import { useEffect, useMemo, useRef, useState } from "react";
import { Picture } from "../../api/Picture";
import type { SessionView, Step, StepPicture } from "../../api/types";
import { Icon } from "../../ui/Icon";
import { Empty, Note } from "../../ui/parts";
import { lookOfNode } from "../../ui/status";
import { clockTime, duration, masked } from "../../ui/words";

interface Shot extends StepPicture {
  step: Step;
}

const MOMENTS = { before: "Before", after: "After", failure: "At the failure" };

export function TimelinePanel({ view }: { view: SessionView }) {
  const shots = useMemo<Shot[]>(
    () => view.steps.flatMap((step) => step.pictures.map((picture) => ({ ...picture, step }))),
    [view.steps],
  );
  const [at, setAt] = useState(0);
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(
    () => new Set(view.steps.filter((step) => step.status === "failed" || step.status === "unverified").map((step) => step.number)),
  );
  const current = shots[Math.min(at, shots.length - 1)];
  if (!view.steps.length) {
    return (
      <Empty icon="clock" title="Nothing done yet">
        Steps appear here as they are walked.
      </Empty>
    );
  }
  const pick = (step: Step) => {
    const first = shots.findIndex((shot) => shot.step.number >= step.number);
    if (first >= 0) setAt(first);
    setUnfolded((before) => {
      const next = new Set(before);
      if (!next.delete(step.number)) next.add(step.number);
      return next;
    });
  };
  return (
    <div className="scrub">
      {current ? <Stage session={view.line.session} shots={shots} current={current} at={Math.min(at, shots.length - 1)} onAt={setAt} /> : null}
      <ol className="steps">
        {view.steps.map((step) => (
          <StepItem
            key={step.number}
            step={step}
            current={current?.step.number === step.number}
            open={unfolded.has(step.number)}
            onPick={() => pick(step)}
          />
        ))}
      </ol>
    </div>
  );
}

function Stage({
  session,
  shots,
  current,
  at,
  onAt,
}: {
  session: string;
  shots: Shot[];
  current: Shot;
  at: number;
  onAt: (at: number) => void;
}) {
  const words = `${MOMENTS[current.moment]} “${current.step.label}”`;
  return (
    <section className="stage" aria-label="Pictures">
      <div className="frame">
        <Picture session={session} picture={current.picture} alt={words} />
      </div>
      <div className="ticks">
        {shots.map((shot, place) => (
          <button
            key={place}
            className={`tone-${lookOfNode(shot.step.status).tone}`}
            aria-current={place === at}
            aria-label={`Picture ${place + 1}: ${shot.step.label}`}
            tabIndex={-1}
            onClick={() => onAt(place)}
          />
        ))}
      </div>
      <div className="bar">
        <button className="button icon-only" aria-label="Picture before" disabled={at === 0} onClick={() => onAt(at - 1)}>
          <Icon name="left" />
        </button>
        <input
          type="range"
          min={0}
          max={shots.length - 1}
          value={at}
          aria-label="Scrub through the pictures"
          aria-valuetext={words}
          onChange={(event) => onAt(Number(event.target.value))}
        />
        <button className="button icon-only" aria-label="Next picture" disabled={at === shots.length - 1} onClick={() => onAt(at + 1)}>
          <Icon name="right" />
        </button>
      </div>
      <p className="soft small">
        {words} · {clockTime(current.at)} · picture {at + 1} of {shots.length}
      </p>
    </section>
  );
}

function StepItem({ step, current, open, onPick }: { step: Step; current: boolean; open: boolean; onPick: () => void }) {
  const look = lookOfNode(step.status);
  const ref = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (current) ref.current?.scrollIntoView({ block: "nearest" });
  }, [current]);
  return (
    <li ref={ref} className={`step tone-${look.tone}`} data-current={current}>
      <button className="step-head" aria-expanded={open} onClick={onPick}>
        <span className="num soft">{step.number}</span>
        <span>{step.label}</span>
        <span className="state small">
          <Icon name={look.icon} /> <span className="hidden">{look.words}</span>
          <span className="num">{step.millis === null ? "" : duration(step.millis / 1000)}</span>
        </span>
      </button>
      {open ? <StepBody step={step} /> : null}
    </li>
  );
}

function StepBody({ step }: { step: Step }) {
  return (
    <div className="step-body small">
      {step.action ? <p>{masked(step.action)}</p> : null}
      {step.notes.map((note, place) => (
        <Note key={place} tone={note.tone} title={note.title}>
          {masked(note.text)}
        </Note>
      ))}
      {step.criteria.length ? (
        <ul className="criteria">
          {step.criteria.map((criterion, place) => (
            <li key={place} className={criterion.held ? "tone-good" : "tone-bad"}>
              <Icon name={criterion.held ? "check" : "cross"} />
              <span>
                {masked(criterion.text)}
                {criterion.seen ? <span className="soft"> · seen: {masked(criterion.seen)}</span> : null}
              </span>
            </li>
          ))}
        </ul>
      ) : null}
      {step.how.length ? (
        <details>
          <summary className="soft">How it was done</summary>
          <dl className="facts">
            {step.how.map(([name, text], place) => (
              <div key={place} style={{ display: "contents" }}>
                <dt>{name}</dt>
                <dd>{masked(text)}</dd>
              </div>
            ))}
          </dl>
        </details>
      ) : null}
    </div>
  );
}
