import { useDeferredValue, useMemo, useState } from "react";
import type { SessionLine } from "../../api/types";
import { useGet } from "../../api/use";
import { Icon } from "../../ui/Icon";
import { Empty, Failure, Page } from "../../ui/parts";
import { counted } from "../../ui/words";
import { GROUPS, type Group, belongs, matches } from "./filter";
import { SessionTable } from "./SessionTable";

export function SessionsPage() {
  const sessions = useGet<SessionLine[]>("/api/console/sessions", 2000);
  const [group, setGroup] = useState<Group>("all");
  const [typed, setTyped] = useState("");
  const [sop, setSop] = useState("");
  const wanted = useDeferredValue(typed);
  const lines = sessions.data ?? [];
  const shown = useMemo(
    () => lines.filter((line) => belongs(line, group) && matches(line, wanted) && (!sop || line.sop_id === sop)),
    [lines, group, wanted, sop],
  );
  const sops = useMemo(() => [...new Map(lines.map((line) => [line.sop_id, line.title || line.sop_id]))], [lines]);
  return (
    <Page title="Sessions" about="Every run, newest first. Running sessions update by themselves.">
      <div className="row">
        <div className="chips" role="group" aria-label="Which sessions">
          {GROUPS.map(({ id, words }) => (
            <button key={id} className="chip" aria-pressed={group === id} onClick={() => setGroup(id)}>
              {words} <span className="num soft">{lines.filter((line) => belongs(line, id)).length}</span>
            </button>
          ))}
        </div>
        <label className="picked">
          <span className="hidden">Procedure</span>
          <select className="select" value={sop} onChange={(event) => setSop(event.target.value)}>
            <option value="">Every procedure</option>
            {sops.map(([id, title]) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </select>
        </label>
        <label className="searchbox grow">
          <Icon name="search" />
          <span className="hidden">Search sessions</span>
          <input
            type="search"
            placeholder="Search by title, id, owner, outcome"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </label>
      </div>
      {sessions.error ? <Failure error={sessions.error} again={sessions.reload} /> : null}
      {sessions.data && !lines.length ? (
        <Empty icon="sessions" title="No sessions yet">
          Start a procedure from the <a href="#/library">library</a>, or with <code>handrail run</code>.
        </Empty>
      ) : null}
      {lines.length && !shown.length ? (
        <Empty icon="search" title="No matches">
          <button className="button" onClick={() => (setTyped(""), setSop(""), setGroup("all"))}>
            Show all {counted(lines.length, "session")}
          </button>
        </Empty>
      ) : null}
      {shown.length ? <SessionTable lines={shown} /> : null}
    </Page>
  );
}
