"""The map in words, for readers who do not see the picture: the party, its surroundings, the places.

It says what the picture shows and nothing else; players' words are made of their own sheet. What they do not
know is said to be unknown. This module must not know how any of it is drawn.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import nsmallest
from itertools import pairwise
from typing import TYPE_CHECKING

from msgspec import Struct

from turnkeeper.hexes import LEXICON, Face, Hex, Tile, name_of, reachable
from turnkeeper.time import NO_TIME, Duration, TimeScale
from turnkeeper.views.parts.wayfaring import hexes_said

if TYPE_CHECKING:
    from turnkeeper.files.maps.sheet import MapSheet
    from turnkeeper.views.maps.reaching import Footing

MOST_PLACES = 24
FARTHEST = Duration(48 * 3_600_000)
"""How long a way is looked for: two days on the move, nights not counted."""
_SLOPE = 414
"""The tangent of half an eighth of a circle, in thousandths."""


class HexInWords(Struct, frozen=True):
    """A hex in words: its number, its label, what stands there, what hides there, and what was noted.

    ``takes`` is how long it takes to come there, and ``bearing`` where it lies, if said.
    """

    hex: str
    name: str
    there: tuple[str, ...]
    takes: str = ""
    bearing: str = ""
    hidden: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def contents(self) -> tuple[str, ...]:
        """Return all of it in one row, the hidden and the noted marked as such."""
        hidden, notes = (f"hidden: {one}" for one in self.hidden), (f"note: {one}" for one in self.notes)
        return (*self.there, *hidden, *notes)

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
    writer, every = _Writer(ours, foot, scale), len(ours.land.tiles)
    places, more = writer.places()
    count = len(ours.seen) if players and ours.seen is not None else len(ours.known)
    if players:
        unknown = f"{count} of {every} hexes are known; the rest lies in fog" if count < every else ""
    else:
        unknown = f"Players know {f'{count} of {every} hexes' if count < every else 'the whole map'}"
    return TextEquivalent(
        where=None if ours.party is None else hex_in_words(ours, foot, ours.party),
        believed=None if ours.believed is None else hex_in_words(ours, foot, ours.believed),
        around=tuple(writer.around()),
        places=places,
        more=more,
        route=tuple(writer.route()),
        goal="" if ours.goal is None else writer.spot(ours.goal).called,
        left=writer.left(),
        unknown=unknown,
    )


def hex_in_words(  # noqa: PLR0913 - a hex of a sheet, and what is said with it
    ours: MapSheet, foot: Footing, place: Hex, takes: str = "", bearing: str = "", *, brief: bool = False
) -> HexInWords:
    """Return one hex of a sheet in words; in ``brief`` landmarks are only named, and notes left out."""
    name, number, tile = "", name_of(place), ours.land.at(place)
    there: tuple[str, ...] = ("the map ends",)
    if ours.seen is not None and place not in ours.seen:
        # Not even its number: that could be the one where the party truly is.
        number, there = "", ("unknown",) if tile else there
    elif tile is not None:
        name, there = tile.name, tuple(_there(ours, foot, tile, brief=brief))
        hidden = tuple(_landmarks(tile, brief=brief, hidden=True))
        notes = () if brief else (*tile.notes, *ours.notes.get(tile.place, ()))
        return HexInWords(number, name, there, takes, bearing, hidden, notes)
    return HexInWords(number, name, there, takes, bearing)


def _there(ours: MapSheet, foot: Footing, tile: Tile, *, brief: bool) -> Iterator[str]:
    """Yield the plain facts of a hex: country, the map's other words, ways, landmarks."""
    country = foot.country(tile.place)
    senses = ((word, LEXICON.of(word)) for word in tile.words if word.casefold() != country.casefold())
    # What only says how a map is coloured tells nothing of the country.
    words = [word for word, means in senses if not means or not all(one.only_tints for one in means)]
    yield from [country] if country else []
    yield from [" ".join(words).replace("-", " ")] if words else []
    yield from (label.text for label in tile.labels[1:])
    ways = ours.land.ways_through(tile.place)
    yield from dict.fromkeys(f"{way.kind} {way.name}".strip() for way in ways)
    yield from _landmarks(tile, brief=brief, hidden=False)
    if tile.place in ours.afar:
        yield "seen from afar"


def _landmarks(tile: Tile, *, brief: bool, hidden: bool) -> Iterator[str]:
    """Yield the landmarks of a hex, the hidden or the others."""
    for mark in tile.landmarks:
        if mark.hidden == hidden:
            yield f"{mark.name}: {mark.text}" if mark.text and not brief else mark.name


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


def both_places(ours: MapSheet) -> str:
    """Return where a lost party believes to be and where it is, for the end of a sentence that measures."""
    if ours.believed is None or ours.party is None:
        return ""
    return f"; it believes to be at {name_of(ours.believed)} and is at {name_of(ours.party)}"


class _Writer:
    def __init__(self, ours: MapSheet, foot: Footing, scale: TimeScale) -> None:
        self.ours, self.foot, self.scale = ours, foot, scale

    def spot(self, place: Hex, takes: str = "", bearing: str = "") -> HexInWords:
        return hex_in_words(self.ours, self.foot, place, takes, bearing, brief=True)

    def around(self) -> Iterator[HexInWords]:
        """Yield the six hexes around the party, each with its face and how long it takes."""
        here = self.ours.party
        for face in Face:
            if here is None:
                return
            there = here.to(face)
            yield self.spot(there, self._step(here, there), face.words)

    def _step(self, here: Hex, there: Hex) -> str:
        takes = self.foot.takes(here, there)
        if takes is not None:
            return self.scale.plain.say_clock(takes)
        known = self.ours.seen is None or there in self.ours.seen
        return "no way on foot" if known and self.foot.impassable(there) else ""

    def places(self) -> tuple[tuple[HexInWords, ...], int]:
        """Return the nearest hexes with a name or something found, and how many others there are."""
        here, seen, cost = self.ours.party, self.ours.seen, self.foot.cost
        named = [
            place for place in self.ours.land.notable if (seen is None or place in seen) and place != here
        ]
        if here is None:
            return tuple(map(self.spot, named[:MOST_PLACES])), max(0, len(named) - MOST_PLACES)
        near = nsmallest(MOST_PLACES, named, key=lambda place: (here.distance(place), place))
        on_foot = [place for place in near if not self.foot.impassable(place)]
        times = reachable(here, FARTHEST.ms, cost, on_foot) if cost is not None and on_foot else {}
        takes = {
            place: self.scale.plain.say_clock(Duration(times[place])) for place in near if place in times
        }
        found = (self.spot(place, takes.get(place, ""), bearing(here, place)) for place in near)
        return tuple(found), len(named) - len(near)

    def route(self) -> Iterator[HexInWords]:
        """Yield the way ahead, leg by leg."""
        chart = self.foot.chart
        for here, there in pairwise(self.ours.route):
            face, road = here.face_to(there), chart is not None and chart.road(here, there)
            by = f"{'' if face is None else face.words}{', by road' if road else ''}"
            yield self.spot(there, self._step(here, there), by)

    def left(self) -> str:
        """Return the whole time of the way ahead, where every leg of it is known."""
        legs = [self.foot.takes(here, there) for here, there in pairwise(self.ours.route)]
        known = [one for one in legs if one is not None]
        return self.scale.plain.say_clock(sum(known, NO_TIME)) if known and len(known) == len(legs) else ""
