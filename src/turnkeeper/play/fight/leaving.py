"""Who leaves a fight, in flight or in surrender, and who takes part in it again.

A foe stands again with the wounds that it has. One of the party who went down without a wound wakes; who has
no hit points left is healed. The dead stay dead.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from turnkeeper.play.fight import facing, sides
from turnkeeper.play.fight.sides import ENEMIES, PARTY, Side, called, side_changed, side_named
from turnkeeper.play.kernel.decision import Decision, refuse
from turnkeeper.play.kernel.declare import Form, declare
from turnkeeper.play.kernel.event import Command, Event, State, happens
from turnkeeper.play.kernel.mechanism import Mechanism
from turnkeeper.play.party import party
from turnkeeper.play.party.party import Character
from turnkeeper.rules.book import Rulebook
from turnkeeper.spelling.plurals import counted, singular


class FleeFight(Command, frozen=True, tag="flee-fight"):
    """Some of a side, all of it, or members of it or of the party leave the fight: they flee, or yield."""

    side: str
    count: int = 0
    yields: bool = False


class Rouse(Command, frozen=True, tag="rouse"):
    """Who was down, fled or had surrendered is in the fight again: of the party, or of a side."""

    who: str


class SomeFled(Event, frozen=True, tag="some-fled.1"):
    """Members of a side fled: the one of a ``number``, else those standing, from the lowest number.

    Who ``yields`` has surrendered.
    """

    side: str
    count: int
    number: int = 0
    yields: bool = False


class MemberFled(Event, frozen=True, tag="member-fled.1"):
    """A member of the party left the fight; who ``yields`` has surrendered."""

    who: str
    yields: bool = False


class FoeRose(Event, frozen=True, tag="foe-rose.1"):
    """A member of a side is in the fight again."""

    side: str
    number: int
    called: str


class MemberRose(Event, frozen=True, tag="member-rose.1"):
    """A member of the party is up, and in the fight again."""

    who: str


def _flee(decision: Decision, command: FleeFight) -> None:
    for name in _each(decision.state, command.side):
        _flees(decision, replace(command, side=name))


def _each(state: State, said: str) -> tuple[str, ...]:
    """Return whom a text names, each by name; all enemies are the sides of them that still stand."""
    if said.casefold() == ENEMIES and side_named(state, ENEMIES) is None:
        enemies = [one for one in state.sides if not one.allied]
        standing = tuple(one.name for one in enemies if one.standing)
        return standing or tuple(one.name for one in enemies[:1]) or (ENEMIES,)
    return sides.several(state, said)


def _flees(decision: Decision, command: FleeFight) -> None:
    member = decision.state.party.find(command.side)
    if member is not None:
        _member_flees(decision, member.name, yields=command.yields)
        return
    if command.side.casefold() == PARTY:
        _party_flees(decision, yields=command.yields)
        return
    one = facing.foe(decision, command.side)
    side, number = one.side, one.number
    if number and side.state_of(number):
        refuse("out", f"{side.call(number)} is out of the fight already", "status shows who stands")
    if not (number or command.count or one.count):
        _require_which(side, command)
    count = 1 if number else command.count or one.count or side.standing
    if count == 0 or count > side.standing:
        refuse(
            "number",
            f"only {counted(side.standing, side.name)} {'is' if side.standing == 1 else 'are'} left to flee",
            "status shows who stands",
        )
    decision.record(SomeFled(side.name, count, number if side.count > 1 else 0, command.yields))


def _require_which(side: Side, command: FleeFight) -> None:
    """Refuse where one of several is spoken of, and not which: ``the goblin flees``."""
    own, one = side.name.casefold(), singular(side.name)
    if side.standing > 1 and command.side.casefold() == one.casefold() != own:
        does = "surrender" if command.yields else "flee"
        first = side.call(side.first_standing() or 1)
        hint = f"{does} 1 {side.name}, {does} {first} or {does} {side.name}"
        refuse("which", f"which of {side.name}?", hint)


def _party_flees(decision: Decision, *, yields: bool) -> None:
    away = () if decision.state.fight is None else decision.state.fight.away
    here = [who.name for who in decision.state.party.able if who.name not in away]
    if not here:
        refuse("out", "nobody of the party is left in the fight", "end fight")
    for name in here:
        _member_flees(decision, name, yields=yields)


def _member_flees(decision: Decision, name: str, *, yields: bool) -> None:
    who, fight = decision.state.party.find(name), decision.state.fight
    if fight is None:
        refuse("no-fight", "no fight is going on", f"dismiss {name}")
    if name in fight.away or (who is not None and who.down):
        refuse("out", f"{name} is out of the fight already", "status shows who acts")
    decision.record(MemberFled(name, yields))


def _rouse(decision: Decision, command: Rouse) -> None:
    for name in sides.several(decision.state, command.who):
        member = decision.state.party.find(name)
        if member is not None:
            _member_rises(decision, member)
        else:
            _foe_rises(decision, name)


def _member_rises(decision: Decision, who: Character) -> None:
    party.living(decision, who.name)
    fight = decision.state.fight
    if who.hp is not None and who.hp <= 0:
        refuse("down", f"{who.name} has no hit points left", f"heal {who.name} {1 - who.hp}")
    if not who.senseless and (fight is None or who.name not in fight.away):
        refuse("up", f"{who.name} is up already", "status shows who acts")
    decision.record(MemberRose(who.name))


def _foe_rises(decision: Decision, name: str) -> None:
    one = facing.foe(decision, name)
    side, number = one.side, one.number or (1 if one.side.count == 1 else 0)
    if not number:
        refuse("which", f"which of {side.name}?", f"rouse {side.call(_first_out(side) or 1)}")
    was = side.state_of(number)
    if was in {"", "dead"}:
        refuse("up", f"{side.call(number)} is {was or 'in the fight'}", "undo takes a death back")
    decision.record(FoeRose(side.name, number, side.call(number)))


def _first_out(side: Side) -> int:
    """Return the lowest number that is out of the fight and alive, or 0."""
    return next((one.first for one in side.out if side.state_of(one.first) != "dead"), 0)


def _fled(state: State, event: SomeFled) -> State:
    return side_changed(
        state, event.side, lambda side: side.fleeing(event.count, event.number, yields=event.yields)
    )


def _member_fled(state: State, event: MemberFled) -> State:
    fight = state.fight
    if fight is None:
        return state
    yielded = (*fight.yielded, event.who) if event.yields else fight.yielded
    return replace(state, fight=replace(fight, away=(*fight.away, event.who), yielded=yielded))


def _foe_rose(state: State, event: FoeRose) -> State:
    return side_changed(state, event.side, lambda side: side.risen(event.number))


def _member_rose(state: State, event: MemberRose) -> State:
    fight = state.fight
    if fight is not None:
        away, yielded = (_but(names, event.who) for names in (fight.away, fight.yielded))
        fight = replace(fight, away=away, yielded=yielded)
    people = state.party.changed(event.who, lambda one: replace(one, senseless=False))
    return replace(state, party=people, fight=fight)


def _but(names: tuple[str, ...], who: str) -> tuple[str, ...]:
    return tuple(one for one in names if one != who)


def _tell_fled(event: SomeFled, _book: Rulebook) -> str:
    verb = "surrender" if event.yields else "flee"
    if event.number:
        return f"{called(event.side, event.number)} {verb}s"
    return f"{event.count} of {event.side} {verb}" + ("s" if event.count == 1 else "")


def _tell_fled_plainly(event: SomeFled, book: Rulebook) -> str:
    if event.number:
        return _tell_fled(event, book)
    verb = "surrender" if event.yields else "flee"
    return f"{counted(event.count, event.side)} {verb}" + ("s" if event.count == 1 else "")


def _lying(state: State, _book: Rulebook) -> Iterable[str]:
    """Yield the names of those who could be roused."""
    away = () if state.fight is None else state.fight.away
    yield from (one.name for one in state.party.living if one.down or one.name in away)
    for side in state.sides:
        out = (number for run in side.out for number in range(run.first, run.last + 1))
        yield from (side.call(one) for one in out if side.state_of(one) != "dead")


def _leaving(state: State, book: Rulebook) -> Iterable[str]:
    enemies = (ENEMIES,) if any(not one.allied for one in state.sides) else ()
    return [PARTY, *enemies, *sides.combatants(state, book)]


MECHANISM = Mechanism(
    group="Fight",
    commands=(
        declare(
            FleeFight,
            _flee,
            help=(
                "Some leave the fight, in flight or in surrender: so many of a side, some by number, "
                "all of it, or some of the party."
            ),
            says=(
                "flee {count:times} {side:name}",
                "flee {side:several}",
                Form("surrender {count:times} {side:name}", {"yields": True}),
                Form("surrender {side:several}", {"yields": True}),
            ),
            heard=(
                "flee|escape|rout {side:name!}",
                Form(
                    (
                        "we|party flee|run|escape|retreat|withdraw|bolt|disengage "
                        "[away|off|back|from|down|up] "
                        "[fight|combat|hall|passage|corridor|stairs|tunnel|way]"
                    ),
                    {"side": PARTY},
                ),
                Form("run for it|life|lives", {"side": PARTY}),
                Form(
                    "fall|pull|drop back [we|party|everyone] [door|corridor|stairs|hall]",
                    {"side": PARTY},
                    cost=1,
                ),
                Form(
                    "flee|run|escape|retreat|withdraw|disengage [away|off|back|down|up] "
                    "[hall|passage|corridor|stairs|tunnel|way]",
                    {"side": PARTY},
                    cost=1,
                ),
                Form("flee|run|escape|retreat|withdraw|rout [away|off]", {"side": ENEMIES}, cost=1),
                *(
                    Form(
                        f"{said} flee|run|escape|rout|retreat|break|scatter|bolt [away|off] [all]",
                        {"side": ENEMIES},
                        cost=cost,
                    )
                    for said, cost in (("foes|enemies|enemy|monsters", 1), ("they", 4))
                ),
                "they flee|run|escape|rout|retreat|break|scatter|bolt [away|off] {side:what?}",
                (
                    "rest|remaining|others [of] [them] flee|run|escape|retreat|break|scatter|bolt "
                    "[away|off] {side:what?}"
                ),
                "{side:several!} flee|run|escape|rout|retreat|break|scatter|bolt|panic [away|off]",
                "{side:several!} morale|nerve break|fail|collapse|crack|go",
                "{count:times} {side:name!} flee|run|escape|retreat|break|scatter [away|off] [last|other]",
                "{count:times} of them flee|run|escape|retreat|scatter|bolt [away|off] {side:name?}",
                Form(
                    "another|last {side:name!} flee|run|escape|retreat|break|scatter|bolt [away|off]",
                    {"count": 1},
                ),
                Form(
                    "remaining|rest|others|all [of] {side:several!} surrender|yield|give [up] [to]",
                    {"yields": True},
                ),
                Form("{side:several!} surrender|yield|give [up] [to {_to:who!}]", {"yields": True}),
                Form("take {side:several!} prisoner|captive|alive", {"yields": True}),
                Form("capture {side:several!} [alive]", {"yields": True}),
                Form("they surrender|yield|give [up] {side:what?}", {"yields": True}),
                Form(
                    "remaining|rest|others|remainder [of] [them] surrender|yield|give [up] {side:what?}",
                    {"yields": True},
                ),
                Form(
                    "{count:times} {side:name!} surrender|yield|give [up] [last|other]",
                    {"yields": True},
                ),
            ),
            examples=(
                "flee 2 goblins",
                "flee goblin 3",
                "flee goblins",
                "flee party",
                "surrender goblin 1+2",
            ),
            completes={"side": _leaving, "side:what": sides.names},
        ),
        declare(
            Rouse,
            _rouse,
            says="rouse {who:several}",
            heard=(
                "rouse|wake|revive {who:who} [up]",
                "{who:who} wakes|rises|returns [up|again|back]",
                "{who:who} regain|recover consciousness|senses",
                "{who:who} come to|round|around",
                "{_by:who!} pull|drag|help|haul|get {who:who} up|feet [to|back] [her|his|their]",
            ),
            examples=("rouse goblin 3", "rouse Varda"),
            completes={"who": _lying},
        ),
    ),
    events=(
        happens(SomeFled, _fled, _tell_fled, plainly=_tell_fled_plainly),
        happens(
            MemberFled,
            _member_fled,
            lambda event, _book: f"{event.who} {'surrenders' if event.yields else 'flees from the fight'}",
        ),
        happens(FoeRose, _foe_rose, lambda event, _book: f"{event.called} is in the fight again"),
        happens(MemberRose, _member_rose, lambda event, _book: f"{event.who} is up again"),
    ),
    serves=sides.fights,
)
