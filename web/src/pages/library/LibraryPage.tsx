import { useState } from "react";
import { ApiError, ask } from "../../api/client";
import type { Added, RunBar, SopLine, SopPageData } from "../../api/types";
import { asApiError, useGet } from "../../api/use";
import { address } from "../../router";
import { useMay } from "../../shell/me";
import { useTitle } from "../../ui/announce";
import { Icon } from "../../ui/Icon";
import { Empty, Failure, Note } from "../../ui/parts";
import { lookOfLine } from "../../ui/status";
import { counted, duration, moment, soon } from "../../ui/words";
import { RunDialog } from "../sop/RunDialog";
import { droppedFiles } from "./dropped";
import { RecordDialog } from "./RecordDialog";
import { TourCard } from "./TourCard";

/** `record` opens it with the dialog to record. */
export function LibraryPage({ record = false }: { record?: boolean }) {
  const sops = useGet<SopLine[]>("/api/console/sops", 5000);
  const may = useMay()("operate");
  const [over, setOver] = useState(false);
  const [running, setRunning] = useState<string | null>(null);
  useTitle("Library");
  const [recording, setRecording] = useState(record);
  const [added, setAdded] = useState<Added[]>([]);
  const [errors, setErrors] = useState<ApiError[]>([]);

  const take = async (files: Iterable<File>) => {
    setOver(false);
    setErrors([]);
    setAdded([]);
    for (const file of files) {
      try {
        const response = await ask(`/api/console/import?file=${encodeURIComponent(file.name)}`, {
          method: "POST",
          body: file,
          headers: { "Content-Type": "application/octet-stream" },
        });
        const one = (await response.json()) as Added;
        setAdded((before) => [...before, one]);
      } catch (failed) {
        const { message, status, mend } = asApiError(failed);
        // Several may be dropped: which one it is must be told.
        setErrors((before) => [...before, new ApiError(`${file.name}: ${message}`, status, mend)]);
      }
    }
    sops.reload();
  };
  const lines = sops.data ?? [];
  return (
    <main
      className="page"
      id="main"
      tabIndex={-1}
      data-over={over}
      onDragOver={(event) => {
        if (!may) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => event.currentTarget === event.target && setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        if (may) void droppedFiles(event.dataTransfer).then(take);
      }}
    >
      <header>
        <div className="grow">
          <h1>Library</h1>
          <p className="soft">Procedures that you recorded or imported.</p>
        </div>
        {may ? (
          <button className="button" onClick={() => setRecording(true)}>
            <Icon name="record" /> Record
          </button>
        ) : null}
        {may ? <ImportButton onFiles={(files) => void take(files)} /> : null}
      </header>
      {recording ? (
        <RecordDialog
          onClose={() => {
            setRecording(false);
            sops.reload();
          }}
        />
      ) : null}
      <TourCard />
      {over ? (
        <div className="drop over">
          <Icon name="upload" /> Drop it: an SOP, the folder of a recording, a Chrome DevTools recording, a Selenium IDE project, a workflow-use or RunOps file
        </div>
      ) : null}
      {errors.map((error, place) => (
        <Failure key={place} error={error} />
      ))}
      {added.map((one) => (
        <Note key={one.name} tone="good" title={`“${one.title}” is in the library.`}>
          {one.source === "SOP" ? "" : `${one.source}. `}
          {one.left ? `${counted(one.left, "field")} of the file had to be left out. ` : ""}
          <a href={address({ page: "sop", sop: one.name, tab: "" })}>Look at it</a>
          {one.notes.length ? (
            <ul className="small">
              {one.notes.map((note) => (
                <li key={note}>{note}</li>
              ))}
            </ul>
          ) : null}
        </Note>
      ))}
      {sops.error ? <Failure error={sops.error} again={sops.reload} /> : null}
      {sops.data && !lines.length ? (
        <Empty icon="library" title="No procedures yet">
          <p>Drop a file here: an SOP, or a recording of another tool; or the folder of a recording.</p>
          <p>
            Or show it once:{" "}
            <button className="link" onClick={() => setRecording(true)}>
              record
            </button>
            , or at the terminal <code>handrail record URL -o DIR</code>, then <code>handrail compile DIR -o X.sop.json</code>.
          </p>
        </Empty>
      ) : null}
      <ul className="shelf">
        {lines.map((line) => (
          <SopCard key={line.name} line={line} onRun={may ? setRunning : undefined} />
        ))}
      </ul>
      {running ? <RunFromShelf name={running} onClose={() => setRunning(null)} /> : null}
    </main>
  );
}

