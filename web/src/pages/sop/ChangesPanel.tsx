// What runs learned: changes of the procedure that a person accepts or rejects.

import { useState } from "react";
import { type ApiError, send } from "../../api/client";
import { Picture } from "../../api/Picture";
import type { Amendment, SopPageData } from "../../api/types";
import { asApiError } from "../../api/use";
import { address } from "../../router";
import { Empty, Failure, Field } from "../../ui/parts";
import { moment } from "../../ui/words";
import { LastSeen } from "./LastSeen";

export function ChangesPanel({ page, may, onDecided }: { page: SopPageData; may: boolean; onDecided: () => void }) {
  if (!page.amendments.length) {
    return (
      <Empty icon="bandage" title="No proposed changes">
        When a page has changed and a run finds a step's element otherwise, it proposes the change here.
      </Empty>
    );
  }
  const sorted = [...page.amendments].sort((a, b) => Number(b.status === "open") - Number(a.status === "open") || b.at.localeCompare(a.at));
  return (
    <div className="stack" style={{ maxWidth: "60rem" }}>
      {sorted.map((amendment) => (
        <Change key={amendment.id} amendment={amendment} page={page} may={may} onDecided={onDecided} />
      ))}
    </div>
  );
}

/** A reason that is a sentence, as a part of one. */
const unended = (reason: string): string => reason.replace(/\.$/, "");

function Change({ amendment, page, may, onDecided }: { amendment: Amendment; page: SopPageData; may: boolean; onDecided: () => void }) {
  const [why, setWhy] = useState("");
  const [error, setError] = useState<ApiError | null>(null);
  const [busy, setBusy] = useState(false);
  const decide = async (verb: "accept" | "reject") => {
    setBusy(true);
    setError(null);
    try {
      await send("POST", `/api/console/amendments/${encodeURIComponent(amendment.id)}/${verb}`, { why });
      onDecided();
    } catch (failed) {
      setError(asApiError(failed));
    } finally {
      setBusy(false);
    }
  };
  return (
    <article className="card stack">
      <header className="row">
        <h2 className="grow">
          Step <span className="mono">{amendment.node}</span>
        </h2>
        <span className={`badge tone-${amendment.status === "open" ? "calm" : amendment.status === "accepted" ? "good" : "idle"}`}>{amendment.status}</span>
      </header>
      <div className="before-after">
        <div className="note tone-bad">
          <b>Before</b> {amendment.before}
        </div>
        <div className="note tone-good">
          <b>After</b> {amendment.after}
        </div>
      </div>
      {amendment.pictures.length ? (
        <div className="pair">
          {/* What was recorded may have no picture: a session before this one has seen the page as it was then. */}
          <LastSeen node={amendment.node} run={page.runs.find((run) => run.started < amendment.at && run.session !== amendment.session)} />
          {amendment.pictures.map((picture) => (
            <figure key={picture} className="shot">
              <Picture session={amendment.session} picture={picture} alt="The page with what was found, outlined" />
              <figcaption className="soft small">What was found {moment(amendment.at)}</figcaption>
            </figure>
          ))}
        </div>
      ) : null}
      <p className="soft small">
        Fits by {Math.round(amendment.score * 100)} %{amendment.reasons.length ? `: ${amendment.reasons.map(unended).join("; ")}` : ""}. Proposed by{" "}
        <a href={address({ page: "session", session: amendment.session, tab: "" })}>{amendment.session}</a>
        {amendment.times > 1 ? ` and ${amendment.times - 1} more` : ""}, {moment(amendment.at)}.
        {amendment.decided_by ? ` Decided by ${amendment.decided_by}${amendment.why ? `: ${amendment.why}` : ""}.` : ""}
      </p>
      {error ? <Failure error={error} /> : null}
      {amendment.status === "open" && may ? (
        <div className="row">
          <div className="grow">
            <Field label="Why (optional)">{(ids) => <input {...ids} className="input" value={why} onChange={(event) => setWhy(event.target.value)} />}</Field>
          </div>
          <button className="button danger" disabled={busy} onClick={() => void decide("reject")}>
            Reject
          </button>
          <button className="button primary" disabled={busy} onClick={() => void decide("accept")}>
            Accept
          </button>
        </div>
      ) : null}
    </article>
  );
}
