import { afterEach, expect, test, vi } from "vitest";
import { ask, keepToken, notEntered } from "./client";

afterEach(() => void vi.unstubAllGlobals());

test("whose token ends meanwhile is told why there is nothing but the sign-in", async () => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  });
  vi.stubGlobal("fetch", () => Promise.resolve(new Response("{}", { status: 401 })));
  await expect(ask("/api/me")).rejects.toThrow();
  expect(notEntered).toBe("");
  keepToken("one");
  await expect(ask("/api/me")).rejects.toThrow();
  expect(notEntered).toContain("your token has expired, or was removed");
  keepToken("");
  expect(notEntered).toBe("");
});
