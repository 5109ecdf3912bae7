// The list of records: search, pages, commands for what is ticked.

import { clear, h, keys, press, shown, style, told, type, wait } from "./dom.js";
import { popup } from "./lists.js";
import { HEADINGS, rowOf } from "./rows.js";
import { store, tell } from "./store.js";
import { notice } from "./notice.js";

const SIZE = 5;
/** The state that the command above the list gives. */
const GIVEN = told.state.options[2];

export function listing({ open, add }) {
  const at = { page: 0, more: 1, query: "", columns: {} };
  const ticked = new Set();
  let rows = [];
  const body = h("div", { class: "listing" });
  const pager = h("div", { class: "bar pager" });
  const bar = h("div", { class: "bar commands" });
  const list = { open, refresh, ticked, tick };
  const input = h("input", { type: style.search === "icon" ? "text" : "search", placeholder: `Search ${told.nouns}`, "aria-label": style.marks === "named" ? "Search" : null });
  const search = searching();
  const adder = h(style.address === "none" ? "button" : "a", { type: "button", href: style.address === "none" ? null : "#", class: "primary", "aria-label": style.add === "+" ? `New ${told.noun}` : null, onclick: (e) => (e.preventDefault(), add()) }, style.add === "New" ? `New ${told.noun}` : style.add);
  const el = h("div", {}, h("div", { class: "bar" }, h("h1", {}, cap(told.nouns)), adder, search?.el), bar, body, pager);
  let allTicked = false;

  function cap(text) {
    return text[0].toUpperCase() + text.slice(1);
  }
  function searching() {
    if (style.search === "none" || style.search === "columns") return null;
    const go = () => ((at.query = input.value), (at.page = 0), refresh());
    const wrap = h("span", {});
    if (style.search === "live") input.addEventListener("input", go);
    else input.addEventListener("keydown", (e) => e.key === "Enter" && (e.preventDefault(), go()));
    const button = style.search === "button" ? h("button", { type: "button", onclick: go }, "Search") : null;
    const glass = style.search === "icon" ? h("button", { type: "button", "aria-label": "Search", onclick: () => (wrap.replaceChildren(input), input.focus()) }, "🔍") : null;
    wrap.append(...(glass ? [glass] : [input, button].filter(Boolean)));
    return {
      el: wrap,
      toward(text) {
        if (glass && !shown(input)) return press(glass);
        if (input.value !== text) return type(input, text);
        if (at.query === text) return null;
        return button ? press(button) : keys(input, "Enter");
      },
    };
  }
  function tick(record, on) {
    if (on) ticked.add(record.id);
    else ticked.delete(record.id);
    commands();
  }
  const give = async () => {
    for (const id of ticked) await tell("POST", id, { [told.state.key]: GIVEN });
    ticked.clear();
    notice("Done");
    refresh();
  };
  let command = null;
  function commands() {
    clear(bar);
    const words = `Mark as ${GIVEN.toLowerCase()}`;
    if (style.bar === "menu") {
      const face = h("button", { type: "button", disabled: !ticked.size, "aria-haspopup": "menu" }, "Actions");
      const menu = popup(face, () => [h("div", { role: "menuitem", class: "entry pressable", onclick: () => (menu.close(), give()) }, words), h("div", { role: "menuitem", class: "entry" }, "Print")], { role: "menu" });
      bar.append(menu.el);
      command = () => (menu.isOpen() ? press(menu.panel.firstChild) : press(face));
    } else {
      const button = h("button", { type: "button", disabled: !ticked.size, onclick: give }, words);
      if (style.bar === "always" || ticked.size) bar.append(button, h("span", {}, ticked.size ? ` ${ticked.size} selected` : ""));
      command = () => (button.isConnected ? press(button) : wait());
    }
  }

  const matching = () => store.rows.filter((r) => {
    const all = Object.values(r).join(" ").toLowerCase();
    return all.includes(at.query.toLowerCase()) && (r.name.toLowerCase().includes((at.columns.name ?? "").toLowerCase()));
  });
  function refresh() {
    const found = matching();
    const paged = style.list !== "columns" && style.paging !== "none";
    const grows = style.paging === "more" || style.paging === "scroll";
    const now = !paged ? found : grows ? found.slice(0, SIZE * at.more) : found.slice(SIZE * at.page, SIZE * (at.page + 1));
    rows = now.map((record) => rowOf(record, list));
    clear(body);
    body.append(drawn());
    if (!rows.length) body.append(h("p", {}, "Nothing found"));
    pages(paged, grows, found.length);
    commands();
  }
  const cellsOf = (r) => [r.name, ...r.cells, r.state, r.actions].filter((c) => c !== null);

  function drawn() {
    const how = style.list;
    const made = (tag, cls, r, ...inner) => {
      const el = h(tag, { class: cls, ...(style.marks === "testids" ? { "data-testid": `row-${r.record.id}` } : {}) }, ...inner);
      r.bind(el);
      return el;
    };
    const press2 = (r, el) => {
      if (style.ticks === "press" && !["row", "expand"].includes(style.open))
        el.addEventListener("click", (e) => {
          if (e.target.closest("button,a,select,input,.badge,.popup")) return;
          tick(r.record, !ticked.has(r.record.id));
          turned(el, ticked.has(r.record.id));
        });
      return el;
    };
    if (how === "table" || how === "split") {
      const head = [r => r];
      const filter = style.search === "columns" ? h("tr", {}, rows[0]?.tick ? h("td") : null, HEADINGS.map((t, n) => h("td", {}, n === 0 ? columnFilter() : ""))) : null;
      return h("table", { class: "records" }, h("thead", {}, h("tr", {}, style.ticks === "press" ? null : h("th", {}), HEADINGS.map((t) => h("th", {}, t)), head && rows[0]?.actions ? h("th", {}) : null), filter),
        h("tbody", {}, rows.flatMap((r) => [press2(r, made("tr", "record", r, r.tick ? h("td", {}, r.tick) : null, cellsOf(r).map((c) => h("td", {}, c)))), r.detail ? h("tr", {}, h("td", { colspan: "9" }, r.detail)) : null])));
    }
    const column = style.search === "columns" ? h("div", {}, "Name ", columnFilter()) : null;
    if (how === "grid" || how === "tree")
      return h("div", { role: how === "grid" ? "grid" : "treegrid" }, column, how === "grid" ? h("div", { role: "row", class: "line" }, HEADINGS.map((t) => h("span", { role: "columnheader" }, t))) : null,
        rows.map((r) => h("div", {}, press2(r, made("div", "line", r, h("span", { role: how === "grid" ? "gridcell" : "cell" }, r.tick ?? ""), cellsOf(r).map((c) => h("span", { role: how === "grid" ? "gridcell" : "cell" }, c)))), r.detail)).map((d) => (d.firstChild.setAttribute("role", "row"), d)));
    if (how === "cards")
      return h("div", {}, column, h("div", { class: "cards" }, rows.map((r) => press2(r, made("article", "card", r, r.tick, h("h3", {}, r.name), r.cells.map((c) => h("p", {}, c)), r.state, r.actions, r.detail)))));
    if (how === "items")
      return h("div", {}, column, h("ul", { style: "list-style:none;padding:0" }, rows.map((r) => press2(r, made("li", "line", r, r.tick, cellsOf(r), r.detail)))));
    if (how === "columns") {
      const names = [...told.state.options, ""];
      return h("div", {}, column, h("div", { class: "columns" }, names.filter((s) => s || rows.some((r) => !r.record[told.state.key])).map((s) => {
        const lane = h("section", { class: "lane", style: "min-width:170px;min-height:120px" }, h("h3", {}, s || "None"), rows.filter((r) => (r.record[told.state.key] || "") === s).map((r) => dragged(r, press2(r, made("div", "card", r, r.tick, r.name, r.cells.map((c) => h("p", {}, c)), style.quick === "drag" ? null : r.state, r.actions, r.detail)))));
        lane.addEventListener("dragover", (e) => e.preventDefault());
        lane.addEventListener("drop", async (e) => {
          e.preventDefault();
          await tell("POST", Number(e.dataTransfer.getData("text/plain")), { [told.state.key]: s });
          refresh();
        });
        lane.dataset.lane = "";
        lanes.set(s, lane);
        return lane;
      })));
    }
    return h("div", { class: "rows" }, column, rows.map((r) => press2(r, made("div", "line", r, r.tick, cellsOf(r), r.detail))));
  }
  const lanes = new Map();
  function dragged(r, el) {
    if (style.quick === "drag") {
      el.draggable = true;
      el.addEventListener("dragstart", (e) => e.dataTransfer.setData("text/plain", String(r.record.id)));
    }
    return el;
  }
  const turned = (el, on) => (el.style.background = on ? "#2463c844" : "");
  let filterInput = null;
  function columnFilter() {
    filterInput ??= h("input", { type: "text", placeholder: "Filter", "aria-label": style.marks === "named" ? "Filter Name" : null, oninput: () => { at.columns.name = filterInput.value; at.page = 0; const had = document.activeElement === filterInput; refresh(); if (had) filterInput.focus(); } });
    return filterInput;
  }

  let turner = () => null;
  function pages(paged, grows, count) {
    clear(pager);
    turner = () => null;
    if (!paged) return;
    const last = Math.ceil(count / SIZE) - 1;
    const go = (n) => ((at.page = n), refresh());
    if (grows) {
      if (SIZE * at.more >= count) return;
      const more = () => ((at.more += 1), refresh());
      if (style.paging === "more") {
        const button = h("button", { type: "button", onclick: more }, "Load more");
        pager.append(button);
        turner = () => press(button);
      } else {
        const end = h("div", { style: "height:40px;margin-top:500px" }, "…");
        pager.append(end);
        new IntersectionObserver((seen, all) => seen[0].isIntersecting && (all.disconnect(), more())).observe(end);
        turner = () => ({ do: "wheel", el: body, text: "400" });
      }
      return;
    }
    if (style.paging === "numbers") {
      const numbers = Array.from({ length: last + 1 }, (_, n) => h("button", { type: "button", "aria-current": n === at.page ? "page" : null, onclick: () => go(n) }, String(n + 1)));
      pager.append(...numbers);
      turner = () => (at.page < last ? press(numbers[at.page + 1]) : null);
    } else {
      const next = h("button", { type: "button", disabled: at.page >= last, onclick: () => go(at.page + 1) }, "Next");
      pager.append(h("button", { type: "button", disabled: at.page === 0, onclick: () => go(at.page - 1) }, "Previous"), h("span", {}, `Page ${at.page + 1} of ${last + 1}`), next);
      turner = () => (at.page < last ? press(next) : null);
    }
  }

  /** The row of a name, or what brings it up. */
  /** Whoever presses a row to choose it keeps off what stands in its middle for another purpose. */
  function besideControls(row) {
    row.el.scrollIntoView({ block: "nearest" });
    const { x, y, width, height } = row.el.getBoundingClientRect();
    const hit = document.elementFromPoint(x + width / 2, y + height / 2);
    return hit?.closest("button,a,select,input,.badge,.popup") ? row.el.querySelector(".name,p,td,.state") ?? row.el : row.el;
  }
  function toward(name, then) {
    const row = rows.find((r) => r.record.name === name);
    if (row && shown(row.el)) return then(row);
    if (search) return search.toward(name) ?? wait();
    if (style.search === "columns") return filterInput.value === name ? wait() : type(filterInput, name);
    return turner() ?? wait();
  }
  return {
    el, refresh, toward, ticked,
    toAdd: () => press(adder),
    toCommand: () => command(),
    toTick: (row) => (ticked.has(row.record.id) ? null : style.ticks === "press" ? (["row", "expand"].includes(style.open) ? null : press(besideControls(row))) : row.toTick()),
    canTick: style.ticks !== "press" || !["row", "expand"].includes(style.open),
    toDrag: (row, to) => ({ do: "drag", el: row.el, onto: lanes.get(to) }),
    allTicked,
  };
}
