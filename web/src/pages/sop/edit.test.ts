import { expect, test } from "vitest";
import type { SopDocument, SopNode } from "../../api/types";
import { answerClarification, canMoveUp, change, deleteNode, findNode, freeId, insertAfter, moveUp, newNode, openHistory, patchNode, redo, undo } from "./edit";

const task = (id: string): SopNode => ({ type: "task", id, label: id });
const sop = (): SopDocument => ({
  meta: { id: "s", title: "S" },
  nodes: [task("a"), task("b"), { type: "loop", id: "l", children: [task("x"), task("y")] }, { type: "end", id: "end" }],
  edges: [
    { from: "a", to: "b" },
    { from: "b", to: "l" },
    { from: "l", to: "end" },
    { from: "x", to: "y" },
  ],
});
const way = (document: SopDocument, from: string) => (document.edges ?? []).filter((edge) => edge.from === from).map((edge) => edge.to);

test("a field of a node deep inside is changed, and nothing else", () => {
  const before = sop();
  const after = patchNode(before, "y", { label: "Y!", intent: undefined });
  expect(findNode(after, "y")?.label).toBe("Y!");
  expect(after.nodes[0]).toBe(before.nodes[0]);
  expect(findNode(before, "y")?.label).toBe("y");
});

test("the way goes on over a node that was taken out", () => {
  const after = deleteNode(sop(), "b");
  expect(findNode(after, "b")).toBeNull();
  expect(way(after, "a")).toEqual(["l"]);
});

test("a container takes its children along, and leaves no way to nowhere", () => {
  const after = deleteNode(sop(), "l");
  expect(after.edges).toEqual([
    { from: "a", to: "b" },
    { from: "b", to: "end" },
  ]);
});

test("a new step stands on the way, a new decision leads on by each outcome", () => {
  const document = sop();
  const human = newNode(document, "human");
  const withHuman = insertAfter(document, "a", human);
  expect(way(withHuman, "a")).toEqual([human.id]);
  expect(way(withHuman, human.id)).toEqual(["b"]);
  const decision = newNode(document, "decision");
  const withDecision = insertAfter(document, "b", decision);
  const ways = (withDecision.edges ?? []).filter((edge) => edge.from === decision.id);
  expect(ways.map((edge) => [edge.when, edge.to])).toEqual([
    ["yes", "l"],
    ["no", "l"],
  ]);
});

test("a step changes places with the one before it", () => {
  const after = moveUp(sop(), "l");
  expect(after.nodes.map((node) => node.id)).toEqual(["a", "l", "b", "end"]);
  expect(way(after, "a")).toEqual(["l"]);
  expect(way(after, "l")).toEqual(["b"]);
  expect(way(after, "b")).toEqual(["end"]);
  expect(canMoveUp(sop(), "a")).toBe(false);
  expect(canMoveUp(sop(), "end")).toBe(false);
});

test("undo goes back by changes, not by letters", () => {
  let history = openHistory(sop());
  for (const label of ["S", "Sa", "Sav", "Save"]) history = change(history, patchNode(history.present, "a", { label }), "a.label");
  history = change(history, patchNode(history.present, "b", { label: "B" }), "b.label");
  expect(findNode(undo(history).present, "a")?.label).toBe("Save");
  expect(findNode(undo(undo(history)).present, "a")?.label).toBe("a");
  expect(redo(undo(history)).present).toEqual(history.present);
});

test("an answer that is emptied is no answer", () => {
  const asked = { ...sop(), clarifications: [{ id: "q", question: "Which?" }] };
  const answered = answerClarification(asked, "q", "This");
  expect(answered.clarifications?.[0]?.answer).toBe("This");
  expect(answerClarification(answered, "q", "").clarifications?.[0]).toEqual({ id: "q", question: "Which?" });
});

test("new ids are free and well formed", () => {
  expect(freeId(sop(), "A")).toBe("a-2");
  expect(freeId(sop(), "12 Änderungen!")).toMatch(/^[a-z][a-z0-9_-]*$/);
});
