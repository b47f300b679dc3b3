// Keeps the focus where it was when parts of the page are replaced.
//
// Morphing keeps elements that stay; a button whose step is gone takes the focus with it. Then the nearest
// thing that still does the same gets it: the same key, the same words, else the part as a whole.

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
  words: element.textContent.trim().slice(0, 80),
  tag: element.localName,
  part: element.closest("[id^=part-]")?.id ?? "",
});

const lostFrom = (before) =>
  before && (document.activeElement === document.body || document.activeElement === null) && !isThere(before.element);

const isThere = (element) => element.isConnected && element.checkVisibility();

const candidates = function* (before) {
  const part = before.part ? document.getElementById(before.part) : null;
  if (before.id) yield document.getElementById(before.id);
  if (part && before.key) yield part.querySelector(`[data-key="${CSS.escape(before.key)}"]`);
  if (part) yield [...part.querySelectorAll(before.tag)].find((one) => one.textContent.trim().startsWith(before.words));
  if (part) yield part.querySelector("button:not(:disabled), a[href], input:not([type=hidden])");
  yield document.getElementById("main");
};

/** Give the focus to what is nearest to an element that is gone. */
export const restore = (before) => {
  for (const one of candidates(before)) {
    if (!one || !isThere(one)) continue;
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
  }
  held = null;
});
