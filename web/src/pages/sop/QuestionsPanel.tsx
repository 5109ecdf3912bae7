import { Empty, Field } from "../../ui/parts";
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
          <Field label={question.question} hint={`${question.required ? "Required" : "Not required"}${question.node ? ` · step ${question.node}` : ""}`}>
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
