// The live picture: JPEG frames over a WebSocket, drawn to a canvas. A frame is acknowledged when it is drawn, so
// a slow page gets fewer frames and never an old one.

import { token } from "../../api/client";
import type { Deed } from "./input";

export type LinkState = "opening" | "live" | "none" | "closed";

export interface PictureLink<Sent = Deed> {
  close: () => void;
  /** Does something in the page, for whoever may. */
  send: (deed: Sent) => void;
}

/** What is not in the picture, because the browser draws it outside of the page. */
export interface Told {
  dialog?: { type: string; message: string; text: string } | null;
  files?: { multiple: boolean } | null;
  options?: { place: number; text: string; chosen: boolean; disabled: boolean }[];
  refused?: string;
}

export interface Frames<Heard = Told> {
  canvas: HTMLCanvasElement;
  state: (state: LinkState, why: string) => void;
  /** Frames drawn in the last second. */
  rate: (frames: number) => void;
  told?: (told: Heard) => void;
}

/** The picture at a path; `hello` goes with the token. One that the server ends for good is not opened again. */
export function openPicture<Sent, Heard>(path: string, hello: Record<string, unknown>, to: Frames<Heard>): PictureLink<Sent> {
  const url = new URL(path, window.location.href);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  url.hash = "";
  let open = true;
  let socket: WebSocket | null = null;
  let again = 0;
  let refused = false;
  const once = Object.keys(hello).length > 0;
  const drawn: number[] = [];

  const connect = () => {
    if (!open) return;
    to.state("opening", "");
    socket = new WebSocket(url);
    socket.binaryType = "blob";
    // The token goes in the first message: an address would end up in logs.
    socket.onopen = () => socket?.send(JSON.stringify({ ...hello, token: token() }));
    socket.onmessage = (event: MessageEvent<Blob | string>) => {
      if (typeof event.data === "string") say(event.data);
      else void draw(event.data);
    };
    socket.onclose = () => {
      if (!open || refused) return;
      to.state("closed", "");
      again = window.setTimeout(connect, 1000);
    };
  };

  const say = (text: string) => {
    const message = JSON.parse(text) as Heard & { state?: LinkState; why?: string };
    if (message.state) {
      refused = once && message.state === "none";
      to.state(message.state, message.why ?? "");
    } else to.told?.(message);
  };

  const draw = async (frame: Blob) => {
    try {
      const bitmap = await createImageBitmap(frame);
      const { canvas } = to;
      if (canvas.width !== bitmap.width || canvas.height !== bitmap.height) {
        canvas.width = bitmap.width;
        canvas.height = bitmap.height;
        canvas.style.setProperty("--ratio", String(bitmap.width / bitmap.height));
      }
      canvas.getContext("2d")?.drawImage(bitmap, 0, 0);
      bitmap.close();
    } finally {
      if (socket?.readyState === WebSocket.OPEN) socket.send("drawn");
    }
    const now = performance.now();
    drawn.push(now);
    while (drawn.length && drawn[0]! < now - 1000) drawn.shift();
    to.rate(drawn.length);
  };

  connect();
  return {
    send: (deed) => {
      if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(deed));
    },
    close: () => {
      open = false;
      clearTimeout(again);
      socket?.close();
    },
  };
}
