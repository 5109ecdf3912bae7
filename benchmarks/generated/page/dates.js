// Days: typed, picked in calendars, put together from parts.

import { choose, h, idOf, press, style, type, closesOutside } from "./dom.js";

const MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];
const two = (n) => String(n).padStart(2, "0");
const parts = (iso) => (iso || "2026-11-15").split("-").map(Number);
const us = (iso) => (iso ? `${iso.slice(5, 7)}/${iso.slice(8)}/${iso.slice(0, 4)}` : "");
const dotted = (iso) => (iso ? `${Number(iso.slice(8))} ${MONTHS[Number(iso.slice(5, 7)) - 1].slice(0, 3)} ${iso.slice(0, 4)}` : "");
const fromUs = (t) => (/^\d\d\/\d\d\/\d{4}$/.test(t) ? `${t.slice(6)}-${t.slice(0, 2)}-${t.slice(3, 5)}` : "");

const typed = (field, value, change, out, back, hint) => {
  const el = h("input", { type: "text", placeholder: hint, id: idOf(field.key, true), value: out(value), oninput: change });
  return { el, input: el, get: () => back(el.value), toward: (v) => (el.value === out(v) ? null : type(el, out(v))) };
};

/** The days of a month with what turns them; `years` has lists for month and year in place of arrows. */
function month(value, picked, years = false) {
  let [year, at] = parts(value);
  let now = value ?? "";
  const head = h("div", { class: "bar" });
  const grid = h("div", { class: "days" });
  const el = h("div", { class: "calendar" }, head, grid);
  const turnTo = (y, m) => {
    year = m < 1 ? y - 1 : m > 12 ? y + 1 : y;
    at = m < 1 ? 12 : m > 12 ? 1 : m;
    draw();
  };
  const back = h("button", { type: "button", "aria-label": style.marks === "plain" ? null : "Previous month", onclick: () => turnTo(year, at - 1) }, "‹");
  const on = h("button", { type: "button", "aria-label": style.marks === "plain" ? null : "Next month", onclick: () => turnTo(year, at + 1) }, "›");
  const monthList = h("select", { "aria-label": "Month", onchange: () => turnTo(year, monthList.selectedIndex + 1) }, MONTHS.map((m) => h("option", {}, m)));
  const yearList = h("select", { "aria-label": "Year", onchange: () => turnTo(Number(yearList.value), at) }, Array.from({ length: 12 }, (_, n) => h("option", {}, String(2020 + n))));
  head.append(...(years ? [monthList, yearList] : [back, h("span", {}), on]));
  function draw() {
    if (years) {
      monthList.selectedIndex = at - 1;
      yearList.value = String(year);
    } else head.children[1].textContent = `${MONTHS[at - 1]} ${year}`;
    const lead = (new Date(year, at - 1, 1).getDay() + 6) % 7;
    const days = new Date(year, at, 0).getDate();
    grid.replaceChildren(
      ...["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"].map((d) => h("span", {}, d)),
      ...Array.from({ length: lead }, () => h("span", {})),
      ...Array.from({ length: days }, (_, n) => {
        const iso = `${year}-${two(at)}-${two(n + 1)}`;
        return h(style.marks === "plain" ? "span" : "button", { type: "button", class: iso === now ? "day pressable on" : "day pressable", "aria-label": style.marks === "named" ? `${MONTHS[at - 1]} ${n + 1}, ${year}` : null, onclick: () => ((now = iso), draw(), picked(iso)) }, String(n + 1));
      }),
    );
  }
  draw();
  return {
    el,
    toward(v) {
      const [y, m, d] = parts(v);
      if (years && at !== m) return choose(monthList, MONTHS[m - 1]);
      if (years && year !== y) return choose(yearList, String(y));
      if (year * 12 + at !== y * 12 + m) return press(year * 12 + at < y * 12 + m ? on : back);
      return press([...grid.children].filter((c) => /^\d+$/.test(c.textContent))[d - 1]);
    },
  };
}

