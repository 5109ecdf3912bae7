import { useEffect, useRef, useState } from "react";
import type { SessionSop, SessionView } from "../../api/types";
import { useGet } from "../../api/use";
import { Log, useLines } from "../../journal/Log";
import { type Journal, useJournal } from "../../journal/useJournal";
import { useLabels } from "../../journal/useLabels";
import { address, go } from "../../router";
import { announce, useTitle } from "../../ui/announce";
import { Failure, Status, Tabs } from "../../ui/parts";
import { isOpen, lookOfDriver, lookOfLine, lookOfOutcome } from "../../ui/status";
import { counted, moment } from "../../ui/words";
import { LivePanel } from "../live/LivePanel";
import { Controls } from "./Controls";
import { Deeds } from "./Deeds";
import { type Looked, RowsPanel, useRows } from "./RowsPanel";
import { SummaryPanel } from "./SummaryPanel";
import { TimelinePanel } from "./TimelinePanel";

const TABS = [
  { id: "live", words: "Live" },
  { id: "summary", words: "Summary" },
  { id: "timeline", words: "Timeline" },
  { id: "journal", words: "Journal" },
];

/** A table does nothing itself: there is no browser to see and no step to tell of. */
const TABS_OF_TABLE = [
  { id: "rows", words: "Rows" },
  { id: "journal", words: "Journal" },
];

export function SessionPage({ session, tab }: { session: string; tab: string }) {
  const path = `/api/console/sessions/${encodeURIComponent(session)}`;
  const view = useGet<SessionView>(path);
  const sop = useGet<SessionSop>(`${path}/sop`);
  const { reload } = view;
  // What the queue knows (paused, queued) is in no entry: it is looked at as well, while the session is open.
  const open = view.data === null || isOpen(view.data.line.standing);
  const journal = useJournal(session, open);
  const [looked, setLooked] = useState<Looked>({ which: "all", skip: 0 });
  const table = useRows(session, view.data?.is_table ?? false, looked);
  // All of a long session takes the server a while: it is asked for less often.
  const pace = 1 + Math.floor(journal.entries.length / 1000);
  useEffect(() => {
    const timer = setTimeout(reload, 250 * pace);
    return () => clearTimeout(timer);
  }, [journal.round, reload]);
  useEffect(() => {
    if (!open) return;
    const timer = setInterval(reload, 1500 * pace);
    return () => clearInterval(timer);
  }, [open, pace, reload]);

  if (view.error && !view.data) {
    return (
      <main className="page" id="main" tabIndex={-1}>
        <h1>Session</h1>
        <Failure error={view.error} again={reload} />
        <p>
          <a href={address({ page: "sessions" })}>All sessions</a>
        </p>
      </main>
    );
  }
  if (!view.data) return <main className="page" id="main" tabIndex={-1} aria-busy="true" />;
  const tabs = view.data.is_table ? TABS_OF_TABLE : TABS;
  const current = tabs.some((each) => each.id === tab) ? tab : view.data.is_table ? "rows" : open ? "live" : "summary";
  return (
    <main className={current === "live" ? "page wide" : "page"} id="main" tabIndex={-1}>
      <Head view={view.data} asks={journal.now.questions.size > 0 || (table.data?.waits ?? false)} driver={open ? journal.now.driver : ""} onChanged={reload} />
      <Tabs label="Session" tabs={tabs} current={current} onPick={(id) => go({ page: "session", session, tab: id })} />
      <div role="tabpanel" aria-labelledby={`tab-${current}`}>
        {current === "rows" ? (
          <RowsPanel view={view.data} table={table} looked={looked} onLooked={setLooked} />
        ) : (
          <Panel current={current} view={view.data} sop={sop.data} journal={journal} onChanged={reload} />
        )}
      </div>
    </main>
  );
}

function Head({ view, asks, driver, onChanged }: { view: SessionView; asks: boolean; driver: string; onChanged: () => void }) {
  const { line } = view;
  // Its browser is kept while somebody looks on; it waits all the same.
  const look = driver ? lookOfDriver(driver) : asks && line.standing === "running" ? lookOfOutcome("waiting") : lookOfLine(line);
  useTitle(`${look.words}: ${line.title || line.session}`);
  const told = useRef(look.words);
  useEffect(() => {
    if (told.current !== look.words) announce(`${line.title}: ${look.words}`);
    told.current = look.words;
  }, [line.title, look.words]);
  return (
    <header>
      <div className="grow">
        <h1>{line.title || line.session}</h1>
        <p className="soft row tight">
          <Status look={look} />
          <span>·</span>
          <span className="mono">{line.session}</span>
          <span>·</span>
          <time dateTime={line.started}>{moment(line.started)}</time>
          <span>·</span>
          <span>{line.owner}</span>
          {line.batch !== null && line.row !== null ? (
            <>
              <span>·</span>
              <a href={address({ page: "session", session: line.batch, tab: "" })}>Row {line.row} of a table</a>
            </>
          ) : null}
        </p>
      </div>
      <div className="row">
        <Controls view={view} onChanged={onChanged} />
        <Deeds view={view} onChanged={onChanged} />
      </div>
    </header>
  );
}

function Panel({
  current,
  view,
  sop,
  journal,
  onChanged,
}: {
  current: string;
  view: SessionView;
  sop: SessionSop | null;
  journal: Journal;
  onChanged: () => void;
}) {
  switch (current) {
    case "live":
      return <LivePanel view={view} sop={sop} journal={journal} onChanged={onChanged} />;
    case "timeline":
      return <TimelinePanel view={view} />;
    case "journal":
      return <JournalPanel sop={sop} journal={journal} />;
    default:
      return <SummaryPanel view={view} />;
  }
}

function JournalPanel({ sop, journal }: { sop: SessionSop | null; journal: Journal }) {
  const [all, setAll] = useState(true);
  const labels = useLabels(sop);
  const lines = useLines(journal.entries, labels, all);
  return (
    <div className="stack">
      <div className="row">
        <p className="soft grow">
          {counted(journal.entries.length, "entry", "entries")}, each bound to the one before it by its hash.
        </p>
        <label className="row tight">
          <input type="checkbox" checked={all} onChange={(event) => setAll(event.target.checked)} /> Every entry
        </label>
      </div>
      <div className="journal-box">
        <Log lines={lines} entries={journal.entries} follow={journal.link === "live"} />
      </div>
    </div>
  );
}
