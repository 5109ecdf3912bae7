// The journal in plain words: one line for what a person would tell, with the detail to unfold.

import type { Entry, JournalEvent } from "../api/types";
import { capital, counted, duration, masked, textOf } from "../ui/words";
import type { Line, Told } from "./line";
import { tellOfHome } from "./narrateHome";
import { inThePast } from "./past";

type AskedEvent = Extract<JournalEvent, { kind: "asked" }>;
type ProposedEvent = Extract<JournalEvent, { kind: "proposed" }>;
export type Asked = (request: string) => AskedEvent | undefined;
export type ProposedBefore = (node: string, attempt: number) => ProposedEvent | undefined;

/** The line of an entry; `labels` gives a node's label, `asked` the question that an answer is to, `before` what
 * was proposed as an attempt at a node. */
export function narrate(entry: Entry, labels: (node: string) => string, asked: Asked = () => undefined, before: ProposedBefore = () => undefined): Line {
  const { event } = entry;
  const told = event.kind === "acted" ? acted(event, labels, before(event.node, event.attempt)) : tell(event, labels, asked);
  const node = "node" in entry.event ? (entry.event.node ?? null) : null;
  return {
    seq: entry.seq,
    at: entry.at,
    node,
    tone: told.tone,
    icon: told.icon,
    words: masked(told.words),
    detail: (told.detail ?? []).map(([name, text]) => [name, masked(text)]),
    minor: told.minor ?? false,
  };
}

