// Pictures of the journal: fetched with the token, kept by their content's address, so each is fetched once.

import { useEffect, useState } from "react";
import { ask } from "./client";

const kept = new Map<string, Promise<string>>();
const MOST = 80;

function load(session: string, picture: string): Promise<string> {
  const path = `/api/sessions/${encodeURIComponent(session)}/pictures/${encodeURIComponent(picture)}`;
  let found = kept.get(path);
  if (!found) {
    found = ask(path).then(async (response) => URL.createObjectURL(await response.blob()));
    found.catch(() => kept.delete(path));
    kept.set(path, found);
    for (const [old, url] of kept) {
      if (kept.size <= MOST) break;
      kept.delete(old);
      void url.then((address) => URL.revokeObjectURL(address), () => undefined);
    }
  }
  return found;
}

export function Picture({ session, picture, alt }: { session: string; picture: string; alt: string }) {
  const [shown, setShown] = useState<{ picture: string; url: string } | null>(null);
  const [lost, setLost] = useState("");
  useEffect(() => {
    let here = true;
    load(session, picture).then(
      (url) => here && setShown({ picture, url }),
      () => here && setLost(picture),
    );
    return () => void (here = false);
  }, [session, picture]);
  if (lost === picture) return <p className="soft small">This picture is missing or was changed after it was taken.</p>;
  // The one before stays until the next has come: scrubbing does not flicker.
  return shown ? <img src={shown.url} alt={alt} /> : <div className="picture-space" aria-hidden="true" />;
}
