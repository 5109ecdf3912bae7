// Choices that are all shown: radios, segments, cards, chips, switches, stars, boxes.

import { h, idOf, press, style, turn, choose } from "./dom.js";
import { dropdown, native, popup } from "./lists.js";

let groups = 0;

function radios(field, value, change, options = field.options) {
  const name = `g${(groups += 1)}`;
  const inputs = options.map((o) => h("input", { type: "radio", name, value: o, id: `${name}-${o.replaceAll(" ", "")}`, checked: o === value, onchange: change }));
  const apart = style.label === "aria" || style.label === "list";
  const lines = options.map((o, n) => apart
    ? h("span", {}, inputs[n], h("label", { for: inputs[n].id }, o))
    : h("label", {}, inputs[n], ` ${o} `));
  return {
    el: h("div", { class: "radios" }, lines), input: null, group: true, get: () => inputs.find((i) => i.checked)?.value ?? "",
    toward: (v) => (inputs[options.indexOf(v)].checked ? null : press(inputs[options.indexOf(v)])),
  };
}

/** Elements of which one is on, in any drawing; `say` tells it to readers of the screen, or nothing does. */
function oneOf(options, value, change, { tag = "div", kind, role = null, group = null, say = null, more = () => [] }) {
  let now = value ?? "";
  const parts = options.map((o) => h(tag, { class: `${kind} pressable`, type: tag === "button" ? "button" : null, role, tabindex: tag === "button" ? null : "0", onclick: () => pick(o) }, h("span", {}, o), more(o)));
  const paint = () => parts.forEach((p, n) => {
    turn(p, options[n] === now);
    if (say) p.setAttribute(say, String(options[n] === now));
  });
  function pick(o) {
    now = o;
    paint();
    change();
  }
  paint();
  return {
    el: h("div", { class: `${kind}-group cards`, role: group }, parts), input: null, group: true, get: () => now,
    toward: (v) => (now === v ? null : press(parts[options.indexOf(v)])),
  };
}

function arrows(field, value, change) {
  let now = Math.max(0, field.options.indexOf(value));
  const face = h("span", { class: "current" }, field.options[now]);
  const by = (n) => () => {
    now = (now + n + field.options.length) % field.options.length;
    face.textContent = field.options[now];
    change();
  };
  const next = h("button", { type: "button", "aria-label": "Next", onclick: by(1) }, "›");
  return {
    el: h("span", { class: "carousel" }, h("button", { type: "button", "aria-label": "Previous", onclick: by(-1) }, "‹"), face, next),
    input: null, group: true, get: () => field.options[now], toward: (v) => (field.options[now] === v ? null : press(next)),
  };
}

/** A menu of commands that choose: "Change shipping", then an entry. */
function menu(field, value, change) {
  let now = value ?? "";
  const face = h("span", {}, now || "not set");
  const opener = h("button", { type: "button", "aria-haspopup": "menu" }, "Change");
  const list = popup(opener, () => field.options.map((o) => h("div", { role: "menuitem", class: "entry pressable", onclick: () => pick(o) }, o)), { role: "menu" });
  function pick(o) {
    now = o;
    face.textContent = o;
    list.close();
    change();
  }
  return { el: h("span", {}, face, " ", list.el), input: null, group: true, get: () => now, toward: (v) => (now === v ? null : list.isOpen() ? press(list.entry(v)) : press(opener)) };
}

/** A real list that nobody sees, and a drawn face before it. */
function behindSelect(field, value, change) {
  const real = native(field, value, change);
  real.el.classList.add("away");
  real.el.style.cssText += ";opacity:0;position:absolute;width:1px;height:1px;pointer-events:none";
  real.el.tabIndex = -1;
  const face = h("span", { class: "shownbox" }, value || "Select…");
  const list = popup(face, () => field.options.map((o) => h("div", { class: "entry pressable", onclick: () => pick(o) }, o)));
  function pick(o) {
    real.el.value = o.toLowerCase().replaceAll(" ", "_");
    real.el.dispatchEvent(new Event("change", { bubbles: true }));
    face.textContent = o;
    list.close();
  }
  return { el: h("span", {}, real.el, list.el), input: real.el, group: false, get: real.get, toward: (v) => (real.get() === v ? null : list.isOpen() ? press(list.entry(v)) : press(face)) };
}

const HINTS = ["fast and simple", "the usual one", "for larger ones", "on request", "new this year", "most chosen"];

export const CHOICE = {
  select: native,
  radio: radios,
  "drawn-radio": (f, v, c) => oneOf(f.options, v, c, { kind: "option", more: () => h("i", { class: "dot" }) }),
  segments: (f, v, c) => oneOf(f.options, v, c, { kind: "segment", tag: "button", say: "aria-pressed" }),
  dropdown,
  roleless: (f, v, c) => dropdown(f, v, c, true),
  cards: (f, v, c) => oneOf(f.options, v, c, { kind: "card", role: "radio", group: "radiogroup", say: "aria-checked", more: (o) => h("p", {}, HINTS[f.options.indexOf(o)]) }),
  chips: (f, v, c) => oneOf(f.options, v, c, { kind: "pill", tag: "span" }),
  menu,
  arrows,
  "behind-select": behindSelect,
};

