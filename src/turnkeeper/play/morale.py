"""Morale: whom the party faces, who of them falls, and when their nerve is tested.

A check comes by itself with the first death and when half a side is down, once each; the frightening is
for the referee to say (G-MOR-1). Others come as a round ends: for one that fights alone at half its health,
for a group of which somebody died (D-MOR-1). Hirelings check as monsters do (G-MOR-3).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from turnkeeper.chance.throws import Band, Throw
from turnkeeper.play.course import closest, refuse
from turnkeeper.play.declare import Form, declare
from turnkeeper.play.event import Command, Event, Rolled, happens
from turnkeeper.play.sides import (
    ENEMIES,
    MOST_OF_A_SIDE,
    PARTY,
    Meant,
    Side,
    called,
    meant,
    side_named,
)
from turnkeeper.time import Instant

if TYPE_CHECKING:
    from turnkeeper.play.course import Course
    from turnkeeper.play.party import Character
    from turnkeeper.play.state import State
    from turnkeeper.rules.book import Rulebook
    from turnkeeper.rules.people import Morale, MoraleTrigger

MOST_HP = 1_000_000
TRIGGERS = {
    "first-death": "its first death",
    "half-down": "half of it is down",
    "frightening": "something frightening",
    "alone-at-half": "alone, and at half its health or less",
    "death-in-round": "a death in this round",
}
TRIGGERS_OF_PARTY = {
    **TRIGGERS,
    "first-death": "a death in the party",
    "half-down": "half of the party is down",
    "death-in-round": "a death in the party in this round",
}


class Face(Command, frozen=True, tag="foes"):
    """The party faces a side: its name, how many, its morale, or the hit dice that give it.

    ``hp`` are the hit points of each.
    """

    name: str
    count: int
    morale: int | None = None
    hit_dice: int | None = None
    order: int = 0
    initiative: str = ""
    hp: int = 0


class Fell(Command, frozen=True, tag="fell"):
    """Some of a side fall: dead, or only out of the fight; so many, or the one that is named."""

    count: int = 0
    side: str = ""
    dead: bool = False


class CheckMorale(Command, frozen=True, tag="morale"):
    """A side, or a hireling, checks morale, because of something frightening."""

    side: str
    modifier: int = 0


class SideFaced(Event, frozen=True, tag="side-faced.1"):
    """A side came up against the party: its name, how many, its morale where it has any.

    ``hp`` are the hit points of each, where they are kept. One that was summoned acts with its ``friend``; an
    ``allied`` side came up for the party.
    """

    side: str
    count: int
    morale: int | None = None
    order: int = 0
    initiative: str = ""
    hp: int = 0
    friend: str = ""
    allied: bool = False


class SomeFell(Event, frozen=True, tag="some-fell.1"):
    """Some of a side fell: the one of a ``number``, else those who stood, from the lowest number."""

    side: str
    count: int
    dead: bool = False
    number: int = 0


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


def _face(course: Course, command: Face) -> None:
    morale = course.book.set.morale
    require_new(course, command.name, command.count, command.hp)
    score = _score(command, morale)
    if score is not None and morale is not None and not morale.least <= score <= morale.most:
        refuse("morale", f"morale is {morale.least} to {morale.most}, not {score}", "morale 7")
    rule = morale.rule.id if morale is not None and score is not None else ""
    course.record(
        SideFaced(
            command.name, command.count, score, command.order, command.initiative, command.hp, at=course.at,
            rule=rule,
        )
    )  # fmt: skip


def require_new(course: Course, name: str, count: int, hp: int) -> None:
    """Refuse a side that cannot come up: too many, too hardy, or of a name that another has."""
    if not 0 < count <= MOST_OF_A_SIDE:
        refuse("number", f"a side has 1 to {MOST_OF_A_SIDE:,} members", "foes goblins 6 morale 7")
    if not 0 <= hp <= MOST_HP:
        refuse("hit-points", f"each has 1 to {MOST_HP:,} hit points", f"foes {name} {count} hp 4")
    if side_named(course.state, name) is not None or name.casefold() in {PARTY, ENEMIES}:
        refuse("twice", f"{name} are there already", f"give them another name, or more {name} {count}")


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


def foe(course: Course, said: str, otherwise: str = "") -> Meant:
    """Return the side that is meant, and which or how many of it; refuses for one that is not there."""
    found = meant(course.state, said)
    if found is None:
        names = [one.name for one in course.state.sides]
        hint = closest(said, names, otherwise or "foes goblins 6")
        refuse("unknown-side", f"nobody called {said!r} is faced", hint)
    side = found.side
    if found.number > side.count:
        refuse("number", f"there are only {side.count} of {side.name}", f"{side.call(1)} to {side.count}")
    return found


def _fell(course: Course, command: Fell) -> None:
    member = course.state.party.find(command.side)
    one = foe(course, command.side, f"kill {member.name}" if member else "")
    fall(course, replace(one, count=command.count or one.count), dead=command.dead)


def fall(course: Course, one: Meant, *, dead: bool) -> None:
    """Let some of a side fall, and their nerve be tested where that is due at once."""
    side, number = one.side, one.number
    count = 1 if number else one.count or (1 if side.count == 1 else 0)
    if count == 0:
        does = "kill" if dead else "down"
        first = side.call(side.first_standing() or 1)
        refuse("which", f"how many of {side.name}, or which?", f"{does} 1 {side.name}, or {does} {first}")
    was = side.state_of(number) if number else ""
    if was and not (dead and was == "down"):
        refuse(
            "out",
            f"{side.call(number)} {'has fled' if was == 'fled' else f'is {was}'} already",
            _standing(side),
        )
    left = side.count - side.fled - (side.dead if dead else side.down)
    if count > left:
        refuse("number", f"only {left} of {side.name} are left to fall", "status shows who stands")
    course.record(SomeFell(side.name, count, dead, number if side.count > 1 else 0, at=course.at))
    for trigger in course.book.set.morale.triggers if course.book.set.morale else ():
        fallen = side_named(course.state, side.name) or side
        if trigger not in fallen.checked and fallen.standing > 0 and _due(fallen, trigger):
            check(course, fallen, trigger)


def _standing(side: Side) -> str:
    first = side.first_standing()
    return f"{side.call(first)} stands" if first else f"nobody of {side.name} stands"


def _due(side: Side, trigger: MoraleTrigger) -> bool:
    match trigger:
        case "first-death":
            return side.dead > 0
        case "half-down":
            return 2 * side.down >= side.count
        case "frightening" | "alone-at-half" | "death-in-round":
            return False


def end_of_round(course: Course) -> None:
    """Test the nerve of all whose turn for it comes with the end of a round (D-MOR-1)."""
    rules, fight = course.book.set.morale, course.state.fight
    if rules is None or fight is None:
        return
    for side in course.state.sides:
        trigger = next((one for one in rules.triggers if _due_now(side, one, fight.rounds)), None)
        if trigger is not None:
            check(course, side, trigger)
    if "death-in-round" in rules.triggers and fight.died_in == fight.rounds:
        for who in course.state.party.able:
            check_hireling(course, who.name, "death-in-round", again=True)


def _due_now(side: Side, trigger: MoraleTrigger, number: int) -> bool:
    """Tell whether a side is to be tested as a round ends; the last of a group is alone from then on."""
    if side.standing == 0 or side.allied:
        return False
    match trigger:
        case "alone-at-half":
            again = trigger in side.checked
            return side.standing == 1 and at_half(side) and (not again or side.hurt_in == number)
        case "death-in-round":
            return side.count > 1 and side.died_in == number
        case "first-death" | "half-down" | "frightening":
            return False


def at_half(side: Side) -> bool:
    """Tell whether the only one who stands is known to be at half its health or less."""
    lost = side.lost(side.first_standing())
    return side.half is not None or (side.hp > 0 and 2 * lost >= side.hp)


def check(course: Course, side: Side, trigger: str, modifier: int = 0) -> None:
    """Test a side's nerve: a throw over its score breaks it; a fixed score takes no modifier (G-MOR-2)."""
    morale = course.book.set.morale
    if morale is None or side.morale is None or side.broken:
        return
    score = side.morale if side.morale in morale.fixed else side.morale + modifier
    _test(course, morale, side.name, trigger, score)