function tell(event: JournalEvent, labels: (node: string) => string, asked: Asked): Told {
  switch (event.kind) {
    case "session_started":
      return { tone: "idle", icon: "play", words: `${event.user || "Somebody"} started “${event.title}”` };
    case "taken":
      return { tone: "idle", icon: "play", words: taken(event), minor: event.rewound_to === null && !event.why };
    case "node_entered":
      return { tone: "idle", icon: "right", words: again(event.label || labels(event.node), event.visit), minor: true };
    case "proposed":
      return proposed(event);
    case "judged":
      return judged(event);
    case "asked":
      return { tone: "calm", icon: "question", words: `Asked: ${event.question}` };
    case "answered":
      return answered(event, asked(event.request));
    case "intended":
      return { tone: "idle", icon: "click", words: `About to: ${event.action}`, minor: true, detail: [["Effect", effectWords(event.effect)]] };
    case "acted":
      return acted(event, labels, undefined);
    case "act_failed":
      return {
        tone: "bad",
        icon: "cross",
        words: event.message,
        detail: [
          ["Kind", event.category],
          ["The app", event.dispatched ? "may have seen it" : "has seen nothing of it"],
        ],
      };
    case "retried":
      return { tone: "warn", icon: "loop", words: `Tried again: ${event.reason}` };
    case "pictured":
      return { tone: "idle", icon: "eye", words: `Kept a picture (${event.moment})`, minor: true };
    case "verified":
      return { tone: "good", icon: "check", words: `Verified: ${joined(event.criteria.map((each) => each.text)) || labels(event.node)}` };
    case "unverified":
      return unverified(event);
    case "decided":
      return decided(event, labels(event.node));
    case "turn_begun":
      return { tone: "idle", icon: "loop", words: `${labels(event.node)}: ${event.number}${event.of ? ` of ${event.of}` : ""}${event.item ? `, ${event.item}` : ""}` };
    case "item_failed":
      return { tone: "warn", icon: "alert", words: `Went on without ${event.item || `item ${event.number}`}: ${event.error}`, detail: [["Decided by", event.by]] };
    case "offered":
      return offered(event);
    case "variable_set":
      return { tone: "idle", icon: "read", words: `${event.name} is now ${clipped(textOf(event.value ?? null))}` };
    case "node_left":
      return { tone: "idle", icon: "right", words: `Left “${labels(event.node)}” by “${event.outcome}”`, minor: true };
    case "session_ended":
      return ended(event);
    case "amendment_proposed":
      return { tone: "healed", icon: "bandage", words: `Healed “${labels(event.node)}”: it is found otherwise now; a change of the procedure is proposed`, detail: [["Score", event.score.toFixed(2)], ...event.reasons.map((reason): [string, string] => ["Because", reason])] };
    case "amendment_decided":
      return { tone: "healed", icon: "bandage", words: `${event.by} ${event.decision === "accept" ? "accepted" : "rejected"} the change ${event.amendment}` };
    case "handed_over":
      return { tone: "calm", icon: "hand", words: `${event.by} handed it to ${event.worker ? `the worker ${event.worker}` : event.to}${event.why ? `: ${event.why}` : ""}` };
    case "taken_over":
      return { tone: "calm", icon: "hand", words: `${event.by} took over${event.why ? `: ${event.why}` : ""}` };
    case "handed_back":
      return handedBack(event);
    case "done_by_hand":
      return { tone: "calm", icon: "hand", words: `${event.by} did it by hand: ${event.action}`, detail: [["Shown by", event.why]] };
    case "steps_proposed":
      return { tone: "healed", icon: "bandage", words: `Learned at “${labels(event.node)}”: ${event.new.map((step) => step.label).join(", ")}; a change of the procedure is proposed`, detail: event.reasons.map((reason): [string, string] => ["Because", reason]) };
    case "way_found":
      return { tone: "healed", icon: "compass", words: `Found the way to “${labels(event.node)}”: ${event.steps.map((step) => step.label).join(", ")}`, detail: [["Leads to", event.url]] };
    case "settled":
      return { tone: event.verdict === "done" ? "good" : "warn", icon: "eye", words: `Found out that it was ${event.verdict}: ${event.why}` };
    case "checkpoint":
      return { tone: "idle", icon: "flag", words: "Saved a checkpoint", minor: true };
    case "handled":
      return { tone: "healed", icon: "bandage", words: `A ${event.handler} stood in the way: ${event.action}`, detail: [["Because", event.reason]] };
    case "detour":
      return { tone: "idle", icon: "loop", words: event.state === "begun" ? `Signs in again, from “${labels(event.group)}” on${event.why ? `: ${event.why}` : ""}` : "Back from signing in" };
    case "model_asked":
      return { tone: "idle", icon: "compass", words: `Asked a model (${event.purpose})`, detail: [["Model", event.model], ...(event.evidence ?? []).map((shown): [string, string] => ["Shown", shown])], minor: true };
    case "model_answered":
      return modelAnswered(event);
    case "text_written":
      return { tone: event.doubts.length ? "warn" : "idle", icon: "pencil", words: `${event.name} was written${event.by ? `, ${event.edited ? "edited" : "accepted"} by ${event.by}` : ""}`, detail: event.doubts.map((doubt): [string, string] => ["In no source", doubt]) };
    case "forked":
      return { tone: "idle", icon: "fork", words: "Started from a checkpoint of another session" };
    case "rule_remembered":
      return { tone: "calm", icon: "shield", words: `${event.rule.by} decided for good about “${labels(event.node)}”` };
    case "rule_revoked":
      return { tone: "calm", icon: "shield", words: `${event.by} took the decision ${event.rule} back${event.why ? `: ${event.why}` : ""}` };
    case "undo_begun":
      return { tone: "warn", icon: "undo", words: `${event.by || "The procedure"} takes back ${event.to ? `what was done from “${labels(event.to)}” on` : "what was done"}${event.why ? `: ${event.why}` : ""}` };
    case "undone":
      return { tone: event.verdict === "not undone" ? "bad" : "good", icon: "undo", words: `${capital(event.verdict)}: ${event.action}`, detail: [["How", event.how]] };
    case "undo_ended":
      return { tone: event.complete ? "good" : "bad", icon: "undo", words: event.complete ? "Everything was undone" : "Not everything could be undone" };
    case "told":
      return toldOf(event);
    case "scrubbed":
      return scrubbed(event);
    default:
      return tellOfHome(event);
  }
}

