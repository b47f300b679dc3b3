// Dice of flesh and blood: typed just this once, or not typed just this once; and the field for faces.

const once = () => document.querySelector("[data-dice-once]");
const usual = () => document.getElementById("part-tools")?.dataset.dice ?? "seeded";
const other = () => (usual() === "seeded" ? "typed" : "seeded");

let turned = false;
let shifted = false;

const show = () => once()?.setAttribute("aria-pressed", String(turned));

document.addEventListener("click", (event) => {
  if (event.target.closest?.("[data-dice-once]")) {
    turned = !turned;
    show();
  }
});

// Shift and a click on a step turns the dice for that step alone.
document.addEventListener(
  "click",
  (event) => {
    shifted = event.shiftKey && Boolean(event.target.closest?.("button[form=say]"));
  },
  true,
);

document.addEventListener("turnkeeper:act", ({ detail }) => {
  const { request } = detail.ctx;
  if (!/\/(say|meet)$/.test(request.action) || !(turned || shifted)) return;
  request.body.set("dice", other());
});

document.addEventListener("turnkeeper:outcome", ({ detail }) => {
  if (detail.outcome === "refused" || detail.outcome === "unknown") return;
  turned = shifted = false;
  show();
});

const faces = () => document.querySelector("#part-throw .throw-faces");
const isElsewhere = () => {
  const active = document.activeElement;
  return document.querySelector("dialog[open]") || (active?.matches?.("input[type=text], textarea") && active !== faces());
};

// A new throw is waited for: the field is where one types. Not away from what somebody is typing elsewhere.
let waited = "";
const look = () => {
  const key = document.getElementById("part-throw")?.dataset.throw ?? "";
  const isNew = key !== "" && key !== waited;
  waited = key;
  if (isNew && !isElsewhere()) faces()?.focus();
  show();
};
document.addEventListener("htmx:after:swap", look);
document.getElementById("palette")?.addEventListener("close", () => {
  if (waited) faces()?.focus();
});

document.addEventListener("turnkeeper:outcome", ({ detail }) => {
  const fault = document.getElementById("throw-fault");
  if (!fault || !faces()) return;
  const wrong = detail.code === "faces" ? document.getElementById("part-outcome") : null;
  fault.textContent = wrong ? wrong.textContent.trim().replace(/\s+/g, " ") : "";
  faces().setAttribute("aria-invalid", String(Boolean(wrong)));
  if (!wrong) return;
  // Said beside the field, it need not be said twice.
  wrong.replaceChildren();
  faces().select();
});

look();
