// The party's token under the hand: taken and carried over the map, it shows the way and what that costs, road
// beside straight; let go, it asks to travel there. By mouse and finger, and by keys once it is taken with `m`.
//
// The ways the server works out. Where two lead there, the menu of the hex asks which. No player has this.

import { ask, byId, centreOf, drawAsked, DOES, hexNamed, look, mark, menu, nameOf, part, token } from "./map.js";

const SOON_MS = 40;
let taken = false;
let aim = "";
let asking = 0;

const places = () => [part()?.dataset.party, part()?.dataset.at].filter(Boolean);
const wayTo = (name) => `way?to=${encodeURIComponent(name)}`;

/** Show that the token is taken, or not, and what its button then does. */
const show = () => {
  part()?.toggleAttribute("data-local-carried", taken);
  part()?.querySelector("[data-map-do=carry]")?.setAttribute("aria-pressed", String(taken));
};

const letGo = () => {
  clearTimeout(asking);
  if (!taken) return;
  const drawn = aim !== "";
  taken = false;
  aim = "";
  show();
  if (drawn) drawAsked();
};

const isAt = (name, [px, py], beside) => {
  const hex = hexNamed(name);
  if (!hex) return false;
  const [x, y] = centreOf(hex);
  const far = Math.hypot(x * look.zoom + look.x - px, y * look.zoom + look.y - py);
  return far < Math.max(85 * look.zoom, beside);
};

/** Take the token if the pointer is on it: where the party is, or believes to be. */
const take = (point, beside) => {
  if (!places().some((name) => isAt(name, point, beside))) return false;
  taken = true;
  aim = "";
  return true;
};

const over = (hex) => {
  const name = hex ? nameOf(hex) : "";
  if (!name || name === aim) return;
  aim = name;
  menu.hide();
  mark(hex);
  show();
  clearTimeout(asking);
  asking = setTimeout(() => taken && aim === name && drawAsked(wayTo(name)), SOON_MS);
};

const drop = async (hex) => {
  const name = hex ? nameOf(hex) : "";
  if (!name || places()[0] === name) {
    letGo();
    return;
  }
  clearTimeout(asking);
  mark(hex);
  const made = document.createElement("template");
  made.innerHTML = await ask(wayTo(name));
  const ways = made.content.querySelector(".map-answer-said")?.dataset.ways;
  taken = false;
  aim = "";
  show();
  if (ways !== "1") {
    menu.open(hex);
    return;
  }
  const button = byId("map-travel");
  button.value = `travel to ${name}`;
  button.click();
};

Object.assign(token, { isTaken: () => taken, isAimedAt: (hex) => nameOf(hex) === aim, take, over, drop, letGo });

DOES.carry = () => {
  if (taken) {
    letGo();
    return;
  }
  taken = true;
  aim = "";
  byId("map-view").focus({ preventScroll: true });
  show();
  const at = hexNamed(places().at(-1) ?? "");
  if (at) mark(at);
  byId("map-says").innerHTML = byId("map-carry-how").innerHTML;
};

document.addEventListener("htmx:after:swap", show);
