"""The fight's clock: rounds, who acts before and after the enemies, and what it costs the campaign.

What a fight costs is the rule set's: its whole turn and as many more as it needs, however few its rounds
(G-ACT-3), or its rounds and what they leave of a turn. What is left is looting and breath.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from turnkeeper.play import abilities, checks, count, encounters, morale, questions
from turnkeeper.play.abilities import Tested
from turnkeeper.play.clock import Task, TaskEnded, carry_out
from turnkeeper.play.course import closest, refuse
from turnkeeper.play.declare import declare
from turnkeeper.play.event import Command, Event, happens
from turnkeeper.play.party import Party
from turnkeeper.rules.orders import OrderByCount, OrderByTests
from turnkeeper.time import NO_TIME, Duration, Instant

if TYPE_CHECKING:
    from turnkeeper.play.course import Course
    from turnkeeper.play.state import State
    from turnkeeper.rules.book import Rulebook
    from turnkeeper.rules.people import Fight


class Fighting(Struct, frozen=True, omit_defaults=True):
    """A fight that goes on: since when, how many rounds have begun, who acts before and after the enemies.

    ``ran`` are those who ran in the round that goes on.
    """

    began: Instant
    rounds: int = 0
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    ambush: str = ""
    ran: tuple[str, ...] = ()


class StartFight(Command, frozen=True, tag="fight"):
    """A fight begins; those in ambush act once before anyone."""

    ambush: str = ""


class NextRound(Command, frozen=True, tag="round"):
    """The next round: everybody tests for the order, and a round's time passes."""


class EndFight(Command, frozen=True, tag="end-fight"):
    """The fight is over; the rest of its time passes."""


class FightBegan(Event, frozen=True, tag="fight-began.1"):
    """A fight began."""

    ambush: str = ""


class RoundBegan(Event, frozen=True, tag="round-began.1"):
    """A round began: who acts before the enemies, and who after them, each in order."""

    number: int
    before: tuple[str, ...]
    after: tuple[str, ...]
    tested: tuple[Tested, ...]


class FightEnded(Event, frozen=True, tag="fight-ended.1"):
    """The fight was over after so many rounds; in all it takes so long."""

    rounds: int
    took: Duration


def _rules(course: Course) -> Fight:
    fight = course.book.set.fight
    if fight is None:
        refuse("no-fight", "this rule set says nothing of fights", "note who fights, and wait")
    return fight


def _going_on(course: Course) -> Fighting:
    if course.state.fight is None:
        refuse("no-fight", "no fight is going on", "fight")
    return course.state.fight


def _start(course: Course, command: StartFight) -> None:
    rules = _rules(course)
    questions.require_none(course)
    if course.state.fight is not None:
        refuse("fight", "a fight is going on already", "round, or end fight")
    if not course.state.party.able:
        refuse("nobody", "nobody of the party can fight", "party Varda wisdom 12")
    ambush = _ambushers(course, command.ambush, rules)
    course.record(FightBegan(ambush, at=course.at, rule=rules.rule.id))
    for keyword in rules.causes:
        checks.trigger(course, keyword)
    if isinstance(rules.order, OrderByCount):
        count.begin(course)


def _ambushers(course: Course, said: str, rules: Fight) -> str:
    if not said:
        return ""
    if not rules.ambush:
        refuse("ambush", "this rule set knows no ambush", "fight")
    if said.casefold() == morale.PARTY:
        return morale.PARTY
    side = morale.side_named(course.state, said)
    if side is None:
        names = [morale.PARTY, *(one.name for one in course.state.sides)]
        refuse("unknown-side", f"nobody called {said!r} is faced", closest(said, names, f"foes {said} 6"))
    return side.name


def _round(course: Course, _command: NextRound) -> None:
    rules, going = _rules(course), _going_on(course)
    questions.require_none(course)
    if isinstance(rules.order, OrderByCount):
        refuse("count", "this game counts segments and no rounds", "act")
    course.record(_round_of(course, going.rounds + 1, rules))
    length = course.book.duration(rules.round)
    task = Task(f"round {going.rounds + 1}", course.state.order, length, length, rule=rules.rule.id)
    carry_out(course, task, _finish, through=True)


