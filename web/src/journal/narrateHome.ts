// What happened to the journals of a home, in plain words: checkpoints, holds, erasure, what left it.

import type { JournalEvent } from "../api/types";
import { capital, counted } from "../ui/words";
import type { Told } from "./line";

/** The events that are not about a step of a session. */
export type HomeEvent = Extract<
  JournalEvent,
  {
    kind:
      | "pruned"
      | "heads_signed"
      | "key_changed"
      | "anchored"
      | "hold_placed"
      | "hold_released"
      | "erased"
      | "rule_vouched"
      | "sign_in_failed"
      | "exported";
  }
>;

export function tellOfHome(event: HomeEvent): Told {
  switch (event.kind) {
    case "pruned":
      return {
        tone: "warn",
        icon: "cross",
        words: because(`${event.by} removed the session “${event.title}”`, event.why),
        detail: [["Session", event.session], ["Entries", String(event.entries)], ["Outcome", event.outcome]],
      };
    case "heads_signed":
      return { tone: "good", icon: "shield", words: `The ends of ${counted(event.heads.length, "journal")} were signed`, detail: [["Key", event.key]] };
    case "key_changed":
      return { tone: "warn", icon: "key", words: because(event.previous ? `${event.by || "Somebody"} changed the key that signs` : "The first signing key was made", event.why), detail: [["Key", event.key]] };
    case "anchored":
      return { tone: "good", icon: "shield", words: `The end of the audit log was told to ${event.where}`, detail: [["How", event.how], ["Entry", String(event.at_seq)]] };
    case "hold_placed":
      return { tone: "calm", icon: "pause", words: because(`${event.by} forbade the removal of ${heldBy(event)}`, event.why), detail: [["Hold", event.hold]] };
    case "hold_released":
      return { tone: "calm", icon: "play", words: because(`${event.by} ended the hold ${event.hold}`, event.why) };
    case "erased":
      return { tone: "warn", icon: "shield", words: because(`${event.by} erased a person's values from ${counted(event.entries.length, "entry", "entries")}`, event.why), detail: [["Session", event.session], ["Files", String(event.files.length + event.others)]] };
    case "rule_vouched":
      return { tone: "calm", icon: "shield", words: "A remembered rule was signed", detail: [["Rule", event.rule], ["Session", event.session], ["Entry", String(event.seq)]] };
    case "sign_in_failed":
      return { tone: "warn", icon: "key", words: because(`${event.source} was not let in${event.count > 1 ? `, ${event.count} times` : ""}`, event.why) };
    case "exported":
      return { tone: "calm", icon: "download", words: because(`${event.by} took ${counted(event.sessions, "journal")} along as ${event.form === "bundle" ? "a signed bundle" : event.form}`, event.why), detail: [["SHA-256", event.digest]] };
    default:
      return unknown(event);
  }
}

/** A newer server may write kinds that this page does not know; of its own kinds the compiler wants words. */
function unknown(event: never): Told {
  return { tone: "idle", icon: "dash", words: capital(String((event as { kind: string }).kind).replaceAll("_", " ")), minor: true };
}

function heldBy(event: Extract<HomeEvent, { kind: "hold_placed" }>): string {
  if (event.everything) return "all sessions";
  return [...event.sessions, ...event.sops.map((id) => `the sessions of ${id}`)].join(", ") || "nothing";
}

function because(words: string, why: string): string {
  return why ? `${words}: ${why}` : words;
}
