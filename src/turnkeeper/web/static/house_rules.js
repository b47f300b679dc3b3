// House rules are long, and change while somebody types. What one types into Find is all that is left to see,
// until the field is empty again; without this script the form comes back with what was found opened and listed.
// htmx swaps the section in which something was added or taken out: what was typed meanwhile is typed again.

const field = document.getElementById("rules-find");
const told = document.getElementById("rules-found");
const body = document.querySelector(".rules-body");

// ---------------------------------------------------------------- find

const wasOpen = new Map();
const words = () => field.value.toLocaleLowerCase().split(/\s+/).filter(Boolean);
const has = (text, wanted) => wanted.every((word) => text.toLocaleLowerCase().includes(word));
const called = (entry) =>
  `${entry.closest(".rule-section").querySelector("h2").textContent} ${entry.querySelector("h3").textContent}`;
const typedIn = (entry) =>
  [...entry.querySelectorAll("input:not([type=hidden], [type=checkbox]), textarea, select")].map((one) => one.value);
const linkTo = (id) => document.querySelector(`.rules-index a[href="#${id}"]`)?.parentElement;

/** Show or hide something and its line among the sections. */
const show = (element, link, shown) => {
  element.hidden = !shown;
  if (link) link.hidden = !shown;
};

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
      const here = name || has(`${called(entry)} ${entry.textContent} ${typedIn(entry).join(" ")}`, wanted);
      entry.hidden = !here;
      some ||= here;
      if (here) (name ? first : rest).push(entry);
    }
    show(section, linkTo(section.id.replace("s-", "in-")), some || !wanted.length);
    if (wanted.length) section.open = some;
    else if (wasOpen.has(section.id)) section.open = wasOpen.get(section.id);
  }
  for (const other of body.querySelectorAll("#switches, #others")) show(other, linkTo(other.id), !wanted.length);
  if (!wanted.length) wasOpen.clear();
  return [...first, ...rest];
};

const look = () => {
  const count = filter().length;
  const said = field.value.trim();
  told.textContent = !said ? "" : count ? `${count} found. Enter goes there.` : `Nothing here has “${said}”.`;
};

const clear = () => {
  field.value = "";
  look();
};

/** Go to an entry or a section: the next Tab is into it. */
const go = (element) => {
  const heading = element.querySelector("h3:not(.unseen), summary, h2");
  if (!heading) return;
  if (heading.localName !== "summary") heading.tabIndex = -1;
  element.scrollIntoView({ block: "start" });
  heading.focus({ preventScroll: true });
};

const find = (event) => {
  if (event.isComposing) return;
  if (event.key === "Escape" && field.value) {
    event.preventDefault();
    clear();
  } else if (event.key === "Enter") {
    event.preventDefault();
    const [best] = filter();
    if (best && words().length) go(best);
  }
};

const toFind = (event) => {
  const typing = event.target.closest?.("input, textarea, select, [contenteditable]");
  if (event.key !== "/" || typing || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  field.focus();
  field.select();
};

/** A link to something inside opens what it stands in, and shows it again if it was hidden. */
const follow = (event) => {
  const link = event.target.closest?.('a[href^="#"]');
  const there = link && document.getElementById(decodeURIComponent(link.hash.slice(1)));
  if (there?.closest("[hidden]")) clear();
  const section = there?.closest(".rule-section");
  if (section) section.open = true;
};

// ---------------------------------------------------------------- sections that are swapped

let under = null; // what is under way: the section, where to go after it, what stood in its fields
let next = null; // what was pressed meanwhile

const fields = (section) => [...(section?.querySelectorAll("input:not([type=hidden]), textarea, select") ?? [])];
const value = (one) => (one.type === "checkbox" ? one.checked : one.value);
const standing = (section) => new Map(fields(section).map((one) => [one.name, value(one)]));

const press = (event) => {
  const button = event.target.closest?.("button[hx-post]");
  if (!button || !under) return;
  event.preventDefault();
  event.stopPropagation();
  next = { name: button.name, value: button.value };
};

const sending = ({ detail: { ctx } }) => {
  const section = ctx.target;
  if (!section?.classList.contains("rule-section")) return;
  const at = ctx.sourceElement.getAttribute("formaction")?.split("#")[1];
  under = { id: section.id, at, from: document.activeElement, before: standing(section), later: [], focus: null };
};

const swapping = () => {
  if (!under) return;
  const section = document.getElementById(under.id);
  under.later = [...standing(section)].filter(([name, value]) => under.before.get(name) !== value);
  const active = document.activeElement;
  if (active !== under.from && section?.contains(active)) under.focus = { id: active.id, at: active.selectionStart };
};

const swapped = () => {
  if (!under) return;
  const { id, at, later, focus } = under;
  const section = document.getElementById(id);
  for (const [name, typed] of later) {
    const one = fields(section).find((each) => each.name === name);
    if (one?.type === "checkbox") one.checked = typed;
    else if (one) one.value = typed;
  }
  if (wasOpen.size) wasOpen.set(id, true);
  if (words().length) clear();
  const there = focus && document.getElementById(focus.id);
  if (there) {
    there.focus({ preventScroll: true });
    if (focus.at !== null && there.setSelectionRange) there.setSelectionRange(focus.at, focus.at);
  } else if (document.activeElement === document.body) {
    go(document.getElementById(at)?.closest(".rule-entry") ?? section);
  }
};

const done = () => {
  if (!under) return;
  under = null;
  const wanted = next;
  next = null;
  const same = (one) => one.name === wanted.name && one.value === wanted.value;
  if (wanted) [...document.querySelectorAll("button[hx-post]")].find(same)?.click();
};

if (field && body) {
  for (const one of document.querySelectorAll("[data-without-script]")) one.hidden = true;
  field.addEventListener("input", look);
  field.addEventListener("keydown", find);
  document.addEventListener("keydown", toFind);
  document.addEventListener("click", press, true);
  document.addEventListener("click", follow);
  document.addEventListener("htmx:before:request", sending);
  document.addEventListener("htmx:before:swap", swapping);
  document.addEventListener("htmx:after:swap", swapped);
  document.addEventListener("htmx:finally:request", done);
  // htmx listens from when the document is there, and said so first.
  document.addEventListener("DOMContentLoaded", () => {
    document.documentElement.dataset.localReady = "";
  });
  // What is wrong, or came out otherwise, is not hidden by what was looked for before.
  if (words().length) {
    if (document.querySelector(".wrong.summary, .tried")) clear();
    else look();
  }
}
