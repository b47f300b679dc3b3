"""Encounters: what is met, where it is, when it comes, and how it takes to the party.

In a room what is met enters at the start of the next turn; in a corridor it is a distance away and coming
(G-ENC-4). What a sign foretold is remembered and comes next.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from turnkeeper.chance.throws import Throw
from turnkeeper.play.course import refuse
from turnkeeper.play.declare import declare
from turnkeeper.play.event import Command, Event, Rolled, happens
from turnkeeper.play.party import member
from turnkeeper.play.place import ENCOUNTERS, Spot
from turnkeeper.time import NO_TIME, Instant, Rank

if TYPE_CHECKING:
    from turnkeeper.play.course import Course
    from turnkeeper.play.state import State
    from turnkeeper.rules.book import Rulebook
    from turnkeeper.rules.people import EncounterPlace

SOMETHING = "something"


class Meeting(Struct, frozen=True, omit_defaults=True):
    """What the party has met: where it is, in feet how far, when it comes, and how it took to the party."""

    what: str
    met: Instant
    spot: Spot = "corridor"
    feet: int | None = None
    arrives: Instant | None = None
    reaction: str = ""


class Meet(Command, frozen=True, tag="meet"):
    """The party meets something now, because the referee says so."""

    what: str


class ForetellNext(Command, frozen=True, tag="foretell"):
    """Settle what the next encounter will be."""

    what: str


class React(Command, frozen=True, tag="reaction"):
    """Throw for how those met take to the party: the most visible character, and a modifier."""

    who: str = ""
    modifier: int = 0


class Part(Command, frozen=True, tag="part"):
    """The encounter is over."""


class EncounterMet(Event, frozen=True, tag="encounter-met.1"):
    """Something was met. In a corridor it is so many feet away; in a room it comes at an instant."""

    what: str
    spot: Spot = "corridor"
    feet: int | None = None
    arrives: Instant | None = None
    rolled: Rolled | None = None


class EncounterArrived(Event, frozen=True, tag="encounter-arrived.1"):
    """What was met came into the room."""

    what: str


class EncounterForetold(Event, frozen=True, tag="encounter-foretold.1"):
    """There was a sign of the next encounter, or the referee settled it."""

    what: str


class EncounterOver(Event, frozen=True, tag="encounter-over.1"):
    """The encounter is over."""

    what: str


class Reacted(Event, frozen=True, tag="reacted.1"):
    """How those met took to the party."""

    what: str
    reaction: str
    text: str
    rolled: Rolled


def contents(course: Course) -> str:
    """Return what is met here: what was foretold, else what the place's table says, else something."""
    foretold = course.state.foretold
    if foretold is not None and foretold != SOMETHING:
        return foretold
    table = course.state.place.table(ENCOUNTERS)
    if not table:
        return foretold or SOMETHING
    lookup = course.book.lookup(table)
    return lookup.entries[course.throw(lookup.throw).band].name


def meet(course: Course, what: str, rule: str, *, at_turns_end: bool) -> None:
    """Let something be met now, where the party stands; the clock stops when somebody must look."""
    place = course.book.set.encounters
    if place is None or course.state.place.spot == "room":
        arrives = course.at if place is None or at_turns_end else _next_turn(course, place)
        course.record(EncounterMet(what, "room", arrives=arrives, at=course.at, rule=rule))
        if arrives == course.at:
            course.stop()
        else:
            course.book_mark(arrives, Rank.STARTS, course.state.order, partial(_arrive, arrives))
        return
    feet, rolled = course.roll(Throw("encounter distance", place.corridor.dice, (), place.corridor.rule.id))
    met = EncounterMet(what, "corridor", feet.total, rolled=rolled, at=course.at, rule=rule or place.rule.id)
    course.record(met)
    course.stop()


