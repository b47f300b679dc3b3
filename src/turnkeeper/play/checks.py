"""Checks: procedures of the rule set that fall due every so often, or on a keyword such as loud (G-ENC-1).

A check throws on a table and carries out the effects of the entry. Effects are the closed list of
`rules.procedures`; what each does is here, in one place.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, assert_never

from msgspec import Struct

from turnkeeper.chance.throws import Throw
from turnkeeper.play import encounters, light, notes, party, questions, timers, weather
from turnkeeper.play.declare import Declared
from turnkeeper.play.event import Audience, Event, Rolled, happens, passed
from turnkeeper.rules.procedures import (
    AskReferee,
    BeginActivity,
    ChangeWeather,
    EndTimer,
    Fatigue,
    Foretell,
    MeetEncounter,
    Note,
    RollTable,
    StartTimer,
    TickLight,
    Veer,
)
from turnkeeper.time import Instant, Rank

if TYPE_CHECKING:
    from turnkeeper.play.course import Course, Visit
    from turnkeeper.rules.book import Lookup, Rulebook
    from turnkeeper.rules.procedures import ChoiceEffect, Effect, Procedure


class Checked(Event, frozen=True, tag="checked.1"):
    """A check was made and came to an entry; ``cause`` is the keyword that set it off, empty for its time."""

    check: str
    table: str
    entry: str
    rolled: Rolled
    cause: str = ""


class Occasion(Struct, frozen=True):
    """Why a check is made, empty for its time, and who sees what comes of it; tables in tables share it."""

    cause: str
    seen_by: Audience


def book_marks(course: Course, start: Instant, until: Instant) -> None:
    """Book the checks that fall due in this scene, counted from entering it.

    They are older than anything begun at the table, and among themselves in the order of the rule set.
    """
    place = course.state.place
    due_here = course.book.cadences.get(place.scene, ())
    passed = (start - place.entered).ms
    for begun, (name, procedure, every) in enumerate(due_here, -len(due_here)):
        due = start.ms + every.ms - passed % every.ms
        if due <= until.ms:
            _book(course, due, begun, partial(_visit, name, procedure, every.ms, begun))


def _visit(name: str, procedure: Procedure, every: int, begun: int, course: Course) -> None:
    check(course, name, procedure)
    _book(course, course.at.ms + every, begun, partial(_visit, name, procedure, every, begun))


def _book(course: Course, ms: int, begun: int, visit: Visit) -> None:
    # One for every turn that passes, so that no instant is made of what is in milliseconds already.
    if course.walk is not None:
        course.walk.book_ms(ms, Rank.CHECKS, begun, visit)


def trigger(course: Course, keyword: str) -> None:
    """Make every check at once that listens to a keyword in this scene."""
    for name, procedure in course.book.listeners.get(keyword, ()):
        if course.state.place.scene in procedure.scenes:
            check(course, name, procedure, keyword)


def check(course: Course, name: str, procedure: Procedure, cause: str = "") -> None:
    """Make one check: throw on its table, record the entry, carry out what it says."""
    table = course.state.place.table(name, procedure.table)
    roll_on(course, table, procedure.name, Occasion(cause, "referee" if procedure.secret else "table"))


def roll_on(course: Course, table: str, called: str, occasion: Occasion) -> None:
    """Throw on a table and carry out the effects of the entry."""
    lookup = course.book.lookup(table)
    asked = lookup.throw
    answer, rolled = course.roll(Throw(called, asked.dice, asked.bands, asked.rule))
    entry = lookup.entries[answer.band]
    course.record(
        Checked(
            called, table, entry.name, rolled, occasion.cause, at=course.at, rule=asked.rule,
            seen_by=occasion.seen_by,
        )
    )  # fmt: skip
    for effect in entry.do:
        carry_out(course, effect, lookup, occasion)


def carry_out(course: Course, effect: Effect, asked: Lookup, occasion: Occasion) -> None:
    """Let one effect of the closed list happen, as an entry of a table says."""
    rule = asked.throw.rule
    match effect:
        case MeetEncounter():
            encounters.meet_contents(course, loud=bool(occasion.cause))
        case Foretell():
            encounters.foretell(course, rule)
        case RollTable(table=table):
            roll_on(course, table, table, occasion)
        case AskReferee():
            questions.ask(course, effect, asked.throw.name, rule, occasion.seen_by)
        case Veer():
            message = "a rule set veers outside navigation"
            raise AssertionError(message)
        case _:
            settle(course, effect, rule, occasion.seen_by)


def settle(course: Course, effect: ChoiceEffect, rule: str, seen_by: Audience = "table") -> None:
    """Let an effect happen that asks for no throw and stops nothing by itself."""
    match effect:
        case TickLight(ticks=ticks):
            light.tick(course, ticks, rule)
        case Note(text=text):
            notes.write(course, text, rule, seen_by=seen_by)
        case Fatigue(slots=slots):
            party.tire_all(course, slots, rule)
        case StartTimer():
            timers.begin(course, _timer(course, effect, seen_by), rule)
        case EndTimer(timer=name):
            timers.end_named(course, name, rule)
        case ChangeWeather(weather=kind):
            weather.change_to(course, kind, rule, seen_by)
        case BeginActivity():
            message = "a rule set begins an activity outside a choice"
            raise AssertionError(message)
        case _:
            assert_never(effect)


def _timer(course: Course, effect: StartTimer, seen_by: Audience) -> timers.Timer:
    lasts = course.book.duration(effect.lasts) if effect.lasts else None
    warn = course.book.duration(effect.warn) if effect.warn else None
    return timers.Timer(course.state.order, effect.timer, course.at, lasts, warn=warn, seen_by=seen_by)


def _tell_checked(event: Checked, _book: Rulebook) -> str:
    cause = f" ({event.cause})" if event.cause else ""
    return f"{event.check} {event.rolled.shown}{cause}: {event.entry}"


EVENTS = (happens(Checked, passed, _tell_checked),)
COMMANDS: tuple[Declared, ...] = ()
