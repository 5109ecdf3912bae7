import { expect, test } from "vitest";
import { marked } from "./marked";

test("what no source holds is marked, as whole words and as it is written", () => {
  expect(marked("Paid 40 EUR (not 400).", ["40", "EUR (not"])).toEqual([
    { text: "Paid ", doubtful: false },
    { text: "40", doubtful: true },
    { text: " ", doubtful: false },
    { text: "EUR (not", doubtful: true },
    { text: " 400).", doubtful: false },
  ]);
});

test("without doubts it is one piece", () => {
  expect(marked("All is well", [])).toEqual([{ text: "All is well", doubtful: false }]);
});
