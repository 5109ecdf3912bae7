import { Picture } from "../../api/Picture";
import { Icon } from "../../ui/Icon";
import { Screen } from "./Screen";

const NO_MORE = {};

/** The browser of a running session; where it cannot be shown, the last picture that the journal keeps. */
export function LivePicture({ session, running, last, driving = false }: { session: string; running: boolean; last: string | null; driving?: boolean }) {
  return (
    <Screen
      path={`./api/sessions/${encodeURIComponent(session)}/live`}
      hello={NO_MORE}
      on={running}
      driving={driving}
      instead={(why) =>
        last ? (
          <Picture session={session} picture={last} alt="The last kept picture" />
        ) : (
          <div className="no-picture soft">
            <Icon name="eye" />
            {running ? why || "The picture appears with the first page." : "No picture was kept."}
          </div>
        )
      }
      badge={(live) =>
        live ? (
          <span className="badge tone-good">
            <Icon name="ring" /> Live
          </span>
        ) : last ? (
          <span className="badge tone-idle">The last picture kept</span>
        ) : null
      }
    />
  );
}
