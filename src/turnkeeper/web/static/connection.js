// Says quietly that the stream is lost and when it is back, and helps it along.
//
// The extension tries again by itself once a stream has been there; what it does not do is try again when
// the very first try failed, at once when the network says that it is back, or when a stream has died in
// silence, which it does where a network just goes away.

const ALIVE_WITHIN_MS = 40_000; // the server says that it is there every fifteen seconds
const LOOK_EVERY_MS = 5_000;
const SAY_AFTER_MS = 1200;
const FIRST_AGAIN_MS = 2000;
const LOST = "Connection lost, trying again.";
const NOT_LET_IN = new Set([401, 403, 404]);

let lost = false;
let saying = 0;
let connection = null;
let heard = Date.now();
let fading = 0;

/** Show a sentence of what is wrong between page and server, or none; `briefly` lets it go by itself. */
export const notice = (text, { briefly = false } = {}) => {
  const line = document.getElementById("connection");
  if (!line) return;
  clearTimeout(fading);
  if (line.textContent !== text) line.textContent = text;
  line.classList.toggle("is-good", briefly);
  if (briefly) fading = setTimeout(() => notice(""), 2500);
};

const isStream = (element) => element?.hasAttribute?.("hx-sse:connect") ?? false;

const miss = (text = LOST, after = SAY_AFTER_MS) => {
  if (document.hidden) return;
  if (after === 0) say(text);
  // Tries that fail one after another do not put off saying so.
  else saying ||= setTimeout(() => say(text), after);
};

const say = (text) => {
  lost = true;
  document.documentElement.dataset.localLost = "";
  document.dispatchEvent(new CustomEvent("turnkeeper:lost"));
  notice(text);
};

const stop = () => {
  clearTimeout(saying);
  saying = 0;
};

const back = () => {
  stop();
  delete document.documentElement.dataset.localLost;
  if (lost) notice("Back.", { briefly: true });
  lost = false;
};

document.addEventListener("htmx:sse:before:connection", (event) => {
  connection = event.detail.connection;
  if (connection.attempt > 0) miss();
});
document.addEventListener("htmx:sse:after:connection", () => {
  heard = Date.now();
  back();
});
document.addEventListener("htmx:sse:before:message", () => {
  heard = Date.now();
});
document.addEventListener("htmx:sse:error", (event) => {
  const { status } = event.detail;
  if (NOT_LET_IN.has(status)) miss("This link holds no longer.", 0);
  else miss();
});

const startAgain = (element) => {
  miss();
  setTimeout(() => {
    if (!element.isConnected) return;
    globalThis.htmx.ajax("GET", element.getAttribute("hx-sse:connect"), { source: element });
  }, FIRST_AGAIN_MS);
};
document.addEventListener("htmx:error", (event) => {
  if (isStream(event.target) && event.detail.ctx) startAgain(event.target);
});
document.addEventListener("htmx:response:error", (event) => {
  if (isStream(event.target) && !NOT_LET_IN.has(event.detail.ctx.response.status)) startAgain(event.target);
});

// The extension takes an end for no fault, and asks anew.
const hangUp = () => void connection?.reader?.cancel().catch(() => {});

addEventListener("offline", () => miss(LOST, 0));
addEventListener("online", () => {
  // What the network swallowed meanwhile is asked for anew, whatever the old stream still believes.
  if (connection?.delayCanceller) connection.delayCanceller();
  else hangUp();
});
document.addEventListener("visibilitychange", () => {
  stop();
  // Whoever slept heard nothing for a while, and that is no fault of the stream's.
  heard = Date.now();
});
setInterval(() => {
  if (document.hidden || connection === null || Date.now() - heard < ALIVE_WITHIN_MS) return;
  heard = Date.now();
  hangUp();
}, LOOK_EVERY_MS);

// Firefox cuts the stream as soon as another page is asked for, or a file: that would be told as a fault. Ended
// here it is none, and where this page stays after all, it begins anew.
addEventListener("beforeunload", () => hangUp());

// A page that the browser kept and shows again is as old as when it was left.
addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload();
});
