import { expect, test } from "vitest";
import type { SopNode } from "../../api/types";
import { calledBy, goingOver, overList } from "./items";
import type { PickedList } from "./pick";

const LIST: PickedList = {
  elements: { locators: [{ by: "css", css: "tbody > tr" }] },
  fields: [{ name: "subject" }, { name: "firm" }],
  count: 3,
  records: [],
  chosen: { subject: "Seed round for Quist", firm: "QQ" },
  boxes: [],
};

const loop = (child: Partial<SopNode>): SopNode =>
  ({ type: "loop", id: "each", over: "variable", variable: "names", item: "mail", children: [{ type: "task", id: "open", ...child }] }) as SopNode;

test("the values of the picked item become those of each item, wherever they stand as a whole", () => {
  const node = loop({
    label: "Seed round for Quist",
    target: { name: "Seed round for Quist", locators: [{ by: "role", role: "link", name: "Seed round for Quist" }] },
    done_when: [{ kind: "text", contains: "Re: Seed round for Quist" }],
  });
  const made = overList(node, LIST);
  const child = (made.children as SopNode[])[0]!;
  expect(child.label).toBe("Seed round for Quist");
  expect(child.target).toEqual({ name: "{{ mail.subject }}", locators: [{ by: "role", role: "link", name: "{{ mail.subject }}" }] });
  expect(child.done_when).toEqual([{ kind: "text", contains: "Re: Seed round for Quist" }]);
  expect([made.over, made.variable]).toEqual(["elements", undefined]);
});

test("a value of two letters is no item's name", () => {
  const made = overList(loop({ target: { name: "QQ" } }), LIST);
  expect((made.children as SopNode[])[0]!.target).toEqual({ name: "QQ" });
});

test("a loop that goes over something else keeps nothing of the elements, which would be a fault", () => {
  const nothing = Object.entries(goingOver("variable")).flatMap(([name, value]) => (value === undefined ? [name] : []));
  expect(nothing).toEqual(expect.arrayContaining(["elements", "fields", "key", "next", "scroll", "condition"]));
  expect(goingOver("while")).toMatchObject({ over: "while", next: undefined, variable: undefined });
});

test("the field that told the items apart stays as long as there is one of that name", () => {
  expect(overList({ ...loop({}), key: "firm" } as SopNode, LIST).key).toBe("firm");
  expect(overList({ ...loop({}), key: "number" } as SopNode, LIST).key).toBeUndefined();
});

test("an element is called by its name before its role", () => {
  expect([calledBy({ role: "link", name: "Older" }), calledBy({ role: "link" }), calledBy(undefined)]).toEqual(["Older", "link", ""]);
});
