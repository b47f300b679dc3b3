// One key, one action: the keys stand on the buttons (`data-key`), and pressing one presses its button.
//
// Not while somebody types, not with Ctrl or Alt, and not again while a key is held down. What is over the
// page goes first, then a throw that is waited for, then what stopped the game, then all the rest.

import { fieldJustLost } from "./focus.js";

const TYPING = new Set(["text", "search", "number", "email", "url", "tel", "password", "date", "time", "file"]);
const PRESSABLE = "button, a[href], summary, input, select, textarea, [contenteditable], [role=option], [tabindex='0']";

const isTyping = (element) =>
  element.isContentEditable ||
  element.localName === "textarea" ||
  element.localName === "select" ||
  (element.localName === "input" && TYPING.has(element.type));

/** The name of a key as buttons have it: `t`, `shift+z`, `?`, `Escape`. */
export const nameOf = ({ key, shiftKey }) => {
  if (key.length !== 1) return key;
  // Caps Lock is not Shift; and what needs Shift depends on the keyboard, but for letters.
  const letter = key.toLowerCase() !== key.toUpperCase();
  return letter ? (shiftKey ? "shift+" : "") + key.toLowerCase() : key;
};

const named = (said) => (said.length === 1 && said !== said.toLowerCase() ? `shift+${said.toLowerCase()}` : said);

const isReady = (element) =>
  !element.disabled && element.getAttribute("aria-disabled") !== "true" && element.checkVisibility();

const scopes = () => {
  const over = [...document.querySelectorAll("dialog[open]")].at(-1);
  if (over) return [over];
  const urgent = ["part-throw", "part-interruption"].map((id) => document.getElementById(id)).filter(Boolean);
  return [...urgent, document];
};

const find = (selector, fits) => {
  for (const scope of scopes()) {
    const found = [...scope.querySelectorAll(selector)].find((one) => fits(one) && isReady(one));
    if (found) return found;
  }
  return null;
};

const press = (element) => {
  element.dataset.localPressed = "";
  setTimeout(() => delete element.dataset.localPressed, 160);
  if (isTyping(element)) element.focus();
  else element.click();
};

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
  const name = nameOf(event);
  const on = event.target;
  const enter = name === "Enter" || name === " ";
  // A button that has the focus takes Enter itself; held down, it would be pressed again and again.
  if (enter && event.repeat && on.closest?.("button, summary, a[href]")) event.preventDefault();
  if (event.repeat) return;
  if ((enter || name.length === 1) && fieldJustLost() && !isTyping(on)) {
    event.preventDefault();
    return;
  }
  if (isTyping(on) && !passes(on, name)) {
    if (name === "Escape") leave(event, on);
    else if (on.value === "") inField(event, on, name);
    return;
  }
  if (enter) {
    if (on.closest?.(PRESSABLE)) return;
    const first = find("[data-first]", () => true);
    if (!first) return;
    event.preventDefault();
    press(first);
    return;
  }
  const wanted = find("[data-key]", (one) => one.dataset.key.split(" ").map(named).includes(name));
  if (!wanted) return;
  event.preventDefault();
  press(wanted);
});

// Escape in a field presses what Escape presses in that part of the page, else it only leaves the field.
const leave = (event, field) => {
  if (field.closest("dialog")) return;
  const part = field.closest("[id^=part-]");
  const out = part?.querySelector('[data-key="Escape"]');
  event.preventDefault();
  if (out && isReady(out)) press(out);
  else field.blur();
};

// What an empty field says that it never begins with (`data-passes`) is not typed into it.
const passes = (field, name) => field.value === "" && (field.dataset.passes ?? "").split(" ").includes(name);

// A field that wants numbers has letters to spare: in an empty one they press a button beside it.
const inField = (event, field, name) => {
  const button = field.closest("[id^=part-]")?.querySelector(`[data-field-key="${CSS.escape(name)}"]`);
  if (!button || !isReady(button)) return;
  event.preventDefault();
  press(button);
};

// A form sent by a held Enter in its field is sent once.
document.addEventListener(
  "keydown",
  (event) => {
    if (event.key === "Enter" && event.repeat && event.target.localName === "input") event.preventDefault();
  },
  true,
);
