// A field with its label, as this app's kit puts them together.

import { h, idOf, style } from "./dom.js";
import { AREA, NUMBER, TEXT, TIME } from "./texts.js";
import { MANY } from "./lists.js";
import { CHOICE, RATING, SEVERAL, YESNO } from "./choices.js";
import { DATE } from "./dates.js";

const KINDS = { text: TEXT, area: AREA, number: NUMBER, time: TIME, date: DATE, choice: CHOICE, many: MANY, several: SEVERAL, yesno: YESNO, rating: RATING };

const HINTED = "As agreed with the team";

export function fieldOf(field, value, change) {
  const control = KINDS[field.kind][style[field.kind]](field, value, change);
  return { field, control, el: line(field, control) };
}

function line(field, control) {
  const how = style.label;
  const text = how === "starred" && field.kind !== "yesno" ? `${field.label} *` : field.label;
  const input = control.input;
  if (control.beside && (style.yesno === "card" || how === "beside")) {
    const words = h(input && how !== "above" ? "label" : "span", { for: input?.id || null }, ` ${field.label}`);
    return h("div", { class: style.yesno === "card" ? "field card" : "field" }, control.el, words);
  }
  if (how === "wrap" && !control.group) return h("label", { class: "field", style: "display:block" }, h("span", {}, text, " "), control.el);
  if (how === "legend" || (control.group && how !== "above" && how !== "row" && how !== "list" && how !== "aria"))
    return h("fieldset", { class: "field" }, h("legend", {}, text), control.el);
  if (how === "aria") {
    const named = input ?? control.el;
    named.setAttribute("aria-label", field.label);
    if (!input && !named.getAttribute("role")) named.setAttribute("role", "group");
    if (input?.isContentEditable && !input.getAttribute("role")) input.setAttribute("role", "textbox");
    return h("div", { class: "field" }, h("span", { "aria-hidden": "true" }, text, " "), control.el);
  }
  if (how === "row") return h("tr", { class: "field" }, h("td", {}, `${text}:`), h("td", {}, control.el));
  if (how === "list") return h("div", { class: "field" }, h("dt", {}, text), h("dd", {}, control.el));
  if (how === "above") return h("div", { class: "field" }, h("div", { class: "caption" }, text), control.el);
  const label = h("label", { for: input?.id || null, id: idOf(`label-${field.key}`) }, text);
  if (how === "float") return h("div", { class: "field" }, control.el, label);
  if (how === "hinted") return h("div", { class: "field" }, label, h("br"), control.el, h("small", { class: "hint" }, ` ${HINTED}`));
  return h("div", { class: "field" }, label, " ", control.el);
}
