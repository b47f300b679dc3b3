"""Places on a land by their names, and the best way between two of them by our default costs.

The costs are to be read and changed on the command line; the times of a campaign's rule set are reckoned in
`views.maps.reaching`. This module must not know campaigns, nor how anything is drawn.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import pairwise

from msgspec import Struct

from turnkeeper.hexes import (
    LEXICON,
    Cost,
    Hex,
    Land,
    Route,
    Tile,
    TooFarError,
    best_route,
    hex_named,
    name_of,
    priced,
)
from turnkeeper.rules.problems import did_you_mean

MOST_COST = 1_000_000
MOST_ROAD = 100
ROADS = frozenset({"road", "highway", "street"})


class NoWay(Exception):  # noqa: N818 - named by what happened
    """Words that lead to no place or no way; ``hint`` says what would work."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


def place_of(land: Land, said: str) -> Hex:
    """Return the hex that is meant: by its name, its label or a landmark in it; raises `NoWay`."""
    named = hex_named(said)
    if named is not None:
        if land.at(named) is None:
            raise NoWay(f"there is no hex {said} on the map", _within(land))
        return named
    found = land.named(said)
    if len(found) == 1:
        return found[0]
    if found:
        raise NoWay(
            f"{said!r} stands in {len(found)} hexes", f"say which: {', '.join(map(name_of, found[:8]))}"
        )
    raise NoWay(f"there is no {said!r} on the map", did_you_mean(said, (name for name, _ in land.labelled)))


def _within(land: Land) -> str:
    places = [name_of(tile.place) for tile in land.tiles]
    return f"it has hexes from {places[0]} to {places[-1]}" if places else ""


class Costs(Struct, frozen=True):
    """The cost of entering a hex, in any unit: by a word of the map, else by its country.

    The default is in hours of crossing: flat 2; hills or heavy growth 4; mountains, swamp
    or hills with any trees 6; water not at all; and a road halves. A price of ``None`` is no way.
    """

    words: Mapping[str, int | None] = {}
    open: int = 2
    harder: int = 2
    most: int = 6
    road: int = 2

    def enter(self, tile: Tile) -> int | None:
        """Return the price of a hex off the road; of several words that are priced the dearest counts."""
        prices = [self.words[word] for word in sorted(LEXICON.names_of(tile)) if word in self.words]
        if prices:
            return None if None in prices else max(price for price in prices if price is not None)
        country = LEXICON.country(tile)
        if country.water:
            return None
        return min(self.most, self.open + self.harder * (country.relief + country.growth))


HOUSE_DEFAULT = Costs()


class RouteLeg(Struct, frozen=True):
    """One hex of a way: its name, its label, its words, the cost of coming here, and whether by road."""

    hex: str
    name: str
    words: tuple[str, ...]
    cost: str
    road: bool


class RouteCost(Struct, frozen=True):
    """A way over a land, hex by hex, with its cost; a cost may end in a fraction, as ``12 1/2``."""

    legs: tuple[RouteLeg, ...]
    cost: str
    steps: int


def going(land: Land, costs: Costs) -> tuple[Cost, int]:
    """Return the cost of each step over a land, in parts of a price, and the least of any.

    A part is one divided by what a road divides by, so that all costs are whole.
    """
    return priced(_entered(land, costs), land.joined(ROADS), costs.road)


def _entered(land: Land, costs: Costs) -> dict[Hex, int | None]:
    """Return the price of each hex off the road, in parts; hexes with the same words are priced once."""
    known: dict[tuple[str, ...], int | None] = {}
    for tile in land.tiles:
        if tile.words not in known:
            price = costs.enter(tile)
            known[tile.words] = None if price is None else price * costs.road
    return {tile.place: known[tile.words] for tile in land.tiles}


def route(land: Land, start: Hex, goal: Hex, costs: Costs = HOUSE_DEFAULT) -> Route:
    """Return the best way, its cost in parts as in `going`; raises `NoWay` when there is none."""
    found = best(start, goal, *going(land, costs))
    if found is None:
        raise NoWay(
            f"there is no way from {name_of(start)} to {name_of(goal)}",
            "--cost sea=4 lets a boat cross the sea",
        )
    return found


def best(start: Hex, goal: Hex, cost: Cost, least: int) -> Route | None:
    """Return the best way where steps cost that, ``None`` for none; raises `NoWay` on a land without end."""
    try:
        return best_route(start, goal, cost, least)
    except TooFarError as fault:
        raise NoWay("the map is too large to look for a way on it") from fault


def itinerary(land: Land, found: Route, costs: Costs = HOUSE_DEFAULT) -> RouteCost:
    """Return a way hex by hex, with what each cost."""
    cost, _ = going(land, costs)
    beside = land.joined(ROADS)
    legs = [_stage(land, found.hexes[0], "0", by_road=False)]
    for before, here in pairwise(found.hexes):
        price = mixed(cost(before, here) or 0, costs.road)
        legs.append(_stage(land, here, price, by_road=here in beside.get(before, ())))
    return RouteCost(tuple(legs), mixed(found.cost, costs.road), found.steps)


def _stage(land: Land, place: Hex, cost: str, *, by_road: bool) -> RouteLeg:
    tile = land.at(place) or Tile(place)
    return RouteLeg(name_of(place), tile.name, tile.words, cost, by_road)


def mixed(parts: int, whole: int) -> str:
    """Return a number of parts of a whole as a mixed number.

    >>> mixed(25, 2), mixed(1, 3), mixed(4, 2)
    ('12 1/2', '1/3', '2')
    """
    units, rest = divmod(Fraction(parts, whole), 1)
    return " ".join(str(part) for part in (units, rest) if part) or "0"
