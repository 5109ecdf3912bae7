// The first steps, where the server was started with `--demo`.

import { type ReactNode, useState } from "react";
import type { Tour } from "../../api/types";
import { useGet } from "../../api/use";
import { address } from "../../router";
import { Icon } from "../../ui/Icon";

const KEY = "handrail.tour";

export function TourCard() {
  const tour = useGet<Tour | null>("/api/console/tour");
  const [away, setAway] = useState(() => localStorage.getItem(KEY) === "done");
  if (!tour.data || away) return null;
  const { sop, session, app } = tour.data;
  const leave = () => {
    localStorage.setItem(KEY, "done");
    setAway(true);
  };
  const steps: [string, ReactNode][] = [
    ["Read what was recorded", <a href={address({ page: "sop", sop, tab: "" })}>Open the procedure</a>],
    ...(session ? [["See how Handrail did it again", <a href={address({ page: "session", session, tab: "timeline" })}>Look through the finished session</a>] as [string, ReactNode]] : []),
    ["Run it, and watch", <>Press <b>Run</b> on its page: the browser appears beside the graph</>],
    ["See for yourself", <a href={app} target="_blank" rel="noreferrer">Open the practice CRM</a>],
  ];
  return (
    <section className="card tour" aria-label="A short tour">
      <div className="row">
        <h2 className="grow">Welcome. A person added a contact to a practice CRM once; Handrail does it again.</h2>
        <button className="button quiet icon-only" aria-label="Close the tour" title="Close the tour" onClick={leave}>
          <Icon name="cross" />
        </button>
      </div>
      <ol>
        {steps.map(([title, what], place) => (
          <li key={title}>
            <span className="num">{place + 1}</span>
            <span>
              <b>{title}</b>
              <br />
              <span className="small">{what}</span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
