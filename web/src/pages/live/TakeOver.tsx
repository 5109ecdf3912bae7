// Taking a session over: who drives, the way to the wheel and back, and what the browser draws outside of the page.

import { useContext, useEffect, useState } from "react";
import { type ApiError, send } from "../../api/client";
import type { SessionView } from "../../api/types";
import { asApiError } from "../../api/use";
import type { Now } from "../../journal/fold";
import { MeContext, useMay } from "../../shell/me";
import { Icon } from "../../ui/Icon";
import { Dialog, Failure, Field } from "../../ui/parts";
import type { Deed } from "./input";
import type { Told } from "./picture";

/** Whether the person at the console drives now. */
export function useDriving(now: Now): boolean {
  return useContext(MeContext).user === now.driver && now.driver !== "";
}

export function TakeOver({ view, now, onChanged }: { view: SessionView; now: Now; onChanged: () => void }) {
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
            <button className="button" title="The step where it stood is done: go on behind it" onClick={() => void call("hand-back", "next")}>
              The step is done
            </button>
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

/** The browser's own buttons, while one drives. */
export function Buttons({ onDeed }: { onDeed: (deed: Deed) => void }) {
  return (
    <span className="row tight">
      <button className="button small" onClick={() => onDeed({ kind: "go", where: "back" })}>
        Back
      </button>
      <button className="button small" onClick={() => onDeed({ kind: "go", where: "reload" })}>
        Load again
      </button>
    </span>
  );
}

/** A dialog of the page, or the list of a select field: what the picture lacks. */
export function Outside({ told, onDeed, onGone }: { told: Told; onDeed: (deed: Deed) => void; onGone: () => void }) {
  const [text, setText] = useState(told.dialog?.text ?? "");
  useEffect(() => setText(told.dialog?.text ?? ""), [told]);
  const { dialog, options } = told;
  const answer = (accept: boolean) => {
    onDeed({ kind: "dialog", accept, text });
    onGone();
  };
  if (dialog) {
    return (
      <Dialog title="The page asks" onClose={() => answer(false)}>
        <p>{dialog.message}</p>
        {dialog.type === "prompt" ? (
          <Field label="Your answer">{(ids) => <input {...ids} className="input" value={text} onChange={(event) => setText(event.target.value)} />}</Field>
        ) : null}
        <div className="row">
          <span className="grow" />
          {dialog.type === "alert" ? null : (
            <button className="button" onClick={() => answer(false)}>
              Cancel
            </button>
          )}
          <button className="button primary" onClick={() => answer(true)}>
            OK
          </button>
        </div>
      </Dialog>
    );
  }
  if (!options) return null;
  return (
    <Dialog title="Choose" onClose={onGone}>
      <div className="stack options" role="listbox" aria-label="Options of the field">
        {options.map((option) => (
          <button
            key={option.place}
            role="option"
            aria-selected={option.chosen}
            className={option.chosen ? "button primary" : "button"}
            disabled={option.disabled}
            onClick={() => {
              onDeed({ kind: "option", place: option.place });
              onGone();
            }}
          >
            {option.text || "(empty)"}
          </button>
        ))}
      </div>
    </Dialog>
  );
}
