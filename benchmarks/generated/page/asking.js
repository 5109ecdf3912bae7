// What is asked before something is removed.

import { clear, h, press, shown, style, type } from "./dom.js";
import { popup } from "./lists.js";

let open = null;

/** Asks, in this app's way, and does `what` where the answer is yes. */
export function ask(name, noun, button, what) {
  // What is asked of a menu's entry is not asked there: the menu is gone.
  const how = style.ask === "twice" && button.tagName !== "BUTTON" ? "dialog" : style.ask;
  const words = `Delete ${noun} “${name}”?`;
  if (how === "none") return what();
  if (how === "confirm") return void (window.confirm(`Do you want to delete ${name}?`) && what());
  if (how === "twice") {
    if (button.dataset.sure) return what();
    button.dataset.sure = "1";
    button.textContent = "Really delete?";
    setTimeout(() => { delete button.dataset.sure; button.textContent = "Delete"; }, 8000);
    open = { toward: () => (shown(button) && button.dataset.sure ? press(button) : null) };
    return undefined;
  }
  const yes = h("button", { type: "button", class: "danger", onclick: go }, how === "popover" ? "Yes" : "Delete");
  const no = h("button", { type: "button", onclick: close }, how === "popover" ? "No" : "Cancel");
  const field = h("input", { type: "text", "aria-label": style.marks === "named" ? "Name" : null, oninput: () => (yes.disabled = field.value !== name) });
  const said = how === "type" ? [h("p", {}, "Type ", h("b", {}, name), " to confirm."), field] : [h("p", {}, "This cannot be undone.")];
  yes.disabled = how === "type";
  const body = [h("h3", {}, words), ...said, h("div", { class: "bar" }, no, yes)];
  let shade = null;
  if (how === "native-dialog") {
    shade = h("dialog", {}, ...body);
    document.body.append(shade);
    shade.showModal();
  } else if (how === "popover") {
    shade = h("div", { class: "popup", role: "tooltip" }, h("span", {}, "Are you sure? "), yes, no);
    const at = button.getBoundingClientRect();
    shade.style.cssText += `;left:${Math.max(4, at.left - 80)}px;top:${at.bottom + scrollY + 3}px`;
    document.body.append(shade);
  } else {
    shade = h("div", { class: "overlay" }, h("div", { class: "panel", role: how === "drawn" ? null : "alertdialog", "aria-modal": how === "drawn" ? null : "true", "aria-label": how === "drawn" ? null : "Please confirm" }, ...body));
    document.body.append(shade);
  }
  open = { toward: () => (!shown(shade) ? null : how === "type" && field.value !== name ? type(field, name) : press(yes)) };
  function close() {
    shade.remove();
    open = null;
  }
  function go() {
    close();
    what();
  }
  return undefined;
}

/** What a person does about the open question; null where there is none. */
export const answered = () => {
  const next = open?.toward() ?? null;
  if (!next) open = null;
  return next;
};
export { clear, popup };
