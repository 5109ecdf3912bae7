// How far a list on a page goes: scrolled through, and on over what leads to its next page or loads more of it.

import type { SopNode } from "../../api/types";
import { Icon } from "../../ui/Icon";
import { calledBy } from "./items";
import { PickButton } from "./PickButton";

type Patch = (fields: Record<string, unknown>, touching: string) => void;

export function MoreOfList({ node, patch }: { node: SopNode; patch: Patch }) {
  const next = node.next as Record<string, unknown> | undefined;
  return (
    <div className="stack tight" role="group" aria-label="The rest of the list">
      <label className="row tight">
        <input type="checkbox" checked={node.scroll !== false} onChange={(event) => patch({ scroll: event.target.checked ? undefined : false }, "scroll")} /> Scroll to the end of the list
      </label>
      <div className="row tight">
        <span className="small grow">
          {next ? (
            <>
              Then on over <b>{calledBy(next) || "what was picked"}</b>, until it is gone
            </>
          ) : (
            <span className="soft">There is no next page, and nothing loads more.</span>
          )}
        </span>
        {next ? (
          <button type="button" className="button quiet icon-only" aria-label="Do not go on to a next page" title="Do not go on to a next page" onClick={() => patch({ next: undefined }, "next")}>
            <Icon name="cross" />
          </button>
        ) : null}
      </div>
      <PickButton words="Pick “Next page” or “Load more”" target={next} onPicked={(found) => patch({ next: found.target }, `next.picked.${found.words}`)} />
    </div>
  );
}
