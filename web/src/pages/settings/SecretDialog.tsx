// The one way by which a secret goes in: it is sent once, kept by the server, and dropped here.

import { type FormEvent, useRef, useState } from "react";
import { send } from "../../api/client";
import { useDeed } from "../../api/deed";
import type { KeptSecret, SecretBody, SecretPage } from "../../api/types";
import { Dialog, Failure, Field, Note } from "../../ui/parts";

export type SecretLine = SecretPage["secrets"][number];

/** Whether what is sent from here can be read by nobody on the way: HTTPS, or this very machine. */
export const isUnseen = (): boolean => window.isSecureContext;

const listed = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean);

/** A secret in words: its name, and whose it is where it is not everybody's. */
export const keyOf = (secret: SecretLine): string => (secret.user ? `${secret.name} of ${secret.user}` : secret.name);

export function SecretDialog({ known, onClose, onKept }: { known: SecretLine | null; onClose: () => void; onKept: () => void }) {
  const [name, setName] = useState(known?.name ?? "");
  const [hosts, setHosts] = useState(known?.hosts.join(", ") ?? "");
  const [sops, setSops] = useState(known?.for_sops.join(", ") ?? "");
  const [user, setUser] = useState(known?.user ?? "");
  const [oneTime, setOneTime] = useState(known?.kind === "one-time codes");
  const [given, setGiven] = useState(false);
  // The value is held by its field alone: no state of the page, no re-drawing, nothing to be looked at later.
  const value = useRef<HTMLInputElement>(null);
  const deed = useDeed();
  const keep = async (event: FormEvent) => {
    event.preventDefault();
    const field = value.current;
    if (!field?.value) return;
    const body: SecretBody = { name: name.trim(), value: field.value, one_time: oneTime, hosts: listed(hosts), sops: listed(sops), user: user.trim() };
    const done = await deed.run(() => send<KeptSecret>("POST", "/api/console/secrets", body));
    field.value = "";
    setGiven(false);
    if (done) onKept();
  };
  return (
    <Dialog title={known ? `${known.kept ? "Replace" : "Keep"} ${keyOf(known)}` : "Add a secret"} onClose={onClose}>
      <form className="stack" autoComplete="off" onSubmit={(event) => void keep(event)}>
        {isUnseen() ? null : (
          <Note tone="bad" title="Not possible over this connection.">
            Others could read it on the way. Open the console over HTTPS or on the server's own machine, or use <code>handrail secret set</code>.
          </Note>
        )}
        {deed.error ? <Failure error={deed.error} /> : null}
        {known ? null : (
          <Field label="Name" hint="The name that the procedure uses, such as crm_password.">
            {(ids) => <input {...ids} className="input mono" value={name} autoFocus onChange={(event) => setName(event.target.value)} />}
          </Field>
        )}
        <Field label={oneTime ? "Seed of the one-time codes" : "Value"} hint="It is sent to the server once and never shown again.">
          {(ids) => <input {...ids} ref={value} className="input" type="password" autoComplete="new-password" autoFocus={known !== null} onInput={(event) => setGiven(event.currentTarget.value !== "")} />}
        </Field>
        <Field label="Only on these hosts" hint="For example crm.example. Empty: any host of the procedure.">
          {(ids) => <input {...ids} className="input" value={hosts} onChange={(event) => setHosts(event.target.value)} />}
        </Field>
        <Field label="Only for these procedures" hint="Their ids. Empty: every procedure that asks for it.">
          {(ids) => <input {...ids} className="input" value={sops} onChange={(event) => setSops(event.target.value)} />}
        </Field>
        {known?.kept ? null : (
          <Field label="Only for this user" hint="Only this user's sessions get it, instead of a shared one of the same name. Empty: all users.">
            {(ids) => <input {...ids} className="input" value={user} onChange={(event) => setUser(event.target.value)} />}
          </Field>
        )}
        <label className="row tight">
          <input type="checkbox" checked={oneTime} onChange={(event) => setOneTime(event.target.checked)} /> It is the seed of an authenticator app; the code of the moment is typed
        </label>
        <div className="actions">
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
          <button className="button primary" disabled={deed.busy || !name.trim() || !given || !isUnseen()}>
            Store it
          </button>
        </div>
      </form>
    </Dialog>
  );
}
