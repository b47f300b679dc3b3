// Keeps the focus where it was when parts of the page are replaced.
//
// Morphing keeps elements that stay; a button whose step is gone takes the focus with it, or is made another one.
// Then what still does the same gets it: the same key, the same words; else the page. Enter never presses a button
// that nobody chose.

import { busy } from "./live.js";

let held = null;
let mine = false; // whether what changes is what was said here
let lostAt = Number.NEGATIVE_INFINITY;

/** Whether somebody else has just taken the field away in which one types here: what is typed meant that field. */
export const fieldJustLost = () => performance.now() - lostAt < 1500;

const describe = (element) => ({
  element,
  id: element.id,
  key: element.dataset?.key ?? "",
  says: element.value ?? "",
  words: element.textContent.trim().slice(0, 80),
  tag: element.localName,
  part: element.closest("[id^=part-]")?.id ?? "",
});

const lostFrom = (before) =>
  before && (document.activeElement === document.body || document.activeElement === null) && !isThere(before.element);

// A button that says something else now, with another key, is another button.
const isAnother = (before) =>
  before !== null &&
  document.activeElement === before.element &&
  before.tag === "button" &&
  before.says !== before.element.value &&
  (before.key === "" || before.key !== before.element.dataset.key);

const isThere = (element) => element.isConnected && element.checkVisibility();

const candidates = function* (before) {
  const part = before.part ? document.getElementById(before.part) : null;
  if (before.id) yield document.getElementById(before.id);
  if (part && before.key) yield part.querySelector(`[data-key="${CSS.escape(before.key)}"]`);
  if (part) yield [...part.querySelectorAll(before.tag)].find((one) => one.textContent.trim().startsWith(before.words));
  yield document.getElementById("main");
};

/** Give the focus to what is nearest to an element that is gone. */
export const restore = (before) => {
  for (const one of candidates(before)) {
    if (!one || !isThere(one) || (one.localName === "button" && one.value !== before.says && !before.key)) continue;
    one.focus({ preventScroll: true });
    if (document.activeElement === one) return;
  }
};

/** What has the focus now, so that it can be found again. */
export const mark = () => {
  const active = document.activeElement;
  return active && active !== document.body ? describe(active) : null;
};

document.addEventListener("htmx:before:swap", () => {
  held = mark() ?? held;
  mine = busy();
});
document.addEventListener("htmx:after:swap", () => {
  if (lostFrom(held)) {
    // A field of a part, as a throw has one: the palette closes by itself when what it said is done.
    if (held.part && held.tag === "input" && !mine) lostAt = performance.now();
    restore(held);
  } else if (isAnother(held)) {
    restore(held);
  }
  held = null;
});

// Whoever clicks a step has done it: Enter means the page's first step again, and not that one.
document.addEventListener("click", (event) => {
  const button = event.target.closest?.("button.step, .screen button[form]");
  if (event.detail > 0 && button?.type === "submit") setTimeout(() => button === document.activeElement && button.blur(), 0);
});
