"""Maps on the table: the sample land, what its country costs to cross, and what is told of a way.

The costs here are house defaults, to be read and changed on the command line. This module must not know how
anything is drawn on a terminal.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING

from msgspec import Struct

from turnkeeper.exchange.svgmap import Picture, svg
from turnkeeper.exchange.textmapper import Loss, MapRefused, TextMap, losses, read
from turnkeeper.hexes import (
    LEXICON,
    Cost,
    Hex,
    Land,
    Lexicon,
    Route,
    Sense,
    Tile,
    TooFarError,
    at,
    best_route,
    disc,
    hex_named,
    name_of,
    priced,
)
from turnkeeper.hexes.land import Frame
from turnkeeper.play.event import Refusal
from turnkeeper.play.mapping import UseMap
from turnkeeper.rules.problems import did_you_mean
from turnkeeper.table.maps.atlas import SAMPLE, SAMPLE_FILE, SHOWN_DIGITS, Brought, map_from, sample_text
from turnkeeper.table.spoken import Happened, carry_out

if TYPE_CHECKING:
    from turnkeeper.table.campaign import Campaign

# What a front end needs to show a map passes through here.
__all__ = [
    "HOUSE_DEFAULT",
    "LEXICON",
    "MOST_COST",
    "MOST_ROAD",
    "SAMPLE",
    "Brought",
    "Costs",
    "Frame",
    "Hex",
    "Journey",
    "Land",
    "Leg",
    "Loss",
    "MapRefused",
    "NoWay",
    "Picture",
    "Route",
    "Sense",
    "TextMap",
    "Tile",
    "at",
    "disc",
    "going",
    "losses",
    "map_from",
    "mixed",
    "name_of",
    "place_of",
    "read",
    "route",
    "sample",
    "sample_text",
    "svg",
    "told",
    "use",
]

MOST_COST = 1_000_000
MOST_ROAD = 100
ROADS = frozenset({"road", "highway", "street"})


class NoWay(Exception):  # noqa: N818 - named by what happened
    """Words that lead to no place or no way; ``hint`` says what would work."""

    def __init__(self, message: str, hint: str = "") -> None:
        """Keep both."""
        super().__init__(message)
        self.message = message
        self.hint = hint


class Costs(Struct, frozen=True):
    """What it costs to enter a hex, in any unit: by a word of the map, else by its country.

    The house default reads crossing hours out of G-HEX-2: flat 2; hills or heavy growth 4; mountains, swamp
    or both together 6; water not at all; and a road halves (G-HEX-4). A price of ``None`` is no way.
    """

    words: Mapping[str, int | None] = {}
    open: int = 2
    harder: int = 2
    most: int = 6
    road: int = 2

    def enter(self, tile: Tile, lexicon: Lexicon = LEXICON) -> int | None:
        """Return the price of a hex off the road; of several words that are priced the dearest counts."""
        said = {word.casefold() for word in tile.words} | {sense.name for sense in lexicon.senses_of(tile)}
        prices = [self.words[word] for word in sorted(said) if word in self.words]
        if prices:
            return None if None in prices else max(price for price in prices if price is not None)
        country = lexicon.country(tile)
        if country.water:
            return None
        return min(self.most, self.open + self.harder * (country.relief + country.growth))


HOUSE_DEFAULT = Costs()


class Leg(Struct, frozen=True):
    """One hex of a way: its name, its label, its words, what it cost to come here, and whether by road."""

    hex: str
    name: str
    words: tuple[str, ...]
    cost: str
    road: bool


class Journey(Struct, frozen=True):
    """A way over a land, from hex to hex, with its cost; a cost may end in a fraction, as ``12 1/2``."""

    legs: tuple[Leg, ...]
    cost: str
    steps: int


def sample() -> TextMap:
    """Return the sample land."""
    return read(sample_text(), SAMPLE_FILE)


def use(campaign: Campaign, brought: Brought) -> Happened | Refusal:
    """Play a campaign on a map from now on, and keep the map; raises `RecordFault`."""
    command = UseMap(brought.name, brought.digest[:SHOWN_DIGITS])
    if not campaign.language.can_say(command):
        return Refusal("unsayable", f"a map cannot be called {brought.name[:90]!r}", "--name COAST")
    campaign.atlas.bring(brought)
    done = carry_out(campaign, campaign.language.say(command))
    assert isinstance(done, Happened | Refusal)  # noqa: S101 - using a map throws no dice
    return done


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
    names = [label.text for tile in land.tiles for label in tile.labels]
    raise NoWay(f"there is no {said!r} on the map", did_you_mean(said, names))


def _within(land: Land) -> str:
    return (
        f"it has hexes from {name_of(land.tiles[0].place)} to {name_of(land.tiles[-1].place)}"
        if land.tiles
        else ""
    )


def going(land: Land, costs: Costs, lexicon: Lexicon = LEXICON) -> tuple[Cost, int]:
    """Return what each step over a land costs, in parts of a price, and the least that any costs.

    A part is one divided by what a road divides by, so that all costs are whole.
    """
    return priced(_entered(land, costs, lexicon), land.joined(ROADS), costs.road)


def _entered(land: Land, costs: Costs, lexicon: Lexicon) -> dict[Hex, int | None]:
    """Return the price of each hex off the road, in parts; hexes with the same words are priced once."""
    known: dict[tuple[str, ...], int | None] = {}
    for tile in land.tiles:
        if tile.words not in known:
            price = costs.enter(tile, lexicon)
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


def told(land: Land, found: Route, costs: Costs = HOUSE_DEFAULT) -> Journey:
    """Return a way hex by hex, with what each cost."""
    cost, _ = going(land, costs)
    beside = land.joined(ROADS)
    legs = [_leg(land, found.hexes[0], "0", by_road=False)]
    for before, here in pairwise(found.hexes):
        price = mixed(cost(before, here) or 0, costs.road)
        legs.append(_leg(land, here, price, by_road=here in beside.get(before, ())))
    return Journey(tuple(legs), mixed(found.cost, costs.road), found.steps)


def _leg(land: Land, place: Hex, cost: str, *, by_road: bool) -> Leg:
    tile = land.at(place) or Tile(place)
    return Leg(name_of(place), tile.name, tile.words, cost, by_road)


def mixed(parts: int, whole: int) -> str:
    """Return so many parts of a whole as one says it.

    >>> mixed(25, 2), mixed(1, 3), mixed(4, 2)
    ('12 1/2', '1/3', '2')
    """
    units, rest = divmod(Fraction(parts, whole), 1)
    return " ".join(str(part) for part in (units, rest) if part) or "0"
