// A line of what happened, in plain words.

import type { IconName } from "../ui/Icon";
import type { Look } from "../ui/status";

export interface Line {
  seq: number;
  at: string;
  node: string | null;
  tone: Look["tone"];
  icon: IconName;
  words: string;
  detail: [string, string][];
  /** Of no interest unless somebody looks for it. */
  minor: boolean;
}

export type Told = Pick<Line, "tone" | "icon" | "words"> & { detail?: [string, string][]; minor?: boolean };
