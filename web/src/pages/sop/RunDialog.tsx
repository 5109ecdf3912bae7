// Running a procedure: once with what the form says, or for every row of a dropped table.

import { type DragEvent, useEffect, useRef, useState } from "react";
import { type ApiError, ask, send } from "../../api/client";
import type { SopInput, SopPageData, Table } from "../../api/types";
import { asApiError } from "../../api/use";
import { address, go } from "../../router";
import { Icon } from "../../ui/Icon";
import { Dialog, Failure, Field, Framed, Note } from "../../ui/parts";
import { capital, counted } from "../../ui/words";
import { FileField, FilesOfColumn } from "./FileField";
import { type Mapping, type Wrong, begun, guess, mapped, missing, sample, untaken, withFiles, wrongOf } from "./rows";

const SHOWN = 5;

/** So many rows that do not fit are shown. */
const SHOWN_WRONG = 20;

export function RunDialog({ page, onClose }: { page: SopPageData; onClose: () => void }) {
  const [given, setGiven] = useState<Record<string, string>>({});
  const [table, setTable] = useState<{ name: string; table: Table } | null>(null);
  const [mapping, setMapping] = useState<Mapping>({});
  /** Columns that somebody chose to leave out. */
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  /** Variable → the files that were given for its column, by name. */
  const [files, setFiles] = useState<ReadonlyMap<string, ReadonlyMap<string, string>>>(new Map());
  const [step, setStep] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const [busy, setBusy] = useState(false);
  const base = `/api/console/sops/${encodeURIComponent(page.name)}`;
  const unknown = page.secrets.filter((secret) => !secret.known);
  const same = page.inputs.filter((input) => !table || !mapping[input.name]);
  const lacking = missing(page.inputs, table ? mapping : {}, given);
  const untold = table ? untaken(table.table, mapping, left) : [];
  const wrong = wrongOf(error?.detail, table ? mapping : {});
  const ofFields = new Map(wrong.filter(({ row }) => row === null).map(({ name, message }) => [name, message]));

  const drop = async (file: File) => {
    setError(null);
    try {
      const response = await ask(`/api/console/table?file=${encodeURIComponent(file.name)}`, {
        method: "POST",
        body: file,
        headers: { "Content-Type": "application/octet-stream" },
      });
      const found = (await response.json()) as Table;
      setTable({ name: file.name, table: found });
      setLeft(new Set());
      setFiles(new Map());
      setMapping(guess(page.inputs, found.columns));
    } catch (failed) {
      setError(asApiError(failed));
    }
  };

  const run = async () => {
    setBusy(true);
    setError(null);
    const wish = { inputs: given, ask_every_step: step };
    try {
      const rows = table ? withFiles(mapped(table.table, mapping), files) : {};
      const begun = await send<{ session: string }>("POST", `${base}/run`, { ...wish, ...rows });
      go({ page: "session", session: begun.session, tab: table ? "" : "live" });
    } catch (failed) {
      setError(asApiError(failed));
      setBusy(false);
    }
  };

  return (
    <Dialog title={`Run “${page.document.meta.title}”`} onClose={onClose} wide={table !== null}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        {error && wrong.length ? <Unfitting wrong={wrong} mapping={mapping} /> : error ? <Failure error={error} /> : null}
        {unknown.length ? (
          <Note tone="warn" title="Secrets are missing:">
            this server knows no value for {unknown.map((secret) => secret.name).join(", ")}. Keep one under <a href={address({ page: "settings", tab: "secrets" })}>Settings</a>, or with <code>handrail secret set NAME</code>.
          </Note>
        ) : null}
        {table ? (
          <TablePart
            inputs={page.inputs}
            table={table.table}
            name={table.name}
            mapping={mapping}
            wrong={wrong}
            onMapping={(changed) => (setMapping(changed), setError(null))}
            onDrop={() => (setTable(null), setError(null))}
          />
        ) : null}
        {untold.length ? <Untaken columns={untold} onLeave={() => setLeft(new Set([...left, ...untold]))} /> : null}
        {table
          ? page.inputs
              .filter((input) => input.type === "file" && mapping[input.name])
              .map((input) => (
                <FilesOfColumn
                  key={input.name}
                  input={input}
                  named={table.table.rows.map((row) => row[mapping[input.name]!] ?? "")}
                  given={files.get(input.name) ?? new Map<string, string>()}
                  onGiven={(paths) => setFiles(new Map([...files, [input.name, paths]]))}
                />
              ))
          : null}
        {table && same.length ? <h3>The same for every row</h3> : null}
        {same.map((input) => (
          <InputField key={input.name} input={input} value={given[input.name]} fault={ofFields.get(input.name)} onValue={(value) => setGiven({ ...given, [input.name]: value })} />
        ))}
        {page.inputs.length && !table ? (
          <>
            <DropTable onFile={(file) => void drop(file)} />
            <a className="small" download={`${page.name}.csv`} href={`data:text/csv;charset=utf-8,${encodeURIComponent(begun(page.inputs))}`}>
              Begin such a table: its columns, and the recorded row
            </a>
          </>
        ) : null}
        <label className="row tight">
          <input type="checkbox" checked={step} onChange={(event) => setStep(event.target.checked)} /> Ask me before every step
        </label>
        <div className="actions">
          <button type="button" className="button" onClick={onClose}>
            Not now
          </button>
          <button className="button primary" disabled={busy || lacking.length > 0 || untold.length > 0} title={whyNot(lacking, untold)}>
            <Icon name="play" /> {table ? `Run ${counted(table.table.rows.length, "row")}` : "Run"}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function whyNot(lacking: string[], untold: string[]): string | undefined {
  const told = [lacking.length ? `Missing: ${lacking.join(", ")}` : "", untold.length ? `Not taken: ${untold.join(", ")}` : ""];
  return told.filter(Boolean).join(". ") || undefined;
}

/** Rows and columns whose values do not fit; they are marked in the table, too. */
function Unfitting({ wrong, mapping }: { wrong: Wrong[]; mapping: Mapping }) {
  const said = useRef<HTMLDivElement>(null);
  // The button that was pressed stands below: what came of it is brought into sight.
  useEffect(() => said.current?.scrollIntoView({ block: "nearest" }), [wrong.length]);
  const rows = new Set(wrong.flatMap(({ row }) => (row === null ? [] : [row]))).size;
  const title = `${rows ? counted(rows, "row does", "rows do") : "This does"} not fit; nothing was begun.`;
  return (
    <div ref={said}>
      <Note tone="bad" title={title}>
        <ul>
          {wrong.slice(0, SHOWN).map(({ row, name, message }) => (
            <li key={`${row} ${name}`}>
              {row === null ? "" : `Row ${row}, column “${mapping[name]}”: `}
              {capital(message)}
            </li>
          ))}
          {wrong.length > SHOWN ? <li>and {wrong.length - SHOWN} more</li> : null}
        </ul>
      </Note>
    </div>
  );
}

/** Columns that are named like no variable: what they hold must not be lost without a word. */
function Untaken({ columns, onLeave }: { columns: string[]; onLeave: () => void }) {
  const several = columns.length > 1;
  return (
    <Note tone="bad" title={`No variable takes the ${several ? "columns" : "column"} ${columns.map((column) => `“${column}”`).join(", ")}.`}>
      Choose {several ? "each" : "it"} above for the variable that it gives, or{" "}
      <button type="button" className="link" onClick={onLeave}>
        leave {several ? "them" : "it"} out
      </button>
    </Note>
  );
}

/** What nobody has touched shows what holds then: the default. */
export function InputField({
  input,
  value,
  fault,
  onValue,
}: {
  input: SopInput;
  value: string | undefined;
  fault?: string | undefined;
  onValue: (value: string) => void;
}) {
  const empty = input.default ? (value === "" ? `Left empty, it is “${input.default}”` : "") : input.required ? "" : "May be left empty";
  const hint = [input.description, empty].filter(Boolean).join(" · ");
  const kind = input.type === "date" ? "date" : "text";
  if (input.type === "file") return <FileField input={input} value={value} hint={hint || undefined} fault={fault} onValue={onValue} />;
  return (
    <Field label={input.name} hint={hint || undefined} fault={fault}>
      {(ids) =>
        input.type === "boolean" ? (
          <select {...ids} className="select" value={value ?? ""} onChange={(event) => onValue(event.target.value)}>
            <option value="">{input.default ?? ""}</option>
            <option>true</option>
            <option>false</option>
          </select>
        ) : (
          <input
            {...ids}
            className="input"
            type={kind}
            value={value ?? input.default ?? ""}
            placeholder={input.example ? `for example ${input.example}` : ""}
            onChange={(event) => onValue(event.target.value)}
          />
        )
      }
    </Field>
  );
}

function fileOf(event: DragEvent): File | null {
  event.preventDefault();
  return event.dataTransfer.files[0] ?? null;
}

function DropTable({ onFile }: { onFile: (file: File) => void }) {
  return (
    <label
      className="drop"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        const file = fileOf(event);
        if (file) onFile(file);
      }}
    >
      <Icon name="upload" /> For many rows: drop a CSV, Excel or JSON Lines file here, or choose one
      <input
        className="hidden"
        type="file"
        accept=".csv,.xlsx,.jsonl"
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file) onFile(file);
        }}
      />
    </label>
  );
}