function ImportButton({ onFiles }: { onFiles: (files: File[]) => void }) {
  return (
    <label className="button primary">
      <Icon name="upload" /> Import
      <input
        className="hidden"
        type="file"
        multiple
        accept=".json,.side,.yaml,.yml,.zip"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          event.target.value = "";
          if (files.length) onFiles(files);
        }}
      />
    </label>
  );
}

function RunFromShelf({ name, onClose }: { name: string; onClose: () => void }) {
  const page = useGet<SopPageData>(`/api/console/sops/${encodeURIComponent(name)}`);
  if (page.error) return <Failure error={page.error} again={page.reload} />;
  return page.data ? <RunDialog page={page.data} onClose={onClose} /> : null;
}

function SopCard({ line, onRun }: { line: SopLine; onRun: ((name: string) => void) | undefined }) {
  return (
    <li className="card sop-card">
      <header>
        <h2 className="grow">
          <a href={address({ page: "sop", sop: line.name, tab: "" })}>{line.title}</a>
        </h2>
        {onRun && !line.error ? (
          <button className="button quiet icon-only play" aria-label={`Run “${line.title}”`} title="Run it" onClick={() => onRun(line.name)}>
            <Icon name="play" />
          </button>
        ) : null}
      </header>
      {line.error ? <Note tone="bad">{line.error}</Note> : null}
      {line.goal && line.goal !== line.title ? <p className="soft">{line.goal}</p> : null}
      {line.error ? null : (
        <p className="soft small">
          {counted(line.steps, "step")} · version {line.version}
          {line.owner ? ` · ${line.owner}` : ""}
          {line.saved ? ` · ${moment(line.saved)}` : ""}
        </p>
      )}
      <div className="row">
        {line.runs.length ? <Bars runs={line.runs} /> : null}
        <span className="small soft">{line.error ? "" : line.success === null ? "Never run" : `${Math.round(line.success * 100)} % done`}</span>
        <span className="grow" />
        {line.next_start ? (
          <a className="badge tone-calm" href={address({ page: "schedules", tab: "" })} title="The next scheduled start">
            <Icon name="calendar" /> {soon(line.next_start)}
          </a>
        ) : null}
        {line.amendments ? (
          <a className="badge tone-healed" href={address({ page: "sop", sop: line.name, tab: "changes" })}>
            <Icon name="bandage" /> {counted(line.amendments, "change")} proposed
          </a>
        ) : null}
        {line.questions ? (
          <a className="badge tone-calm" href={address({ page: "sop", sop: line.name, tab: "questions" })}>
            <Icon name="question" /> {counted(line.questions, "question")}
          </a>
        ) : null}
        {line.error || line.ready ? null : (
          <span className="badge tone-warn">
            <Icon name="alert" /> Not ready
          </span>
        )}
      </div>
    </li>
  );
}

/** The last runs, each as tall as it took long, in the tone of how it ended. */
function Bars({ runs }: { runs: RunBar[] }) {
  const longest = Math.max(...runs.map((run) => run.seconds ?? 0), 1);
  return (
    <span className="bars" role="group" aria-label="Last runs">
      {runs.map((run) => {
        const look = lookOfLine(run);
        return (
          <a
            key={run.session}
            className={`tone-${look.tone}`}
            href={address({ page: "session", session: run.session, tab: "" })}
            title={`${look.words}${run.seconds === null ? "" : `, ${duration(run.seconds)}`}`}
            aria-label={look.words}
            style={{ height: `${30 + 70 * ((run.seconds ?? 0) / longest)}%` }}
          />
        );
      })}
    </span>
  );
}