def _next_turn(course: Course, place: EncounterPlace) -> Instant:
    """Return the start of the next turn, counted from entering the scene; later than now."""
    turn = course.book.duration(place.enters_at_next)
    entered = course.state.place.entered
    return entered + turn * ((course.at - entered) // turn + 1)


def book_marks(course: Course, start: Instant, until: Instant) -> None:
    """Book the arrival of what was met and is still to come."""
    meeting = course.state.meeting
    if meeting is not None and meeting.arrives is not None and start < meeting.arrives <= until:
        course.book_mark(meeting.arrives, Rank.STARTS, course.state.order, partial(_arrive, meeting.arrives))


def _arrive(arrives: Instant, course: Course) -> None:
    meeting = course.state.meeting
    if meeting is not None and meeting.arrives == arrives:
        rule = course.book.set.encounters.rule.id if course.book.set.encounters else ""
        course.record(EncounterArrived(meeting.what, at=arrives, rule=rule))
        course.stop()


def _meet(course: Course, command: Meet) -> None:
    if course.state.meeting is not None:
        refuse("met", f"the party has met {course.state.meeting.what} already", "part")
    meet(course, command.what, "", at_turns_end=True)


def _foretell(course: Course, command: ForetellNext) -> None:
    course.record(EncounterForetold(command.what, at=course.at, seen_by="referee"))


def foretell(course: Course, rule: str) -> None:
    """Settle what comes next, from the place's table where it has one, and keep it for the referee."""
    course.record(EncounterForetold(contents(course), at=course.at, rule=rule, seen_by="referee"))


def _react(course: Course, command: React) -> None:
    reaction = course.book.set.reaction
    if reaction is None:
        refuse("no-reaction", "this rule set has no reaction roll", "note how they take it")
    who = member(course, command.who) if command.who else next(iter(course.state.party.members), None)
    modifier = command.modifier + (who.reaction if who else 0)
    lookup = course.book.lookup(reaction.table, modifier)
    answer, rolled = course.roll(lookup.throw)
    entry = lookup.entries[answer.band]
    what = course.state.meeting.what if course.state.meeting else SOMETHING
    course.record(Reacted(what, entry.name, entry.text, rolled, at=course.at, rule=reaction.rule.id))


def _part(course: Course, _command: Part) -> None:
    if course.state.meeting is None:
        refuse("no-encounter", "nothing has been met", "meet owlbear, if something is")
    if course.state.fight is not None:
        refuse("fight", "a fight is going on", "end fight")
    course.record(EncounterOver(course.state.meeting.what, at=course.at))


def _met(state: State, event: EncounterMet) -> State:
    arrives = None if event.arrives == event.at else event.arrives
    meeting = Meeting(event.what, event.at, event.spot, event.feet, arrives)
    return replace(state, now=event.at, meeting=meeting, foretold=None)


def _arrived(state: State, event: EncounterArrived) -> State:
    meeting = None if state.meeting is None else replace(state.meeting, arrives=None)
    return replace(state, now=event.at, meeting=meeting)


def _foretold(state: State, event: EncounterForetold) -> State:
    return replace(state, now=event.at, foretold=event.what)


def _over(state: State, event: EncounterOver) -> State:
    return replace(state, now=event.at, meeting=None)


def _reacted(state: State, event: Reacted) -> State:
    meeting = None if state.meeting is None else replace(state.meeting, reaction=event.reaction)
    return replace(state, now=event.at, meeting=meeting)


def rewound(meeting: Meeting | None, to: Instant) -> Meeting | None:
    """Return the encounter if it was met by then."""
    return meeting if meeting is not None and meeting.met <= to else None


def _tell_met(event: EncounterMet, book: Rulebook) -> str:
    if event.feet is not None:
        return f"encounter: {event.what}, {event.feet} ft away and coming"
    if event.arrives is None or event.arrives - event.at <= NO_TIME:
        return f"encounter: {event.what} enters"
    return f"encounter: {event.what} comes at {book.scale.say_time_of_day(event.arrives)}"


def _tell_reacted(event: Reacted, _book: Rulebook) -> str:
    meaning = f": {event.text}" if event.text else ""
    return f"reaction of {event.what} {event.rolled.shown}: {event.reaction}{meaning}"


EVENTS = (
    happens(EncounterMet, _met, _tell_met),
    happens(EncounterArrived, _arrived, lambda event, _book: f"encounter: {event.what} enters"),
    happens(EncounterForetold, _foretold, lambda event, _book: f"the next encounter is {event.what}"),
    happens(EncounterOver, _over, lambda event, _book: f"the encounter with {event.what} is over"),
    happens(Reacted, _reacted, _tell_reacted),
)
COMMANDS = (
    declare(
        Meet,
        _meet,
        group="Encounters",
        help="The party meets something now.",
        says="meet {what:what}",
        examples="meet owlbear",
    ),
    declare(
        ForetellNext,
        _foretell,
        group="Encounters",
        help="Settle what the next encounter will be; only the referee sees it.",
        says="next encounter is {what:what}",
        examples="next encounter is owlbear",
    ),
    declare(
        React,
        _react,
        group="Encounters",
        help="Throw for the reaction at first contact; who is most visible counts, else whoever walks first.",
        says=("reaction [for {who:who}] {modifier:signed}", "reaction [for {who:who}]"),
        examples=("reaction", "reaction for Varda +1"),
    ),
    declare(
        Part,
        _part,
        group="Encounters",
        help="The encounter is over: they parted.",
        says="part",
        examples="part",
    ),
)
