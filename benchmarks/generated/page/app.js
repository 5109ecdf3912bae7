// The app: its list, a record's page, its forms; and what a person does next in it.

import { h, idOf, later, press, shown, style, told, type, wait } from "./dom.js";
import { answered, ask } from "./asking.js";
import { openForm } from "./form.js";
import { listing } from "./listing.js";
import { load, store, tell } from "./store.js";
import { notice } from "./notice.js";

document.body.dataset.look = style.look;
const main = h("main", {});
const side = style.extras === "sidebar" ? h("nav", { class: "side" }, ["Overview", told.nouns[0].toUpperCase() + told.nouns.slice(1), "Reports", "Settings"].map((t) => h("p", {}, h("a", { href: "#", onclick: (e) => (e.preventDefault(), toList()) }, t)))) : null;
document.body.append(side ? h("div", { class: "columns" }, side, main) : main);

let form = null;
let view = null;
const list = listing({ open: (record) => toRecord(record), add: () => toForm({}) });

function address(path) {
  if (style.address === "hash") location.hash = path;
  else if (style.address === "history") history.pushState({}, "", path);
}
function draw(...what) {
  const crumbs = style.extras === "breadcrumb" ? h("p", { class: "crumbs" }, h("a", { href: "#", onclick: (e) => (e.preventDefault(), toList()) }, "Home"), " / ", told.nouns) : null;
  main.replaceChildren(...[crumbs, summary(), ...what].filter(Boolean));
}
const summary = () => (style.extras === "summary" ? h("p", { class: "summary" }, `${store.rows.length} ${told.nouns} in all`) : null);

function toList() {
  form = null;
  view = null;
  address(`/${told.nouns}`);
  draw(list.el);
  list.refresh();
}
const below = h("div", { class: "beside" });
function toForm(record) {
  const split = style.list === "split" || style.form === "below";
  address(`/${told.nouns}/${record.id ?? "new"}/edit`);
  form = openForm(record, {
    into: (el) => {
      if (!split) return draw(el);
      draw(list.el, below);
      below.replaceChildren(el);
      return undefined;
    },
    done: () => toList(),
    back: () => {
      form = null;
      below.replaceChildren();
      if (view) toRecord(store.rows.find((r) => r.id === record.id) ?? record);
      else toList();
    },
  });
}

/** A record's page, with what can be done with it. */
function toRecord(record) {
  if (style.detail === "form" && !["note", "remove"].includes(told.deed)) return toForm(record);
  address(`/${told.nouns}/${record.id}`);
  const edit = h("button", { type: "button", onclick: () => toForm(record) }, "Edit");
  const remove = h("button", { type: "button", class: "danger", onclick: (e) => ask(record.name, told.noun, e.currentTarget, async () => {
    await tell("DELETE", record.id, {});
    notice(`${record.name} deleted`);
    toList();
  }) }, "Delete");
  const notes = notesOf(record);
  const facts = h("dl", {}, told.fields.flatMap((f) => [h("dt", {}, f.label), h("dd", {}, String(record[f.key] ?? "–"))]));
  const back = h("button", { type: "button", onclick: toList }, "Back");
  view = { record, edit, remove, notes };
  draw(h("h1", {}, record.name), h("div", { class: "bar" }, back, edit, remove), facts, notes.el);
  return undefined;
}

function notesOf(record) {
  const area = h("textarea", { id: idOf("note", true), rows: "3", "aria-label": style.label === "aria" ? "Note" : null, placeholder: style.label === "placeholder" ? "Write a note" : null });
  const save = h("button", { type: "button", onclick: async () => {
    await tell("POST", record.id, { notes: area.value });
    notice("Note added");
    toRecord(store.rows.find((r) => r.id === record.id));
  } }, "Add note");
  const box = h("div", {}, h("label", { for: area.id }, "Note"), h("br"), area, h("br"), save);
  const more = h("button", { type: "button", onclick: () => more.replaceWith(box) }, "Write a note");
  const el = h("section", {}, h("h3", {}, "Notes"), record.notes ? h("p", {}, record.notes) : null, style.notes === "behind" ? more : box);
  return { el, toward: (text) => (!shown(area) ? press(more) : area.value !== text ? type(area, text) : press(save)) };
}

let wanted = null;
let begun = 0;

/** What a person does next for this work; `done` where nothing is left. */
async function person(work) {
  if (!wanted) begun = store.saved;
  wanted = work;
  await later(30);
  if (store.asked !== store.saved) return wait();
  const question = answered();
  if (question) return question;
  const kept = store.saved > begun;
  if (form) {
    const next = form.toward(work.values);
    if (next) return next;
    return form.leave();
  }
  if (kept) return { do: "done" };
  const row = (then) => list.toward(work.record, then);
  if (work.deed === "add") return list.toAdd();
  if (work.deed === "state") {
    const to = Object.values(work.values)[0];
    return row((r) => (style.quick === "drag" && style.list === "columns" ? list.toDrag(r, to) : r.toState(to)));
  }
  if (work.deed === "tick" && list.canTick) return row((r) => list.toTick(r) ?? list.toCommand());
  if (view) {
    if (work.deed === "note") return view.notes.toward(work.values.notes);
    return press(work.deed === "remove" ? view.remove : view.edit);
  }
  if (work.deed === "remove") return row((r) => r.toRemove() ?? r.toOpen());
  return row((r) => r.toOpen());
}

await load();
const from = (location.hash.slice(1) || location.pathname).match(/\/(\d+)/)?.[1];
const record = store.rows.find((r) => String(r.id) === from);
if (record) toRecord(record);
else toList();
document.title = told.nouns;
window.__person = person;
