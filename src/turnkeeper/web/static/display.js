// The table's display: it follows by itself, shows the map where the party is, and leaves when its link is dead.

import "./connection.js";
import { showBox } from "./map.js";

const REVOKED = new Set([401, 403, 404]);

// Nobody moves this map: it shows as large as can be what the party knows of the land.
document.addEventListener("turnkeeper:land", () => {
  const known = document.querySelector("#map-land .map-rim")?.getBBox();
  if (known?.width) showBox(known);
});

document.addEventListener("htmx:sse:error", (event) => {
  if (REVOKED.has(event.detail.status)) location.reload();
});
