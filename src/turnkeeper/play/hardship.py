"""What travel costs those who travel: fatigue to the minute, burdens, marches and what forcing them takes.

Minutes of travel add up across hexes, each counted at the rate of the weather it was spent in (G-FAT-3).
It is all computed from the stretches travelled; nothing counts down.
"""

from __future__ import annotations

from functools import partial
from math import lcm
from typing import TYPE_CHECKING

from msgspec.structs import replace

from turnkeeper.play import exertion, mounts, party, saves, train, weather
from turnkeeper.play.course import refuse
from turnkeeper.play.declare import Form, declare
from turnkeeper.play.event import Command, Event, happens, passed
from turnkeeper.play.journey import travelled
from turnkeeper.time import NO_TIME, Duration, Instant, Rank

if TYPE_CHECKING:
    from turnkeeper.play.course import Course, Visit
    from turnkeeper.play.state import State
    from turnkeeper.rules.book import Rulebook
    from turnkeeper.rules.travel import March, Tires


class ForceMarch(Command, frozen=True, tag="force-march"):
    """The party marches on today when its day's march is done."""


class Encumber(Command, frozen=True, tag="encumber"):
    """Somebody carries more than they should, or no longer does."""

    who: str
    laden: bool = True


class MarchForced(Event, frozen=True, tag="march-forced.1"):
    """The party decided to march on: today's march may be so much longer."""

    longer: Duration


class MarchDone(Event, frozen=True, tag="march-done.1"):
    """The day's march is done: the next hex takes longer than what is left of it."""

    left: Duration
    needs: Duration


class MarchEndured(Event, frozen=True, tag="march-endured.1"):
    """Everybody has paid for a forced stretch of the march, or needed not to."""


class LadenChanged(Event, frozen=True, tag="laden-changed.1"):
    """Somebody became encumbered, or is so no more."""

    who: str
    laden: bool


# The day's march


def _today(course: Course) -> tuple[Instant, Instant]:
    """Return the midnights before and after now; a march up to midnight is still one of the day it ends."""
    day = course.book.scale.day
    stretches = course.state.journey.stretches
    if stretches and stretches[-1].ended == course.at:
        began = course.at - Duration((course.at.ms - 1) % day.ms + 1)
    else:
        began = course.at - (course.at - Instant(0)) % day
    return began, began + day


def march_today(course: Course, needs: Duration) -> Duration:
    """Return how much of a hex that takes so long can be travelled today.

    That is all of it or nothing, where nothing of a hex carries over into the next day.
    """
    march = _march(course)
    if march is None:
        return needs
    left = _left(course, march)
    if needs <= left:
        return needs
    return left if march.carries else NO_TIME


def end_march(course: Course, needs: Duration) -> None:
    """Let the day's march be done, with so much of the next hex still to go; the clock stops."""
    march = _march(course)
    if march is not None:
        left = NO_TIME if march.carries else _left(course, march)
        course.record(MarchDone(left, needs, at=course.at, rule=march.rule.id))
        course.stop()


def _march(course: Course) -> March | None:
    rules = course.book.set.travel
    return None if rules is None else rules.march


def _left(course: Course, march: March) -> Duration:
    """Return how much of a march the party has left today, by the day or by the watch (D-HEX-4)."""
    began, ends = _today(course)
    done = travelled(course.state.journey, began, course.at)
    left = min(_allowed(course, march, began) - done, ends - course.at)
    if march.counted == "watch":
        watch = course.book.duration(march.watch)
        left = min(left, watch - done % watch)
    return max(left, NO_TIME)


def _allowed(course: Course, march: March, began: Instant) -> Duration:
    forced = sum(1 for at in course.state.journey.forced if began <= at)
    longer = course.book.duration(march.forced) * forced if forced else NO_TIME
    return course.book.duration(march.day) + longer


def begun_today(course: Course) -> bool:
    """Tell whether what was travelled of a hex still counts, or was lost with the day before."""
    march = _march(course)
    if march is None or march.carries or not course.state.journey.stretches:
        return True
    return course.state.journey.stretches[-1].ended > _today(course)[0]


def _force(course: Course, _command: ForceMarch) -> None:
    march = _march(course)
    if march is None or not march.forced:
        refuse("no-march", "this rule set knows no force march", "travel on as far as you like")
    began, ends = _today(course)
    if _allowed(course, march, began) >= ends - began:
        refuse("day", "today's march can be no longer than the day", "camp")
    course.record(MarchForced(course.book.duration(march.forced), at=course.at, rule=march.rule.id))


def after_leg(course: Course, *, pushed: bool) -> None:
    """Settle what travel cost beyond its time: forced marches are paid for, pushed mounts may die."""
    march = _march(course)
    forced = march is not None and _forced_stretches(course, march) > 0
    if forced and march is not None and _forced_stretches(course, march) > _saved_today(course):
        _endure(course, march)
    pushed = pushed and train.going(course.state, course.book).pushable
    if pushed or (forced and march is not None and march.pushes):
        mounts.push(course, mounts.day_of(course.at, course.book))


