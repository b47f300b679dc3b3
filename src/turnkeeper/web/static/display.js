// The table's display: it follows by itself, shows the map where the party is, and leaves when its link is dead.

import "./connection.js";
import "./map.js";

const REVOKED = new Set([401, 403, 404]);

document.addEventListener("htmx:sse:error", (event) => {
  if (REVOKED.has(event.detail.status)) location.reload();
});