def _round_of(course: Course, number: int, rules: Fight) -> RoundBegan:
    """Return the beginning of a round, its order tested where the rule set says how."""
    order = rules.order
    if not isinstance(order, OrderByTests):
        return RoundBegan(number, (), (), (), at=course.at, rule=rules.rule.id)
    able = tuple(who for who in course.state.party.able if not who.broken)
    abilities.require_written(able, order.attribute)
    rule = order.rule.id
    tested = tuple(
        abilities.test(course, who, order.attribute, order.dice, equal=order.equal, rule=rule) for who in able
    )
    in_order = sorted(tested, key=lambda one: one.rolled.total or 0, reverse=order.first == "high")
    before = tuple(one.who for one in in_order if one.succeeded)
    after = tuple(one.who for one in in_order if not one.succeeded)
    return RoundBegan(number, before, after, tested, at=course.at, rule=rule)


def _finish(course: Course, task: Task) -> None:
    course.record(TaskEnded.of(task, course.at))


def _end(course: Course, _command: EndFight) -> None:
    rules, going = _rules(course), _going_on(course)
    took = _takes(course, going, rules)
    rounds = count.end(course) or going.rounds
    course.record(FightEnded(rounds, took, at=course.at, rule=rules.rule.id))
    rest = going.began + took - course.at
    if course.state.question is not None:
        course.stop()  # the rest of the turn waits for the answer
    if rest > NO_TIME:
        task = Task("looting and breath", course.state.order, rest, rest, rule=rules.rule.id)
        carry_out(course, task, _finish)


def _takes(course: Course, going: Fighting, rules: Fight) -> Duration:
    """Return what a fight takes in all: its whole cost, or its rounds and what they leave of a length.

    That length is counted from entering the scene, as the checks of the scene are.
    """
    fought = course.at - going.began
    if rules.costs:
        costs = course.book.duration(rules.costs)
        return costs * max(1, -(-fought.ms // costs.ms))
    if not rules.fills:
        return fought
    whole, passed = course.book.duration(rules.fills), course.at - course.state.place.entered
    return fought + (whole * -(-passed.ms // whole.ms) - passed)


def _began(state: State, event: FightBegan) -> State:
    meetings = encounters.fight_began(state.meetings, event.at)
    members = tuple(morale.rallied(one) for one in state.party.members)
    fight = Fighting(event.at, ambush=event.ambush)
    return replace(state, now=event.at, fight=fight, meetings=meetings, party=Party(members))


def _round_began(state: State, event: RoundBegan) -> State:
    if state.fight is None:
        return replace(state, now=event.at)
    going = replace(state.fight, rounds=event.number, before=event.before, after=event.after, ran=())
    return replace(state, now=event.at, fight=going)


def _ended(state: State, event: FightEnded) -> State:
    return replace(state, now=event.at, fight=None, meetings=encounters.fight_ended(state.meetings), sides=())


def rewound(fight: Fighting | None, to: Instant) -> Fighting | None:
    """Return the fight if it had begun by then."""
    return fight if fight is not None and fight.began <= to else None


def _tell_began(event: FightBegan, _book: Rulebook) -> str:
    ambush = f"; in ambush, acting once before anyone: {event.ambush}" if event.ambush else ""
    return f"fight{ambush}"


def _tell_round(event: RoundBegan, book: Rulebook) -> str:
    if book.set.fight is None or book.set.fight.order is None:
        return f"round {event.number}"
    before = ", ".join(event.before) or "nobody"
    after = ", ".join(event.after) or "nobody"
    return f"round {event.number}: before the enemies {before}; after them {after}"


def _tell_ended(event: FightEnded, book: Rulebook) -> str:
    rounds = "1 round" if event.rounds == 1 else f"{event.rounds} rounds"
    return f"fight over after {rounds}; it takes {book.scale.say(event.took)}"


EVENTS = (
    happens(FightBegan, _began, _tell_began),
    happens(RoundBegan, _round_began, _tell_round),
    happens(FightEnded, _ended, _tell_ended),
)
COMMANDS = (
    declare(
        StartFight,
        _start,
        group="Fight",
        help="A fight begins. Those in ambush act once before anyone.",
        says="fight [ambush by {ambush:name}]",
        examples=("fight", "fight ambush by goblins"),
    ),
    declare(
        NextRound,
        _round,
        group="Fight",
        help="The next round: the order is tested, and a round's time passes.",
        says="round",
        examples="round",
    ),
    declare(
        EndFight,
        _end,
        group="Fight",
        help="The fight is over; the rest of the time that it costs passes.",
        says="end fight",
        examples="end fight",
    ),
)
