"""What is marked on a map on paper: the party and where it believes to be, its goal, landmarks, edges, times.

Marks stand where nothing else does: a flag beside what a hex holds, diamonds beside its number. Each is SVG
around the middle of its hex. This module must not know how a map is laid out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet

from turnkeeper.files import map_icons as icons
from turnkeeper.files.map_edges import Centre, edge_of
from turnkeeper.files.map_text import escaped, haloed
from turnkeeper.files.way_paths import Point
from turnkeeper.hexes import Hex

_RING = "M-97 0L-48 -84L48 -84L97 0L48 84L-48 84Z"
_FLAG = "M56 26V-40L86 -29L56 -18"

SHORT = 7
"""A time of so many letters is written large."""

LEGEND = {
    "party": "the party",
    "believed": "believed place",
    "route": "the way ahead",
    "open": "landmark",
    "hidden": "hidden",
    "known": "players know",
}
"""What the legend says of each mark, in its order."""


def ring(at: Point, *, sure: bool = True) -> str:
    """Return the mark of where a party is, or of where it only believes to be."""
    x, y = at
    name, dash, fill = (
        ("party", "", icons.ALARM) if sure else ("believed", ' stroke-dasharray="16 14"', icons.PAPER)
    )
    asks = (
        ""
        if sure
        else f'<text x="66" y="-22" font-size="20" font-weight="bold" fill="{icons.ALARM}">?</text>'
    )
    return (
        f'<g id="{name}" transform="translate({x},{y})" stroke-linejoin="round" stroke-linecap="round">'
        f'<path d="{_RING}" fill="none" stroke="{icons.PAPER}" stroke-width="12"/>'
        f'<path d="{_RING}" fill="none" stroke="{icons.ALARM}" stroke-width="7"{dash}/>'
        f'<path d="{_FLAG}" fill="none" stroke="{icons.PAPER}" stroke-width="13"/>'
        f'<path d="{_FLAG}" fill="{fill}" stroke="{icons.ALARM}" stroke-width="5"/>{asks}</g>'
    )


def way(path: str) -> Iterator[str]:
    """Yield a way ahead along a path, as dots that leave what lies below to be seen."""
    yield '<g id="route" fill="none" stroke-linecap="round" stroke-linejoin="round">'
    yield f'<path d="{path}" stroke="{icons.PAPER}" stroke-width="15" stroke-opacity=".75"/>'
    yield f'<path d="{path}" stroke="{icons.ALARM}" stroke-width="10" stroke-dasharray="1 19"/></g>'


def goal(at: Point, *, bare: bool) -> Iterator[str]:
    """Yield the cross at the end of a way: in the middle of a bare hex, else beside what stands there."""
    x, y = at if bare else (at[0] + 56, at[1] - 36)
    size = 18 if bare else 13
    cross = f"M{x - size} {y - size}l{2 * size} {2 * size}m0 {-2 * size}l{-2 * size} {2 * size}"
    yield f'<g id="goal" stroke-linecap="round"><path d="{cross}" stroke="{icons.PAPER}" stroke-width="18"/>'
    yield f'<path d="{cross}" stroke="{icons.ALARM}" stroke-width="9"/></g>'


def landmarks(found: Iterable[tuple[Hex, bool]], centre: Centre) -> Iterator[str]:
    """Yield marks where there is something to find: the open left of the number, the hidden right of it."""
    yield f'<g id="landmarks" stroke="{icons.PAPER}" stroke-width="3">'
    for place, hidden in found:
        x, y = centre(place)
        yield _diamond(x + (26 if hidden else -42), y - 74, hidden=hidden)
    yield "</g>"


def _diamond(x: int, y: int, *, hidden: bool) -> str:
    return f'<path d="M{x} {y}{icons.DIAMOND}" fill="{icons.ALARM if hidden else icons.INK}"/>'


def known(hexes: AbstractSet[Hex], centre: Centre) -> str:
    """Return the line around what players know."""
    style = f'stroke="{icons.INK}" stroke-width="6" stroke-dasharray="1 14" stroke-linecap="round"'
    return f'<path id="known" d="{edge_of(hexes, centre)}" fill="none" {style}/>'


def fog(hidden: Iterable[Hex], afar: Iterable[Hex], centre: Centre) -> Iterator[str]:
    """Yield fog over what is hidden, soft at its edges, and a thin one over what was only seen from afar."""
    thin, thick = _hexagons(afar, centre), _hexagons(hidden, centre)
    if thin:
        yield f'<g id="afar" fill="{icons.FOG}" fill-opacity=".45">{thin}</g>'
    if not thick:
        return
    yield f'<g id="fog" fill="{icons.FOG}" stroke="{icons.FOG}" stroke-linejoin="round">'
    yield f'<g id="mist">{thick}</g>'
    for width, part in ((48, ".18"), (40, ".2"), (32, ".25"), (24, ".3"), (16, ".35"), (8, ".4")):
        yield f'<use href="#mist" stroke-width="{width}" opacity="{part}"/>'
    yield f'</g><use href="#mist" fill="none" stroke="{icons.GRID}" stroke-width="2" stroke-opacity=".2"/>'


def _hexagons(places: Iterable[Hex], centre: Centre) -> str:
    spots = (centre(place) for place in places)
    return "".join(f'<use href="#hex" x="{x}" y="{y}"/>' for x, y in spots)


def beyond(places: Iterable[Hex], reached: AbstractSet[Hex], centre: Centre) -> Iterator[str]:
    """Yield a veil over what is out of reach, and a line around the rest."""
    yield f'<g id="beyond" fill="{icons.PAPER}" fill-opacity=".6">{_hexagons(places, centre)}</g>'
    style = f'fill="none" stroke="{icons.ALARM}" stroke-width="8" stroke-linecap="round"'
    yield f'<path id="reach" d="{edge_of(reached, centre)}" {style}/>'


def times(texts: Mapping[Hex, str], aside: AbstractSet[Hex], centre: Centre) -> Iterator[str]:
    """Yield in each hex its time, ``aside`` of what stands there."""
    yield '<g id="times" text-anchor="middle">'
    for place, text in texts.items():
        if not text:
            continue
        x, y = centre(place)
        style = f'font-size="{25 if len(text) <= SHORT else 19}" font-weight="bold"'
        at = (x - 36, y - 40) if place in aside else (x, y - 40)
        yield haloed(escaped(text), at, style, icons.ALARM, icons.PAPER)
    yield "</g>"


def entry(name: str, at: Point) -> Iterator[str]:
    """Yield a mark as the legend shows it."""
    x, y = at
    if name in {"party", "believed"}:
        mark = ring((0, 0), sure=name == "party").replace(f' id="{name}"', "")
        yield f'<g transform="translate({x},{y}) scale(.55)">{mark}</g>'
    elif name in {"open", "hidden"}:
        yield f'<g transform="translate({x},{y}) scale(1.6)">{_diamond(-8, 0, hidden=name == "hidden")}</g>'
    else:
        colour, width, dash = (icons.ALARM, 10, "1 19") if name == "route" else (icons.INK, 6, "1 14")
        line = f'd="M{x - 45} {y}H{x + 55}" fill="none" stroke-linecap="round"'
        yield f'<path {line} stroke="{colour}" stroke-width="{width}" stroke-dasharray="{dash}"/>'
