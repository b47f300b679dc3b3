"""Sides and their morale: whom the party faces, how many are left, and when their nerve is tested.

A check comes by itself with the first death and when half a side is down, once each; the frightening is
for the referee to say (G-MOR-1). Hirelings check as monsters do (G-MOR-3).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from turnkeeper.chance.throws import Band, Throw
from turnkeeper.play.course import closest, refuse
from turnkeeper.play.declare import Form, declare
from turnkeeper.play.event import Command, Event, Rolled, happens
from turnkeeper.time import Instant

if TYPE_CHECKING:
    from turnkeeper.play.course import Course
    from turnkeeper.play.party import Character
    from turnkeeper.play.state import State
    from turnkeeper.rules.book import Rulebook
    from turnkeeper.rules.people import Morale, MoraleTrigger

PARTY = "party"
MOST_OF_A_SIDE = 10_000
TRIGGERS = {
    "first-death": "its first death",
    "half-down": "half of it is down",
    "frightening": "something frightening",
}
TRIGGERS_OF_PARTY = {
    **TRIGGERS,
    "first-death": "a death in the party",
    "half-down": "half of the party is down",
}


class Side(Struct, frozen=True, omit_defaults=True):
    """A side of a fight: how many there were, how many of them are down and dead, and its morale."""

    name: str
    count: int
    came: Instant
    morale: int | None = None
    down: int = 0
    dead: int = 0
    checked: tuple[str, ...] = ()
    broken: bool = False


class Face(Command, frozen=True, tag="foes"):
    """The party faces a side: its name, how many, its morale, or the hit dice that give it."""

    name: str
    count: int
    morale: int | None = None
    hit_dice: int | None = None


class Fell(Command, frozen=True, tag="fell"):
    """Some of a side fall: dead, or only out of the fight."""

    count: int
    side: str
    dead: bool = False


class CheckMorale(Command, frozen=True, tag="morale"):
    """A side, or a hireling, checks morale, because of something frightening."""

    side: str
    modifier: int = 0


class SideFaced(Event, frozen=True, tag="side-faced.1"):
    """A side came up against the party: its name, how many, its morale where it has any."""

    side: str
    count: int
    morale: int | None = None


class SomeFell(Event, frozen=True, tag="some-fell.1"):
    """Some of a side fell."""

    side: str
    count: int
    dead: bool = False


class MoraleChecked(Event, frozen=True, tag="morale-checked.1"):
    """A side's or a hireling's nerve was tested against a score, or ``under`` it, and held or broke."""

    side: str
    trigger: str
    score: int
    holds: bool
    rolled: Rolled
    breaks: str = ""
    hireling: bool = False
    under: bool = False


def side_named(state: State, name: str) -> Side | None:
    """Return the side of a name, singular or plural as said."""
    wanted = name.casefold().removesuffix("s")
    return next((side for side in state.sides if side.name.casefold().removesuffix("s") == wanted), None)


def _face(course: Course, command: Face) -> None:
    morale = course.book.set.morale
    if not 0 < command.count <= MOST_OF_A_SIDE:
        refuse("number", f"a side has 1 to {MOST_OF_A_SIDE:,} members", "foes goblins 6 morale 7")
    if side_named(course.state, command.name) is not None or command.name.casefold() == PARTY:
        refuse("twice", f"{command.name} are there already", "give them another name")
    score = _score(command, morale)
    if score is not None and morale is not None and not morale.least <= score <= morale.most:
        refuse("morale", f"morale is {morale.least} to {morale.most}, not {score}", "morale 7")
    rule = morale.rule.id if morale is not None and score is not None else ""
    course.record(SideFaced(command.name, command.count, score, at=course.at, rule=rule))


def _score(command: Face, morale: Morale | None) -> int | None:
    """Return the score of a side that is faced, as said or by its hit dice (D-MOR-1)."""
    if command.hit_dice is None:
        return command.morale
    if morale is None or morale.with_hit_dice is None:
        refuse("hit-dice", "hit dice give no morale in this rule set", f"foes {command.name} 6 morale 7")
    if command.hit_dice < 0:
        refuse("hit-dice", f"there are no {command.hit_dice} hit dice", f"foes {command.name} 6 hd 1")
    return morale.with_hit_dice + command.hit_dice


def score_of(who: Character, morale: Morale) -> int | None:
    """Return a hireling's score: as written, else by the level where hit dice give it."""
    if who.morale is not None or morale.with_hit_dice is None or not who.hireling:
        return who.morale
    return morale.with_hit_dice + who.level


