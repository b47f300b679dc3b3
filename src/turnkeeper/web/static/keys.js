// One key, one action: the keys stand on the buttons (`data-key`), and pressing one presses its button.
//
// Not while somebody types, not with Ctrl or Alt, and not again while a key is held down. What is over the
// page goes first, then a throw that is waited for, then what stopped the game, then all the rest. A key that
// comes while something is under way waits its turn.

import { isSomethingWaiting, mustWait, wait } from "./ahead.js";
import { notice } from "./connection.js";
import { fieldJustLost } from "./focus.js";
import { isBeingSent } from "./live.js";
import { close } from "./overlays.js";

const TYPING = new Set(["text", "search", "number", "email", "url", "tel", "password", "date", "time", "file"]);
const PRESSABLE = "button, a[href], summary, input, select, textarea, [contenteditable], [role=option], [tabindex='0']";

const ARROWS = new Set(["ArrowDown", "ArrowUp"]);

/** Whether an element is among rows that arrows choose from (`data-rows`). */
const inRows = (element) => Boolean(element.closest?.("[data-rows]"));

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

const lyingOver = () => [...document.querySelectorAll("dialog[open]")].at(-1);

const scopes = () => {
  const over = lyingOver();
  if (over) return [over];
  const urgent = ["part-throw", "part-interruption"].map((id) => document.getElementById(id)).filter(Boolean);
  // The card that has the focus comes first: its keys are its own.
  const own = document.activeElement?.closest?.("[data-scope]");
  return own ? [own, ...urgent, document] : [...urgent, document];
};

const find = (selector, fits) => {
  for (const scope of scopes()) {
    const found = [...scope.querySelectorAll(selector)].find((one) => fits(one) && isReady(one));
    if (found) return found;
  }
  return null;
};

// A key that does nothing just now says so: nobody waits for what will not come.
const tellDead = (key) => {
  if (lyingOver() || "localLost" in document.documentElement.dataset) return;
  notice(`Nothing is on ${key} just now. ? lists the keys.`, { briefly: true });
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
  if (event.isTrusted && waits(event, on)) {
    event.preventDefault();
    // Who types into a field that is there waits for nothing, and is not impatient.
    const key = event.shiftKey && ARROWS.has(event.key) ? `Shift+${event.key}` : event.key;
    wait(key, { isMeant: (isTyping(on) && !isBeingSent(on)) || inRows(on) });
    return;
  }
  if (name === "Escape" && lyingOver()) {
    // Left to the browser it closes some time later, and swallows the keys until then.
    event.preventDefault();
    close(lyingOver());
    return;
  }
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
    // A row alone does nothing: Enter would send a number that nobody typed.
    if (event.key === "Enter" && "digits" in on.dataset) event.preventDefault();
    if (on.closest?.(PRESSABLE)) return;
    const first = find("[data-first]", () => true);
    // Of several answers none goes without saying: Enter goes to the first, and there it gives it.
    const answer = first ?? find(".interruption-steps .step", () => true);
    if (answer) event.preventDefault();
    if (first) press(first);
    else answer?.focus();
    return;
  }
  if (typedInto(on, name)) {
    event.preventDefault();
    return;
  }
  const wanted = find("[data-key]", (one) => one.dataset.key.split(" ").map(named).includes(name));
  if (!wanted) {
    if (name.length === 1 || name.startsWith("shift+")) tellDead(event.key);
    return;
  }
  event.preventDefault();
  press(wanted);
});

// What is typed into a field goes into it at once, but into one whose words are just being sent, and but behind a
// key that waits already: Enter and Escape act, and two things are never done at once.
const waits = (event, on) => {
  if (!mustWait()) return false;
  if (event.key === "Enter" || event.key === "Escape") return true;
  if (ARROWS.has(event.key)) return inRows(on);
  if (event.key.length !== 1) return false;
  if (isTyping(on)) return isBeingSent(on) || isSomethingWaiting();
  // A blank presses the button that has the focus only once it is let go of: that is the browser's.
  return event.key !== " " || !on.closest?.(PRESSABLE);
};

// Escape in a field presses what Escape presses in that part of the page, else it only leaves the field.
const leave = (event, field) => {
  const part = field.closest("[id^=part-]");
  const out = part?.querySelector('[data-key="Escape"]');
  event.preventDefault();
  if (out && isReady(out)) press(out);
  else field.blur();
};

// What an empty field says that it never begins with (`data-passes`) is not typed into it.
const passes = (field, name) => field.value === "" && (field.dataset.passes ?? "").split(" ").includes(name);

// A row that was chosen says which field takes a number (`data-digits`), and no button then does.
const typedInto = (on, name) => {
  const field = document.getElementById(on.dataset?.digits ?? "");
  if (!field || !/^[\d+]$/.test(name)) return false;
  field.value = name;
  field.focus();
  field.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertText", data: name }));
  return true;
};

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
