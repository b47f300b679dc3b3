// Who they are: the form of an encounter, in its card or over the page. A known kind fills it in, and typing
// the beginning of its name and Tab takes it. What is left empty is as it is known; the server fills it in.

import { close, load, open } from "./overlays.js";

const dialog = () => document.getElementById("meet");
// Names that are only offered do not complete what is typed: they are nobody whom this campaign knows.
const kinds = (form) => [...form.querySelectorAll(".meet-kind:not(.meet-common)")];
const nameOf = (form) => form.querySelector("[data-meet-name]");
const countOf = (form) => form.querySelector("[data-meet-count]");

// What is known stands where nothing is typed, so that one sees what will be taken.
const fill = (form, kind) => {
  for (const field of form.querySelectorAll("[data-meet-figure]")) {
    field.placeholder = kind?.getAttribute(`data-${field.dataset.meetFigure}`) || field.dataset.hint;
  }
  const many = kind?.dataset.many ?? "";
  countOf(form).placeholder = many || "6 or 2d4";
  const dice = form.querySelector("[data-meet-dice]");
  dice.hidden = !many || /^[1-8]$/.test(many);
  dice.value = dice.textContent = many;
  for (const one of form.querySelectorAll(".meet-kind")) one.setAttribute("aria-pressed", String(one === kind));
};

const begins = (kind, text) => kind.dataset.kindOf.toLowerCase().startsWith(text.toLowerCase());
const exact = (form) => kinds(form).find((one) => one.dataset.kindOf.toLowerCase() === nameOf(form).value.trim().toLowerCase());
const meant = (form) => {
  const text = nameOf(form).value.trim();
  return text ? (exact(form) ?? kinds(form).find((one) => begins(one, text))) : undefined;
};

const take = (form, kind) => {
  nameOf(form).value = kind.dataset.kindOf;
  fill(form, kind);
  countOf(form).focus();
  countOf(form).select();
};

document.addEventListener("click", (event) => {
  const kind = event.target.closest?.(".meet-kind");
  if (kind) take(kind.form, kind);
  const scope = event.target.closest?.("[data-takes-scope]")?.closest("[data-scope]");
  if (scope) scope.querySelector("h3").focus({ preventScroll: false });
});

document.addEventListener("input", (event) => {
  if (event.target.matches?.("[data-meet-name]")) fill(event.target.form, exact(event.target.form));
});

document.addEventListener("keydown", (event) => {
  if (!event.target.matches?.("[data-meet-name]") || event.isComposing || event.shiftKey) return;
  if (event.key !== "Tab" && event.key !== "Enter") return;
  const form = event.target.form;
  const kind = meant(form);
  if (!kind || (event.key === "Enter" && exact(form) && countOf(form).value)) return;
  event.preventDefault();
  take(form, kind);
});

const openMeet = async () => {
  const body = document.getElementById("meet-body");
  open(dialog());
  await load(body.dataset.from, body);
  body.querySelector("[data-meet-name]")?.focus();
};

// The steps that ask against whom, or what is met, ask here and not in words: in the card that waits for it.
document.addEventListener(
  "click",
  (event) => {
    const asks = event.target.closest?.('[data-command="meet "], [data-command="fight "]');
    if (!asks || !dialog()) return;
    const field = asks.dataset.command === "fight " ? document.querySelector("#part-encounters [data-meet-name]") : null;
    if (asks.dataset.command === "fight " && !field) return;
    event.stopImmediatePropagation();
    if (!field) openMeet();
    else {
      field.focus();
      field.select();
    }
  },
  true,
);

document.addEventListener("turnkeeper:outcome", ({ detail }) => {
  const form = detail.source?.closest?.(".meet-form");
  if (!form) return;
  const fault = form.querySelector(".meet-fault");
  if (["done", "moved", "asked"].includes(detail.outcome)) {
    fault.textContent = "";
    if (dialog()?.open) close(dialog());
    // The next key is the card's: fight, reaction, parting.
    else if (form.contains(document.activeElement)) document.activeElement.blur();
    return;
  }
  const told = document.getElementById("part-outcome");
  fault.textContent = told.textContent.trim().replace(/\s+/g, " ");
  told.replaceChildren();
  nameOf(form).focus();
});
