import { useEffect, useRef, useState } from "react";
import { entered, get, onSignedOut } from "./api/client";
import type { Me, Question } from "./api/types";
import { useGet } from "./api/use";
import { ApprovalsPage } from "./pages/sessions/ApprovalsPage";
import { SessionsPage } from "./pages/sessions/SessionsPage";
import { ComparePage } from "./pages/compare/ComparePage";
import { PoliciesPage } from "./pages/policies/PoliciesPage";
import { SchedulesPage } from "./pages/schedules/SchedulesPage";
import { SettingsPage } from "./pages/settings/SettingsPage";
import { SessionPage } from "./pages/session/SessionPage";
import { LibraryPage } from "./pages/library/LibraryPage";
import { SopPage } from "./pages/sop/SopPage";
import { type Route, address, parse } from "./router";
import { Announcer, announce } from "./ui/announce";
import { Icon, type IconName } from "./ui/Icon";
import { counted } from "./ui/words";
import { MeContext } from "./shell/me";
import { SignIn, SignInAgain } from "./shell/SignIn";
import { SignOutButton, ThemeButton } from "./shell/buttons";

const ITEMS: { route: Route; icon: IconName; words: string; pages: Route["page"][] }[] = [
  { route: { page: "library" }, icon: "library", words: "Library", pages: ["library", "sop", "record"] },
  { route: { page: "sessions" }, icon: "sessions", words: "Sessions", pages: ["sessions", "session", "compare"] },
  { route: { page: "approvals" }, icon: "approvals", words: "Approvals", pages: ["approvals"] },
  { route: { page: "schedules", tab: "" }, icon: "calendar", words: "Schedules", pages: ["schedules"] },
  { route: { page: "policies", tab: "" }, icon: "shield", words: "Policies", pages: ["policies"] },
  { route: { page: "settings", tab: "" }, icon: "gear", words: "Settings", pages: ["settings"] },
];

export function App() {
  const [me, setMe] = useState<Me | null | "unknown">("unknown");
  const [away, setAway] = useState(false);
  const route = useRoute();
  useFocusOnPage(route);
  useEffect(() => {
    get<Me>("/api/me").then(setMe, () => setMe(null));
    return onSignedOut(() => setAway(true));
  }, []);
  if (me === "unknown") return null;
  const back = (next: Me) => {
    setMe(next);
    setAway(false);
    entered();
  };
  if (me === null) return <SignIn onSignedIn={back} />;
  return (
    <MeContext value={me}>
      <a className="skip" href="#main" onClick={(event) => (event.preventDefault(), document.getElementById("main")?.focus())}>
        Skip to the page
      </a>
      <Announcer />
      {/* What somebody was about to save is there still when they sign in again; it is nobody else's. */}
      <div className={away ? "shell away" : "shell"} inert={away} key={me.user}>
        <Side route={route} me={me} />
        <Page route={route} />
      </div>
      {away ? <SignInAgain onSignedIn={back} /> : null}
    </MeContext>
  );
}

function useRoute(): Route {
  const [route, setRoute] = useState(() => parse(window.location.hash));
  useEffect(() => {
    const follow = () => {
      // A link that signs in, opened where the page is open already.
      if (/^#\/?enter=/.test(window.location.hash)) window.location.reload();
      setRoute(parse(window.location.hash));
    };
    window.addEventListener("hashchange", follow);
    return () => window.removeEventListener("hashchange", follow);
  }, []);
  return route;
}

/** Another page begins at its top, for the keyboard and for whoever listens. */
function useFocusOnPage(route: Route): void {
  const page = address({ ...route, ...("tab" in route ? { tab: "" } : {}) });
  const before = useRef(page);
  useEffect(() => {
    if (before.current === page) return;
    before.current = page;
    window.scrollTo(0, 0);
    document.getElementById("main")?.focus({ preventScroll: true });
  }, [page]);
}

function Page({ route }: { route: Route }) {
  switch (route.page) {
    case "sessions":
      return <SessionsPage />;
    case "session":
      return <SessionPage key={route.session} session={route.session} tab={route.tab} />;
    case "approvals":
      return <ApprovalsPage />;
    case "sop":
      return <SopPage key={route.sop} sop={route.sop} tab={route.tab} />;
    case "compare":
      return <ComparePage key={`${route.one} ${route.other}`} one={route.one} other={route.other} />;
    case "schedules":
      return <SchedulesPage tab={route.tab} />;
    case "policies":
      return <PoliciesPage tab={route.tab} />;
    case "settings":
      return <SettingsPage tab={route.tab} />;
    case "record":
      return <LibraryPage key="record" record />;
    case "library":
      return <LibraryPage />;
  }
}

function Side({ route, me }: { route: Route; me: Me }) {
  const questions = useGet<Question[]>("/api/questions", 3000);
  const open = questions.data?.length ?? 0;
  const told = useRef(0);
  useEffect(() => {
    if (open > told.current) announce(`${counted(open, "question")} open under Approvals`);
    told.current = open;
  }, [open]);
  return (
    <nav className="side" aria-label="Console">
      <a className="brand" href="#/library">
        <svg viewBox="0 0 32 32" aria-hidden="true">
          <rect width="32" height="32" rx="8" fill="var(--accent)" />
          <path d="M6 12h20M9 12v12M23 12v12M16 12v12" fill="none" stroke="var(--accent-ink)" strokeWidth="2.6" strokeLinecap="round" />
        </svg>
        Handrail
      </a>
      {ITEMS.map((item) => (
        <a
          key={item.words}
          className="item"
          href={address(item.route)}
          aria-current={item.pages.includes(route.page) ? "page" : undefined}
        >
          <Icon name={item.icon} />
          {item.words}
          {item.words === "Approvals" && open ? (
            <span className="count" aria-label={`${open} open`}>
              {open}
            </span>
          ) : null}
        </a>
      ))}
      <div className="foot">
        <span className="soft small grow who" title={me.roles.join(", ")}>
          {me.user}
        </span>
        <ThemeButton />
        <SignOutButton />
      </div>
    </nav>
  );
}
