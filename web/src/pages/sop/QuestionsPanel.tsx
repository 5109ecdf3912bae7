import { Empty, Field } from "../../ui/parts";
import { parted, withData } from "../../ui/words";
import { answerClarification } from "./edit";
import type { Editor } from "./useEditor";

export function QuestionsPanel({ editor, may }: { editor: Editor; may: boolean }) {
  const questions = editor.document.clarifications ?? [];
  if (!questions.length) {
    return (
      <Empty icon="check" title="Nothing is open">
        What the recording or the imported file left unclear would be asked here.
      </Empty>
    );
  }
  return (
    <div className="stack" style={{ maxWidth: "52rem" }}>
      <p className="soft">Answers are part of the procedure: save it to keep them. A required one blocks runs until it is answered.</p>
      {questions.map((question) => (
        <div key={question.id} className="card">
          <Field label={parted(question.question)[0]} first={<Rest text={parted(question.question)[1]} />} hint={`${question.required ? "Required" : "Not required"}${question.node ? ` · step ${question.node}` : ""}`}>
            {(ids) => (
              <textarea
                {...ids}
                className="area"
                disabled={!may}
                value={question.answer ?? ""}
                onChange={(event) => editor.edit(answerClarification(editor.document, question.id, event.target.value), `question.${question.id}`)}
              />
            )}
          </Field>
        </div>
      ))}
    </div>
  );
}

/** What stands behind the question itself, with the data in it told from the words. */
function Rest({ text }: { text: string }) {
  if (!text) return null;
  return (
    <p className="soft small">
      {withData(text).map(([words, data]) => (
        <span key={words + data}>
          {words}
          {data ? <code className="data">{data}</code> : null}
        </span>
      ))}
    </p>
  );
}
