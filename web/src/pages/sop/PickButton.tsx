// The button that opens the step's page, for an element, or a list by one of its items, to be picked there.

import { createContext, useContext, useState } from "react";
import type { SopDocument, SopPageData } from "../../api/types";
import { Icon } from "../../ui/Icon";
import { counted } from "../../ui/words";
import { anchorOf } from "./edit";
import type { Picked, PickedList } from "./pick";
import { PickDialog } from "./PickDialog";

/** The step whose page elements are picked on; none where nobody may. */
export const PickPlace = createContext<{ page: SopPageData; sop: SopDocument; node: string } | null>(null);

interface Props {
  words: string;
  small?: boolean;
  /** What is to be picked, as far as it is known. */
  target: unknown;
  onPicked?: (picked: Picked) => void;
  onList?: (list: PickedList) => void;
  /** Say what was picked, where nothing else shows it. */
  said?: boolean;
}

export function PickButton({ words, small = false, target, onPicked, onList, said = false }: Props) {
  const [picking, setPicking] = useState(false);
  const [taken, setTaken] = useState("");
  const place = useContext(PickPlace);
  if (!place) return null;
  const take = (words: string) => {
    setPicking(false);
    setTaken(words);
  };
  const list = (found: PickedList) => {
    take(`${counted(found.count, "item")} found`);
    onList?.(found);
  };
  return (
    <div className="row tight">
      <button type="button" className={small ? "button small" : "button"} onClick={() => setPicking(true)}>
        <Icon name="click" /> {words}
      </button>
      {said && taken ? (
        <span className="small tone-good" style={{ color: "var(--tone)" }} role="status">
          {taken}. Undo takes it back.
        </span>
      ) : null}
      {picking ? (
        <PickDialog
          sop={place.page.name}
          node={anchorOf(place.sop, place.page.document, place.node)}
          target={target ?? {}}
          onClose={() => setPicking(false)}
          onPicked={(found) => {
            take(`Now ${found.words}`);
            onPicked?.(found);
          }}
          onList={onList ? list : undefined}
        />
      ) : null}
    </div>
  );
}
