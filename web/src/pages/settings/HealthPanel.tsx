import { useState } from "react";
import { send } from "../../api/client";
import { useDeed } from "../../api/deed";
import type { Check, HealthPage } from "../../api/types";
import { useGet } from "../../api/use";
import { Icon } from "../../ui/Icon";
import { Failure, Status } from "../../ui/parts";
import type { Look } from "../../ui/status";
import { capital, counted } from "../../ui/words";

const STANDING: Record<Check["standing"], Look> = {
  good: { tone: "good", icon: "check", words: "Good" },
  slow: { tone: "warn", icon: "clock", words: "Slow" },
  lacking: { tone: "bad", icon: "cross", words: "Lacking" },
};

export function HealthPanel() {
  const page = useGet<HealthPage>("/api/console/health", 5000);
  const [checks, setChecks] = useState<Check[]>([]);
  const deed = useDeed();
  if (page.error && !page.data) return <Failure error={page.error} again={page.reload} />;
  if (!page.data) return <div aria-busy="true" />;
  const health = page.data;
  const work = Object.entries(health.work);
  return (
    <div className="stack">
      <dl className="tiles">
        <div>
          <dt>Worker and scheduler</dt>
          <dd>
            <Status look={health.working ? { tone: "good", icon: "check", words: "Live" } : { tone: "bad", icon: "cross", words: "Ended" }} />
          </dd>
        </div>
        {work.map(([state, count]) => (
          <div key={state}>
            <dt>{capital(state)}</dt>
            <dd>{count}</dd>
          </div>
        ))}
        <div>
          <dt>Free space</dt>
          <dd>
            {(health.free_bytes / 1024 ** 3).toFixed(1)} <small>GB</small>
          </dd>
        </div>
      </dl>
      <div className="pair">
        <section className="card">
          <h2>About</h2>
          <dl className="facts">
            <dt>Version</dt>
            <dd>{health.version}</dd>
            <dt>Home</dt>
            <dd className="mono">{health.home}</dd>
            <dt>Database</dt>
            <dd className="mono">{health.database}</dd>
          </dl>
        </section>
        <section className="card">
          <h2>Who works now</h2>
          {health.workers.length ? (
            <ul className="stack">
              {health.workers.map((worker) => (
                <li key={`${worker.worker} ${worker.machine}`}>
                  <b>{worker.worker}</b> <span className="soft">on {worker.machine}: {counted(worker.sessions, "session")}{worker.gone ? ", but its process has ended" : ""}</span>
                </li>
              ))}
            </ul>
          ) : (
            <p className="soft">Nobody: no session is running.</p>
          )}
        </section>
      </div>
      <section className="card stack">
        <div className="row">
          <h2 className="grow">What runs need</h2>
          <button
            className="button"
            disabled={deed.busy}
            onClick={() => void deed.run(async () => setChecks(await send<Check[]>("POST", "/api/console/health/examine")))}
          >
            <Icon name="pulse" /> {deed.busy ? "Looking…" : "Look closely"}
          </button>
        </div>
        <p className="soft small">As <code>handrail doctor</code>: it writes to the disk and starts a browser, so it takes some seconds.</p>
        {deed.error ? <Failure error={deed.error} /> : null}
        <p className="hidden" role="status">
          {deed.busy ? "Looking" : checks.length ? `${counted(checks.filter((check) => check.standing === "good").length, "check")} of ${checks.length} good` : ""}
        </p>
        {checks.length ? (
          <ul className="checks">
            {checks.map((check) => (
              <li key={check.name}>
                <Status look={STANDING[check.standing]} />
                <span>
                  <b>{capital(check.name)}</b>
                  {check.found}
                  {check.mend ? <span className="soft mend">{check.mend}</span> : null}
                </span>
              </li>
            ))}
          </ul>
        ) : null}
      </section>
    </div>
  );
}
