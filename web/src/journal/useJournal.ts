// A session's entries, followed live. New entries are shown at most once a frame, however fast they come.

import { useEffect, useRef, useState } from "react";
import { follow } from "../api/events";
import type { Entry } from "../api/types";
import { type Now, begin, take } from "./fold";

export interface Journal {
  entries: Entry[];
  now: Now;
  link: "live" | "lost" | "over" | "opening";
  /** Changes whenever something came. */
  round: number;
}

/** `again` counts how often a session that was over has gone on: it is followed anew. */
export function useJournal(session: string, again = 0): Journal {
  const kept = useRef<{ session: string; entries: Entry[]; now: Now }>({ session, entries: [], now: begin() });
  const [link, setLink] = useState<Journal["link"]>("opening");
  const [round, setRound] = useState(0);

  useEffect(() => {
    kept.current = { session, entries: [], now: begin() };
    setRound((n) => n + 1);
    const controller = new AbortController();
    let frame = 0;
    const show = () => {
      frame = 0;
      setRound((n) => n + 1);
    };
    void follow(
      session,
      0,
      {
        entries: (entries) => {
          const mine = kept.current;
          for (const entry of entries) mine.entries.push(entry);
          take(mine.now, entries);
          frame ||= requestAnimationFrame(show);
        },
        link: setLink,
      },
      controller.signal,
    );
    return () => {
      controller.abort();
      cancelAnimationFrame(frame);
    };
  }, [session, again]);

  return { entries: kept.current.entries, now: kept.current.now, link, round };
}
