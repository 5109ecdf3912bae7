import { expect, test } from "vitest";
import { KINDS, newCondition, restated, stated, withField } from "./conditions";

test("a new condition is its own: nothing is shared with the next one", () => {
  const made = newCondition("all");
  (made.of as { contains: string }[])[0]!.contains = "Saved";
  expect(newCondition("all").of).toEqual([{ kind: "text", contains: "" }]);
});

test("a text is said in one way at a time, and keeps what else is stated", () => {
  const [one] = KINDS.url!.parts;
  if (one?.part !== "one") throw new Error("an address is compared with one text");
  const condition = { kind: "url", path: "/contacts/*", target: { role: "link" } };
  expect(stated(condition, one.of)).toBe("path");
  expect(restated(condition, one.of, "contains", "/contacts/*")).toEqual({ kind: "url", contains: "/contacts/*", target: { role: "link" } });
});

test("what is taken back is no field any more", () => {
  expect(withField({ kind: "text", contains: "a", target: {} }, "target", undefined)).toEqual({ kind: "text", contains: "a" });
});
