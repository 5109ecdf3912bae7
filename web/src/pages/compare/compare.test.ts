import { expect, test } from "vitest";
import type { Step } from "../../api/types";
import { pairs } from "./compare";

const step = (node: string, more: Partial<Step> = {}): Step => ({
  number: 1, node, visit: 1, label: node, status: "done", action: `do ${node}`, rung: "exact", entered: "", millis: 5, retries: 0,
  notes: [], criteria: [], how: [], pictures: [], ...more,
});

test("alike steps stand beside each other and differ in nothing, however long they took", () => {
  const found = pairs([step("a"), step("b")], [step("a", { millis: 900 }), step("b")]);
  expect(found.map((pair) => [pair.label, pair.differs])).toEqual([["a", []], ["b", []]]);
});

test("a step of one alone stands where it was done", () => {
  const found = pairs([step("a"), step("c")], [step("a"), step("b"), step("c"), step("d")]);
  expect(found.map((pair) => pair.label)).toEqual(["a", "b", "c", "d"]);
  expect(found[1]).toMatchObject({ one: null, differs: ["only in one"] });
});

test("each visit of a loop has its own partner", () => {
  const found = pairs([step("a"), step("a", { visit: 2, status: "failed" })], [step("a"), step("a", { visit: 2 })]);
  expect(found.map((pair) => pair.differs)).toEqual([[], ["status"]]);
});
