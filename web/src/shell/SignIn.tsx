import { type FormEvent, useEffect, useState } from "react";
import { get, keepToken, notEntered } from "../api/client";
import type { Me } from "../api/types";
import { asApiError } from "../api/use";
import { Field } from "../ui/parts";

export function SignIn({ onSignedIn }: { onSignedIn: (me: Me) => void }) {
  const [value, setValue] = useState("");
  const [fault, setFault] = useState(notEntered);
  const [provider, setProvider] = useState<string | null>(null);
  useEffect(() => {
    void get<{ oidc: string | null }>("/api/sign-in").then(
      (ways) => setProvider(ways.oidc),
      () => setProvider(null),
    );
  }, []);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    keepToken(value.trim());
    try {
      onSignedIn(await get<Me>("/api/me"));
    } catch (error) {
      keepToken("");
      const failed = asApiError(error);
      setFault(failed.status === 401 || failed.status === 403 ? "This token is not known here." : failed.message);
    }
  };
  return (
    <main className="signin">
      <form className="card stack" onSubmit={(event) => void submit(event)}>
        <h1>Handrail</h1>
        <p className="soft">
          Enter your token. The administrator's is in the file that <code>handrail serve</code> names when it starts.
        </p>
        <Field label="Token" fault={fault || undefined}>
          {(ids) => (
            <input
              {...ids}
              className="input mono"
              type="password"
              autoComplete="current-password"
              value={value}
              onChange={(event) => setValue(event.target.value)}
              autoFocus
            />
          )}
        </Field>
        <button className="button primary" disabled={!value.trim()}>
          Sign in
        </button>
        {provider ? (
          <a className="button" href="/sign-in">
            Sign in with {provider}
          </a>
        ) : null}
      </form>
    </main>
  );
}
