// What the browser draws outside of the page, and its own buttons, for whoever works in the picture.

import { useEffect, useState } from "react";
import { Dialog, Field, Note } from "../../ui/parts";
import type { Deed } from "./input";
import type { Told } from "./picture";

/** The browser's own buttons, while one drives. */
export function Buttons({ onDeed }: { onDeed: (deed: Deed) => void }) {
  return (
    <span className="row tight">
      <button className="button small" onClick={() => onDeed({ kind: "go", where: "back" })}>
        Back
      </button>
      <button className="button small" onClick={() => onDeed({ kind: "go", where: "reload" })}>
        Load again
      </button>
    </span>
  );
}

/** A dialog of the page, the list of a select field, a file chooser: what the picture lacks. */
export function Outside({ told, onDeed, onGone }: { told: Told; onDeed: (deed: Deed) => void; onGone: () => void }) {
  const [text, setText] = useState(told.dialog?.text ?? "");
  useEffect(() => setText(told.dialog?.text ?? ""), [told]);
  const { dialog, options } = told;
  const answer = (accept: boolean) => {
    onDeed({ kind: "dialog", accept, text });
    onGone();
  };
  if (dialog) {
    return (
      <Dialog title="The page asks" onClose={() => answer(false)}>
        <p>{dialog.message}</p>
        {dialog.type === "prompt" ? (
          <Field label="Your answer">{(ids) => <input {...ids} className="input" value={text} onChange={(event) => setText(event.target.value)} />}</Field>
        ) : null}
        <div className="row">
          <span className="grow" />
          {dialog.type === "alert" ? null : (
            <button className="button" onClick={() => answer(false)}>
              Cancel
            </button>
          )}
          <button className="button primary" onClick={() => answer(true)}>
            OK
          </button>
        </div>
      </Dialog>
    );
  }
  if (told.files) return <FileChooser multiple={told.files.multiple} onDeed={onDeed} onGone={onGone} />;
  if (!options) return null;
  return (
    <Dialog title="Choose" onClose={onGone}>
      <div className="stack options" role="listbox" aria-label="Options of the field">
        {options.map((option) => (
          <button
            key={option.place}
            role="option"
            aria-selected={option.chosen}
            className={option.chosen ? "button primary" : "button"}
            disabled={option.disabled}
            onClick={() => {
              onDeed({ kind: "option", place: option.place });
              onGone();
            }}
          >
            {option.text || "(empty)"}
          </button>
        ))}
      </div>
    </Dialog>
  );
}

/** As much as the server takes at once. */
const MOST_BYTES = 10_000_000;

function FileChooser({ multiple, onDeed, onGone }: { multiple: boolean; onDeed: (deed: Deed) => void; onGone: () => void }) {
  const [wrong, setWrong] = useState("");
  const give = async (chosen: File[]) => {
    if (chosen.reduce((sum, file) => sum + file.size, 0) > MOST_BYTES) {
      setWrong("Files over 10 MB cannot be given to the page from here.");
      return;
    }
    onDeed({ kind: "files", files: await Promise.all(chosen.map(async (file) => ({ name: file.name, data: await inBase64(file) }))) });
    onGone();
  };
  const none = () => {
    onDeed({ kind: "files", files: [] });
    onGone();
  };
  return (
    <Dialog title={multiple ? "The page wants files" : "The page wants a file"} onClose={none}>
      {wrong ? <Note tone="bad">{wrong}</Note> : null}
      <Field label={multiple ? "Files of this machine" : "A file of this machine"}>
        {(ids) => <input {...ids} className="input" type="file" multiple={multiple} onChange={(event) => void give([...(event.target.files ?? [])])} />}
      </Field>
      <div className="actions">
        <button className="button" onClick={none}>
          None
        </button>
      </div>
    </Dialog>
  );
}

const inBase64 = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).split(",")[1] ?? "");
    reader.onerror = () => reject(reader.error ?? new Error("The file could not be read."));
    reader.readAsDataURL(file);
  });
