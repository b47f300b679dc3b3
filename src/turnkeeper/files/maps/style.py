"""The look of a drawn map, declared once: colours by day and by night, and a style for each class.

A screen gets it as a style sheet, so that a drawing follows the theme of its page. Paper gets the same style
as attributes, in the colours of day, so that the drawing needs nothing beside it. Every rule is about one
class alone and is inherited by what lies within: no selector is needed to resolve it. This module must not
know what has which class.
"""

from __future__ import annotations

import re
from functools import cache
from xml.sax.saxutils import escape

COLOURS = {
    "ink": ("#3f382c", "#d6ccb4"),
    "paper": ("#f6f0e0", "#0f1728"),
    "fog": ("#e6dcc6", "#0b1120"),
    "plaster": ("#fbf6e8", "#d9cfb8"),
    "roof": ("#b4573f", "#b0593f"),
    "stone": ("#dbd4c1", "#a9a493"),
    "grid": ("#6f6753", "#8fa0b8"),
    "water": ("#3d7391", "#7fb0cf"),
    "alarm": ("#a3271f", "#ff7a55"),
    "leaf": ("#7fa262", "#4d7355"),
    "leaf-shade": ("#4f7040", "#7d9d78"),
    "needle": ("#5f8a6c", "#3d665f"),
    "tuft": ("#7f8c50", "#6f8668"),
    "heather": ("#94708a", "#8a7399"),
    "reed": ("#4f7257", "#6f9685"),
    "wave": ("#6d9fb3", "#45698a"),
    "grain": ("#b39c62", "#8a7f63"),
    "bush": ("#9bb274", "#55704f"),
    "hill": ("#d0c48f", "#5a5a4c"),
    "hill-shade": ("#857a52", "#a39b78"),
    "rock": ("#b7aea0", "#57617a"),
    "rock-shade": ("#8d8577", "#343d55"),
    "snow-cap": ("#fbfaf5", "#d5deee"),
    "furrow": ("#b39a4f", "#8b7c4d"),
    "lava-rock": ("#8f8173", "#5c4c51"),
    "cave-rock": ("#a79d8d", "#5b6072"),
    "canvas": ("#e6cf9c", "#b39b69"),
    "lamp": ("#f2c94c", "#ffd45e"),
    "lamp-ray": ("#c99a1e", "#ffd45e"),
    "road": ("#8a5a33", "#d09a63"),
    "bank": ("#e8f1f2", "#16263f"),
    "halo": ("#f8f2e3", "#0f1728"),
}
"""The colours of shapes, lines and letters by name, by day and by night."""

GROUNDS = {
    "sea": ("#a9c9d3", "#14294a"),
    "lake tint-blue": ("#bcd8de", "#1b3557"),
    "coast sand tint-sand tint-yellow": ("#ece2bd", "#383a42"),
    "grass": ("#dde4bd", "#243a3c"),
    "fields": ("#eadfae", "#3a3d37"),
    "moor": ("#dccfc6", "#332f47"),
    "desert": ("#ecdcae", "#443f3d"),
    "snow tint-white": ("#f0efea", "#4a566e"),
    "bushes": ("#cfdba8", "#263f38"),
    "woods tint-green": ("#c5d7a6", "#1f3b36"),
    "forest": ("#a9c492", "#193430"),
    "firs": ("#a3bfa2", "#173138"),
    "jungle": ("#93ba7d", "#17372b"),
    "marsh": ("#c8d5bb", "#213b44"),
    "swamp": ("#b2c3aa", "#1b343c"),
    "hills": ("#e0d8b2", "#31373c"),
    "mountains tint-grey tint-gray": ("#d3ccc0", "#2b3347"),
    "volcano": ("#cbbcb0", "#392f3c"),
    "tint-soil tint-brown": ("#d3c09c", "#3a3634"),
    "tint-red": ("#dcb3a0", "#4a2f33"),
    "tint-rock": ("#c5beb0", "#343a49"),
    "tint-black": ("#9c968a", "#1a1d26"),
    "bare": ("#f1ecd9", "#1d2638"),
    "light": ("#ffffff", "#8fa0b8"),
    "dark": ("#404040", "#000000"),
}
"""The ground of each kind of country, and of hexes of which a map says only a colour, by day and by night.

``light`` and ``dark`` are laid over such a colour."""

