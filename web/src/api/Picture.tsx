// Pictures of the journal: fetched with the token when they come near what is in sight, each once.

import { useEffect, useRef, useState } from "react";
import { ask } from "./client";
import { Pictures } from "./pictures";

const pictures = new Pictures(
  80,
  (path) => ask(path).then(async (response) => URL.createObjectURL(await response.blob())),
  (url) => URL.revokeObjectURL(url),
);

/** Whether the element has been in sight, or half a screen beside it. */
function useSeen() {
  const [seen, setSeen] = useState(false);
  const space = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (seen || !space.current) return;
    const watching = new IntersectionObserver((found) => found.some((one) => one.isIntersecting) && setSeen(true), {
      rootMargin: "50%",
    });
    watching.observe(space.current);
    return () => watching.disconnect();
  }, [seen]);
  return { seen, space };
}

export function Picture({ session, picture, alt }: { session: string; picture: string; alt: string }) {
  const [shown, setShown] = useState<{ picture: string; url: string } | null>(null);
  const [lost, setLost] = useState("");
  const { seen, space } = useSeen();
  useEffect(() => {
    if (!seen) return;
    let here = true;
    const path = `/api/sessions/${encodeURIComponent(session)}/pictures/${encodeURIComponent(picture)}`;
    pictures.use(path).then(
      (url) => here && setShown({ picture, url }),
      () => here && setLost(picture),
    );
    return () => {
      here = false;
      pictures.leave(path);
    };
  }, [session, picture, seen]);
  if (lost === picture) return <p className="soft small">This picture is missing or was changed after it was taken.</p>;
  // The one before stays until the next has come: scrubbing does not flicker.
  return shown ? <img src={shown.url} alt={alt} /> : <div ref={space} className="picture-space" aria-hidden="true" />;
}