def check_hireling(course: Course, name: str, trigger: MoraleTrigger, *, again: bool = False) -> None:
    """Test a hireling's nerve by a trigger of the party's, once each unless ``again`` (G-MOR-3)."""
    morale, who = course.book.set.morale, course.state.party.find(name)
    score = None if morale is None or who is None else score_of(who, morale)
    if morale is None or who is None or not who.hireling or score is None:
        return
    if (again or trigger not in who.checked) and not who.broken:
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
    side = Side(
        event.side, event.count, event.at, event.morale, order=event.order, initiative=event.initiative,
        hp=event.hp, friend=event.friend, allied=event.allied,
    )  # fmt: skip
    return replace(state, now=event.at, sides=(*state.sides, side))


def with_side(state: State, changed: Side, at: Instant) -> State:
    """Return the state at an instant with a side as it is now."""

    def current(one: Side) -> Side:
        return changed if one.name == changed.name else one

    return replace(state, now=at, sides=tuple(map(current, state.sides)))


def _some_fell(state: State, event: SomeFell) -> State:
    side = side_named(state, event.side)
    if side is None:
        return replace(state, now=event.at)
    fallen = side.felled(event.count, event.at, dead=event.dead, number=event.number)
    if event.dead and state.fight is not None:
        fallen = replace(fallen, died_in=state.fight.rounds)
    return with_side(state, fallen, event.at)


