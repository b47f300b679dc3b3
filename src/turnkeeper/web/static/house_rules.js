// House rules are a text, and the server says what is wrong with it and what it changes while one types. What is done
// beside it, a field or a switch, comes back as text. Without this script the same form is sent by its buttons.
//
// The lines behind the text area have its numbers, its marks and its notes: they are moved along as one types, and
// drawn anew by each answer. An answer to a text that has changed since is let go, and asked for again.

const TYPING_MS = 350;

const form = document.getElementById("house-form");
const text = document.getElementById("house-text");
const lines = document.getElementById("house-lines");
const said = document.getElementById("house-said");
const side = document.getElementById("house-side");

// ---------------------------------------------------------------- the lines behind the text

const blank = (content) => {
  const line = document.createElement("div");
  line.className = "house-line";
  line.append(document.createElement("span"));
  line.firstChild.textContent = content;
  return line;
};

/** Make the lines those of the text: what stands before and after the place where one types keeps its marks. */
const follow = () => {
  const now = text.value.split("\n");
  const before = [...lines.children].map((line) => line.firstChild.textContent);
  let head = 0;
  while (head < now.length && head < before.length && now[head] === before[head]) head += 1;
  let tail = 0;
  const most = Math.min(now.length, before.length) - head;
  while (tail < most && now.at(-1 - tail) === before.at(-1 - tail)) tail += 1;
  for (const line of [...lines.children].slice(head, before.length - tail)) line.remove();
  const fresh = now.slice(head, now.length - tail).map(blank);
  if (head) lines.children[head - 1].after(...fresh);
  else lines.prepend(...fresh);
};

/** Go to a place in the text, by line and column. */
const go = (line, column = 1) => {
  const all = text.value.split("\n");
  const start = all.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
  text.focus({ preventScroll: true });
  text.setSelectionRange(start + column - 1, start + (all[line - 1]?.length ?? 0));
  lines.children[line - 1]?.scrollIntoView({ block: "center" });
};

const caretLine = () => text.value.slice(0, text.selectionStart).split("\n").length;

/** Go to the next line with a problem, or the one before, round the end. */
const next = (backwards) => {
  const all = [...lines.children];
  const wrong = all.flatMap((line, index) => (line.matches(".house-line-wrong") ? [index + 1] : []));
  if (!wrong.length) return;
  const at = caretLine();
  const before = wrong.findLast((line) => line < at) ?? wrong.at(-1);
  const line = backwards ? before : (wrong.find((one) => one > at) ?? wrong[0]);
  go(line, Number(all[line - 1].dataset.column));
};

// ---------------------------------------------------------------- what the server says of it

let underWay = false;
let again; // what was asked for meanwhile: a button, or nothing but to look again
let timer = 0;

const fields = () => [...side.querySelectorAll("input:not([type=hidden]), select")];
const value = (one) => (one.type === "checkbox" ? one.checked : one.value);

/** Put in what stands beside the text; what was typed there meanwhile, what is open and the focus stay. */
const beside = (fresh, before) => {
  const later = fields().flatMap((one) => (before.get(one.id) === value(one) ? [] : [[one.id, value(one)]]));
  const open = [...side.querySelectorAll("details[open]")].map((one) => one.id);
  const focus = side.contains(document.activeElement) ? document.activeElement : null;
  const caret = focus?.matches("input:not([type=checkbox])") ? focus.selectionStart : null;
  side.disabled = fresh.disabled;
  if (fresh.disabled) return;
  side.replaceChildren(...fresh.childNodes);
  for (const id of open) document.getElementById(id)?.setAttribute("open", "");
  for (const [id, typed] of later) {
    const one = document.getElementById(id);
    if (one?.type === "checkbox") one.checked = typed;
    else if (one) one.value = typed;
  }
  const there = focus && (document.getElementById(focus.id) ?? document.getElementById("house-find"));
  there?.focus({ preventScroll: true });
  if (caret !== null && there?.setSelectionRange) there.setSelectionRange(caret, caret);
};

const show = (page, before) => {
  // The lines come first: they are what makes room for the text.
  lines.replaceChildren(...page.getElementById("house-lines").children);
  const written = page.getElementById("house-text");
  if (written.value !== text.value) {
    const [start, end] = [text.selectionStart, text.selectionEnd];
    text.value = written.value;
    text.setSelectionRange(start, end);
  }
  const told = page.getElementById("house-said");
  said.className = told.className;
  if (said.textContent !== told.textContent) said.textContent = told.textContent;
  if (written.ariaInvalid) text.ariaInvalid = "true";
  else text.removeAttribute("aria-invalid");
  for (const id of ["house-problems", "house-changes"]) {
    document.getElementById(id).replaceChildren(...page.getElementById(id).childNodes);
  }
  beside(page.getElementById("house-side"), before);
  const line = Number(page.getElementById("house-parts").dataset.go);
  if (line) go(line);
};

/** Ask what comes of the text, and of what was done beside it. */
const look = async (button = null) => {
  clearTimeout(timer);
  if (underWay) {
    again = { button: button ?? again?.button ?? null };
    return;
  }
  underWay = true;
  const typed = text.value;
  const before = new Map(fields().map((one) => [one.id, value(one)]));
  try {
    const answer = await fetch(form.action, {
      method: "POST",
      headers: { "HX-Request": "true" },
      body: new URLSearchParams(new FormData(form, button)),
    });
    if (!answer.ok) throw new Error(answer.statusText);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (text.value === typed) show(page, before);
    else again = { button: again?.button ?? button };
  } catch {
    said.textContent = "It could not be checked: Turnkeeper does not answer. What you typed is still here.";
  }
  underWay = false;
  const wanted = again;
  again = undefined;
  if (wanted) look(wanted.button?.isConnected ? wanted.button : null);
};

const soon = () => {
  clearTimeout(timer);
  timer = setTimeout(look, TYPING_MS);
};

// ---------------------------------------------------------------- listening

const PLAIN = new Set(["file", "try"]);

if (form) {
  form.dataset.live = "";
  text.addEventListener("input", () => {
    follow();
    soon();
  });
  // The page around it scrolls, never the text in itself.
  text.addEventListener("scroll", () => {
    text.scrollTop = 0;
  });
  form.addEventListener("input", (event) => {
    if (event.target.id === "house-find") soon();
  });
  form.addEventListener("change", (event) => {
    if (event.target.matches("[name^='set:'], [name=option]")) look();
  });
  form.addEventListener("submit", (event) => {
    const button = event.submitter;
    if (!button || PLAIN.has(button.value) || button.hasAttribute("formaction")) return;
    event.preventDefault();
    look(button);
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[data-line]");
    if (!link) return;
    event.preventDefault();
    go(Number(link.dataset.line), Number(link.dataset.column));
  });
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest?.("input, textarea, select, [contenteditable]");
    if (event.key === "F8") {
      event.preventDefault();
      next(event.shiftKey);
    } else if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      document.getElementById("house-find").focus();
    }
  });
  document.documentElement.dataset.localReady = "";
}