function calendar(field, value, change, years = false) {
  let now = value ?? "";
  const input = h("input", { type: "text", readonly: true, placeholder: "Pick a date", id: idOf(field.key, true), value: dotted(now) });
  const el = h("span", { class: "anchor" }, input);
  const opener = style.marks === "named" ? h("button", { type: "button", "aria-label": "Open calendar" }, "📅") : null;
  if (opener) el.append(opener);
  let open = null;
  const close = () => {
    open?.el.parentElement?.remove();
    open = null;
  };
  const show = () => {
    if (open) return;
    open = month(now, (iso) => {
      now = iso;
      input.value = dotted(iso);
      close();
      change();
    }, years);
    const panel = h("div", { class: "popup", role: style.marks === "named" ? "dialog" : null, "aria-label": style.marks === "named" ? "Choose date" : null, style: "max-height:none" }, open.el);
    el.append(panel);
  };
  (opener ?? input).addEventListener("click", show);
  closesOutside(el, close);
  return { el, input, get: () => now, toward: (v) => (now === v ? null : open ? open.toward(v) : press(opener ?? input)) };
}

export const DATE = {
  native(field, value, change) {
    const el = h("input", { type: "date", id: idOf(field.key, true), name: style.marks === "named" ? field.key : null, value: value ?? "", oninput: change });
    return { el, input: el, get: () => el.value, toward: (v) => (el.value === v ? null : { do: "date", el, text: v }) };
  },
  text: (f, v, c) => typed(f, v, c, (iso) => iso ?? "", (t) => t, "YYYY-MM-DD"),
  "text-us": (f, v, c) => typed(f, v, c, us, fromUs, "MM/DD/YYYY"),
  calendar,
  years: (f, v, c) => calendar(f, v, c, true),
  inline(field, value, change) {
    let now = value ?? "";
    const grid = month(now, (iso) => ((now = iso), change()));
    return { el: grid.el, input: null, group: true, get: () => now, toward: (v) => (now === v ? null : grid.toward(v)) };
  },
  pickers(field, value, change) {
    const [y, m, d] = parts(value);
    const list = (name, options, chosen) => h("select", { "aria-label": style.marks === "plain" ? null : name, onchange: change }, options.map((o) => h("option", { selected: o === chosen }, o)));
    const day = list("Day", Array.from({ length: 31 }, (_, n) => String(n + 1)), String(d));
    const mon = list("Month", MONTHS, MONTHS[m - 1]);
    const year = list("Year", Array.from({ length: 12 }, (_, n) => String(2020 + n)), String(y));
    return {
      el: h("span", {}, day, mon, year), input: null, group: true, get: () => `${year.value}-${two(mon.selectedIndex + 1)}-${two(day.value)}`,
      toward(v) {
        const [yy, mm, dd] = parts(v);
        if (Number(day.value) !== dd) return choose(day, String(dd));
        if (mon.selectedIndex + 1 !== mm) return choose(mon, MONTHS[mm - 1]);
        return Number(year.value) === yy ? null : choose(year, String(yy));
      },
    };
  },
  parts(field, value, change) {
    const [y, m, d] = value ? value.split("-") : ["", "", ""];
    const box = (hint, text, size) => h("input", { type: "text", placeholder: hint, size, "aria-label": style.marks === "plain" ? null : { DD: "Day", MM: "Month", YYYY: "Year" }[hint], value: text, oninput: change });
    const [day, mon, year] = [box("DD", d, "2"), box("MM", m, "2"), box("YYYY", y, "4")];
    return {
      el: h("span", {}, day, " . ", mon, " . ", year), input: null, group: true, get: () => `${year.value}-${mon.value}-${day.value}`,
      toward(v) {
        const [yy, mm, dd] = v.split("-");
        for (const [el, t] of [[day, dd], [mon, mm], [year, yy]]) if (el.value !== t) return type(el, t);
        return null;
      },
    };
  },
};