def _checked(state: State, event: MoraleChecked) -> State:
    if event.hireling:
        return _hireling_checked(state, event)
    side = side_named(state, event.side)
    if side is None:
        return replace(state, now=event.at)
    checked = side.checked if event.trigger in side.checked else (*side.checked, event.trigger)
    broken = side.broken or not event.holds
    return with_side(state, replace(side, checked=checked, broken=broken), event.at)


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
    points = "" if not event.hp else f", {event.hp} hp" + (" each" if event.count > 1 else "")
    if event.friend:
        return f"summoned by {event.friend}: {event.count} {event.side}{morale}{points}"
    return f"faced: {event.count} {event.side}{morale}{points}"


def _tell_fell(event: SomeFell, _book: Rulebook) -> str:
    befell = "dead" if event.dead else "down"
    if event.number:
        return f"{called(event.side, event.number)} {befell}"
    return f"{event.count} of {event.side} {befell}"


def _tell_checked(event: MoraleChecked, _book: Rulebook) -> str:
    why = (TRIGGERS_OF_PARTY if event.hireling else TRIGGERS).get(event.trigger, event.trigger)
    outcome = "holds" if event.holds else f"breaks: {event.breaks}"
    against = "under" if event.under else "against"
    return f"morale of {event.side} {event.rolled.shown} {against} {event.score} ({why}): {outcome}"


EVENTS = (
    happens(SideFaced, _faced, _tell_faced),
    happens(SomeFell, _some_fell, _tell_fell),
    happens(MoraleChecked, _checked, _tell_checked),
)
COMMANDS = (
    declare(
        Face,
        _face,
        group="Fight",
        help="The party faces a side: its name, how many, and its morale or its hit dice.",
        says=(
            "foes {name:name} {count:times} hd {hit_dice:number} [hp {hp:number}]",
            "foes {name:name} {count:times} order {order:number} [initiative {initiative:die}]",
            "foes {name:name} {count:times} [morale {morale:number}] [hp {hp:number}]",
        ),
        examples=("foes goblins 6 morale 7", "foes ogre 1 hp 20"),
    ),
    declare(
        Fell,
        _fell,
        group="Fight",
        help="Some of a side are killed, or only put out of the fight; morale is checked when it falls due.",
        says=(
            Form("kill {count:times} {side:name}", {"dead": True}),
            "down {count:times} {side:name}",
            "down {side:name}",
        ),
        examples=("kill 1 goblins", "down 2 goblins", "down goblin 3"),
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
