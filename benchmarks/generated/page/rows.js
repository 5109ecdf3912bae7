// One record in the list: how it is drawn, opened, ticked, and changed in its place.

import { h, idOf, press, shown, style, told, turn, choose } from "./dom.js";
import { popup } from "./lists.js";
import { ask } from "./asking.js";
import { tell } from "./store.js";
import { notice } from "./notice.js";

/** Which of the fields a list shows beside the name. */
const SHOWN = told.fields.filter((f) => ["many", "date", "number", "text", "choice"].includes(f.kind)).slice(0, 3);
export const HEADINGS = ["Name", ...SHOWN.map((f) => f.label), told.state.label];
const IN_ROW = ["button", "icon", "menu", "context", "hover"];

export const words = (record) => SHOWN.map((f) => record[f.key] || "–");

/** The parts of a record's row; `list` says what opens, refreshes and ticks. */
export function rowOf(record, list) {
  const how = style.open;
  const open = () => list.open(record);
  const remove = (event) => ask(record.name, told.noun, event.currentTarget, async () => {
    await tell("DELETE", record.id, {});
    notice(`${record.name} deleted`);
    list.refresh();
  });
  const name =
    how === "link" || how === "hover" ? h("a", { href: style.address === "hash" ? `#/${told.nouns}/${record.id}` : `/${told.nouns}/${record.id}`, onclick: (e) => (e.preventDefault(), open()) }, record.name)
    : how === "name-button" ? h("button", { type: "button", class: "plain-link", onclick: open }, record.name)
    : h("span", { class: "name" }, record.name);
  const named = (text) => (style.marks === "named" ? `${text} ${record.name}` : text);
  let opener = name;
  let remover = null;
  let menu = null;
  const actions = h("span", { class: "actions" });
  if (how === "button" || how === "hover") {
    const edit = h("button", { type: "button", onclick: open }, "Edit");
    remover = h("button", { type: "button", class: "danger", onclick: remove }, "Delete");
    actions.append(edit, remover);
    if (how === "button") opener = edit;
  } else if (how === "icon") {
    opener = h("button", { type: "button", title: named("Edit"), onclick: open }, "✎");
    remover = h("button", { type: "button", title: named("Delete"), class: "danger", onclick: remove }, "🗑");
    actions.append(opener, remover);
  } else if (how === "menu") {
    const kebab = h("button", { type: "button", class: "more", "aria-label": style.marks === "plain" ? null : named("Actions"), "aria-haspopup": "menu" }, "⋮");
    menu = popup(kebab, () => entries(() => menu.close()), { role: "menu" });
    actions.append(menu.el);
  }
  function entries(close) {
    const item = (text, go) => h("div", { role: style.marks === "plain" ? null : "menuitem", class: "entry pressable", onclick: (e) => { close(); go(e); } }, text);
    return [item("Open", open), item("Duplicate", () => {}), item("Delete", remove)];
  }
  const state = quick(record, list);
  const tick = ticked(record, list);
  const parts = { record, name, cells: words(record), state: state?.el ?? h("span", { class: "state" }, record[told.state.key] || "–"), actions: actions.childNodes.length ? actions : null, tick: tick?.el ?? null };
  let detail = null;
  if (how === "expand") {
    const fold = h("button", { type: "button", class: "fold", "aria-expanded": "false", "aria-label": style.marks === "plain" ? null : named("Expand") , onclick: () => unfold() }, "▸");
    const edit = h("button", { type: "button", onclick: open }, "Edit");
    remover = h("button", { type: "button", class: "danger", onclick: remove }, "Delete");
    detail = h("div", { class: "detail", style: "display:none" }, told.fields.map((f) => h("p", {}, `${f.label}: ${record[f.key]}`)), edit, remover);
    const unfold = () => {
      const now = detail.style.display === "none";
      detail.style.display = now ? "" : "none";
      fold.setAttribute("aria-expanded", String(now));
      fold.textContent = now ? "▾" : "▸";
    };
    parts.name = h("span", {}, fold, " ", name);
    parts.fold = fold;
    opener = edit;
  }
  parts.detail = detail;
  /** What the row itself does; `el` is the element that holds all. */
  parts.bind = (el) => {
    if (how === "row") el.addEventListener("click", (e) => !e.target.closest("button,select,input,.box,.popup,.badge,.star") && open());
    if (how === "double") el.addEventListener("dblclick", open);
    if (how === "hover") {
      actions.style.visibility = "hidden";
      el.addEventListener("mouseenter", () => (actions.style.visibility = ""));
      el.addEventListener("mouseleave", () => (actions.style.visibility = "hidden"));
    }
    if (how === "context")
      el.addEventListener("contextmenu", (e) => {
        e.preventDefault();
        document.querySelectorAll(".context-menu,[data-context]").forEach((x) => x.remove());
        const at = h("div", { class: "popup context-menu", "data-context": "", role: "menu" }, entries(() => at.remove()));
        at.style.cssText += `;left:${e.pageX}px;top:${e.pageY}px`;
        document.body.append(at);
        parts.context = at;
      });
    parts.el = el;
  };
  const within = (menuAt, text) => [...menuAt.children].find((e) => e.textContent === text);
  const by = (text, direct) => {
    if (how === "menu") return menu.isOpen() ? press(within(menu.panel, text)) : press(menu.el.firstChild);
    if (how === "context") return shown(parts.context) ? press(within(parts.context, text)) : { do: "context", el: parts.el };
    if (how === "expand" && detail.style.display === "none") return press(parts.fold);
    return press(direct);
  };
  parts.toOpen = () => (how === "double" ? { do: "double", el: name } : how === "row" ? press(name) : by("Open", opener));
  parts.toRemove = () => {
    if (!IN_ROW.includes(how) && how !== "expand") return null;
    if (how === "hover" && actions.style.visibility === "hidden") return { do: "hover", el: parts.el };
    return by("Delete", remover);
  };
  parts.toState = (to) => state.toward(to);
  parts.toTick = () => tick.toward();
  return parts;
}

