// What stopped the game can be put aside and called back; a new one comes by itself.

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
