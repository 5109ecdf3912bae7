// The organisation's policy: edit it, see what it says, test an action; and what people decided for good.

import { go } from "../../router";
import type { PolicyPage } from "../../api/types";
import { useGet } from "../../api/use";
import { Failure, Page, Tabs } from "../../ui/parts";
import { PolicyEditor } from "./PolicyEditor";
import { RulesPanel } from "./RulesPanel";

export function PoliciesPage({ tab }: { tab: string }) {
  const page = useGet<PolicyPage>("/api/console/policy");
  const inForce = page.data?.rules.filter((rule) => rule.status === "in force").length ?? 0;
  const tabs = [
    { id: "organisation", words: "The organisation's policy" },
    {
      id: "rules",
      words: (
        <>
          Remembered decisions {inForce ? <span className="badge tone-calm num">{inForce}</span> : null}
        </>
      ),
    },
  ];
  const current = tab === "rules" ? "rules" : "organisation";
  return (
    <Page
      wide
      title="Policies"
      about="Every action passes one gate. What a procedure names runs unattended; the policy says what else is asked about or blocked."
    >
      {page.error ? <Failure error={page.error} again={page.reload} /> : null}
      <Tabs label="Policies" tabs={tabs} current={current} onPick={(id) => go({ page: "policies", tab: id })} />
      <div role="tabpanel" aria-labelledby={`tab-${current}`}>
        {page.data && current === "organisation" ? <PolicyEditor key={page.data.hash} page={page.data} onSaved={page.reload} /> : null}
        {page.data && current === "rules" ? <RulesPanel rules={page.data.rules} onRevoked={page.reload} /> : null}
      </div>
    </Page>
  );
}
