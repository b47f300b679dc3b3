// The log: whether commands, dice and rules are shown in it, and which quiet stretches are open.
//
// Both are the reader's own: the page's parts come without them, and what a morph forgets is put back.

const KEPT = "turnkeeper-log-how";
const open = new Set();

const kept = () => {
  try {
    return localStorage.getItem(KEPT) === "yes";
  } catch {
    return false;
  }
};
let how = kept();

const show = () => {
  const log = document.getElementById("part-log");
  if (!log) return;
  log.toggleAttribute("data-local-how", how);
  log.querySelector("[data-log=how]")?.setAttribute("aria-pressed", String(how));
  for (const one of log.querySelectorAll("details[id^=fold-]")) if (open.has(one.id)) one.open = true;
};

document.addEventListener("click", (event) => {
  if (!event.target.closest?.("[data-log=how]")) return;
  how = !how;
  try {
    localStorage.setItem(KEPT, how ? "yes" : "no");
  } catch {
    // It is kept for as long as the page is open.
  }
  show();
});
document.addEventListener(
  "toggle",
  ({ target }) => {
    if (!target.id?.startsWith("fold-")) return;
    if (target.open) open.add(target.id);
    else open.delete(target.id);
  },
  true,
);
document.addEventListener("htmx:after:swap", show);
show();
