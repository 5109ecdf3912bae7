import { memo, type RefObject, useCallback, useDeferredValue, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { OutlineStep, Problem, SopPageData } from "../../api/types";
import { Graph } from "../../graph/Graph";
import { Icon } from "../../ui/Icon";
import { Status } from "../../ui/parts";
import { type Look, lookOfDecision } from "../../ui/status";
import { Spoken } from "../../ui/Spoken";
import { counted } from "../../ui/words";
import { findNode } from "./edit";
import { type Asked, ForecastBar, useForecast } from "./Forecast";
import { NodeDetails } from "./NodeDetails";
import type { Editor } from "./useEditor";
import { variablesOf } from "./variables";
import { VariablesDialog } from "./VariablesDialog";

export function ProcedurePanel({ page, editor, may }: { page: SopPageData; editor: Editor; may: boolean }) {
  const [selected, setSelected] = useState<string | null>(null);
  const { document, findings } = editor;
  const all = useMemo(() => [...findings.problems, ...findings.blocking], [findings]);
  const faults = useMemo(() => {
    const found = new Map<string, "error" | "warning">();
    for (const problem of all) {
      if (problem.node && found.get(problem.node) !== "error") found.set(problem.node, problem.severity);
    }
    return found;
  }, [all]);
  const [asked, setAsked] = useState<Asked>({ on: false, mode: "" });
  const foretold = useForecast(page.name, document, asked);
  const marks = useMemo(
    () => (foretold.forecasts ? new Map(foretold.forecasts.steps.map((step) => [step.node, lookOfDecision(step.decision)])) : undefined),
    [foretold.forecasts],
  );
  const node = selected ? findNode(document, selected) : null;
  // The graph comes after the fields and sentences that a person works in.
  const drawn = useDeferredValue(document);
  const pointed = useDeferredValue(selected);
  const box = useRef<HTMLDivElement>(null);
  const byKeys = useRef(false);
  const pick = useCallback((picked: string, keyed: boolean) => {
    byKeys.current = keyed;
    setSelected(picked);
  }, []);
  useFocusOfStep(box, selected, byKeys);
  return (
    <div ref={box} className="procedure" data-details={node !== null}>
      <section className="graph-box procedure-graph" aria-label="Procedure as a graph">
        <Graph sop={drawn} selected={pointed} faults={faults} {...(marks ? { marks } : {})} onSelect={setSelected} />
      </section>
      <section className="procedure-text" aria-label="Procedure in sentences">
        <Problems problems={all} onNode={setSelected} />
        <ForecastBar asked={asked} foretold={foretold} onAsked={setAsked} />
        <Head page={page} editor={editor} may={may} />
        <ol className="sentences">
          {findings.outline?.steps.map((step) => (
            <Sentence key={step.node} step={step} selected={step.node === selected} fault={faults.get(step.node)} mark={marks?.get(step.node) ?? null} onPick={pick} />
          ))}
        </ol>
      </section>
      {node ? (
        <NodeDetails
          key={node.id}
          node={node}
          sentence={findings.outline?.steps.find((step) => step.node === node.id) ?? null}
          problems={all.filter((problem) => problem.node === node.id)}
          page={page}
          forecast={foretold.of(node.id)}
          editor={editor}
          may={may}
          onSelect={setSelected}
        />
      ) : null}
    </div>
  );
}

/** Whoever opens a step by keys goes on in it, and is back at its sentence when it is closed. */
function useFocusOfStep(box: RefObject<HTMLDivElement | null>, selected: string | null, byKeys: RefObject<boolean>): void {
  const before = useRef<string | null>(null);
  useLayoutEffect(() => {
    const was = before.current;
    before.current = selected;
    // What had the focus is gone, as the button that closed the step.
    const isLost = document.activeElement === document.body;
    if (selected && (byKeys.current || (was && isLost))) {
      box.current?.querySelector<HTMLElement>(".details")?.focus({ preventScroll: true });
    } else if (was && !selected && isLost) {
      box.current?.querySelector<HTMLElement>(`[data-node="${CSS.escape(was)}"] > button`)?.focus();
    }
    byKeys.current = false;
  }, [box, selected, byKeys]);
}

function Head({ page, editor, may }: { page: SopPageData; editor: Editor; may: boolean }) {
  const [open, setOpen] = useState(false);
  const { outline } = editor.findings;
  return (
    <dl className="facts small">
      {outline?.start.length ? (
        <>
          <dt>Starts with</dt>
          <dd>{outline.start.join("\n")}</dd>
        </>
      ) : null}
      {outline?.domains.length ? (
        <>
          <dt>Domains</dt>
          <dd>{outline.domains.join(", ")}</dd>
        </>
      ) : null}
      <dt>Variables</dt>
      <dd>
        {Object.entries(variablesOf(editor.document)).flatMap(([name, { secret }]) => (secret ? [] : [name])).join(", ")}{" "}
        {may ? (
          <button type="button" className="link" onClick={() => setOpen(true)}>
            Edit variables
          </button>
        ) : null}
        {open ? <VariablesDialog editor={editor} onClose={() => setOpen(false)} /> : null}
      </dd>
      {page.secrets.length ? (
        <>
          <dt>Secrets</dt>
          <dd>{page.secrets.map((each) => `${each.name}${each.known ? "" : " (not known to the server)"}`).join(", ")}</dd>
        </>
      ) : null}
    </dl>
  );
}

function Problems({ problems, onNode }: { problems: Problem[]; onNode: (node: string) => void }) {
  const errors = problems.filter((problem) => problem.severity === "error");
  if (!problems.length) {
    return (
      <p className="row tight tone-good small" style={{ color: "var(--tone)" }}>
        <Icon name="check" /> Valid, and ready to run.
      </p>
    );
  }
  return (
    <details className={`note tone-${errors.length ? "bad" : "warn"}`} open={errors.length > 0}>
      <summary>
        <b>
          {errors.length ? counted(errors.length, "error") : ""}
          {errors.length && problems.length > errors.length ? ", " : ""}
          {problems.length > errors.length ? counted(problems.length - errors.length, "warning") : ""}
        </b>
      </summary>
      <ul className="problems small">
        {problems.map((problem, place) => (
          <li key={place}>
            {problem.node ? (
              <button className="link" onClick={() => onNode(problem.node!)}>
                {problem.place}
              </button>
            ) : (
              <span className="soft">{problem.place}</span>
            )}
            : {problem.message} {problem.mend ?? ""}
          </li>
        ))}
      </ul>
    </details>
  );
}

const Sentence = memo(function Sentence({
  step,
  selected,
  fault,
  mark,
  onPick,
}: {
  step: OutlineStep;
  selected: boolean;
  fault: "error" | "warning" | undefined;
  mark: Look | null;
  onPick: (node: string, byKeys: boolean) => void;
}) {
  const ref = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (selected) ref.current?.scrollIntoView({ block: "nearest" });
  }, [selected]);
  const depth = step.number.split(".").length - 1;
  return (
    <li ref={ref} data-node={step.node} style={{ marginLeft: `${depth * 1.15}rem` }}>
      <button className="sentence" aria-pressed={selected} onClick={(event) => onPick(step.node, event.detail === 0)}>
        <span className="soft num">{step.number}</span>
        <span>
          <Spoken text={step.sentence} />
          {step.more.map((more, place) => (
            <span key={place} className="soft small more">
              <Spoken text={more} />
            </span>
          ))}
        </span>
        {mark ? (
          <span className="small">
            <Status look={mark} />
          </span>
        ) : null}
        {fault ? (
          <span className={`tone-${fault === "error" ? "bad" : "warn"}`} style={{ color: "var(--tone)" }}>
            <Icon name="alert" />
            <span className="hidden">has {fault === "error" ? "an error" : "a warning"}</span>
          </span>
        ) : null}
      </button>
    </li>
  );
});
