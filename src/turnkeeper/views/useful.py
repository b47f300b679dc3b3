"""Which commands a rule set has a use for: those that lists and completion offer.

The others can be said all the same, and are refused with the reason: a rule set without a segment count has
no use for `act`, and a referee who tries it should hear why. A room that is not named here serves everywhere.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from turnkeeper.play.clock import by_hand
from turnkeeper.play.dungeon import rituals
from turnkeeper.play.fight import (
    facing,
    fight,
    foes,
    lasting,
    morale,
    order_rulings,
    rounds,
    tide,
    wielding,
)
from turnkeeper.play.fight.segments import (
    count,
    count_rulings,
    joining,
    out_of_turn,
    repeating,
    turns,
    waiting,
)
from turnkeeper.play.journey import (
    camp,
    exploring,
    hardship,
    mapping,
    mounts,
    navigation,
    setting_out,
    vehicles,
    whereabouts,
)
from turnkeeper.play.party import exertion, mana, saves
from turnkeeper.play.sky import seasons, weather
from turnkeeper.rules.model.orders import OrderByCount, OrderByTests

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

    from turnkeeper.play.kernel.event import Command
    from turnkeeper.rules.book import Rulebook


def _fights(book: Rulebook) -> bool:
    return book.set.fight is not None


def _counts(book: Rulebook) -> bool:
    return book.set.fight is not None and isinstance(book.set.fight.order, OrderByCount)


def _goes_round(book: Rulebook) -> bool:
    return book.set.fight is not None and book.set.fight.order is not None and not _counts(book)


def _by_tests(book: Rulebook) -> bool:
    return book.set.fight is not None and isinstance(book.set.fight.order, OrderByTests)


def _has_tide(book: Rulebook) -> bool:
    return book.set.fight is not None and book.set.fight.tide is not None


def _has_mana(book: Rulebook) -> bool:
    return any(one.mana is not None for one in book.set.activities.values())


_USES: tuple[tuple[Callable[[Rulebook], bool], tuple[ModuleType, ...]], ...] = (
    (_fights, (fight, facing, foes, lasting)),
    (_counts, (count, joining, turns, waiting, out_of_turn, repeating, count_rulings)),
    (_goes_round, (rounds, order_rulings)),
    (_by_tests, (wielding,)),
    (_has_tide, (tide,)),
    (_has_mana, (mana,)),
    (lambda book: book.set.travel is not None, (exploring, hardship, mapping, setting_out, whereabouts)),
    (lambda book: book.set.navigation is not None, (navigation,)),
    (lambda book: book.set.mounts is not None, (mounts, vehicles)),
    (lambda book: bool(book.set.trackers), (by_hand,)),
    (lambda book: book.set.camp is not None, (camp,)),
    (lambda book: bool(book.set.rituals), (rituals,)),
    (lambda book: book.set.exertion is not None or book.set.recovery is not None, (exertion,)),
    (lambda book: book.set.checks is not None, (saves,)),
    (lambda book: book.set.morale is not None, (morale,)),
    (lambda book: bool(book.set.weather), (weather,)),
    (lambda book: bool(book.set.seasons), (seasons,)),
)


@cache
def _room_of() -> dict[type[Command], ModuleType]:
    return {one.command: room for _, rooms in _USES for room in rooms for one in room.COMMANDS}


def is_useful(command: type[Command], book: Rulebook) -> bool:
    """Tell whether a command is of any use under a rule set."""
    room = _room_of().get(command)
    return room is None or all(has(book) for has, rooms in _USES if room in rooms)
