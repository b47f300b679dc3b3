// The rows of a fight: who is chosen, by click, by finger or by arrows, and what is typed for them.
//
// Each row is a box of one form, which posts who is ticked and what was typed; here is only what makes that quick.
// A row that has the focus takes digits (`data-digits`), so they are never those of a button's meanwhile. Who is
// chosen stays so when the page shows what came of it. Nothing of the game is known here.

import { restore } from "./focus.js";

const LONG_TOUCH_MS = 450;
const form = () => document.getElementById("fray");
const field = () => document.getElementById("fray-points");
const boxes = () => [...(form()?.querySelectorAll("input[name=who]") ?? [])];
const reachable = () => boxes().filter((one) => one.checkVisibility());
const isRow = (element) => element?.matches?.("#fray input[name=who]") ?? false;
const named = (one) => one.value;
const isPage = (element) => element === document.body || element?.id === "main";

let chosen = new Set();
let cursor = ""; // the row that had the focus last
let place = 0; // and where it stood, for when it is gone
let anchor = null; // where a stretch of several began

const SHOWN = 3;
const told = () => {
  const names = [...chosen];
  if (names.length === 0) return "Choose who is hit";
  return names.length > SHOWN ? `${names.length} chosen` : names.join(" + ");
};

/** Show who is chosen: ticks, the words beside the field, and the one row that Tab comes to. */
const show = () => {
  if (!form()) return;
  const all = boxes();
  // Who is laid aside is chosen no more, unless those are unfolded.
  const there = new Set(reachable().map(named));
  for (const name of chosen) if (!there.has(name)) chosen.delete(name);
  for (const one of all) {
    one.checked = chosen.has(one.value);
    one.tabIndex = -1;
  }
  const rows = reachable();
  const stop = rows.find((one) => one.value === cursor) ?? rows[Math.min(place, rows.length - 1)];
  if (stop) stop.tabIndex = 0;
  form().toggleAttribute("data-local-chosen", chosen.size > 0);
  form().querySelector("[data-fray-chosen]").textContent = told();
};

const choose = (one, { more = false } = {}) => {
  if (!more) chosen.clear();
  chosen.add(one.value);
  visit(one);
};
const toggle = (one) => {
  if (!chosen.delete(one.value)) chosen.add(one.value);
  visit(one);
};
const visit = (one) => {
  cursor = one.value;
  place = reachable().indexOf(one);
  show();
  one.focus({ preventScroll: true });
  one.closest("li").scrollIntoView({ block: "nearest" });
};

/** Choose the rows of these names, as the track of a count asks. */
export const chooseNamed = (names) => {
  const rows = boxes().filter((one) => names.includes(one.value));
  if (rows.length === 0) return;
  rows[0].closest("details")?.setAttribute("open", "");
  for (const [index, one] of rows.entries()) choose(one, { more: index > 0 });
  rows[0].focus({ preventScroll: true });
};

const step = (by, more) => {
  const rows = reachable();
  if (rows.length === 0) return;
  const at = rows.findIndex((one) => one.value === cursor);
  const first = by > 0 ? 0 : rows.length - 1;
  const to = at < 0 || chosen.size === 0 ? (at < 0 ? first : at) : Math.min(rows.length - 1, Math.max(0, at + by));
  choose(rows[to], { more });
};

const leave = () => {
  chosen.clear();
  field().value = "";
  show();
  document.activeElement?.blur();
};

const BY = { ArrowDown: 1, ArrowUp: -1, j: 1, k: -1 };
const isKeyOfButton = (key) =>
  [...document.querySelectorAll(`[data-key="${key}"]`)].some((one) => one.checkVisibility());

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !form()) return;
  if (document.querySelector("dialog[open]")) return;
  const on = event.target;
  const within = isRow(on) || on === field();
  if (!within && !isPage(on)) return;
  const by = BY[event.key];
  if (by && (event.key.length > 1 || (on !== field() && !isKeyOfButton(event.key)))) {
    event.preventDefault();
    if (on === field()) field().value = "";
    step(by, event.shiftKey);
  } else if (within && event.key === "Escape") {
    event.preventDefault();
    if (on === field() && chosen.size) backToRow();
    else leave();
  }
});

const backToRow = () => {
  field().value = "";
  const rows = reachable();
  const row = rows.find((one) => one.value === cursor) ?? rows[Math.min(place, rows.length - 1)];
  row?.focus({ preventScroll: true });
};

// Escape belongs to what was typed here before it belongs to the page; j and k choose a row once one is chosen.
document.addEventListener(
  "keydown",
  (event) => {
    if (!form() || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape" && event.target === field()) {
      event.preventDefault();
      backToRow();
    }
  },
  true,
);

// A click on a row chooses it alone; on its box, with Shift or Ctrl, or after a long touch, it is one more.
let touched = { row: null, timer: 0, long: false };
document.addEventListener("pointerdown", (event) => {
  const row = event.target.closest?.(".fighter > label")?.querySelector("input[name=who]");
  clearTimeout(touched.timer);
  touched = { row, timer: 0, long: false };
  if (!row || event.pointerType === "mouse") return;
  touched.timer = setTimeout(() => {
    touched.long = true;
    toggle(row);
  }, LONG_TOUCH_MS);
});
for (const over of ["pointerup", "pointercancel"]) {
  document.addEventListener(over, () => clearTimeout(touched.timer));
}
document.addEventListener("contextmenu", (event) => {
  if (touched.timer && event.target.closest?.(".fighter > label")) event.preventDefault();
});

