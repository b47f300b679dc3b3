// Light or dark: as the system says, unless somebody has chosen otherwise here. Runs before the page is drawn.
// Choosing what the system says anyway is following it again. Other pages of the same browser go along.
(() => {
  "use strict";
  const KEPT = "turnkeeper-theme";
  const THEMES = ["light", "dark"];
  const page = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)");

  const kept = () => {
    try {
      return localStorage.getItem(KEPT);
    } catch {
      return null;
    }
  };
  const keep = (theme) => {
    try {
      if (theme) localStorage.setItem(KEPT, theme);
      else localStorage.removeItem(KEPT);
    } catch {
      // Nothing is kept, and the choice holds for this page.
    }
  };

  const systems = () => (system.matches ? "dark" : "light");
  const shown = () => page.dataset.theme || systems();
  const other = () => (shown() === "dark" ? "light" : "dark");
  const show = (theme) => {
    if (THEMES.includes(theme)) page.dataset.theme = theme;
    else delete page.dataset.theme;
  };
  show(kept());

  const label = () => {
    for (const button of document.querySelectorAll("[data-theme-toggle]")) {
      button.hidden = false;
      button.textContent = other() === "dark" ? "Candle-light" : "Daylight";
    }
  };
  document.addEventListener("DOMContentLoaded", label);
  system.addEventListener("change", label);
  document.addEventListener("click", (event) => {
    if (!event.target.closest?.("[data-theme-toggle]")) return;
    const theme = other() === systems() ? "" : other();
    show(theme);
    keep(theme);
    label();
  });
  addEventListener("storage", (event) => {
    if (event.key !== KEPT) return;
    show(event.newValue);
    label();
  });
})();
