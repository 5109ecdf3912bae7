import { expect, test } from "vitest";
import type { SessionLine } from "../../api/types";
import { belongs, matches } from "./filter";

const line = (more: Partial<SessionLine>): SessionLine => ({
  session: "20261121-0812-3f9a2c",
  title: "Add a contact",
  sop_id: "add-contact",
  started: "",
  standing: "ended",
  outcome: "done",
  owner: "ana",
  batch: null,
  row: null,
  seconds: 1,
  ...more,
});

test("what needs a look is what waits, broke, or ended otherwise than done", () => {
  expect(belongs(line({ standing: "waiting", outcome: null }), "attention")).toBe(true);
  expect(belongs(line({ outcome: "needs reconciliation" }), "attention")).toBe(true);
  expect(belongs(line({ outcome: "done" }), "attention")).toBe(false);
  expect(belongs(line({ outcome: "cancelled" }), "attention")).toBe(false);
});

test("every typed word must occur, in any order", () => {
  expect(matches(line({}), "ana contact")).toBe(true);
  expect(matches(line({}), "ana invoice")).toBe(false);
  expect(matches(line({ row: 3 }), "row 3")).toBe(true);
});
