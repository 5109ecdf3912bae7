// The options of a native list: what each is called, and which one a text means.

import { clip, fold } from './text';

const groupOf = (option: HTMLOptionElement): string =>
  option.parentElement instanceof HTMLOptGroupElement ? fold(option.parentElement.label) : '';

/**
 * What the option says. Where another one says the same and stands for something else, its group is said before it, and
 * its value behind it where that does not tell them apart, either.
 */
function optionName(option: HTMLOptionElement, list: HTMLSelectElement | null = option.closest('select')): string {
  const { label: says, value } = option;
  const others = [...(list?.options ?? [])].filter((one) => one.label === says && one.value !== value);
  const label = fold(says);
  if (others.length === 0) return label;
  const group = groupOf(option);
  return group && others.every((one) => groupOf(one) !== group) ? `${group} › ${label}` : `${label} (${clip(value)})`;
}

/** What is chosen, by what the options are called. */
export const chosenIn = (list: HTMLSelectElement): string[] => [...list.selectedOptions].map((option) => optionName(option, list));

const DIGITS = /^\d{1,4}$/;

/** A day of "02" in a list that says "2", or the other way round: tables drop and add such zeros. */
const numbered = (options: HTMLOptionElement[], wanted: string): HTMLOptionElement[] =>
  DIGITS.test(wanted) ? options.filter((one) => DIGITS.test(fold(one.label)) && Number(one.label) === Number(wanted)) : [];

/** The options that the text means: by what they are called, else what they say, else their value, or number; several where it may be any. */
export function optionsMeant(list: HTMLSelectElement, text: string): HTMLOptionElement[] {
  const [options, wanted] = [[...list.options], fold(text)];
  const called = options.filter((one) => wanted.includes(fold(one.label)) && optionName(one, list) === wanted);
  if (called.length) return [called.find((one) => !one.matches(':disabled')) ?? called[0]!];
  const saying = options.filter((one) => fold(one.label) === wanted);
  if (saying.length) return saying;
  const valued = options.filter((one) => one.value === text).slice(0, 1);
  return valued.length ? valued : numbered(options, wanted);
}
