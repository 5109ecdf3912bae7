// <star-rating name value>: one to five stars, a form field of its own with an open shadow root.

class StarRating extends HTMLElement {
  static formAssociated = true;
  #internals = this.attachInternals();

  connectedCallback() {
    const root = this.attachShadow({ mode: "open" });
    root.innerHTML = `<style>
      :host { display: inline-flex; gap: 2px; }
      button { all: unset; padding: 0 3px; font-size: 1.55rem; line-height: 1.2; cursor: pointer; color: #b9c1cd; }
      button[data-lit] { color: #d98a0b; }
      button:focus-visible { outline: 2px solid #0b6e63; border-radius: 4px; }
    </style>`;
    for (let stars = 1; stars <= 5; stars++) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = "★";
      button.setAttribute("aria-label", stars === 1 ? "1 star" : `${stars} stars`);
      // The same star once more takes the rating back.
      button.addEventListener("click", () => this.#rate(this.value === stars ? 0 : stars));
      root.append(button);
    }
    this.#rate(Number(this.getAttribute("value") ?? 0));
  }

  get value() {
    return this.#stars;
  }

  #stars = 0;

  #rate(stars) {
    this.#stars = stars;
    this.#internals.setFormValue(String(stars));
    this.shadowRoot.querySelectorAll("button").forEach((button, index) => {
      button.toggleAttribute("data-lit", index < stars);
      button.setAttribute("aria-pressed", String(index + 1 === stars));
    });
  }
}

customElements.define("star-rating", StarRating);
