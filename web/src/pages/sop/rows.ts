// A dropped table: which column gives which variable, and what a run of every row would be given.

import type { SopInput, Table } from "../../api/types";

/** Variable → column; none for a variable that no column gives. */
export type Mapping = Record<string, string>;

/** Columns that are named like variables, however they are written: `E-Mail address` gives `email_address`. */
export function guess(inputs: SopInput[], columns: string[]): Mapping {
  const free = new Set(columns);
  const mapping: Mapping = {};
  for (const same of [(a: string, b: string) => a === b, (a: string, b: string) => plain(a) === plain(b), begins]) {
    for (const input of inputs) {
      if (mapping[input.name]) continue;
      const fitting = [...free].filter((each) => same(each, input.name));
      const column = fitting[0];
      // Two that only begin alike are no better than none.
      if (!column || (same === begins && fitting.length > 1)) continue;
      mapping[input.name] = column;
      free.delete(column);
    }
  }
  return mapping;
}

/** The rows under their variables' names. */
export function mapped(table: Table, mapping: Mapping): Table {
  const pairs = Object.entries(mapping).filter(([, column]) => column);
  return {
    ...table,
    columns: pairs.map(([name]) => name),
    rows: table.rows.map((row) => Object.fromEntries(pairs.map(([name, column]) => [name, row[column] ?? ""]))),
    values: table.values.flatMap(([row, of]) => pairs.filter(([, column]) => column === of).map(([name]): [number, string] => [row, name])),
  };
}

/** A file's own name, wherever a table says that it lies. */
export function nameOf(path: string): string {
  return path.trim().split(/[/\\]/).pop() ?? "";
}

/** The cells of a column of files for which none was given, each once. */
export function unfound(named: readonly string[], given: ReadonlyMap<string, string>): string[] {
  return [...new Set(named.filter((cell) => cell.trim() && !given.has(nameOf(cell))))];
}

/** The rows with the paths of the files that were given, in the place of their names. */
export function withFiles(table: Table, given: ReadonlyMap<string, ReadonlyMap<string, string>>): Table {
  const path = (name: string, cell: string) => given.get(name)?.get(nameOf(cell)) ?? cell;
  return { ...table, rows: table.rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, path(name, cell)]))) };
}

/** A table to go on with, as CSV: a column for each variable, and what was recorded as a row. */
export function begun(inputs: SopInput[]): string {
  const line = (cells: string[]) => cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(",");
  // By the first mark spreadsheet programs know UTF-8.
  return `\ufeff${line(inputs.map((input) => input.name))}\r\n${line(inputs.map((input) => input.default ?? input.example ?? ""))}\r\n`;
}

/** The columns that no variable takes: what they hold would be lost without a word. */
export function untaken(table: Pick<Table, "columns">, mapping: Mapping, left: ReadonlySet<string>): string[] {
  const taken = new Set(Object.values(mapping));
  return table.columns.filter((column) => !taken.has(column) && !left.has(column));
}

/** What is wrong with the values of a run, as the server tells it. */
export interface Wrong {
  row: number | null;
  name: string;
  message: string;
}

/** What is the same for every row is told once, and of no row. */
export function wrongOf(detail: unknown, mapping: Mapping): Wrong[] {
  const told = (detail as { error?: { wrong?: Wrong[] } } | null)?.error?.wrong;
  if (!Array.isArray(told)) return [];
  const of = told.map((each): Wrong => (mapping[each.name] ? each : { ...each, row: null }));
  return [...new Map(of.map((each) => [`${each.row} ${each.name}`, each])).values()];
}

/** What is shown of a table: its first rows, or those that do not fit. Rows count from 1. */
export function sample(rows: number, wrong: readonly Wrong[], most: number): number[] {
  const wanted = [...new Set(wrong.flatMap(({ row }) => (row === null ? [] : [row])))];
  return (wanted.length ? wanted : Array.from({ length: rows }, (_, place) => place + 1)).slice(0, most);
}

/** The variables that neither a column nor the form gives. */
export function missing(inputs: SopInput[], mapping: Mapping, given: Record<string, string>): string[] {
  return inputs.filter((input) => input.required && !mapping[input.name] && !given[input.name]).map((input) => input.name);
}

/** `Reference no.` and `reference`: one is the other with something behind it. */
function begins(column: string, name: string): boolean {
  const [one, other] = [plain(column), plain(name)];
  return one.length > 2 && other.length > 2 && (one.startsWith(other) || other.startsWith(one));
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]/g, "");
}
