// Questions that stand where others stood: for a moment none is answered, since a click may mean the one before.

import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";

/** Longer than the second click of a double click comes after the first. */
const SETTLES = 700;

/** Whether any that stays has another place by now. */
export function haveMoved(before: readonly string[], now: readonly string[]): boolean {
  return now.some((id, place) => before[place] !== id && before.includes(id));
}

/** Whether the list has just moved. */
export function useSettling(ids: readonly string[]): boolean {
  const before = useRef(ids);
  const [moved, setMoved] = useState(0);
  useLayoutEffect(() => {
    if (haveMoved(before.current, ids)) setMoved((times) => Math.abs(times) + 1);
    before.current = ids;
  }, [ids.join(" ")]);
  useEffect(() => {
    if (moved <= 0) return;
    const timer = setTimeout(() => setMoved((times) => -times), SETTLES);
    return () => clearTimeout(timer);
  }, [moved]);
  return moved > 0;
}

/** After an answer the keyboard goes on at what stands in the answered one's place; the result tells which that is. */
export function useGoingOn(page: RefObject<HTMLElement | null>, ids: readonly string[]): (place: number) => void {
  const answered = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (answered.current === null || document.activeElement !== document.body) return;
    const headings = page.current?.querySelectorAll<HTMLElement>("article h2") ?? [];
    (headings[Math.min(answered.current, headings.length - 1)] ?? page.current)?.focus({ preventScroll: true });
    answered.current = null;
  }, [ids.join(" ")]);
  return (place) => (answered.current = place);
}
