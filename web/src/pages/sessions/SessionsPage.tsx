import { useDeferredValue, useMemo, useState } from "react";
import type { SessionLine } from "../../api/types";
import { useGet } from "../../api/use";
import { address } from "../../router";
import { Icon } from "../../ui/Icon";
import { Empty, Failure, Status } from "../../ui/parts";
import { lookOfLine } from "../../ui/status";
import { counted, duration, moment } from "../../ui/words";
import { GROUPS, type Group, belongs, matches } from "./filter";

export function SessionsPage() {
  const sessions = useGet<SessionLine[]>("/api/console/sessions", 2000);
  const [group, setGroup] = useState<Group>("all");
  const [typed, setTyped] = useState("");
  const wanted = useDeferredValue(typed);
  const lines = sessions.data ?? [];
  const shown = useMemo(
    () => lines.filter((line) => belongs(line, group) && matches(line, wanted)),
    [lines, group, wanted],
  );
  return (
    <main className="page" id="main" tabIndex={-1}>
      <header>
        <div className="grow">
          <h1>Sessions</h1>
          <p className="soft">Every run, newest first. What runs now moves by itself.</p>
        </div>
      </header>
      <div className="row">
        <div className="chips" role="group" aria-label="Which sessions">
          {GROUPS.map(({ id, words }) => (
            <button key={id} className="chip" aria-pressed={group === id} onClick={() => setGroup(id)}>
              {words} <span className="num soft">{lines.filter((line) => belongs(line, id)).length}</span>
            </button>
          ))}
        </div>
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
        <Empty icon="sessions" title="No session yet">
          Start a procedure from the <a href="#/library">library</a>, or with <code>handrail run</code>.
        </Empty>
      ) : null}
      {lines.length && !shown.length ? (
        <Empty icon="search" title="Nothing fits">
          <button className="button" onClick={() => (setTyped(""), setGroup("all"))}>
            Show all {counted(lines.length, "session")}
          </button>
        </Empty>
      ) : null}
      {shown.length ? <SessionTable lines={shown} /> : null}
    </main>
  );
}

function SessionTable({ lines }: { lines: SessionLine[] }) {
  return (
    <div className="framed">
      <table className="table sessions">
        <thead>
          <tr>
            <th scope="col">State</th>
            <th scope="col">Procedure</th>
            <th scope="col">Started</th>
            <th scope="col" className="right">
              Time
            </th>
            <th scope="col">Owner</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.session}>
              <td>
                <Status look={lookOfLine(line)} />
              </td>
              <td>
                <a href={address({ page: "session", session: line.session, tab: "" })}>{line.title || line.session}</a>
                {line.row !== null ? <span className="soft small"> · row {line.row}</span> : null}
                <div className="soft small mono">{line.session}</div>
              </td>
              <td className="num">
                <time dateTime={line.started}>{moment(line.started)}</time>
              </td>
              <td className="num right">{line.seconds === null ? "" : duration(line.seconds)}</td>
              <td>{line.owner}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
