import type { SopPageData } from "../../api/types";
import { Empty } from "../../ui/parts";
import { SessionTable } from "../sessions/SessionTable";

export function RunsPanel({ page }: { page: SopPageData }) {
  if (!page.runs.length) {
    return (
      <Empty icon="play" title="Not run yet">
        Press Run, or use <code>handrail run</code>.
      </Empty>
    );
  }
  return <SessionTable lines={page.runs} named={false} />;
}
