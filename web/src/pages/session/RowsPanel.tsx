// A table's page: how many of its rows are done, and each row with what it was given and why it is not done.

import { useState } from "react";
import type { RowLine, SessionView, TableRows } from "../../api/types";
import { type Loaded, useGet } from "../../api/use";
import { address } from "../../router";
import { Icon } from "../../ui/Icon";
import { Failure, Framed, Status } from "../../ui/parts";
import { isOpen, lookOfLine, lookOfRow } from "../../ui/status";
import { capital, duration, masked } from "../../ui/words";
import { Facts } from "./SummaryPanel";
import { type Which, ROWS, nextPage, outcomesOf, pageOf, paceOf, shownOf } from "./table";

const GROUPS: { id: Which; words: string }[] = [
  { id: "all", words: "All" },
  { id: "done", words: "Done" },
  { id: "not_done", words: "Not done" },
  { id: "to_do", words: "To do" },
];

export interface Looked {
  which: Which;
  skip: number;
}

/** A page of the rows, read anew while it is looked at; nothing is read of a session that is no table. */
export function useRows(session: string, wanted: boolean, { which, skip }: Looked): Loaded<TableRows> {
  // A look that is not over is not begun anew: nothing would ever come of a long table else.
  const [pace, setPace] = useState(0);
  const path = `/api/console/sessions/${encodeURIComponent(session)}/rows?which=${encodeURIComponent(which)}&skip=${skip}&most=${ROWS}`;
  const rows = useGet<TableRows>(wanted ? path : null, pace);
  // Until another page has come, the one before it stays.
  const [kept, setKept] = useState<TableRows | null>(null);
  if (rows.data && rows.data !== kept) {
    setKept(rows.data);
    setPace(paceOf(rows.data.rows));
  }
  return { ...rows, data: rows.data ?? kept };
}

export function RowsPanel({ view, table, looked, onLooked }: { view: SessionView; table: Loaded<TableRows>; looked: Looked; onLooked: (looked: Looked) => void }) {
  const rows = table.data;
  if (!rows) return table.error ? <Failure error={table.error} again={table.reload} /> : <div aria-busy="true" />;
  return (
    <div className="stack">
      <Verdict view={view} rows={rows} />
      {table.error ? <Failure error={table.error} again={table.reload} /> : null}
      <section className="stack" aria-label="Rows" aria-busy={table.loading}>
        <div className="chips" role="group" aria-label="Which rows">
          {GROUPS.map(({ id, words }) => (
            <button key={id} className="chip" aria-pressed={looked.which === id} onClick={() => onLooked({ which: id, skip: 0 })}>
              {words} <span className="num soft">{(id === "all" ? rows.rows : rows.counts[id]).toLocaleString()}</span>
            </button>
          ))}
        </div>
        {rows.lines.length ? <RowTable rows={rows} /> : <p className="soft">No row stands so now.</p>}
        <Pager rows={rows} looked={looked} onLooked={onLooked} />
      </section>
      <div className="pair">
        {rows.same.length ? <Alike same={rows.same} /> : null}
        <Facts view={view} />
      </div>
    </div>
  );
}

function Verdict({ view, rows }: { view: SessionView; rows: TableRows }) {
  const { line, summary } = view;
  const ended = !isOpen(line.standing);
  const look = rows.waits ? lookOfLine({ standing: "waiting", outcome: "waiting" }) : lookOfLine(line);
  return (
    <section className={`verdict tone-${look.tone}`}>
      <p className="word">
        <Icon name={look.icon} /> {rows.counts.done.toLocaleString()} of {rows.rows.toLocaleString()} {rows.rows === 1 ? "row" : "rows"} done
      </p>
      <p className="meaning">
        {capital(outcomesOf(rows))} {rows.waits ? "Each row that has not ended waits for somebody: open it to answer." : ""}
      </p>
      {ended && summary.error ? (
        <p className="error">
          <b>{masked(summary.error)}</b> {summary.suggestion ? masked(summary.suggestion) : ""}
        </p>
      ) : null}
    </section>
  );
}

function RowTable({ rows }: { rows: TableRows }) {
  const given = rows.lines.some((line) => line.given.length);
  return (
    <Framed label="Rows of the table">
      <table className="table rows">
        <thead>
          <tr>
            <th scope="col" className="right">
              Row
            </th>
            <th scope="col">State</th>
            {given ? <th scope="col">Given</th> : null}
            <th scope="col">Why</th>
            <th scope="col" className="right">
              Time
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.lines.map((line) => (
            <Row key={line.row} line={line} varying={rows.varying} given={given} />
          ))}
        </tbody>
      </table>
    </Framed>
  );
}

function Row({ line, varying, given }: { line: RowLine; varying: string[]; given: boolean }) {
  return (
    <tr>
      <th scope="row" className="num right">
        {line.session ? (
          <a href={address({ page: "session", session: line.session, tab: "" })} aria-label={`Row ${line.row}`}>
            {line.row}
          </a>
        ) : (
          line.row
        )}
      </th>
      <td className="state">
        <Status look={lookOfRow(line)} />
      </td>
      {given ? (
        <td className="given">
          {shownOf(varying, line.given).map(([name, value]) => (
            <span key={name}>
              <span className="soft small">{name}</span> {masked(value) || <span className="soft">empty</span>}
            </span>
          ))}
        </td>
      ) : null}
      <td className="why">{masked(line.why)}</td>
      <td className="time num right nowrap">{line.seconds === null || line.standing === "queued" ? "" : duration(line.seconds)}</td>
    </tr>
  );
}

function Pager({ rows, looked, onLooked }: { rows: TableRows; looked: Looked; onLooked: (looked: Looked) => void }) {
  const total = looked.which === "all" ? rows.rows : rows.counts[looked.which];
  if (total <= ROWS && looked.skip === 0) return null;
  const turn = (by: number, button: HTMLElement) => {
    onLooked({ ...looked, skip: nextPage(looked.skip, by, total) });
    // The buttons stand below the rows: the page that comes is read from its top.
    button.closest("section")?.scrollIntoView({ block: "start" });
  };
  return (
    <div className="row" role="group" aria-label="Pages of rows">
      <button className="button" aria-label="Rows before" disabled={looked.skip === 0} onClick={(event) => turn(-1, event.currentTarget)}>
        <Icon name="left" /> Before
      </button>
      <span className="num soft" role="status">
        {pageOf(looked.skip, total)}
      </span>
      <button className="button" aria-label="Rows after" disabled={looked.skip + ROWS >= total} onClick={(event) => turn(1, event.currentTarget)}>
        After <Icon name="right" />
      </button>
    </div>
  );
}

function Alike({ same }: { same: TableRows["same"] }) {
  return (
    <section className="card">
      <h2>The same for every row</h2>
      <dl className="facts">
        {same.map(([name, value]) => (
          <div key={name} style={{ display: "contents" }}>
            <dt>{name}</dt>
            <dd>{masked(value) || <span className="soft">empty</span>}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
