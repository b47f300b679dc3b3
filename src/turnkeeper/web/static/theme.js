// Light or dark: as the system says, unless somebody has chosen here. Runs before the page is drawn.
(() => {
  "use strict";
  const KEPT = "turnkeeper-theme";
  const page = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)");

  const kept = () => {
    try {
      return localStorage.getItem(KEPT);
    } catch {
      return null;
    }
  };
  const shown = () => page.dataset.theme || (system.matches ? "dark" : "light");
  const other = () => (shown() === "dark" ? "light" : "dark");

  const chosen = kept();
  if (chosen === "light" || chosen === "dark") page.dataset.theme = chosen;

  const label = (button) => {
    button.hidden = false;
    button.textContent = other() === "dark" ? "Candle-light" : "Daylight";
  };
  document.addEventListener("DOMContentLoaded", () => {
    for (const button of document.querySelectorAll("[data-theme-toggle]")) {
      label(button);
      system.addEventListener("change", () => label(button));
      button.addEventListener("click", () => {
        page.dataset.theme = other();
        try {
          localStorage.setItem(KEPT, page.dataset.theme);
        } catch {
          // Nothing is kept, and the choice holds for this page.
        }
        label(button);
      });
    }
  });
})();
