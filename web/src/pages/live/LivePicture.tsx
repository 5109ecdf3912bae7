import { useCallback, useEffect, useRef, useState } from "react";
import { Picture } from "../../api/Picture";
import { Icon } from "../../ui/Icon";
import type { Deed } from "./input";
import { Buttons, Outside } from "./TakeOver";
import { type LinkState, type PictureLink, type Told, watchPicture } from "./picture";
import { useHands } from "./useHands";

/** The browser of a running session; where it cannot be shown, the last picture that the journal keeps. */
export function LivePicture({ session, running, last, driving = false }: { session: string; running: boolean; last: string | null; driving?: boolean }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [link, setLink] = useState<{ state: LinkState; why: string }>({ state: "opening", why: "" });
  const [rate, setRate] = useState(0);
  const [seen, setSeen] = useState(false);
  const [told, setTold] = useState<Told>({});
  const opened = useRef<PictureLink | null>(null);
  const send = useCallback((deed: Deed) => opened.current?.send(deed), []);

  useEffect(() => {
    if (!running || !canvas.current) return;
    const link = watchPicture(session, {
      canvas: canvas.current,
      state: (state, why) => setLink({ state, why }),
      rate: (frames) => {
        setSeen(true);
        setRate(frames);
      },
      told: (what) => setTold(what),
    });
    opened.current = link;
    return () => {
      opened.current = null;
      link.close();
    };
  }, [session, running]);

  const live = running && link.state === "live";
  const showsCanvas = live && seen;
  useHands(canvas, driving && showsCanvas, send);
  return (
    <div className="screen" data-live={live} data-driving={driving} data-rate={live ? rate : 0}>
      <canvas
        ref={canvas}
        role={driving ? "application" : "img"}
        tabIndex={driving ? 0 : -1}
        aria-label={driving ? "The browser: your mouse and keyboard go to it" : "The live picture of the browser"}
        hidden={!showsCanvas}
      />
      {!showsCanvas && last ? <Picture session={session} picture={last} alt="The last picture that was kept" /> : null}
      {!showsCanvas && !last ? (
        <div className="no-picture soft">
          <Icon name="eye" />
          {running ? link.why || "The picture appears with the first page." : "No picture was kept."}
        </div>
      ) : null}
      <p className="screen-foot soft small">
        {live ? (
          <span className="badge tone-good">
            <Icon name="ring" /> Live
          </span>
        ) : last ? (
          <span className="badge tone-idle">The last picture kept</span>
        ) : null}
        {driving && live ? <Buttons onDeed={send} /> : null}
        {driving && live ? <span>Shift+Escape leaves the picture.</span> : null}
        {driving && told.refused ? <span role="alert">{told.refused}</span> : null}
        {running && !live && link.why ? <span>{link.why}</span> : null}
      </p>
      {driving && (told.dialog || told.options) ? <Outside told={told} onDeed={send} onGone={() => setTold({})} /> : null}
    </div>
  );
}
