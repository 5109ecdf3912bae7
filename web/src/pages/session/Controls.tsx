// Pause, resume and stop; which of them is there follows from how the session stands.

import { useState } from "react";
import { type ApiError, send } from "../../api/client";
import type { SessionView } from "../../api/types";
import { asApiError } from "../../api/use";
import { useMay } from "../../shell/me";
import { Icon } from "../../ui/Icon";
import { Confirm, Failure } from "../../ui/parts";

export function Controls({ view, onChanged }: { view: SessionView; onChanged: () => void }) {
  const may = useMay()("operate");
  const [asked, setAsked] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const [pending, setPending] = useState("");
  const { standing, session } = view.line;
  const ended = standing === "ended" && view.line.outcome !== "waiting";
  const over = ended && (view.line.outcome?.startsWith("done") ?? false);
  if (!may || over || standing === "broken") return null;

  const call = async (verb: "pause" | "resume" | "stop") => {
    setError(null);
    setPending(verb);
    try {
      await send("POST", `/api/sessions/${encodeURIComponent(session)}/${verb}`, verb === "resume" ? undefined : {});
      onChanged();
    } catch (failed) {
      setError(asApiError(failed));
    } finally {
      setTimeout(() => setPending(""), 1000);
    }
  };
  return (
    <>
      {standing === "running" || standing === "queued" ? (
        <button className="button" disabled={pending !== ""} onClick={() => void call("pause")}>
          <Icon name="pause" /> {pending === "pause" ? "Pausing after this step" : "Pause"}
        </button>
      ) : null}
      {standing === "paused" || standing === "interrupted" || ended ? (
        <button className="button primary" title={ended ? "Resume it where it ended" : undefined} disabled={pending !== ""} onClick={() => void call("resume")}>
          <Icon name="play" /> Resume
        </button>
      ) : null}
      {ended ? null : (
        <button className="button danger" disabled={pending !== ""} onClick={() => setAsked(true)}>
          <Icon name="stop" /> Stop
        </button>
      )}
      {error ? <Failure error={error} /> : null}
      {asked ? (
        <Confirm
          title="Stop this session?"
          act="Stop it"
          onNo={() => setAsked(false)}
          onYes={() => {
            setAsked(false);
            void call("stop");
          }}
        >
          It finishes the step that it is in, and then ends. What was done stays done; Resume takes it up again from there.
        </Confirm>
      ) : null}
    </>
  );
}
