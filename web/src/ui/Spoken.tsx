// A sentence of a procedure: its variables stand out, secrets are dots.

import { masked } from "./words";

const VARIABLE = /\{\{\s*([^{}]*?)\s*\}\}/;

export function Spoken({ text }: { text: string }) {
  return masked(text)
    .split(VARIABLE)
    .map((part, place) =>
      place % 2 ? (
        <code key={place} className="named">
          {part}
        </code>
      ) : (
        part
      ),
    );
}
