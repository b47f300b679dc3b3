// A knock, and a buzz where the telephone can, when a throw is asked of this player: only for who chose it.

import { play } from "./sounds.js";

const KEPT = "turnkeeper-knocks";
const button = document.querySelector("[data-knocks]");
const asked = () => document.getElementById("mine")?.dataset.asked ?? "";

const knock = () => {
  if (!navigator.userActivation?.hasBeenActive) return;
  play("knock");
  navigator.vibrate?.([120, 60, 120]);
};

let on = false;
const turn = () => {
  on = !on;
  button.textContent = on ? "No knock for my throw" : "Knock for my throw";
  try {
    if (on) localStorage.setItem(KEPT, "yes");
    else localStorage.removeItem(KEPT);
  } catch {
    // It holds for this page.
  }
};

turn();
knock();
button.addEventListener("click", turn);

let before = asked();
document.addEventListener("htmx:after:swap", () => {
  const now = asked();
  if (now && now !== before && on) knock();
  before = now;
});
