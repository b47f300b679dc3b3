"""What a place on the map can be called just now: numbers near the party, labels, landmarks that it knows.

All that is offered can be said in a command; the nearest comes first. This module must not know who asks.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from turnkeeper.hexes import Face, Hex, disc, name_of
from turnkeeper.play.journey.journey import chart_in_use
from turnkeeper.play.kernel.newcomers import LONGEST_NAME

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from turnkeeper.hexes import Land
    from turnkeeper.play.journey.journey import Journey
    from turnkeeper.play.state import State
    from turnkeeper.rules.book import Rulebook

NEAR = 2
"""The numbers of hexes so far from the party are offered."""


def names(state: State, book: Rulebook) -> Iterator[str]:
    """Yield how places of the map in use can be called; nothing where there is no map."""
    chart, journey = chart_in_use(state, book), state.journey
    if chart is None:
        return
    land, centre = chart.land, journey.believed
    named = [*land.labelled, *_known_landmarks(land, journey)]
    if centre is not None:
        q, r = centre.q, centre.r
        named.sort(key=lambda one: _distance(one[1].q - q, one[1].r - r))
    yield from dict.fromkeys(name for name, _ in named if _sayable(name))
    if centre is not None:
        yield from _numbers(land, dict.fromkeys(one for one in (centre, journey.where) if one is not None))


def _distance(dq: int, dr: int) -> int:
    # Written out: on a large map there are many thousands of names between two strokes of a key.
    return max(abs(dq), abs(dr), abs(dq + dr))


def _numbers(land: Land, centres: Iterable[Hex]) -> Iterator[str]:
    near = dict.fromkeys(chain.from_iterable(disc(one, NEAR) for one in centres))
    first = next(iter(centres))
    there = sorted((first.distance(one), one) for one in near if land.at(one) is not None)
    return (name_of(one) for _, one in there)


def _known_landmarks(land: Land, journey: Journey) -> Iterator[tuple[str, Hex]]:
    """Yield the landmarks that were found: what lies open where the party was or looked, what it searched."""
    for place in dict.fromkeys((*journey.explored.keys(), *journey.seen.keys())):
        tile = land.at(place)
        for mark in tile.landmarks if tile is not None else ():
            if not mark.hidden or place in journey.searched:
                yield mark.name, place


def _sayable(name: str) -> bool:
    """Tell whether a name of the map is one that a command can hold."""
    plain = name == " ".join(name.split()) and not any(sign in name for sign in ';"')
    return plain and 0 < len(name) <= LONGEST_NAME


def faces(state: State, book: Rulebook) -> Iterator[str]:
    """Yield the faces by which the party can leave its hex; all of them where there is no map."""
    chart, here = chart_in_use(state, book), state.journey.believed
    for face in Face:
        if chart is None or here is None or chart.passable(here.to(face)):
            yield face.words
