// House rules are long: what one types into Find is all that is left to see, until the field is empty again.
// Without this script the form comes back with whatever was found opened and listed.

const field = document.getElementById("rules-find");
const told = document.getElementById("rules-found");
const body = document.querySelector(".rules-body");
const wasOpen = new Map();

const words = () => field.value.toLocaleLowerCase().split(/\s+/).filter(Boolean);
const called = (entry) =>
  `${entry.closest(".rule-section").querySelector("h2").textContent} ${entry.querySelector("h3").textContent}`;
const typed = (entry) =>
  [...entry.querySelectorAll("input:not([type=hidden], [type=checkbox]), textarea, select")].map((one) => one.value);
const has = (text, wanted) => wanted.every((word) => text.toLocaleLowerCase().includes(word));

/** Show only what has all the words; return the entries found, those that are called so first. */
const filter = () => {
  const wanted = words();
  const first = [];
  const rest = [];
  for (const section of body.querySelectorAll(".rule-section")) {
    if (wanted.length && !wasOpen.has(section.id)) wasOpen.set(section.id, section.open);
    let some = false;
    for (const entry of section.querySelectorAll(".rule-entry")) {
      const name = has(called(entry), wanted);
      const here = name || has(`${called(entry)} ${entry.textContent} ${typed(entry).join(" ")}`, wanted);
      entry.hidden = !here;
      some ||= here;
      if (here) (name ? first : rest).push(entry);
    }
    section.hidden = !some;
    if (wanted.length) section.open = some;
    else if (wasOpen.has(section.id)) section.open = wasOpen.get(section.id);
    const link = document.querySelector(`.rules-index a[href="#${section.id.replace("s-", "in-")}"]`);
    if (link) link.parentElement.hidden = !some;
  }
  for (const other of body.querySelectorAll("#switches, #others")) other.hidden = wanted.length > 0;
  if (!wanted.length) wasOpen.clear();
  return [...first, ...rest];
};

const tell = (count) => {
  const said = field.value.trim();
  told.textContent = !said ? "" : count ? `${count} found. Enter goes there.` : `Nothing here has “${said}”.`;
};

/** Go to the first that was found: the next Tab is into it. */
const go = (entry) => {
  const heading = entry.querySelector("h3, h2");
  heading.tabIndex = -1;
  entry.scrollIntoView({ block: "start" });
  heading.focus({ preventScroll: true });
};

const look = () => tell(filter().length);
const clear = () => {
  field.value = "";
  look();
};
let pressed;

if (field && body) {
  for (const one of document.querySelectorAll("[data-without-script]")) one.hidden = true;
  field.addEventListener("input", look);
  field.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    if (event.key === "Escape" && field.value) {
      event.preventDefault();
      clear();
    } else if (event.key === "Enter") {
      event.preventDefault();
      const [best] = filter();
      if (best && words().length) go(best);
    }
  });
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest?.("input, textarea, select, [contenteditable]");
    if (event.key !== "/" || typing || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    field.focus();
    field.select();
  });
  // What was hidden is wanted again: by a link to it, or because something in it has changed.
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.('a[href^="#"]');
    const there = link && document.getElementById(decodeURIComponent(link.hash.slice(1)));
    if (there?.closest("[hidden]")) clear();
    const section = there?.closest(".rule-section");
    if (section) section.open = true;
    const button = event.target.closest?.("button[hx-post]");
    if (button) pressed = { section: button.closest("[id^='s-']").id, at: button.getAttribute("formaction").split("#")[1] };
  });
  document.addEventListener("htmx:after:swap", () => {
    if (!pressed) return;
    if (wasOpen.size) wasOpen.set(pressed.section, true);
    clear();
    const at = document.getElementById(pressed.at)?.closest('.rule-entry') ?? document.getElementById(pressed.section);
    if (document.activeElement === document.body && at) go(at);
    pressed = undefined;
  });
  if (words().length) document.querySelector(".wrong.summary, .tried") ? clear() : look();
}
