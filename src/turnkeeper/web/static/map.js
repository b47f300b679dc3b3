// The hex map: looking closer and farther, going from hex to hex, asking what is there.
//
// The land is fetched when it has changed and is otherwise left alone; what play marks on it comes with the
// page's parts. Which hex is meant is reckoned from the measures that the part tells; what is in it the server is
// asked. Nothing of the game is known here. What the referee does with a hex, and no player, is in map_menu.js;
// the rest is one file because a player's telephone fetches all of it, and each file more weighs over a kilobyte.

const LEVELS = [1.6, 2.4, 3.8, 6]; // units of the drawing in a pixel, at which letters grow
const CLOSEST = 1.5;
const STEP = 1.35;
const COMFORTABLE = 0.44; // a hex of about 88 pixels
export const STILL_READABLE = 0.26;
const MARGIN_HEXES = 4;
const NAME_REACHES = 1400; // so far from its place, in units of the drawing, no name reaches
const RING = "M-82 0L-41 -71H41L82 0L41 71H-41Z";

export const part = () => document.getElementById("part-map");
export const byId = (id) => document.getElementById(id);
const base = location.pathname.replace(/\/$/, "");

// Where the sheet lies is kept in a rule of our own: morphing the page leaves that alone.
const sheet = new CSSStyleSheet();
document.adoptedStyleSheets.push(sheet);
sheet.insertRule(".map-sheet {}");
const place = sheet.cssRules[0].style;

export const look = { x: 0, y: 0, zoom: 0, drawn: 0 };
let measures = null;
let shownLand = ""; // the land's content that is on the page
let shownWindow = null; // the columns and rows of it
let wantedLand = "";
let shownMarks = "";
let shownAt = "";
export let cursor = null; // the hex that arrow keys move, [column, row]
let settling = 0;
let asking = 0;
const known = new Map(); // what was asked since anything changed

/** What the referee's page does with a hex besides; `map_menu.js` fills it in, and players only look. */
export const menu = { isOpen: () => false, open() {}, hide() {}, passed() {}, refreshed() {} };

/** What the referee's page does with the party's token besides; `map_drag.js` fills it in. */
export const token = { isTaken: () => false, isAimedAt: () => false, take: () => false, over() {}, drop() {}, letGo() {} };

// ------------------------------------------------------------------ where things are

const read = (section) => {
  const [width, height, margin, column, row, columns, rows] = section.dataset.measures.split(" ").map(Number);
  return { width, height, margin, column, row, columns, rows };
};

export const centreOf = ([column, row]) => {
  const m = measures;
  return [m.margin + 100 + 150 * (column - m.column), m.margin + 87 * (2 * (row - m.row) + 2 - (Math.abs(column) % 2))];
};

const onLand = ([column, row]) => {
  const m = measures;
  return column >= m.column && column < m.column + m.columns && row >= m.row && row < m.row + m.rows;
};

/** The hex under a point of the drawing: of those around the guess the one whose middle is nearest. */
const hexAt = (x, y) => {
  const m = measures;
  const guess = m.column + Math.round((x - m.margin - 100) / 150);
  let best = null;
  let least = Infinity;
  for (let column = guess - 1; column <= guess + 1; column += 1) {
    const row = m.row + Math.round(((y - m.margin) / 87 - 2 + (Math.abs(column) % 2)) / 2);
    const [cx, cy] = centreOf([column, row]);
    const far = (cx - x) ** 2 + (cy - y) ** 2;
    if (far < least) [best, least] = [[column, row], far];
  }
  return best && onLand(best) && least < 101 ** 2 ? best : null;
};

const digits = (number) => (number < 0 ? `-${String(-number).padStart(2, "0")}` : String(number).padStart(2, "0"));
export const nameOf = ([column, row]) =>
  digits(column) + (Math.max(Math.abs(column), Math.abs(row)) > 99 ? "." : "") + digits(row);
