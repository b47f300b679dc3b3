"""Changes to the sides of a fight besides falls: wounds, flight, reinforcements, summoning.

A member of a side is named by its number, ``goblin 3``; where hit points are kept, one without any is dead.
"""

from __future__ import annotations

from msgspec.structs import replace

from turnkeeper.play.dungeon.creatures import known
from turnkeeper.play.dungeon.meeting import names_to_meet
from turnkeeper.play.fight import facing, falling, morale, sides
from turnkeeper.play.fight.sides import MOST_OF_A_SIDE, PARTY, Meant, Side, side_changed, side_named
from turnkeeper.play.kernel.decision import Decision, closest, refuse, rule_out
from turnkeeper.play.kernel.declare import Form, declare
from turnkeeper.play.kernel.event import Command, Event, Rolled, State, happens
from turnkeeper.play.kernel.mechanism import Mechanism
from turnkeeper.rules.book import Rulebook
from turnkeeper.spelling.plurals import counted, does


class HalfHealth(Command, frozen=True, tag="half"):
    """One that fights alone is hurt, and at half its health; where its hit points are not kept."""

    side: str


class Reinforce(Command, frozen=True, tag="more"):
    """More of a side come, numbered on; they act when it does."""

    side: str
    count: int


class Summon(Command, frozen=True, tag="summon"):
    """Creatures are summoned; from the next round on they act with whoever summoned them."""

    name: str
    count: int
    friend: str = ""
    hp: int = 0


class Vanish(Command, frozen=True, tag="vanish"):
    """A side is there no longer, such as those that were summoned."""

    side: str


class FoeHurt(Event, frozen=True, tag="foe-hurt.1"):
    """A member of a side lost hit points, or regained them when below 0; ``left`` where they are kept."""

    side: str
    number: int
    by: int
    left: int | None = None
    called: str = ""
    rolled: Rolled | None = None


class FoeHalved(Event, frozen=True, tag="foe-halved.1"):
    """A lone combatant was hurt, and is at half its health or less."""

    side: str


class SideGrew(Event, frozen=True, tag="side-grew.1"):
    """More members of a side came; ``now`` is how many there have been, ``each`` the new ones' hit points."""

    side: str
    count: int
    now: int
    each: tuple[int, ...] = ()
    rolled: tuple[Rolled, ...] = ()


class SideVanished(Event, frozen=True, tag="side-vanished.1"):
    """A side disappeared."""

    side: str


# Wounds


def hurt(decision: Decision, said: str, points: int, rolled: Rolled | None = None) -> str:
    """Take hit points from a member of a side, or restore them when below 0; one with none left is dead.

    Returns the side whose morale may now be due: one of which a member died, or of a single member.
    """
    side, number = living(decision, said)
    lost = side.lost(number)
    points = max(points, -lost)
    if points == 0:
        refuse("unhurt", f"{side.call(number)} is unhurt")
    most = side.most(number)
    left = most - lost - points if most else None
    decision.record(FoeHurt(side.name, number, points, left, side.call(number), rolled))
    if left is not None and left <= 0:
        after = side_named(decision.state, side.name) or side
        falling.fall(decision, Meant(after, number if side.count > 1 else 0), dead=True)
        return side.name
    return side.name if points > 0 and side.count == 1 else ""


def living(decision: Decision, said: str) -> tuple[Side, int]:
    """Return a side and the number of its one living member that a text names; refuses for any other."""
    one = facing.foe(decision, said)
    side, number = one.side, _one(one)
    if side.state_of(number) == "dead":
        refuse("dead", f"{side.call(number)} is dead", "undo takes it back")
    return side, number


def rule_left(decision: Decision, said: str, left: int) -> None:
    """Record that one of a side has a number of hit points left, whatever befell it; with none it is dead."""
    one = facing.foe(decision, said)
    side, number = one.side, _one(one)
    most = side.most(number)
    if not most:
        message = f"the hit points of {side.name} are not kept"
        refuse("no-hit-points", message, f"rule hp of {side.name} 5")
    if not 0 <= left <= most:
        refuse("hit-points", f"{side.call(number)} has 0 to {most} hit points", f"rule hp of {said} {most}")
    hurt(decision, said, most - side.lost(number) - left)


def _one(one: Meant) -> int:
    """Return the number of the member that is meant, ``goblins 3`` too; refuses where it might be several."""
    side = one.side
    number = one.number or one.count
    if number > side.count:
        refuse("number", f"there are only {side.count} of {side.name}", f"{side.call(1)} to {side.count}")
    if number:
        return number
    if side.count > 1:
        first = side.call(side.first_standing() or 1)
        refuse("which", f"which of {side.name}? there are {side.count}", f"say {first}")
    return 1


def _half(decision: Decision, command: HalfHealth) -> None:
    rules = decision.book.set.morale
    if rules is None or not _heeds_half(decision.book):
        rule_out("no-half", "nothing hangs on half its health here", "hurt ogre 5, or down 1 ogre")
    side = facing.foe(decision, command.side).side
    if side.most(side.first_standing() or 1):
        refuse(
            "kept",
            f"the hit points of {side.name} are kept",
            f"hurt {side.call(side.first_standing() or 1)} 5",
        )
    if side.standing != 1:
        refuse("not-alone", f"{side.standing} of {side.name} stand, and none is alone", "down 1 " + side.name)
    decision.record(FoeHalved(side.name, rule=rules.rule.id))
    morale.check_at_once(decision, side.name)


# Coming and going


