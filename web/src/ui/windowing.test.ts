import { expect, test } from "vitest";
import { ROW, windowOf } from "./windowing";

test("of ten thousand rows a screenful is drawn", () => {
  const shown = windowOf(10_000, new Map(), 100_000, 600);
  expect(shown.total).toBe(10_000 * ROW);
  expect(shown.last - shown.first).toBeLessThan(60);
  expect(shown.first * ROW).toBe(shown.above);
  expect(shown.above).toBeLessThan(100_000);
});

test("an unfolded row pushes those behind it down", () => {
  const shown = windowOf(100, new Map([[3, 200]]), 0, 5000);
  expect(shown.total).toBe(99 * ROW + 200);
  expect(windowOf(100, new Map([[3, 200]]), 3 * ROW + 190, 10, 0).first).toBe(3);
  expect(windowOf(100, new Map([[3, 200]]), 3 * ROW + 201, 10, 0).first).toBe(4);
});

test("the last row is reached at the bottom", () => {
  const total = windowOf(50, new Map(), 0, 0).total;
  expect(windowOf(50, new Map(), total - 300, 300).last).toBe(50);
});
