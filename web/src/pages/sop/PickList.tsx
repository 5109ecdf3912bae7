// Picking a list by one of its items.

import { useState } from "react";
import type { SopDocument, SopNode, SopPageData } from "../../api/types";
import { Icon } from "../../ui/Icon";
import { counted } from "../../ui/words";
import { anchorOf } from "./edit";
import type { PickedList } from "./pick";
import { PickDialog } from "./PickDialog";

export function PickList({ node, sop, page, target, onList }: { node: SopNode; sop: SopDocument; page: SopPageData; target: unknown; onList: (list: PickedList) => void }) {
  const [picking, setPicking] = useState(false);
  const [count, setCount] = useState<number | null>(null);
  return (
    <div className="row tight">
      <button type="button" className="button" onClick={() => setPicking(true)}>
        <Icon name="click" /> Pick an item on the page
      </button>
      {count === null ? null : (
        <span className="small tone-good" style={{ color: "var(--tone)" }} role="status">
          {counted(count, "item")} found. Undo takes it back.
        </span>
      )}
      {picking ? (
        <PickDialog
          sop={page.name}
          node={anchorOf(sop, page.document, node.id)}
          target={target ?? {}}
          onClose={() => setPicking(false)}
          onList={(list) => {
            setPicking(false);
            setCount(list.count);
            onList(list);
          }}
        />
      ) : null}
    </div>
  );
}
