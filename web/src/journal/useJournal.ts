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

/** `open` says whether the session goes on, as far as the queue knows: one that was over may be undone. */
export function useJournal(session: string, open: boolean): Journal {
  const kept = useRef<{ session: string; entries: Entry[]; now: Now }>({ session, entries: [], now: begin() });
  const [link, setLink] = useState<Journal["link"]>("opening");
  const [round, setRound] = useState(0);

  // Begun anew for another session, and when one that was over goes on.
  const [turn, setTurn] = useState(0);
  const wasOpen = useRef(open);
  useEffect(() => {
    if (open && !wasOpen.current) setTurn((n) => n + 1);
    wasOpen.current = open;
  }, [open]);

  useEffect(() => {
    if (kept.current.session !== session) kept.current = { session, entries: [], now: begin() };
    setLink("opening");
    setRound((n) => n + 1);
    const controller = new AbortController();
    let frame = 0;
    const show = () => {
      frame = 0;
      setRound((n) => n + 1);
    };
    void follow(
      session,
      kept.current.now.seq,
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
  }, [session, turn]);

  return { entries: kept.current.entries, now: kept.current.now, link, round };
}
