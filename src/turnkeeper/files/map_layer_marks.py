"""What play marks on a land on the screen, above the land itself; and what all its signs mean.

It changes with every step and is small; the land below seldom does. This module must not know who looks on,
nor what is under the pointer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from turnkeeper.files.map_edges import outline
from turnkeeper.files.map_hexes import sites_of
from turnkeeper.files.map_land import walked
from turnkeeper.files.map_layers import extent
from turnkeeper.files.map_plot import Plot
from turnkeeper.files.map_text import escaped
from turnkeeper.files.way_paths import Point
from turnkeeper.hexes import Hex

_RING = "M-96 0L-48 -83H48L96 0L48 83H-48Z"


class Marks(Struct, frozen=True):
    """What play marks on a land: as in a ``Picture``; ``noted`` are hexes that the referee wrote about."""

    party: Hex | None = None
    believed: Hex | None = None
    route: tuple[Hex, ...] = ()
    goal: Hex | None = None
    known: frozenset[Hex] = frozenset()
    noted: frozenset[Hex] = frozenset()


def marks_layer(plot: Plot, shown: Marks) -> str:
    """Return what play marks on a land, to be put into an ``<svg>`` of the same places."""
    return "".join(_marked(plot, shown))


def _marked(plot: Plot, shown: Marks) -> Iterator[str]:
    if shown.known:
        around = outline(shown.known, plot.centre)
        yield f'<path class="map-unknown" d="{_everywhere(plot)}{around}"/>'
        yield f'<path class="map-known" d="{around}"/>'
    if shown.noted:
        spots = (plot.centre(place) for place in sorted(shown.noted))
        yield from (f'<path class="map-note" d="M{x + 62} {y + 44}h22v20l-8 8h-14z"/>' for x, y in spots)
    yield from route_of(plot, shown.route, "map-route")
    if shown.goal is not None:
        x, y = plot.centre(shown.goal)
        bare = not sites_of(plot.senses.get(shown.goal, ()))
        x, y = (x, y) if bare else (x + 58, y - 36)
        cross = '<path d="M-13 -13L13 13M13 -13L-13 13"/>'
        yield f'<g class="map-goal" transform="translate({x},{y})"><g class="map-pin">{cross}{cross}</g></g>'
    if shown.believed is not None:
        yield _ring(plot.centre(shown.believed), "map-believed", "?")
    if shown.party is not None:
        yield _ring(plot.centre(shown.party), "map-party", "")


def _everywhere(plot: Plot) -> str:
    """Return the path around all that a screen can show of a land and beside it."""
    width, height = extent(plot)
    return f"M{-width} {-height}H{2 * width}V{2 * height}H{-width}Z"


def route_of(plot: Plot, hexes: tuple[Hex, ...], name: str) -> Iterator[str]:
    """Yield a way over a land, as it would be walked along its roads; ``name`` is its class."""
    path = walked(plot, hexes)
    if path:
        yield f'<g class="{name}"><path d="{path}"/><path d="{path}"/></g>'


def _ring(at: Point, name: str, sign: str) -> str:
    flag = '<path class="map-staff" d="M0 0V-66"/><path class="map-flag" d="M0 -66L44 -52L0 -38Z"/>'
    mark = f'<text class="map-doubt" x="17" y="-4">{sign}</text>' if sign else ""
    return (
        f'<g class="{name}" transform="translate({at[0]},{at[1]})"><path class="map-ring-halo" d="{_RING}"/>'
        f'<path class="map-ring" d="{_RING}"/>'
        f'<g class="map-pin" transform="translate(60,14)">{flag}{mark}</g></g>'
    )


def reach_layer(plot: Plot, times: Mapping[Hex, str]) -> str:
    """Return what lies within reach, each hex with its time, and a veil over the rest."""
    around = outline(times.keys(), plot.centre)
    texts = "".join(_time(plot.centre(place), text) for place, text in times.items() if text)
    return (
        f'<path class="map-beyond" d="{_everywhere(plot)}{around}"/>'
        f'<path class="map-within" d="{around}"/>'
        f'<g class="map-times">{texts}</g>'
    )


def _time(at: Point, text: str) -> str:
    return f'<text x="{at[0]}" y="{at[1]}" dy="-.55em">{escaped(text)}</text>'


# What the signs mean


class Sign(Struct, frozen=True):
    """A sign, as SVG around 0,0 in a box of 208 by 180, and what it means; it uses a drawn land's shapes."""

    drawn: str
    means: str


def signs(legend: Iterable[tuple[str, str]], *, players: bool) -> tuple[Sign, ...]:
    """Return what a legend lists, as it is drawn; and after it what play marks."""
    return (
        *(Sign("".join(_sign(kind, name)), name) for kind, name in legend),
        *(Sign(drawn, means) for drawn, means in (_MEANS_TO_PLAYERS if players else _MEANS).items()),
    )


def _sign(kind: str, name: str) -> Iterator[str]:
    if kind == "way":
        yield f'<path class="way-{name}" d="M-80 30C-30 -60 20 70 80 -20" fill="none"/>'
        return
    ground, larger = (name, "") if kind == "country" else ("bare", ' transform="scale(1.6)"')
    yield f'<use href="#map-hex" class="ground-{ground}"/><use href="#map-{kind}-{name}"{larger}/>'


def _diamond(name: str) -> str:
    return f'<path class="map-{name}" d="M-20 0L0 -30L20 0L0 30Z"/>'


_PARTY = f'<g class="map-party"><path class="map-ring" d="{_RING}"/></g>'
_EVERYBODYS = {
    _diamond("overt"): "a landmark",
    '<g class="map-route"><path d="M-80 0H80"/><path d="M-80 0H80"/></g>': "the way ahead",
}
_MEANS = {
    _PARTY: "the party",
    f'<g class="map-believed"><path class="map-ring" d="{_RING}"/></g>': "where it believes to be",
    _diamond("hidden"): "something hidden",
    '<path class="map-known" d="M-90 0H90"/>': "edge of what players know",
    **_EVERYBODYS,
}
_MEANS_TO_PLAYERS = {_PARTY: "where you believe to be", **_EVERYBODYS}