def _fell(course: Course, command: Fell) -> None:
    side = side_named(course.state, command.side)
    if side is None:
        names = [one.name for one in course.state.sides]
        member = course.state.party.find(command.side)
        hint = closest(command.side, names, f"kill {member.name}" if member else "foes goblins 6")
        refuse("unknown-side", f"nobody called {command.side!r} is faced", hint)
    standing = side.count - (side.dead if command.dead else side.down)
    if command.count > standing:
        refuse("number", f"only {standing} of {side.name} are left to fall", "status shows who stands")
    course.record(SomeFell(side.name, command.count, command.dead, at=course.at))
    for trigger in course.book.set.morale.triggers if course.book.set.morale else ():
        fallen = side_named(course.state, side.name) or side
        if trigger not in fallen.checked and fallen.down < fallen.count and _due(fallen, trigger):
            check(course, fallen, trigger)


def _due(side: Side, trigger: MoraleTrigger) -> bool:
    match trigger:
        case "first-death":
            return side.dead > 0
        case "half-down":
            return 2 * side.down >= side.count
        case "frightening":
            return False


def check(course: Course, side: Side, trigger: str, modifier: int = 0) -> None:
    """Test a side's nerve: a throw over its score breaks it; a fixed score takes no modifier (G-MOR-2)."""
    morale = course.book.set.morale
    if morale is None or side.morale is None or side.broken:
        return
    score = side.morale if side.morale in morale.fixed else side.morale + modifier
    _test(course, morale, side.name, trigger, score)


def check_hireling(course: Course, name: str, trigger: MoraleTrigger) -> None:
    """Test a hireling's nerve by a trigger of the party's, once each (G-MOR-3)."""
    morale, who = course.book.set.morale, course.state.party.find(name)
    score = None if morale is None or who is None else score_of(who, morale)
    if morale is None or who is None or not who.hireling or score is None:
        return
    if trigger not in who.checked and not who.broken:
        _test(course, morale, who.name, trigger, score, hireling=True)


def _test(  # noqa: PLR0913 - whose nerve, why, against what
    course: Course, morale: Morale, name: str, trigger: str, score: int, *, hireling: bool = False
) -> None:
    under = morale.holds == "under"
    most = score - 1 if under else score
    bands = (Band("holds", None, most), Band("breaks", most + 1, None))
    answer, rolled = course.roll(Throw(f"morale of {name}", morale.dice, bands, morale.rule.id))
    holds = answer.band == 0
    breaks = "" if holds else morale.breaks
    course.record(
        MoraleChecked(
            name, trigger, score, holds, rolled, breaks, hireling, under, at=course.at, rule=morale.rule.id
        )
    )


def _check(course: Course, command: CheckMorale) -> None:
    morale = course.book.set.morale
    if morale is None:
        refuse("no-morale", "this rule set has no morale check", "note how they take it")
    side = side_named(course.state, command.side)
    if side is not None and side.morale is not None:
        if side.broken:
            refuse("broken", f"{side.name} are broken already", "part, or end fight")
        check(course, side, "frightening", command.modifier)
        return
    who = course.state.party.find(command.side)
    score = None if who is None else score_of(who, morale)
    if who is not None and score is not None:
        if who.dead or who.broken:
            gone = "dead" if who.dead else "broken already"
            refuse("broken", f"{who.name} is {gone}", f"dismiss {who.name}")
        score = score if score in morale.fixed else score + command.modifier
        _test(course, morale, who.name, "frightening", score, hireling=True)
        return
    if side is None and who is None:
        names = [*(one.name for one in course.state.sides), *(one.name for one in course.state.party.members)]
        hint = closest(command.side, names, "foes goblins 6 morale 7")
        refuse("unknown-side", f"nobody is called {command.side!r}", hint)
    refuse("no-score", f"{command.side} has no morale score", f"rule morale of {command.side} 7")


