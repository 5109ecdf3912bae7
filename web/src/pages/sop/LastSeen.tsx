// The page when a session came to a step, as its journal keeps it.

import { Picture } from "../../api/Picture";
import type { SessionLine, SessionView } from "../../api/types";
import { useGet } from "../../api/use";
import { moment } from "../../ui/words";

export function LastSeen({ node, run }: { node: string; run: SessionLine | undefined }) {
  const view = useGet<SessionView>(run ? `/api/console/sessions/${encodeURIComponent(run.session)}` : null);
  const seen = view.data?.steps.findLast((step) => step.node === node && step.pictures.length);
  const picture = seen?.pictures[0];
  if (!picture || !run) return null;
  return (
    <figure className="shot">
      <Picture session={run.session} picture={picture.picture} alt="The page when a session came to this step" />
      <figcaption className="soft small">As it was seen {moment(picture.at)}</figcaption>
    </figure>
  );
}
