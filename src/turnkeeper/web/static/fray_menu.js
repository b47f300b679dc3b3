// The menu of a row in a fight: what else whoever is chosen can do. Each entry opens as a form with their name in it.
//
// The entries are links that the server writes; here they learn who is chosen. Nothing of the game is known here.

import { chooseNamed } from "./fray.js";

const menu = () => document.getElementById("fray-doing");
const chosen = () => [...document.querySelectorAll("#fray input[name=who]:checked")].map((one) => one.value);
const links = () => [...menu().querySelectorAll("a")];

const opened = () => {
  const [first] = chosen();
  for (const link of links()) {
    const address = new URL(link.href, location.href);
    if (first) address.searchParams.set(link.dataset.frayWho, first);
    else address.searchParams.delete(link.dataset.frayWho);
    link.href = `${address.pathname}${address.search}`;
  }
};
const show = () => {
  menu().open = true;
  opened();
  links()[0]?.focus();
};

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-fray-menu]");
  if (button) {
    chooseNamed([button.closest(".fighter").querySelector("input[name=who]").value]);
    show();
  } else if (event.target.closest?.("#fray-doing > summary")) {
    // It is open once the click is over.
    setTimeout(() => menu()?.open && show(), 0);
  } else if (menu()?.open && (event.target.closest?.("#fray-doing a") || !menu().contains(event.target))) {
    menu().open = false;
  }
});

// What unfolds over the rows is seen whole, where the rows themselves are scrolled.
document.addEventListener(
  "toggle",
  ({ target }) => {
    if (target.open && target.matches?.("#fray-lasting, #fray-doing")) target.lastElementChild.scrollIntoView({ block: "nearest" });
  },
  true,
);

const BY = { ArrowDown: 1, ArrowUp: -1, ArrowRight: 1, ArrowLeft: -1 };
document.addEventListener(
  "keydown",
  (event) => {
    if (!menu()?.open || !menu().contains(event.target)) return;
    const at = links().indexOf(event.target);
    if (event.key === "Escape") {
      menu().open = false;
      document.querySelector("#fray input[name=who]:checked")?.focus();
    } else if (BY[event.key]) {
      links()[(at + BY[event.key] + links().length) % links().length].focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  },
  true,
);
