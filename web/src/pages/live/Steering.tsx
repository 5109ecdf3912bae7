// What a person calls to single steps while a session goes on: step by step, skip, end a search, take a way.

import { useState } from "react";
import { send } from "../../api/client";
import { useDeed } from "../../api/deed";
import type { SessionSop, SopNode } from "../../api/types";
import { labelOf } from "../../graph/kinds";
import { useMay } from "../../shell/me";
import { Icon } from "../../ui/Icon";
import { Confirm, Dialog, Failure, Field } from "../../ui/parts";
import { findNode } from "../sop/edit";
import { decisionsOf } from "./decisions";

export function Steering({ session, sop, current }: { session: string; sop: SessionSop; current: string | null }) {
  const may = useMay()("operate");
  const [stepping, setStepping] = useState(false);
  const [skipping, setSkipping] = useState(false);
  const [branching, setBranching] = useState(false);
  const deed = useDeed();
  if (!may) return null;
  const call = (verb: string, body: unknown) => deed.run(() => send("POST", `/api/sessions/${encodeURIComponent(session)}/${verb}`, body));
  const node = current ? findNode(sop.document, current) : null;
  const decisions = decisionsOf(sop.document.nodes);
  const mayBeSkipped = node !== null && (node.optional === true || (sop.document.edges ?? []).some((edge) => edge.from === node.id && edge.when === "failed"));
  return (
    <>
      <button
        className="button"
        aria-pressed={stepping}
        title="Ask before every step"
        onClick={() => void call("step", { on: !stepping }).then((done) => done && setStepping(!stepping))}
      >
        <Icon name="steps" /> Step by step
      </button>
      {decisions.length ? (
        <button className="button" onClick={() => setBranching(true)}>
          <Icon name="branch" /> Choose a way
        </button>
      ) : null}
      {mayBeSkipped ? (
        <button className="button" onClick={() => setSkipping(true)}>
          <Icon name="skip" /> Skip this step
        </button>
      ) : null}
      {node?.type === "explore" ? (
        <button className="button danger" disabled={deed.busy} onClick={() => void call("give-up", {})}>
          <Icon name="cross" /> End the exploration
        </button>
      ) : null}
      {deed.error ? <Failure error={deed.error} /> : null}
      {skipping && node ? (
        <Confirm
          title={`Skip “${labelOf(node)}”?`}
          act="Skip it"
          onNo={() => setSkipping(false)}
          onYes={() => {
            setSkipping(false);
            void call("skip", { node: node.id });
          }}
        >
          The session goes on without it, and ends as “done with exceptions”.
        </Confirm>
      ) : null}
      {branching ? (
        <BranchDialog
          decisions={decisions}
          busy={deed.busy}
          onClose={() => setBranching(false)}
          onBranch={(body) => void call("branch", body).then((done) => done && setBranching(false))}
        />
      ) : null}
    </>
  );
}

interface Branch {
  node: string;
  outcome: string;
  why: string;
}

function BranchDialog({ decisions, busy, onClose, onBranch }: { decisions: SopNode[]; busy: boolean; onClose: () => void; onBranch: (branch: Branch) => void }) {
  const [node, setNode] = useState(decisions[0]!.id);
  const [why, setWhy] = useState("");
  const decision = decisions.find((each) => each.id === node) ?? decisions[0]!;
  const outcomes = (decision.outcomes as string[] | undefined) ?? [];
  return (
    <Dialog title="Choose a way" onClose={onClose}>
      <p>The next time the session reaches this decision, it takes the way you choose, whatever its checks or a model find.</p>
      <Field label="Decision">
        {(ids) => (
          <select {...ids} className="select" value={node} onChange={(event) => setNode(event.target.value)}>
            {decisions.map((each) => (
              <option key={each.id} value={each.id}>
                {labelOf(each)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Why (kept in the journal; optional)">
        {(ids) => <input {...ids} className="input" value={why} onChange={(event) => setWhy(event.target.value)} />}
      </Field>
      <div className="actions">
        <button className="button quiet" onClick={onClose}>
          Cancel
        </button>
        {outcomes.map((outcome) => (
          <button key={outcome} className="button" disabled={busy} onClick={() => onBranch({ node, outcome, why })}>
            <Icon name="branch" /> {outcome}
          </button>
        ))}
      </div>
    </Dialog>
  );
}