export const hexNamed = (name) => {
  const found = /^(-?\d{2})(-?\d{2})$|^(-?\d{2,5})\.(-?\d{2,5})$/.exec(name);
  return found ? [Number(found[1] ?? found[3]), Number(found[2] ?? found[4])] : null;
};

export const viewSize = () => {
  const view = byId("map-view");
  return [view.clientWidth || 1, view.clientHeight || 1];
};

const middleOfView = ([wide, high] = viewSize()) => [
  (wide / 2 - look.x) / look.zoom,
  (high / 2 - look.y) / look.zoom,
];

// ------------------------------------------------------------------ looking

const farthest = () => {
  const [wide, high] = viewSize();
  const whole = Math.min(wide / measures.width, high / measures.height);
  const window_ = shownWindow && part().hasAttribute("data-windowed") ? wide / (150 * (shownWindow[2] - 6)) : 0;
  return Math.max(whole, window_);
};

const apply = () => {
  const section = part();
  if (!section || !measures || !look.zoom) return;
  const [wide, high] = viewSize();
  look.zoom = Math.min(CLOSEST, Math.max(Math.min(farthest(), CLOSEST), look.zoom));
  const [w, h] = [measures.width * look.zoom, measures.height * look.zoom];
  look.x = w <= wide ? (wide - w) / 2 : Math.min(wide * 0.4, Math.max(wide * 0.6 - w, look.x));
  look.y = h <= high ? (high - h) / 2 : Math.min(high * 0.4, Math.max(high * 0.6 - h, look.y));
  const scale = look.zoom / look.drawn;
  // Whole pixels: what is drawn once and then moved would be blurred between them.
  place.setProperty("transform", `translate(${Math.round(look.x)}px, ${Math.round(look.y)}px) scale(${scale})`);
  place.setProperty("will-change", scale === 1 ? "auto" : "transform");
  const level = String(LEVELS.filter((limit) => 1 / look.zoom > limit).length);
  if (section.getAttribute("data-local-level") !== level) section.setAttribute("data-local-level", level);
};

/** No name is cut by the frame: one of a hex that is seen is moved inside it, and any other is left away. */
const keepNamesInside = () => {
  const land = byId("map-names");
  if (!land || !look.zoom) return;
  const [wide, high] = viewSize();
  const room = 6 / look.zoom;
  const [left, top] = [room - look.x / look.zoom, room - look.y / look.zoom];
  const [right, bottom] = [(wide - look.x) / look.zoom - room, (high - look.y) / look.zoom - room];
  for (const name of land.querySelectorAll(".map-places text, .map-regions text")) {
    const [x, y] = [Number(name.getAttribute("x")), Number(name.getAttribute("y"))];
    const near = x > left - NAME_REACHES && x < right + NAME_REACHES && y > top - NAME_REACHES && y < bottom + NAME_REACHES;
    const box = near ? name.getBBox() : null;
    const across = !box?.width ? 0 : Math.max(left - box.x, 0) || Math.min(right - box.x - box.width, 0);
    const down = !box?.width ? 0 : Math.max(top - box.y, 0) || Math.min(bottom - box.y - box.height, 0);
    const seen = x > left && x < right && y > top && y < bottom;
    name.setAttribute("transform", seen && (across || down) ? `translate(${across},${down})` : "");
    name.setAttribute("visibility", !seen && (across || down) ? "hidden" : "visible");
  }
};

// While one zooms the drawing is only stretched; it is drawn anew in its new size when that is over.
const settle = () => {
  clearTimeout(settling);
  look.drawn = look.zoom;
  place.setProperty("width", `${measures.width * look.drawn}px`);
  place.setProperty("height", `${measures.height * look.drawn}px`);
  apply();
  closeIn();
  keepNamesInside();
};

const soon = () => {
  clearTimeout(settling);
  settling = setTimeout(settle, 140);
};

