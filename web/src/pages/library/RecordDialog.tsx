// Showing a piece of work once: the recorder opens on the server's machine, and what was done becomes a procedure.

import { type FormEvent, useState } from "react";
import { send } from "../../api/client";
import { useDeed } from "../../api/deed";
import type { RecordingPlace, RecordingView } from "../../api/types";
import { useGet } from "../../api/use";
import { go } from "../../router";
import { Icon } from "../../ui/Icon";
import { Dialog, Failure, Field, Note } from "../../ui/parts";

const STATES: Record<RecordingView["state"], string> = {
  recording: "A browser is open on the server's machine. Do the work there, then close it or end the recording here.",
  compiling: "The recording is made a procedure…",
  added: "It is in the library.",
  failed: "It could not be recorded.",
};

export function RecordDialog({ onClose }: { onClose: () => void }) {
  const place = useGet<RecordingPlace>("/api/console/recordings", 1000);
  const [url, setUrl] = useState("");
  const [title, setTitle] = useState("");
  const [own, setOwn] = useState("");
  const deed = useDeed();
  const current = place.data?.recordings.find((each) => each.id === own || each.state === "recording");
  const begin = (event: FormEvent) => {
    event.preventDefault();
    void deed.run(async () => {
      const made = await send<RecordingView>("POST", "/api/console/recordings", { url, title });
      setOwn(made.id);
      place.reload();
    });
  };
  if (place.data && !place.data.possible) {
    return (
      <Dialog title="Record" onClose={onClose}>
        <Note tone="calm">{place.data.why}</Note>
        <pre className="mono raw">handrail record URL -o DIR{"\n"}handrail compile DIR -o X.sop.json</pre>
        <div className="actions">
          <button className="button" onClick={onClose}>
            Close
          </button>
        </div>
      </Dialog>
    );
  }
  if (current) {
    return (
      <Dialog title={current.title || current.url} onClose={onClose}>
        {current.error ? <Note tone="bad">{current.error}</Note> : <p aria-live="polite">{STATES[current.state]}</p>}
        <ol className="small soft recorded">
          {current.steps.slice(-8).map((step, at) => (
            <li key={at}>{step}</li>
          ))}
        </ol>
        {deed.error ? <Failure error={deed.error} /> : null}
        <div className="actions">
          <button className="button" onClick={onClose}>
            Close
          </button>
          {current.state === "recording" ? (
            <button className="button primary" disabled={deed.busy} onClick={() => void deed.run(() => send("POST", `/api/console/recordings/${encodeURIComponent(current.id)}/end`, {}))}>
              <Icon name="stop" /> End the recording
            </button>
          ) : null}
          {current.sop ? (
            <button className="button primary" onClick={() => go({ page: "sop", sop: current.sop!, tab: "" })}>
              Look at it
            </button>
          ) : null}
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog title="Record" onClose={onClose}>
      <form className="stack" onSubmit={begin}>
        <p>A browser opens on the server's machine. What you do in it once becomes a procedure; passwords are masked and never kept.</p>
        {deed.error ? <Failure error={deed.error} /> : null}
        <Field label="Where the work begins">
          {(ids) => <input {...ids} className="input" required type="url" placeholder="https://app.example/" value={url} onChange={(event) => setUrl(event.target.value)} />}
        </Field>
        <Field label="What it is called (may be empty)">
          {(ids) => <input {...ids} className="input" value={title} onChange={(event) => setTitle(event.target.value)} />}
        </Field>
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
