"""Sides that the party faces; figures left out come from their kind."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from turnkeeper.play.dungeon import creatures, encounters
from turnkeeper.play.dungeon.meeting import AWAY, here, joined, met_unnamed, renamed, ways_to_meet
from turnkeeper.play.fight import sides
from turnkeeper.play.fight.sides import (
    ENEMIES,
    MOST_OF_A_SIDE,
    PARTY,
    Meant,
    Side,
    called,
    meant,
    side_named,
)
from turnkeeper.play.kernel.decision import Decision, closest, refuse, rule_out
from turnkeeper.play.kernel.declare import Form, declare
from turnkeeper.play.kernel.event import Command, Event, Rolled, State, happens
from turnkeeper.play.kernel.introducing.creatures import Amount, Creature
from turnkeeper.play.kernel.mechanism import Mechanism
from turnkeeper.play.party.party import first_dice, require_first_die
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model.orders import OrderByCount
from turnkeeper.rules.model.people import Morale
from turnkeeper.spelling.plurals import counted, is_plural, plural

MOST_HP = 1_000_000
MOST_RECOVERY = 1_000


class FaceFoes(Command, frozen=True, tag="foes"):
    """The party faces a side: its name, how many, and its morale or its hit dice.

    ``hp`` are the hit points of each member. Figures left out come from that kind of creature.
    ``met`` is the encounter that they are; they are met only now where it ``meets`` them, ``feet`` away.
    ``weapon`` and ``recovery`` are what one of them does where nothing else is said.
    """

    name: str
    count: Amount
    morale: int | None = None
    hit_dice: int | None = None
    order: int = 0
    initiative: str = ""
    hp: Amount = 0
    met: str = ""
    meets: bool = False
    weapon: str = ""
    recovery: int | None = None
    feet: int = 0


class SideFaced(Event, frozen=True, tag="side-faced.1"):
    """The party faced a side: its name, how many, its morale where it has any.

    ``hp`` are the hit points of each, where they are kept. A summoned side acts with its ``friend``; an
    ``allied`` side fights for the party. ``met`` is what an encounter was called until its side came up; one
    that ``joins`` a fight is fought in it. ``number`` and ``points`` are the dice for how many they are and
    for the hit points of ``each``, and ``rolled`` what fell. ``weapon`` and ``recovery`` are written of
    their kind where they were said.
    """

    side: str
    count: int
    morale: int | None = None
    order: int = 0
    initiative: str = ""
    hp: int = 0
    friend: str = ""
    allied: bool = False
    met: str = ""
    joins: bool = False
    number: str = ""
    points: str = ""
    each: tuple[int, ...] = ()
    rolled: tuple[Rolled, ...] = ()
    weapon: str = ""
    recovery: int | None = None


def face(decision: Decision, command: FaceFoes) -> None:
    """Face a new side: those of an encounter, or others; figures left out come from their kind."""
    rules = decision.book.set.morale
    command = _as_known(decision, command)
    fixed = (one if isinstance(one, int) else 1 for one in (command.count, command.hp))
    require_new(decision, command.name, *fixed)
    require_first_die(decision, command.initiative)
    if command.recovery is not None and not 0 <= command.recovery <= MOST_RECOVERY:
        refuse(
            "recovery", f"a recovery is 0 to {MOST_RECOVERY:,} segments", f"foes {command.name} recovery 4"
        )
    score = _score(command, rules)
    if score is not None and rules is not None and not rules.least <= score <= rules.most:
        hint = f"foes {command.name} {command.count} morale {rules.such}"
        refuse("morale", f"morale is {rules.least} to {rules.most}, not {score}", hint)
    rule = rules.rule.id if rules is not None and score is not None else ""
    met = _encounter(decision, command)
    count, thrown = creatures.number(decision, command.name, command.count)
    hp, each, more = points(decision, command.name, count, command.hp)
    decision.record(
        SideFaced(
            command.name, count, score, command.order, command.initiative, hp, met=met,
            joins=decision.state.fight is not None,
            number=command.count if isinstance(command.count, str) else "",
            points=command.hp if isinstance(command.hp, str) else "",
            each=each, rolled=(*thrown, *more), weapon=command.weapon, recovery=command.recovery, rule=rule,
        )
    )  # fmt: skip


def _as_known(decision: Decision, command: FaceFoes) -> FaceFoes:
    """Return the command with the figures left out filled in from that kind of creature."""
    kind = creatures.known(decision.state, command.name)
    if kind is None:
        return command
    rules, order = decision.book.set.morale, decision.book.set.fight
    unsaid = command.morale is None and command.hit_dice is None and rules is not None
    fits = rules is not None and kind.morale is not None and rules.least <= kind.morale <= rules.most
    by_dice = rules is not None and rules.with_hit_dice is not None
    counted = order is not None and isinstance(order.order, OrderByCount)
    thrown = counted and kind.initiative in (first_dice(decision.book) or (kind.initiative,))
    return replace(
        command,
        hp=command.hp or kind.hp,
        morale=kind.morale if unsaid and fits else command.morale,
        hit_dice=kind.hd if unsaid and by_dice and not fits else command.hit_dice,
        order=command.order or (kind.order if counted else 0),
        initiative=command.initiative or (kind.initiative if thrown else ""),
    )


def _encounter(decision: Decision, command: FaceFoes) -> str:
    """Return the name of the encounter that these turn out to be, empty for none; meets them if asked."""
    if command.meets:
        encounters.meet_named(decision, command.name, command.feet)
        return ""
    if not command.met:
        met = met_unnamed(decision.state, command.name)
        return "" if met is None else met.what
    found = encounters.met_here(decision, command.met, f"foes {command.name} {command.count} met as {{}}")
    if found.coming(decision.at):
        refuse(
            "coming",
            f"{found.what} is not here yet",
            f"wait until it is, or next encounter is {command.name}",
        )
    return "" if found.what == command.name else found.what


def points(
    decision: Decision, name: str, count: int, hp: Amount, first: int = 1
) -> tuple[int, tuple[int, ...], tuple[Rolled, ...]]:
    """Return the hit points of all alike, those of each by dice, and the dice."""
    if isinstance(hp, int):
        return hp, (), ()
    alone = count == 1 and first == 1
    return 0, *creatures.hit_points(
        decision, [name if alone else called(name, number) for number in range(first, first + count)], hp
    )


def require_new(decision: Decision, name: str, count: int, hp: int) -> None:
    """Refuse a new side with too many members, too many hit points, or a name in use."""
    if not 0 < count <= MOST_OF_A_SIDE:
        refuse("number", f"a side has 1 to {MOST_OF_A_SIDE:,} members", "foes goblins 6")
    if not 0 <= hp <= MOST_HP:
        refuse("hit-points", f"each has 1 to {MOST_HP:,} hit points", f"foes {name} {count} hp 4")
    if side_named(decision.state, name) is not None or name.casefold() in {PARTY, ENEMIES}:
        refuse("twice", f"{name} are there already", f"give them another name, or more {name} {count}")


def _score(command: FaceFoes, rules: Morale | None) -> int | None:
    """Return the morale of a side that is faced: as said, else by its hit dice."""
    if command.hit_dice is None:
        return command.morale
    many = f"foes {command.name} {command.count}"
    if rules is None or rules.with_hit_dice is None:
        morale = 7 if command.morale is None else command.morale
        hint = f"{many} morale {morale}" + (f" hp {command.hp}" if command.hp else "")
        rule_out("hit-dice", "hit dice give no morale in this rule set", hint)
    if command.hit_dice < 0:
        refuse("hit-dice", f"there are no {command.hit_dice} hit dice", f"{many} hd 1")
    by_dice = rules.with_hit_dice + rules.each_hit_die * command.hit_dice
    return by_dice if command.morale is None else command.morale


def foe(decision: Decision, said: str, otherwise: str = "") -> Meant:
    """Return the side that a text names, and which or how many of it; refuses for one that is not there."""
    found = meant(decision.state, said)
    if found is None:
        names = [one.name for one in decision.state.sides]
        hint = closest(said, names, otherwise or "foes goblins 6")
        refuse("unknown-side", f"nobody called {said!r} is faced", hint)
    side = found.side
    if found.number > side.count:
        refuse("number", f"there are only {side.count} of {side.name}", f"{side.call(1)} to {side.count}")
    return found


def against(decision: Decision, called: str) -> tuple[str, ...]:
    """Return those whom a fight is against where several are met: those called so, else all here."""
    state, there = decision.state, here(decision.state.meetings, decision.at)
    names = (one for one in there if one.casefold() == called.casefold())
    name = next(names, "")
    if called and not name:
        side = meant(state, called)
        if side is None and not there:
            hint = f"fight {6 if is_plural(called) else 1} {called}"
            refuse("no-foes", f"nobody called {called!r} is met or faced", hint)
        name = side.side.name if side else encounters.met_here(decision, called, "fight with {}").what
    if len(there) <= 1:
        return ()
    return (name,) if name else tuple(there)


def _faced(state: State, event: SideFaced) -> State:
    side = Side(
        event.side, event.count, event.at, event.morale, order=event.order, initiative=event.initiative,
        hp=event.hp, each=event.each, friend=event.friend, allied=event.allied,
    )  # fmt: skip
    met = state.meetings
    meetings = renamed(met, event.met, event.side, event.at) if event.met else met
    meetings = joined(meetings, event.side) if event.joins else meetings
    known = state.creatures if event.friend else creatures.learnt(state.creatures, _kind(event))
    return replace(state, sides=(*state.sides, side), meetings=meetings, creatures=known)


def _kind(event: SideFaced) -> Creature:
    """Return the kind of creature that a side shows itself to be."""
    return Creature(
        event.side, event.number or event.count, event.points or event.hp, None, event.morale, event.order,
        event.initiative, weapon=event.weapon, recovery=event.recovery,
    )  # fmt: skip


def _tell_faced(event: SideFaced, _book: Rulebook) -> str:
    morale = "" if event.morale is None else f", morale {event.morale}"
    points = "" if not event.hp else f", {event.hp} hp" + (" each" if event.count > 1 else "")
    points = f", hp {' '.join(map(str, event.each))}" if event.each else points
    points += f", {event.weapon}" if event.weapon else ""
    come = counted(event.count, plural(event.side) if event.count > 1 else event.side)
    by = f"summoned by {event.friend}" if event.friend else "faced"
    return f"{by}: {come}{morale}{points}"


def by_hit_dice(book: Rulebook) -> bool:
    """Return whether hit dice give morale."""
    return book.set.morale is not None and book.set.morale.with_hit_dice is not None


def not_by_hit_dice(book: Rulebook) -> bool:
    """Return whether morale is a score of its own."""
    return not by_hit_dice(book)


FIELDS = {
    "hd": ("hit_dice", "number", "hit dice"),
    "order": ("order", "number", "Initiative Order"),
    "initiative": ("initiative", "die", "die"),
    "morale": ("morale", "number", "morale"),
    "hp": ("hp", "amount", "hit points"),
    "weapon": ("weapon", "weapon", "weapon"),
    "recovery": ("recovery", "number", "recovery"),
}
"""The figures of a side as they are said: the field of `FaceFoes` for each, its kind of slot, its name."""
_SAID = {key: f"[{key} {{{field}:{kind}}}]" for key, (field, kind, _) in FIELDS.items()}
BY_DICE = " ".join(_SAID.values())
WRITTEN = BY_DICE.removeprefix(_SAID["hd"]).lstrip()
_MET = "[met as {met:what}]"
_AWAY = "[{feet:feet} away]"
_FIGURES = (*_SAID.values(), "[each|apiece]")
FIGURES = " ".join((*_FIGURES, "[and|with]"))
"""The figures of a side as they are heard: in any order."""
_FIRST = ("hd", "morale", "hp", "order")
_COME = "attack|charge|appear|approach|arrive|come"
"""What those do who are faced: it is no part of their name."""


def _written_first() -> Iterator[str]:
    """Yield the ways to name a side that nobody knows yet: with at least one figure."""
    for one in _FIGURES:
        if one.strip("[").split()[0] in _FIRST:
            others = " ".join(other for other in _FIGURES if other != one)
            yield f"[add] {{count:times}} {{name:side}} {one.strip('[]')} {others} [and|with] [{_COME}]"


def weapons(_state: State, book: Rulebook) -> tuple[str, ...]:
    """Return the actions with a recovery of their own, where the rule set counts segments."""
    order = book.set.fight.order if book.set.fight is not None else None
    return order.actions if isinstance(order, OrderByCount) else ()


def kinds(state: State, book: Rulebook) -> Iterator[str]:
    """Yield the names of what was met, then of the kinds of creatures that are known, the latest first."""
    yield from encounters.names(state, book)
    yield from creatures.names(state, book)


def opponents(state: State, book: Rulebook) -> Iterator[str]:
    """Yield the names of whoever could be attacked: of sides and their members, and of what was met."""
    yield from sides.foes(state, book)
    yield from encounters.names(state, book)


def unfought(state: State, book: Rulebook) -> Iterator[str]:
    """Yield the names of whoever could be attacked, where no fight goes on."""
    return iter(()) if state.fight is not None or state.count is not None else opponents(state, book)


_ATTACK = "attack|charge|ambush|assault|waylay|surround|swarm|rush|jump"
MECHANISM = Mechanism(
    group="Fight",
    commands=(
        declare(
            FaceFoes,
            face,
            says=(
                Form(f"foes {{name:side}} {{count:amount}} {BY_DICE} {_MET}", serves=by_hit_dice),
                Form(f"foes {{name:side}} {{count:amount}} {WRITTEN} {_MET}", serves=not_by_hit_dice),
                Form(f"meet {{count:amount}} {{name:side}} {BY_DICE} {_AWAY}", {"meets": True}, by_hit_dice),
                Form(
                    f"meet {{count:amount}} {{name:side}} {WRITTEN} {_AWAY}", {"meets": True}, not_by_hit_dice
                ),
            ),
            heard=(
                (
                    "face|spawn|place|foes|enemies|opponents|monsters [versus] {count:amount} "
                    f"{{name:side}} {FIGURES}"
                ),
                f"{{count:amount}} {{name:side}} join [fight|fray|battle|in] {FIGURES}",
                f"add foes|enemies|opponents|monsters {{name:side}} {{count:amount}} {FIGURES}",
                # What nobody knows, and of which no figure is told, may be goods as well.
                Form("add {count:amount} {name:side}", cost=2),
                *(
                    Form(f"{met} {FIGURES} {AWAY}", {"meets": True})
                    for met in ways_to_meet("{count:amount} {name:side}", faced=False)
                ),
                Form(f"{{count:times}} {{name:name}} {_ATTACK} [{{_whom:who!}}]", cost=2),
                f"[add] {{count:times}} {{name:name!}} {FIGURES}",
                *(
                    Form(f"{{count:amount}} {{name:side}} {away} {FIGURES}", {"meets": True})
                    for away in ("{feet:feet!} away|off|distant|ahead|up", "at {feet:feet!}")
                ),
                *_written_first(),
            ),
            completes={"name": kinds, "met": encounters.names, "weapon": weapons},
            examples=(
                "foes goblins 6 morale 7",
                "foes ogre 1 hp 20",
                "foes orcs 3 order 12 initiative d8",
                "foes wolves 7 weapon bite recovery 4",
            ),
        ),
    ),
    events=(happens(SideFaced, _faced, _tell_faced),),
    serves=sides.fights,
    slices=("sides",),
)
