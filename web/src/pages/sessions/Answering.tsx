// A question and the ways to answer it; the same on the approvals page and over the live picture.

import { useState } from "react";
import { send } from "../../api/client";
import { Picture } from "../../api/Picture";
import type { ApiError } from "../../api/client";
import type { Option, Question } from "../../api/types";
import { asApiError } from "../../api/use";
import { useMay } from "../../shell/me";
import { Failure, Field, Framed, Note } from "../../ui/parts";
import { areWays } from "../../journal/narrate";
import { capital, masked, moment } from "../../ui/words";
import { Review } from "./Review";

interface Reply {
  allow?: boolean;
  allow_rest?: boolean;
  allow_session?: boolean;
  allow_always?: boolean;
  edit?: string;
  deny_stop?: boolean;
  again?: boolean;
  deny?: boolean;
  choose?: string;
  text?: string;
}

export function Answering({
  question,
  settling = false,
  onAnswered,
  onLater,
}: {
  question: Question;
  /** It has just come to where another one was: nothing is answered yet. */
  settling?: boolean;
  onAnswered: () => void;
  onLater?: () => void;
}) {
  const may = useMay()("answer");
  const [text, setText] = useState("");
  const [why, setWhy] = useState("");
  const [edited, setEdited] = useState("");
  const [sending, setSending] = useState(false);
  const busy = sending || settling;
  /** Whoever may not allow it may still say no. */
  const barred = busy || Boolean(question.objection);
  const [error, setError] = useState<ApiError | null>(null);

  const answer = async (reply: Reply) => {
    setSending(true);
    setError(null);
    try {
      const path = `/api/sessions/${encodeURIComponent(question.session)}/answer`;
      await send("POST", path, { ...reply, why, request: question.request });
      onAnswered();
    } catch (failed) {
      setError(asApiError(failed));
    } finally {
      setSending(false);
    }
  };
  const offers = (choice: string) => question.choices.includes(choice);
  const reviews = question.form === "review" || (offers("again") && offers("answer"));
  const ways = areWays(question.options);
  // Choices that have names of their own, such as what is to become of an action in doubt.
  const spelled = !offers("choose") && question.options.length > 0;
  const named = question.choices.filter((choice) => spelled || !VERBS.has(choice));
  return (
    <div className="question-card">
      <p className="soft small">
        {question.label}
        {question.why ? ` · ${masked(question.why)}` : ""}
      </p>
      <Facts question={question} />
      {question.picture ? (
        <Framed label="The page that is asked about" className={offers("choose") ? "shot beside" : "shot"}>
          <Picture session={question.session} picture={question.picture} alt="The page, with what is asked about outlined and numbered" />
        </Framed>
      ) : null}
      {error ? <Failure error={error} /> : null}
      {!may ? (
        <Note tone="calm">
          You may look on; an approver answers.{" "}
          {onLater ? (
            <button className="link" onClick={onLater}>
              Close
            </button>
          ) : null}
        </Note>
      ) : null}
      {may && question.objection ? <Note tone="warn">{masked(question.objection)}</Note> : null}
      {may && offers("choose") && question.options.length ? (
        <Options question={question} busy={barred} onPick={(choose) => void answer({ choose })} />
      ) : null}
      {may && reviews ? <Review question={question} busy={barred} onReply={(reply) => void answer(reply)} /> : null}
      {may && offers("answer") && !reviews ? (
        <Field label="Your answer">
          {(ids) => <textarea {...ids} className="area" value={text} onChange={(event) => setText(event.target.value)} />}
        </Field>
      ) : null}
      {may && offers("edit") ? (
        <Field label="Another value instead">
          {(ids) => <input {...ids} className="input" value={edited} onChange={(event) => setEdited(event.target.value)} />}
        </Field>
      ) : null}
      {may ? (
        <>
          <Field label={reviews ? "A remark (kept in the journal; what to write otherwise)" : "Why (kept in the journal; optional)"}>
            {(ids) => <input {...ids} className="input" value={why} onChange={(event) => setWhy(event.target.value)} />}
          </Field>
          <div className="actions row" style={{ justifyContent: "flex-end" }}>
            {onLater ? (
              <button className="button quiet" onClick={onLater}>
                Later
              </button>
            ) : null}
            {offers("deny") && !reviews ? (
              <button className="button danger" disabled={busy} title={offers("choose") && ways ? "The safe way is taken" : undefined} onClick={() => void answer({ deny: true })}>
                {offers("choose") ? (ways ? "Leave it open" : "None of these") : offers("answer") ? "Give up" : offers("deny_stop") ? "No" : "No, stop"}
              </button>
            ) : null}
            {offers("deny_stop") ? (
              <button className="button danger" disabled={busy} onClick={() => void answer({ deny_stop: true })}>
                No, and stop
              </button>
            ) : null}
            {named.map((choice) => (
              <button key={choice} className={spelled ? "button wordy" : "button"} disabled={barred} onClick={() => void answer({ choose: choice })}>
                {wordsOf(question, choice)}
              </button>
            ))}
            {offers("allow_rest") ? (
              <button className="button" disabled={barred} onClick={() => void answer({ allow_rest: true })}>
                Yes, and all the rest
              </button>
            ) : null}
            {offers("allow_session") ? (
              <button className="button" disabled={barred} title="And for similar actions in this session" onClick={() => void answer({ allow_session: true })}>
                Yes, in this session
              </button>
            ) : null}
            {offers("edit") ? (
              <button className="button" disabled={barred || !edited} title="It is judged again with this value" onClick={() => void answer({ edit: edited })}>
                Yes, with this value
              </button>
            ) : null}
            {offers("allow_always") ? (
              <button className="button" disabled={barred} title="A rule for similar actions, for 90 days; you can revoke it under Policies" onClick={() => void answer({ allow_always: true })}>
                Yes, always here
              </button>
            ) : null}
            {offers("again") && !reviews && !spelled ? (
              <button className="button" disabled={barred} onClick={() => void answer({ again: true })}>
                Do it again
              </button>
            ) : null}
            {offers("allow") && !reviews ? (
              <button className="button primary" disabled={barred} onClick={() => void answer({ allow: true })}>
                Yes, do it
              </button>
            ) : null}
            {offers("answer") && !reviews ? (
              <button className="button primary" disabled={barred} onClick={() => void answer({ text })}>
                {text ? "Answer" : "It is done"}
              </button>
            ) : null}
          </div>
        </>
      ) : null}
    </div>
  );
}

