// The strip of the day under the hand: looking back at how it stood, and marks that tell themselves.
//
// Dragged back over what is past, or moved by arrow keys, it shows how it stood then, over the page, and nothing is
// changed: letting go or Escape is now again, Enter goes on from there as another branch. A tap, and arrow keys,
// stay where they are. What is shown is drawn by the server.

const dialog = () => document.getElementById("then");
const scrub = () => document.querySelector("#part-strip .scrub");
const found = () => document.getElementById("then-found")?.dataset;
const DRAGGED_PX = 5;

// ------------------------------------------------------------------ what is shown

let asked = null; // what is under way
let next = null; // what is wanted once that is answered: the last that was wanted

const look = async (query) => {
  if (asked) {
    next = query;
    return;
  }
  asked = new AbortController();
  try {
    const answer = await fetch(`${dialog().dataset.from}?${query}`, {
      headers: { "HX-Request": "true" },
      signal: asked.signal,
    });
    if (answer.ok && asked) show(await answer.text());
  } catch {
    // Left, or the connection is gone, which is told elsewhere.
  }
  asked = null;
  if (next === null) return;
  const again = next;
  next = null;
  await look(again);
};

const BENEATH = ".screen > :is(.urgent, .bar, .centre, .margins), .masthead";

const show = (html) => {
  const into = document.getElementById("then-shown");
  into.innerHTML = html;
  globalThis.htmx.process(into);
  if (!dialog()?.open) {
    dialog().show();
    // What lies beneath is now, and is not meant by what is pressed meanwhile.
    for (const one of document.querySelectorAll(BENEATH)) one.inert = true;
    scrub()?.focus({ preventScroll: true });
  }
  place();
  const line = dialog().querySelector("[data-live]");
  if (line.textContent !== found().when) line.textContent = found().when;
};

const leave = () => {
  asked?.abort();
  next = null;
  if (dialog()?.open) dialog()?.close();
};
document.addEventListener(
  "close",
  (event) => {
    if (event.target !== dialog()) return;
    for (const one of document.querySelectorAll(BENEATH)) one.inert = false;
    document.getElementById("then-shown").replaceChildren();
    place();
  },
  true,
);

/** Put the second needle where one looks, or away. */
const place = () => {
  const one = scrub();
  if (!one) return;
  const { begins, ends, now } = one.dataset;
  const looking = dialog()?.open && found();
  const at = looking ? Math.round(((looking.ms - begins) / (ends - begins)) * 1000) : Number(now);
  const kept = Math.max(0, Math.min(Number(now), at));
  one.toggleAttribute("data-local-back", Boolean(looking));
  one.querySelector(".scrub-at").style.left = `${kept / 10}%`;
  one.setAttribute("aria-valuenow", String(kept));
  one.setAttribute("aria-valuetext", looking ? looking.when : "now");
};

// ------------------------------------------------------------------ by hand

let held = null; // where the strip was taken hold of

const instantAt = (x) => {
  const { begins, ends, now } = scrub().dataset;
  const { left, width } = scrub().getBoundingClientRect();
  const part = Math.max(0, Math.min(Number(now) / 1000, (x - left) / width));
  return Math.round(Number(begins) + part * (ends - begins));
};
const isPast = (x) => {
  const { left, width } = scrub().getBoundingClientRect();
  return (x - left) / width <= Number(scrub().dataset.now) / 1000 + 0.02;
};

document.addEventListener("pointerdown", (event) => {
  if (!event.target.closest?.(".scrub") || event.button !== 0 || !isPast(event.clientX)) return;
  held = { x: event.clientX, dragged: false };
  event.target.closest(".scrub").setPointerCapture(event.pointerId);
});
document.addEventListener("pointermove", (event) => {
  if (!held) return;
  held.dragged ||= Math.abs(event.clientX - held.x) > DRAGGED_PX;
  if (held.dragged) void look(`ms=${instantAt(event.clientX)}`);
});
const release = (event) => {
  if (!held) return;
  const { dragged } = held;
  held = null;
  if (dragged) leave();
  else if (event.type === "pointerup") void look(`ms=${instantAt(event.clientX)}`);
};
for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, release);

// ------------------------------------------------------------------ by keys

const to = (commit) => commit && void look(`at=${commit}`);
const FAR = 10;

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-then-to]");
  if (button) to(button.dataset.thenTo);
});

const backBy = async (steps) => {
  for (let step = 0; step < steps && (!dialog()?.open || found().earlier); step += 1) {
    await look(`at=${dialog()?.open ? found().earlier : headShown()}`);
    if (step === 0 && found() && "head" in found()) await look(`at=${found().earlier}`);
  }
};
const headShown = () => document.getElementById("part-head").dataset.head;

document.addEventListener(
  "keydown",
  (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const onScrub = event.target === scrub();
    if (onScrub && !dialog()?.open) {
      if (event.key === "ArrowLeft" || event.key === "ArrowDown") void backBy(1);
      else if (event.key === "PageDown") void backBy(FAR);
      else if (event.key === "Home") void look(`ms=${scrub().dataset.begins}`);
      else return;
    } else if (dialog()?.open) {
      if (event.key === "ArrowLeft" || event.key === "ArrowDown") to(found().earlier);
      else if (event.key === "ArrowRight" || event.key === "ArrowUp") to(found().later);
      else if (event.key === "PageDown") void backBy(FAR);
      else if (event.key === "Home") void look(`ms=${scrub()?.dataset.begins ?? 0}`);
      else if (event.key === "End") leave();
      else if (onScrub && event.key === "Enter" && !event.repeat) dialog().querySelector("[data-first]")?.click();
      else return;
    } else return;
    event.preventDefault();
    event.stopImmediatePropagation();
  },
  true,
);

// Whoever goes there, or does anything else, is back in the present.
document.addEventListener("turnkeeper:outcome", ({ detail }) => {
  if (["done", "moved"].includes(detail.outcome)) leave();
});

// ------------------------------------------------------------------ marks

const tells = () => document.querySelector("#part-strip .strip-tells");
const tell = (mark) => {
  const line = tells();
  if (!line) return;
  line.textContent = mark?.getAttribute("aria-label") ?? "";
};
const markOf = (event) => event.target.closest?.("#part-strip .mark");
document.addEventListener("pointerover", (event) => tell(markOf(event) ?? focused()));
document.addEventListener("focusin", (event) => tell(markOf(event)));
const focused = () => (document.activeElement?.matches?.("#part-strip .mark") ? document.activeElement : null);

// One of them is reached by Tab, the others from there by arrow keys.
document.addEventListener("keydown", (event) => {
  const mark = focused();
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!mark || !by) return;
  const all = [...document.querySelectorAll("#part-strip .mark")];
  const left = (one) => one.getBoundingClientRect().left;
  all.sort((one, other) => left(one) - left(other));
  const other = all[all.indexOf(mark) + by];
  if (!other) return;
  event.preventDefault();
  for (const one of all) one.setAttribute("tabindex", one === other ? "0" : "-1");
  other.focus();
});

const ready = () => {
  scrub()?.removeAttribute("hidden");
  place();
};
document.addEventListener("htmx:after:swap", ready);
ready();