_HALO = (
    "paint-order: stroke; stroke: var(--map-halo); stroke-width: .26em; stroke-linejoin: round;"
    " stroke-opacity: .88"
)
_LINE = "fill: none; stroke-linejoin: round; stroke-linecap: round"

STYLES = {
    "map-ground": "stroke: var(--map-grid); stroke-width: 1.6; stroke-opacity: .38",
    "ground-light": "fill-opacity: .35; stroke: none",
    "ground-dark": "fill-opacity: .18; stroke: none",
    "map-sign": "stroke: var(--map-grid); stroke-width: 3; stroke-opacity: .6",
    "map-rim": f"{_LINE}; stroke: var(--map-ink); stroke-width: 5; stroke-opacity: .8",
    "map-shore": f"{_LINE}; stroke: var(--map-water); stroke-width: 5",
    "map-echoes": f"{_LINE}; stroke: var(--map-water); stroke-opacity: .14",
    "map-echo-1": "stroke-width: 26",
    "map-echo-2": "stroke-width: 58",
    "map-echo-3": "stroke-width: 96",
    "map-ways": _LINE,
    "way-road-bed": "stroke: var(--map-halo); stroke-width: 15",
    "way-road": "stroke: var(--map-road); stroke-width: 8",
    "way-trail-bed": "stroke: var(--map-halo); stroke-width: 11; stroke-opacity: .8",
    "way-trail": "stroke: var(--map-road); stroke-width: 6; stroke-dasharray: 15 14",
    "way-river-bed": "stroke: var(--map-bank); stroke-width: 14",
    "way-river": "stroke: var(--map-water); stroke-width: 9",
    "way-border-bed": "stroke: var(--map-halo); stroke-width: 9; stroke-opacity: .7",
    "way-border": "stroke: var(--map-alarm); stroke-width: 5; stroke-dasharray: 22 10 4 10",
    "map-overt": "fill: var(--map-ink); stroke: var(--map-halo); stroke-width: 3",
    "map-hidden": "fill: var(--map-alarm); stroke: var(--map-halo); stroke-width: 3",
    "map-afar": "fill: var(--map-fog); fill-opacity: .5",
    "map-fog": f"{_LINE}; stroke: var(--map-fog); stroke-opacity: .32",
    "map-fog-1": "stroke-width: 42",
    "map-fog-2": "stroke-width: 30",
    "map-fog-3": "stroke-width: 18",
    "map-fog-4": "stroke-width: 8; stroke-opacity: .8",
    # Names, each with a halo, so that it can be read over whatever lies below.
    "map-numbers": "fill: var(--map-ink); fill-opacity: .75; font-size: 17px; text-anchor: middle",
    "map-places": f"fill: var(--map-ink); font-size: 25px; font-weight: 600; text-anchor: middle; {_HALO}",
    "map-major": "font-weight: 800; letter-spacing: .02em",
    "map-regions": "fill: var(--map-ink); fill-opacity: .9; font-size: 36px; font-style: italic;"
    f" letter-spacing: .12em; text-anchor: middle; {_HALO}",
    "map-grand": "font-size: 1.5em; letter-spacing: .12em; stroke-width: .26em",
    "map-way-names": "fill: var(--map-ink); font-size: 25px; font-style: italic; letter-spacing: .05em;"
    f" text-anchor: middle; {_HALO}",
    "of-river": "fill: var(--map-water)",
    # What play marks.
    "map-unknown": "fill: var(--map-fog); fill-opacity: .26; fill-rule: evenodd",
    "map-known": f"{_LINE}; stroke: var(--map-ink); stroke-width: 4; stroke-dasharray: 1 12;"
    " stroke-opacity: .8",
    "map-note": "fill: var(--map-halo); stroke: var(--map-ink); stroke-width: 3; stroke-linejoin: round",
    "map-route-bed": f"{_LINE}; stroke: var(--map-halo); stroke-width: 17; stroke-opacity: .75",
    "map-route": f"{_LINE}; stroke: var(--map-alarm); stroke-width: 11; stroke-dasharray: .1 21",
    "map-preview": f"{_LINE}; stroke: var(--map-water); stroke-width: 11; stroke-dasharray: 18 18",
    "map-preview-road": f"{_LINE}; stroke: var(--map-ink); stroke-width: 9; stroke-dasharray: 4 16",
    "map-goal-bed": f"{_LINE}; stroke: var(--map-halo); stroke-width: 20",
    "map-cross": f"{_LINE}; stroke: var(--map-alarm); stroke-width: 10",
    "map-ring": f"{_LINE}; stroke: var(--map-alarm); stroke-width: 8",
    "map-ring-bed": f"{_LINE}; stroke: var(--map-halo); stroke-width: 15",
    "map-party-bed": "fill: var(--map-alarm); fill-opacity: .12",
    "map-believed-ring": "stroke-dasharray: 18 15",
    "map-staff": f"{_LINE}; stroke: var(--map-ink); stroke-width: 4.5",
    "map-flag": "stroke-linejoin: round",
    "map-party-flag": "fill: var(--map-alarm); stroke: var(--map-halo); stroke-width: 3",
    "map-believed-flag": "fill: var(--map-halo); stroke: var(--map-alarm); stroke-width: 4",
    "map-doubt": "fill: var(--map-alarm); font-size: 38px; font-weight: 700; text-anchor: middle;"
    " paint-order: stroke; stroke: var(--map-halo); stroke-width: 8px",
    "map-beyond": "fill: var(--map-paper); fill-opacity: .62; fill-rule: evenodd",
    "map-within": f"{_LINE}; stroke: var(--map-alarm); stroke-width: 8",
    "map-times": f"fill: var(--map-alarm); font-size: 30px; font-weight: 700; text-anchor: middle; {_HALO}",
}
"""How everything of a class is painted and written, as CSS says it; what stands later wins."""

