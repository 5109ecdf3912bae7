import type { MouseEvent } from "react";
import type { SessionLine } from "../../api/types";
import { address, go } from "../../router";
import { Framed, Status } from "../../ui/parts";
import { lookOfLine } from "../../ui/status";
import { duration, moment } from "../../ui/words";

/** The whole line leads to its session, but where it is marked to be copied, and where its link does so anyway. */
function opens(event: MouseEvent): boolean {
  return !getSelection()?.toString() && !(event.target as Element).closest("a");
}

/** Sessions as a table; of one procedure, its name need not stand in every line. */
export function SessionTable({ lines, named = true }: { lines: readonly SessionLine[]; named?: boolean }) {
  return (
    <Framed label="Sessions">
      <table className="table sessions">
        <thead>
          <tr>
            <th scope="col">State</th>
            <th scope="col">{named ? "Procedure" : "Session"}</th>
            <th scope="col">Started</th>
            <th scope="col" className="right">
              Time
            </th>
            <th scope="col">Owner</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.session} onClick={(event) => opens(event) && go({ page: "session", session: line.session, tab: "" })}>
              <td>
                <Status look={lookOfLine(line)} />
              </td>
              <td>
                <a className={named ? "" : "mono"} href={address({ page: "session", session: line.session, tab: "" })}>
                  {named ? line.title || line.session : line.session}
                </a>
                {line.row !== null ? <span className="soft small"> · row {line.row}</span> : null}
                {named ? <div className="soft small mono">{line.session}</div> : null}
              </td>
              <td className="num nowrap">
                <time dateTime={line.started}>{moment(line.started)}</time>
              </td>
              <td className="num right nowrap">{line.seconds === null ? "" : duration(line.seconds)}</td>
              <td>{line.owner}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Framed>
  );
}
