// The table's display: it follows by itself, shows the map where the party is, and leaves when its link is dead.

import "./connection.js";
import { centreOn, hexNamed, look, lookAt, part, STILL_READABLE, viewSize } from "./map.js";

const REVOKED = new Set([401, 403, 404]);

const CLOSEST = 1.1;
const READABLE = 0.44;

// Nobody moves this map: it shows as large as can be what the party knows of the land; where that is too much to
// be read, what lies around the party.
document.addEventListener("turnkeeper:land", () => {
  const known = document.querySelector("#map-land .map-rim")?.getBBox();
  if (!known?.width) return;
  const [wide, high] = viewSize();
  const zoom = Math.min(CLOSEST, (wide * 0.86) / known.width, (high * 0.86) / known.height);
  const at = hexNamed(part().dataset.at);
  if (zoom < STILL_READABLE && at) {
    centreOn(at, READABLE);
    return;
  }
  look.zoom = zoom;
  lookAt([known.x + known.width / 2, known.y + known.height / 2]);
});

document.addEventListener("htmx:sse:error", (event) => {
  if (REVOKED.has(event.detail.status)) location.reload();
});
