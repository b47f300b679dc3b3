// A line for what is wrong between this page and the server, as long as it is so; empty, it takes no room.

const place = () => document.getElementById("connection");
let fading = 0;

/** Show a sentence; `briefly` lets it go by itself. */
export const notice = (text, { briefly = false } = {}) => {
  const line = place();
  if (!line) return;
  clearTimeout(fading);
  if (line.textContent !== text) line.textContent = text;
  line.classList.toggle("is-good", briefly);
  if (briefly) fading = setTimeout(() => notice(""), 2500);
};
