import { expect, test } from "vitest";
import { nextPage, outcomesOf, paceOf, pageOf, shownOf } from "./table";

test("how all rows stand is told in counts", () => {
  const counts = { done: 3, not_done: 2, to_do: 1 };
  const outcomes: ["done" | "failed", number][] = [["done", 3], ["failed", 1]];
  expect(outcomesOf({ rows: 6, counts, outcomes })).toBe("3 done, 1 failed, 1 stands still, 1 to do.");
  expect(outcomesOf({ rows: 2, counts: { done: 0, not_done: 0, to_do: 2 }, outcomes: [] })).toBe("2 to do.");
});

test("pages of rows end where the rows end", () => {
  expect([nextPage(0, 1, 250), nextPage(100, 1, 250), nextPage(200, 1, 250), nextPage(0, -1, 250)]).toEqual([100, 200, 200, 0]);
  expect(pageOf(200, 250)).toBe("201 to 250 of 250");
});

test("a long table is asked for less often", () => {
  expect(paceOf(10)).toBe(1500);
  expect(paceOf(10_000)).toBeGreaterThan(15_000);
});

test("what a row was given is told in short", () => {
  expect(shownOf(["a", "b"], ["1", "2"])).toEqual([["a", "1"], ["b", "2"]]);
  expect(shownOf(["a", "b"], [])).toEqual([]);
  const many = [..."abcdefgh"];
  expect(shownOf(many, many)).toHaveLength(6);
});
