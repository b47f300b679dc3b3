// The one script that a live page asks for: it only starts what the others do, each its own concern.
// htmx posts, swaps and listens; what is here is what it cannot do. Nothing of the game is known here.

import "./live.js";
import "./connection.js";
import "./focus.js";
import "./overlays.js";
import "./keys.js";
import "./palette.js";
import "./doing.js";
import "./interruption.js";
import "./more.js";
import "./throws.js";
import "./log.js";
import "./announce.js";
import "./strip.js";
import "./fray.js";
import "./fray_menu.js";
import "./track.js";
import "./senses.js";
import "./map.js";
import "./map_menu.js";
import "./people.js";
import "./map_drag.js";
import "./encounters.js";

// What works only with scripts is there only with them. Keys are listened for from here on.
for (const one of document.querySelectorAll("[data-needs-script]")) one.hidden = false;
document.documentElement.dataset.localReady = "";
