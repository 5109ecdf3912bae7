// Where the reader is, kept behind `#`: the server needs to know one page only, and nothing of it is sent there.

export type Route =
  | { page: "sessions" }
  | { page: "session"; session: string; tab: string }
  | { page: "compare"; one: string; other: string }
  | { page: "library" }
  | { page: "record" }
  | { page: "sop"; sop: string; tab: string }
  | { page: "approvals" }
  | { page: "schedules"; tab: string }
  | { page: "policies"; tab: string }
  | { page: "settings"; tab: string };

export function parse(hash: string): Route {
  const parts = hash.replace(/^#\/?/, "").split("?")[0]!.split("/").filter(Boolean).map(decodeURIComponent);
  const [first, id, more] = parts;
  switch (first) {
    case "sessions":
      return id ? { page: "session", session: id, tab: more ?? "" } : { page: "sessions" };
    case "compare":
      return id && more ? { page: "compare", one: id, other: more } : { page: "sessions" };
    case "sops":
      return id ? { page: "sop", sop: id, tab: more ?? "" } : { page: "library" };
    case "approvals":
    case "record":
      return { page: first };
    case "schedules":
    case "policies":
    case "settings":
      return { page: first, tab: id ?? "" };
    default:
      return { page: "library" };
  }
}

export function address(route: Route): string {
  const path = (...parts: string[]) => `#/${parts.filter(Boolean).map(encodeURIComponent).join("/")}`;
  switch (route.page) {
    case "session":
      return path("sessions", route.session, route.tab);
    case "compare":
      return path("compare", route.one, route.other);
    case "sop":
      return path("sops", route.sop, route.tab);
    case "schedules":
    case "policies":
    case "settings":
      return path(route.page, route.tab);
    default:
      return path(route.page);
  }
}

export function go(route: Route): void {
  window.location.hash = address(route);
}
