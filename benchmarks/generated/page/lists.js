// Choices that are picked from a list which opens.

import { clear, closesOutside, h, idOf, later, press, shown, style, told, type, choose } from "./dom.js";

/** A popup under an opener: `entries()` are made anew each time it opens. */
export function popup(opener, entries, { role = null, name = null, item = null } = {}) {
  const panel = h("div", { class: "popup", role, "aria-label": name });
  const el = h("span", { class: "anchor" }, opener);
  const isOpen = () => panel.isConnected;
  function close() {
    panel.remove();
    opener.setAttribute("aria-expanded", "false");
  }
  function open() {
    panel.replaceChildren(...entries());
    el.append(panel);
    opener.setAttribute("aria-expanded", "true");
  }
  if (role) opener.setAttribute("aria-expanded", "false");
  opener.addEventListener("click", () => (isOpen() ? close() : open()));
  closesOutside(el, close);
  const entry = (text) => [...panel.querySelectorAll(item ?? "*")].find((e) => e.children.length === 0 && e.textContent.trim() === text) ?? null;
  return { el, panel, open, close, isOpen, entry };
}

export function native(field, value, change) {
  const el = h("select", { id: idOf(field.key, true), name: style.marks === "named" ? field.key : null, onchange: change }, h("option", { value: "" }, style.marks === "plain" ? "" : "Please choose"), field.options.map((o) => h("option", { value: o.toLowerCase().replaceAll(" ", "_"), selected: o === value }, o)));
  return {
    el, input: el, get: () => el.selectedOptions[0]?.text.replace("Please choose", "") ?? "",
    toward: (v) => (el.selectedOptions[0]?.text === v ? null : choose(el, v)),
  };
}

export function grouped(field, value, change) {
  const half = Math.ceil(field.options.length / 2);
  const option = (o) => h("option", { selected: o === value }, o);
  const el = h("select", { id: idOf(field.key, true), onchange: change }, h("option", { value: "" }, "–"),
    h("optgroup", { label: "A to M" }, field.options.slice(0, half).map(option)), h("optgroup", { label: "N to Z" }, field.options.slice(half).map(option)));
  return { el, input: el, get: () => (el.value ? el.selectedOptions[0].text : ""), toward: (v) => (el.selectedOptions[0]?.text === v ? null : choose(el, v)) };
}

/** A button that opens its options; `bare` without any role. */
export function dropdown(field, value, change, bare = false) {
  let now = value ?? "";
  const id = idOf(field.key, true);
  const face = bare
    ? h("div", { class: "shownbox select-face", tabindex: "0" }, now || "Select…", h("span", { class: "arrow" }, " ▾"))
    : h("button", { type: "button", id, class: "select-face", "aria-haspopup": "listbox" }, now || "Select…");
  const list = popup(face, () => field.options.map((o) =>
    h(bare ? "div" : "li", { class: "entry pressable", role: bare ? null : "option", "aria-selected": bare ? null : String(o === now), onclick: () => pick(o) }, o)), { role: bare ? null : "listbox" });
  function pick(o) {
    now = o;
    if (bare) face.firstChild.textContent = o;
    else face.textContent = o;
    list.close();
    change();
  }
  return {
    el: list.el, input: bare ? null : face, group: bare, get: () => now,
    toward: (v) => (now === v ? null : list.isOpen() ? press(list.entry(v)) : press(face)),
  };
}

/** A field one types into, whose list narrows; `remote` asks the server. */
export function combobox(field, value, change, remote = false) {
  let now = value ?? "";
  const input = h("input", { type: "text", role: style.marks === "plain" ? null : "combobox", "aria-autocomplete": style.marks === "plain" ? null : "list", autocomplete: "off", id: idOf(field.key, true), placeholder: "Type to search", oninput: ask });
  input.value = now;
  const panel = h("ul", { class: "popup", role: style.marks === "plain" ? null : "listbox", style: "list-style:none;margin:0" });
  const el = h("span", { class: "anchor" }, input);
  let asked = 0;
  async function ask() {
    const mine = (asked += 1);
    let found = field.options.filter((o) => o.toLowerCase().includes(input.value.toLowerCase()));
    if (remote) {
      await later(150);
      if (mine !== asked) return;
      found = await (await fetch(`/api/options?field=${field.key}&q=${encodeURIComponent(input.value)}`)).json();
      if (mine !== asked) return;
    }
    panel.replaceChildren(...found.slice(0, 8).map((o) => h("li", { class: "entry pressable", role: style.marks === "plain" ? null : "option", onmousedown: (e) => (e.preventDefault(), pick(o)) }, o)));
    if (!found.length) panel.replaceChildren(h("li", {}, "No results"));
    el.append(panel);
  }
  function pick(o) {
    now = o;
    input.value = o;
    asked += 1;
    panel.remove();
    change();
  }
  input.addEventListener("blur", () => {
    asked += 1;
    panel.remove();
    input.value = now;
  });
  const entry = (v) => [...panel.children].find((e) => e.textContent === v);
  return {
    el, input, get: () => now,
    toward(v) {
      if (now === v) return null;
      if (shown(panel) && entry(v) && input.value === v.slice(0, 4)) return press(entry(v));
      return input.value === v.slice(0, 4) && document.activeElement === input ? { do: "wait" } : type(input, v.slice(0, 4));
    },
  };
}

