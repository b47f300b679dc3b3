"""The map in words, for readers who do not see the picture: the party, its surroundings, the places.

It says what the picture shows and nothing else; players' words are made of their own sheet. What they do not
know is said to be unknown. This module must not know how any of it is drawn.
"""

from __future__ import annotations

from heapq import nsmallest
from itertools import pairwise
from typing import TYPE_CHECKING

from msgspec import Struct

from turnkeeper.hexes import LEXICON, Face, name_of, reachable
from turnkeeper.time import NO_TIME, Duration
from turnkeeper.views.parts.wayfaring import hexes_said

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from turnkeeper.files.maps.sheet import MapSheet
    from turnkeeper.hexes import Hex, Tile
    from turnkeeper.time import TimeScale
    from turnkeeper.views.maps.footing import Footing

MOST_PLACES = 24
FARTHEST = Duration(48 * 3_600_000)
"""How long a way is looked for: two days on the move, nights not counted."""
_SLOPE = 414
"""The tangent of half an eighth of a circle, in thousandths."""


class HexInWords(Struct, frozen=True):
    """A hex in words: its number, its label, its contents; and how long it takes to come there, if said."""

    hex: str
    name: str
    there: tuple[str, ...]
    takes: str = ""
    bearing: str = ""

    @property
    def called(self) -> str:
        """Return its number and label."""
        return f"{self.hex} {self.name}".rstrip()


class TextEquivalent(Struct, frozen=True):
    """The map in words.

    ``where`` is where the party is, for players where it believes to be; ``believed`` is said to the referee
    when that is elsewhere. ``around`` are the six neighbours, ``places`` the nearest that are known, ``more``
    counts the others. ``route`` is the way ahead leg by leg, ``left`` its whole time. ``unknown`` says
    what nobody, or no player, knows.
    """

    where: HexInWords | None
    believed: HexInWords | None
    around: tuple[HexInWords, ...]
    places: tuple[HexInWords, ...]
    more: int
    route: tuple[HexInWords, ...]
    goal: str
    left: str
    unknown: str


def text_equivalent(ours: MapSheet, foot: Footing, scale: TimeScale, *, players: bool) -> TextEquivalent:
    """Return a sheet in words."""
    writer = _Writer(ours, foot, scale)
    places, more = writer.places()
    return TextEquivalent(
        where=None if ours.party is None else writer.whole(ours.party),
        believed=None if ours.believed is None else writer.whole(ours.believed),
        around=tuple(writer.around()),
        places=places,
        more=more,
        route=tuple(writer.route()),
        goal="" if ours.goal is None else writer.called(ours.goal),
        left=writer.left(),
        unknown=_unknown(ours, players=players),
    )


def hex_in_words(
    ours: MapSheet, foot: Footing, place: Hex, takes: str = "", *, brief: bool = False
) -> HexInWords:
    """Return one hex of a sheet in words; in ``brief`` landmarks are only named, and notes left out."""
    if ours.seen is not None and place not in ours.seen:
        # Not even its number: that could be the one where the party truly is.
        return HexInWords("", "", ("unknown" if ours.land.at(place) else "the map ends",), takes)
    tile = ours.land.at(place)
    if tile is None:
        return HexInWords(name_of(place), "", ("the map ends",), takes)
    return HexInWords(name_of(place), tile.name, tuple(_there(ours, foot, tile, brief=brief)), takes)


def _there(ours: MapSheet, foot: Footing, tile: Tile, *, brief: bool) -> Iterator[str]:
    """Yield the contents of a hex: country, the map's other words, ways, landmarks, notes."""
    country = foot.country(tile.place)
    words = [word for word in tile.words if word.casefold() != country.casefold() and not _tints(word)]
    yield from [country] if country else []
    yield from [" ".join(words).replace("-", " ")] if words else []
    yield from (label.text for label in tile.labels[1:])
    ways = ours.land.ways_through(tile.place)
    yield from dict.fromkeys(f"{way.kind} {way.name}".strip() for way in ways)
    for mark in tile.landmarks:
        said = f"{mark.name}: {mark.text}" if mark.text and not brief else mark.name
        yield f"hidden: {said}" if mark.hidden else said
    notes = (*tile.notes, *ours.notes.get(tile.place, ()))
    yield from (f"note: {note}" for note in notes if not brief)
    if tile.place in ours.afar:
        yield "seen from afar"


def _tints(word: str) -> bool:
    """Return whether a word says how a map is coloured and nothing of the country."""
    senses = LEXICON.of(word)
    return bool(senses) and all(sense.only_tints for sense in senses)