const zoomTo = (zoom, [px, py]) => {
  const [x, y] = [(px - look.x) / look.zoom, (py - look.y) / look.zoom];
  look.zoom = Math.min(CLOSEST, Math.max(Math.min(farthest(), CLOSEST), zoom));
  look.x = px - x * look.zoom;
  look.y = py - y * look.zoom;
  menu.hide();
  apply();
  soon();
};

const middle = () => viewSize().map((one) => one / 2);

/** Bring a point of the drawing into the middle. */
export const lookAt = ([x, y]) => {
  const [wide, high] = viewSize();
  look.x = wide / 2 - x * look.zoom;
  look.y = high / 2 - y * look.zoom;
  settle();
};

export const centreOn = (hex, zoom) => {
  look.zoom = zoom;
  lookAt(centreOf(hex));
};

const fit = () => {
  look.zoom = farthest();
  const at = hexNamed(part().dataset.at);
  if (part().hasAttribute("data-windowed") && at) centreOn(at, look.zoom);
  else settle();
};

/** Bring a hex into view if it lies outside, or close to an edge. */
const reveal = (hex) => {
  const [wide, high] = viewSize();
  const [x, y] = centreOf(hex).map((one) => one * look.zoom);
  const edge = Math.min(110 * look.zoom + 8, wide / 3, high / 3);
  look.x = Math.min(wide - edge - x, Math.max(edge - x, look.x));
  look.y = Math.min(high - edge - y, Math.max(edge - y, look.y));
  apply();
  closeIn();
  keepNamesInside();
};

const begin = () => {
  const section = part();
  const at = hexNamed(section.dataset.at);
  look.zoom = look.drawn = 1;
  const whole = farthest();
  if (at && whole < STILL_READABLE) centreOn(at, Math.max(whole, COMFORTABLE));
  else fit();
};

// ------------------------------------------------------------------ the land

const fetched = async (path) => {
  const answer = await fetch(`${base}/map/${path}`, { credentials: "same-origin" });
  if (!answer.ok) throw new Error(String(answer.status));
  return answer;
};

const drawLand = async (near) => {
  const key = part().dataset.land;
  const wanted = `${key} ${near}`;
  if (wantedLand === wanted) return;
  wantedLand = wanted;
  try {
    const answer = await fetched(`land?near=${encodeURIComponent(near)}`);
    const text = await answer.text();
    if (wantedLand !== wanted) return;
    const made = document.createElement("template");
    made.innerHTML = text;
    byId("map-land").replaceChildren(...made.content.querySelectorAll(".map-land"));
    byId("map-names").replaceChildren(...made.content.querySelectorAll(".map-names"));
    byId("map-signs").replaceChildren(...made.content.querySelectorAll(".map-signs"));
    shownWindow = (answer.headers.get("X-Map-Window") ?? "").split(" ").map(Number);
    shownLand = key;
    apply();
    keepNamesInside();
    document.dispatchEvent(new CustomEvent("turnkeeper:land"));
  } catch {
    // The page says itself when the connection is lost; the land comes with the next change.
    if (wantedLand === wanted) wantedLand = "";
  }
};

/** Of a large land only a window is drawn: fetch the one that one looks at, when its edge comes near. */
const closeIn = () => {
  if (!part()?.hasAttribute("data-windowed") || !shownWindow) return;
  const [x, y] = middleOfView();
  const here = hexAt(Math.min(measures.width - 170, Math.max(170, x)), Math.min(measures.height - 170, Math.max(170, y)));
  if (!here) return;
  const [column, row, columns, rows] = shownWindow;
  const [wide, high] = viewSize().map((one) => one / look.zoom / 2);
  const [reachX, reachY] = [Math.ceil(wide / 150) + MARGIN_HEXES, Math.ceil(high / 174) + MARGIN_HEXES];
  const near =
    (here[0] - reachX < column && column > measures.column) ||
    (here[0] + reachX > column + columns && column + columns < measures.column + measures.columns) ||
    (here[1] - reachY < row && row > measures.row) ||
    (here[1] + reachY > row + rows && row + rows < measures.row + measures.rows);
  if (near) drawLand(nameOf(here));
};

