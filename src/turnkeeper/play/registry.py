"""The house: every room of `play`, and what they hold put together.

A new room is added to ``ROOMS``; its commands, events and lines of the log are then everywhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Union

from msgspec.structs import replace

from turnkeeper.play import rulings
from turnkeeper.play.clock import (
    by_hand,
    checks,
    clock,
    clock_rulings,
    passing,
    questions,
    resting,
    timers,
    trackers,
    windows,
)
from turnkeeper.play.dungeon import (
    activity,
    areas,
    dark,
    encounters,
    lamps,
    light,
    movement,
    place,
    rituals,
    secrets,
)
from turnkeeper.play.fight import (
    effects,
    facing,
    fight,
    foes,
    lasting,
    morale,
    order_rulings,
    rounds,
    running,
    surprise,
    tide,
    wielding,
    wounds,
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
    nights,
    setting_out,
    travel,
    vehicles,
    whereabouts,
)
from turnkeeper.play.kernel.declare import Declared
from turnkeeper.play.kernel.event import Happening
from turnkeeper.play.party import exertion, handouts, mana, notes, party, provisions, saves, supplies
from turnkeeper.play.sky import seasons, weather

if TYPE_CHECKING:
    from collections.abc import Callable

    from turnkeeper.play.kernel.decision import Decision
    from turnkeeper.play.kernel.event import Command, Event
    from turnkeeper.play.state import State
    from turnkeeper.rules.book import Rulebook

ROOMS = (
    passing,
    # Before the activities: to search a hex is no search about something called hex.
    exploring,
    activity,
    resting,
    camp,
    nights,
    rituals,
    clock,
    movement,
    place,
    areas,
    mapping,
    light,
    dark,
    # Before the lamps: what is handed out is no light that is handed on.
    handouts,
    lamps,
    timers,
    checks,
    trackers,
    by_hand,
    windows,
    encounters,
    weather,
    seasons,
    questions,
    party,
    mana,
    supplies,
    provisions,
    mounts,
    vehicles,
    secrets,
    facing,
    morale,
    saves,
    exertion,
    wounds,
    surprise,
    fight,
    count,
    joining,
    turns,
    waiting,
    out_of_turn,
    repeating,
    tide,
    # Before the rulings: a turn of somebody's is no score.
    count_rulings,
    effects,
    lasting,
    running,
    # After running, whose feet would be read as the name of a side.
    foes,
    wielding,
    whereabouts,
    setting_out,
    travel,
    hardship,
    navigation,
    notes,
    clock_rulings,
    rulings,
    # After the rulings: the order of somebody is a score, and that of a round none.
    rounds,
    order_rulings,
)

DECLARED: tuple[Declared, ...] = tuple(one for room in ROOMS for one in room.COMMANDS)
DECIDERS: dict[type[Command], Callable[[Decision, Command], None]] = {
    one.command: one.decide for one in DECLARED
}
HAPPENINGS: dict[type[Event], Happening] = {one.kind: one for room in ROOMS for one in room.EVENTS}
EVOLVERS: dict[type[Event], Callable[[State, Event], State]] = {
    kind: one.evolve for kind, one in HAPPENINGS.items()
}


def evolve(state: State, event: Event) -> State:
    """Return the state after an event, its clock at the event's instant: total, pure, and never rolling."""
    after = EVOLVERS[type(event)](state, event)
    return after if after.now is event.at else replace(after, now=event.at)


def tell(event: Event, book: Rulebook) -> str:
    """Return an event in words, as a line of the log without its time and rule."""
    return HAPPENINGS[type(event)].tell(event, book)


EVENT_KINDS: tuple[type[Event], ...] = tuple(EVOLVERS)
COMMAND_KINDS: tuple[type[Command], ...] = tuple(DECIDERS)
AnyEvent = Union[EVENT_KINDS]  # type: ignore[valid-type]  # noqa: UP007
AnyCommand = Union[COMMAND_KINDS]  # type: ignore[valid-type]  # noqa: UP007
