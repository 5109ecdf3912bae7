import { type FormEvent, useState } from "react";
import { send } from "../../api/client";
import { useDeed } from "../../api/deed";
import type { NewToken, Role, UserLine } from "../../api/types";
import { useGet } from "../../api/use";
import { Icon } from "../../ui/Icon";
import { Confirm, CopyButton, Dialog, Failure, Field, Framed, Note } from "../../ui/parts";

const ROLES: { role: Role; words: string }[] = [
  { role: "viewer", words: "looks on" },
  { role: "operator", words: "starts, steers and edits" },
  { role: "approver", words: "answers questions" },
  { role: "admin", words: "does all of it, with everybody's sessions" },
];

export function UsersPanel() {
  const users = useGet<UserLine[]>("/api/console/users");
  const [adding, setAdding] = useState(false);
  const [leaving, setLeaving] = useState("");
  const deed = useDeed();
  if (users.error) return <Failure error={users.error} again={users.reload} />;
  const remove = async () => {
    const name = leaving;
    setLeaving("");
    if (await deed.run(() => send("DELETE", `/api/console/users/${encodeURIComponent(name)}`))) users.reload();
  };
  return (
    <div className="stack">
      <div className="row">
        <p className="soft grow">Everybody has their own token; roles say what it allows.</p>
        <button className="button primary" onClick={() => setAdding(true)}>
          <Icon name="people" /> Add somebody
        </button>
      </div>
      {deed.error ? <Failure error={deed.error} /> : null}
      <Framed label="Users">
        <table className="table">
          <thead>
            <tr>
              <th scope="col">User</th>
              <th scope="col">Roles</th>
              <th scope="col">
                <span className="hidden">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {users.data?.map((line) => (
              <tr key={`${line.user}-${line.first}`}>
                <th scope="row">
                  {line.user} {line.first ? <span className="badge tone-calm">owner of this home</span> : null}
                </th>
                <td>{line.roles.join(", ")}</td>
                <td className="right">
                  {line.first ? null : (
                    <button className="button danger" onClick={() => setLeaving(line.user)}>
                      Take the token back
                    </button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Framed>
      {adding ? <AddUser onClose={() => setAdding(false)} onAdded={users.reload} /> : null}
      {leaving ? (
        <Confirm title={`Take ${leaving}'s token back?`} act="Take it back" onYes={() => void remove()} onNo={() => setLeaving("")}>
          It is worth nothing from then on. Their sessions stay as they are.
        </Confirm>
      ) : null}
    </div>
  );
}

function AddUser({ onClose, onAdded }: { onClose: () => void; onAdded: () => void }) {
  const [user, setUser] = useState("");
  const [roles, setRoles] = useState<ReadonlySet<Role>>(new Set(["operator"]));
  const [made, setMade] = useState("");
  const deed = useDeed();
  const add = (event: FormEvent) => {
    event.preventDefault();
    void deed.run(async () => {
      const { token } = await send<NewToken>("POST", "/api/console/users", { user, roles: [...roles] });
      setMade(token);
      onAdded();
    });
  };
  if (made) {
    return (
      <Dialog title={`${user}'s token`} onClose={onClose}>
        <Note tone="warn">It is shown this once. Give it to {user} by a way that others cannot read.</Note>
        <p className="row">
          <code className="grow">{made}</code> <CopyButton text={made} what="the token" />
        </p>
        <div className="actions">
          <button className="button primary" onClick={onClose}>
            I have it
          </button>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog title="Add a user" onClose={onClose}>
      <form className="stack" onSubmit={add}>
        {deed.error ? <Failure error={deed.error} /> : null}
        <Field label="Name">
          {(ids) => <input {...ids} className="input" required value={user} onChange={(event) => setUser(event.target.value)} />}
        </Field>
        <fieldset className="plain stack">
          <legend className="label">Roles</legend>
          {ROLES.map(({ role, words }) => (
            <label key={role} className="row tight">
              <input
                type="checkbox"
                checked={roles.has(role)}
                onChange={(event) => {
                  const next = new Set(roles);
                  if (event.target.checked) next.add(role);
                  else next.delete(role);
                  setRoles(next);
                }}
              />
              <b>{role}</b> <span className="soft">{words}</span>
            </label>
          ))}
        </fieldset>
        <div className="actions">
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
          <button className="button primary" disabled={deed.busy || !user.trim() || !roles.size}>
            Make a token
          </button>
        </div>
      </form>
    </Dialog>
  );
}
