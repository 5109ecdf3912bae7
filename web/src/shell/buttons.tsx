// Light or dark, and leaving: at the foot of the side bar, and on a phone on the settings' page.

import { useEffect, useState } from "react";
import { signOut } from "../api/client";
import { Icon } from "../ui/Icon";
import { applyTheme, chooseTheme, followSystem, theme } from "./theme";

export function SignOutButton() {
  return (
    <button
      className="button quiet icon-only"
      aria-label="Sign out"
      title="Sign out"
      onClick={() => void signOut().then(() => window.location.reload())}
    >
      <Icon name="leave" />
    </button>
  );
}

export function ThemeButton() {
  const [now, setNow] = useState(theme);
  useEffect(
    () =>
      followSystem(() => {
        applyTheme();
        setNow(theme());
      }),
    [],
  );
  const next = now === "dark" ? "light" : "dark";
  return (
    <button
      className="button quiet icon-only"
      aria-label={`Switch to ${next}`}
      title={`Switch to ${next}`}
      onClick={() => {
        chooseTheme(next);
        setNow(next);
      }}
    >
      <Icon name={next === "dark" ? "moon" : "sun"} />
    </button>
  );
}
