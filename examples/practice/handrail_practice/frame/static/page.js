// What every page does by script: toasts, dialogs, questions before a form is sent, late content.

const TOAST_LIFE = 4000;
const LATE_BY = 300;

const one = (hook) => document.querySelector(hook);
const all = (hook) => document.querySelectorAll(hook);

function showToast(message) {
  const toast = one('[data-hook="toast"]').content.firstElementChild.cloneNode(true);
  toast.textContent = message;
  one('[data-hook="toasts"]').append(toast);
  setTimeout(() => toast.remove(), TOAST_LIFE);
}

const message = one('[data-hook="toasts"]').dataset.message;
if (message) showToast(message);

for (const opener of all('[data-hook="open-dialog"]')) {
  const dialog = document.getElementById(opener.getAttribute("aria-controls"));
  opener.addEventListener("click", () => dialog.showModal());
}

for (const closer of all('[data-hook="close-dialog"]')) {
  closer.addEventListener("click", () => closer.closest("dialog").close());
}

for (const form of all('[data-hook="ask-first"]')) {
  form.addEventListener("submit", (event) => {
    if (!confirm(form.dataset.question)) event.preventDefault();
  });
}

for (const place of all('[data-hook="late"]')) {
  setTimeout(async () => {
    const answer = await fetch(place.dataset.address);
    place.innerHTML = answer.ok ? await answer.text() : "<p>This could not be loaded.</p>";
    place.removeAttribute("aria-busy");
  }, LATE_BY);
}

for (const button of all('[data-hook="dismiss-banner"]')) {
  button.addEventListener("click", () => one('[data-hook="cookie-banner"]').remove());
}

one('[data-hook="whats-new"]')?.showModal();

for (const button of all('[data-hook="next-part"]')) {
  button.addEventListener("click", () => {
    const shown = button.closest("[data-part]");
    shown.hidden = true;
    shown.nextElementSibling.hidden = false;
  });
}
