import { expect, test } from "vitest";
import { SseParser, entryOf } from "./events";

test("a message that comes in pieces is one message", () => {
  const parser = new SseParser();
  expect(parser.push("id: 7\nevent: en")).toEqual([]);
  expect(parser.push('try\ndata: {"a":\ndata: 1}\n')).toEqual([]);
  expect(parser.push("\n")).toEqual([{ id: "7", event: "entry", data: '{"a":\n1}' }]);
});

test("comments that keep the line open are no messages", () => {
  expect(new SseParser().push(": still here\n\n")).toEqual([]);
});

test("an id holds until the next one", () => {
  const messages = new SseParser().push("id: 3\ndata: x\n\ndata: y\n\n");
  expect(messages.map((message) => message.id)).toEqual(["3", "3"]);
});

test("an entry is read whole, and from its event alone", () => {
  const event = { kind: "node_entered", node: "save", label: "Save", visit: 1 };
  const whole = JSON.stringify({ seq: 4, at: "2026-11-21T10:00:00Z", event });
  expect(entryOf({ id: "4", event: "entry", data: whole })).toMatchObject({ seq: 4, event });
  expect(entryOf({ id: "5", event: "node_entered", data: JSON.stringify(event) })).toMatchObject({ seq: 5, event });
});
