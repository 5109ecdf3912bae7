// Running a procedure: once with what the form says, or for every row of a dropped table.

import { type DragEvent, useEffect, useRef, useState } from "react";
import { type ApiError, ask, send } from "../../api/client";
import type { SopInput, SopPageData, Table } from "../../api/types";
import { asApiError } from "../../api/use";
import { address, go } from "../../router";
import { Icon } from "../../ui/Icon";
import { Dialog, Failure, Field, Framed, Note } from "../../ui/parts";
import { counted } from "../../ui/words";
import { type Mapping, begun, guess, mapped, missing } from "./rows";

const SHOWN = 5;

export function RunDialog({ page, onClose }: { page: SopPageData; onClose: () => void }) {
  const [given, setGiven] = useState<Record<string, string>>({});
  const [table, setTable] = useState<{ name: string; table: Table } | null>(null);
  const [mapping, setMapping] = useState<Mapping>({});
  const [step, setStep] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const [busy, setBusy] = useState(false);
  const base = `/api/console/sops/${encodeURIComponent(page.name)}`;
  const unknown = page.secrets.filter((secret) => !secret.known);
  const same = page.inputs.filter((input) => !table || !mapping[input.name]);
  const lacking = missing(page.inputs, table ? mapping : {}, given);

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
      const rows = table ? mapped(table.table, mapping) : {};
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
        {error ? <Failure error={error} /> : null}
        {unknown.length ? (
          <Note tone="warn" title="Secrets are missing:">
            this server knows no value for {unknown.map((secret) => secret.name).join(", ")}. Keep one under <a href={address({ page: "settings", tab: "secrets" })}>Settings</a>, or with <code>handrail secret set NAME</code>.
          </Note>
        ) : null}
        {table ? (
          <TablePart inputs={page.inputs} table={table.table} name={table.name} mapping={mapping} onMapping={setMapping} onDrop={() => setTable(null)} />
        ) : null}
        {table && same.length ? <h3>The same for every row</h3> : null}
        {same.map((input) => (
          <InputField key={input.name} input={input} value={given[input.name]} onValue={(value) => setGiven({ ...given, [input.name]: value })} />
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
          <button className="button primary" disabled={busy || lacking.length > 0} title={lacking.length ? `Missing: ${lacking.join(", ")}` : undefined}>
            <Icon name="play" /> {table ? `Run ${counted(table.table.rows.length, "row")}` : "Run"}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** What nobody has touched shows what holds then: the default. */
export function InputField({ input, value, onValue }: { input: SopInput; value: string | undefined; onValue: (value: string) => void }) {
  const empty = input.default ? (value === "" ? `Left empty, it is “${input.default}”` : "") : input.required ? "" : "May be left empty";
  const hint = [input.description, empty].filter(Boolean).join(" · ");
  const kind = input.type === "date" ? "date" : "text";
  return (
    <Field label={input.name} hint={hint || undefined}>
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
  onMapping,
  onDrop,
}: {
  inputs: SopInput[];
  table: Table;
  name: string;
  mapping: Mapping;
  onMapping: (mapping: Mapping) => void;
  onDrop: () => void;
}) {
  const top = useRef<HTMLElement>(null);
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
            {table.rows.slice(0, SHOWN).map((row, place) => (
              <tr key={place}>
                {inputs.map((input) => (
                  <td key={input.name}>{mapping[input.name] ? row[mapping[input.name]!] : ""}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Framed>
      {table.rows.length > SHOWN ? <p className="soft small">and {table.rows.length - SHOWN} more</p> : null}
    </section>
  );
}
