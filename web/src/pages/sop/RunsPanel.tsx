import type { SopPageData } from "../../api/types";
import { address } from "../../router";
import { Empty, Status } from "../../ui/parts";
import { lookOfLine } from "../../ui/status";
import { duration, moment } from "../../ui/words";

export function RunsPanel({ page }: { page: SopPageData }) {
  if (!page.runs.length) {
    return (
      <Empty icon="play" title="It was never run">
        Press Run, or use <code>handrail run</code>.
      </Empty>
    );
  }
  return (
    <div className="framed">
      <table className="table sessions">
        <thead>
          <tr>
            <th scope="col">State</th>
            <th scope="col">Session</th>
            <th scope="col">Started</th>
            <th scope="col" className="right">
              Time
            </th>
            <th scope="col">Owner</th>
          </tr>
        </thead>
        <tbody>
          {page.runs.map((line) => (
            <tr key={line.session}>
              <td>
                <Status look={lookOfLine(line)} />
              </td>
              <td>
                <a className="mono" href={address({ page: "session", session: line.session, tab: "" })}>
                  {line.session}
                </a>
              </td>
              <td className="num">{moment(line.started)}</td>
              <td className="num right">{line.seconds === null ? "" : duration(line.seconds)}</td>
              <td>{line.owner}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
