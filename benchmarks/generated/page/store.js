// The records as the page knows them, and what it asks of its server.

import { style } from "./dom.js";

export const store = { rows: [], asked: 0, saved: 0 };

export async function load() {
  store.rows = await (await fetch("/api/records")).json();
}

/** Tells the server, in this app's way, and reads the records anew. */
export async function tell(method, id, said) {
  store.asked += 1;
  const json = { "content-type": "application/json" };
  const path = id === null ? "/api/records" : `/api/records/${id}`;
  const how = style.request;
  if (how === "form") {
    const body = new URLSearchParams({ record: JSON.stringify(said), _method: method });
    await fetch(id === null ? "/records/new" : `/records/${id}`, { method: "POST", body });
  } else if (how === "rpc") {
    await fetch("/rpc", { method: "POST", headers: json, body: JSON.stringify({ method: method.toLowerCase() === "delete" ? "remove" : "save", params: { ...said, id } }) });
  } else if (how === "graphql") {
    const what = method === "DELETE" ? "delete" : id === null ? "create" : "update";
    await fetch("/graphql", { method: "POST", headers: json, body: JSON.stringify({ _method: method, query: `mutation ${what}Record { ${what} { id } }`, variables: { ...said, id } }) });
  } else {
    await fetch(path, { method: how === "put" && method === "POST" && id !== null ? "PUT" : method, headers: json, body: JSON.stringify(said) });
  }
  await load();
  store.saved += 1;
}
