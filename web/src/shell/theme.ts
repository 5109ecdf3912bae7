// Light or dark: as the system says, until somebody chooses.

const KEY = "handrail.theme";
const system = () => window.matchMedia("(prefers-color-scheme: dark)");

export type Theme = "light" | "dark";

export function theme(): Theme {
  const chosen = localStorage.getItem(KEY);
  if (chosen === "light" || chosen === "dark") return chosen;
  return system().matches ? "dark" : "light";
}

export function applyTheme(): void {
  document.documentElement.dataset.theme = theme();
}

export function followSystem(listener: () => void): () => void {
  const query = system();
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}

export function chooseTheme(next: Theme): void {
  if (next === (system().matches ? "dark" : "light")) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, next);
  applyTheme();
}