// ------------------------------------------------------------------ one hex

const showCursor = () => {
  const svg = byId("map-cursor");
  if (!cursor) {
    svg.replaceChildren();
    return;
  }
  const [x, y] = centreOf(cursor);
  const ring = (name) => {
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    path.setAttribute("class", name);
    path.setAttribute("d", RING);
    path.setAttribute("transform", `translate(${x},${y})`);
    return path;
  };
  svg.replaceChildren(ring("map-cursor-halo"), ring("map-cursor"));
};

export const ask = async (path) => {
  if (!known.has(path)) known.set(path, fetched(path).then((answer) => answer.text()));
  try {
    return await known.get(path);
  } catch {
    known.delete(path);
    return "";
  }
};

let said = 0;
const tell = async (hex) => {
  const mine = (said += 1);
  const text = await ask(`hex/${nameOf(hex)}`);
  if (mine === said && text) byId("map-says").innerHTML = text;
};

/** Say no more how far it was to a hex: the party may be elsewhere by now, or the weather another. */
const forget = () => {
  said += 1;
  byId("map-says").replaceChildren();
};

/** Mark a hex as the one that is meant; what is to be said of it is said elsewhere. */
export const mark = (hex) => {
  cursor = hex;
  showCursor();
};

const pointAt = (hex) => {
  mark(hex);
  tell(hex);
};

const go = (hex) => {
  if (!onLand(hex)) return;
  if (token.isTaken()) token.over(hex);
  else pointAt(hex);
  reveal(hex);
};

const choose = (hex) => {
  pointAt(hex);
  menu.open(hex);
};

// ------------------------------------------------------------------ what is asked of the whole map

const drawAnswer = (text) => {
  const made = document.createElement("template");
  made.innerHTML = text;
  const drawing = made.content.querySelector(".map-answer");
  byId("map-asked").replaceChildren(...(drawing ? drawing.childNodes : []));
  byId("map-says").replaceChildren(...made.content.querySelectorAll(".map-answer-said"));
};

const reach = () => {
  const lasts = byId("map-reach")?.value ?? "";
  return lasts ? `reach?lasts=${encodeURIComponent(lasts)}` : "";
};

export const drawAsked = async (path = reach()) => {
  const mine = (asking += 1);
  if (!path) {
    byId("map-asked")?.replaceChildren();
    return;
  }
  const text = await ask(path);
  if (mine !== asking || !text) return;
  said += 1; // what was asked of one hex before comes too late now
  drawAnswer(text);
};

// ------------------------------------------------------------------ what changes

const setSize = () => {
  for (const id of ["map-asked", "map-cursor"]) byId(id).setAttribute("viewBox", `0 0 ${measures.width} ${measures.height}`);
};

const refresh = () => {
  const section = part();
  if (!section?.dataset.measures) {
    measures = null;
    return;
  }
  const anew = section.dataset.measures !== section.getAttribute("data-local-measures") || !measures;
  if (anew) {
    measures = read(section);
    section.setAttribute("data-local-measures", section.dataset.measures);
    setSize();
    cursor = null;
    shownLand = wantedLand = shownAt = "";
    shownWindow = null;
    showCursor();
  }
  if (byId("map-view").clientWidth === 0) return; // it is not shown: there is nothing to draw for
  if (section.dataset.land !== shownLand) drawLand(section.dataset.at);
  if (anew || !look.zoom) begin();
  known.clear();
  // The words tell the hours too, which the weather changes and no mark shows.
  const marks = byId("map-marks").innerHTML + byId("map-words").textContent;
  if (marks !== shownMarks) {
    menu.passed();
    if (shownMarks) {
      forget();
      drawAsked();
    }
    shownMarks = marks;
  }
  if (section.dataset.at !== shownAt) {
    const at = hexNamed(section.dataset.at);
    if (at && shownAt) reveal(at);
    shownAt = section.dataset.at;
  }
  menu.refreshed();
  label();
};

