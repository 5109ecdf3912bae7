// A browser's picture, and what one does in it while one drives.

import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import type { Deed } from "./input";
import { Buttons, Outside } from "./Outside";
import { type LinkState, type PictureLink, type Told, openPicture } from "./picture";
import { useHands } from "./useHands";

/** `path` is where the picture comes from, with `hello` in the first message, as long as it is `on`. */
export function Screen({ path, hello, on, driving, instead, badge }: { path: string; hello: Record<string, unknown>; on: boolean; driving: boolean; instead: (why: string) => ReactNode; badge: (live: boolean) => ReactNode }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [link, setLink] = useState<{ state: LinkState; why: string }>({ state: "opening", why: "" });
  const [rate, setRate] = useState(0);
  const [seen, setSeen] = useState(false);
  const [told, setTold] = useState<Told>({});
  const opened = useRef<PictureLink | null>(null);
  const first = useRef(hello);
  const send = useCallback((deed: Deed) => opened.current?.send(deed), []);

  useEffect(() => {
    if (!on || !canvas.current) return;
    const link = openPicture<Deed, Told>(path, first.current, {
      canvas: canvas.current,
      state: (state, why) => setLink({ state, why }),
      rate: (frames) => {
        setSeen(true);
        setRate(frames);
      },
      told: setTold,
    });
    opened.current = link;
    return () => {
      opened.current = null;
      link.close();
    };
  }, [path, on]);

  const live = on && link.state === "live";
  const shown = live && seen;
  useHands(canvas, driving && shown, send);
  return (
    <div className="screen" data-live={live} data-driving={driving} data-rate={live ? rate : 0}>
      <canvas
        ref={canvas}
        role={driving ? "application" : "img"}
        tabIndex={driving ? 0 : -1}
        aria-label={driving ? "The browser: your mouse and keyboard go to it" : "The live picture of the browser"}
        hidden={!shown}
      />
      {shown ? null : instead(link.why)}
      <p className="screen-foot soft small">
        {badge(live)}
        {driving && live ? <Buttons onDeed={send} /> : null}
        {driving && live ? <span>Shift+Escape leaves the picture.</span> : null}
        {driving && told.refused ? <span role="alert">{told.refused}</span> : null}
        {/* Where nothing stands in its place that has words, those say it. */}
        {on && !live && link.why && badge(live) ? <span>{link.why}</span> : null}
      </p>
      {driving && (told.dialog || told.options || told.files) ? <Outside told={told} onDeed={send} onGone={() => setTold({})} /> : null}
    </div>
  );
}
