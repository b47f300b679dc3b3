// What this page shows, and what is under way: one thing is said at a time, about the head that is shown.
//
// A post takes the shown head along (`X-Seen-Head`), so that two screens never double a turn. While it is
// under way, and until the revision that came of it is shown, nothing else is sent: a key held down, a double
// click or an impatient second press are let go. A revision names how it stands: the head, and the throw waited for.

import { notice } from "./connection.js";

const ACTS = /\/c\/[^/]+\/(say|meet|answer|give-up|undo|redo|go|people|person|write-down|do\/[^/]+)$/;
const SHOWN_WITHIN_MS = 10_000;
const DOUBLE_CLICK_MS = 300;

const page = document.documentElement;
let underWay = null; // what htmx knows of the post under way
let awaited = ""; // the revision that came of it, until it is shown
let patience = 0;

/** The commit that the page shows. */
export const shownHead = () => document.getElementById("part-head")?.dataset.head ?? "";

const shownRevision = () => document.getElementById("part-head")?.dataset.revision ?? "";
const follows = () => document.querySelector("[hx-sse\\:connect]") !== null;

// Revisions of one start of the server are counted. The stream may be quicker than the answer, and past its revision.
const isReached = (revision) => {
  const [start, count] = revision.split("-");
  const [shownStart, shownCount] = shownRevision().split("-");
  return start === shownStart && Number(count) <= Number(shownCount);
};

// What came of the last thing said here: its revision and, if something was done, the head it led to.
let own = { revision: "", head: "" };
// Whoever goes on before the page shows it goes on from there: it was their own doing.
const headGoneOnFrom = () => (own.head && !isReached(own.revision) ? own.head : shownHead());

/** Whether something was said that the page does not show yet. */
export const busy = () => underWay !== null || awaited !== "";

// Where that was said: a part of the page, or a form that lies over it. It may be gone by the answer.
let place = null;
const placeOf = (element) => element.closest("[id^=part-]")?.id ?? element.closest("form");

/** Whether what is under way was said where this element stands, which may be gone in a moment. */
export const isBeingSent = (element) => busy() && placeOf(element) === place;

// What was said and never answered may have been done all the same. Said again, it is said of the same head,
// whatever the page shows by then: the server knows what it did of that one, and does it once.
let unanswered = null;
const said = (ctx) => ({
  action: ctx.request.action,
  text: [...(ctx.request.body ?? [])].filter(([name]) => name !== "seen").join("\n"),
  seen: ctx.request.headers["X-Seen-Head"],
});
const same = (ctx, before) => {
  const now = said(ctx);
  return before !== null && now.action === before.action && now.text === before.text;
};

const isAct = (ctx) => ctx.request.method === "POST" && ACTS.test(new URL(ctx.request.action, location.href).pathname);

// A server that takes its time is told of, so that nobody wonders whether the key was pressed.
const SLOW_MS = 1500;
let slow = 0;

// All that was said is shown; or, without patience, it never came.
const settle = ({ shown = true } = {}) => {
  awaited = "";
  clearTimeout(patience);
  if (underWay !== null) return;
  delete page.dataset.localBusy;
  document.dispatchEvent(new CustomEvent("turnkeeper:settled", { detail: { shown } }));
};

document.addEventListener("htmx:config:request", (event) => {
  const { ctx } = event.detail;
  if (!isAct(ctx)) return;
  if (busy()) {
    event.preventDefault();
    return;
  }
  const seen = same(ctx, unanswered) ? unanswered.seen : headGoneOnFrom();
  ctx.request.headers["X-Seen-Head"] = seen;
  if (ctx.request.body.has("seen")) ctx.request.body.set("seen", seen);
  // Others may have a say in what is sent: dice that are typed just this once.
  document.dispatchEvent(new CustomEvent("turnkeeper:act", { detail: { ctx } }));
});

document.addEventListener("htmx:before:request", (event) => {
  const { ctx } = event.detail;
  if (!isAct(ctx)) return;
  underWay = ctx;
  place = placeOf(ctx.sourceElement);
  page.dataset.localBusy = "";
  slow = setTimeout(() => notice("Waiting for an answer."), SLOW_MS);
});

