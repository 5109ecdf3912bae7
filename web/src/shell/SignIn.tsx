import { type FormEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { get, keepToken, notEntered, onTokenElsewhere } from "../api/client";
import type { Me } from "../api/types";
import { asApiError } from "../api/use";
import { Field } from "../ui/parts";

interface Props {
  onSignedIn: (me: Me) => void;
}

export function SignIn({ onSignedIn }: Props) {
  return (
    <main className="signin">
      <Form onSignedIn={onSignedIn} heading={<h1>Handrail</h1>} />
    </main>
  );
}

/** Over the page that somebody works on: it is there again when they have signed in, also in another tab. */
export function SignInAgain({ onSignedIn }: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  // A second Escape closes what the first could not: there is nothing else to be done here.
  const open = () => void (ref.current?.open || ref.current?.showModal());
  useLayoutEffect(open, []);
  useEffect(() => onTokenElsewhere(() => void get<Me>("/api/me").then(onSignedIn, () => undefined)));
  return (
    <dialog ref={ref} className="again" aria-labelledby="sign-in-again" onCancel={(event) => event.preventDefault()} onClose={open}>
      <Form
        onSignedIn={onSignedIn}
        again
        heading={
          <>
            <h1 id="sign-in-again">Sign in again</h1>
            <p>What you have not saved is kept meanwhile.</p>
          </>
        }
      />
    </dialog>
  );
}

function Form({ onSignedIn, heading, again = false }: Props & { heading: ReactNode; again?: boolean }) {
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
    <form className="card stack" onSubmit={(event) => void submit(event)}>
      {heading}
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
        <a className="button" href="/sign-in" target={again ? "_blank" : undefined} rel="noopener">
          Sign in with {provider}
        </a>
      ) : null}
    </form>
  );
}
