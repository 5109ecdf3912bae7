// Writes src/api/generated.ts: the types of what the server sends and takes, from docs/openapi.json.
// With --check it only says whether the file is what it would write.

import { readFileSync, writeFileSync } from "node:fs";
import { compile } from "json-schema-to-typescript";

const SOURCE = new URL("../../docs/openapi.json", import.meta.url);
const TARGET = new URL("../src/api/generated.ts", import.meta.url);

const api = JSON.parse(readFileSync(SOURCE, "utf8"));
const schemas = api.components.schemas;
const asked = reached((operation) => [operation.requestBody]);

for (const [name, schema] of Object.entries(schemas)) {
  // Titles of fields would make a type of each; a default is always sent, and need not be given.
  for (const field of Object.values(schema.properties ?? {})) strip(field);
  if (schema.properties && !asked.has(name)) schema.required = Object.keys(schema.properties);
}
schemas.JsonValue = { tsType: "Json" };
const bundle = JSON.parse(JSON.stringify(schemas).replaceAll("#/components/schemas/", "#/$defs/"));
const body = await compile({ title: "Everything", type: "object", $defs: bundle, additionalProperties: false }, "Everything", {
  additionalProperties: false,
  bannerComment: "",
  format: true,
  style: { printWidth: 140 },
  unreachableDefinitions: true,
});
const clean = body
  .replace(/export interface Everything \{\}\n/, "")
  .replace(/^ \*\n \* This interface was referenced by[^]*?\n \*\/$/gm, " */")
  .replace(/^\/\*\*\n \* This interface was referenced by[^]*?\n \*\/\n/gm, "")
  .replace(/export type JsonValue = Json;?\n/, "");
const text = `// Generated from docs/openapi.json by \`npm run api\`: change the server's models, not this file.

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
${clean.replaceAll("JsonValue", "Json")}`;

if (process.argv.includes("--check")) {
  if (readFileSync(TARGET, "utf8") !== text) {
    console.error("web/src/api/generated.ts is not what docs/openapi.json says: run 'npm run api' in web, and commit it");
    process.exit(1);
  }
} else writeFileSync(TARGET, text);

function strip(schema) {
  if (schema === null || typeof schema !== "object") return;
  if (Array.isArray(schema)) return schema.forEach(strip);
  if (typeof schema.title === "string") delete schema.title;
  if (schema.prefixItems) {
    schema.items = schema.prefixItems;
    delete schema.prefixItems;
  }
  Object.values(schema).forEach(strip);
}

/** The names of the schemas that parts of the operations lead to. */
function reached(parts) {
  const found = new Set();
  const visit = (value) => {
    if (value === null || typeof value !== "object") return;
    const name = typeof value.$ref === "string" ? value.$ref.split("/").at(-1) : null;
    if (name && !found.has(name)) {
      found.add(name);
      visit(schemas[name]);
    }
    Object.values(value).forEach(visit);
  };
  for (const path of Object.values(api.paths)) for (const operation of Object.values(path)) visit(parts(operation));
  return found;
}
