"""The colours of a drawn map by name, so that a page can give it those of its theme.

A shape that was drawn in fixed colours says ``var(--map-leaf)`` where it said ``#7fa262``; a style sheet says
what that is by day and by night. This module must not know any theme.
"""

from __future__ import annotations

import re

from turnkeeper.files import map_icons as icons

NAMES = {
    icons.INK: "ink",
    icons.PAPER: "paper",
    icons.FOG: "fog",
    icons.PLASTER: "plaster",
    icons.ROOF: "roof",
    icons.STONE: "stone",
    icons.GRID: "grid",
    icons.WATER: "water",
    icons.ALARM: "alarm",
    "#7fa262": "leaf",
    "#4f7040": "leaf-shade",
    "#5f8a6c": "needle",
    "#7f8c50": "tuft",
    "#94708a": "heather",
    "#4f7257": "reed",
    "#6d9fb3": "wave",
    "#b39c62": "grain",
    "#9bb274": "bush",
    "#d0c48f": "hill",
    "#857a52": "hill-shade",
    "#b7aea0": "rock",
    "#8d8577": "rock-shade",
    "#fbfaf5": "snow-cap",
    "#b39a4f": "furrow",
    "#8f8173": "lava-rock",
    "#a79d8d": "cave-rock",
    "#e6cf9c": "canvas",
    "#f2c94c": "lamp",
    "#c99a1e": "lamp-ray",
    "#8a5a33": "road",
    "#e8f1f2": "bank",
}
"""What each colour of the shapes and ways is called."""
_COLOUR = re.compile("#[0-9a-f]{6}")
_ID = re.compile('(id="|href="#)(part|site|country)-')


def named(drawing: str) -> str:
    """Return shapes with the names of their colours, and ids that no page has.

    >>> named('<path d="M0 0" fill="#3f382c"/>')
    '<path d="M0 0" fill="var(--map-ink)"/>'
    """
    return _ID.sub(r"\1map-\2-", _COLOUR.sub(lambda found: f"var(--map-{NAMES[found[0]]})", drawing))
