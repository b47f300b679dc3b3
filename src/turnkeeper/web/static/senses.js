// What this browser feels of the game besides what it shows: the light of the page, sounds, and the tab's title.
// The switches are the browser's own: light is on until it is put off, sounds are off until they are put on.

import { play } from "./sounds.js";

const KEPT = { light: "turnkeeper-light", sound: "turnkeeper-sound" };
const page = document.documentElement;
const head = () => document.getElementById("part-head")?.dataset ?? {};

const kept = (name) => {
  try {
    return localStorage.getItem(KEPT[name]);
  } catch {
    return null;
  }
};
const keep = (name, value) => {
  try {
    if (value) localStorage.setItem(KEPT[name], value);
    else localStorage.removeItem(KEPT[name]);
  } catch {
    // Nothing is kept, and the choice holds for this page.
  }
};

let sounds = kept("sound") === "on";

for (const box of document.querySelectorAll("[data-sense]")) {
  box.checked = box.dataset.sense === "light" ? !("steadyLight" in page.dataset) : sounds;
}
document.addEventListener("change", ({ target }) => {
  const sense = target.dataset?.sense;
  if (sense === "light") {
    page.toggleAttribute("data-steady-light", !target.checked);
    keep("light", target.checked ? "" : "off");
  } else if (sense === "sound") {
    sounds = target.checked;
    keep("sound", sounds ? "on" : "");
    if (sounds) play("bell");
  }
});

// Beside the switches, they fold again.
document.addEventListener("click", ({ target }) => {
  for (const one of document.querySelectorAll(".senses[open]")) if (!one.contains(target)) one.open = false;
});
document.addEventListener("keydown", (event) => {
  const open = event.key === "Escape" && document.querySelector(".senses[open]");
  if (!open) return;
  event.preventDefault();
  open.open = false;
  open.querySelector("summary").focus();
}, true);

// The tab says what waits, for who looks at another one.
const name = document.title;
const entitle = () => {
  const { waits } = head();
  document.title = waits ? `${waits} \u00b7 ${name}` : name;
};

// Each commit is heard once, and none that undo leads back to.
const heard = new Set([head().head]);
document.addEventListener("htmx:after:swap", () => {
  entitle();
  const { head: now, heard: sound } = head();
  if (heard.has(now)) return;
  heard.add(now);
  if (sounds && sound) play(sound);
});
entitle();
