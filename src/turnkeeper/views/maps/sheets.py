"""The map of a campaign: the referee's with everything, the players' with their knowledge alone.

The players' map is built up hex by hex from their discoveries, so that its drawing can hold no secret. A
hex that was explored or seen while the party was elsewhere than it believed is not on their map: they could
not say where it lies. In its stead the country is drawn where they believe to have come, for a gap
there would tell them that they are lost. This module must not know how a map is drawn.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from itertools import groupby, pairwise, takewhile

from msgspec import Struct
from msgspec.structs import replace

from turnkeeper.app.campaign import Campaign
from turnkeeper.files.maps.icons import COUNTRY
from turnkeeper.files.maps.sheet import MapSheet
from turnkeeper.hexes import LEXICON, Hex, Land, Landmark, Tile, Way
from turnkeeper.play.journey import exploring
from turnkeeper.play.journey.journey import Journey, Stood
from turnkeeper.play.kernel.scene import chart_in_use
from turnkeeper.play.state import State
from turnkeeper.rules.book import Rulebook
from turnkeeper.time import Instant
from turnkeeper.views.parts.wayfaring import plan_of


def sheet(campaign: Campaign, *, players: bool = False, apart: bool = False) -> MapSheet | None:
    """Return the map that a campaign is played on, for the referee or for players; ``None`` without one.

    With ``apart`` the referee's notes stand beside the land, which is then the very land of the map.
    Raises ``Unreadable`` when the map is gone.
    """
    state, book = campaign.state, campaign.book
    if not state.map.digest:
        return None
    land, journey = book.land(state.map.digest), state.journey
    explored, afar = known_to_players(land, journey)
    route, goal = _ahead(journey, plan_of(state).path)
    caption = f"{campaign.store.facts.name}, {book.scale.say_instant(state.now)}"
    if players:
        supposed, beyond = _supposed(state, book, explored)
        known = KnownHexes(explored, afar, supposed | beyond, searched(journey))
        return MapSheet(
            _known_land(land, known),
            seen=known.shown,
            afar=(afar | beyond) - explored - supposed,
            party=journey.believed,
            route=route,
            goal=goal,
            caption=caption,
        )
    notes: dict[Hex, tuple[str, ...]] = {}
    for place, text in journey.notes:
        notes[place] = (*notes.get(place, ()), text)
    return MapSheet(
        land if apart or not notes else _noted(land, notes),
        party=journey.where,
        believed=journey.believed if journey.astray else None,
        route=route,
        goal=goal,
        known=explored | afar,
        caption=caption,
        notes=notes if apart else {},
    )


def _ahead(journey: Journey, path: tuple[Hex, ...]) -> tuple[tuple[Hex, ...], Hex | None]:
    """Return the way ahead from where the party believes to be, and its goal.

    A party that just found out where it is has a goal, and looks for the way when it sets out again.
    """
    begin = journey.believed
    if not path or begin is None:
        return (), None
    return ((begin, *path) if begin.face_to(path[0]) is not None else ()), path[-1]


def _noted(land: Land, notes: Mapping[Hex, tuple[str, ...]]) -> Land:
    """Return the land with the referee's notes on its hexes."""
    tiles = (replace(tile, notes=(*tile.notes, *notes.get(tile.place, ()))) for tile in land.tiles)
    return replace(land, tiles=tuple(tiles))


# What players know


class KnownHexes(Struct, frozen=True):
    """Hexes as players know them: explored, only seen from others, searched; and those they believe to see.

    A ``supposed`` hex is drawn as country alone where it is neither explored nor seen.
    """

    explored: frozenset[Hex]
    afar: frozenset[Hex]
    supposed: frozenset[Hex]
    searched: frozenset[Hex]

    @property
    def shown(self) -> frozenset[Hex]:
        """All that are not under fog."""
        return self.explored | self.afar | self.supposed


