// Tells those who do not see the page what changed: politely, and at once what stopped the game. Each once.

import { shownHead } from "./live.js";

const part = (name) => document.getElementById(`part-${name}`);

// Beside an open dialog all else is silent, so it is told inside.
const region = (urgent) =>
  document.querySelector("dialog[open] [data-live]") ?? document.getElementById(urgent ? "told-now" : "told");

// A moment later, so that a dialog that closes because of it is closed, and what comes at once is told as one.
const WAIT_MS = 120;
let waiting = { words: [], urgent: false };

const tell = (text, { urgent = false } = {}) => {
  if (!text) return;
  if (waiting.words.length === 0) setTimeout(speak, WAIT_MS);
  waiting = { words: [...waiting.words, text], urgent: urgent || waiting.urgent };
};

const speak = () => {
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
const stopped = () => {
  const whole = part("interruption");
  const words = [...whole.querySelectorAll("h2, .interruption-what")].map((one) => one.textContent.trim());
  return words.filter(Boolean).join(". ");
};

let toldHead = shownHead();
let toldHalt = halt();

document.addEventListener("htmx:after:swap", () => {
  const head = shownHead();
  if (halt() !== toldHalt) {
    toldHalt = halt();
    if (toldHalt) tell(stopped(), { urgent: true });
  } else if (head !== toldHead) {
    tell(part("announcement")?.dataset.text);
  }
  toldHead = head;
});

// What was not done moves no head: it is told from the answer itself.
document.addEventListener("turnkeeper:outcome", ({ detail }) => {
  if (detail.outcome === "done" || detail.source?.id === "palette-form") return;
  const said = detail.outcome === "asked" ? document.getElementById("throw-title") : part("outcome");
  tell(said?.textContent.trim().replace(/\s+/g, " "));
});
