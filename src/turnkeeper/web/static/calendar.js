// The days of a month by keys: arrows go a day or a week, Page Up and Page Down a month, Home to today.

const days = [...document.querySelectorAll(".month .day")];
const week = document.querySelectorAll(".month-days th").length || 7;
const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -week, ArrowDown: week };
const ways = { PageUp: "prev", PageDown: "next" };

document.querySelector(".month")?.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const at = days.indexOf(event.target.closest(".day"));
  if (event.key in ways) document.querySelector(`.month-way[rel=${ways[event.key]}]`)?.click();
  else if (event.key === "Home") (document.querySelector(".day-today") ?? days[0])?.focus();
  else if (event.key in steps && at >= 0) days[at + steps[event.key]]?.focus();
  else return;
  event.preventDefault();
});
