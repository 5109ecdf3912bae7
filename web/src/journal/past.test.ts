import { expect, test } from "vitest";
import sentences from "../../../src/handrail/sop/sentences/actions.py?raw";
import { inThePast } from "./past";

test.each([
  ["Open http://crm.test/ in the tab 'main'", "Opened http://crm.test/ in the tab 'main'"],
  ["Double-click the row 'Ada'", "Double-clicked the row 'Ada'"],
  ["Rest the pointer on the link 'More'", "Rested the pointer on the link 'More'"],
])("%s", (action, told) => {
  expect(inThePast(action)).toBe(told);
});

test("other words are left alone", () => {
  expect(inThePast("Klick auf 'Sichern'")).toBeNull();
});

test("every way to word an action is known", () => {
  const from = sentences.slice(sentences.indexOf("def describe_deed("), sentences.indexOf("def _held("));
  const verbs = [...from.matchAll(/(?:return |\{')(?:\()?f?["']?([A-Z][a-z]+(?:-[a-z]+)?)\b/g)].map((found) => found[1]!);
  expect(verbs.length).toBeGreaterThan(15);
  for (const verb of verbs) expect(inThePast(`${verb} it`), verb).not.toBeNull();
});
