"""Checks: procedures of the rule set that fall due every so often, or on a keyword such as loud (G-ENC-1).

A check throws on a table and carries out the effects of the entry. Effects are the closed list of
`rules.procedures`; what each does is here, in one place.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, assert_never

from msgspec import Struct

from turnkeeper.chance.throws import Throw
from turnkeeper.play import cadence, encounters, light, notes, party, questions, timers, weather, windows
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
    from collections.abc import Iterator

    from turnkeeper.play.course import Course
    from turnkeeper.play.state import State
    from turnkeeper.rules.book import Cadence, Lookup, Rulebook
    from turnkeeper.rules.procedures import ChoiceEffect, Effect, Procedure, Window


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


def book_marks(course: Course, start: Instant, _until: Instant) -> None:
    """Book the checks that fall due in this scene by themselves.

    They are older than anything begun at the table, and among themselves in the order of the rule set.
    """
    for one in course.book.cadences.get(course.state.place.scene, ()):
        if one.procedure.window is None:
            _book_next(course, one, start)
        else:
            _begin_window(one, one.procedure.window, course)


def _book_next(course: Course, one: Cadence, after: Instant) -> None:
    due = cadence.next_due(course.state, course.book, one, after)
    if due is not None:
        course.book_mark(due, Rank.CHECKS, one.begun, partial(_visit, one))


def _visit(one: Cadence, course: Course) -> None:
    check(course, one.name, one.procedure)
    _book_next(course, one, course.at)


def _begin_window(one: Cadence, window: Window, course: Course) -> None:
    """Settle the window of the length that runs now, if it is not; its check is made when it opens.

    One that opens at this very instant is checked at once: the time that passes from here on is its own.
    """
    state = course.state
    began = cadence.began(state, one, course.at)
    if began is None:
        return
    settled = windows.find(state, one.name, began)
    opens = windows.settle(course, one, window, began) if settled is None else settled.opens
    if settled is None and opens == course.at:
        check(course, one.name, one.procedure)
    elif opens > course.at:
        course.book_mark(opens, Rank.CHECKS, one.begun, partial(_visit_window, one))
    due = cadence.next_due(course.state, course.book, one, course.at)
    if due is not None:
        course.book_mark(due, Rank.CHECKS, one.begun, partial(_begin_window, one, window))


def _visit_window(one: Cadence, course: Course) -> None:
    check(course, one.name, one.procedure)


def coming(state: State, book: Rulebook) -> Iterator[tuple[Instant, str]]:
    """Yield when each check of this scene is made next, as far as that is settled, and its name."""
    for one in book.cadences.get(state.place.scene, ()):
        due = cadence.next_due(state, book, one, state.now)
        began = cadence.began(state, one, state.now) if one.procedure.window is not None else None
        if began is not None:
            settled = windows.find(state, one.name, began)
            due = settled.opens if settled is not None and settled.opens > state.now else None
        if due is not None and cadence.in_season(state, book, one.procedure, due):
            yield due, one.procedure.name


def trigger(course: Course, keyword: str) -> None:
    """Make every check at once that listens to a keyword in this scene."""
    for name, procedure in course.book.listeners.get(keyword, ()):
        if course.state.place.scene in procedure.scenes:
            check(course, name, procedure, keyword)


def check(course: Course, name: str, procedure: Procedure, cause: str = "") -> None:
    """Make one check, if this is its season: throw on its table and carry out what the entry says."""
    if not cadence.in_season(course.state, course.book, procedure, course.at):
        return
    lookup = _lookup(course, course.state.place.table(name, procedure.table), name)
    roll_on(course, lookup, procedure.name, Occasion(cause, "referee" if procedure.secret else "table"))


def _lookup(course: Course, table: str, name: str) -> Lookup:
    """Return a table made ready, at the chance that the area gives its procedure, if any."""
    for one in course.state.place.own.chances:
        if one.use == name and one.of == course.book.chance_in(table):
            return course.book.lookup_at(table, one.hits)
    return course.book.lookup(table)


def roll_on(course: Course, lookup: Lookup, called: str, occasion: Occasion) -> None:
    """Throw on a table and carry out the effects of the entry."""
    asked = lookup.throw
    answer, rolled = course.roll(Throw(called, asked.dice, asked.bands, asked.rule))
    entry = lookup.entries[answer.band]
    course.record(
        Checked(
            called, asked.name, entry.name, rolled, occasion.cause, at=course.at, rule=asked.rule,
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
            roll_on(course, course.book.lookup(table), table, occasion)
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
