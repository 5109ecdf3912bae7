import { expect, test } from "vitest";
import { duration, masked, moment, parted, soon, withData } from "./words";

test.each([
  [0.24, "240 ms"],
  [4.2, "4.2 s"],
  [185, "3 min 05 s"],
  [7260, "2 h 01 min"],
])("%d seconds are told as %s", (seconds, words) => {
  expect(duration(seconds)).toBe(words);
});

test("yesterday is told as such, across midnight", () => {
  const now = new Date(2026, 10, 21, 0, 10);
  expect(moment(new Date(2026, 10, 20, 23, 50).toISOString(), now)).toMatch(/^yesterday /);
});

test("references to secrets are never shown", () => {
  expect(masked("Type {{ secret:crm_password }} and {{secret:x}}")).toBe("Type ••• and •••");
});

test("what comes is told by how far away it is", () => {
  const now = new Date(2026, 10, 21, 23, 30);
  expect(soon(new Date(2026, 10, 21, 23, 42).toISOString(), now)).toBe("in 12 min");
  expect(soon(new Date(2026, 10, 22, 9, 0).toISOString(), now)).toMatch(/^tomorrow /);
});

test("a question is told from what is said about it, and words from data", () => {
  expect(parted("Was it saved? Add {\"kind\": \"sql\"} and correct it.")).toEqual(["Was it saved?", 'Add {"kind": "sql"} and correct it.']);
  expect(parted("Which one is it")).toEqual(["Which one is it", ""]);
  expect(withData('Add {"kind": {"a": 1}} there.')).toEqual([["Add ", '{"kind": {"a": 1}}'], [" there.", ""]]);
  expect(withData("Fill in {{ name }}.")).toEqual([["Fill in {{ name }}.", ""]]);
});
