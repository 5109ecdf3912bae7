// Texts, long texts, numbers and times.

import { h, idOf, press, shown, style, type, keys, choose } from "./dom.js";
import { popup } from "./lists.js";

const plain = (el) => ({
  el, input: el, get: () => el.value, toward: (v) => (el.value === v ? null : type(el, v)),
});

function editable(field, value, change) {
  const el = h("div", { id: idOf(field.key), contenteditable: "true", role: style.marks === "named" ? "textbox" : null, class: "editor" }, value);
  el.addEventListener("input", () => change());
  return { el, input: el, group: true, get: () => el.textContent.trim(), toward: (v) => (el.textContent.trim() === v ? null : type(el, v)) };
}

/** A text that becomes a field where one presses it. */
function behind(field, value, change) {
  let now = value;
  const input = h("input", { type: "text", id: idOf(field.key), value: "", onblur: back });
  input.value = value;
  const face = h("span", { class: "shownbox pressable", onclick: open }, value || "Click to edit");
  const el = h("span", {}, face);
  function open() {
    input.value = now;
    el.replaceChildren(input);
    input.focus();
  }
  function back() {
    now = input.value;
    face.textContent = now || "Click to edit";
    el.replaceChildren(face);
    change();
  }
  return {
    el, input: null, group: true, get: () => (shown(input) ? input.value : now),
    toward: (v) => (shown(input) ? (input.value === v ? null : type(input, v)) : now === v ? null : press(face)),
  };
}

export const TEXT = {
  input: (field, value, change) =>
    plain(h("input", { type: "text", id: idOf(field.key, true), name: style.marks === "named" ? field.key : null, value: value ?? "", oninput: change })),
  textarea: (field, value, change) => plain(h("textarea", { id: idOf(field.key, true), rows: "1", oninput: change }, value ?? "")),
  editable,
  behind,
};

export const AREA = {
  textarea: (field, value, change) => plain(h("textarea", { id: idOf(field.key, true), name: style.marks === "named" ? field.key : null, rows: "3", cols: "40", oninput: change }, value ?? "")),
  editable,
  growing(field, value, change) {
    const el = h("textarea", { id: idOf(field.key, true), rows: "1", oninput: grow }, value ?? "");
    function grow() {
      el.rows = Math.min(8, 1 + Math.floor(el.value.length / 30));
      change();
    }
    return plain(el);
  },
};

function stepper(field, value, change) {
  let now = Number(value || 0);
  const face = h("span", { class: "amount" }, String(now));
  const less = h("button", { type: "button", class: "less", "aria-label": style.marks === "named" ? `Less ${field.label}` : null, onclick: () => set(now - 1) }, "−");
  const more = h("button", { type: "button", class: "more", "aria-label": style.marks === "named" ? `More ${field.label}` : null, onclick: () => set(now + 1) }, "+");
  function set(to) {
    now = Math.max(0, to);
    face.textContent = String(now);
    change();
  }
  return {
    el: h("span", { class: "stepper" }, less, face, more), input: null, group: true, get: () => String(now),
    toward: (v) => (String(now) === v ? null : press(now < Number(v) ? more : less)),
  };
}

export const NUMBER = {
  number: (field, value, change) => plain(h("input", { type: "number", id: idOf(field.key, true), name: style.marks === "named" ? field.key : null, value: value ?? "", oninput: change })),
  text: (field, value, change) => plain(h("input", { type: "text", inputmode: "decimal", id: idOf(field.key, true), value: value ?? "", oninput: change })),
  steps(field, value, change) {
    const input = h("input", { type: "text", id: idOf(field.key, true), value: value || "0", oninput: change });
    const by = (n) => () => {
      input.value = String(Math.max(0, Number(input.value) + n));
      change();
    };
    const el = h("span", {}, h("button", { type: "button", onclick: by(-1) }, "-"), input, h("button", { type: "button", onclick: by(1) }, "+"));
    return { ...plain(input), el };
  },
  stepper,
  range(field, value, change) {
    const input = h("input", { type: "range", min: "0", max: "40", id: idOf(field.key, true), value: value || "0", oninput: moved });
    const face = h("output", {}, value || "0");
    function moved() {
      face.textContent = input.value;
      change();
    }
    const by = (v) => Number(v) - Number(input.value);
    return {
      el: h("span", {}, input, face), input, get: () => input.value,
      toward: (v) => (input.value === v ? null : keys(input, by(v) > 0 ? "ArrowRight" : "ArrowLeft")),
    };
  },
};

const two = (n) => String(n).padStart(2, "0");
const HALVES = Array.from({ length: 24 }, (_, n) => `${two(7 + Math.floor(n / 2))}:${n % 2 ? "30" : "00"}`);

export const TIME = {
  native(field, value, change) {
    const el = h("input", { type: "time", id: idOf(field.key, true), value: value ?? "", oninput: change });
    return { el, input: el, get: () => el.value, toward: (v) => (el.value === v ? null : { do: "time", el, text: v }) };
  },
  text: (field, value, change) => plain(h("input", { type: "text", placeholder: "HH:MM", id: idOf(field.key, true), value: value ?? "", oninput: change })),
  slots(field, value, change) {
    let now = value;
    const slots = HALVES.map((s) => h("button", { type: "button", class: s === value ? "slot on" : "slot", onclick: () => pick(s) }, s));
    function pick(s) {
      now = s;
      slots.forEach((b) => (b.style.background = b.textContent === s ? "#2463c8" : ""));
      change();
    }
    return { el: h("div", { class: "slots" }, slots), input: null, group: true, get: () => now ?? "", toward: (v) => (now === v ? null : press(slots[HALVES.indexOf(v)])) };
  },
  parts(field, value, change) {
    const made = (options, chosen, name) =>
      h("select", { "aria-label": style.label === "aria" || style.marks === "named" ? `${field.label} ${name}` : null, onchange: change }, options.map((o) => h("option", { value: o, selected: o === chosen }, o)));
    const hour = made(Array.from({ length: 24 }, (_, n) => two(n)), value?.slice(0, 2), "hour");
    const minute = made(["00", "15", "30", "45"], value?.slice(3), "minute");
    return {
      el: h("span", {}, hour, " : ", minute), input: null, group: true, get: () => `${hour.value}:${minute.value}`,
      toward: (v) => (hour.value !== v.slice(0, 2) ? choose(hour, v.slice(0, 2)) : minute.value !== v.slice(3) ? choose(minute, v.slice(3)) : null),
    };
  },
  clock(field, value, change) {
    const input = h("input", { type: "text", readonly: true, id: idOf(field.key, true), value: value ?? "" });
    const list = popup(input, () =>
      HALVES.map((s) => h("div", { class: "entry pressable", onclick: () => ((input.value = s), list.close(), change()) }, s)));
    return {
      el: list.el, input, get: () => input.value,
      toward: (v) => (input.value === v ? null : list.isOpen() ? press(list.entry(v)) : press(input)),
    };
  },
};
