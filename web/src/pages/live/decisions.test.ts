import { expect, test } from "vitest";
import type { SopNode } from "../../api/types";
import { mayBeSaidDone } from "./decisions";

const nodes = [
  { type: "task", id: "save" },
  { type: "group", id: "part", children: [{ type: "extract", id: "read" }, { type: "human", id: "look" }, { type: "human", id: "code", into: "code" }] },
  { type: "explore", id: "find" },
] as unknown as SopNode[];

test.each([
  ["save", true],
  ["find", true],
  ["look", true],
  ["code", false],
  ["read", false],
  ["elsewhere", true],
])("whether somebody's word is enough for %s", (id, enough) => {
  expect(mayBeSaidDone(nodes, id)).toBe(enough);
});