def _supposed(
    state: State, book: Rulebook, explored: frozenset[Hex]
) -> tuple[frozenset[Hex], frozenset[Hex]]:
    """Return where a party astray believes to have come since it was sure, and the hexes seen from there.

    It depends on nothing that is true.
    """
    trail, chart = state.journey.trail, chart_in_use(state, book)
    if not state.journey.astray or chart is None:
        return frozenset(), frozenset()
    wrong = takewhile(lambda one: one.where != one.believed, reversed(trail))
    places = {one.believed for one in wrong}
    there = {place for place in places if chart.land.at(place) is not None}
    sees = exploring.sight(state, book)
    beyond = {other for place in there for other in chart.seen_from(place, sees)}
    return frozenset(there - explored), frozenset(beyond)


def known_to_players(land: Land, journey: Journey) -> tuple[frozenset[Hex], frozenset[Hex]]:
    """Return the hexes of a land that the party knows to have explored, and those it only saw from others."""
    trail = journey.trail
    explored = {one.where for one in trail if one.where == one.believed}
    # The trail keeps the latest places alone; hexes further back are in doubt no more.
    explored |= {place for place, at in journey.explored.items() if trail and at < trail[0].at}
    explored = {place for place in explored if land.at(place) is not None}
    seen = {place for place, at in journey.seen.items() if _knew(trail, at) and land.at(place) is not None}
    return frozenset(explored), frozenset(seen - explored)


def searched(journey: Journey) -> frozenset[Hex]:
    """Return the hexes that the party searched while it knew where it was."""
    return frozenset(place for place, at in journey.searched.items() if _knew(journey.trail, at))


def _knew(trail: tuple[Stood, ...], at: Instant) -> bool:
    """Return whether the party was where it believed to be at an instant, or came to know it then."""
    first = bisect_left(trail, at, key=lambda one: one.at)
    then = [one for one in trail[first:] if one.at == at] or list(trail[max(0, first - 1) : first])
    return not then or any(one.where == one.believed for one in then)


def _known_land(land: Land, known: KnownHexes) -> Land:
    """Return the land as players know it; the other hexes are there and say nothing."""
    tiles = tuple(_known_tile(tile, known) for tile in land.tiles)
    return Land(tiles, tuple(part for way in land.ways for part in _known_ways(way, known)), name=land.name)


def _known_tile(tile: Tile, known: KnownHexes) -> Tile:
    place = tile.place
    if place in known.explored:
        marks = (one for one in tile.landmarks if not one.hidden or place in known.searched)
        found = tuple(Landmark(one.name, one.text) for one in marks)
        return Tile(place, _words(tile, sites=True), tile.labels, found)
    if place in known.afar:
        # From afar one sees the country and what stands out, and asks in vain what it is called.
        marks = (one for one in tile.landmarks if not one.hidden)
        return Tile(place, _words(tile, sites=False), (), tuple(marks))
    # Where nobody was, what stands there and what it is called are still to be found.
    return Tile(place, _words(tile, sites=False) if place in known.supposed else ())


def _words(tile: Tile, *, sites: bool) -> tuple[str, ...]:
    """Return the words of a hex that everybody understands; others may be the referee's own."""
    senses = ((word, LEXICON.of(word)) for word in tile.words)
    return tuple(
        word
        for word, means in senses
        if means and (sites or all(one.only_tints or one.name in COUNTRY for one in means))
    )


def _known_ways(way: Way, known: KnownHexes) -> Iterator[Way]:
    """Yield the stretches of a way that are known: out of an explored hex one sees where it leads."""

    def is_known(leg: tuple[Hex, Hex]) -> bool:
        return not known.explored.isdisjoint(leg) or known.afar.issuperset(leg)

    for shown, legs in groupby(pairwise(way.hexes), is_known):
        if shown:
            (begin, first), *rest = legs
            part = (begin, first, *(there for _, there in rest))
            yield Way(way.kind, part, "" if known.explored.isdisjoint(part) else way.name)
