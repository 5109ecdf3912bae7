// A choice from a short list.

import { Field } from "./parts";

/** Each a value, or a value with its words. */
export type Choices = readonly (string | readonly [value: string, words: string])[];

interface Picking {
  value: string;
  choices: Choices;
  onPick: (value: string) => void;
}

export function Select({ value, choices, onPick, ...named }: Picking & { id?: string; "aria-label"?: string; "aria-describedby"?: string }) {
  return (
    <select {...named} className="select" value={value} onChange={(event) => onPick(event.target.value)}>
      {choices.map((choice) => {
        const [key, words] = typeof choice === "string" ? [choice, choice] : choice;
        return (
          <option key={key} value={key}>
            {words}
          </option>
        );
      })}
    </select>
  );
}

export function SelectField({ label, hint, ...picking }: Picking & { label: string; hint?: string | undefined }) {
  return (
    <Field label={label} hint={hint}>
      {(ids) => <Select {...ids} {...picking} />}
    </Field>
  );
}
