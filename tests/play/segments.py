"""A count of segments for tests: who is in it with which Initiative Order, and what fell for each."""

from __future__ import annotations

from tests.play.keeper import CALM, Keeper, keep
from turnkeeper.play.fight.counting import Count, Fighter
from turnkeeper.rules.book import Rulebook

QUEST = "quest-of-destiny"
SEGMENT = 1_440  # ms: 3,600 s in an hour of 2,500 segments (Q-TIME-2)


def counted(*who: tuple[str, int, int], rules: str | Rulebook = QUEST) -> Keeper:
    """Return a count without enemies of these: name, Initiative Order, segment of the first turn."""
    people = "; ".join(f"{name} order {order}" for name, order, _ in who)
    keeper = keep(f"party {people}", rules=rules)
    keeper.do("count", *(str(first) for *_, first in who))
    return keeper


def fought(*firsts: int, party: str = "Varda order 12", foes: tuple[str, ...] = ("goblins 2",)) -> Keeper:
    """Return a fight of the party against sides; the first segments fall for them in that order."""
    keeper = keep(f"party {party}", *(f"foes {one}" for one in foes), rules=QUEST)
    keeper.do("fight", *map(str, firsts), dice=CALM)
    return keeper


def count_of(keeper: Keeper) -> Count:
    """Return the count that runs."""
    assert keeper.state.count is not None
    return keeper.state.count


def one(keeper: Keeper, name: str) -> Fighter:
    """Return a fighter by name."""
    found = count_of(keeper).named(name)
    assert found is not None
    return found


def due(keeper: Keeper, name: str) -> tuple[int, int] | None:
    """Return the round and the segment in it at which the next combatant acts, by ten segments to a round."""
    at = one(keeper, name).due
    return None if at is None else ((at - 1) // 10 + 1, (at - 1) % 10 + 1)


def up(keeper: Keeper) -> list[str]:
    """Return who acts now, several where it is at once."""
    return [each.name for each in count_of(keeper).together()]


def acts(keeper: Keeper, *said: str) -> list[str]:
    """Carry these out, and return who was up before each, the first of several."""
    found: list[str] = []
    for each in said:
        found += up(keeper)[:1]
        keeper.do(each, dice=CALM)
    return found