document.addEventListener("click", (event) => {
  const label = event.target.closest?.(".fighter > label");
  const row = label?.querySelector("input[name=who]");
  if (!row) return;
  if (event.target === row) {
    // The browser has ticked it; what is chosen follows.
    if (row.checked) chosen.add(row.value);
    else chosen.delete(row.value);
    visit(row);
    return;
  }
  event.preventDefault();
  if (touched.long) {
    touched.long = false;
    return;
  }
  if (event.shiftKey && cursor) stretch(row);
  else if (event.ctrlKey || event.metaKey) toggle(row);
  else choose(row);
});

const stretch = (row) => {
  const rows = reachable();
  const ends = [rows.findIndex((one) => one.value === cursor), rows.indexOf(row)].sort((a, b) => a - b);
  for (const one of rows.slice(Math.max(0, ends[0]), ends[1] + 1)) chosen.add(one.value);
  visit(row);
};

// The digits go where one is typing: into hit points that a row asks for, which keeps the focus, else into the blow.
const figure = () => (document.activeElement?.matches(".fighter-figure") ? document.activeElement : null);
document.addEventListener("mousedown", (event) => {
  if (event.target.closest?.("[data-fray-digit]") && figure()) event.preventDefault();
});

document.addEventListener("click", (event) => {
  const digit = event.target.closest?.("[data-fray-digit]");
  if (digit) {
    const into = figure() ?? field();
    if (into.value.length < into.maxLength) into.value += digit.dataset.frayDigit;
    return;
  }
  const all = event.target.closest?.("[data-fray-all]");
  if (all) {
    const rows = [...all.closest(".troop").querySelectorAll("input[name=who]")].filter((one) => one.checkVisibility());
    const whole = rows.every((one) => chosen.has(one.value));
    chosen = new Set(whole ? [] : rows.map(named));
    cursor = rows[0]?.value ?? "";
    show();
    rows[0]?.focus({ preventScroll: true });
  }
});

// Without somebody chosen there is nobody to hit, and without a number nothing to lose: the field asks for it.
const NUMBERS = new Set(["hurt", "heal"]);
document.addEventListener(
  "submit",
  (event) => {
    if (event.target !== form()) return;
    const act = event.submitter?.value ?? "hurt";
    const missing = chosen.size === 0 || (NUMBERS.has(act) && !/\d/.test(field().value));
    if (!missing) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (chosen.size === 0) reachable()[0]?.focus();
    else field().focus();
    form().querySelector("[data-fray-chosen]").textContent = chosen.size ? `${told()}: how many?` : "Choose who first";
  },
  true,
);

// Figures that nobody wrote are asked for one after the other; then the rows have the focus.
let asking = false;
const nextFigure = () => {
  const empty = [...document.querySelectorAll(".fighter-asks .fighter-figure")].find((one) => one.checkVisibility() && !one.value);
  if (empty) empty.focus();
  else backToRow();
};

document.addEventListener("turnkeeper:outcome", ({ detail }) => {
  if (detail.outcome === "done" && detail.source?.matches?.("[id^=fray-hp-]")) {
    asking = true;
    nextFigure();
    return;
  }
  if (detail.source !== form() && !form()?.contains(detail.source)) return;
  if (detail.outcome !== "done") return;
  document.getElementById("fray-lasting")?.removeAttribute("open");
  if (document.activeElement === field() || !document.activeElement?.checkVisibility()) backToRow();
  field().value = "";
});

// The page shows what came of it: those who are chosen stay so, and the focus stays in the rows.
let held = false;
let unfolded = new Set();
let typed = "";
const folds = () => [...(form()?.querySelectorAll("details[id]") ?? [])];
document.addEventListener("htmx:before:swap", () => {
  const active = document.activeElement;
  held = isRow(active) || (active !== null && active === field());
  unfolded = new Set(folds().filter((one) => one.open).map((one) => one.id));
  typed = field()?.value ?? "";
});
document.addEventListener("htmx:after:swap", () => {
  if (!form()) {
    chosen.clear();
    return;
  }
  for (const one of folds()) one.toggleAttribute("open", unfolded.has(one.id));
  field().value = typed;
  show();
  if (asking && isPage(document.activeElement)) nextFigure();
  asking &&= document.activeElement.matches(".fighter-asks .fighter-figure");
  const lost = isPage(document.activeElement) || (isRow(document.activeElement) && !document.activeElement.checkVisibility());
  if (held && lost) backToRow();
  else if (held && isRow(document.activeElement)) restoreCursor();
});

// Who falls is laid aside: the next row is where one goes on.
const restoreCursor = () => {
  const active = document.activeElement;
  if (active.closest("details")) return;
  if (active.value !== cursor) {
    const row = reachable().find((one) => one.value === cursor);
    if (row) row.focus({ preventScroll: true });
  }
};

show();
