// Commands by form: the dialog of all that can be done, the form of one command, and what a refusal asks for.
//
// A step that only begins a command (`data-command`) opens its form with what it says already filled in.
// The server makes the forms and says what they say; here fields are stepped, values put into them, and the
// focus led. Nothing of the game is known here.

import { close, load, open } from "./overlays.js";

const dialog = () => document.getElementById("doing");
const body = () => document.getElementById("doing-body");
const commandForm = () => document.getElementById("command-form");
const fieldOf = (element) => element.closest("[data-field], .field")?.querySelector("input:not([type=hidden]), textarea");

const focusFirst = (place) => {
  const fields = [...place.querySelectorAll("[data-field] :is(input, textarea), .field > .field-number > input[type=number]")];
  const first = fields.find((one) => one.value === "") ?? fields.at(0) ?? place.querySelector("[data-searches], button.first");
  first?.focus();
};

const show = async (address) => {
  open(dialog());
  await load(address, body());
  if (!body().childElementCount) body().textContent = "No answer came. Open this again when the connection is back.";
  body().scrollTop = 0;
  shown = true;
  focusFirst(body());
};

document.addEventListener("click", (event) => {
  if (!dialog()) return;
  if (event.target.closest?.("[data-dialog=doing]")) {
    show(body().dataset.from);
    return;
  }
  const begins = event.target.closest?.("[data-command]");
  if (begins) {
    show(`${body().dataset.from}?text=${encodeURIComponent(begins.dataset.command)}`);
    return;
  }
  const link = event.target.closest?.("a[data-do]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  show(link.getAttribute("href"));
});

// In a text Enter says it too, and with Shift it begins a new line; fingers have a button for the one.
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.shiftKey || event.isComposing || event.target.localName !== "textarea") return;
  if (event.target.form !== commandForm() || matchMedia("(pointer: coarse)").matches) return;
  event.preventDefault();
  if (!event.repeat) commandForm().requestSubmit();
});

// In the list: Enter in the field opens what fits best, by its name before its help, and the arrows walk over all.
const found = () => [...body().querySelectorAll("a[data-do]")].filter((one) => one.checkVisibility());
const nameOf = (one) => one.querySelector(".doable-title").textContent.toLowerCase();
const best = () => {
  const words = body().querySelector("[data-searches]")?.value.trim().toLowerCase() ?? "";
  if (!words) return null;
  const all = found();
  const begins = all.find((one) => nameOf(one).startsWith(words));
  return begins ?? all.find((one) => words.split(/\s+/).every((word) => nameOf(one).includes(word))) ?? all.at(0);
};
document.addEventListener("input", (event) => {
  if (!event.target.closest?.("#doing-body [data-searches]")) return;
  for (const one of body().querySelectorAll("[data-local-best]")) delete one.dataset.localBest;
  const one = best();
  if (!one) return;
  one.dataset.localBest = "";
  one.scrollIntoView({ block: "nearest" });
});
document.addEventListener("keydown", (event) => {
  if (!dialog()?.open || !event.target.closest?.("#doing-body") || commandForm()) return;
  const all = found();
  const at = all.indexOf(event.target.closest("a[data-do]"));
  if (event.key === "Enter" && at < 0) best()?.click();
  else if (event.key === "ArrowDown") all[Math.min(at + 1, all.length - 1)]?.focus();
  else if (event.key === "ArrowUp" && at > 0) all[at - 1].focus();
  else if (event.key === "ArrowUp") body().querySelector("[data-searches]")?.focus();
  else return;
  event.preventDefault();
});

// Fields: a number is stepped, a listed value put in; pressed again it is taken out, where nothing has to be said.
const put = (field, value) => {
  field.value = value;
  field.dispatchEvent(new Event("input", { bubbles: true }));
};
document.addEventListener("click", (event) => {
  const step = event.target.closest?.("[data-field-step]");
  const value = event.target.closest?.("[data-field-value]");
  if (step) {
    const field = fieldOf(step);
    const from = Number(field.value === "" ? field.dataset.such || 0 : field.value);
    const to = field.value === "" ? from : from + Number(step.dataset.fieldStep);
    put(field, String(field.min === "" ? to : Math.max(Number(field.min), to)));
  } else if (value) {
    const field = fieldOf(value);
    put(field, field.value === value.dataset.fieldValue && !field.required ? "" : value.dataset.fieldValue);
  }
});
const mark = (place) => {
  for (const one of place.querySelectorAll("[data-field-value]"))
    one.setAttribute("aria-pressed", String(fieldOf(one).value === one.dataset.fieldValue));
};

