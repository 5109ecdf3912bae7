// Taking a session over: who drives, and the way to the wheel and back.

import { useContext, useEffect, useState } from "react";
import { type ApiError, send } from "../../api/client";
import type { SessionView } from "../../api/types";
import { asApiError } from "../../api/use";
import type { Now } from "../../journal/fold";
import { MeContext, useMay } from "../../shell/me";
import { Icon } from "../../ui/Icon";
import { Failure } from "../../ui/parts";

/** Whether the person at the console drives now. */
export function useDriving(now: Now): boolean {
  return useContext(MeContext).user === now.driver && now.driver !== "";
}

/** `mayBeDone`: the person's word is enough to go on behind the step. */
export function TakeOver({ view, now, mayBeDone, onChanged }: { view: SessionView; now: Now; mayBeDone: boolean; onChanged: () => void }) {
  const may = useMay()("operate");
  const mine = useDriving(now);
  const [wanted, setWanted] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const { standing, outcome, session } = view.line;
  const over = standing === "broken" || (standing === "ended" && (outcome?.startsWith("done") ?? false));
  useEffect(() => {
    if (now.driver) setWanted(false);
  }, [now.driver]);

  const call = async (verb: "take-over" | "hand-back", at?: string) => {
    setError(null);
    try {
      await send("POST", `/api/sessions/${encodeURIComponent(session)}/${verb}`, at ? { at } : {});
      setWanted(verb === "take-over");
      onChanged();
    } catch (failed) {
      setError(asApiError(failed));
    }
  };
  if (now.driver) {
    return (
      <div className="row tight take-over" role="status">
        <span className="badge tone-calm">
          <Icon name="hand" /> {mine ? "You drive; everything is recorded" : `${now.driver} drives`}
        </span>
        {mine ? (
          <>
            {mayBeDone ? (
              <button className="button" title="You did the step: go on after it" onClick={() => void call("hand-back", "next")}>
                The step is done
              </button>
            ) : null}
            <button className="button primary" title="The session finds where it is, and goes on" onClick={() => void call("hand-back")}>
              <Icon name="play" /> Hand back
            </button>
          </>
        ) : null}
        {error ? <Failure error={error} /> : null}
      </div>
    );
  }
  if (!may || over) return null;
  return (
    <div className="row tight take-over">
      <button className="button" disabled={wanted} onClick={() => void call("take-over")}>
        <Icon name="hand" /> {wanted ? "Waiting for the browser" : "Take over"}
      </button>
      {error ? <Failure error={error} /> : null}
    </div>
  );
}
