import type { Json, SessionView } from "../../api/types";
import { address } from "../../router";
import { Icon } from "../../ui/Icon";
import { CopyButton, Note } from "../../ui/parts";
import { lookOfOutcome } from "../../ui/status";
import { capital, duration, masked, textOf } from "../../ui/words";

export function SummaryPanel({ view }: { view: SessionView }) {
  const { summary } = view;
  const look = lookOfOutcome(summary.outcome);
  const outputs = Object.entries(summary.outputs);
  return (
    <div className="stack">
      <section className={`verdict tone-${view.tone}`}>
        <p className="word">
          <Icon name={look.icon} /> {capital(summary.outcome)}
        </p>
        <p className="meaning">{view.meaning}</p>
        {summary.error ? (
          <p className="error">
            <b>{masked(summary.error)}</b> {summary.suggestion ? masked(summary.suggestion) : ""}
          </p>
        ) : null}
      </section>
      <Figures view={view} />
      <div className="pair">
        {outputs.length ? <Values title="Results" values={outputs} copies /> : null}
        {view.inputs.length ? <Values title="Inputs" values={view.inputs} /> : null}
        <Attention view={view} />
        <Facts view={view} />
      </div>
    </div>
  );
}

function Figures({ view }: { view: SessionView }) {
  const { summary } = view;
  const waited = summary.waited_seconds ?? 0;
  const queued = summary.queued_seconds ?? 0;
  const idle = summary.idle_seconds ?? 0;
  const others = [
    ...(waited >= 1 ? [`${duration(waited)} for an answer`] : []),
    ...(queued >= 5 ? [`${duration(queued)} in the queue`] : []),
    ...(idle >= 5 ? [`${duration(idle)} until it was taken up again`] : []),
  ];
  const figures: [string, string, string?][] = [
    ["Steps verified", String(summary.steps_done), `of ${summary.steps}`],
    ["Time", duration(summary.elapsed_seconds - waited), others.length ? `and ${others.join(", ")}` : undefined] as [string, string, string?],
    ["Approvals", String(summary.approvals_answered), summary.approvals_asked ? `of ${summary.approvals_asked}` : undefined] as [string, string, string?],
    ["Retries", String(summary.retries)],
    ["Healed", String(view.healed.length)],
    ["Unverified", String(summary.unverified.length)],
    ["AI decisions", String(summary.model_calls)],
  ];
  return (
    <dl className="tiles">
      {figures.map(([name, value, of]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {value} {of ? <small>{of}</small> : null}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Values({ title, values, copies = false }: { title: string; values: [string, Json][]; copies?: boolean }) {
  return (
    <section className="card">
      <h2>{title}</h2>
      <dl className={copies ? "facts outputs" : "facts"}>
        {values.map(([name, value]) => {
          const text = textOf(value);
          return (
            <div key={name} style={{ display: "contents" }}>
              <dt>{name}</dt>
              <dd>
                {copies ? (
                  <>
                    <span className="value">{text}</span>
                    <CopyButton text={text} what={name} />
                  </>
                ) : (
                  text
                )}
              </dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}

function Attention({ view }: { view: SessionView }) {
  const { summary } = view;
  const nothing =
    !summary.in_doubt.length && !summary.unverified.length && !summary.exceptions.length && !view.healed.length && !summary.once_done.length;
  if (nothing) return null;
  const lasting = new Set(summary.cannot_be_undone.map((effect) => effect.node));
  return (
    <section className="card stack">
      <h2>What to know</h2>
      {summary.in_doubt.map((effect) => (
        <Note key={effect.node} tone="bad" title="In doubt:">
          {masked(effect.action)}. Look in the app before it is done again.
        </Note>
      ))}
      {summary.exceptions.map((given, place) => (
        <Note key={place} tone="warn" title={given.item || given.label}>
          {masked(given.error)}
        </Note>
      ))}
      {summary.unverified.map((item, place) => (
        <Note key={place} tone="warn" title={item.label}>
          {masked(item.why)}
        </Note>
      ))}
      {view.healed.map((item) => (
        <Note key={item.amendment} tone="healed" title="Healed:">
          “{item.label}” is found otherwise now.{" "}
          <a href={address({ page: "sop", sop: summary.sop_id, tab: "changes" })}>Decide about the change</a>
        </Note>
      ))}
      {summary.once_done.length ? (
        <div>
          <h3>Done, and not to be repeated</h3>
          <ul>
            {summary.once_done.map((effect, place) => (
              <li key={place} className="small">
                {capital(masked(effect.action))}
                {lasting.has(effect.node) ? <span className="soft"> · nothing in the procedure undoes it</span> : null}
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </section>
  );
}

export function Facts({ view }: { view: SessionView }) {
  const { summary } = view;
  return (
    <section className="card">
      <h2>About</h2>
      <dl className="facts">
        <dt>Procedure</dt>
        <dd>
          <a href={address({ page: "sop", sop: summary.sop_id, tab: "" })}>{summary.sop_id}</a>, version {summary.sop_version}
        </dd>
        <dt>Autonomy</dt>
        <dd>{view.autonomy}</dd>
        {view.browser ? (
          <>
            <dt>Browser</dt>
            <dd>{view.browser}</dd>
          </>
        ) : null}
        {view.machine ? (
          <>
            <dt>Machine</dt>
            <dd>{view.machine}</dd>
          </>
        ) : null}
        <dt>Proof</dt>
        <dd>
          <code>handrail session verify {summary.session}</code>
        </dd>
      </dl>
    </section>
  );
}
