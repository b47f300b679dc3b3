"""Members of a side who fall, and one of the party who is put out of a fight without a wound.

Each fall is passed to `morale`, which checks the others where that is due.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from turnkeeper.play.fight import morale, sides
from turnkeeper.play.fight.facing import foe
from turnkeeper.play.fight.sides import Meant, Side, called, side_changed
from turnkeeper.play.kernel.decision import Decision, refuse
from turnkeeper.play.kernel.declare import Form, declare
from turnkeeper.play.kernel.event import Command, Event, State, happens
from turnkeeper.play.kernel.mechanism import Mechanism
from turnkeeper.play.kernel.several import MOST_AT_ONCE
from turnkeeper.play.party import party
from turnkeeper.spelling.plurals import counted, is_plural, singular

if TYPE_CHECKING:
    from collections.abc import Callable

    from turnkeeper.rules.book import Rulebook


class Fell(Command, frozen=True, tag="fell"):
    """Members of a side fall, dead or only out of the fight: a number, the one named, or every one."""

    count: int = 0
    side: str = ""
    dead: bool = False
    every: bool = False


class SomeFell(Event, frozen=True, tag="some-fell.1"):
    """Members of a side fell: the one of a ``number``, else those standing, from the lowest number."""

    side: str
    count: int
    dead: bool = False
    number: int = 0


class MemberFell(Event, frozen=True, tag="member-fell.1"):
    """A member of the party went down, whatever their hit points."""

    who: str


def _fell(decision: Decision, command: Fell) -> None:
    with_each(decision, command.side, lambda name: _fells(decision, replace(command, side=name)))


def _fells(decision: Decision, command: Fell) -> str:
    """Record that some fall, and return their side; a member of the party is only put out of the fight."""
    member = decision.state.party.find(command.side)
    if member is not None and not command.dead and not command.count:
        _member_falls(decision, member.name)
        return ""
    one = foe(decision, command.side, f"kill {member.name}" if member else "")
    count = _left(one.side, dead=command.dead) if command.every else command.count or one.count
    if command.every and not count:
        refuse("out", _standing(one.side), "end fight")
    fall(decision, replace(one, count=count), dead=command.dead)
    return one.side.name


def _member_falls(decision: Decision, name: str) -> None:
    who = party.living(decision, name)
    if who.down:
        refuse("out", f"{who.name} is down already", f"kill {who.name}")
    decision.record(MemberFell(who.name))


def with_each(decision: Decision, said: str, does: Callable[[str], str]) -> None:
    """Do something to each whom a text names; then check what morale is due of the sides returned."""
    names = sides.several(decision.state, said)
    if len(names) > MOST_AT_ONCE:
        refuse("too-many", f"at most {MOST_AT_ONCE} are named at once", "name a side, or fewer of it")
    for side in dict.fromkeys([does(name) for name in names]):
        if side:
            morale.check_at_once(decision, side)


def fall(decision: Decision, one: Meant, *, dead: bool) -> None:
    """Record that members of a side fall."""
    side, number = one.side, one.number
    count = 1 if number else one.count or (1 if _left(side, dead=dead) == 1 else 0)
    if count == 0:
        does = "kill" if dead else "down"
        first = side.call(side.first_standing() or 1)
        refuse(
            "which",
            f"how many of {side.name}, or which?",
            f"{does} 1 {singular(side.name)}, {does} {first} or {does} all {side.name}",
        )
    was = side.state_of(number) if number else ""
    if was and not (dead and was == "down"):
        refuse(
            "out",
            f"{side.call(number)} {'is' if was in {'dead', 'down'} else 'has'} {was} already",
            _standing(side),
        )
    if count > side.count:
        refuse("number", f"there are only {side.count} of {side.name}", f"{side.call(1)} to {side.count}")
    left = _left(side, dead=dead)
    if count > left:
        are = "is" if left == 1 else "are"
        message = f"only {counted(left, side.name)} {are} left to fall"
        refuse("number", message, "status shows who stands")
    decision.record(SomeFell(side.name, count, dead, number if side.count > 1 else 0))


def _left(side: Side, *, dead: bool) -> int:
    """Return how many of a side can still fall."""
    return side.count - side.fled - (side.dead if dead else side.down)


def _standing(side: Side) -> str:
    first = side.first_standing()
    return f"{side.call(first)} stands" if first else f"nobody of {side.name} stands"


def _some_fell(state: State, event: SomeFell) -> State:
    def fell(side: Side) -> Side:
        fallen = side.felled(event.count, dead=event.dead, number=event.number)
        return (
            replace(fallen, died_in=state.fight.rounds) if event.dead and state.fight is not None else fallen
        )

    return side_changed(state, event.side, fell)


def _member_fell(state: State, event: MemberFell) -> State:
    return replace(state, party=state.party.changed(event.who, lambda one: replace(one, senseless=True)))


def _tell_fell(event: SomeFell, _book: Rulebook) -> str:
    befell = "dead" if event.dead else "down"
    if event.number:
        return f"{called(event.side, event.number)} {befell}"
    if event.count == 1 and not is_plural(event.side):
        return f"{event.side} {befell}"
    return f"{event.count} of {event.side} {befell}"


def _tell_fell_plainly(event: SomeFell, book: Rulebook) -> str:
    if event.number or event.count == 1:
        return _tell_fell(event, book)
    return f"{counted(event.count, event.side)} {'dead' if event.dead else 'down'}"


MECHANISM = Mechanism(
    group="Fight",
    commands=(
        declare(
            Fell,
            _fell,
            help=(
                "Some of a side are killed, or only put out of the fight, and so is a member of the party; "
                "morale is checked when it falls due."
            ),
            says=(
                Form("kill {count:times} {side:name}", {"dead": True}),
                Form("kill all {side:name}", {"dead": True, "every": True}),
                Form("down all {side:name}", {"every": True}),
                "down {side:several}",
                "down {count:times} {side:name}",
            ),
            heard=(
                Form(f"{sides.KILL}|dispatch {{count:times}} {{side:name!}}", {"dead": True}),
                Form(f"{{_by:who!}} {sides.KILL}|dispatch {{count:times}} {{side:name!}}", {"dead": True}),
                Form(f"{sides.KILL} last|another {{side:name!}}", {"dead": True, "count": 1}),
                Form(f"{sides.KILL} one {{side:name?}}", {"dead": True, "count": 1}),
                Form(f"{{_by:who!}} {sides.KILL} one {{side:name?}}", {"dead": True, "count": 1}),
                Form(f"{{count:times}} {{side:name!}} {sides.DIE} [drop|fall]", {"dead": True}),
                Form(
                    f"{sides.KILL} all|every|everyone|both|rest [of|other|remaining] {{side:name!}}",
                    {"dead": True, "every": True},
                ),
                Form(
                    f"{{_by:who!}} {sides.KILL} all|every [of] {{side:name!}}", {"dead": True, "every": True}
                ),
                Form(f"{sides.KILL} all|everyone|them {{side:name?}}", {"dead": True, "every": True}),
                Form(
                    f"all|every|everyone|both|rest [of|other] {{side:name!}} {sides.DIE} [drop|fall]",
                    {"dead": True, "every": True},
                ),
                Form(f"other|remaining {{side:name!}} {sides.DIE}", {"dead": True, "every": True}),
                Form(f"all|they {sides.DIE} [all|everyone] {{side:name?}}", {"dead": True, "every": True}),
                Form(
                    "all|every|everyone|both [of] {side:name!} fall|down|drop|unconscious [go|goes]",
                    {"every": True},
                ),
                "down|drop|fell {count:times} {side:name!}",
                "knock out|down {count:times} {side:name!}",
                "{count:times} {side:name!} fall|down|drop|unconscious [goes|more|other]",
                Form("another {side:name!} fall|down|drop", {"count": 1}),
                "down|drop|fell {side:several!}",
                "knock out|down {side:several!}",
                "{side:several!} drops|down|unconscious|dying|collapses|faints [goes|falls|unconscious|cold]",
                "fall|down|drop {count:times} of them [go|goes] {side:name?}",
                Form(f"{sides.DIE} {{count:times}} of them {{side:name?}}", {"dead": True}),
                "{_by:what} drop|fell|down|floor {count:times} of them {side:name?}",
                "{side:several!} passes|knocked|blacks|out cold|out",
                "{side:several!} out it|action|combat [of]",
                "{_by:who!} drop|down|fell|knock|floor {side:several!} [out|down]",
                "{_by:who!} cut|strike|bring|take down {side:several!}",
                "{side:who!} drops|falls [to] 0|zero [hp|hit|points]",
                "{side:who!} falls",
            ),
            examples=("kill 1 goblin", "down 2 goblins", "down goblin 3", "down goblin 1+3 + Varda"),
            completes={
                "side": sides.names,
                "side:who": sides.foes,
                "side:several": sides.combatants,
                "_by": sides.combatants,
            },
        ),
    ),
    events=(
        happens(SomeFell, _some_fell, _tell_fell, plainly=_tell_fell_plainly),
        happens(MemberFell, _member_fell, lambda event, _book: f"{event.who} is down"),
    ),
    serves=sides.fights,
)
