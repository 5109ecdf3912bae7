import { useState } from "react";
import { send } from "../../api/client";
import { useDeed } from "../../api/deed";
import type { SecretPage } from "../../api/types";
import { useGet } from "../../api/use";
import { address } from "../../router";
import { useMay } from "../../shell/me";
import { Icon } from "../../ui/Icon";
import { Confirm, Empty, Failure, Framed, Note, Status } from "../../ui/parts";
import { moment } from "../../ui/words";
import { keyOf, SecretDialog, type SecretLine } from "./SecretDialog";

const KNOWN = { tone: "good", icon: "check", words: "Known" } as const;
const LACKING = { tone: "warn", icon: "alert", words: "Lacking" } as const;

export function SecretsPanel() {
  const page = useGet<SecretPage>("/api/console/secrets");
  const administers = useMay()("administer");
  const [keeping, setKeeping] = useState<SecretLine | "new" | null>(null);
  const [leaving, setLeaving] = useState<SecretLine | null>(null);
  const deed = useDeed();
  if (page.error) return <Failure error={page.error} again={page.reload} />;
  if (!page.data) return <div aria-busy="true" />;
  const { secrets, place, error } = page.data;
  const forget = async () => {
    if (!leaving) return;
    const { name, user } = leaving;
    setLeaving(null);
    const path = `/api/console/secrets/${encodeURIComponent(name)}?of=${encodeURIComponent(user)}`;
    if (await deed.run(() => send("DELETE", path))) page.reload();
  };
  return (
    <div className="stack">
      <div className="row">
        <p className="soft grow">
          Names only: a value goes in, here or with <code>handrail secret set NAME</code>, and is never shown again.
          {place ? ` They are kept in ${place}.` : ""}
        </p>
        {administers ? (
          <button className="button primary" onClick={() => setKeeping("new")}>
            <Icon name="key" /> Add a secret
          </button>
        ) : null}
      </div>
      {deed.error ? <Failure error={deed.error} /> : null}
      {error ? <Note tone="warn" title="The stored secrets cannot be listed here.">{error}</Note> : null}
      {secrets.length ? (
        <Framed label="Secrets">
          <table className="table">
            <thead>
              <tr>
                <th scope="col">Secret</th>
                <th scope="col">State</th>
                <th scope="col">Allowed hosts</th>
                <th scope="col">Used by</th>
                <th scope="col">Stored since</th>
                {administers ? (
                  <th scope="col">
                    <span className="hidden">Actions</span>
                  </th>
                ) : null}
              </tr>
            </thead>
            <tbody>
              {secrets.map((secret) => (
                <tr key={keyOf(secret)}>
                  <th scope="row" className="mono">
                    {secret.name}
                    {secret.user ? <span className="soft"> of {secret.user}</span> : null}
                  </th>
                  <td>
                    <Status look={secret.known ? KNOWN : LACKING} />
                  </td>
                  <td>{secret.kept ? secret.hosts.join(", ") || "any host of the procedure" : <span className="soft">not stored here</span>}</td>
                  <td>
                    {secret.wanted_by.map((sop, place) => (
                      <span key={sop}>
                        {place ? ", " : ""}
                        <a href={address({ page: "sop", sop, tab: "" })}>{sop}</a>
                      </span>
                    ))}
                  </td>
                  <td className="soft nowrap">{secret.set_at ? `${moment(secret.set_at)} by ${secret.set_by}` : ""}</td>
                  {administers ? (
                    <td className="right nowrap">
                      <button className="button quiet" aria-label={`${secret.kept ? "Replace" : "Store it:"} ${keyOf(secret)}`} onClick={() => setKeeping(secret)}>
                        {secret.kept ? "Replace" : "Store it"}
                      </button>
                      {secret.kept ? (
                        <button className="button quiet" aria-label={`Forget ${keyOf(secret)}`} onClick={() => setLeaving(secret)}>
                          Forget
                        </button>
                      ) : null}
                    </td>
                  ) : null}
                </tr>
              ))}
            </tbody>
          </table>
        </Framed>
      ) : (
        <Empty icon="key" title="No secrets needed">
          When a procedure types a password, its name appears here, and whether it is known.
        </Empty>
      )}
      {keeping !== null ? (
        <SecretDialog
          known={keeping === "new" ? null : keeping}
          onClose={() => setKeeping(null)}
          onKept={() => {
            setKeeping(null);
            page.reload();
          }}
        />
      ) : null}
      {leaving ? (
        <Confirm title={`Forget ${keyOf(leaving)}?`} act="Forget it" onYes={() => void forget()} onNo={() => setLeaving(null)}>
          What needs it waits, until it is kept again. Nothing brings the value back.
        </Confirm>
      ) : null}
    </div>
  );
}
