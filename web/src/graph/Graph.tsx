// A procedure as a graph: kinds look different, containers fold, the way that was walked is drawn.

import {
  Background,
  BackgroundVariant,
  ControlButton,
  Controls,
  type Edge,
  Handle,
  MarkerType,
  type Node,
  type NodeProps,
  Position,
  ReactFlow,
  type ReactFlowInstance,
  ReactFlowProvider,
  useReactFlow,
  useStore,
} from "@xyflow/react";
import { memo, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { NodeStatus, SopDocument } from "../api/types";
import { Icon } from "../ui/Icon";
import { type Look, lookOfNode } from "../ui/status";
import { iconOf, kindWords, labelOf } from "./kinds";
import { type Layout, type Placed, around, containersOf, firstView, foldedAtFirst, layout, nodesById, shapeOf } from "./layout";

export interface GraphState {
  status: ReadonlyMap<string, { status: NodeStatus; healed: boolean; turn: string }>;
  current: string | null;
  walked: ReadonlySet<string>;
  /** Whether the walk has ended: what was not reached then is skipped. */
  over: boolean;
}

interface Props {
  sop: SopDocument;
  state?: GraphState;
  selected?: string | null;
  faults?: ReadonlyMap<string, "error" | "warning">;
  /** What is shown of nodes in place of how they stand. */
  marks?: ReadonlyMap<string, Look>;
  onSelect?: (node: string) => void;
  /** Keep the current node in sight. */
  follow?: boolean;
}

interface Data extends Record<string, unknown> {
  placed: Placed;
  look: ReturnType<typeof lookOfNode> | null;
  glows: boolean;
  turn: string;
  fault: "error" | "warning" | null;
  onFold: (id: string) => void;
}

/** It is drawn again only for other properties: whoever types beside it does not wait for it. */
export const Graph = memo(function Graph(props: Props) {
  return (
    <ReactFlowProvider>
      <Drawn {...props} />
    </ReactFlowProvider>
  );
});

function Drawn({ sop, state, selected = null, faults, marks, onSelect, follow = false }: Props) {
  const [folded, setFolded] = useState<ReadonlySet<string>>(() => foldedAtFirst(sop));
  const placed = usePlaced(sop, folded);
  const onFold = useCallback(
    (id: string) =>
      setFolded((before) => {
        const next = new Set(before);
        if (!next.delete(id)) next.add(id);
        return next;
      }),
    [],
  );
  const wanted = follow ? (state?.current ?? null) : selected;
  useUnfold(sop, wanted, folded, setFolded);
  useInSight(wanted, placed);
  const containers = useMemo(() => containersOf(sop.nodes), [sop.nodes]);
  const box = useRef<HTMLDivElement>(null);
  const open = (opened: Pick<ReactFlowInstance<Node<Data>>, "setViewport">, size: { width: number; height: number }) => {
    if (box.current) void opened.setViewport(firstView(size, box.current.clientWidth, box.current.clientHeight));
  };
  const nodes = useUnchanged(placed.nodes.map((each) => nodeOf(each, state, selected, faults, marks, onFold)));
  const labels = useMemo(() => new Map(placed.nodes.map((each) => [each.id, labelOf(each.node)])), [placed.nodes]);
  const edges = useMemo(() => placed.lines.map((line) => edgeOf(line, state, (id) => labels.get(id) ?? id)), [placed.lines, state, labels]);
  return (
    <ReactFlow
      ref={box}
      nodes={nodes}
      edges={edges}
      nodeTypes={NODE_TYPES}
      // By mouse, and by Enter on a node that the keyboard has come to.
      onNodesChange={(changes) => changes.forEach((each) => each.type === "select" && each.selected && onSelect?.(each.id))}
      onNodeClick={(_, node) => onSelect?.(node.id)}
      nodesDraggable={false}
      nodesConnectable={false}
      edgesFocusable={false}
      onlyRenderVisibleElements
      minZoom={0.15}
      maxZoom={1.5}
      onInit={(opened) => open(opened, placed)}
      proOptions={{ hideAttribution: true }}
      deleteKeyCode={null}
      aria-label="Procedure as a graph"
    >
      <Background variant={BackgroundVariant.Dots} gap={22} size={1} color="var(--line)" />
      <Controls showInteractive={false}>
        {containers.length ? (
          <ControlButton
            aria-label={folded.size ? "Expand all" : "Fold everything"}
            title={folded.size ? "Expand all" : "Fold everything"}
            onClick={() => setFolded(new Set(folded.size ? [] : containers))}
          >
            {folded.size ? "+" : "−"}
          </ControlButton>
        ) : null}
      </Controls>
    </ReactFlow>
  );
}

/** Where everything stands: computed anew only when steps come, go or are joined otherwise, not for each word. */
function usePlaced(sop: SopDocument, folded: ReadonlySet<string>): Layout {
  const shape = useMemo(() => shapeOf(sop), [sop.nodes, sop.edges]);
  const drawn = useMemo(() => layout(sop, folded), [shape, folded]);
  return useMemo(() => {
    const now = nodesById(sop.nodes);
    return { ...drawn, nodes: drawn.nodes.map((each) => (now.get(each.id) === each.node ? each : { ...each, node: now.get(each.id) ?? each.node })) };
  }, [drawn, sop.nodes]);
}

/** The same objects for nodes that look as they did: only what has changed is drawn again. */
function useUnchanged(nodes: Node<Data>[]): Node<Data>[] {
  const kept = useRef(new Map<string, Node<Data>>());
  const list = useRef<Node<Data>[]>([]);
  const next = nodes.map((node) => {
    const before = kept.current.get(node.id);
    return before && same(before, node) ? before : node;
  });
  kept.current = new Map(next.map((node) => [node.id, node]));
  if (next.length !== list.current.length || next.some((node, place) => node !== list.current[place])) list.current = next;
  return list.current;
}

function same(one: Node<Data>, other: Node<Data>): boolean {
  const { data: a, ...rest } = one;
  const { data: b, ...others } = other;
  const { position: at, ...facts } = rest;
  const { position: to, ...otherFacts } = others;
  return at.x === to.x && at.y === to.y && alike(facts, otherFacts) && alike(a, b);
}

function alike(one: object, other: object): boolean {
  const keys = Object.keys(other);
  return keys.length === Object.keys(one).length && keys.every((key) => one[key as keyof typeof one] === other[key as keyof typeof other]);
}

function nodeOf(
  placed: Placed,
  state: GraphState | undefined,
  selected: string | null,
  faults: Props["faults"],
  marks: Props["marks"],
  onFold: (id: string) => void,
): Node<Data> {
  const known = state?.status.get(placed.id);
  const skipped = state?.over && !known;
  const status = known?.healed && known.status === "done" ? "healed" : (known?.status ?? (skipped ? "skipped" : "pending"));
  const look = marks ? (marks.get(placed.id) ?? null) : state ? lookOfNode(status) : null;
  return {
    id: placed.id,
    type: placed.inside && !placed.folded ? "container" : "step",
    position: { x: placed.x, y: placed.y },
    width: placed.width,
    height: placed.height,
    ...(placed.parent ? { parentId: placed.parent } : {}),
    selected: selected === placed.id,
    draggable: false,
    data: {
      placed,
      look,
      glows: state?.current === placed.id && !state.over,
      turn: known?.turn ?? "",
      fault: faults?.get(placed.id) ?? null,
      onFold,
    },
    ariaLabel: `${kindWords(placed.node)}: ${labelOf(placed.node)}${look ? `, ${look.words}` : ""}`,
  };
}

function edgeOf(line: { id: string; from: string; to: string; when: string }, state: GraphState | undefined, labels: (id: string) => string): Edge {
  const walked = state?.walked.has(`${line.from}>${line.to}`) ?? false;
  const colour = walked ? "var(--accent)" : "var(--edge)";
  return {
    id: line.id,
    source: line.from,
    target: line.to,
    type: "smoothstep",
    ...(line.when === "next" ? {} : { label: line.when }),
    className: walked ? "walked" : state?.over ? "untaken" : "",
    style: { stroke: colour, strokeWidth: walked ? 2.2 : 1.4 },
    markerEnd: { type: MarkerType.ArrowClosed, color: colour, width: 15, height: 15 },
    focusable: false,
    ariaLabel: `${labels(line.from)} leads to ${labels(line.to)}${line.when === "next" ? "" : `, when: ${line.when}`}${walked ? ", taken" : ""}`,
  };
}

/** A node that is wanted is not left behind a closed container. */
function useUnfold(
  sop: SopDocument,
  wanted: string | null,
  folded: ReadonlySet<string>,
  setFolded: (next: ReadonlySet<string>) => void,
): void {
  useEffect(() => {
    if (!wanted) return;
    const closed = around(sop, wanted).filter((id) => folded.has(id));
    if (closed.length) setFolded(new Set([...folded].filter((id) => !closed.includes(id))));
    // Folding by hand is not undone: only another node that is wanted opens again.
  }, [wanted]);
}

function useInSight(wanted: string | null, placed: Layout): void {
  const flow = useReactFlow();
  // What stands beside the graph may take half of its width.
  const width = useStore((store) => store.width);
  const box = useStore((store) => store.domNode);
  useEffect(() => {
    // On a narrow page the graph makes way for the step: it has no middle then.
    if (!wanted || !box?.clientWidth) return;
    const byId = new Map(placed.nodes.map((each) => [each.id, each]));
    const found = byId.get(wanted);
    if (!found) return;
    let { x, y } = found;
    for (let up = found.parent; up; up = byId.get(up)?.parent ?? null) {
      x += byId.get(up)?.x ?? 0;
      y += byId.get(up)?.y ?? 0;
    }
    const zoom = Math.max(flow.getZoom(), 0.7);
    void flow.setCenter(x + found.width / 2, y + Math.min(found.height, 160) / 2, { zoom, duration: 250 });
    // The words of a step change nothing of where it stands.
  }, [wanted, placed.lines, flow, width, box]);
}

function HowItStands({ turn, look }: Pick<Data, "turn" | "look">) {
  return (
    <>
      {turn ? <span className="turn num">{turn}</span> : null}
      {look && look.words !== "Not yet" ? (
        <span className="node-state" title={look.words}>
          <Icon name={look.icon} />
        </span>
      ) : null}
    </>
  );
}

const Step = memo(function Step({ data }: NodeProps<Node<Data>>) {
  const { placed, look, glows, turn, fault } = data;
  const { node } = placed;
  return (
    <div className={classes("node", `kind-${node.type}`, look && `tone-${look.tone}`, look && "stated", glows && "glows", fault && `fault-${fault}`)}>
      <Handle type="target" position={Position.Top} />
      <span className="node-icon">
        <Icon name={iconOf(node)} />
      </span>
      <span className="node-words">{labelOf(node)}</span>
      {node.effect === "once" ? <span className="once" title="Cannot be repeated">1×</span> : null}
      {placed.folded ? <Fold placed={placed} onFold={data.onFold} /> : null}
      <HowItStands turn={turn} look={look} />
      <Handle type="source" position={Position.Bottom} />
    </div>
  );
});

const Container = memo(function Container({ data }: NodeProps<Node<Data>>) {
  const { placed, look, turn, fault } = data;
  return (
    <div className={classes("container-node", `kind-${placed.node.type}`, look && `tone-${look.tone}`, look && "stated", fault && `fault-${fault}`)}>
      <Handle type="target" position={Position.Top} />
      <header>
        <Icon name={iconOf(placed.node)} />
        <span className="node-words">{labelOf(placed.node)}</span>
        <HowItStands turn={turn} look={look} />
        <Fold placed={placed} onFold={data.onFold} />
      </header>
      <Handle type="source" position={Position.Bottom} />
    </div>
  );
});

function Fold({ placed, onFold }: { placed: Placed; onFold: (id: string) => void }) {
  return (
    <button
      className="fold nodrag"
      aria-expanded={!placed.folded}
      aria-label={placed.folded ? `Unfold, ${placed.inside} steps` : "Fold"}
      onClick={(event) => {
        event.stopPropagation();
        onFold(placed.id);
      }}
    >
      {placed.folded ? `+${placed.inside}` : "−"}
    </button>
  );
}

const NODE_TYPES = { step: Step, container: Container };

function classes(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(" ");
}
