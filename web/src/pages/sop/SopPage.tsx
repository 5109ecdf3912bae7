import { useCallback, useEffect, useState } from "react";
import type { SopPageData } from "../../api/types";
import { useGet } from "../../api/use";
import { go } from "../../router";
import { useMay } from "../../shell/me";
import { useTitle } from "../../ui/announce";
import { Icon } from "../../ui/Icon";
import { Failure, Tabs } from "../../ui/parts";
import { ChangesPanel } from "./ChangesPanel";
import { ProcedurePanel } from "./ProcedurePanel";
import { QuestionsPanel } from "./QuestionsPanel";
import { RunDialog } from "./RunDialog";
import { RunsPanel } from "./RunsPanel";
import { ScheduleDialog } from "./ScheduleDialog";
import { type Editor, useEditor } from "./useEditor";
import { VersionsPanel } from "./VersionsPanel";

export function SopPage({ sop, tab }: { sop: string; tab: string }) {
  const page = useGet<SopPageData>(`/api/console/sops/${encodeURIComponent(sop)}`);
  if (page.error && !page.data) {
    return (
      <main className="page" id="main" tabIndex={-1}>
        <h1>{sop}</h1>
        <Failure error={page.error} again={page.reload} />
        <p>
          <a href="#/library">Back to the library</a>
        </p>
      </main>
    );
  }
  if (!page.data) return <main className="page" id="main" tabIndex={-1} aria-busy="true" />;
  return <Opened key={sop} page={page.data} tab={tab} reload={page.reload} />;
}

function Opened({ page, tab, reload }: { page: SopPageData; tab: string; reload: () => void }) {
  const editor = useEditor(page, reload);
  const may = useMay()("operate");
  const [running, setRunning] = useState(false);
  const [scheduling, setScheduling] = useState(false);
  useShortcuts(editor, may);
  useTitle(editor.document.meta.title);
  const openQuestions = (editor.document.clarifications ?? []).filter((each) => !each.answer).length;
  const openChanges = page.amendments.filter((each) => each.status === "open").length;
  const tabs = [
    { id: "procedure", words: "Procedure" },
    { id: "questions", words: <Counted words="Questions" count={openQuestions} /> },
    { id: "changes", words: <Counted words="Proposed changes" count={openChanges} /> },
    { id: "versions", words: "Versions" },
    { id: "runs", words: "Runs" },
  ];
  const current = tabs.some((each) => each.id === tab) ? tab : "procedure";
  return (
    <main className={current === "procedure" ? "page wide" : "page"} id="main" tabIndex={-1}>
      <header>
        <div className="grow">
          <h1>{editor.document.meta.title}</h1>
          <p className="soft">
            {editor.document.meta.goal && editor.document.meta.goal !== editor.document.meta.title ? `${editor.document.meta.goal} ` : ""}
            Version {editor.document.meta.version ?? "1"}
            {editor.document.meta.owner ? ` · ${editor.document.meta.owner}` : ""}
          </p>
        </div>
        <div className="row">
          {may ? <EditBar editor={editor} /> : null}
          {may ? (
            <button className="button" onClick={() => setScheduling(true)} disabled={editor.changed} title={editor.changed ? "Save it first" : undefined}>
              <Icon name="calendar" /> Schedule
            </button>
          ) : null}
          {may ? (
            <button className="button primary" onClick={() => setRunning(true)} disabled={editor.changed} title={editor.changed ? "Save it first" : undefined}>
              <Icon name="play" /> Run
            </button>
          ) : null}
        </div>
      </header>
      {editor.error ? <Failure error={editor.error} /> : null}
      <Tabs label="Procedure" tabs={tabs} current={current} onPick={(id) => go({ page: "sop", sop: page.name, tab: id })} />
      <div role="tabpanel" aria-labelledby={`tab-${current}`}>
        {current === "procedure" ? <ProcedurePanel page={page} editor={editor} may={may} /> : null}
        {current === "questions" ? <QuestionsPanel editor={editor} may={may} /> : null}
        {current === "changes" ? <ChangesPanel page={page} may={may} onDecided={reload} /> : null}
        {current === "versions" ? <VersionsPanel page={page} /> : null}
        {current === "runs" ? <RunsPanel page={page} /> : null}
      </div>
      {scheduling ? <ScheduleDialog page={page} onClose={() => setScheduling(false)} /> : null}
      {running ? <RunDialog page={page} onClose={() => setRunning(false)} /> : null}
    </main>
  );
}

function Counted({ words, count }: { words: string; count: number }) {
  return (
    <>
      {words} {count ? <span className="badge tone-calm num">{count}</span> : null}
    </>
  );
}

function EditBar({ editor }: { editor: Editor }) {
  return (
    <>
      <button className="button quiet icon-only" aria-label="Undo" title="Undo (Ctrl+Z)" disabled={!editor.canUndo} onClick={editor.undo}>
        <Icon name="undo" />
      </button>
      <button className="button quiet icon-only" aria-label="Redo" title="Redo (Ctrl+Shift+Z)" disabled={!editor.canRedo} onClick={editor.redo}>
        <Icon name="redo" />
      </button>
      {editor.changed ? (
        <>
          <button className="button" onClick={editor.revert}>
            Discard
          </button>
          <button className="button primary" disabled={editor.saving} onClick={() => void editor.save()}>
            Save
          </button>
        </>
      ) : null}
    </>
  );
}

function useShortcuts(editor: Editor, may: boolean): void {
  const { undo, redo, save, changed } = editor;
  const press = useCallback(
    (event: KeyboardEvent) => {
      if (!may || !(event.ctrlKey || event.metaKey)) return;
      const key = event.key.toLowerCase();
      if (key === "z" && event.shiftKey) redo();
      else if (key === "z") undo();
      else if (key === "s" && changed) void save();
      else return;
      event.preventDefault();
    },
    [may, undo, redo, save, changed],
  );
  useEffect(() => {
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [press]);
  useEffect(() => {
    if (!changed) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [changed]);
}