// What the form says is asked for as it is filled in; a late answer is not shown.
const query = () => {
  const sent = new URLSearchParams(new FormData(commandForm()));
  sent.delete("seen");
  // A picture goes along when it is done; until then it is only there.
  for (const one of commandForm().querySelectorAll("input[type=file]")) {
    if (one.files.length) sent.set(one.name, PICTURE);
    else sent.delete(one.name);
  }
  return `${commandForm().getAttribute("action")}?${sent}`;
};
const PICTURE = "0".repeat(16);
let asked = 0;
let shown = true; // whether what stands there is what the fields say
const preview = async () => {
  const number = ++asked;
  const answer = await fetch(`${query()}&said=1`, { headers: { "HX-Request": "true" } }).catch(() => null);
  const text = answer?.ok ? await answer.text() : "";
  const place = document.getElementById("command-said");
  if (number !== asked || !text || !place) return;
  place.innerHTML = text;
  shown = true;
  tell(false);
};

// What does not say a command is not sent: what is missing or wrong is told at once.
document.addEventListener(
  "submit",
  (event) => {
    if (event.target !== commandForm() || !shown || document.querySelector(".said-whole")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    tell(true);
    commandForm().querySelector("[aria-invalid=true]")?.focus();
  },
  true,
);

// Problems stand beside their fields; what is only missing yet is told when one says it all the same.
const tell = (all) => {
  for (const one of commandForm().querySelectorAll("[data-field]")) {
    const problem = document.querySelector(`[data-problem-of="${CSS.escape(one.dataset.field)}"]`);
    const why = problem && (all || !("unsaid" in problem.dataset)) ? problem.textContent : "";
    one.querySelector(".field-problem").textContent = why;
    fieldOf(one).setAttribute("aria-invalid", String(Boolean(why)));
  }
};

let later = 0;
document.addEventListener("input", (event) => {
  const form = event.target.closest?.(".command-form, .asked");
  if (!form) return;
  mark(form);
  if (form !== commandForm()) return;
  document.getElementById("command-fault").replaceChildren();
  shown = false;
  clearTimeout(later);
  later = setTimeout(preview, 60);
});
document.addEventListener("change", (event) => {
  if (event.target.name === "way" && event.target.closest?.("#command-form")) show(query());
});

document.addEventListener("turnkeeper:outcome", ({ detail }) => {
  const told = document.getElementById("part-outcome");
  const form = told?.querySelector("[data-asked]");
  if (form && detail.outcome === "refused") {
    // It is asked for where everybody sees it, and what lies over the page makes way.
    for (const one of document.querySelectorAll("dialog[open]")) close(one);
    told.scrollIntoView({ block: "nearest" });
    focusFirst(form);
    return;
  }
  if (detail.source !== commandForm() || !dialog()?.open) return;
  if (["done", "moved", "asked"].includes(detail.outcome)) {
    close(dialog());
    return;
  }
  const words = detail.outcome === "unknown" ? ["No answer came. Say it again; it is done only once."] : [];
  const said = detail.code === "fields" ? [] : [...(told?.childNodes ?? [])].map((node) => node.cloneNode(true));
  document.getElementById("command-fault").replaceChildren(...words, ...(words.length ? [] : said));
  tell(true);
  commandForm().querySelector("[aria-invalid=true]")?.focus();
});

// What a refusal says would work is said by its button: what lies over the page makes way once it is sent.
document.addEventListener("click", (event) => {
  if (!event.target.closest?.("[data-suggested]")) return;
  setTimeout(() => document.querySelectorAll("dialog[open]").forEach(close));
});

document.addEventListener("click", (event) => {
  if (!event.target.closest?.("[data-leaves]")) return;
  document.getElementById("part-outcome").replaceChildren();
});
