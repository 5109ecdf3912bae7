import { expect, test } from "vitest";
import type { SopDocument, SopNode } from "../api/types";
import { around, firstView, foldedAtFirst, layout, shapeOf } from "./layout";

const task = (id: string): SopNode => ({ type: "task", id, label: id });
const small: Pick<SopDocument, "nodes" | "edges"> = {
  nodes: [task("open"), { type: "loop", id: "each", label: "Each", children: [task("read"), task("save")] }, { type: "end", id: "end" }],
  edges: [
    { from: "open", to: "each" },
    { from: "each", to: "end" },
    { from: "read", to: "save" },
  ],
};

const large = (): Pick<SopDocument, "nodes" | "edges"> => {
  const nodes: SopNode[] = [];
  const edges: { from: string; to: string }[] = [];
  for (let outer = 0; outer < 10; outer++) {
    const loops: SopNode[] = [];
    for (let inner = 0; inner < 4; inner++) {
      const children = Array.from({ length: 6 }, (_, place) => task(`t-${outer}-${inner}-${place}`));
      children.slice(1).forEach((child, place) => edges.push({ from: children[place]!.id, to: child.id }));
      loops.push({ type: "loop", id: `l-${outer}-${inner}`, label: "inner", children });
      if (inner) edges.push({ from: `l-${outer}-${inner - 1}`, to: `l-${outer}-${inner}` });
    }
    nodes.push({ type: "loop", id: `o-${outer}`, label: "outer", children: loops });
    if (outer) edges.push({ from: `o-${outer - 1}`, to: `o-${outer}` });
  }
  return { nodes, edges };
};

test("a container holds its children, and comes before them", () => {
  const { nodes } = layout(small, new Set());
  const loop = nodes.find((placed) => placed.id === "each")!;
  for (const id of ["read", "save"]) {
    const child = nodes.find((placed) => placed.id === id)!;
    expect(child.parent).toBe("each");
    expect(child.y).toBeGreaterThan(0);
    expect(child.y + child.height).toBeLessThanOrEqual(loop.height);
    expect(child.x + child.width).toBeLessThanOrEqual(loop.width);
    expect(nodes.indexOf(loop)).toBeLessThan(nodes.indexOf(child));
  }
});

test("ways to the same place are one line that names them all", () => {
  const sop = {
    nodes: [task("ask"), task("save"), { type: "end", id: "end" } as SopNode],
    edges: [
      { from: "ask", to: "save", when: "yes" },
      { from: "ask", to: "end", when: "no" },
      { from: "ask", to: "save", when: "perhaps" },
    ],
  };
  expect(layout(sop, new Set()).lines.map(({ to, when }) => [to, when])).toEqual([
    ["save", "yes, perhaps"],
    ["end", "no"],
  ]);
});

test("siblings do not lie over one another", () => {
  const { nodes } = layout(small, new Set());
  const top = nodes.filter((placed) => placed.parent === null);
  for (const a of top) {
    for (const b of top) {
      if (a === b) continue;
      const apart = a.y + a.height <= b.y || b.y + b.height <= a.y || a.x + a.width <= b.x || b.x + b.width <= a.x;
      expect(apart).toBe(true);
    }
  }
});

test("a folded container is one box, and says how much is in it", () => {
  const { nodes, lines } = layout(small, new Set(["each"]));
  expect(nodes.map((placed) => placed.id)).toEqual(["open", "each", "end"]);
  expect(nodes[1]).toMatchObject({ folded: true, inside: 2 });
  expect(lines).toHaveLength(2);
});

test("a large procedure opens folded, and every node of it can be placed", () => {
  const sop = large();
  expect(layout(sop, foldedAtFirst(sop)).nodes).toHaveLength(10);
  expect(layout(sop, new Set()).nodes).toHaveLength(10 + 40 + 240);
});

test("the way to a node leads through its containers", () => {
  expect(around(large(), "t-3-1-5")).toEqual(["o-3", "l-3-1"]);
  expect(around(small, "open")).toEqual([]);
});

test("a long procedure opens at its beginning, large enough to read; a short one is seen whole", () => {
  const long = firstView({ width: 270, height: 3000 }, 600, 500);
  expect(long.y).toBe(0);
  expect(long.zoom).toBeGreaterThan(0.6);
  const short = firstView({ width: 270, height: 300 }, 600, 500);
  expect(short.zoom).toBe(1);
  expect(short.y).toBe(100);
});

test("the words of a step are no part of the shape; its place and its ways are", () => {
  const relabelled = { ...small, nodes: [{ ...small.nodes[0]!, label: "Other" }, ...small.nodes.slice(1)] };
  expect(shapeOf(relabelled)).toBe(shapeOf(small));
  expect(shapeOf({ ...small, edges: small.edges!.slice(1) })).not.toBe(shapeOf(small));
  expect(shapeOf({ ...small, nodes: small.nodes.slice(1) })).not.toBe(shapeOf(small));
});
