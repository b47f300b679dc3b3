// Tells those who do not see the page what changed: politely, and at once what stopped the game. Each once.

import { shownHead } from "./live.js";

const part = (name) => document.getElementById(`part-${name}`);

// Beside an open dialog all else is silent, so it is told inside.
const region = (urgent) =>
  document.querySelector("dialog[open] [data-live]") ?? document.getElementById(urgent ? "told-now" : "told");

const tell = (text, { urgent = false } = {}) => {
  const line = region(urgent);
  if (!line || !text) return;
  // The same sentence twice is two things that happened: the line is emptied for it to be heard again.
  line.textContent = "";
  setTimeout(() => {
    line.textContent = text;
  }, 50);
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
