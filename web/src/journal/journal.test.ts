import { expect, test } from "vitest";
import type { Entry, JournalEvent } from "../api/types";
import { begin, reachEnd, take } from "./fold";
import { narrate } from "./narrate";

const at = "2026-11-21T10:00:00Z";
const entries = (...events: Partial<JournalEvent>[]): Entry[] =>
  events.map((event, place) => ({ seq: place + 1, at, event: event as JournalEvent }));

const entered = (node: string, visit = 1) => ({ kind: "node_entered" as const, node, label: node, visit });
const left = (node: string, outcome = "next") => ({ kind: "node_left" as const, node, outcome, millis: 3 });

test("the node that was entered last is where the walk is, and the way there is known", () => {
  const now = take(begin(), entries(entered("open"), left("open"), entered("group"), entered("fill")));
  expect(now.open).toEqual(["group", "fill"]);
  expect(now.walked).toEqual(new Set(["open>group"]));
  expect(now.nodes.get("open")?.status).toBe("done");
  expect(now.nodes.get("fill")?.status).toBe("running");
});

test("entries that come twice over a broken line count once", () => {
  const all = entries(entered("open"), left("open"), entered("fill"));
  const now = take(take(begin(), all), all.slice(1));
  expect(now.open).toEqual(["fill"]);
  expect(now.seq).toBe(3);
});

test("a question waits until it is answered", () => {
  const asked = { kind: "asked" as const, request: "r1", node: "save", question: "Save?", choices: ["allow", "deny"] };
  const now = take(begin(), entries(entered("save"), asked));
  expect(now.nodes.get("save")?.status).toBe("waiting");
  take(now, [{ seq: 3, at, event: { kind: "answered", request: "r1", node: "save", answer: "allow", by: "ana", why: "", via: "api" } }]);
  expect(now.questions.size).toBe(0);
  expect(now.nodes.get("save")?.status).toBe("running");
});

test("what failed stays failed when the session ends there, and not when it only waits there", () => {
  const failed = { kind: "session_ended" as const, outcome: "failed" as const, node: "save", error: "No", suggestion: null };
  expect(take(begin(), entries(entered("save"), failed)).nodes.get("save")?.status).toBe("failed");
  const waiting = { ...failed, outcome: "waiting" as const };
  expect(take(begin(), entries(entered("save"), waiting)).nodes.get("save")?.status).toBe("running");
});

test("a session that goes on is not ended any more", () => {
  const waiting = { kind: "session_ended" as const, outcome: "waiting" as const, node: null, error: null, suggestion: null };
  expect(take(begin(), entries(waiting, entered("save"))).ended).toBeNull();
});

test("the log speaks plainly and hides secrets", () => {
  const proposed = { kind: "proposed" as const, node: "pw", attempt: 1, rung: "exact" as const, action: "fill '{{ secret:pw }}' into 'Password'", confidence: 1, reasons: [], host: "" };
  const line = narrate(entries(proposed)[0]!, (id) => id);
  expect(line.words).toBe("To be done: fill '•••' into 'Password'");
  expect(line.minor).toBe(true);
  const acted = { kind: "acted" as const, node: "pw", attempt: 1, millis: 12 };
  const done = narrate(entries(acted)[0]!, (id) => id, undefined, () => proposed as never);
  expect(done.words).toBe("Filled '•••' into 'Password'");
  expect(done.detail).toContainEqual(["Took", "12 ms"]);
});

test("an element that was found otherwise is told as healed", () => {
  const event = { kind: "amendment_proposed" as const, node: "save", amendment: "a1", score: 0.93, reasons: ["same role"] };
  const line = narrate(entries(event)[0]!, () => "Save the contact");
  expect(line.tone).toBe("healed");
  expect(line.words).toContain("Save the contact");
});

test("a kind that a newer server writes is named and not a crash", () => {
  expect(narrate({ seq: 1, at, event: { kind: "moon_rose" } as unknown as JournalEvent }, (id) => id).words).toBe("Moon rose");
});

