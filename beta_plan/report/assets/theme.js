/** Light or dark: as the system says, or as the reader has chosen, which the browser remembers where it may. */

import { button } from "./dom.js";

const KEY = "beta-plan-theme";

/** Returns the button that changes between light and dark. */
export function themeButton() {
  const root = document.documentElement;
  const isDark = () => (root.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
  const toggle = button("", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    remember(root.dataset.theme);
    label();
  }, { class: "theme" });
  const label = () => (toggle.textContent = isDark() ? "Light" : "Dark");
  const kept = remembered();
  if (kept) root.dataset.theme = kept;
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", label);
  label();
  return toggle;
}

function remembered() {
  try {
    const kept = localStorage.getItem(KEY);
    return ["light", "dark"].includes(kept) ? kept : null;
  } catch {
    return null; // a page from disk may have no storage
  }
}

function remember(theme) {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // then it is for this visit only
  }
}
