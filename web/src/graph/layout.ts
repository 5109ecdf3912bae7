// Where every node of a procedure stands: each level is laid out alone, innermost first, so that a container is
// as large as what is in it, and a folded one is one box.

import dagre from "@dagrejs/dagre";
import type { SopDocument, SopEdge, SopNode } from "../api/types";

export const NODE = { width: 232, height: 58 };
const HEAD = 44;
const INSET = 18;

export interface Placed {
  id: string;
  node: SopNode;
  parent: string | null;
  x: number;
  y: number;
  width: number;
  height: number;
  folded: boolean;
  inside: number;
}

export interface Line {
  id: string;
  from: string;
  to: string;
  when: string;
}

export interface Layout {
  nodes: Placed[];
  lines: Line[];
  width: number;
  height: number;
}

interface Size {
  width: number;
  height: number;
}

/** The whole graph; the nodes named in `folded` are drawn closed. Parents come before their children. */
export function layout(sop: Pick<SopDocument, "nodes" | "edges">, folded: ReadonlySet<string>): Layout {
  const edges = new Map<string, SopEdge[]>();
  for (const edge of sop.edges ?? []) edges.set(edge.from, [...(edges.get(edge.from) ?? []), edge]);
  const nodes: Placed[] = [];
  const lines: Line[] = [];
  const size = level(sop.nodes, null, edges, folded, nodes, lines);
  return { nodes, lines, ...size };
}

function level(
  siblings: SopNode[],
  parent: string | null,
  edges: ReadonlyMap<string, SopEdge[]>,
  folded: ReadonlySet<string>,
  nodes: Placed[],
  lines: Line[],
): Size {
  const graph = new dagre.graphlib.Graph({ multigraph: true });
  graph.setGraph({ rankdir: "TB", nodesep: 36, ranksep: 40, marginx: INSET, marginy: INSET });
  graph.setDefaultEdgeLabel(() => ({}));
  const here = new Set(siblings.map((node) => node.id));
  const inner = new Map<string, { nodes: Placed[]; lines: Line[] }>();
  for (const node of siblings) {
    const children = node.children ?? [];
    let size: Size = NODE;
    if (children.length && !folded.has(node.id)) {
      const part = { nodes: [] as Placed[], lines: [] as Line[] };
      const content = level(children, node.id, edges, folded, part.nodes, part.lines);
      inner.set(node.id, part);
      size = { width: Math.max(content.width, NODE.width), height: content.height + HEAD };
    }
    graph.setNode(node.id, { ...size });
  }
  for (const node of siblings) {
    for (const [to, ways] of byEnd(edges.get(node.id) ?? [])) {
      if (!here.has(to)) continue;
      // Ways to the same place are one line: each of their own would lie under the next.
      const when = ways.join(", ");
      const id = `${node.id}>${to}:${when}`;
      // A named way needs room for its name.
      graph.setEdge(node.id, to, when === "next" ? {} : { width: 60 * ways.length, height: 18, labelpos: "c" }, id);
      lines.push({ id, from: node.id, to, when });
    }
  }
  dagre.layout(graph);
  for (const node of siblings) {
    const { x, y, width, height } = graph.node(node.id) as Size & { x: number; y: number };
    const part = inner.get(node.id);
    nodes.push({
      id: node.id,
      node,
      parent,
      x: x - width / 2,
      y: y - height / 2 + (parent === null ? 0 : HEAD),
      width,
      height,
      folded: Boolean(node.children?.length) && !part,
      inside: count(node.children ?? []),
    });
    if (part) {
      nodes.push(...part.nodes);
      lines.push(...part.lines);
    }
  }
  const whole = graph.graph() as Partial<Size>;
  return { width: whole.width ?? NODE.width, height: whole.height ?? NODE.height };
}

/** Where the ways out of a node lead, and what they are called. */
function byEnd(edges: SopEdge[]): Map<string, string[]> {
  const ends = new Map<string, string[]>();
  for (const edge of edges) ends.set(edge.to, [...(ends.get(edge.to) ?? []), edge.when ?? "next"]);
  return ends;
}

function count(nodes: SopNode[]): number {
  return nodes.reduce((sum, node) => sum + 1 + count(node.children ?? []), 0);
}

/** All that a layout depends on but the folding: which nodes there are, in what, and what joins them. */
export function shapeOf(sop: Pick<SopDocument, "nodes" | "edges">): string {
  const inside = (nodes: readonly SopNode[]): string => nodes.map((node) => (node.children ? `${node.id}(${inside(node.children)})` : node.id)).join(",");
  return `${inside(sop.nodes)};${(sop.edges ?? []).map((edge) => `${edge.from}>${edge.to}:${edge.when ?? ""}`).join(",")}`;
}

export function nodesById(nodes: readonly SopNode[], found = new Map<string, SopNode>()): Map<string, SopNode> {
  for (const node of nodes) {
    found.set(node.id, node);
    if (node.children) nodesById(node.children, found);
  }
  return found;
}

/** The ids of all that can be folded. */
export function containersOf(nodes: readonly SopNode[]): string[] {
  return nodes.flatMap((node) => (node.children?.length ? [node.id, ...containersOf(node.children)] : []));
}

/** The containers that are drawn closed at first: the deep ones of a procedure that is too large to look at. */
export function foldedAtFirst(sop: Pick<SopDocument, "nodes">, most = 80): Set<string> {
  return new Set(count(sop.nodes) <= most ? [] : containersOf(sop.nodes));
}

/** The containers around a node, outermost first. */
export function around(sop: Pick<SopDocument, "nodes">, id: string): string[] {
  const search = (nodes: SopNode[], path: string[]): string[] | null => {
    for (const node of nodes) {
      if (node.id === id) return path;
      const found = node.children ? search(node.children, [...path, node.id]) : null;
      if (found) return found;
    }
    return null;
  };
  return search(sop.nodes, []) ?? [];
}

const READABLE = 0.62;

/** What is seen first: all of it where it can be read then, else its beginning. */
export function firstView(size: Size, width: number, height: number): { x: number; y: number; zoom: number } {
  const whole = Math.min(width / size.width, height / size.height) * 0.96;
  if (whole >= READABLE) {
    const zoom = Math.min(whole, 1);
    return { x: (width - size.width * zoom) / 2, y: (height - size.height * zoom) / 2, zoom };
  }
  const zoom = Math.min(0.9, Math.max(READABLE, (width / size.width) * 0.96));
  return { x: (width - size.width * zoom) / 2, y: 0, zoom };
}
