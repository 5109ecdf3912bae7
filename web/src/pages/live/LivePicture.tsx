import { useEffect, useRef, useState } from "react";
import { Picture } from "../../api/Picture";
import { Icon } from "../../ui/Icon";
import { type LinkState, watchPicture } from "./picture";

/** The browser of a running session; where it cannot be shown, the last picture that the journal keeps. */
export function LivePicture({ session, running, last }: { session: string; running: boolean; last: string | null }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [link, setLink] = useState<{ state: LinkState; why: string }>({ state: "opening", why: "" });
  const [rate, setRate] = useState(0);
  const [seen, setSeen] = useState(false);

  useEffect(() => {
    if (!running || !canvas.current) return;
    const opened = watchPicture(session, {
      canvas: canvas.current,
      state: (state, why) => setLink({ state, why }),
      rate: (frames) => {
        setSeen(true);
        setRate(frames);
      },
    });
    return opened.close;
  }, [session, running]);

  const live = running && link.state === "live";
  const showsCanvas = live && seen;
  return (
    <div className="screen" data-live={live} data-rate={live ? rate : 0}>
      <canvas ref={canvas} role="img" aria-label="The live picture of the browser" hidden={!showsCanvas} />
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
        {running && !live && link.why ? <span>{link.why}</span> : null}
      </p>
    </div>
  );
}
