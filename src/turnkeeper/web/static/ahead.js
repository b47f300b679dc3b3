// Typing ahead: keys pressed while the last thing said is still under way wait, and are pressed in their order
// once the page shows what came of it. So nobody who knows the way is slower than the network, and no key is
// lost.
//
// They were meant for what the page was about to show. When it shows something else, what waits is let go:
// nothing was done, something stopped the game, or dice are asked for that the next key is no answer to. So is
// a key that comes late: who sees nothing happen and presses again does not mean two turns.

import { busy } from "./live.js";

const STILL_TYPING_MS = 300;
const MOST = 16;
// What dice are told with: faces, a total, "r" and "a" for the campaign's own, and Enter or Escape.
const TOLD = /^([\d+\-, ra]|Enter|Escape)$/i;

let waiting = []; // names of keys, as events have them
let since = Number.NEGATIVE_INFINITY;

/** Whether keys are waiting. */
export const isSomethingWaiting = () => waiting.length > 0;

/** Whether a key would have to wait. */
export const mustWait = () => busy() || isSomethingWaiting();

/** Let a key wait; what is too much is let go, and what is too late, unless it is meant for what is shown. */
export const wait = (key, { isMeant }) => {
  const inTime = isMeant || performance.now() - since < STILL_TYPING_MS;
  if (inTime && waiting.length < MOST) waiting.push(key);
};

const letGo = () => {
  waiting = [];
};

document.addEventListener("turnkeeper:act", () => {
  since = performance.now();
});
document.addEventListener("turnkeeper:outcome", ({ detail }) => {
  if (!["done", "moved", "asked"].includes(detail.outcome)) letGo();
});

const halt = () => document.getElementById("part-interruption")?.dataset.halt ?? "";
const thrown = () => document.getElementById("part-throw")?.dataset.throw ?? "";
let shown = { halt: halt(), thrown: thrown() };
document.addEventListener("htmx:after:swap", () => {
  const now = { halt: halt(), thrown: thrown() };
  if (now.halt && now.halt !== shown.halt) letGo();
  if (now.thrown && now.thrown !== shown.thrown && waiting.length && !TOLD.test(waiting[0])) letGo();
  shown = now;
});

document.addEventListener("turnkeeper:settled", ({ detail }) => {
  if (!detail.shown) letGo();
  // When everybody else has seen what is shown, and whatever closes because of it is closed.
  setTimeout(go, 0);
});

const go = () => {
  if (busy() || waiting.length === 0) return;
  const key = waiting.shift();
  // Until the last has been pressed, one that comes now still has to wait behind it.
  pressed(key);
  if (!busy()) setTimeout(go, 0);
};

// As Enter in a field does it: by the first button of the form, which may say what is to be done.
const sendForm = (form) => form?.requestSubmit([...form.elements].find((one) => one.type === "submit" && !one.disabled));

/** Do what the browser does when a key is pressed where the focus is. */
const pressed = (key) => {
  const on = document.activeElement ?? document.body;
  const shifted = key.startsWith("Shift+");
  const shiftKey = shifted || (key.length === 1 && key !== key.toLowerCase());
  const name = shifted ? key.slice("Shift+".length) : key;
  if (!on.dispatchEvent(new KeyboardEvent("keydown", { key: name, shiftKey, bubbles: true, cancelable: true }))) return;
  if (key === "Enter") {
    if (on.localName === "input") sendForm(on.form);
    else if (on !== document.body) on.click();
  } else if (key.length === 1 && typeof on.setRangeText === "function") {
    on.setRangeText(key, on.selectionStart, on.selectionEnd, "end");
    on.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertText", data: key }));
  }
};