_CLASSES = re.compile(' class="([^"]*)"')
_COLOUR = re.compile(r'="var\(--map-([a-z-]+)\)"')
# What XML 1.0 allows; a document with any other character cannot be opened at all.
_FOREIGN = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def escaped(text: str) -> str:
    """Return a text as it may stand in an SVG document, also between quotes."""
    return escape(_FOREIGN.sub("\N{REPLACEMENT CHARACTER}", text), {'"': "&quot;"})


@cache
def style_sheet() -> str:
    """Return the style of a drawing as CSS, for pages in both themes."""
    colours = "".join(f"--map-{name}: light-dark({day}, {night});" for name, (day, night) in COLOURS.items())
    grounds = (
        f".ground-{name} {{ fill: light-dark({day}, {night}) }}"
        for names, (day, night) in GROUNDS.items()
        for name in names.split()
    )
    styles = (f".{name} {{ {style} }}" for name, style in STYLES.items())
    return "\n".join((f".map {{ {colours} }}", *grounds, *styles, ""))


def inlined(drawing: str) -> str:
    """Return a drawing that needs no style sheet: the style of each class as attributes, by day.

    >>> inlined('<path class="map-echo-1"/><rect fill="var(--map-ink)"/>')
    '<path class="map-echo-1" stroke-width="26"/><rect fill="#3f382c"/>'
    """
    styled = _CLASSES.sub(lambda found: f"{found[0]}{_attributes(found[1])}", drawing)
    return _COLOUR.sub(lambda found: f'="{COLOURS[found[1]][0]}"', styled)


@cache
def _attributes(classes: str) -> str:
    there, said = classes.split(), dict[str, str]()
    for names, (day, _) in GROUNDS.items():
        if any(f"ground-{name}" in there for name in names.split()):
            said["fill"] = day
    for name, style in STYLES.items():
        if name in there:
            parts = (part.partition(":") for part in style.split(";"))
            said |= {of.strip(): value.strip() for of, _, value in parts}
    return "".join(f' {name}="{value}"' for name, value in said.items())