function box(field, value, change, role = null) {
  const el = h("input", { type: "checkbox", role, id: idOf(field.key, true), name: style.marks === "named" ? field.key : null, checked: Boolean(value), onchange: change });
  return { el, input: el, beside: true, get: () => el.checked, toward: (v) => (el.checked === v ? null : press(el)) };
}

function drawn(field, value, change, role = null) {
  let now = Boolean(value);
  const el = h(role ? "button" : "div", { type: role ? "button" : null, id: idOf(field.key), class: role ? "switch" : "toggle box", role, onclick: () => set(!now) });
  function set(to) {
    now = to;
    turn(el, now);
    if (role) {
      el.setAttribute("aria-checked", String(now));
      el.textContent = now ? "On" : "Off";
    }
    change();
  }
  turn(el, now);
  if (role) {
    el.setAttribute("aria-checked", String(now));
    el.textContent = now ? "On" : "Off";
  }
  return { el, input: role ? el : null, beside: true, get: () => now, toward: (v) => (now === v ? null : press(el)) };
}

function yesOrNo(made) {
  return (field, value, change) => {
    const inner = made({ ...field, options: ["Yes", "No"] }, value ? "Yes" : "No", change);
    return { ...inner, get: () => inner.get() === "Yes", toward: (v) => inner.toward(v ? "Yes" : "No") };
  };
}

export const YESNO = {
  box,
  switch: (f, v, c) => drawn(f, v, c, "switch"),
  drawn,
  radio: yesOrNo(radios),
  buttons: yesOrNo((f, v, c) => oneOf(f.options, v, c, { kind: "segment", tag: "button", say: "aria-pressed" })),
  select: yesOrNo(native),
  card: (f, v, c) => box(f, v, c),
};

const FIVE = ["1", "2", "3", "4", "5"];

function stars(field, value, change, spoken) {
  let now = Number(value || 0);
  const parts = FIVE.map((n) => h(spoken ? "button" : "span", { type: spoken ? "button" : null, class: "star pressable", "aria-label": spoken ? `${n} ${n === "1" ? "star" : "stars"}` : null, onclick: () => set(Number(n)) }, "☆"));
  function set(to, told = true) {
    now = to;
    parts.forEach((p, n) => (p.textContent = n < now ? "★" : "☆"));
    if (told) change();
  }
  set(now, false);
  return { el: h("span", { class: "stars", role: spoken ? "group" : null, "aria-label": spoken ? field.label : null }, parts), input: null, group: true, get: () => String(now), toward: (v) => (String(now) === v ? null : press(parts[Number(v) - 1])) };
}

export const RATING = {
  stars: (f, v, c) => stars(f, v, c, true),
  "drawn-stars": (f, v, c) => stars(f, v, c, false),
  radio: (f, v, c) => radios({ ...f, options: FIVE }, v, c),
  select: (f, v, c) => native({ ...f, options: FIVE }, v, c),
  numbers: (f, v, c) => oneOf(FIVE, v, c, { kind: "pill", tag: "span" }),
};

const same = (a, b) => a.length === b.length && a.every((x) => b.includes(x));
/** The first that is on and should not be, or the other way round. */
const next = (now, wanted, options) => options.find((o) => now.includes(o) !== wanted.includes(o));

/** Any of a few, each on or off by itself. */
function toggles(field, value, change, made) {
  const now = new Set(value ?? []);
  const parts = field.options.map((o) => made(o, now.has(o), (on) => {
    if (on) now.add(o);
    else now.delete(o);
    change();
  }));
  const list = () => field.options.filter((o) => now.has(o));
  return {
    el: h("div", { class: "options" }, parts.map((p) => p.el)), input: null, group: true, get: list,
    toward: (v) => (same(list(), v) ? null : press(parts[field.options.indexOf(next(list(), v, field.options))].press)),
  };
}

function realBox(o, on, set) {
  const input = h("input", { type: "checkbox", checked: on, onchange: () => set(input.checked) });
  return { el: h("label", { style: "margin-right:12px" }, input, ` ${o}`), press: input };
}

function drawnBox(o, on, set) {
  let now = on;
  const mark = h("span", { class: "box" }, on ? "✓" : "");
  const el = h("div", { class: "option pressable", onclick: () => ((now = !now), (mark.textContent = now ? "✓" : ""), set(now)) }, mark, h("span", {}, ` ${o}`));
  return { el, press: el };
}

