// Tells those who do not see the page what changed: politely, and at once what stopped the game. Each once.

import { busy, shownHead } from "./live.js";

const part = (name) => document.getElementById(`part-${name}`);

// Beside an open dialog all else is silent, so it is told inside.
const region = (urgent) =>
  document.querySelector("dialog[open] [data-live]") ?? document.getElementById(urgent ? "told-now" : "told");

// A moment later, so that a dialog that closes because of it is closed, and what comes at once is told as one.
const WAIT_MS = 120;
const MOST_WAITS = 10;
let waiting = { words: [], urgent: false };

const tell = (text, { urgent = false } = {}) => {
  if (!text) return;
  if (waiting.words.length === 0) setTimeout(speak, WAIT_MS);
  waiting = { words: [...waiting.words, text], urgent: urgent || waiting.urgent };
};

const speak = (waits = 0) => {
  if (busy() && waits < MOST_WAITS) {
    setTimeout(speak, WAIT_MS, waits + 1);
    return;
  }
  const { words, urgent } = waiting;
  waiting = { words: [], urgent: false };
  const line = region(urgent);
  if (!line) return;
  // The same sentence twice is two things that happened: the line is emptied for it to be heard again.
  line.textContent = "";
  requestAnimationFrame(() => {
    line.textContent = words.join(" ");
  });
};

const halt = () => part("interruption")?.dataset.halt ?? "";
const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? "" : ".");
const sentences = (lines) => {
  const words = [...lines].map((one) => one.textContent.trim().replace(/\s+/g, " ")).filter(Boolean);
  return [...new Set(words)].map(sentence).join(" ");
};
const stopped = () => sentences(part("interruption").querySelectorAll("h2, .interruption-what"));

// What stopped the game is told when it does, and not again when an undo leads back to it.
const toldHalts = new Set(["", halt()]);
let toldHead = shownHead();

document.addEventListener("htmx:after:swap", () => {
  const head = shownHead();
  if (!toldHalts.has(halt())) {
    toldHalts.add(halt());
    tell(stopped(), { urgent: true });
  } else if (head !== toldHead) {
    tell(part("announcement")?.dataset.text);
  }
  toldHead = head;
});

// What moves no head is told from the answer itself; the palette tells its own.
document.addEventListener("turnkeeper:outcome", ({ detail: { outcome, source } }) => {
  const gaveUp = source?.getAttribute("hx-post")?.endsWith("/give-up");
  if (outcome === "done" || (outcome === "moved" && !gaveUp)) return;
  if (!["asked", "answered"].includes(outcome) && source?.id === "palette-form") return;
  tell(sentences(document.querySelectorAll(outcome === "asked" ? "#throw-title" : "#part-outcome p")));
});
