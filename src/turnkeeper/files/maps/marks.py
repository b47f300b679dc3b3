"""What play marks on a land, above the land itself; and what all its signs mean.

It changes with every step and is small; the land below seldom does. This module must not know who looks on,
nor what the pointer is over.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet

from msgspec import Struct

from turnkeeper.files.maps.land import extent, sites_of
from turnkeeper.files.maps.plot import Plot, outline
from turnkeeper.files.maps.sheet import MapSheet
from turnkeeper.files.maps.style import escaped
from turnkeeper.files.maps.way_paths import Point
from turnkeeper.hexes import Hex

_RING = "M-96 0L-48 -83H48L96 0L48 83H-48Z"
_CROSS = "M-13 -13L13 13M13 -13L-13 13"


def marks_layer(plot: Plot, sheet: MapSheet) -> str:
    """Return the marks of play on a land, to be put into an ``<svg>`` of the same places."""
    veil = _around_all(plot, sheet.known, "map-unknown") if sheet.known else ""
    return "".join(
        (
            veil,
            *known_edge(plot, sheet.known),
            *_notes(plot, sheet),
            *route(plot, sheet.route),
            *goal(plot, sheet.goal),
            *parties(plot, sheet),
        )
    )


def reach_layer(plot: Plot, times: Mapping[Hex, str]) -> str:
    """Return the hexes within reach, each with its time, and a veil over the rest."""
    return _around_all(plot, times.keys(), "map-beyond") + "".join(within(plot, times))


def _around_all(plot: Plot, hexes: AbstractSet[Hex], name: str) -> str:
    """Return a veil over all that a screen can show of a land and beside it, but for some hexes."""
    width, height = extent(plot)
    everywhere = f"M{-width} {-height}H{2 * width}V{2 * height}H{-width}Z"
    return f'<path class="{name}" d="{everywhere}{outline(hexes, plot.centre)}"/>'


def known_edge(plot: Plot, known: AbstractSet[Hex]) -> Iterator[str]:
    """Yield the line around what players know."""
    if known:
        yield f'<path class="map-known" d="{outline(known, plot.centre)}"/>'


def _notes(plot: Plot, sheet: MapSheet) -> Iterator[str]:
    middles = (plot.centre(place) for place in sorted(sheet.notes))
    yield from (f'<path class="map-note" d="M{x + 62} {y + 44}h22v20l-8 8h-14z"/>' for x, y in middles)


def route(plot: Plot, hexes: tuple[Hex, ...], name: str = "map-route") -> Iterator[str]:
    """Yield a way over a land, as it would be walked along its roads; ``name`` is its class."""
    path = plot.walked(hexes)
    if path:
        yield f'<path class="map-route-bed" d="{path}"/><path class="{name}" d="{path}"/>'


def goal(plot: Plot, place: Hex | None) -> Iterator[str]:
    """Yield the cross at the end of a way: in the middle of a bare hex, else beside its site."""
    if place is None:
        return
    x, y = plot.centre(place)
    if sites_of(plot.senses.get(place, ())):
        x, y = x + 58, y - 36
    cross = f'<path class="map-goal-bed" d="{_CROSS}"/><path class="map-cross" d="{_CROSS}"/>'
    yield f'<g class="map-goal" transform="translate({x},{y})"><g class="map-pin">{cross}</g></g>'


def parties(plot: Plot, sheet: MapSheet) -> Iterator[str]:
    """Yield where the party believes to be and where it is."""
    if sheet.believed is not None:
        yield _standing_at(plot.centre(sheet.believed), "map-believed", "?")
    if sheet.party is not None:
        yield _standing_at(plot.centre(sheet.party), "map-party")


def _standing_at(at: Point, name: str, sign: str = "") -> str:
    mark = f'<text class="map-doubt" x="17" y="-4">{sign}</text>' if sign else ""
    return (
        f'<g class="{name}" transform="translate({at[0]},{at[1]})">{_ring(name)}'
        '<g class="map-pin" transform="translate(60,14)"><path class="map-staff" d="M0 0V-66"/>'
        f'<path class="map-flag {name}-flag" d="M0 -66L44 -52L0 -38Z"/>{mark}</g></g>'
    )


def _ring(name: str) -> str:
    return (
        f'<path class="map-ring-bed {name}-bed" d="{_RING}"/><path class="map-ring {name}-ring" d="{_RING}"/>'
    )


def within(plot: Plot, times: Mapping[Hex, str]) -> Iterator[str]:
    """Yield the line around what lies within reach, and the time of each hex."""
    yield f'<path class="map-within" d="{outline(times.keys(), plot.centre)}"/><g class="map-times">'
    for place, text in times.items():
        if text:
            x, y = plot.centre(place)
            yield f'<text x="{x}" y="{y - 16}" dy="-.45em">{escaped(text)}</text>'
    yield "</g>"


# What the signs mean


class Sign(Struct, frozen=True):
    """A sign, as SVG around 0,0 in a box of 208 by 180, and its meaning; it uses a drawn land's shapes."""

    drawn: str
    means: str


def signs(legend: Iterable[tuple[str, str]], marks: Collection[str], *, players: bool) -> tuple[Sign, ...]:
    """Return the signs of a legend's entries, and after them those of some of `MARKS`."""
    return (
        *(Sign(_sign(kind, name), name) for kind, name in legend),
        *(
            Sign(drawn, BELIEVED if players and name == "party" else means)
            for name, (drawn, means) in MARKS.items()
            if name in marks
        ),
    )


def _sign(kind: str, name: str) -> str:
    if kind == "way":
        curve = "M-80 30C-30 -60 20 70 80 -20"
        bed, line = (f'<path class="way-{name}{part}" d="{curve}"/>' for part in ("-bed", ""))
        return f'<g class="map-ways">{bed}{line}</g>'
    country, larger = (name, "") if kind == "country" else ("bare", ' transform="scale(1.6)"')
    hexagon = f'<use href="#map-hex" class="ground-{country} map-sign"/>'
    return f'{hexagon}<use href="#map-{kind}-{name}"{larger}/>'


def _diamond(name: str) -> str:
    return f'<path class="map-{name}" d="M-20 0L0 -30L20 0L0 30Z"/>'


BELIEVED = "where you believe to be"
"""What the party's sign means to players."""
MARKS = {
    "party": (f'<g class="map-party">{_ring("map-party")}</g>', "the party"),
    "believed": (f'<g class="map-believed">{_ring("map-believed")}</g>', "where it believes to be"),
    "hidden": (_diamond("hidden"), "something hidden"),
    "known": ('<path class="map-known" d="M-90 0H90"/>', "edge of what players know"),
    "overt": (_diamond("overt"), "a landmark"),
    "route": (
        '<path class="map-route-bed" d="M-80 0H80"/><path class="map-route" d="M-80 0H80"/>',
        "the way ahead",
    ),
}
"""What play marks: how each sign is drawn, and what it means."""
PLAYERS_MARKS = frozenset({"party", "overt", "route"})
