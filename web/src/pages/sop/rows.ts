// A dropped table: which column gives which variable, and what a run of every row would be given.

import type { SopInput } from "../../api/types";

export interface Table {
  columns: string[];
  rows: Record<string, string>[];
}

/** Variable → column; none for a variable that no column gives. */
export type Mapping = Record<string, string>;

/** Columns that are named like variables, however they are written: `E-Mail address` gives `email_address`. */
export function guess(inputs: SopInput[], columns: string[]): Mapping {
  const free = new Set(columns);
  const mapping: Mapping = {};
  for (const same of [(a: string, b: string) => a === b, (a: string, b: string) => plain(a) === plain(b)]) {
    for (const input of inputs) {
      if (mapping[input.name]) continue;
      const column = [...free].find((each) => same(each, input.name));
      if (!column) continue;
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
    columns: pairs.map(([name]) => name),
    rows: table.rows.map((row) => Object.fromEntries(pairs.map(([name, column]) => [name, row[column] ?? ""]))),
  };
}

/** The variables that neither a column nor the form gives. */
export function missing(inputs: SopInput[], mapping: Mapping, given: Record<string, string>): string[] {
  return inputs.filter((input) => input.required && !mapping[input.name] && !given[input.name]).map((input) => input.name);
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]/g, "");
}