/** What a morphed page forgets of its buttons: which are pressed, what is open. */
const label = () => {
  const section = part();
  const large = section.hasAttribute("data-local-large");
  const size = section.querySelector("[data-map-do=large]");
  if (size) size.textContent = large ? "Smaller" : "Larger";
  const show = section.querySelector("[data-map-do=show]");
  show?.setAttribute("aria-expanded", String(section.hasAttribute("data-local-shown")));
  if (show) show.textContent = section.hasAttribute("data-local-shown") ? "Hide the map" : "Show the map";
  for (const one of section.querySelectorAll("details")) {
    if (opened.has(one.id) !== one.open) one.open = opened.has(one.id);
  }
};
const opened = new Set();

// ------------------------------------------------------------------ hands and keys

export const DOES = {
  in: () => zoomTo(look.zoom * STEP, middle()),
  out: () => zoomTo(look.zoom / STEP, middle()),
  fit,
  party: () => {
    const at = hexNamed(part().dataset.at);
    if (at) centreOn(at, Math.max(look.zoom, COMFORTABLE));
  },
  large: () => {
    part().toggleAttribute("data-local-large");
    label();
    lookAt(middleOfView());
  },
  show: () => {
    part().toggleAttribute("data-local-shown");
    label();
    refresh();
  },
};

document.addEventListener(
  "click",
  (event) => {
    const button = event.target.closest?.("[data-map-do]");
    if (button) DOES[button.dataset.mapDo]?.(button, event);
  },
  true,
);
document.addEventListener("click", (event) => {
  const summary = event.target.closest?.("#part-map summary");
  if (!summary) return;
  const { id, open } = summary.parentElement;
  if (open) opened.delete(id);
  else opened.add(id);
});
document.addEventListener("change", (event) => {
  if (event.target.id === "map-reach") drawAsked();
});

const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

const onKey = (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !measures) return;
  if (event.target.id !== "map-view") return;
  const from = cursor ?? hexNamed(part().dataset.at) ?? hexAt(...middleOfView()) ?? [measures.column, measures.row];
  const step = ARROWS[event.key];
  if (step) go(cursor ? [from[0] + step[0], from[1] + step[1]] : from);
  else if (event.key === "Enter" || event.key === " ") {
    if (!event.repeat) (token.isTaken() ? token.drop : choose)(from);
  } else if (event.key === "m") DOES.carry?.();
  else if (event.key === "Escape" && token.isTaken()) token.letGo();
  else if (event.key === "+" || event.key === "=") DOES.in();
  else if (event.key === "-") DOES.out();
  else if (event.key === "0") fit();
  else if (event.key === "Home") {
    cursor = null;
    DOES.party();
    const at = hexNamed(part().dataset.at);
    if (at) go(at);
  } else if (event.key === "Escape") {
    if (menu.isOpen()) menu.hide(true);
    else if (part().hasAttribute("data-local-large")) DOES.large();
    else return;
  } else return;
  event.preventDefault();
  event.stopPropagation();
};

const FINGER = 30; // how far beside the token a finger still means it
const fingers = new Map();
let dragged = false;
let moved = 0;
let hovering = 0;

const spotOf = (event) => {
  const box = byId("map-view").getBoundingClientRect();
  return [event.clientX - box.left, event.clientY - box.top];
};
const under = ([px, py]) => hexAt((px - look.x) / look.zoom, (py - look.y) / look.zoom);

const onDown = (event) => {
  if (event.button > 0 || !measures) return;
  const view = byId("map-view");
  if (event.pointerType === "mouse") event.preventDefault();
  view.focus({ preventScroll: true });
  view.setPointerCapture(event.pointerId);
  fingers.set(event.pointerId, spotOf(event));
  if (fingers.size > 1) {
    if (dragged) token.letGo();
    dragged = false;
    return;
  }
  moved = 0;
  dragged = token.take(spotOf(event), event.pointerType === "mouse" ? 0 : FINGER);
};