/** The record's state, changed where it stands. */
function quick(record, list) {
  const { key, label, options } = told.state;
  const now = record[key];
  const set = async (to) => {
    await tell("POST", record.id, { [key]: to });
    notice("Saved");
    list.refresh();
  };
  const how = style.quick === "drag" && style.list !== "columns" ? "badge" : style.quick;
  if (how === "drag") return null;
  if (how === "select") {
    const el = h("select", { "aria-label": style.marks === "named" ? `${label} of ${record.name}` : null, onchange: () => set(el.value) }, h("option", { value: "" }, "–"), options.map((o) => h("option", { value: o, selected: o === now }, o)));
    return { el, toward: (to) => (el.value === to ? null : choose(el, to)) };
  }
  if (how === "buttons") {
    const parts = options.map((o) => h("button", { type: "button", class: "mini", "aria-pressed": String(o === now), onclick: () => set(o) }, o));
    parts.forEach((p) => turn(p, p.textContent === now));
    return { el: h("span", {}, parts), toward: (to) => (now === to ? null : press(parts[options.indexOf(to)])) };
  }
  const face = h(how === "menu" ? "button" : "span", { type: how === "menu" ? "button" : null, class: "badge pill" }, now || "–");
  const opened = popup(face, () => options.map((o) => h("div", { class: "entry pressable", role: style.marks === "plain" ? null : "menuitem", onclick: () => (opened.close(), set(o)) }, how === "menu" ? `Mark as ${o.toLowerCase()}` : o)), { role: style.marks === "plain" ? null : "menu" });
  return { el: opened.el, toward: (to) => (now === to ? null : opened.isOpen() ? press(opened.entry(how === "menu" ? `Mark as ${to.toLowerCase()}` : to)) : press(face)) };
}

/** What ticks a record for the commands above the list. */
function ticked(record, list) {
  const set = (on) => list.tick(record, on);
  if (style.ticks === "press") return null;
  if (style.ticks === "star") {
    const el = h("button", { type: "button", class: "star", title: "Select", onclick: () => (set(!list.ticked.has(record.id)), (el.textContent = list.ticked.has(record.id) ? "★" : "☆")) }, list.ticked.has(record.id) ? "★" : "☆");
    return { el, toward: () => (list.ticked.has(record.id) ? null : press(el)) };
  }
  if (style.ticks === "drawn-box") {
    const el = h("span", { class: "box", onclick: () => (set(!list.ticked.has(record.id)), (el.textContent = list.ticked.has(record.id) ? "✓" : "")) }, list.ticked.has(record.id) ? "✓" : "");
    return { el, toward: () => (list.ticked.has(record.id) ? null : press(el)) };
  }
  const el = h("input", { type: "checkbox", id: idOf(`tick-${record.id}`), "aria-label": style.marks === "named" ? `Select ${record.name}` : null, checked: list.ticked.has(record.id), onchange: () => set(el.checked) });
  return { el, toward: () => (el.checked ? null : press(el)) };
}