function answered(event: Extract<JournalEvent, { kind: "answered" }>, question: AskedEvent | undefined): Told {
  const options = question?.options ?? [];
  const byNumber = options.find((option) => String(option.number) === event.answer);
  // Choices with names of their own stand in the order of their words.
  const picked = byNumber ?? options[question?.choices.indexOf(event.answer) ?? -1];
  // Who only says that what was asked for is done writes no text.
  const plain = question?.form === "answer" && event.answer === "answer" ? `${event.by} said that it is done` : `${event.by} answered “${answerWords(event.answer)}”`;
  const words = picked ? `${event.by} chose ${byNumber ? `${event.answer}, ` : ""}“${picked.words}”` : plain;
  return { tone: "calm", icon: "check", words: event.why ? `${words}: ${event.why}` : words };
}

function toldOf(event: Extract<JournalEvent, { kind: "told" }>): Told {
  const who = event.to || "Somebody";
  const by = event.channel ? ` by ${event.channel}` : "";
  const words = {
    asked: `${who} was asked${by}`,
    escalated: `${who} was asked${by}, because nobody had answered`,
    withdrawn: `${who} was told${by} that the question is settled`,
    "not reached": `${who} could not be reached${by}`,
  }[event.what];
  const missed = event.what === "not reached";
  return {
    tone: missed ? "warn" : "calm",
    icon: missed ? "alert" : "question",
    words: event.why ? `${words}: ${event.why}` : words,
    minor: event.what === "withdrawn",
  };
}

function scrubbed(event: Extract<JournalEvent, { kind: "scrubbed" }>): Told {
  const total = Object.values(event.found).reduce((sum, count) => sum + count, 0);
  return {
    tone: "idle",
    icon: "shield",
    words: total ? `Personal data was replaced in ${counted(total, "place")}` : "No personal data was found",
    detail: [["Found by", event.provider], ...Object.entries(event.found).map(([kind, count]): [string, string] => [kind, String(count)])],
    minor: !total,
  };
}

function handedBack(event: Extract<JournalEvent, { kind: "handed_back" }>): Told {
  const who = event.by ? `${event.by} handed it back` : `It was put aside: ${event.why}`;
  return { tone: event.by ? "calm" : "warn", icon: "hand", words: `${who}. Done by hand: ${event.deeds.join("; ") || "nothing"}` };
}

function taken(event: Extract<JournalEvent, { kind: "taken" }>): string {
  const where = event.machine ? ` on ${event.machine}` : "";
  return event.why ? `Taken up again${where}: ${event.why}` : `Taken up${where}`;
}

function proposed(event: ProposedEvent): Told {
  // A page that is opened between steps is no attempt of a step: nothing else tells of it.
  if (event.attempt === 0) return { tone: "idle", icon: "compass", words: event.action.replace(/^Open /, "Opening "), detail: found(event, event.reasons) };
  const [why, ...reasons] = event.reasons;
  if (event.rung === "exact" || !why) return { tone: "idle", icon: "click", words: `To be done: ${event.action}`, detail: found(event, event.reasons), minor: true };
  return { tone: "healed", icon: "bandage", words: `${capital(event.action)}: ${why}`, detail: found(event, reasons) };
}

/** How the element of a proposal was found. */
function found(event: ProposedEvent, reasons: readonly string[]): [string, string][] {
  const detail: [string, string][] = [["Found", `${event.rung}, confidence ${Math.round(event.confidence * 100)} %`]];
  for (const reason of reasons) detail.push(["Because", reason]);
  if (event.host) detail.push(["Host", event.host]);
  return detail;
}

/** What was done, in the words in which it was proposed. */
function acted(event: Extract<JournalEvent, { kind: "acted" }>, labels: (node: string) => string, before: ProposedEvent | undefined): Told {
  const took: [string, string] = ["Took", duration(event.millis / 1000)];
  if (!before) return { tone: "idle", icon: "click", words: `“${labels(event.node)}” was done`, detail: [took] };
  const action = capital(before.action);
  return { tone: "idle", icon: "click", words: inThePast(action) ?? `Done: ${action}`, detail: [...found(before, before.reasons), took] };
}