def bearing(start: Hex, goal: Hex) -> str:
    """Return in which eighth of the compass one hex lies from another, and how far.

    >>> from turnkeeper.hexes import at
    >>> bearing(at(5, 7), at(5, 4)), bearing(at(5, 7), at(9, 7)), bearing(at(5, 7), at(5, 7))
    ('3 hexes north', '4 hexes east', 'here')
    """
    dq, dr = goal.q - start.q, goal.r - start.r
    if start == goal:
        return "here"
    east, south = 150 * dq, 87 * (2 * dr + dq)
    upright = "" if abs(south) * 1000 < _SLOPE * abs(east) else "south" if south > 0 else "north"
    across = "" if abs(east) * 1000 < _SLOPE * abs(south) else "east" if east > 0 else "west"
    return f"{hexes_said(start.distance(goal))} {'-'.join(part for part in (upright, across) if part)}"


def _unknown(ours: MapSheet, *, players: bool) -> str:
    every = len(ours.land.tiles)
    count = len(ours.seen) if players and ours.seen is not None else len(ours.known)
    if players:
        return f"{count} of {every} hexes are known; the rest lies in fog" if count < every else ""
    return f"Players know {count} of {every} hexes" if count < every else "Players know the whole map"


class _Writer:
    def __init__(self, ours: MapSheet, foot: Footing, scale: TimeScale) -> None:
        self.ours, self.foot, self.scale = ours, foot, scale

    def spot(self, place: Hex, takes: str = "") -> HexInWords:
        return hex_in_words(self.ours, self.foot, place, takes, brief=True)

    def whole(self, place: Hex) -> HexInWords:
        return hex_in_words(self.ours, self.foot, place)

    def called(self, place: Hex) -> str:
        return self.spot(place).called

    def around(self) -> Iterator[HexInWords]:
        """Yield the six hexes around the party, each with its face and how long it takes."""
        here = self.ours.party
        if here is None:
            return
        for face in Face:
            there = here.to(face)
            found = self.spot(there, self._step(here, there))
            yield HexInWords(found.hex, found.name, found.there, found.takes, face.words)

    def _step(self, here: Hex, there: Hex) -> str:
        takes = self.foot.takes(here, there)
        if takes is not None:
            return self.scale.say_clock(takes)
        known = self.ours.seen is None or there in self.ours.seen
        return "no way on foot" if known and self.foot.impassable(there) else ""

    def places(self) -> tuple[tuple[HexInWords, ...], int]:
        """Return the nearest hexes with a name or something found, and how many others there are."""
        here = self.ours.party
        named: Sequence[Hex] = self.ours.land.notable
        if self.ours.seen is not None:
            named = [place for place in named if place in self.ours.seen]
        if here is None:
            return tuple(self.spot(place) for place in named[:MOST_PLACES]), max(0, len(named) - MOST_PLACES)
        others = [place for place in named if place != here]
        near = nsmallest(MOST_PLACES, others, key=lambda place: (here.distance(place), place))
        times = self._times(here, near)
        return tuple(self._place(here, place, times) for place in near), len(others) - len(near)

    def _place(self, here: Hex, place: Hex, times: dict[Hex, int]) -> HexInWords:
        takes = self.scale.say_clock(Duration(times[place])) if place in times else ""
        found = self.spot(place, takes)
        return HexInWords(found.hex, found.name, found.there, takes, bearing(here, place))

    def _times(self, here: Hex, wanted: list[Hex]) -> dict[Hex, int]:
        wanted = [place for place in wanted if not self.foot.impassable(place)]
        if self.foot.cost is None or not wanted:
            return {}
        return reachable(here, FARTHEST.ms, self.foot.cost, wanted)

    def route(self) -> Iterator[HexInWords]:
        """Yield the way ahead, leg by leg."""
        for here, there in pairwise(self.ours.route):
            face = here.face_to(there)
            found = self.spot(there, self._step(here, there))
            road = self.foot.chart is not None and self.foot.chart.road(here, there)
            by = f"{'' if face is None else face.words}{', by road' if road else ''}"
            yield HexInWords(found.hex, found.name, found.there, found.takes, by)

    def left(self) -> str:
        """Return the whole time of the way ahead, where every leg of it is known."""
        legs = [self.foot.takes(here, there) for here, there in pairwise(self.ours.route)]
        known = [one for one in legs if one is not None]
        return self.scale.say_clock(sum(known, NO_TIME)) if known and len(known) == len(legs) else ""
