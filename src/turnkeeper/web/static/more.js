// The steps for which the bar has no room: "More" unfolds them, Escape or a step that is taken folds them again.
//
// What is cut off is marked, so that nobody comes to it with Tab; its key works all the same. The styles do
// the cutting and the unfolding: without this script all can be reached too.

const more = () => document.getElementById("steps-more");
const steps = () => document.getElementById("part-steps");
const shown = () => [...steps().querySelectorAll(".step")].filter((one) => one.checkVisibility());

/** Mark what is cut off; "More" is there when something is. */
const measure = () => {
  if (!more() || !steps() || more().open) return;
  more().dataset.localIdle = "";
  if (mark() === 0) return;
  delete more().dataset.localIdle;
  mark();
};

// All is measured before anything is marked: a mark between would have the page laid out anew for each.
const mark = () => {
  const end = steps().getBoundingClientRect().bottom;
  const cut = new Map(shown().map((one) => [one, one.getBoundingClientRect().bottom > end]));
  for (const [one, over] of cut) one.toggleAttribute("data-local-over", over);
  return [...cut.values()].filter(Boolean).length;
};

let cameFrom = null;
const unfolded = () => {
  const hidden = shown().filter((one) => "localOver" in one.dataset);
  for (const one of hidden) delete one.dataset.localOver;
  hidden[0]?.focus();
};

const fold = () => {
  const within = steps().contains(document.activeElement) || more().contains(document.activeElement);
  more().open = false;
  if (!within) return;
  // Back to where it was, so that Enter means what it meant.
  if (cameFrom?.isConnected && cameFrom !== document.body) cameFrom.focus();
  else document.activeElement.blur();
};

// It is a matter of the frame that is about to be drawn, not of the one after it.
more()?.addEventListener("click", () => {
  if (more().open) return;
  cameFrom = document.activeElement;
  setTimeout(unfolded, 0);
});
more()?.addEventListener("toggle", measure);

document.addEventListener(
  "keydown",
  (event) => {
    if (event.key !== "Escape" || !more()?.open || document.querySelector("dialog[open]")) return;
    if (event.target.matches("input, textarea, select")) return;
    event.preventDefault();
    fold();
  },
  true,
);
document.addEventListener("click", (event) => {
  if (more()?.open && event.target.closest?.("#part-steps .step")) more().open = false;
});

if (more()) {
  // Once for all that comes at once, and only where the bar itself is another.
  const bar = { childList: true, subtree: true, characterData: true, attributeFilter: ["class"] };
  new MutationObserver(measure).observe(more().parentElement, bar);
  const sizes = new ResizeObserver(measure);
  for (const one of [more().parentElement, steps()]) sizes.observe(one);
  // What is offered in the middle of the screen is not in the bar as well, until it is put aside.
  new MutationObserver(measure).observe(document.getElementById("part-interruption"), {
    attributeFilter: ["data-local-aside"],
  });
  document.fonts.ready.then(measure);
  measure();
}
