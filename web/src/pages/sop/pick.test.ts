import { expect, test } from "vitest";
import { laid, moved } from "./pick";

test("arrow keys lead over the picture, and never off it", () => {
  expect(moved({ x: 0.5, y: 0.5 }, "ArrowRight", false)).toEqual({ x: 0.51, y: 0.5 });
  expect(moved({ x: 0.98, y: 0.5 }, "ArrowRight", true)).toEqual({ x: 1, y: 0.5 });
  expect(moved({ x: 0.5, y: 0 }, "ArrowUp", false)).toEqual({ x: 0.5, y: 0 });
  expect(moved({ x: 0.5, y: 0.5 }, "a", false)).toBeNull();
});

test("a box lies over the picture in parts of it", () => {
  expect(laid({ x: 0.25, y: 0.5, width: 0.1, height: 0.05 })).toEqual({ left: "25.000%", top: "50.000%", width: "10.000%", height: "5.000%" });
});
