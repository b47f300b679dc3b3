// The days of a month or a year by keys: arrows go a day or a week, Page Up and Page Down to the one before or after,
// Home to today. With Tab one comes to the days of a year once, not hundreds of times.

const days = [...document.querySelectorAll(":is(.month, .year) .day")];
const week = (day) => day.closest("table")?.querySelectorAll("th").length || 7;
const steps = { ArrowLeft: () => -1, ArrowRight: () => 1, ArrowUp: (day) => -week(day), ArrowDown: week };
const ways = { PageUp: "prev", PageDown: "next" };
const today = () => document.querySelector(".day-today") ?? days[0];

if (document.querySelector(".year")) {
  for (const one of days) one.tabIndex = one === today() ? 0 : -1;
}

document.querySelector(".month, .year")?.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const day = event.target.closest(".day");
  if (event.key in ways) document.querySelector(`.month-way[rel=${ways[event.key]}]`)?.click();
  else if (event.key === "Home") today()?.focus();
  else if (event.key in steps && day) days[days.indexOf(day) + steps[event.key](day)]?.focus();
  else return;
  event.preventDefault();
});
