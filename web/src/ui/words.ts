// Times and values for people.

import type { Json } from "../api/types";

export function duration(seconds: number): string {
  if (seconds < 1) return `${Math.round(seconds * 1000)} ms`;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${minutes} min ${String(whole % 60).padStart(2, "0")} s`;
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, "0")} min`;
}

const DAY = 86_400_000;

/** A moment as it is told now: `14:05`, `yesterday 14:05`, `12 Nov 14:05`. */
export function moment(iso: string, now = new Date()): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return "";
  const clock = at.toLocaleTimeString(undefined, { hour: "2-digit", minute: "2-digit" });
  const days = Math.round((midnight(now) - midnight(at)) / DAY);
  if (days === 0) return clock;
  if (days === 1) return `yesterday ${clock}`;
  const year = at.getFullYear() === now.getFullYear() ? {} : ({ year: "numeric" } as const);
  return `${at.toLocaleDateString(undefined, { day: "numeric", month: "short", ...year })} ${clock}`;
}

/** A moment to come: `in 12 min`, `today 14:05`, `tomorrow 09:00`, `12 Nov 09:00`. */
export function soon(iso: string, now = new Date()): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return "";
  const minutes = Math.round((at.getTime() - now.getTime()) / 60_000);
  if (minutes < 1) return "now";
  if (minutes < 60) return `in ${minutes} min`;
  const clock = at.toLocaleTimeString(undefined, { hour: "2-digit", minute: "2-digit" });
  const days = Math.round((midnight(at) - midnight(now)) / DAY);
  if (days === 0) return `today ${clock}`;
  if (days === 1) return `tomorrow ${clock}`;
  return `${at.toLocaleDateString(undefined, { weekday: "short", day: "numeric", month: "short" })} ${clock}`;
}

export function clockTime(iso: string): string {
  const at = new Date(iso);
  return Number.isNaN(at.getTime()) ? "" : at.toLocaleTimeString(undefined, { hour12: false });
}

function midnight(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}

export function counted(count: number, noun: string, many = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : many}`;
}

const SECRET = /\{\{\s*secret:[^{}]*\}\}/g;

/** A value as text; the references that stand for secrets are shown as dots. */
export function textOf(value: Json): string {
  const text = typeof value === "string" ? value : value === null ? "" : JSON.stringify(value, null, 1);
  return masked(text);
}

export function masked(text: string): string {
  return text.replace(SECRET, "•••");
}

export function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** A question, and what is said about it behind its mark. */
export function parted(text: string): [question: string, rest: string] {
  const end = text.indexOf("? ");
  return end < 0 ? [text, ""] : [text.slice(0, end + 1), text.slice(end + 2)];
}

/** A text in parts of words, each with the JSON that stands behind it. */
export function withData(text: string): [words: string, data: string][] {
  const from = text.indexOf('{"');
  const to = text.lastIndexOf("}") + 1;
  return from < 0 || to <= from ? [[text, ""]] : [[text.slice(0, from), text.slice(from, to)], [text.slice(to), ""]];
}
