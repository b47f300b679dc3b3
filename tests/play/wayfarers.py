"""Small lands to travel over in tests: `land("0101 grass", "0102 hills", road="0101-0102")`."""

from __future__ import annotations

from functools import cache

from tests.play.keeper import ByName, Keeper, book_of
from turnkeeper.hexes import Hex, Land, Landmark, Tile, Way, hex_named
from turnkeeper.rules.book import Rulebook
from turnkeeper.time import Duration, Instant

DIGEST = "ab" * 32
HOUR = Duration(3_600_000)
SIX = Instant(6 * 3_600_000)  # day 1 06:00

# Nothing is met and the weather stays as it is.
QUIET = ByName(
    {
        "encounter check": "6",
        "outdoor check window": "1",
        "outdoor check": "12",
        "weather": "7",
    }
)


def place(name: str) -> Hex:
    """Return the hex of a name."""
    found = hex_named(name)
    assert found is not None, name
    return found


def land(*tiles: str, road: str = "", hidden: str = "") -> Land:
    """Return a land: each tile a name and its words; ``road`` joins names by hyphens.

    Words in capitals are overt landmarks of the hex; ``hidden`` names a hex that has one to search for.
    """
    made = []
    for said in tiles:
        name, *words = said.split()
        marks = [Landmark(word) for word in words if word.isupper()]
        marks += [Landmark("The Cellar", hidden=True)] if name == hidden else []
        made.append(Tile(place(name), tuple(word for word in words if not word.isupper()), (), tuple(marks)))
    ways = (Way("road", tuple(place(name) for name in road.split("-"))),) if road else ()
    return Land(tuple(sorted(made, key=lambda tile: tile.place)), ways)


def column(*words: str, road: str = "") -> Land:
    """Return a column of hexes from 0101 southwards, one for each text of words."""
    return land(*(f"01{row:02d} {word}" for row, word in enumerate(words, 1)), road=road)


class OneLand:
    """An atlas of one land, called land."""

    def __init__(self, held: Land) -> None:
        self.held = held

    def find(self, _name: str, _digest: str, /) -> str | None:
        return DIGEST

    def land(self, _digest: str, /) -> Land | None:
        return self.held

    def names(self) -> tuple[str, ...]:
        return ("land",)

    def calendar(self, _name: str, _digest: str, /) -> None:
        return None

    def calendars(self) -> tuple[str, ...]:
        return ()


@cache
def _rules(rules: str) -> Rulebook:
    return book_of(rules)


def travellers(
    held: Land, *said: str, rules: str | Rulebook = "glog", start: str = "0101", at: Instant = SIX
) -> Keeper:
    """Return a game of people in the open, in a hex of a land, in the morning of the first day."""
    base = _rules(rules) if isinstance(rules, str) else rules
    keeper = Keeper(Rulebook(base.set, OneLand(held)), at)
    for one in ("leave for wilderness", "use map land", *said, f"stand at {start}"):
        keeper.do(one, dice=QUIET)
    return keeper


def where(keeper: Keeper) -> str:
    """Return the name of the hex where the party truly is."""
    from turnkeeper.hexes import name_of

    found = keeper.state.journey.where
    assert found is not None
    return name_of(found)


def hours(keeper: Keeper, since: Instant = SIX) -> Duration:
    """Return how long it has been since an instant."""
    return keeper.now - since