document.addEventListener("htmx:finally:request", (event) => {
  const { ctx } = event.detail;
  if (ctx !== underWay) return;
  underWay = null;
  clearTimeout(slow);
  const answered = ctx.response?.status === 200;
  const came = answered ? outcome() : { outcome: "unknown", code: "" };
  own = answered ? whereTo() : own;
  unanswered = answered ? null : said(ctx);
  if (answered && !("localLost" in page.dataset)) notice("");
  if (answered && follows() && !("localLost" in page.dataset) && !isReached(own.revision)) awaited = own.revision;
  document.dispatchEvent(new CustomEvent("turnkeeper:outcome", { detail: { ...came, source: ctx.sourceElement } }));
  if (awaited) patience = setTimeout(() => settle({ shown: false }), SHOWN_WITHIN_MS);
  else settle();
});

const outcome = () => {
  const { outcome: kind = "", code = "" } = document.getElementById("part-outcome")?.dataset ?? {};
  return { outcome: kind, code };
};
const whereTo = () => {
  const { revision = "", head = "" } = document.getElementById("part-outcome")?.dataset ?? {};
  return { revision, head };
};

// With the stream gone there is nothing to wait for.
document.addEventListener("turnkeeper:lost", () => {
  if (awaited) settle({ shown: false });
});

// What came of an older command says nothing any more once somebody else went on; that they did, it still does.
const forget = () => {
  const part = document.getElementById("part-outcome");
  if (part && part.dataset.outcome !== "stale") part.replaceChildren();
};

// A page without a stream learns of another head only by being told that it is late: what is said again is done.
const catchUp = () => {
  const now = document.getElementById("part-outcome")?.dataset.now;
  if (!now || follows()) return;
  document.getElementById("part-head").dataset.head = now;
  document.getElementById("part-outcome").scrollIntoView({ block: "nearest" });
};
document.addEventListener("turnkeeper:outcome", catchUp);

let before = shownHead();
document.addEventListener("htmx:after:swap", () => {
  const head = shownHead();
  if (head !== before && !busy() && shownRevision() !== own.revision) forget();
  before = head;
  if (awaited && isReached(awaited)) settle();
});

// A double click is one click. Two clicks on purpose are further apart, and two key presses are two.
let clicked = { target: null, at: -DOUBLE_CLICK_MS };
document.addEventListener(
  "click",
  (event) => {
    const target = event.target.closest?.("button");
    if (!event.isTrusted || event.detail === 0) return;
    if (target?.type !== "submit") {
      clicked = { target: null, at: event.timeStamp };
      return;
    }
    const twice = target === clicked.target && event.timeStamp - clicked.at < DOUBLE_CLICK_MS;
    // One that is let go does not put off the next: whoever clicks on and on is heard.
    if (!twice) {
      clicked = { target, at: event.timeStamp };
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
  },
  true,
);

// What went wrong on the way. Nothing typed is lost, and it is safe to say it again: the server does it once.
const FAULTS = {
  401: "This screen is not let in any more. Open the link that the terminal shows.",
  403: "This screen is not let in any more. Open the link that the terminal shows.",
  404: "This campaign is not here any more.",
  413: "That is too long.",
};
// What the server itself says of a fault, such as a full disk: its page of it has a heading and what would work.
const toldOf = (text) => {
  const page = new DOMParser().parseFromString(text ?? "", "text/html");
  const told = [...page.querySelectorAll("h1, h1 + p:not(:has(a))")].map((one) => one.textContent.trim());
  return told.filter(Boolean).join(" ");
};
document.addEventListener("htmx:response:error", (event) => {
  const { response, text } = event.detail.ctx;
  notice((FAULTS[response.status] ?? toldOf(text)) || "That did not work, and nothing was done.");
});
document.addEventListener("htmx:error", (event) => {
  const { ctx } = event.detail;
  if (ctx && isAct(ctx)) notice("No answer came. Say it again when the connection is back: it is done only once.");
});
