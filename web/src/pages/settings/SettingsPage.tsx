// Secrets by name, users and their tokens, health of the service.

import { go } from "../../router";
import { SignOutButton, ThemeButton } from "../../shell/buttons";
import { useMay } from "../../shell/me";
import { Page, Tabs } from "../../ui/parts";
import { HealthPanel } from "./HealthPanel";
import { SecretsPanel } from "./SecretsPanel";
import { UsersPanel } from "./UsersPanel";

export function SettingsPage({ tab }: { tab: string }) {
  const administers = useMay()("administer");
  const tabs = [
    { id: "secrets", words: "Secrets" },
    ...(administers
      ? [
          { id: "users", words: "Users and tokens" },
          { id: "health", words: "Health" },
        ]
      : []),
  ];
  const current = tabs.some((each) => each.id === tab) ? tab : "secrets";
  return (
    <Page
      title="Settings"
      about="Secrets, users, and the health of this service."
      actions={
        <span className="row tight on-phone">
          <ThemeButton /> <SignOutButton />
        </span>
      }
    >
      <Tabs label="Settings" tabs={tabs} current={current} onPick={(id) => go({ page: "settings", tab: id })} />
      <div role="tabpanel" aria-labelledby={`tab-${current}`}>
        {current === "secrets" ? <SecretsPanel /> : null}
        {current === "users" ? <UsersPanel /> : null}
        {current === "health" ? <HealthPanel /> : null}
      </div>
    </Page>
  );
}