test("the end that a session came to is reached", () => {
  const done = { kind: "session_ended" as const, outcome: "done" as const, node: null, error: null, suggestion: null };
  const now = take(begin(), entries(entered("save"), left("save"), done));
  reachEnd(now, { nodes: [{ type: "task", id: "save" }, { type: "end", id: "end" }], edges: [{ from: "save", to: "end" }] });
  expect(now.nodes.get("end")?.status).toBe("done");
  expect(now.walked.has("save>end")).toBe(true);
});

test("what models take is counted as it comes, and not known where one price is not", () => {
  const asked = (cost?: number) => ({ kind: "model_answered" as const, node: "n", calls: 2, cost, recorded: false }) as Partial<JournalEvent>;
  expect(take(begin(), entries(asked(0.01), asked(0.02)))).toMatchObject({ calls: 4, cost: 0.03 });
  expect(take(begin(), entries(asked(0.01), asked()))).toMatchObject({ calls: 4, cost: null });
});

test("an answer that picks a number says what was picked, and a decision who made it", () => {
  const options = [{ number: 1, words: "button 'Save changes'", score: 0.2, reasons: ["another id"] }, { number: 2, words: "button 'Save contact'", score: 0.2, reasons: ["the same id"] }];
  const asked = { kind: "asked", request: "r1", node: "save", question: "Which?", choices: ["choose"], options } as unknown as Extract<JournalEvent, { kind: "asked" }>;
  const answer = { kind: "answered" as const, request: "r1", node: "save", answer: "2", by: "eve", why: "", via: "api" };
  expect(narrate(entries(answer)[0]!, (id) => id, () => asked).words).toBe("eve chose 2, “button 'Save contact'”");
  const decided = { kind: "decided" as const, node: "wants", outcome: "no", by_default: false, evidence: [], question: "sha", quote: "go ahead", why: "it reads so", by: "eve" };
  const line = narrate(entries(decided)[0]!, () => "Do they accept?");
  expect(line.words).toBe("Do they accept? “no”, decided by eve");
  expect(line.detail).toContainEqual(["Shown by", "“go ahead”"]);
});

test("a page that is opened between steps is told at once", () => {
  const proposed = { kind: "proposed" as const, node: "fill", attempt: 0, rung: "exact" as const, action: "Open http://crm.test/", confidence: 1, reasons: ["it is a start page"], host: "crm.test" };
  expect(narrate(entries(proposed)[0]!, (id) => id)).toMatchObject({ words: "Opening http://crm.test/", minor: false });
});

test("an element that was not found as recorded is told with what was chosen", () => {
  const reasons = ["two 'Submit' buttons were found, the one in 'Payment' is the likeliest", "the same id"];
  const proposed = { kind: "proposed" as const, node: "pay", attempt: 1, rung: "candidates" as const, action: "click the button 'Submit'", confidence: 0.9, reasons, host: "" };
  const line = narrate(entries(proposed)[0]!, (id) => id);
  expect(line.words).toBe(`Click the button 'Submit': ${reasons[0]}`);
  expect(line.minor).toBe(false);
});

test("what was asked is withdrawn when somebody takes over", () => {
  const asked = { kind: "asked" as const, request: "r1", node: "save", question: "Which?", choices: ["1"] };
  const now = take(begin(), entries(entered("save"), asked, { kind: "taken_over", node: "save", by: "ana" } as Partial<JournalEvent>));
  expect(now.questions.size).toBe(0);
  expect(now.nodes.get("save")?.status).toBe("running");
  expect(now.driver).toBe("ana");
});

test("who only says that it is done has answered so", () => {
  const asked = { kind: "asked", request: "r1", node: "look", question: "Is it right?", choices: ["answer", "deny"], form: "answer" } as unknown as Extract<JournalEvent, { kind: "asked" }>;
  const answer = { kind: "answered" as const, request: "r1", node: "look", answer: "answer", by: "eve", why: "", via: "api" };
  expect(narrate(entries(answer)[0]!, (id) => id, () => asked).words).toBe("eve said that it is done");
});
