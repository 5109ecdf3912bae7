import { expect, test } from "vitest";
import { haveMoved } from "./settling";

test("what comes up when another was answered has moved, and what comes to the end moves nothing", () => {
  expect(haveMoved(["1", "2", "3"], ["2", "3"])).toBe(true);
  expect(haveMoved(["1", "2"], ["0", "1", "2"])).toBe(true);
  expect(haveMoved(["1", "2"], ["1", "2", "3"])).toBe(false);
  expect(haveMoved(["1", "2"], ["1"])).toBe(false);
  expect(haveMoved([], ["1", "2"])).toBe(false);
});