def _faced(state: State, event: SideFaced) -> State:
    side = Side(event.side, event.count, event.at, event.morale)
    return replace(state, now=event.at, sides=(*state.sides, side))


def _with(state: State, changed: Side, at: Instant) -> State:
    def current(one: Side) -> Side:
        return changed if one.name == changed.name else one

    return replace(state, now=at, sides=tuple(map(current, state.sides)))


def _some_fell(state: State, event: SomeFell) -> State:
    side = side_named(state, event.side)
    if side is None:
        return replace(state, now=event.at)
    dead = side.dead + (event.count if event.dead else 0)
    # One who was down already can still die: the dead are always among those who are down.
    down = min(side.count, side.down + event.count)
    return _with(state, replace(side, down=down, dead=dead), event.at)


def _checked(state: State, event: MoraleChecked) -> State:
    if event.hireling:
        return _hireling_checked(state, event)
    side = side_named(state, event.side)
    if side is None:
        return replace(state, now=event.at)
    checked = side.checked if event.trigger in side.checked else (*side.checked, event.trigger)
    broken = side.broken or not event.holds
    return _with(state, replace(side, checked=checked, broken=broken), event.at)


def _hireling_checked(state: State, event: MoraleChecked) -> State:
    def checked(one: Character) -> Character:
        told = one.checked if event.trigger in one.checked else (*one.checked, event.trigger)
        return replace(one, checked=told, broken=one.broken or not event.holds)

    return replace(state, now=event.at, party=state.party.changed(event.side, checked))


def rallied(one: Character) -> Character:
    """Return a hireling as a new fight finds it: with its nerve untested."""
    return replace(one, checked=(), broken=False) if one.checked or one.broken else one


def _tell_faced(event: SideFaced, _book: Rulebook) -> str:
    morale = "" if event.morale is None else f", morale {event.morale}"
    return f"faced: {event.count} {event.side}{morale}"


def _tell_checked(event: MoraleChecked, _book: Rulebook) -> str:
    why = (TRIGGERS_OF_PARTY if event.hireling else TRIGGERS).get(event.trigger, event.trigger)
    outcome = "holds" if event.holds else f"breaks: {event.breaks}"
    against = "under" if event.under else "against"
    return f"morale of {event.side} {event.rolled.shown} {against} {event.score} ({why}): {outcome}"


EVENTS = (
    happens(SideFaced, _faced, _tell_faced),
    happens(
        SomeFell,
        _some_fell,
        lambda event, _book: f"{event.count} of {event.side} {'dead' if event.dead else 'down'}",
    ),
    happens(MoraleChecked, _checked, _tell_checked),
)
COMMANDS = (
    declare(
        Face,
        _face,
        group="Fight",
        help="The party faces a side: its name, how many, and its morale or its hit dice.",
        says=(
            "foes {name:name} {count:times} hd {hit_dice:number}",
            "foes {name:name} {count:times} [morale {morale:number}]",
        ),
        examples="foes goblins 6 morale 7",
    ),
    declare(
        Fell,
        _fell,
        group="Fight",
        help="Some of a side are killed, or only put out of the fight; morale is checked when it falls due.",
        says=(Form("kill {count:times} {side:name}", {"dead": True}), "down {count:times} {side:name}"),
        examples=("kill 1 goblins", "down 2 goblins"),
    ),
    declare(
        CheckMorale,
        _check,
        group="Fight",
        help="A side or a hireling checks morale, because of something frightening.",
        says=(
            "morale {side:name} {modifier:signed}",
            "morale {side:name}",
            "check morale of {side:name} {modifier:signed}",
            "check morale of {side:name}",
        ),
        examples=("morale goblins -1", "morale Bram"),
    ),
)
