// Choices drawn side by side of which the pressed one looks otherwise since then, as the one chosen before did, and no other
// one does: pages say so by whatever classes and colours they like.

import { queryAll } from '../page/dom';
import { structural } from '../page/paths';
import { drawnAround, rowsIn, segmentsOf, unitOf } from '../page/segments';
import { fold } from '../page/text';

/** A row of choices, by its place and what they say: pages draw such rows anew. */
interface Row {
  holder: string;
  texts: string[];
}

interface Pressed extends Row {
  at: number;
  /** How each of them looked before the press. */
  looks: string[];
}

/** A row, and how the one looks in it that is chosen. */
interface Told extends Row {
  on: string;
}

const MOST_ROWS = 10;
const THREE = 3;

/** What an element bears while it is pressed, or while its command is under way. */
const PASSING = /focus|hover|ripple|load|busy|pending|disabled|click/i;

let pressed: Pressed | null = null;
const told = new Map<string, Told>();

const textsOf = (buttons: readonly Element[]): string[] => buttons.map((one) => fold(one.textContent));

function lookOf(button: Element): string {
  const unit = unitOf(button);
  const parts = unit === button ? [button] : [unit, button];
  return parts.map((one) => `${[...one.classList].filter((name) => !PASSING.test(name)).sort().join(' ')};${one.getAttribute('style') ?? ''}`).join('|');
}

/** Somebody presses it now. */
export function notePress(element: Element): void {
  const choice = drawnAround(element);
  const holder = element.getRootNode() === document && !segmentsOf(choice) ? unitOf(choice).parentElement : null;
  const row = holder && rowsIn(holder).find((one) => one.includes(choice));
  pressed = row ? { holder: structural(holder).css ?? '', texts: textsOf(row), at: row.indexOf(choice), looks: row.map(lookOf) } : null;
}

/** The choices of the row as they are drawn now; null where it is another one, or none. */
function buttonsOf({ holder, texts }: Row): Element[] | null {
  const [place] = queryAll(holder);
  const wanted = String(texts);
  return (place && rowsIn(place).find((row) => String(textsOf(row)) === wanted)) ?? null;
}

function learn(): void {
  const buttons = pressed && buttonsOf(pressed);
  if (!pressed || !buttons) return;
  const { at, looks: before, holder, texts } = pressed;
  const looks = buttons.map(lookOf);
  const [on, [off]] = [looks[at]!, looks.filter((_, place) => place !== at)];
  const alone = on !== off && looks.every((look, place) => place === at || look === off) && before[at] === off;
  const others = before.filter((look) => look !== off);
  // Of two, the other one must have looked so: a command may be drawn otherwise while it is done.
  if (!alone || others.length > 1 || (others.length === 0 && looks.length < THREE) || (others.length === 1 && others[0] !== on)) return;
  told.set(holder, { holder, texts, on });
  const [oldest] = told.keys();
  if (told.size > MOST_ROWS && oldest !== undefined) told.delete(oldest);
}

/** The choices of rows that were seen to say by their looks which one is on. */
export function movedChoices(): Element[] {
  learn();
  return [...told.values()].flatMap((row) => buttonsOf(row) ?? []);
}

/** Whether the choice is the one that is on, `true` or `false`, where nothing but its looks says so. */
export function onByLook(element: Element): string | null {
  learn();
  const choice = told.size > 0 ? drawnAround(element) : element;
  const row = [...told.values()].find((one) => buttonsOf(one)?.includes(choice));
  return row ? String(lookOf(choice) === row.on) : null;
}
