// The track of a count: a token is dragged to a later segment, by hand or with the arrow keys, and waits for it.
//
// A click on a token chooses its row. One who waits is dragged in. What is said then stands on the token
// (`data-delay`, `data-joins`); the server has the last word. Nothing of the game is known here.

import { chooseNamed } from "./fray.js";

const FAR_ENOUGH = 6;
const segments = () => [...document.querySelectorAll(".segments .segment")];
const target = () => document.querySelector(".segment[data-local-target]");

const aim = (segment) => {
  for (const one of segments()) delete one.dataset.localTarget;
  if (segment) segment.dataset.localTarget = "";
};

const movable = (token) => token?.dataset.delay || token?.dataset.joins;

const say = (token, segment) => {
  const { delay, joins, ending } = token.dataset;
  const number = segment.dataset.segment;
  const button = document.getElementById("fray-say");
  if (!button) return;
  button.value = delay ? `delay until ${number} by ${delay}` : `${joins} at ${number} ${ending}`;
  button.form.requestSubmit(button);
};

let drag = null;
document.addEventListener("pointerdown", (event) => {
  const token = event.target.closest?.(".token");
  drag = movable(token) && event.button === 0 ? { token, x: event.clientX, y: event.clientY, moved: false } : null;
});
document.addEventListener("pointermove", (event) => {
  if (!drag) return;
  drag.moved ||= Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > FAR_ENOUGH;
  if (!drag.moved) return;
  event.preventDefault();
  aim(document.elementFromPoint(event.clientX, event.clientY)?.closest(".segment"));
});
document.addEventListener("pointerup", () => {
  const to = target();
  if (drag?.moved && to && !to.contains(drag.token)) say(drag.token, to);
  aim(null);
  if (drag) setTimeout(() => (drag = null));
});
document.addEventListener("pointercancel", () => {
  aim(null);
  drag = null;
});

document.addEventListener(
  "click",
  (event) => {
    const token = event.target.closest?.(".token");
    if (!token) return;
    if (drag?.moved) {
      event.preventDefault();
      event.stopImmediatePropagation();
    } else if (token.type === "button") {
      chooseNamed(token.dataset.token.split("|"));
    }
  },
  true,
);

const BY = { ArrowRight: 1, ArrowLeft: -1 };
document.addEventListener("keydown", (event) => {
  const token = event.target.closest?.(".token");
  if (!movable(token) || event.ctrlKey || event.metaKey || event.altKey) return;
  const all = segments();
  const now = all.findIndex((one) => one.getAttribute("aria-current"));
  const at = target() ? all.indexOf(target()) : Math.max(now, all.indexOf(token.closest(".segment")));
  if (BY[event.key]) {
    event.preventDefault();
    aim(all[Math.min(all.length - 1, Math.max(now, at + BY[event.key]))]);
  } else if (event.key === "Enter" && target()) {
    event.preventDefault();
    event.stopPropagation();
    say(token, target());
    aim(null);
  } else if (event.key === "Escape" && target()) {
    event.preventDefault();
    aim(null);
  }
}, true);
document.addEventListener("focusout", (event) => {
  if (event.target.closest?.(".token")) aim(null);
});