export function datalist(field, value, change) {
  const id = `list-${field.key}`;
  const input = h("input", { type: "text", list: id, id: idOf(field.key, true), oninput: change });
  input.value = value ?? "";
  const el = h("span", {}, input, h("datalist", { id }, field.options.map((o) => h("option", { value: o }))));
  return { el, input, get: () => input.value, toward: (v) => (input.value === v ? null : type(input, v)) };
}

/** A list of which only what is scrolled to is there. */
export function scrolling(field, value, change) {
  let now = value ?? "";
  const face = h("button", { type: "button", id: idOf(field.key, true), class: "select-face" }, now || "Select…");
  const height = 24;
  const rows = h("div", { style: `position:relative;height:${height * field.options.length}px;width:170px` });
  const list = popup(face, () => [rows], { role: "listbox" });
  list.panel.style.height = "150px";
  function draw() {
    const first = Math.floor(list.panel.scrollTop / height);
    rows.replaceChildren(...field.options.slice(first, first + 7).map((o, n) =>
      h("div", { role: "option", class: "entry pressable", style: `position:absolute;top:${(first + n) * height}px;height:${height}px`, onclick: () => pick(o) }, o)));
  }
  list.panel.addEventListener("scroll", draw);
  face.addEventListener("click", draw);
  function pick(o) {
    now = o;
    face.textContent = o;
    list.close();
    change();
  }
  return {
    el: list.el, input: face, get: () => now,
    toward(v) {
      if (now === v) return null;
      if (!list.isOpen()) return press(face);
      const at = [...rows.children].find((e) => e.textContent === v);
      if (at) {
        const seen = at.offsetTop - list.panel.scrollTop;
        if (seen >= 0 && seen < 125) return press(at);
      }
      return { do: "wheel", el: list.panel, text: String(field.options.indexOf(v) * height - list.panel.scrollTop < 0 ? -72 : 72) };
    },
  };
}

/** A field whose records are picked in a dialog with a search of its own. */
export function picker(field, value, change) {
  let now = value ?? "";
  const face = h("span", { class: "picked" }, now || "None");
  const opener = h("button", { type: "button", class: "browse", onclick: open }, "Choose…");
  const search = h("input", { type: "search", placeholder: "Search", oninput: draw });
  const rows = h("tbody");
  const shade = h("div", { class: "overlay" },
    h("div", { class: "panel", role: "dialog", "aria-label": `Choose ${field.label.toLowerCase()}` }, h("h3", {}, `Choose ${field.label.toLowerCase()}`), search,
      h("table", {}, rows), h("button", { type: "button", onclick: () => shade.remove() }, "Close")));
  function open() {
    search.value = "";
    draw();
    document.body.append(shade);
  }
  function draw() {
    const found = field.options.filter((o) => o.toLowerCase().includes(search.value.toLowerCase())).slice(0, 6);
    rows.replaceChildren(...found.map((o) => h("tr", {}, h("td", {}, o), h("td", {}, h("button", { type: "button", onclick: () => pick(o) }, "Select")))));
  }
  function pick(o) {
    now = o;
    face.textContent = o;
    shade.remove();
    change();
  }
  return {
    el: h("span", {}, face, " ", opener), input: null, group: true, get: () => now,
    toward(v) {
      if (now === v) return null;
      if (!shade.isConnected) return press(opener);
      const row = [...rows.children].find((r) => r.firstChild.textContent === v);
      return row ? press(row.querySelector("button")) : type(search, v);
    },
  };
}

export const MANY = {
  select: native, grouped, datalist, scrolling, dialog: picker, combobox,
  async: (f, v, c) => combobox(f, v, c, true),
  dropdown,
  roleless: (f, v, c) => dropdown(f, v, c, true),
};
export { clear, told };