function TablePart({
  inputs,
  table,
  name,
  mapping,
  wrong,
  onMapping,
  onDrop,
}: {
  inputs: SopInput[];
  table: Table;
  name: string;
  mapping: Mapping;
  wrong: Wrong[];
  onMapping: (mapping: Mapping) => void;
  onDrop: () => void;
}) {
  const top = useRef<HTMLElement>(null);
  const shown = sample(table.rows.length, wrong, wrong.length ? SHOWN_WRONG : SHOWN);
  const faults = new Map(wrong.map(({ row, name, message }) => [`${row} ${name}`, message]));
  // The table was dropped below the fields, and takes its place above them.
  useEffect(() => {
    top.current?.scrollIntoView({ block: "end" });
  }, []);
  return (
    <section className="stack" aria-label="Table" ref={top}>
      <div className="row">
        <h3 className="grow">
          {name}: {counted(table.rows.length, "row")}
        </h3>
        <button type="button" className="button quiet" onClick={onDrop}>
          Without the table
        </button>
      </div>
      <Framed label="Columns of the table">
        <table className="table mapping">
          <thead>
            <tr>
              <th scope="col">Row</th>
              {inputs.map((input) => (
                <th key={input.name} scope="col">
                  <span>{input.name}</span>
                  <select
                    className="select"
                    aria-label={`Column for ${input.name}`}
                    value={mapping[input.name] ?? ""}
                    onChange={(event) => onMapping({ ...mapping, [input.name]: event.target.value })}
                  >
                    <option value="">the same for all</option>
                    {table.columns.map((column) => (
                      <option key={column}>{column}</option>
                    ))}
                  </select>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <tr key={row}>
                <th scope="row" className="num">
                  {row}
                </th>
                {inputs.map((input) => (
                  <Cell
                    key={input.name}
                    value={mapping[input.name] ? (table.rows[row - 1]?.[mapping[input.name]!] ?? "") : ""}
                    fault={mapping[input.name] ? faults.get(`${row} ${input.name}`) : undefined}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Framed>
      {table.rows.length > shown.length ? (
        <p className="soft small">and {counted(table.rows.length - shown.length, "other row")}</p>
      ) : null}
    </section>
  );
}

function Cell({ value, fault }: { value: string; fault: string | undefined }) {
  if (!fault) return <td>{value}</td>;
  return (
    <td className="wrong">
      <b>{value || "empty"}</b>
      <span className="fault">{capital(fault)}</span>
    </td>
  );
}
