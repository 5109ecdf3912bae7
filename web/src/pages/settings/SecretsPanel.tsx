import type { SecretPage } from "../../api/types";
import { useGet } from "../../api/use";
import { address } from "../../router";
import { Empty, Failure, Note, Status } from "../../ui/parts";
import { moment } from "../../ui/words";

const KNOWN = { tone: "good", icon: "check", words: "Known" } as const;
const LACKING = { tone: "warn", icon: "alert", words: "Lacking" } as const;

export function SecretsPanel() {
  const page = useGet<SecretPage>("/api/console/secrets");
  if (page.error) return <Failure error={page.error} again={page.reload} />;
  if (!page.data) return <div aria-busy="true" />;
  const { secrets, place, error } = page.data;
  return (
    <div className="stack">
      <p className="soft">
        Names only: a value is typed at the terminal, <code>handrail secret set NAME</code>, and never shown again.
        {place ? ` They are kept in ${place}.` : ""}
      </p>
      {error ? <Note tone="warn" title="What is kept cannot be listed here.">{error}</Note> : null}
      {secrets.length ? (
        <div className="framed">
          <table className="table">
            <thead>
              <tr>
                <th scope="col">Secret</th>
                <th scope="col">State</th>
                <th scope="col">May be typed into</th>
                <th scope="col">Wanted by</th>
                <th scope="col">Kept since</th>
              </tr>
            </thead>
            <tbody>
              {secrets.map((secret) => (
                <tr key={secret.name}>
                  <th scope="row" className="mono">
                    {secret.name}
                  </th>
                  <td>
                    <Status look={secret.known ? KNOWN : LACKING} />
                  </td>
                  <td>{secret.kept ? secret.hosts.join(", ") || "any host of the procedure" : <span className="soft">not kept in the home</span>}</td>
                  <td>
                    {secret.wanted_by.map((sop, place) => (
                      <span key={sop}>
                        {place ? ", " : ""}
                        <a href={address({ page: "sop", sop, tab: "" })}>{sop}</a>
                      </span>
                    ))}
                  </td>
                  <td className="soft">{secret.set_at ? `${moment(secret.set_at)} by ${secret.set_by}` : ""}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : (
        <Empty icon="key" title="No secret is wanted">
          When a procedure types a password, its name appears here, and whether it is known.
        </Empty>
      )}
    </div>
  );
}
