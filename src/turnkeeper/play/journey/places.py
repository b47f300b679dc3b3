"""The current names of places on the map: numbers near the party, labels, landmarks that it knows.

Every name offered can be used in a command; the nearest comes first. This module must not know who asks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain

from turnkeeper.hexes import Face, Hex, Land, disc, hex_named, name_of
from turnkeeper.play.journey.journey import Journey
from turnkeeper.play.kernel.introducing.newcomers import LONGEST_NAME
from turnkeeper.play.kernel.scene import chart_in_use
from turnkeeper.play.state import State
from turnkeeper.rules.book import Rulebook

NEAR = 2
"""The distance in hexes from the party up to which the numbers of hexes are offered."""
_NUMBER = re.compile(r"(?<![\w.])\d{4,6}(?!\w)")


def names(state: State, book: Rulebook) -> Iterator[str]:
    """Yield the names of places on the map in use, the nearest first; nothing without a map."""
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


def numbers_in(text: str, state: State, book: Rulebook) -> tuple[str, ...]:
    """Return the numbers in a text that are those of hexes of the map in use."""
    chart = chart_in_use(state, book) if any(map(str.isdigit, text)) else None
    if chart is None:
        return ()
    found = (hex_named(one) for one in _NUMBER.findall(text))
    return tuple(name_of(one) for one in found if one is not None and chart.land.at(one) is not None)


def _distance(dq: int, dr: int) -> int:
    # Written out for speed: a large map has many thousands of names to rank between two keystrokes.
    return max(abs(dq), abs(dr), abs(dq + dr))


def _numbers(land: Land, centres: Iterable[Hex]) -> Iterator[str]:
    near = dict.fromkeys(chain.from_iterable(disc(one, NEAR) for one in centres))
    first = next(iter(centres))
    there = sorted((first.distance(one), one) for one in near if land.at(one) is not None)
    return (name_of(one) for _, one in there)


def _known_landmarks(land: Land, journey: Journey) -> Iterator[tuple[str, Hex]]:
    """Yield the landmarks found: overt ones where the party was or looked, hidden ones where it searched."""
    for place in dict.fromkeys((*journey.explored.keys(), *journey.seen.keys())):
        tile = land.at(place)
        for mark in tile.landmarks if tile is not None else ():
            if not mark.hidden or place in journey.searched:
                yield mark.name, place


def _sayable(name: str) -> bool:
    """Return whether a command can hold a name of the map."""
    plain = name == " ".join(name.split()) and not any(sign in name for sign in ';"')
    return plain and 0 < len(name) <= LONGEST_NAME


def faces(state: State, book: Rulebook) -> Iterator[str]:
    """Yield the faces by which the party can leave its hex; all of them without a map."""
    chart, here = chart_in_use(state, book), state.journey.believed
    for face in Face:
        if chart is None or here is None or chart.passable(here.to(face)):
            yield face.words
