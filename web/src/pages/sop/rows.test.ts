import { expect, test } from "vitest";
import type { SopInput } from "../../api/types";
import { begun, guess, mapped, missing, sample, unfound, untaken, withFiles, wrongOf } from "./rows";

const input = (name: string, required = true): SopInput => ({ name, type: "text", description: "", default: null, required, example: null });

test("columns find their variables, an exact name before a like one", () => {
  const inputs = [input("first_name"), input("email"), input("company")];
  expect(guess(inputs, ["First name", "E-Mail", "email", "note"])).toEqual({ first_name: "First name", email: "email" });
});

test("a column that says more than the variable is its, where no other does", () => {
  expect(guess([input("reference"), input("bay")], ["Reference no.", "Bay 1", "Bay 2"])).toEqual({ reference: "Reference no." });
});

test("rows come under the names of variables, and other columns stay away", () => {
  const values: [number, string][] = [
    [0, "E-Mail"],
    [0, "note"],
  ];
  const table = { columns: ["E-Mail", "note"], rows: [{ "E-Mail": "a@b.c", note: "x" }], separator: ";", values };
  const wish = { columns: ["email"], rows: [{ email: "a@b.c" }], separator: ";", values: [[0, "email"]] };
  expect(mapped(table, { email: "E-Mail", company: "" })).toEqual(wish);
});

test("what nobody gives is named", () => {
  expect(missing([input("email"), input("company"), input("note", false)], { email: "E-Mail" }, {})).toEqual(["company"]);
  expect(missing([input("company")], {}, { company: "Acme" })).toEqual([]);
});

test("a table to go on with has the recorded row", () => {
  const inputs = [{ ...input("name"), default: 'Ada "A", Byron' }, { ...input("stage"), example: "New" }, input("note")];
  expect(begun(inputs)).toBe('\ufeffname,stage,note\r\n"Ada ""A"", Byron",New,\r\n');
});

test("columns that no variable takes are named until they are left out", () => {
  const table = { columns: ["Kunde", "due", "note"] };
  expect(untaken(table, { due: "due", customer: "" }, new Set())).toEqual(["Kunde", "note"]);
  expect(untaken(table, { due: "due", customer: "Kunde" }, new Set(["note"]))).toEqual([]);
});

test("rows that do not fit are shown in place of the first ones", () => {
  expect(sample(9, [], 3)).toEqual([1, 2, 3]);
  expect(sample(2, [], 5)).toEqual([1, 2]);
  const told = (row: number, name: string) => ({ row, name, message: "m" });
  const answer = (...wrong: object[]) => ({ error: { message: "x", wrong } });
  const mapping = { due: "Due", amount: "Amount" };
  const wrong = wrongOf(answer(told(7, "due"), told(7, "amount"), told(9, "due")), mapping);
  expect(sample(9, wrong, 5)).toEqual([7, 9]);
  expect(wrongOf(answer(told(1, "city"), told(2, "city")), mapping)).toEqual([{ row: null, name: "city", message: "m" }]);
  expect(wrongOf({ error: { message: "x" } }, mapping)).toEqual([]);
  expect(wrongOf(null, mapping)).toEqual([]);
});

test("files that were given take the place of their names, wherever the table says that they lie", () => {
  const given = new Map([["a.pdf", "/given/1/a.pdf"]]);
  const cells = ["C:\\scans\\a.pdf", "out/a.pdf", "b.pdf", "b.pdf", " "];
  expect(unfound(cells, given)).toEqual(["b.pdf"]);
  const table = { columns: ["scan", "note"], rows: cells.slice(1, 3).map((scan) => ({ scan, note: "a.pdf" })), separator: ",", values: [] };
  expect(withFiles(table, new Map([["scan", given]])).rows).toEqual([
    { scan: "/given/1/a.pdf", note: "a.pdf" },
    { scan: "b.pdf", note: "a.pdf" },
  ]);
});