/** What the answer is about: what is typed where, how risky it is, and until when an answer counts. */
function Facts({ question }: { question: Question }) {
  const facts: [string, string][] = [
    ...(question.where ? [["Where", question.where] as [string, string]] : []),
    ...(question.values.length ? [["What", question.values.join(", ")] as [string, string]] : []),
    ...(question.effect === "once" ? [["Effect", "cannot be repeated"] as [string, string]] : []),
    ...(question.risk !== "low" ? [["Risk", [question.risk, ...question.factors].join("; ")] as [string, string]] : []),
    ...(question.needs ? [["Needs", question.needs] as [string, string]] : []),
    ...(question.allowed_by.length ? [["Allowed by", question.allowed_by.join(", ")] as [string, string]] : []),
    ...(question.deadline
      ? [["Until", `${moment(question.deadline)}, then it ${question.on_timeout === "deny" ? "counts as no" : "waits on"}`] as [string, string]]
      : []),
  ];
  if (!facts.length) return null;
  return (
    <dl className="facts small">
      {facts.map(([name, text]) => (
        <div key={name} style={{ display: "contents" }}>
          <dt>{name}</dt>
          <dd>{masked(text)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A choice in words; older journals keep the names alone. */
function wordsOf(question: Question, choice: string): string {
  return question.options[question.choices.indexOf(choice)]?.words ?? capital(choice);
}

const VERBS = new Set([
  "allow",
  "allow_rest",
  "allow_session",
  "allow_always",
  "edit",
  "again",
  "deny",
  "deny_stop",
  "answer",
  "choose",
]);

function Options({ question, busy, onPick }: { question: Question; busy: boolean; onPick: (choice: string) => void }) {
  const differing = whatDiffers(question.options);
  return (
    <div className="options" role="group" aria-label="What it might be">
      {question.options.map((option, place) => (
        <button
          key={option.number}
          className="option"
          disabled={busy || option.veto !== null}
          title={option.reasons.join("; ") || undefined}
          onClick={() => onPick(String(option.number))}
        >
          <span className="key num">{option.number}</span>
          <span>
            <b>{option.words}</b>
            <span className="soft small">{fitting(option)}</span>
            {differing[place]?.length ? <span className="soft small"> · {differing[place].join("; ")}</span> : null}
          </span>
        </button>
      ))}
    </div>
  );
}

/** Of each option's reasons those that not every option has: by what they are to be told apart. */
export function whatDiffers(options: readonly Pick<Option, "reasons">[]): string[][] {
  if (options.length < 2) return options.map((option) => [...option.reasons]);
  return options.map((option) => option.reasons.filter((reason) => !options.every((each) => each.reasons.includes(reason))));
}

/** How well it fits; of a way that is only named, whether it is the one that is suggested. */
function fitting(option: Option): string {
  if (option.veto) return ` · ${option.veto}`;
  if (areWays([option])) return option.score ? " · suggested" : "";
  return ` · fits by ${Math.round(option.score * 100)} %`;
}
