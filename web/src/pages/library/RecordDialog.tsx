// Showing a piece of work once, in a window on the server's machine or here in the picture of a browser; what was done
// becomes a procedure.

import { type FormEvent, useEffect, useState } from "react";
import { send } from "../../api/client";
import { useDeed } from "../../api/deed";
import type { RecordingPlace, RecordingView } from "../../api/types";
import { useGet } from "../../api/use";
import { go } from "../../router";
import { Icon } from "../../ui/Icon";
import { Dialog, Failure, Field, Note } from "../../ui/parts";
import { Screen } from "../live/Screen";

const STATES: Record<RecordingView["state"], string> = {
  recording: "A browser is open on the server's machine. Do the work there, then close it or end the recording here.",
  compiling: "Turning the recording into a procedure…",
  added: "It is in the library.",
  failed: "It could not be recorded.",
};

export function RecordDialog({ onClose }: { onClose: () => void }) {
  const place = useGet<RecordingPlace>("/api/console/recordings", 1000);
  const [own, setOwn] = useState("");
  const current = place.data?.recordings.find((each) => each.id === own || each.state === "recording");
  const id = current?.id ?? "";
  // One that was under way when the dialog was opened is followed to its end, too.
  useEffect(() => {
    if (id) setOwn(id);
  }, [id]);
  if (current) return <Current view={current} onClose={onClose} />;
  return (
    <Begin
      window={place.data?.window ?? false}
      onBegun={(id) => {
        setOwn(id);
        place.reload();
      }}
      onClose={onClose}
    />
  );
}

function Begin({ window, onBegun, onClose }: { window: boolean; onBegun: (id: string) => void; onClose: () => void }) {
  const [url, setUrl] = useState("");
  const [title, setTitle] = useState("");
  const [where, setWhere] = useState<"window" | "here" | "">("");
  const deed = useDeed();
  const here = !window || (where || "window") === "here";
  const begin = (event: FormEvent) => {
    event.preventDefault();
    void deed.run(async () => {
      const made = await send<RecordingView>("POST", "/api/console/recordings", { url, title, here });
      onBegun(made.id);
    });
  };
  return (
    <Dialog title="Record" onClose={onClose}>
      <form className="stack" onSubmit={begin}>
        <p>
          A browser of the server's machine opens{here ? " here, in a picture that your mouse and keyboard work in" : " there, in a window"}. What you do in it once becomes a
          procedure; passwords are masked and never kept.
        </p>
        {deed.error ? <Failure error={deed.error} /> : null}
        <Field label="Start address">
          {(ids) => <input {...ids} className="input" required inputMode="url" autoCapitalize="none" spellCheck={false} placeholder="https://app.example/" value={url} onChange={(event) => setUrl(event.target.value)} />}
        </Field>
        <Field label="Name (optional)">
          {(ids) => <input {...ids} className="input" value={title} onChange={(event) => setTitle(event.target.value)} />}
        </Field>
        {window ? (
          <Field label="Where the browser is shown">
            {(ids) => (
              <select {...ids} className="input" value={here ? "here" : "window"} onChange={(event) => setWhere(event.target.value as "window" | "here")}>
                <option value="window">In a window on the server's machine</option>
                <option value="here">Here</option>
              </select>
            )}
          </Field>
        ) : null}
        <div className="actions">
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
          <button className="button primary" disabled={deed.busy || !url}>
            <Icon name="record" /> Record
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function Current({ view, onClose }: { view: RecordingView; onClose: () => void }) {
  const deed = useDeed();
  const recording = view.state === "recording";
  const here = view.here && recording;
  // Which browser it is, and how one ends it in a terminal, is for those who sit before it.
  const steps = view.here ? view.steps.filter((step) => !step.startsWith("Recording with ")) : view.steps;
  const first = Math.max(0, steps.length - (here ? 3 : 8));
  return (
    <Dialog title={view.title || view.url} onClose={onClose} wide={here ? "window" : false}>
      {view.error ? <Note tone="bad">{view.error}</Note> : here ? null : <p aria-live="polite">{STATES[view.state]}</p>}
      {here ? (
        <Screen
          path={`./api/console/recordings/${encodeURIComponent(view.id)}/live`}
          hello={{ recording: view.id }}
          on
          driving
          instead={(why) => (
            <div className="no-picture soft" role="status">
              <Icon name="eye" /> {why || "A browser is opened…"}
            </div>
          )}
          badge={(live) =>
            live ? (
              <span className="badge tone-calm">
                <Icon name="record" /> Everything you do here is recorded
              </span>
            ) : null
          }
        />
      ) : null}
      <ol className={here ? "small soft recorded under-picture" : "small soft recorded"}>
        {steps.slice(first).map((step, at) => (
          <li key={first + at} title={step}>
            {step}
          </li>
        ))}
      </ol>
      {deed.error ? <Failure error={deed.error} /> : null}
      <div className="actions">
        <button className="button" onClick={onClose}>
          Close
        </button>
        {recording ? (
          <button className="button primary" disabled={deed.busy} onClick={() => void deed.run(() => send("POST", `/api/console/recordings/${encodeURIComponent(view.id)}/end`, {}))}>
            <Icon name="stop" /> End the recording
          </button>
        ) : null}
        {view.sop ? (
          <button className="button primary" onClick={() => go({ page: "sop", sop: view.sop!, tab: "" })}>
            Look at it
          </button>
        ) : null}
      </div>
    </Dialog>
  );
}
