// Journal entries as they are written, over server-sent events read with `fetch`, because an EventSource cannot
// send the token in a header. After a break it goes on behind the last entry that came: none is lost or doubled.

import { ApiError, headers, leave, mustBeIn } from "./client";
import type { Entry } from "./types";

export interface Message {
  id: string;
  event: string;
  data: string;
}

/** Cuts a stream of text into messages; what is left of an unfinished one stays for the next piece. */
export class SseParser {
  private rest = "";
  private message: Message = { id: "", event: "message", data: "" };
  private hasData = false;

  push(text: string): Message[] {
    const lines = (this.rest + text).split(/\r\n|\n|\r(?!$)/);
    this.rest = lines.pop() ?? "";
    const found: Message[] = [];
    for (const line of lines) {
      if (line === "") {
        if (this.hasData) found.push(this.message);
        this.message = { id: this.message.id, event: "message", data: "" };
        this.hasData = false;
      } else this.take(line);
    }
    return found;
  }

  private take(line: string): void {
    if (line.startsWith(":")) return;
    const colon = line.indexOf(":");
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (name === "id") this.message.id = value;
    else if (name === "event") this.message.event = value;
    else if (name === "data") {
      this.message.data += (this.hasData ? "\n" : "") + value;
      this.hasData = true;
    }
  }
}

export interface Following {
  entries: (entries: Entry[]) => void;
  link: (state: "live" | "lost" | "over") => void;
}

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;

/** Follow a session's journal from behind entry `after` until it is over or `signal` is given. */
export async function follow(session: string, after: number, to: Following, signal: AbortSignal): Promise<void> {
  let last = after;
  let wait = FIRST_WAIT;
  while (!signal.aborted) {
    try {
      const ended = await once(session, last, signal, (entries) => {
        wait = FIRST_WAIT;
        last = entries[entries.length - 1]!.seq;
        to.link("live");
        to.entries(entries);
      });
      if (ended) {
        to.link("over");
        return;
      }
    } catch (error) {
      if (signal.aborted) return;
      // Whoever is signed out may sign in again.
      if (error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 401) return;
    }
    to.link("lost");
    await pause(wait, signal);
    wait = Math.min(wait * 2, LONGEST_WAIT);
  }
}

async function once(
  session: string,
  after: number,
  signal: AbortSignal,
  give: (entries: Entry[]) => void,
): Promise<boolean> {
  const path = `./api/sessions/${encodeURIComponent(session)}/events`;
  mustBeIn();
  const response = await fetch(path, {
    headers: headers({ Accept: "text/event-stream", "Last-Event-ID": String(after) }),
    signal,
  });
  if (response.status === 401) leave();
  if (!response.ok || !response.body) throw new ApiError("The events cannot be read.", response.status);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  const parser = new SseParser();
  let last = after;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return false;
    const messages = parser.push(value);
    const entries = messages
      .filter((message) => message.event !== "end" && message.data)
      .map((message) => entryOf(message))
      .filter((entry) => entry.seq > last);
    if (entries.length) {
      last = entries[entries.length - 1]!.seq;
      give(entries);
    }
    if (messages.some((message) => message.event === "end")) return true;
  }
}

/** An entry of a message, whether the server sends the whole entry or the event alone. */
export function entryOf(message: Message): Entry {
  const data = JSON.parse(message.data) as Record<string, unknown>;
  const event = (data.event ?? data) as Entry["event"];
  return {
    seq: typeof data.seq === "number" ? data.seq : Number(message.id),
    at: typeof data.at === "string" ? data.at : "",
    event,
  };
}

function pause(millis: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, millis);
    signal.addEventListener("abort", () => (clearTimeout(timer), resolve()), { once: true });
  });
}
