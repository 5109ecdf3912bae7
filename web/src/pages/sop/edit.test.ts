import { expect, test } from "vitest";
import type { SopDocument, SopNode } from "../../api/types";
import { anchorOf, answerClarification, canMoveUp, change, deleteNode, findNode, follower, freeId, insertAfter, letOut, moveUp, newNode, openHistory, patchNode, patchRead, redo, takeIn, undo, withText, wrap } from "./edit";

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

test("nothing sends what a step filled in that was taken out", () => {
  const document = patchNode(patchNode(sop(), "y", { sends: ["x"] }), "b", { sends: ["a"] });
  expect(findNode(deleteNode(document, "x"), "y")?.sends).toEqual([]);
  expect(findNode(deleteNode(document, "x"), "b")?.sends).toEqual(["a"]);
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

test("a step is put into a loop that stands in its place", () => {
  const made = wrap(sop(), "b", { ...newNode(sop(), "loop"), id: "each" });
  expect(findNode(made, "each")?.children?.map((child) => child.id)).toEqual(["b"]);
  expect([way(made, "a"), way(made, "each"), way(made, "b")]).toEqual([["each"], ["l"], []]);
});

test("a loop takes in the step behind it, and lets its last one out again", () => {
  const before = { ...sop(), nodes: [...sop().nodes.slice(0, 3), task("z"), { type: "end", id: "end" } as SopNode], edges: [...sop().edges!.filter((edge) => edge.from !== "l"), { from: "l", to: "z" }, { from: "z", to: "end" }] };
  expect(follower(before, "l")).toBe("z");
  const taken = takeIn(before, "l");
  expect(findNode(taken, "l")?.children?.map((child) => child.id)).toEqual(["x", "y", "z"]);
  expect([way(taken, "l"), way(taken, "y"), way(taken, "z")]).toEqual([["end"], ["z"], []]);
  const out = letOut(taken, "l");
  expect(findNode(out, "l")?.children?.map((child) => child.id)).toEqual(["x", "y"]);
  expect([way(out, "l"), way(out, "y"), way(out, "z")]).toEqual([["z"], [], ["end"]]);
});

test("what is to be written is from what is given, and kept under a name that is declared", () => {
  const known = { ...sop(), variables: { firm: {}, word: { secret: true } } };
  const write = newNode(known, "generate");
  expect(write).toMatchObject({ type: "generate", inputs: ["firm"], into: "written" });
  expect(patchRead(insertAfter(known, "a", write), write.id, {}).variables).toMatchObject({ firm: {}, written: { output: true } });
});

test("what is to be explored says what shows that it was found", () => {
  const find = newNode(sop(), "explore");
  expect(find).toMatchObject({ type: "explore", success: { kind: "text" } });
  expect(way(insertAfter(sop(), "a", find), "a")).toEqual([find.id]);
});

test("a new loop goes over a list that the procedure knows", () => {
  const made = newNode({ ...sop(), variables: { people: { type: "list" } } }, "loop");
  expect(made).toMatchObject({ type: "loop", over: "variable", variable: "people" });
  expect(made.children).toHaveLength(1);
});

test("a criterion that the field holds the value follows it, and others stay", () => {
  const node = { ...task("f"), action: { do: "fill", value: "Nora" }, done_when: [{ kind: "value", equals: "Nora" }, { kind: "text", contains: "Nora" }] };
  expect(withText(node, "value", "Ana")).toEqual({
    action: { do: "fill", value: "Ana" },
    done_when: [{ kind: "value", equals: "Ana" }, { kind: "text", contains: "Nora" }],
  });
  const box = { ...task("b"), action: { do: "check", on: "{{ vip }}" }, done_when: [{ kind: "value", equals: "{{ vip }}" }] };
  expect(withText(box, "on", "true").done_when).toEqual([{ kind: "value", equals: "true" }]);
  expect(withText({ ...task("o"), action: { do: "open", url: "a" } }, "url", "b")).toEqual({ action: { do: "open", url: "b" } });
});

test("what was inserted is looked for on the page of a step beside it that was saved", () => {
  const saved = sop();
  const click = newNode(saved, "click");
  const edited = insertAfter(saved, "a", click);
  expect(anchorOf(edited, saved, click.id)).toBe("b");
  const around = wrap(edited, "b", newNode(edited, "loop"));
  expect(anchorOf(around, saved, findNode(around, "each-item")!.id)).toBe("b");
});

test("what a step reads is declared, of its type, and under the name that it is kept as", () => {
  const read = newNode(sop(), "read");
  const made = patchRead(insertAfter(sop(), "a", read), read.id, {});
  expect(made.variables).toEqual({ read: { output: true } });
  const renamed = patchRead(made, read.id, { into: "people", shape: "records" });
  expect(renamed.variables).toEqual({ people: { type: "list", output: true } });
  expect(findNode(renamed, read.id)?.into).toBe("people");
});
