"""Movement in feet, at a pace of the rule set; and the traps that haste springs.

Feet add up to time exactly: 50 ft and 150 ft are 200 ft. What is less than a millisecond is owed and
paid by the next move.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from msgspec.structs import replace

from turnkeeper.play import abilities, activity
from turnkeeper.play.abilities import Tested
from turnkeeper.play.clock import Task
from turnkeeper.play.course import closest, refuse
from turnkeeper.play.declare import declare
from turnkeeper.play.event import Command, Event, happens, passed
from turnkeeper.time import Duration

if TYPE_CHECKING:
    from turnkeeper.play.course import Course
    from turnkeeper.play.state import State
    from turnkeeper.rules.book import Rulebook
    from turnkeeper.rules.conduct import Pace

FARTHEST = 10_000_000


class Move(Command, frozen=True, tag="move"):
    """Move so many feet, at the pace said or else at the pace of the last move."""

    feet: int
    pace: str = ""


class SpringTrap(Command, frozen=True, tag="trap"):
    """The party comes upon a trap."""

    name: str


class TimeOwed(Event, frozen=True, tag="time-owed.1"):
    """A move took a part of a millisecond that the clock cannot show; the next move pays it."""

    parts: int
    of: int


class TrapNoticed(Event, frozen=True, tag="trap-noticed.1"):
    """The party saw a trap in time, because it moves at a pace that notices."""

    name: str


class TrapSprung(Event, frozen=True, tag="trap-sprung.1"):
    """Haste sprang a trap: who tested how, and who may act to avoid it."""

    name: str
    tested: tuple[Tested, ...]


def pace_of(course: Course, said: str) -> tuple[str, Pace]:
    """Return the pace that a word means, ``quick`` or ``quickly``; without one the last, else the first."""
    paces = course.book.set.paces
    if not paces:
        refuse("no-pace", "this rule set does not measure movement in feet", "wait 1 turn")
    if not said:
        key = course.state.place.pace or next(iter(paces))
        return key, paces[key]
    word = said.casefold()
    key = next((one for one in paces if word in {one.casefold(), f"{one.casefold()}ly"}), "")
    if not key:
        known = [f"{one}ly" for one in paces]
        refuse("unknown-pace", f"there is no pace {said!r}", closest(said, known, " or ".join(known)))
    return key, paces[key]


def _move(course: Course, command: Move) -> None:
    activity.require_free(course)
    scene = course.book.set.scenes.get(course.state.place.scene)
    if scene is None or not scene.rooms:
        where = ", ".join(key for key, one in course.book.set.scenes.items() if one.rooms)
        refuse("scene", "feet are counted underground", f"enter {where}" if where else "wait")
    if not 0 < command.feet <= FARTHEST:
        refuse("distance", f"a move is 1 to {FARTHEST:,} ft", "move 50 ft")
    key, pace = pace_of(course, command.pace)
    exact = Fraction(command.feet * course.book.duration(pace.each).ms, pace.feet) + course.state.owed
    whole = exact.numerator // exact.denominator
    over = exact - whole
    if over != course.state.owed:
        course.record(TimeOwed(over.numerator, over.denominator, at=course.at, seen_by="referee"))
    takes = Duration(whole)
    task = Task(
        f"move {command.feet} ft {key}ly", course.state.order, takes, takes, pace=key, feet=command.feet,
        rule=pace.rule.id,
    )  # fmt: skip
    activity.pursue(course, task)


def _trap(course: Course, command: SpringTrap) -> None:
    traps = course.book.set.traps
    if traps is None:
        refuse("no-traps", "this rule set says nothing of traps", f"note {command.name}")
    _, pace = pace_of(course, "")
    if pace.notices:
        course.record(TrapNoticed(command.name, at=course.at, rule=pace.rule.id))
        return
    people = course.state.party.able
    if not people:
        refuse("nobody", "nobody of the party can act", "party Varda wisdom 12")
    abilities.require_written(people, traps.attribute)
    tested = tuple(
        abilities.test(course, who, traps.attribute, traps.dice, equal=traps.equal, rule=traps.rule.id)
        for who in people
    )
    course.record(TrapSprung(command.name, tested, at=course.at, rule=traps.rule.id))


def _owed(state: State, event: TimeOwed) -> State:
    return replace(state, now=event.at, owed_parts=event.parts, owed_of=event.of)


def _tell_sprung(event: TrapSprung, _book: Rulebook) -> str:
    quick = [one.who for one in event.tested if one.succeeded]
    if not quick:
        return f"trap {event.name} sprung: nobody is quick enough"
    return f"trap {event.name} sprung: told what triggered it, with one action: {', '.join(quick)}"


EVENTS = (
    happens(TimeOwed, _owed, lambda event, _book: f"{event.parts}/{event.of} ms owed by the next move"),
    happens(TrapNoticed, passed, lambda event, _book: f"trap {event.name} noticed in time"),
    happens(TrapSprung, passed, _tell_sprung),
)
COMMANDS = (
    declare(
        Move,
        _move,
        group="Movement",
        help="Move so many feet, cautiously or quickly; without a word the pace stays as it was.",
        says="move {feet:feet} [{pace:pace}]",
        examples=("move 200 ft cautiously", "move 50 ft"),
    ),
    declare(
        SpringTrap,
        _trap,
        group="Movement",
        help="The party comes upon a trap: noticed at a careful pace, sprung at a quick one.",
        says="trap {name:name}",
        examples="trap pit with spikes",
    ),
)
