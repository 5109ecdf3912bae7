// A file that a run uploads: chosen or dropped here and kept by the server, or a path that the server knows.

import { useState } from "react";
import { ask } from "../../api/client";
import type { SopInput } from "../../api/types";
import { asApiError } from "../../api/use";
import { Icon } from "../../ui/Icon";
import { Field } from "../../ui/parts";
import { counted } from "../../ui/words";
import { nameOf, unfound } from "./rows";

/** Give the file to the server; the path that a variable is given for it. */
async function give(file: File): Promise<string> {
  const response = await ask(`/api/console/files?file=${encodeURIComponent(file.name)}`, {
    method: "POST",
    body: file,
    headers: { "Content-Type": "application/octet-stream" },
  });
  return ((await response.json()) as { path: string }).path;
}

/** Gives files one after the other, and says what goes wrong. */
function useGiving(): { busy: boolean; failed: string; giveAll: (files: File[]) => Promise<Map<string, string>> } {
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState("");
  const giveAll = async (files: File[]) => {
    const paths = new Map<string, string>();
    setBusy(true);
    setFailed("");
    for (const file of files) {
      try {
        paths.set(file.name, await give(file));
      } catch (error) {
        setFailed(`${file.name}: ${asApiError(error).message}`);
        break;
      }
    }
    setBusy(false);
    return paths;
  };
  return { busy, failed, giveAll };
}

export function FileField({
  input,
  value,
  hint,
  fault,
  onValue,
}: {
  input: SopInput;
  value: string | undefined;
  hint: string | undefined;
  fault: string | undefined;
  onValue: (value: string) => void;
}) {
  const { busy, failed, giveAll } = useGiving();
  const [own, setOwn] = useState<{ name: string; path: string } | null>(null);
  const chosen = async (files: File[]) => {
    for (const [name, path] of await giveAll(files.slice(0, 1))) {
      setOwn({ name, path });
      onValue(path);
    }
  };
  const shown = value ?? input.default ?? "";
  return (
    <Field label={input.name} hint={hint} fault={failed || fault}>
      {(ids) => (
        <div className="file" onDragOver={(event) => event.preventDefault()} onDrop={(event) => (event.preventDefault(), void chosen([...event.dataTransfer.files]))}>
          {own && own.path === value ? (
            <>
              <input {...ids} className="input" type="text" readOnly value={own.name} />
              <button type="button" className="button quiet icon-only" aria-label={`Without ${own.name}`} onClick={() => (setOwn(null), onValue(""))}>
                <Icon name="cross" />
              </button>
            </>
          ) : (
            <input
              {...ids}
              className="input"
              type="text"
              value={shown}
              title={shown}
              placeholder={busy ? "The file is on its way…" : "Choose a file, or give a path on the server"}
              onChange={(event) => onValue(event.target.value)}
            />
          )}
          <ChooseFiles label={`Choose the file for ${input.name}`} words="Choose…" busy={busy} onFiles={(files) => void chosen(files)} />
        </div>
      )}
    </Field>
  );
}

/** The files that a column of a table names. */
export function FilesOfColumn({ input, named, given, onGiven }: { input: SopInput; named: string[]; given: ReadonlyMap<string, string>; onGiven: (paths: Map<string, string>) => void }) {
  const { busy, failed, giveAll } = useGiving();
  const left = unfound(named, given);
  const wanted = new Set(named.map(nameOf));
  const chosen = async (files: File[]) => onGiven(new Map([...given, ...(await giveAll(files.filter((file) => wanted.has(file.name))))]));
  const told = left.length ? `Still on the server, or missing here: ${left.slice(0, 3).join(", ")}${left.length > 3 ? ` and ${left.length - 3} more` : ""}` : `All ${counted(wanted.size, "file")} are here`;
  return (
    <Field label={`Files of ${input.name}`} hint={told} fault={failed || undefined}>
      {() => <ChooseFiles label={`Choose the files of ${input.name}`} words="Choose the files that the column names…" busy={busy} several onFiles={(files) => void chosen(files)} />}
    </Field>
  );
}

function ChooseFiles({ label, words, busy, several, onFiles }: { label: string; words: string; busy: boolean; several?: boolean; onFiles: (files: File[]) => void }) {
  return (
    <label className="button" aria-busy={busy}>
      <Icon name="upload" /> {words}
      <input
        className="hidden"
        type="file"
        aria-label={label}
        multiple={several}
        disabled={busy}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // The same file may be chosen again.
          event.target.value = "";
          if (files.length) onFiles(files);
        }}
      />
    </label>
  );
}
