import { expect, test } from "vitest";
import type { SopDocument, SopNode } from "../../api/types";
import { addVariable, deleteVariable, patchVariable, renameVariable, wrongName } from "./variables";

const sop = (nodes: Record<string, unknown>[] = []): SopDocument => ({
  meta: { id: "s", title: "S" },
  variables: { name: { description: "Whose" }, name_of_firm: {} },
  nodes: nodes as unknown as SopNode[],
});

test("a variable is called otherwise wherever it is spoken of, and nowhere else", () => {
  const before = sop([
    { type: "task", id: "a", label: "name", action: { do: "fill", value: "Dear {{ name | upper }}, {{name}} of {{ name_of_firm }} at {{ run.name }}" } },
    { type: "task", id: "b", action: { do: "set", name: "name", value: "1" } },
    { type: "loop", id: "c", variable: "name", children: [{ type: "human", id: "d", request: "{{ name.first }} or {{ secret:name }}?" }] },
    { type: "decision", id: "e", check: { yes: { kind: "variable", name: "name.first" } } },
    { type: "generate", id: "f", inputs: ["name", "name_of_firm"], into: "text" },
  ]);
  const after = renameVariable(before, "name", "contact");
  expect(Object.keys(after.variables!)).toEqual(["contact", "name_of_firm"]);
  expect(after.nodes).toEqual([
    { type: "task", id: "a", label: "name", action: { do: "fill", value: "Dear {{ contact | upper }}, {{contact}} of {{ name_of_firm }} at {{ run.name }}" } },
    { type: "task", id: "b", action: { do: "set", name: "contact", value: "1" } },
    { type: "loop", id: "c", variable: "contact", children: [{ type: "human", id: "d", request: "{{ contact.first }} or {{ secret:contact }}?" }] },
    { type: "decision", id: "e", check: { yes: { kind: "variable", name: "contact.first" } } },
    { type: "generate", id: "f", inputs: ["contact", "name_of_firm"], into: "text" },
  ]);
});

test("a name that is taken or no name is told, and changes nothing", () => {
  const before = sop();
  expect(wrongName(before, "name", "name_of_firm")).toContain("already");
  expect(wrongName(before, "name", "E-mail")).toContain("small letters");
  expect(renameVariable(before, "name", "name_of_firm")).toBe(before);
});

test("variables are added, changed and taken out", () => {
  const made = patchVariable(addVariable(sop()), "value", { type: "date", required: false });
  expect(made.variables!.value).toEqual({ type: "date", required: false });
  expect(patchVariable(made, "value", { required: undefined }).variables!.value).toEqual({ type: "date" });
  expect(Object.keys(deleteVariable(made, "name").variables!)).toEqual(["name_of_firm", "value"]);
});
