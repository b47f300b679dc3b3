"""What a rule set makes of the country: classes of terrain, and the words of a map that mean them.

A hex is of the last class of the file that any of its words belongs to, so that classes stand from the easy
to the hard. A word of a map means what the lexicon of `hexes.words` says, or itself. What a rule set does not
say of a word it leaves to the class that is for everything else.
"""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from functools import cached_property

from turnkeeper.hexes import LEXICON, Hex, Land, Tile, disc, sees
from turnkeeper.rules.model.cite import CitesRules
from turnkeeper.rules.model.values import Factor, HexesAway, Length, PaceName

BOTH = " + "
"""Stands between words that a hex must have together, as in ``hills + forest``."""


class Terrain(CitesRules, frozen=True):
    """A class of country.

    ``words`` are words of the map, or senses of the lexicon; ``forest + hills`` means a hex that has both.
    ``crossing`` is the time that a hex takes where travel is paid by that; ``slowed`` how many times as long
    as good country it takes, in every currency. From a ``vantage`` one sees into the hexes around. It is
    ``seen_from`` a number of hexes away; what ``hides`` stands in the way of such a view. ``shelter`` is the
    row of the table of natural shelter, where its name is another. No pace of travel over ``at_most`` is made
    there.
    """

    words: tuple[str, ...] = ()
    otherwise: bool = False
    crossing: Length = ""
    slowed: Factor = 1
    impassable: bool = False
    vantage: bool = False
    seen_from: HexesAway = 0
    hides: bool = False
    shelter: str = ""
    at_most: PaceName = ""

    def names(self, said: AbstractSet[str]) -> tuple[str, ...]:
        """Return which of the words that a map says belong to this class, alone or together."""
        return tuple(word for word in self.words if said >= set(word.split(BOTH)))

    @property
    def price(self) -> tuple[object, ...]:
        """Return all that decides how long a hex takes."""
        return self.impassable, self.crossing, self.slowed


class Chart:
    """A land read with a rule set's eyes: the class of every hex, its roads, and the sights from where.

    It remembers what it has worked out and is a value in all but memory.
    """

    def __init__(self, land: Land, terrain: Mapping[str, Terrain], roads: tuple[str, ...]) -> None:
        """Take a land, the classes of a rule set in their order, and the kinds of ways that are roads."""
        self.land = land
        self.terrain = terrain
        self._roads = frozenset(kind.casefold() for kind in roads)
        self._classes: dict[tuple[str, ...], str] = {}
        self._views: dict[Hex, tuple[Hex, ...]] = {}

    def class_at(self, place: Hex) -> str:
        """Return the name of the class of a hex; empty off the map, and for a word that no class takes."""
        return self.classes.get(place, "")

    def class_of(self, tile: Tile) -> str:
        """Return the name of the class of a tile; empty where the rule set has none for it."""
        known = self._classes.get(tile.words)
        if known is None:
            known = self._classes[tile.words] = self._classify(tile)
        return known

    def _classify(self, tile: Tile) -> str:
        found = self._meant(LEXICON.names_of(tile))
        return found or next((name for name, one in self.terrain.items() if one.otherwise), "")

    def _meant(self, said: AbstractSet[str]) -> str:
        """Return the last class that names any of these words, or words that all stand together in them."""
        return next((name for name, one in reversed([*self.terrain.items()]) if one.names(said)), "")

    def at_odds(self, tile: Tile) -> tuple[str, ...]:
        """Return the words of a hex that are priced differently; none where its class names several."""
        country = self.terrain.get(self._meant(LEXICON.names_of(tile)))
        senses = dict.fromkeys(sense.name for sense in LEXICON.senses_of(tile))
        if country is None or any(BOTH in word for word in country.names(senses.keys())):
            return ()
        prices = {word: self.terrain[name].price for word in senses if (name := self._meant({word}))}
        return tuple(prices) if len(set(prices.values())) > 1 else ()

    def at(self, place: Hex) -> Terrain | None:
        """Return the class of a hex; ``None`` off the map and where the rule set has no class for it."""
        return self.terrain.get(self.class_at(place))

    def passable(self, place: Hex) -> bool:
        """Return whether one can come into a hex by land."""
        terrain = self.at(place)
        return terrain is not None and not terrain.impassable

    @cached_property
    def classes(self) -> dict[Hex, str]:
        """The name of the class of every hex, in the order of the land."""
        return {tile.place: self.class_of(tile) for tile in self.land.tiles}

    @cached_property
    def beside(self) -> dict[Hex, frozenset[Hex]]:
        """For each hex with a road the neighbours that one reaches by it."""
        return self.land.joined(self._roads)

    def road(self, here: Hex, there: Hex) -> bool:
        """Return whether a road leads from a hex to its neighbour."""
        return there in self.beside.get(here, ())

    def settled(self, place: Hex) -> bool:
        """Return whether people live in a hex."""
        tile = self.land.at(place)
        return tile is not None and any(sense.settlement for sense in LEXICON.senses_of(tile))

    def seen_from(self, place: Hex, sight: int | None = None, *, vantage: bool = False) -> tuple[Hex, ...]:
        """Return the other hexes that are seen from one: those around from a vantage, and heights far off.

        ``sight`` is how many hexes the weather leaves; ``vantage`` holds for a height that the map does not
        know.
        """
        seen = self._seen(place, vantage=vantage)
        return seen if sight is None else tuple(one for one in seen if place.distance(one) <= sight)

    def _seen(self, place: Hex, *, vantage: bool) -> tuple[Hex, ...]:
        if vantage:
            return tuple(dict.fromkeys((*self._around(place), *self._seen(place, vantage=False))))
        known = self._views.get(place)
        if known is None:
            here = self.at(place)
            near = self._around(place) if here is not None and here.vantage else ()
            known = self._views[place] = tuple(dict.fromkeys((*near, *self._heights(place))))
        return known

    def _around(self, place: Hex) -> tuple[Hex, ...]:
        return tuple(one for one in place.neighbours() if self.land.at(one) is not None)

    def _heights(self, place: Hex) -> tuple[Hex, ...]:
        """Return the tall hexes seen from afar, unless something hides them."""
        tall = self._tall
        if not tall:
            return ()
        found = []
        for one in disc(place, max(tall.values())):
            seen_from = tall.get(one, 0)
            if seen_from and one != place and place.distance(one) <= seen_from and self._clear(place, one):
                found.append(one)
        return tuple(found)

    def _clear(self, place: Hex, other: Hex) -> bool:
        return sees(place, other, self._hides)

    def _hides(self, place: Hex) -> int:
        return int(place in self._hiding)

    @cached_property
    def _tall(self) -> dict[Hex, int]:
        """The hexes that are seen from afar, and from how far."""
        far = {name: one.seen_from for name, one in self.terrain.items() if one.seen_from}
        return {place: far[name] for place, name in self.classes.items() if name in far}

    @cached_property
    def _hiding(self) -> frozenset[Hex]:
        hiding = {name for name, one in self.terrain.items() if one.hides}
        return frozenset(place for place, name in self.classes.items() if name in hiding)
