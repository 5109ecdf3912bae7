import { describe, expect, it } from "vitest";
import { isPaste, keyDeed, modifiersOf, placeOf, typedBy } from "./input";

const free = { altKey: false, ctrlKey: false, metaKey: false, shiftKey: false };

describe("a person's input on the picture", () => {
  it("gives places as parts of the picture, never outside of it", () => {
    const box = { left: 100, top: 50, width: 400, height: 200 };
    expect(placeOf({ clientX: 300, clientY: 100 }, box)).toEqual({ x: 0.5, y: 0.25 });
    expect(placeOf({ clientX: 0, clientY: 900 }, box)).toEqual({ x: 0, y: 1 });
  });

  it("types letters, and nothing for keys that do something else", () => {
    expect(typedBy({ key: "ä", ...free })).toBe("ä");
    expect(typedBy({ key: "Enter", ...free })).toBe("\r");
    expect(typedBy({ key: "ArrowDown", ...free })).toBe("");
    expect(typedBy({ key: "a", ...free, ctrlKey: true })).toBe("");
  });

  it("tells what is held down, and types nothing when a key comes up", () => {
    expect(modifiersOf({ ...free, ctrlKey: true, shiftKey: true })).toBe(10);
    const up = keyDeed({ key: "a", code: "KeyA", keyCode: 65, repeat: false, ...free } as KeyboardEvent, "up");
    expect(up).toMatchObject({ kind: "key", event: "up", text: "", key_code: 65 });
  });

  it("knows pasting", () => {
    expect(isPaste({ key: "V", ...free, metaKey: true })).toBe(true);
    expect(isPaste({ key: "v", ...free })).toBe(false);
  });
});
