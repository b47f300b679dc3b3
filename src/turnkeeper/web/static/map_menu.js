// What the referee does with a hex of the map: the menu of it, the way to it, a note on it. No player has this.
//
// What can be said of a hex the server is asked, and the buttons say it. Nothing of the game is known here.

import { ask, byId, centreOf, cursor, DOES, drawAsked, look, menu, nameOf, part } from "./map.js";

// Where the menu lies is kept in a rule of our own: morphing the page leaves that alone.
const sheet = new CSSStyleSheet();
document.adoptedStyleSheets.push(sheet);
sheet.insertRule(".map-menu {}");
const place = sheet.cssRules[0].style;

let opener = null;

const isOpen = () => byId("map-menu")?.matches(":popover-open") ?? false;

const hide = (back = false) => {
  const box = byId("map-menu");
  if (!isOpen()) return;
  box.hidePopover();
  box.replaceChildren();
  if (back) (opener ?? byId("map-view")).focus({ preventScroll: true });
};

const open = async (hex) => {
  const text = await ask(`hex/${nameOf(hex)}?menu=true`);
  const box = byId("map-menu");
  if (!text || !box || !cursor || nameOf(cursor) !== nameOf(hex)) return;
  box.innerHTML = text;
  if (!isOpen()) box.showPopover();
  opener = byId("map-view");
  putBeside(box, hex);
  (box.querySelector(".map-menu-choices button") ?? box.querySelector("button"))?.focus({ preventScroll: true });
};

const putBeside = (box, hex) => {
  const view = byId("map-view").getBoundingClientRect();
  const [x, y] = centreOf(hex);
  const [px, py] = [x * look.zoom + look.x + view.left, y * look.zoom + look.y + view.top];
  const [wide, high] = [document.documentElement.clientWidth, window.innerHeight];
  const beside = 100 * look.zoom + 6;
  const left = px + beside + box.offsetWidth < wide ? px + beside : px - beside - box.offsetWidth;
  place.setProperty("left", `${Math.max(4, Math.min(wide - box.offsetWidth - 4, left))}px`);
  place.setProperty("top", `${Math.max(4, Math.min(high - box.offsetHeight - 4, py - 40))}px`);
};

// What stops the game must not be hidden behind a map that fills the window.
let wasUrgent = false;
const makeWay = () => {
  const urgent = ["part-throw", "part-interruption"].some((id) => {
    const one = byId(id);
    return one && !one.hidden && one.childElementCount > 0;
  });
  if (urgent && !wasUrgent && part().hasAttribute("data-local-large")) DOES.large();
  wasUrgent = urgent;
};

Object.assign(menu, {
  isOpen,
  open,
  hide,
  passed: () => hide(byId("map-menu")?.contains(document.activeElement)),
  refreshed: makeWay,
});

Object.assign(DOES, {
  close: () => hide(true),
  route: (button) => {
    hide(true);
    drawAsked(`route?to=${encodeURIComponent(button.dataset.hex)}`);
  },
  note: (button, event) => {
    const field = byId("map-note");
    const words = field.value.trim();
    button.value = words ? field.dataset.note + words : "";
    if (!words) event.preventDefault();
  },
});

document.addEventListener("click", (event) => {
  // The form is sent after this, and the button must still be there.
  if (event.target.closest?.("#map-menu button[form]")) setTimeout(() => hide(true));
});

document.addEventListener(
  "keydown",
  (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !event.target.closest?.("#map-menu")) return;
    if (event.key === "Escape") hide(true);
    else if (event.key === "Enter" && event.target.id === "map-note") {
      byId("map-menu").querySelector("[data-map-do=note]").click();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  },
  true,
);

// The map may have been drawn before this was there.
if (byId("map-view")?.clientWidth) makeWay();
