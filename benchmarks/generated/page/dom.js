// Elements, and what the style says of their classes and ids.

export const told = JSON.parse(document.getElementById("told").textContent);
export const style = told.style;
document.getElementById("told").remove();

let counted = 0;
const random = () => Math.random().toString(36).slice(2, 8);

/** An element: `on…` are listeners, `null` and `false` are left out. */
export function h(tag, attributes = {}, ...children) {
  const el = tag === "svg" ? document.createElementNS("http://www.w3.org/2000/svg", "svg") : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) el.addEventListener(name.slice(2), value);
    else if (name === "class") marked(el, value);
    else if (name in el && typeof value !== "string") el[name] = value;
    else el.setAttribute(name, value === true ? "" : value);
  }
  el.append(...children.flat().filter((c) => c !== null && c !== undefined && c !== false));
  return el;
}

/** Classes as this app's kit would write them. */
function marked(el, names) {
  const svg = el instanceof SVGElement;
  let out = names;
  if (style.marks === "hashed") {
    out = names.split(" ").map((n) => `css-${hash(n)}`).join(" ");
  } else if (style.marks === "utility") {
    out = `flex p-2 ${names.split(" ").filter((n) => LOOKS.has(n)).map((n) => `u-${n}`).join(" ")}`.trim();
  }
  el.setAttribute("class", out);
  if (style.marks === "testids" && !svg) el.setAttribute("data-testid", names.split(" ")[0]);
  for (const name of names.split(" ")) look(el, name);
}

const LOOKS = new Set(["on", "open", "chosen", "danger", "primary"]);

/** What is seen, said at the element itself, since classes may be hashed. */
const SEEN = {
  overlay: "position:fixed;inset:0;background:#0007;display:grid;place-items:center;z-index:20",
  panel: "background:var(--paper);padding:20px;max-height:88vh;overflow:auto;min-width:420px;border-radius:6px",
  drawer: "position:fixed;right:0;top:0;bottom:0;width:480px;background:var(--paper);padding:20px;overflow:auto;z-index:15;box-shadow:-4px 0 12px #0004",
  popup: "position:absolute;z-index:30;background:var(--paper);border:1px solid #8888;box-shadow:0 3px 9px #0005;padding:4px;max-height:220px;overflow:auto;min-width:130px",
  anchor: "position:relative;display:inline-block",
  bar: "display:flex;gap:8px;align-items:center;margin:8px 0",
  card: "border:1px solid #8886;border-radius:6px;padding:10px;margin:4px",
  cards: "display:flex;flex-wrap:wrap",
  columns: "display:flex;gap:12px;align-items:flex-start",
  line: "display:flex;gap:14px;align-items:center;padding:4px 2px;border-bottom:1px solid #8883",
  pill: "border:1px solid #8888;border-radius:12px;padding:2px 10px;margin:2px;cursor:pointer;display:inline-block",
  on: "background:#2463c8;color:#fff",
  pressable: "cursor:pointer",
  toast: "position:fixed;right:16px;bottom:16px;background:#234;color:#fff;padding:10px 14px;border-radius:4px;z-index:40",
  field: "margin:8px 0",
  days: "display:grid;grid-template-columns:repeat(7,2.2em);text-align:center",
  away: "opacity:0;position:absolute;width:1px;height:1px;pointer-events:none",
  shownbox: "display:inline-block;border:1px solid #8888;padding:3px 8px;min-width:110px;min-height:1.2em;cursor:pointer",
  box: "display:inline-block;width:14px;height:14px;border:1px solid #888;vertical-align:middle;cursor:pointer",
  side: "position:relative;background:#8882;padding:10px;min-width:150px",
};

function look(el, name) {
  if (SEEN[name]) el.style.cssText += `;${SEEN[name]}`;
}

/** Turns a look (`on`) and its class on and off. */
export function turn(el, on) {
  el.style.background = on ? "#2463c8" : "";
  el.style.color = on ? "#fff" : "";
  const name = style.marks === "hashed" ? `css-${hash("on")}` : style.marks === "utility" ? "u-on" : "on";
  el.classList.toggle(name, on);
}

export function hash(text) {
  let n = 7;
  for (const c of text) n = (n * 31 + c.charCodeAt(0)) % 1679616;
  return n.toString(36).padStart(4, "0");
}

/** An id for a field, or none, by the style; `needed` where something refers to it. */
export function idOf(name, needed = false) {
  counted += 1;
  if (style.ids === "stable") return `${name}-${style.marks === "named" ? "field" : "f"}`;
  if (style.ids === "random") return `el-${random()}`;
  return needed ? `:r${counted.toString(36)}:` : null;
}

export const clear = (el) => el.replaceChildren();
export const later = (ms) => new Promise((done) => setTimeout(done, ms));
export const shown = (el) => Boolean(el && el.isConnected && el.getClientRects().length);

/** What a person does next: nothing is left where there is none. */
export const press = (el) => ({ do: "press", el });
export const type = (el, text, key = null) => ({ do: "type", el, text, key });
export const choose = (el, text) => ({ do: "choose", el, text });
export const keys = (el, text) => ({ do: "keys", el, text });
export const wait = () => ({ do: "wait" });

/** Closes what was opened where one presses elsewhere. */
export function closesOutside(el, close) {
  const heard = (event) => {
    if (!el.isConnected) document.removeEventListener("mousedown", heard, true);
    else if (!el.contains(event.target)) close();
  };
  document.addEventListener("mousedown", heard, true);
}
