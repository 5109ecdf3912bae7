import { expect, test } from "vitest";
import { address, parse } from "./router";

test("every address leads back to where it was made", () => {
  for (const route of [
    { page: "sessions" },
    { page: "approvals" },
    { page: "library" },
    { page: "session", session: "20261121-0812-3f9a2c", tab: "journal" },
    { page: "sop", sop: "a b/c", tab: "" },
    { page: "compare", one: "20261121-0812-3f9a2c", other: "20261121-0813-3f9a2c" },
    { page: "record" },
    { page: "schedules", tab: "templates" },
    { page: "policies", tab: "" },
    { page: "settings", tab: "users" },
  ] as const) {
    expect(parse(address(route))).toEqual(route);
  }
});

test("an unknown address opens the library", () => {
  expect(parse("#/nowhere/at/all")).toEqual({ page: "library" });
});