def _more(decision: Decision, command: Reinforce) -> None:
    side = facing.foe(decision, command.side, f"foes {command.side} {command.count}").side
    now, kind = side.count + command.count, known(decision.state, side.name)
    if now > MOST_OF_A_SIDE:
        refuse("number", f"a side has at most {MOST_OF_A_SIDE:,} members", "face them as another side")
    own = kind is not None and len(side.each) == side.count
    hp = kind.hp if kind is not None and own else 0
    _, each, rolled = facing.points(decision, side.name, command.count, hp, side.count + 1)
    decision.record(SideGrew(side.name, command.count, now, each, rolled))


def _summon(decision: Decision, command: Summon) -> None:
    facing.require_new(decision, command.name, command.count, command.hp)
    friend, allied = _friend(decision, command.friend)
    decision.record(
        facing.SideFaced(command.name, command.count, hp=command.hp, friend=friend, allied=allied)
    )


def _friend(decision: Decision, said: str) -> tuple[str, bool]:
    """Return the one with whom the summoned act, and whether they fight for the party."""
    if not said or said.casefold() == PARTY:
        return PARTY, True
    member, side = decision.state.party.find(said), side_named(decision.state, said)
    if member is not None:
        return member.name, True
    if side is None:
        names = [
            *(one.name for one in decision.state.party.members),
            *(one.name for one in decision.state.sides),
        ]
        refuse("unknown-name", f"nobody is called {said!r}", closest(said, names, "summon wolves 2"))
    return (side.friend or side.name, side.allied)


def _vanish(decision: Decision, command: Vanish) -> None:
    one = facing.foe(decision, command.side)
    if one.number or one.count:
        refuse("which", "a side vanishes as one", f"flee {command.side}, or vanish {one.side.name}")
    decision.record(SideVanished(one.side.name))


# Evolving


def _hurt(state: State, event: FoeHurt) -> State:
    def hurt(side: Side) -> Side:
        changed = side.hurt(event.number, event.by)
        return _in_round(state, changed) if event.by > 0 else changed

    return side_changed(state, event.side, hurt)


def _in_round(state: State, side: Side) -> Side:
    """Return a side as hurt in the current round."""
    return side if state.fight is None else replace(side, hurt_in=state.fight.rounds)


def _halved(state: State, event: FoeHalved) -> State:
    def halved(side: Side) -> Side:
        return _in_round(state, replace(side, half=side.half if side.half is not None else event.at))

    return side_changed(state, event.side, halved)


def _grew(state: State, event: SideGrew) -> State:
    return side_changed(
        state, event.side, lambda side: replace(side, count=event.now, each=(*side.each, *event.each))
    )


def _vanished(state: State, event: SideVanished) -> State:
    return replace(state, sides=tuple(one for one in state.sides if one.name != event.side))


def _tell_hurt(event: FoeHurt, _book: Rulebook) -> str:
    verb = "loses" if event.by > 0 else "regains"
    left = "" if event.left is None else f", has {event.left}"
    dice = f" ({event.rolled})" if event.rolled else ""
    return f"{event.called} {verb} {abs(event.by)} hp{dice}{left}"


def _tell_grew(event: SideGrew, _book: Rulebook) -> str:
    points = f", hp {' '.join(map(str, event.each))}" if event.each else ""
    return f"{counted(event.count, f'more {event.side}')}: {event.now} in all{points}"


def _heeds_half(book: Rulebook) -> bool:
    rules = book.set.morale
    return rules is not None and not {"alone-halved", "alone-at-half"}.isdisjoint(rules.triggers)


MECHANISM = Mechanism(
    group="Fight",
    commands=(
        declare(
            HalfHealth,
            _half,
            serves=_heeds_half,
            says="half {side:name}",
            heard=("{side:name!} half|halved|bloodied [at] [health]",),
            examples="half ogre",
            completes={"side": sides.names},
        ),
        declare(
            Reinforce,
            _more,
            says="more {side:name} {count:times}",
            heard=(
                "more|reinforce|add {count:times} {side:name!}",
                Form("another {side:name!} [arrive|join|come|appear|show|turn] [up]", {"count": 1}),
                (
                    "{count:times} more|new {side:name!} [arrive|join|come|appear|show|turn|rush|run|charge] "
                    "[up|in|fight|fray]"
                ),
                "another {count:times} {side:name!} [arrive|join|come|appear|show|turn|rush] [up|in]",
                "reinforcements|reinforcement {count:times} {side:name!} [arrive|come]",
            ),
            examples="more goblins 3",
            completes={"side": sides.names},
        ),
        declare(
            Summon,
            _summon,
            says="summon {name:side} {count:times} [hp {hp:number}] [for {friend:who}]",
            heard=("summon|conjure|call {count:times} {name:name} [hp {hp:number}] [for {friend:who}]",),
            examples=("summon wolves 2 for Varda", "summon bones 4 hp 3 for ghouls"),
            usual={"name": names_to_meet},
        ),
        declare(
            Vanish,
            _vanish,
            says="vanish {side:name}",
            heard=(
                "vanish|remove|disappear|banish {side:name!}",
                "{side:name!} vanish|vanishes|disappear|gone",
            ),
            examples="vanish wolves",
            completes={"side": sides.names},
        ),
    ),
    events=(
        happens(FoeHurt, _hurt, _tell_hurt),
        happens(FoeHalved, _halved, lambda event, _book: f"{event.side} is hurt, at half health or less"),
        happens(
            SideGrew,
            _grew,
            _tell_grew,
        ),
        happens(SideVanished, _vanished, lambda event, _book: does(event.side, "vanish")),
    ),
    completes={"several": sides.combatants},
    serves=sides.fights,
)
