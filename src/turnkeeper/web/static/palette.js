// The command palette: a combobox over every spoken command, with completion from the server.
//
// Tab completes, up and down choose, Enter says. What is refused stays in the field, marked where it goes
// wrong. The server sends the pieces that could come next (`data-piece`, from the column `data-start` on);
// one with `data-whole` makes a command that can be said.

import { close, load, open, openHelp, reasons } from "./overlays.js";

const dialog = () => document.getElementById("palette");
const field = () => document.getElementById("palette-text");
const form = () => document.getElementById("palette-form");
const fault = () => document.getElementById("palette-fault");
const offers = () => [...document.querySelectorAll("#palette-offers [role=option]")];

let chosen = -1;

const choose = (index) => {
  const all = offers();
  chosen = all.length ? ((index + 1 + all.length + 1) % (all.length + 1)) - 1 : -1;
  for (const [place, one] of all.entries()) one.setAttribute("aria-selected", String(place === chosen));
  const one = all[chosen];
  if (one) {
    field().setAttribute("aria-activedescendant", one.id);
    one.scrollIntoView({ block: "nearest" });
  } else {
    field().removeAttribute("aria-activedescendant");
  }
};

const ask = () => globalThis.htmx.trigger(field(), "ask");

const fresh = () => {
  fault().replaceChildren();
  field().removeAttribute("aria-invalid");
};

/** Put a piece where it belongs in what was typed. */
const complete = (one) => {
  const input = field();
  const whole = one.dataset.whole === "yes";
  const kept = input.value.slice(0, Number(one.dataset.start));
  input.value = kept + one.dataset.piece + (whole ? "" : " ");
  input.setSelectionRange(input.value.length, input.value.length);
  fresh();
  choose(-1);
  return whole;
};

const openPalette = (text = "") => {
  const input = field();
  if (!input) return;
  if (text || !fault().textContent) input.value = text;
  if (text) fresh();
  choose(-1);
  open(dialog());
  input.focus();
  // What was refused before is still there to be mended, or typed over.
  input.setSelectionRange(fault().textContent ? 0 : input.value.length, input.value.length);
  ask();
};

document.addEventListener("click", (event) => {
  const opener = event.target.closest?.("[data-opens]");
  if (opener && dialog()) {
    const text = opener.dataset.opens;
    openPalette(text && !text.endsWith(" ") ? `${text} ` : text);
    return;
  }
  const one = event.target.closest?.("#palette-offers [role=option]");
  if (!one) return;
  complete(one);
  field().focus();
  ask();
});

const KEYS = {
  ArrowDown: () => choose(chosen + 1),
  ArrowUp: () => choose(chosen - 1),
  Tab: () => {
    complete(offers()[Math.max(chosen, 0)]);
    ask();
  },
  Enter: () => {
    const whole = complete(offers()[chosen]);
    if (whole) form().requestSubmit();
    else ask();
  },
};

document.addEventListener("keydown", (event) => {
  if (event.target !== field() || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
  const does = KEYS[event.key];
  // With nothing to choose from, Tab goes on to the buttons and Enter says what stands there.
  if (!does || offers().length === 0 || event.shiftKey) return;
  if (event.key === "Enter" && chosen < 0) return;
  event.preventDefault();
  if (event.key === "Enter" && event.repeat) return;
  does();
});

document.addEventListener("input", (event) => {
  if (event.target === field()) fresh();
});

// Nobody completes a letter: what is very long is not asked about.
const LONGEST_ASKED = 500;
document.addEventListener("htmx:config:request", (event) => {
  if (event.detail.ctx.sourceElement === field() && field().value.length > LONGEST_ASKED) event.preventDefault();
});

document.addEventListener("htmx:after:swap", ({ detail }) => {
  if (detail.ctx?.target?.id !== "palette-found") return;
  field().setAttribute("aria-expanded", String(offers().length > 0));
  choose(-1);
  const lively = dialog().querySelector("[data-live]");
  const many = offers().length;
  const said = document.querySelector(".palette-answer, .palette-wrong")?.textContent.trim() ?? "";
  lively.textContent = many ? `${many} to choose from` : said;
});

// Nothing to say is nothing to send.
document.addEventListener(
  "submit",
  (event) => {
    if (event.target !== form() || field().value.trim()) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  },
  true,
);

// What is no command may be a word of the screen itself, which opens something: `history`, `why 12`, `help torch`.
const ownWord = () => {
  const said = field().value.trim().replace(/^\?\s*/, "help ").trim();
  const [word, ...rest] = said.split(/\s+/);
  const opener = document.querySelector(`#palette-own [data-word="${CSS.escape(word.toLowerCase())}"]`);
  return opener ? { opener, rest: rest.join(" ") } : null;
};

const follow = ({ opener, rest }) => {
  field().value = "";
  // What could come next is asked for no more: Firefox would tell of it as a fault when the page is left.
  globalThis.htmx.trigger(field(), "htmx:abort");
  close(dialog());
  const address = rest && "with" in opener.dataset ? opener.dataset.with + encodeURIComponent(rest) : opener.getAttribute("href");
  if (opener.dataset.dialog) openHelp(rest);
  else if ("sheet" in opener.dataset) load(address, reasons());
  else location.assign(address);
};

document.addEventListener("turnkeeper:outcome", ({ detail }) => {
  if (detail.source !== form()) return;
  const own = detail.code === "speech" ? ownWord() : null;
  if (own) {
    document.getElementById("part-outcome").replaceChildren();
    follow(own);
    return;
  }
  if (["done", "moved", "asked", "answered"].includes(detail.outcome)) {
    field().value = "";
    fresh();
    close(dialog());
    return;
  }
  const told = document.getElementById("part-outcome");
  const words = detail.outcome === "unknown" ? ["No answer came. Enter says it again; it is done only once."] : [];
  fault().replaceChildren(...words, ...[...(words.length ? [] : told.childNodes)].map((node) => node.cloneNode(true)));
  field().setAttribute("aria-invalid", "true");
  const column = Number(told.dataset.column || 0);
  // What is wrong is selected, so that what is typed next takes its place: a word, or else the whole.
  if (column > 0) field().setSelectionRange(column - 1, endOfWord(field().value, column - 1));
  else field().select();
  field().focus();
});

const endOfWord = (text, from) => {
  const blank = text.slice(from).search(/\s/);
  return blank < 0 ? text.length : from + blank;
};