function chip(o, on, set) {
  let now = on;
  const el = h("button", { type: "button", class: "pill", "aria-pressed": String(on), onclick: () => ((now = !now), turn(el, now), el.setAttribute("aria-pressed", String(now)), set(now)) }, o);
  turn(el, on);
  return { el, press: el };
}

/** Words typed one after the other, each of which can be taken out again. */
function tags(field, value, change) {
  const now = [...(value ?? [])];
  const face = h("span", {});
  const input = h("input", { type: "text", id: idOf(field.key, true), placeholder: "Add…", onkeydown: heard });
  function heard(event) {
    if (event.key !== "Enter" || !input.value.trim()) return;
    event.preventDefault();
    now.push(input.value.trim());
    input.value = "";
    draw();
    change();
  }
  function draw() {
    face.replaceChildren(...now.map((t) => h("span", { class: "pill" }, t, h("button", { type: "button", "aria-label": `Remove ${t}`, onclick: () => (now.splice(now.indexOf(t), 1), draw(), change()) }, "×"))));
  }
  draw();
  return {
    el: h("span", { class: "tags" }, face, input), input, get: () => field.options.filter((o) => now.includes(o)),
    toward(v) {
      const missing = v.find((o) => !now.includes(o));
      if (missing) return { do: "type", el: input, text: missing, key: "Enter" };
      return now.length > v.length ? press([...face.children][now.findIndex((t) => !v.includes(t))].querySelector("button")) : null;
    },
  };
}

/** A list that stays open, with a box in each entry. */
function multi(field, value, change) {
  const now = new Set(value ?? []);
  const words = () => field.options.filter((o) => now.has(o)).join(", ") || "None selected";
  const face = h("button", { type: "button", id: idOf(field.key, true), class: "select-face", "aria-haspopup": "listbox" }, words());
  const list = popup(face, () => field.options.map((o) => {
    const input = h("input", { type: "checkbox", tabindex: "-1", checked: now.has(o), onchange: () => (now.has(o) ? now.delete(o) : now.add(o), (face.textContent = words()), change()) });
    return h("label", { class: "entry", style: "display:block" }, input, h("span", {}, ` ${o}`));
  }), {});
  const get = () => field.options.filter((o) => now.has(o));
  return {
    el: list.el, input: face, get,
    toward(v) {
      if (same(get(), v)) return list.isOpen() ? press(face) : null;
      if (!list.isOpen()) return press(face);
      return press(list.panel.children[field.options.indexOf(next(get(), v, field.options))]);
    },
  };
}

/** Two lists with arrows between them. */
function dual(field, value, change) {
  const now = new Set(value ?? []);
  const left = h("select", { multiple: true, size: "5", "aria-label": `Available ${field.label.toLowerCase()}` });
  const right = h("select", { multiple: true, size: "5", "aria-label": `Chosen ${field.label.toLowerCase()}` });
  function draw() {
    const option = (o) => h("option", { value: o }, o);
    left.replaceChildren(...field.options.filter((o) => !now.has(o)).map(option));
    right.replaceChildren(...field.options.filter((o) => now.has(o)).map(option));
  }
  const move = (from, add) => () => {
    [...from.selectedOptions].forEach((o) => (add ? now.add(o.value) : now.delete(o.value)));
    draw();
    change();
  };
  const put = h("button", { type: "button", title: "Add", onclick: move(left, true) }, "→");
  const take = h("button", { type: "button", title: "Remove", onclick: move(right, false) }, "←");
  draw();
  const get = () => field.options.filter((o) => now.has(o));
  return {
    el: h("div", { class: "columns" }, left, h("div", {}, put, take), right), input: null, group: true, get,
    toward(v) {
      const o = next(get(), v, field.options);
      if (!o) return null;
      const [from, arrow] = now.has(o) ? [right, take] : [left, put];
      const chosen = [...from.selectedOptions].map((x) => x.value);
      return chosen.length === 1 && chosen[0] === o ? press(arrow) : { do: "option", el: [...from.options].find((x) => x.value === o) };
    },
  };
}

function nativeSeveral(field, value, change) {
  const el = h("select", { multiple: true, size: "5", id: idOf(field.key, true), onchange: change }, field.options.map((o) => h("option", { value: o, selected: (value ?? []).includes(o) }, o)));
  const get = () => [...el.selectedOptions].map((o) => o.value);
  return {
    el, input: el, get,
    toward(v) {
      const o = next(get(), v, field.options);
      return o ? { do: "with-control", el: [...el.options].find((x) => x.value === o) } : null;
    },
  };
}

export const SEVERAL = {
  boxes: (f, v, c) => toggles(f, v, c, realBox),
  "drawn-boxes": (f, v, c) => toggles(f, v, c, drawnBox),
  chips: (f, v, c) => toggles(f, v, c, chip),
  tags, multi, dual, native: nativeSeveral,
};
export { choose };
