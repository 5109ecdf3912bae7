// A text that a model wrote, to be read beside what it was written from, corrected, or asked for anew.

import { useState } from "react";
import type { Question } from "../../api/types";
import { Field, Note } from "../../ui/parts";
import { marked } from "./marked";

export interface ReviewReply {
  allow?: true;
  text?: string;
  again?: true;
  deny?: true;
}

export function Review({ question, busy, onReply }: { question: Question; busy: boolean; onReply: (reply: ReviewReply) => void }) {
  const [text, setText] = useState(question.text);
  const [editing, setEditing] = useState(false);
  const changed = text !== question.text;
  return (
    <div className="stack">
      {question.doubts.length ? <Note tone="warn">Marked words occur in none of the sources.</Note> : null}
      {question.gaps.length ? <Note tone="warn">The sources lack: {question.gaps.join("; ")}.</Note> : null}
      <div className={question.sources.length ? "pair review" : ""}>
        <section aria-label="The text">
          {editing ? (
            <Field label="The text">
              {(ids) => <textarea {...ids} className="area tall" value={text} onChange={(event) => setText(event.target.value)} />}
            </Field>
          ) : (
            <div className="written">
              {marked(text, question.doubts).map((piece, place) => (piece.doubtful ? <mark key={place}>{piece.text}</mark> : <span key={place}>{piece.text}</span>))}
            </div>
          )}
        </section>
        {question.sources.length ? (
          <section aria-label="Written from" className="stack sources">
            {question.sources.map((source, place) => (
              <details key={place} open={place < 3}>
                <summary className="soft small">{source.split(":", 1)[0]}</summary>
                <div className="written small">{source.slice(source.indexOf(":") + 1).trim()}</div>
              </details>
            ))}
          </section>
        ) : null}
      </div>
      <div className="actions row" style={{ justifyContent: "flex-end" }}>
        <button className="button danger" disabled={busy} onClick={() => onReply({ deny: true })}>
          No, stop
        </button>
        <button className="button" disabled={busy} onClick={() => onReply({ again: true })}>
          Write it anew
        </button>
        <button className="button" disabled={busy} onClick={() => (setEditing(!editing))}>
          {editing ? "Preview" : "Edit"}
        </button>
        <button className="button primary" disabled={busy || !text.trim()} onClick={() => onReply(changed ? { text } : { allow: true })}>
          {changed ? "Use my text" : "Use it"}
        </button>
      </div>
    </div>
  );
}