function judged(event: Extract<JournalEvent, { kind: "judged" }>): Told {
  const detail: [string, string][] = [["Rule", event.rule]];
  if (event.verdict === "block") return { tone: "bad", icon: "hand", words: `The policy blocked it: ${event.reason}`, detail };
  if (event.verdict === "ask") return { tone: "calm", icon: "hand", words: `A person must allow it: ${event.reason}`, detail };
  return { tone: "idle", icon: "hand", words: `The policy allows it: ${event.reason}`, detail, minor: true };
}

function modelAnswered(event: Extract<JournalEvent, { kind: "model_answered" }>): Told {
  const detail: [string, string][] = [["Tokens", `${event.input_tokens} in, ${event.output_tokens} out`]];
  if (event.cost != null) detail.push(["Cost", `$${event.cost.toFixed(4)}`]);
  if (event.why) return { tone: "warn", icon: "compass", words: `The model gave no answer: ${event.why}`, detail };
  return { tone: "idle", icon: "compass", words: `The model answered (${event.purpose})`, detail: [["Answer", textOf(event.answer ?? null)], ...detail], minor: true };
}

function unverified(event: Extract<JournalEvent, { kind: "unverified" }>): Told {
  const missed = event.criteria.filter((each) => !each.held);
  const detail = missed.map((each): [string, string] => ["Not so", each.seen ? `${each.text} (seen: ${each.seen})` : each.text]);
  return { tone: "warn", icon: "eye", words: `Not verified: ${event.why}`, detail };
}

function decided(event: Extract<JournalEvent, { kind: "decided" }>, label: string): Told {
  const detail = event.evidence.map((each): [string, string] => [each.held ? "Holds" : "Does not hold", each.text]);
  if (event.quote) detail.push(["Shown by", `“${event.quote}”`]);
  if (event.why) detail.push(["Why", event.why]);
  // What a model says is told in its own words; without one, no check held.
  const safe = event.question ? ", the safe way" : ", the safe way, because no check held";
  const how = event.by ? `, decided by ${event.by}` : event.by_default ? safe : event.question ? ", as a model found" : "";
  return { tone: event.by ? "calm" : "idle", icon: "branch", words: `${label} “${event.outcome}”${how}`, detail };
}

function offered(event: Extract<JournalEvent, { kind: "offered" }>): Told {
  if (areWays(event.options)) {
    const ways = event.options.map((option): [string, string] => [String(option.number), option.score ? `${option.words} (suggested)` : option.words]);
    return { tone: "calm", icon: "branch", words: event.why, detail: ways };
  }
  const detail = event.options.map((option): [string, string] => [
    String(option.number),
    `${option.words} (${option.veto ?? option.score.toFixed(2)})`,
  ]);
  return { tone: "calm", icon: "question", words: `${counted(event.options.length, "element")} might be it: ${event.why}`, detail };
}

/** Whether what is offered are the ways of a decision, which are named and not compared, and no elements. */
export function areWays(options: readonly { score: number; reasons?: readonly string[]; veto?: string | null }[]): boolean {
  return options.length > 0 && options.every((option) => !option.reasons?.length && !option.veto && (option.score === 0 || option.score === 1));
}

function ended(event: Extract<JournalEvent, { kind: "session_ended" }>): Told {
  const good = event.outcome === "done";
  const words = `${capital(event.outcome)}${event.error ? `: ${event.error}` : ""}`;
  const tone = good ? "good" : event.outcome === "waiting" ? "calm" : event.outcome === "cancelled" ? "idle" : "bad";
  return { tone, icon: good ? "flag" : tone === "calm" ? "question" : "alert", words, detail: event.suggestion ? [["Next", event.suggestion]] : [], minor: event.outcome === "waiting" };
}

export function answerWords(answer: string): string {
  return { allow: "yes", allow_rest: "yes, and all the rest", deny: "no" }[answer] ?? answer;
}

function effectWords(effect: string): string {
  return { once: "cannot be repeated", repeatable: "may be repeated", none: "changes nothing" }[effect] ?? effect;
}

function again(label: string, visit: number): string {
  return visit > 1 ? `${label} (time ${visit})` : label;
}

function joined(texts: string[]): string {
  return texts.join("; ");
}

function clipped(text: string): string {
  return text.length > 120 ? `${text.slice(0, 119)}…` : text || "empty";
}
