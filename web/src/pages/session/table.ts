// The rows of a table in words, and in pages: one with thousands of rows is drawn a hundred at a time.

import type { Kind, TableRows } from "../../api/types";
import { lookOfOutcome } from "../../ui/status";

export type Which = "all" | Kind;

/** So many rows stand on one page. */
export const ROWS = 100;

/** So many of the variables in which rows differ are told of each; the others are on the row's own page. */
const GIVEN = 6;

/** Milliseconds from one look to the next: all of a long table takes the server a while. */
export function paceOf(rows: number): number {
  return 1500 * (1 + Math.floor(rows / 1000));
}

/** `3 done, 1 failed, 1 to do`: how all rows stand. */
export function outcomesOf(rows: Pick<TableRows, "rows" | "counts" | "outcomes">): string {
  const ended = rows.outcomes.map(([outcome, count]): [number, string] => [count, lookOfOutcome(outcome).words.toLowerCase()]);
  const still = rows.counts.done + rows.counts.not_done - ended.reduce((sum, [count]) => sum + count, 0);
  const parts: [number, string][] = [...ended, [still, still === 1 ? "stands still" : "stand still"], [rows.counts.to_do, "to do"]];
  const told = parts.filter(([count]) => count > 0).map(([count, words]) => `${count.toLocaleString()} ${words}`);
  return told.length ? `${told.join(", ")}.` : "";
}

/** `Rows 101 to 200 of 2,500`. */
export function pageOf(skip: number, total: number): string {
  const to = Math.min(skip + ROWS, total);
  return `${(Math.min(skip, total - 1) + 1).toLocaleString()} to ${to.toLocaleString()} of ${total.toLocaleString()}`;
}

export function nextPage(skip: number, by: number, total: number): number {
  const last = Math.max(0, Math.ceil(total / ROWS) - 1) * ROWS;
  return Math.min(last, Math.max(0, skip + by * ROWS));
}

/** What a row was given, in short. */
export function shownOf(varying: readonly string[], given: readonly string[]): [name: string, value: string][] {
  const pairs = varying.slice(0, given.length).map((name, place): [string, string] => [name, given[place]!]);
  return pairs.slice(0, GIVEN);
}
