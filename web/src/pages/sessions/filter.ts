// Which sessions of the list are shown.

import type { SessionLine } from "../../api/types";
import { lookOfLine } from "../../ui/status";

export type Group = "all" | "open" | "attention" | "done";

export const GROUPS: { id: Group; words: string }[] = [
  { id: "all", words: "All" },
  { id: "open", words: "Under way" },
  { id: "attention", words: "Need attention" },
  { id: "done", words: "Done" },
];

export function belongs(line: SessionLine, group: Group): boolean {
  const open = line.standing !== "ended" && line.standing !== "broken";
  switch (group) {
    case "all":
      return true;
    case "open":
      return open;
    case "attention":
      return (
        line.standing === "waiting" ||
        line.standing === "broken" ||
        line.standing === "interrupted" ||
        (line.standing === "ended" && line.outcome !== "done" && line.outcome !== "cancelled")
      );
    case "done":
      return line.standing === "ended" && line.outcome === "done";
  }
}

/** Every word that was typed occurs somewhere in the line. */
export function matches(line: SessionLine, typed: string): boolean {
  const row = line.row === null ? "" : `row ${line.row}`;
  const text = `${line.title} ${line.sop_id} ${line.session} ${line.owner} ${lookOfLine(line).words} ${row}`.toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