def _forced_stretches(course: Course, march: March) -> int:
    """Return how many forced stretches the party has begun today."""
    if not march.forced:
        return 0
    over = travelled(course.state.journey, _today(course)[0], course.at) - course.book.duration(march.day)
    forced = course.book.duration(march.forced)
    return max(0, -(-over.ms // forced.ms))


def _saved_today(course: Course) -> int:
    began = _today(course)[0]
    return sum(1 for at in course.state.journey.saved if at > began)


def _endure(course: Course, march: March) -> None:
    for who in course.state.party.living if march.save is not None else ():
        if march.save is not None:
            tested = saves.save(course, who, march.save.attribute, march.save.rule.id)
            if not tested.succeeded:
                exertion.exert(course, who, march.save.attribute, march.save.exerts, march.save.rule.id)
    course.record(MarchEndured(at=course.at, rule=march.rule.id, seen_by="referee"))


# Fatigue and burdens


def _whole(book: Rulebook, tires: Tires) -> int:
    """Return how many parts make a slot: so many that every rate of the rule set is a whole number."""
    every = [tires.every, *(kind.fatigue_every for kind in book.set.weather.values() if kind.fatigue_every)]
    return lcm(*(book.duration(text).ms for text in every))


def _every(state: State, book: Rulebook, tires: Tires) -> Duration:
    """Return how much travel costs a slot in the weather of now (G-FAT-1, G-FAT-2)."""
    sky = weather.of(state, book)
    return book.duration(sky.fatigue_every if sky is not None and sky.fatigue_every else tires.every)


def rate(course: Course) -> int:
    """Return how many parts of a slot a millisecond of travel costs in the weather of now."""
    rules = course.book.set.travel
    if rules is None or rules.tires is None:
        return 0
    return _whole(course.book, rules.tires) // _every(course.state, course.book, rules.tires).ms


def tired_after(course: Course, lasted: Duration, rate: int) -> int:
    """Return how far the party is towards the next slot after so much travel at a rate."""
    rules = course.book.set.travel
    if rules is None or rules.tires is None:
        return 0
    return (course.state.journey.tired.value + lasted.ms * rate) % _whole(course.book, rules.tires)


def book_marks(course: Course, start: Instant, until: Instant) -> None:
    """Book what falls due by travelling: slots of fatigue, and what burdens take of those who bear them."""
    rules = course.book.set.travel
    if rules is None:
        return
    if rules.tires is not None:
        every = _every(course.state, course.book, rules.tires)
        whole = _whole(course.book, rules.tires)
        missing = whole - course.state.journey.tired.value
        first = Duration(-(-missing * every.ms // whole))
        sky = weather.of(course.state, course.book)
        harsh = sky is not None and bool(sky.fatigue_every)
        rule = sky.rule.id if sky is not None and harsh else rules.tires.rule.id
        _book(course, start + first, every, until, partial(_tire, rule))
    if rules.burden is not None and rules.burden.each and course.state.journey.laden:
        each = course.book.duration(rules.burden.each)
        done = travelled(course.state.journey, _today(course)[0], start)
        _book(course, start + (each - done % each), each, until, _bear)


def _book(course: Course, first: Instant, every: Duration, until: Instant, visit: Visit) -> None:
    at = first
    while at <= until:
        course.book_mark(at, Rank.CHECKS, course.state.order, visit)
        at += every


def _tire(rule: str, course: Course) -> None:
    party.tire_all(course, 1, rule)


def _bear(course: Course) -> None:
    rules = course.book.set.travel
    burden = None if rules is None else rules.burden
    for who in course.state.party.living if burden is not None else ():
        if burden is not None and who.name in course.state.journey.laden:
            exertion.exert(course, who, burden.attribute, burden.exerts, burden.rule.id)


def _encumber(course: Course, command: Encumber) -> None:
    rules = course.book.set.travel
    if rules is None or rules.burden is None:
        refuse("no-burden", "this rule set does not slow the encumbered by name", "party ... carrying 40")
    who = party.living(course, command.who)
    if (who.name in course.state.journey.laden) == command.laden:
        refuse("same", f"{who.name} is {'' if command.laden else 'not '}encumbered as it is")
    course.record(LadenChanged(who.name, command.laden, at=course.at, rule=rules.burden.rule.id))


def _forced(state: State, event: MarchForced) -> State:
    journey = replace(state.journey, forced=(*state.journey.forced, event.at))
    return replace(state, now=event.at, journey=journey)


def _endured(state: State, event: MarchEndured) -> State:
    journey = replace(state.journey, saved=(*state.journey.saved, event.at))
    return replace(state, now=event.at, journey=journey)


def _laden(state: State, event: LadenChanged) -> State:
    others = tuple(name for name in state.journey.laden if name != event.who)
    laden = (*others, event.who) if event.laden else others
    return replace(state, now=event.at, journey=replace(state.journey, laden=laden))


def _tell_done(event: MarchDone, book: Rulebook) -> str:
    if not event.left:
        return "the day's march is done"
    needs, left = book.scale.say_clock(event.needs), book.scale.say_clock(event.left)
    return f"the day's march is done: the next hex takes {needs}, and {left} are left"


def _tell_laden(event: LadenChanged, _book: Rulebook) -> str:
    return f"{event.who} is {'' if event.laden else 'no longer '}encumbered"


EVENTS = (
    happens(
        MarchForced,
        _forced,
        lambda event, book: f"force march: {book.scale.say_clock(event.longer)} more today",
    ),
    happens(MarchDone, passed, _tell_done),
    happens(MarchEndured, _endured, lambda _event, _book: "the forced march is endured"),
    happens(LadenChanged, _laden, _tell_laden),
)
COMMANDS = (
    declare(
        ForceMarch,
        _force,
        group="Travel",
        help="March on today beyond the day's march; it is paid for after the next hex. Then resume.",
        says="force march",
        examples="force march",
    ),
    declare(
        Encumber,
        _encumber,
        group="Travel",
        help="Somebody carries more than they should, or no longer does.",
        says=("encumber {who:who}", Form("unburden {who:who}", {"laden": False})),
        examples=("encumber Orlo", "unburden Orlo"),
    ),
)
