// What the app says once it has done something.

import { h, style } from "./dom.js";

let last = null;

export function notice(words) {
  last?.remove();
  if (style.notice === "none") return;
  if (style.notice === "toast") {
    last = h("div", { class: "toast", role: "status" }, words);
    document.body.append(last);
    const mine = last;
    setTimeout(() => mine.remove(), 4000);
  } else if (style.notice === "banner") {
    last = h("div", { class: "message", role: "alert" }, words, " ", h("button", { type: "button", "aria-label": "Dismiss", onclick: () => last.remove() }, "×"));
    document.body.prepend(last);
  } else {
    last = h("small", { class: "saved" }, ` ✓ ${words}`);
    document.querySelector("h1")?.append(last);
  }
}
