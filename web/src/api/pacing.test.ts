import { afterEach, expect, test, vi } from "vitest";
import { everySoOften } from "./pacing";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("an answer that takes longer than the pace is waited for, but not for ever", () => {
  vi.useFakeTimers();
  vi.stubGlobal("document", { visibilityState: "visible" });
  let began: number | null = null;
  let looks = 0;
  const stop = everySoOften(2000, () => began, () => {
    looks++;
    began = Date.now();
  });
  vi.advanceTimersByTime(20_000);
  expect(looks).toBe(1);
  began = null;
  vi.advanceTimersByTime(2000);
  expect(looks).toBe(2);
  vi.advanceTimersByTime(40_000);
  expect(looks).toBe(3);
  stop();
});
