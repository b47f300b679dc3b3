// What stopped the game can be put aside and called back; a new one comes by itself. Where a page is scrolled past
// what waits, the bar leads back to it.

const part = () => document.getElementById("part-interruption");

const setAside = (aside) => {
  const whole = part();
  if (aside) whole.dataset.localAside = whole.dataset.halt;
  else delete whole.dataset.localAside;
};

document.addEventListener("click", (event) => {
  if (event.target.closest?.("[data-aside]")) {
    const within = part().contains(document.activeElement);
    setAside(true);
    // Only a focus that would be lost is moved: Enter must not call back what was just put aside.
    if (within) part().querySelector("[data-recall]")?.focus({ preventScroll: true });
  } else if (event.target.closest?.("[data-recall]")) {
    setAside(false);
    document.getElementById("interruption-title")?.focus();
  }
});

// Morphing leaves the mark alone; it holds for the one that was put aside and for no other. On a narrow page
// what stopped the game may come up above what one looks at: a new one is brought to where it is seen.
let shown = part()?.dataset.halt ?? "";
document.addEventListener("htmx:after:swap", () => {
  const whole = part();
  const halt = whole?.dataset.halt ?? "";
  if (whole?.dataset.localAside && whole.dataset.localAside !== halt) setAside(false);
  if (halt && halt !== shown) whole.scrollIntoView({ block: "nearest" });
  shown = halt;
});

// What waits is the first of these that is there; once it is out of sight the bar says it, with its answers.
const WAITING = ["throw", "interruption", "encounters", "unfinished"].map((name) => document.getElementById(`part-${name}`));
const above = document.querySelector("[data-waits-above]");
const inSight = new Set();
const first = () => WAITING.find((one) => one && !one.hidden);
const lead = () => {
  const { waits } = document.getElementById("part-head").dataset;
  const away = Boolean(first()) && !inSight.has(first());
  above.hidden = !away || !waits;
  above.textContent = waits;
  document.documentElement.toggleAttribute("data-local-away", away);
};

if (above) {
  const sights = new IntersectionObserver((seen) => {
    for (const { target, isIntersecting } of seen) inSight[isIntersecting ? "add" : "delete"](target);
    lead();
  });
  for (const one of WAITING) if (one) sights.observe(one);
  document.addEventListener("htmx:after:swap", lead);
  above.addEventListener("click", () => {
    const place = first();
    place.scrollIntoView({ block: "start" });
    place.querySelector("h2[tabindex], h3[tabindex], button")?.focus({ preventScroll: true });
  });
}
