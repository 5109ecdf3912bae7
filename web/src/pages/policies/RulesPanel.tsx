import { useState } from "react";
import { send } from "../../api/client";
import { useDeed } from "../../api/deed";
import type { PolicyPage } from "../../api/types";
import { useMay } from "../../shell/me";
import { Confirm, Empty, Failure, Framed, Note } from "../../ui/parts";
import { moment } from "../../ui/words";

type Rule = PolicyPage["rules"][number];

function tone(status: Rule["status"]) {
  return status === "in force" ? "good" : status === "not signed" ? "warn" : "idle";
}

export function RulesPanel({ rules, onRevoked }: { rules: Rule[]; onRevoked: () => void }) {
  const may = useMay()("operate");
  const [asked, setAsked] = useState<Rule | null>(null);
  const deed = useDeed();
  if (!rules.length) {
    return (
      <Empty icon="shield" title="No remembered decisions">
        Who answers a question with “Yes, always here” makes a rule for what is alike. It stands here, and can be taken back.
      </Empty>
    );
  }
  const revoke = async (rule: Rule) => {
    setAsked(null);
    if (await deed.run(() => send("POST", `/api/console/policy/rules/${encodeURIComponent(rule.id)}/revoke`, {}))) onRevoked();
  };
  return (
    <div className="stack">
      {deed.error ? <Failure error={deed.error} /> : null}
      {rules.some((rule) => rule.status === "not signed") ? (
        <Note tone="warn" title="A rule here is not signed with this home's key.">
          Nothing passes by it: people are asked as if it were not there. Somebody may have made it up. <code>handrail audit verify</code> looks
          for what else was changed.
        </Note>
      ) : null}
      <Framed label="Remembered answers">
        <table className="table">
          <thead>
            <tr>
              <th scope="col">Rule</th>
              <th scope="col">Says</th>
              <th scope="col">Until</th>
              <th scope="col">State</th>
              <th scope="col">
                <span className="hidden">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rules.map((rule) => (
              <tr key={rule.id}>
                <td>{rule.words}</td>
                <td>{rule.by}</td>
                <td className="num">{moment(rule.until)}</td>
                <td>
                  <span className={`badge tone-${tone(rule.status)}`}>{rule.status}</span>
                </td>
                <td className="right">
                  {may && rule.status === "in force" ? (
                    <button className="button danger" disabled={deed.busy} onClick={() => setAsked(rule)}>
                      Take it back
                    </button>
                  ) : null}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Framed>
      {asked ? (
        <Confirm title="Revoke this decision?" act="Take it back" onYes={() => void revoke(asked)} onNo={() => setAsked(null)}>
          {asked.words}. People are asked again from then on, in running sessions too.
        </Confirm>
      ) : null}
    </div>
  );
}
