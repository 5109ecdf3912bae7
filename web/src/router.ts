// Where the reader is, kept behind `#`: the server needs to know one page only, and nothing of it is sent there.

export type Route =
  | { page: "sessions" }
  | { page: "session"; session: string; tab: string }
  | { page: "library" }
  | { page: "sop"; sop: string; tab: string }
  | { page: "approvals" };

export function parse(hash: string): Route {
  const parts = hash.replace(/^#\/?/, "").split("?")[0]!.split("/").filter(Boolean).map(decodeURIComponent);
  const [first, id, tab] = parts;
  if (first === "sessions" && id) return { page: "session", session: id, tab: tab ?? "" };
  if (first === "sops" && id) return { page: "sop", sop: id, tab: tab ?? "" };
  if (first === "sessions") return { page: "sessions" };
  if (first === "approvals") return { page: "approvals" };
  return { page: "library" };
}

export function address(route: Route): string {
  const enc = encodeURIComponent;
  switch (route.page) {
    case "session":
      return `#/sessions/${enc(route.session)}${route.tab ? `/${enc(route.tab)}` : ""}`;
    case "sop":
      return `#/sops/${enc(route.sop)}${route.tab ? `/${enc(route.tab)}` : ""}`;
    default:
      return `#/${route.page}`;
  }
}

export function go(route: Route): void {
  window.location.hash = address(route);
}
