// Every kind of event that the server may write has words of its own in the log.

import { expect, test } from "vitest";
import api from "../../../docs/openapi.json";
import type { Entry, Json } from "../api/types";
import { masked } from "../ui/words";
import { narrate } from "./narrate";

type Schema = { [name: string]: Json };

const schemas = api.components.schemas as unknown as Record<string, Schema>;
const kinds = Object.entries(api.components.schemas.ToldEntry.properties.event.discriminator.mapping);

function named(reference: string): Schema {
  return schemas[reference.split("/").at(-1)!]!;
}

/** The least that the schema lets through. */
function sample(schema: Schema): Json {
  if (typeof schema.$ref === "string") return sample(named(schema.$ref));
  if (schema.const !== undefined) return schema.const;
  if (schema.default !== undefined) return schema.default;
  if (Array.isArray(schema.enum)) return schema.enum[0] ?? null;
  if (Array.isArray(schema.anyOf)) return sample(schema.anyOf[0] as Schema);
  if (schema.type === "array") return [];
  if (schema.type === "number" || schema.type === "integer") return 1;
  if (schema.type === "boolean") return false;
  if (schema.type === "object") {
    const fields = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
    return Object.fromEntries(fields.map(([name, field]) => [name, sample(field)]));
  }
  return "x";
}

test.each(kinds)("%s has words of its own", (kind, reference) => {
  const event = sample(named(reference)) as unknown as Entry["event"];
  const line = narrate({ seq: 1, at: "2026-11-21T10:00:00Z", event }, (id) => id);
  expect(line.icon).not.toBe("dash");
  expect(line.words).not.toBe("");
  expect(line.words.toLowerCase()).not.toBe(kind.replaceAll("_", " "));
  for (const text of [line.words, ...line.detail.flat()]) expect(text).not.toMatch(/undefined|\[object|NaN/);
  expect(line.words).toBe(masked(line.words));
});
