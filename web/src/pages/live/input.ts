// From what a person does on the picture to deeds in the page: places as parts of the picture, keys as the browser
// names them.

export type Deed =
  | { kind: "mouse"; event: "move" | "down" | "up"; x: number; y: number; button: Button; buttons: number; clicks: number; modifiers: number }
  | { kind: "wheel"; x: number; y: number; dx: number; dy: number; modifiers: number }
  | { kind: "key"; event: "down" | "up"; key: string; code: string; key_code: number; text: string; modifiers: number; repeat: boolean }
  | { kind: "text"; text: string }
  | { kind: "option"; place: number }
  | { kind: "dialog"; accept: boolean; text: string }
  | { kind: "files"; files: GivenFile[] }
  | { kind: "go"; where: "back" | "forward" | "reload" };

/** A file of the person's own machine; the data in base64. */
export interface GivenFile {
  name: string;
  data: string;
}

type Button = "none" | "left" | "middle" | "right";
type Held = Pick<MouseEvent, "altKey" | "ctrlKey" | "metaKey" | "shiftKey">;

const BUTTONS: Button[] = ["left", "middle", "right"];

export const modifiersOf = (event: Held): number =>
  (event.altKey ? 1 : 0) + (event.ctrlKey ? 2 : 0) + (event.metaKey ? 4 : 0) + (event.shiftKey ? 8 : 0);

/** Where on the picture, from its top left corner, as parts of its width and height. */
export function placeOf(event: { clientX: number; clientY: number }, box: { left: number; top: number; width: number; height: number }): { x: number; y: number } {
  const part = (at: number, from: number, size: number): number => (size > 0 ? Math.min(1, Math.max(0, (at - from) / size)) : 0);
  return { x: part(event.clientX, box.left, box.width), y: part(event.clientY, box.top, box.height) };
}

export function mouseDeed(event: MouseEvent, what: "move" | "down" | "up", box: DOMRect): Deed {
  const button = what === "move" ? "none" : (BUTTONS[event.button] ?? "left");
  const clicks = what === "move" ? 0 : Math.min(3, Math.max(1, event.detail));
  return { kind: "mouse", event: what, ...placeOf(event, box), button, buttons: event.buttons & 31, clicks, modifiers: modifiersOf(event) };
}

/** What a key types; nothing for one that does something else. */
export function typedBy(event: Pick<KeyboardEvent, "key"> & Held): string {
  if (event.key === "Enter") return "\r";
  return [...event.key].length === 1 && !event.ctrlKey && !event.metaKey ? event.key : "";
}

export function keyDeed(event: KeyboardEvent, what: "down" | "up"): Deed {
  return {
    kind: "key",
    event: what,
    key: event.key,
    code: event.code,
    key_code: event.keyCode,
    text: what === "down" ? typedBy(event) : "",
    modifiers: modifiersOf(event),
    repeat: event.repeat,
  };
}

/** Pasting is done with the text of the person's own clipboard, which comes with its own event. */
export const isPaste = (event: Pick<KeyboardEvent, "key"> & Held): boolean => (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "v";
