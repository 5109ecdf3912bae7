// The picture as a page that one works in: mouse, wheel, keys and pasted text go to the browser that it shows.

import { type RefObject, useEffect } from "react";
import { type Deed, isPaste, keyDeed, modifiersOf, mouseDeed, placeOf } from "./input";

/** As long as `on`, what is done on the canvas is sent. Shift+Escape gives the keyboard back to the console. */
export function useHands(canvas: RefObject<HTMLCanvasElement | null>, on: boolean, send: (deed: Deed) => void): void {
  useEffect(() => {
    const at = canvas.current;
    if (!on || !at) return;
    const ending = new AbortController();
    const { signal } = ending;
    let moved: MouseEvent | null = null;
    let frame = 0;
    const move = () => {
      frame = 0;
      if (moved) send(mouseDeed(moved, "move", at.getBoundingClientRect()));
      moved = null;
    };
    const press = (event: MouseEvent, what: "down" | "up") => {
      event.preventDefault();
      if (moved) move();
      send(mouseDeed(event, what, at.getBoundingClientRect()));
    };
    at.addEventListener("mousemove", (event) => {
      moved = event;
      frame ||= requestAnimationFrame(move);
    }, { signal });
    at.addEventListener("mousedown", (event) => {
      at.focus();
      press(event, "down");
    }, { signal });
    at.addEventListener("mouseup", (event) => press(event, "up"), { signal });
    at.addEventListener("contextmenu", (event) => event.preventDefault(), { signal });
    at.addEventListener("wheel", (event) => {
      event.preventDefault();
      send({ kind: "wheel", ...placeOf(event, at.getBoundingClientRect()), dx: event.deltaX, dy: event.deltaY, modifiers: modifiersOf(event) });
    }, { signal, passive: false });
    const key = (event: KeyboardEvent, what: "down" | "up") => {
      if (event.key === "Escape" && event.shiftKey) return at.blur();
      event.stopPropagation();
      if (isPaste(event)) return;
      event.preventDefault();
      send(keyDeed(event, what));
    };
    at.addEventListener("keydown", (event) => key(event, "down"), { signal });
    at.addEventListener("keyup", (event) => key(event, "up"), { signal });
    const paste = (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData("text/plain");
      if (document.activeElement === at && text) send({ kind: "text", text });
    };
    document.addEventListener("paste", paste, { signal });
    at.focus();
    return () => {
      ending.abort();
      cancelAnimationFrame(frame);
    };
  }, [canvas, on, send]);
}
