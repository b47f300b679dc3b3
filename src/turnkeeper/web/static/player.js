// What the players' page needs besides htmx: it asks for what is this link's own when that may have changed,
// and leaves when the link holds no longer.

import "./connection.js";

const REVOKED = new Set([401, 403, 404]);

const pulse = () => document.getElementById("part-pulse")?.dataset ?? {};
const own = () => document.getElementById("mine");

const kept = (name) => {
  try {
    return localStorage.getItem(name) === "yes";
  } catch {
    return false;
  }
};

// What is one's own

let { grants, own: mark } = pulse();
let asking = false;
let again = false;

// What changes while an answer is on its way may be newer than that answer: then it is asked for once more.
const ask = async () => {
  again = asking;
  if (asking) return;
  asking = true;
  try {
    do {
      again = false;
      await globalThis.htmx.ajax("GET", `${location.pathname.replace(/\/$/, "")}/mine`, {
        source: own(),
        target: own(),
        swap: "outerMorph",
      });
    } while (again);
  } finally {
    asking = false;
  }
};

// Nearly all players only look on: they ask again when grants change, and not at every torch.
const changed = () => {
  const now = pulse();
  const anew = now.grants !== grants || (now.own !== mark && own()?.dataset.granted);
  grants = now.grants;
  mark = now.own;
  return anew;
};

const askIfChanged = () => {
  if (changed()) void ask();
};
document.addEventListener("htmx:after:swap", askIfChanged);

// What was never answered is asked for when the stream is back.
document.addEventListener("htmx:error", (event) => {
  if (event.target === own()) grants = undefined;
});
document.addEventListener("htmx:sse:after:connection", askIfChanged);

// A knock for one's throw is fetched by who wants it.
const knocks = () => import("./knocks.js");
document.querySelector("[data-knocks]").addEventListener("click", knocks, { once: true });
if (kept("turnkeeper-knocks")) void knocks();

// A throw that is asked of this player is what the page is about: it comes into view, and once.
const name = document.title;
const askedNow = () => own()?.dataset.asked ?? "";
// The tab says it, for who looks at another one.
const entitle = () => {
  document.title = askedNow() ? `${document.getElementById("mine-title").textContent} \u00b7 ${name}` : name;
};
let asked = askedNow();
entitle();
document.addEventListener("htmx:after:swap", () => {
  const now = askedNow();
  entitle();
  if (now && now !== asked) {
    own().scrollIntoView({ block: "start" });
  }
  asked = now;
});

// What came of it is said for a while.
const SAID_FOR_MS = 12_000;
let fading = 0;
document.addEventListener("htmx:after:swap", () => {
  const told = document.getElementById("told");
  clearTimeout(fading);
  if (told.textContent) fading = setTimeout(() => told.replaceChildren(), SAID_FOR_MS);
});

// The map

const WANTED = "turnkeeper-players-map";
const page = document.querySelector(".player");
let unfolded = false;

// Whoever wanted the map once gets it at once the next time.
const wanted = () => kept(WANTED);
const remember = () => {
  try {
    localStorage.setItem(WANTED, "yes");
  } catch {
    // Nothing is kept, and the map is asked for again.
  }
};

const unfold = async (button) => {
  if (unfolded || !document.querySelector("#part-map[data-land]")) return;
  unfolded = true;
  const style = Object.assign(document.createElement("link"), { rel: "stylesheet", href: page.dataset.mapStyle });
  const styled = new Promise((resolve) => {
    style.onload = style.onerror = resolve;
  });
  document.head.append(style);
  await Promise.all([styled, import(page.dataset.mapScript)]);
  page.dataset.localMap = "";
  // Indoors the map stays folded until somebody unfolds it, and that is what was asked for.
  if (button?.checkVisibility()) button.click();
};

document.addEventListener("click", (event) => {
  const button = event.target.closest?.('[data-map-do="show"]');
  if (!button || unfolded) return;
  remember();
  void unfold(button);
});
const unfoldAgain = () => {
  if (wanted()) void unfold(null);
};
document.addEventListener("htmx:after:swap", unfoldAgain);
unfoldAgain();

// Pictures of handouts: the page is the same for all, and only this link may fetch them.

const showPictures = () => {
  for (const one of document.querySelectorAll("img[data-picture]:not([src])"))
    one.src = `${location.pathname.replace(/\/$/, "")}/picture/${one.dataset.picture}`;
};
document.addEventListener("htmx:after:swap", showPictures);
showPictures();

// The stream

document.addEventListener("htmx:sse:error", (event) => {
  if (REVOKED.has(event.detail.status)) location.reload();
});
