// What lies over the page: help, the palette, and the sheet that tells why. Each is a <dialog>, so that
// Escape closes it, the keyboard stays inside, and the focus goes back to where it was.

import { mark, restore } from "./focus.js";

const cameFrom = new WeakMap();
let clicked = false;
document.addEventListener("click", (event) => (clicked = event.detail > 0), true);
document.addEventListener("keydown", () => (clicked = false), true);

/** Open a dialog; what has the focus gets it back afterwards, but no button that was clicked: Enter is the page's. */
export const open = (dialog) => {
  if (!dialog || dialog.open) return;
  for (const other of document.querySelectorAll("dialog[open]")) close(other);
  cameFrom.set(dialog, { from: mark(), clicked });
  dialog.showModal();
};

/** Close a dialog; what was pressed in it is not what the next key is pressed in. */
export const close = (dialog) => {
  dialog.close();
  // The browser takes the focus out of what is hidden only when it paints again.
  if (dialog.contains(document.activeElement)) document.activeElement.blur();
};

/** Load an address into an element of a dialog. */
export const load = (address, into) => globalThis.htmx.ajax("GET", address, { target: into, swap: "innerHTML" });

document.addEventListener(
  "close",
  (event) => {
    const before = cameFrom.get(event.target);
    if (!before?.from) return;
    // The browser gives the focus back by itself; not to what a morph has taken away meanwhile.
    const { element, tag } = before.from;
    if (!element.isConnected) restore(before.from);
    else if (before.clicked && tag === "button" && document.activeElement === element) element.blur();
  },
  true,
);

/** Open help, with words to look for if there are any. */
export const openHelp = async (words = "") => {
  const dialog = document.getElementById("help");
  const body = dialog.querySelector("[data-from]");
  open(dialog);
  await load(body.dataset.from, body);
  const field = body.querySelector("[data-searches]");
  if (!field) body.textContent = "No answer came. Open this again when the connection is back.";
  if (!field || !words) return;
  field.value = words;
  field.dispatchEvent(new Event("input", { bubbles: true }));
};

// The sheet opens with what is put into it, whoever asked: a link with `data-sheet`, or a button of htmx.
export const reasons = () => document.getElementById("why");
document.addEventListener("htmx:after:swap", ({ detail }) => {
  if (detail.ctx?.target !== reasons() || !reasons()?.childElementCount) return;
  const sheet = document.getElementById("sheet");
  const heading = reasons().querySelector("h2");
  sheet.ariaLabel = heading?.textContent ?? "Why";
  open(sheet);
  heading?.focus();
});

document.addEventListener("click", (event) => {
  if (event.target.closest?.("[data-dialog=help]")) {
    openHelp();
    return;
  }
  const link = event.target.closest?.("a[data-sheet]");
  if (link && reasons() && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    load(link.getAttribute("href"), reasons());
    return;
  }
  // A click beside a dialog is on the dialog itself: what is inside it is on something within.
  if (event.target.localName === "dialog" && beside(event)) close(event.target);
  const closed = event.target.closest?.("[data-closes]") && event.target.closest("dialog");
  if (closed) close(closed);
});

const beside = ({ target, clientX: x, clientY: y }) => {
  const box = target.getBoundingClientRect();
  return x < box.left || x > box.right || y < box.top || y > box.bottom;
};

// Whoever goes to another commit from the sheet has seen enough of it; a page that is not live goes along.
document.addEventListener("turnkeeper:outcome", ({ detail }) => {
  const sheet = document.getElementById("sheet");
  if (!sheet?.open || !sheet.contains(detail.source)) return;
  close(sheet);
  const then = detail.source.dataset.then;
  if (then && detail.outcome === "moved" && !document.querySelector("[hx-sse\\:connect]")) location.assign(then);
});

// Help is searched where it lies: it is all there.
document.addEventListener("input", (event) => {
  const field = event.target.closest?.("[data-searches]");
  if (!field) return;
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  const list = document.getElementById(field.dataset.searches);
  let found = 0;
  for (const group of list.querySelectorAll("[data-group]")) {
    let here = 0;
    for (const one of group.querySelectorAll("[data-topic]")) {
      one.hidden = !words.every((word) => one.dataset.topic.includes(word));
      here += one.hidden ? 0 : 1;
    }
    group.hidden = here === 0;
    found += here;
  }
  const told = list.parentElement.querySelector("[data-found]");
  if (told) told.textContent = words.length ? (found ? `${found} found` : "Nothing found") : "";
});
