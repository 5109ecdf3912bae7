// The form of a record, in the place that this app gives it.

import { h, press, shown, style, told } from "./dom.js";
import { fieldOf } from "./fields.js";
import { store, tell } from "./store.js";
import { notice } from "./notice.js";

const NAME = { key: "name", label: "Name", kind: "text", options: [] };

/** A form of `record`, or of a new one; `into` is where a page is drawn, `done` what follows. */
export function openForm(record, { into, done, back }) {
  const isNew = !record.id;
  const own = style.saving === "own" && !isNew;
  const fields = [NAME, ...told.fields].map((f) => fieldOf(f, record[f.key], () => own && f.key !== "name" && soon(f)));
  const title = isNew ? `New ${told.noun}` : `Edit ${told.noun}`;
  const save = h("button", { type: style.saving === "form" ? "submit" : "button", class: "primary save", onclick: style.saving === "form" ? null : keep }, isNew && style.save === "Save" ? "Create" : style.save);
  const cancel = h("button", { type: "button", onclick: leave }, own ? "Close" : "Cancel");
  let shade = null;
  let parts = null;

  const due = new Map();
  /** Saves once nothing more is typed. */
  function soon(field) {
    clearTimeout(due.get(field));
    store.asked += due.has(field) ? 0 : 1;
    due.set(field, setTimeout(() => (due.delete(field), (store.asked -= 1), saveOne(field)), 300));
  }
  async function saveOne(field) {
    const control = fields.find((f) => f.field === field).control;
    await tell("POST", record.id, { [field.key]: control.get() });
    notice("Saved");
  }
  async function keep(event) {
    event?.preventDefault?.();
    const said = Object.fromEntries(fields.map((f) => [f.field.key, f.control.get()]));
    save.disabled = true;
    await tell("POST", isNew ? null : record.id, said);
    leave();
    notice(isNew ? `${title.slice(4, 5).toUpperCase()}${title.slice(5)} created` : "Changes saved");
    done();
  }
  function leave() {
    shade?.close?.();
    shade?.remove();
    back();
  }

  const buttons = h("div", { class: "bar" }, cancel, own ? null : save);
  const list = (some) => (style.label === "row" ? h("table", {}, h("tbody", {}, some.map((f) => f.el))) : style.label === "list" ? h("dl", {}, some.map((f) => f.el)) : h("div", {}, some.map((f) => f.el)));
  const tag = style.saving === "form" ? "form" : "div";
  const around = (...inner) => h(tag, { class: "form", onsubmit: style.saving === "form" ? keep : null }, ...inner);
  const head = h("h2", {}, title);
  const place = style.form;
  if (["wizard", "tabs", "sections"].includes(place)) {
    parts = divided(place, fields, list, buttons);
    into(around(style.saving === "sticky" && place !== "wizard" ? h("div", { class: "bar" }, head, buttons) : head, parts.el, style.saving === "sticky" && place !== "wizard" ? null : buttons));
  } else {
    const whole = style.saving === "sticky" ? around(h("div", { class: "bar" }, head, buttons), list(fields)) : around(head, list(fields), buttons);
    if (place === "page" || place === "below") into(whole);
    else {
      shade =
        place === "native-dialog" ? h("dialog", {}, whole)
        : place === "drawer" ? h("div", { class: "drawer" }, whole)
        : h("div", { class: "overlay" }, h("div", { class: "panel", role: place === "dialog" ? "dialog" : null, "aria-modal": place === "dialog" ? "true" : null, "aria-label": place === "dialog" ? title : null }, whole));
      document.body.append(shade);
      shade.showModal?.();
    }
  }

  return {
    isOpen: () => shown(shade ?? fields.find((f) => shown(f.el))?.el ?? null),
    toward(values) {
      for (const f of fields) {
        if (!(f.field.key in values)) continue;
        const next = f.control.toward(values[f.field.key]);
        if (next) return parts?.toward(f) ?? next;
      }
      return own ? null : (parts?.toward(null) ?? press(save));
    },
    leave: () => press(cancel),
    own,
  };
}

/** Fields in parts of which one is shown: steps, tabs, or sections that unfold. */
function divided(place, fields, list, buttons) {
  const half = Math.ceil(fields.length / 2);
  const groups = [fields.slice(0, half), fields.slice(half)];
  const names = ["General", "Details"];
  const panels = groups.map((g) => h("div", { class: "part", role: place === "tabs" ? "tabpanel" : null }, list(g)));
  if (place === "sections") {
    const folds = groups.map((g, n) => h("details", { open: n === 0 }, h("summary", {}, names[n]), panels[n]));
    return { el: h("div", {}, folds), toward: (f) => (f ? opened(f, groups, (n) => (folds[n].open ? null : press(folds[n].firstChild))) : null) };
  }
  let at = 0;
  const next = h("button", { type: "button", onclick: () => show(1) }, "Next");
  const prev = h("button", { type: "button", onclick: () => show(0) }, "Back");
  const tabs = names.map((name, n) => h(style.marks === "plain" ? "a" : "button", { type: "button", href: style.marks === "plain" ? "#" : null, role: style.marks === "plain" ? null : "tab", class: "tab", onclick: (e) => (e.preventDefault(), show(n)) }, name));
  function show(n) {
    at = n;
    panels.forEach((p, k) => (p.style.display = k === n ? "" : "none"));
    tabs.forEach((t, k) => t.setAttribute("aria-selected", String(k === n)));
    if (place === "wizard") {
      next.style.display = n === 0 ? "" : "none";
      prev.style.display = n === 0 ? "none" : "";
      buttons.style.display = n === 0 ? "none" : "";
    }
  }
  show(0);
  const bar = place === "tabs" ? h("div", { role: "tablist", class: "bar" }, tabs) : h("div", { class: "bar" }, prev, next);
  const el = place === "tabs" ? h("div", {}, bar, panels) : h("div", {}, panels, bar);
  const go = (n) => (at === n ? null : press(place === "tabs" ? tabs[n] : n ? next : prev));
  return { el, toward: (f) => (f ? opened(f, groups, go) : place === "wizard" ? go(1) : null) };
}

const opened = (field, groups, open) => open(groups[0].includes(field) ? 0 : 1);
