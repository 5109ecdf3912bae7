import { useRef } from "react";
import type { Question } from "../../api/types";
import { useGet } from "../../api/use";
import { address } from "../../router";
import { useTitle } from "../../ui/announce";
import { Empty, Failure } from "../../ui/parts";
import { masked, moment } from "../../ui/words";
import { Answering } from "./Answering";
import { useGoingOn, useSettling } from "./settling";

export function ApprovalsPage() {
  const questions = useGet<Question[]>("/api/questions", 2000);
  const page = useRef<HTMLElement>(null);
  const ids = questions.data?.map((question) => question.request) ?? [];
  const settling = useSettling(ids);
  const goOnAt = useGoingOn(page, ids);
  useTitle("Approvals");
  return (
    <main ref={page} className="page" id="main" tabIndex={-1} style={questions.data?.length ? { maxWidth: "56rem" } : undefined}>
      <header>
        <div className="grow">
          <h1>Approvals</h1>
          <p className="soft">Questions that wait for a person. An answered one disappears everywhere at once.</p>
        </div>
      </header>
      {questions.error ? <Failure error={questions.error} again={questions.reload} /> : null}
      {questions.data?.length === 0 ? (
        <Empty icon="check" title="Nothing is waiting">
          Questions of your sessions appear here, and over their live picture.
        </Empty>
      ) : null}
      {questions.data?.map((question, place) => (
        <article key={question.request} className="card stack">
          <header className="row">
            <h2 className="grow" tabIndex={-1}>{masked(question.question)}</h2>
            <span className="soft small">
              <a href={address({ page: "session", session: question.session, tab: "" })}>{question.title}</a> · {moment(question.asked)}
            </span>
          </header>
          <Answering
            question={question}
            settling={settling}
            onAnswered={() => {
              goOnAt(place);
              questions.reload();
            }}
          />
        </article>
      ))}
    </main>
  );
}