const onMove = (event) => {
  if (!measures) return;
  const before = fingers.get(event.pointerId);
  if (!before) {
    if (event.pointerType === "mouse") hover(under(spotOf(event)));
    return;
  }
  const now = spotOf(event);
  const [dx, dy] = [now[0] - before[0], now[1] - before[1]];
  moved += Math.hypot(dx, dy);
  if (fingers.size === 2) {
    const other = [...fingers].find(([id]) => id !== event.pointerId)[1];
    const far = Math.hypot(now[0] - other[0], now[1] - other[1]);
    const was = Math.hypot(before[0] - other[0], before[1] - other[1]) || 1;
    look.x += dx / 2;
    look.y += dy / 2;
    zoomTo((look.zoom * far) / was, [(now[0] + other[0]) / 2, (now[1] + other[1]) / 2]);
  } else if (dragged) {
    if (moved > 5) token.over(under(now));
  } else if (moved > 5) {
    look.x += dx;
    look.y += dy;
    menu.hide();
    apply();
  }
  fingers.set(event.pointerId, now);
};

const onUp = (event) => {
  if (!fingers.delete(event.pointerId)) return;
  if (dragged) {
    dragged = false;
    if (event.type === "pointerup" && moved > 5) {
      token.drop(under(spotOf(event)));
      return;
    }
    token.letGo();
  }
  if (event.type === "pointerup" && moved <= 5 && fingers.size === 0) {
    const hex = under(spotOf(event));
    if (hex && token.isTaken()) (token.isAimedAt(hex) ? token.drop : token.over)(hex);
    else if (hex && (!menu.isOpen() || !cursor || nameOf(cursor) !== nameOf(hex))) choose(hex);
    else menu.hide(true);
  } else if (fingers.size === 0) {
    closeIn();
    keepNamesInside();
  }
};

let hovered = "";
const hover = (hex) => {
  const name = hex ? nameOf(hex) : "";
  if (name === hovered) return;
  hovered = name;
  clearTimeout(hovering);
  if (hex && !menu.isOpen() && !token.isTaken()) hovering = setTimeout(() => tell(hex), 70);
};

const onWheel = (event) => {
  if (!measures) return;
  event.preventDefault();
  const notch = event.deltaMode === 1 ? 30 : event.deltaMode === 2 ? 300 : 1;
  zoomTo(look.zoom * Math.exp(-event.deltaY * notch * 0.0016), spotOf(event));
};

// What lies over the map hears for itself.
const onView = (handle) => (event) => {
  const over = event.target.closest?.("#map-view, #map-menu");
  if (over?.id === "map-view") handle(event);
};
document.addEventListener("keydown", onView(onKey), true);
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !event.defaultPrevented && part()?.hasAttribute("data-local-large")) {
    event.preventDefault();
    DOES.large();
  }
});
document.addEventListener("pointerdown", onView(onDown));
document.addEventListener("pointermove", onView(onMove));
for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, onUp);
document.addEventListener("wheel", onView(onWheel), { passive: false });
// A message swaps several parts: once for all of them, before they are painted.
let due = 0;
document.addEventListener("htmx:after:swap", () => {
  cancelAnimationFrame(due);
  due = requestAnimationFrame(refresh);
});

let size = "";
const watch = new ResizeObserver(() => {
  const view = byId("map-view");
  const now = `${view?.clientWidth} ${view?.clientHeight}`;
  if (now === size || !view?.clientWidth) return;
  const first = !look.zoom || !measures;
  const before = size ? size.split(" ").map(Number) : viewSize();
  size = now;
  if (first) refresh();
  else lookAt(middleOfView(before));
});
const observed = () => {
  const view = byId("map-view");
  if (view) watch.observe(view);
};
document.addEventListener("htmx:after:swap", observed);
observed();
refresh();
