"""The order of a round: who acts now, who comes next, who has acted.

An order is a row of goes; those who share one act in any order, or all at once. The next round may begin at
any time, even before all have acted. `orders` makes the order.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from turnkeeper.play.clock import turn_order
from turnkeeper.play.fight import effects, facing, fight_time
from turnkeeper.play.fight.able import Lost, why_not
from turnkeeper.play.fight.effects import TiedToGo
from turnkeeper.play.fight.fight_time import CastingToCome
from turnkeeper.play.fight.sides import (
    ENEMIES,
    MOST_OF_A_SIDE,
    PARTY,
    Meant,
    NumberRun,
    Runs,
    called,
    foes,
    free,
    holds,
    meant,
    put,
    side_named,
)
from turnkeeper.play.kernel.decision import Decision, closest, refuse
from turnkeeper.play.kernel.declare import StepKind, declare
from turnkeeper.play.kernel.event import Command, Event, State, happens
from turnkeeper.play.kernel.mechanism import Mechanism
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model.orders import OrderByCount
from turnkeeper.spelling.plurals import is_plural
from turnkeeper.time import NO_TIME, Duration, Instant

FALLEN = ("dead", "down", "out of the fight")


class Go(Struct, frozen=True, omit_defaults=True):
    """A place in the order of a round: members and sides by name; a ``quick`` go is an additional one.

    In one that is ``at_once``, those who fall act all the same, if they could when it began. ``segment`` is
    that of a round which has some. In a go of a ``casting`` that takes effect; its caster is the member of a
    side with the ``number``, where there is one.
    """

    who: tuple[str, ...]
    quick: bool = False
    at_once: bool = False
    phase: str = ""
    segment: int = 0
    casting: str = ""
    number: int = 0

    @property
    def note(self) -> str:
        """Return the words that set it apart: ``quick``, its phase, its segment, its casting."""
        what = "quick" if self.quick else self.phase or self.casting
        return ", ".join(filter(None, (f"segment {self.segment}" if self.segment else "", what)))


class Went(Struct, frozen=True, array_like=True):
    """A member or a side that acted in the current go; ``numbers`` are those of a side who did."""

    who: str
    numbers: Runs


class CastingOn(Struct, frozen=True, array_like=True):
    """A casting that goes on in the next round, and takes effect at its segment of a number."""

    who: str
    number: int
    what: str
    segment: int


class Done(Command, frozen=True, tag="done"):
    """A combatant has acted in this round, by name or number; without one all whose go it is."""

    who: str = ""


class HasActed(Event, frozen=True, tag="has-acted.1"):
    """These have acted in a go of the round, counted from 0; with a ``number``, only that one of a side.

    A ``casting`` of theirs took effect.
    """

    go: int
    who: tuple[str, ...]
    number: int = 0
    quick: bool = False
    casting: str = ""


# Who acts


def _left(fight: Fighting, state: State, index: int) -> tuple[str, ...]:
    """Return who of a go can still act in it."""
    go, on = fight.goes[index], index == fight.go
    ready = fight.ready if on and go.at_once else ()
    return tuple(
        name
        for name in go.who
        if not (on and _has_acted(state, name, fight.went))
        and (why_not(state, name, fight.rounds) in {"", *(FALLEN if name in ready else ())})
    )


def _has_acted(state: State, name: str, went: tuple[Went, ...]) -> bool:
    numbers = next((one.numbers for one in went if one.who == name), ())
    if not numbers:
        return False
    side = side_named(state, name) if state.party.find(name) is None else None
    if side is None:
        return True
    if numbers[-1].last >= MOST_OF_A_SIDE:
        return True
    taken = tuple(sorted((*side.out, *numbers), key=lambda run: run.first))
    return next(free(side.count, taken), None) is None


class Now(Struct, frozen=True):
    """The current go by its number, with those who can still act in it, and the goes after it."""

    index: int
    go: Go
    then: tuple[Go, ...]

    @property
    def who(self) -> tuple[str, ...]:
        """Return who can act now."""
        return self.go.who


def now(state: State) -> Now | None:
    """Return the current go and those after it; ``None`` when all have acted, or no order is kept."""
    fight = state.fight
    if fight is None:
        return None
    for index in range(fight.go, len(fight.goes)):
        go, left = fight.goes[index], _left(fight, state, index)
        if left:
            rest = range(index + 1, len(fight.goes))
            later = (replace(fight.goes[one], who=_left(fight, state, one)) for one in rest)
            return Now(index, replace(go, who=left), tuple(one for one in later if one.who))
    return None


def say_go(state: State, who: tuple[str, ...], note: str = "") -> str:
    """Return a go in words: the party as such where all its members who can act are in it."""
    several = state.party.able if len(who) > 1 else ()
    able = [one.name for one in several if not why_not(state, one.name, 1_000_000_000)]
    if len(able) > 1 and all(name in who for name in able):
        who = (PARTY, *(name for name in who if name not in able))
    return " and ".join(who) + (f" ({note})" if note else "")


def say_now(state: State) -> str:
    """Return who acts now and next, as the hint of a refusal."""
    one = now(state)
    if one is None:
        return "all have acted: round, or end fight"
    then = f", then {say_go(state, one.then[0].who, one.then[0].note)}" if one.then else ""
    acts = "act" if len(one.who) > 1 or is_plural(one.who[0]) else "acts"
    return f"{say_go(state, one.who, one.go.note)} {acts} now{then}"


def done(decision: Decision, command: Done) -> None:
    """Record who has acted; outside of a fight, whose turn it was where turns are kept."""
    if decision.state.fight is None and turn_order.pass_turn_of(decision, command.who):
        return
    current, who, number = in_turn(decision, command.who)
    _record(decision, current, who, number)


def in_turn(decision: Decision, said: str) -> tuple[Now, tuple[str, ...], int]:
    """Return the current go, who of it is meant, and the number of one of a side; refuses for all others."""
    fight, state = decision.state.fight, decision.state
    if fight is None:
        refuse("no-fight", "no fight is going on", "fight")
    if not fight.goes:
        _require_order(decision)
    current = now(state)
    ours = () if current is None else tuple(who for who in current.who if state.party.find(who) is not None)
    if said.casefold() == PARTY and current is not None:
        if not ours:
            refuse("turn", "it is not for the party to act now", say_now(state))
        return current, ours, 0
    one = None if not said else named(decision, said)
    if one is not None:
        require_able(decision, one, current)
    if current is None:
        refuse("all-acted", "everybody has acted in this round", "round, or end fight")
    if one is None:
        return current, current.who, 0
    name = one if isinstance(one, str) else one.side.name
    if name not in current.who:
        later = any(name in go.who for go in current.then)
        why = f"it is not for {said} to act yet"
        why = why if later else f"the go of {said} is over, or begins with the next round"
        refuse("turn", why, say_now(state))
    number = 0 if isinstance(one, str) else one.number
    went = fight.went if current.index == fight.go else ()
    if number and any(name == one.who and holds(one.numbers, number) for one in went):
        refuse("turn", f"{called(name, number)} has acted", say_now(state))
    return current, (name,), number


def _record(decision: Decision, current: Now, who: tuple[str, ...], number: int = 0) -> None:
    go = current.go
    fight_time.reach(decision, go.segment)
    rule, of = _rule(decision, go), go.number if go.casting else number
    decision.record(HasActed(current.index, who, of, go.quick, go.casting, rule=rule))
    if go.casting:
        return
    goes_on = any(go.phase and name in go.who for go in current.then for name in who)
    if not current.go.quick and not goes_on:  # a quick action is additional to their own go
        effects.went(decision, who, number)


def _rule(decision: Decision, go: Go) -> str:
    order, casting = decision.book.set.order, fight_time.casting_of(decision.book)
    if go.casting and casting is not None:
        return casting.rule.id
    return "" if order is None else order.rule.id


def _require_order(decision: Decision) -> None:
    """Refuse where there is no order: before the first round, in a count, or where the table keeps it."""
    rules, fight = decision.book.set.fight, decision.state.fight
    if rules is None or rules.order is None:
        refuse("no-order", "the table keeps the order of this fight", "rule order Varda, goblins")
    if isinstance(rules.order, OrderByCount):
        fight_time.by_segments(decision)
    if fight is not None and fight.rounds == 0:
        refuse("no-round", "no round of the fight has begun", "round")


def named(decision: Decision, said: str) -> str | Meant:
    """Return the name of the member, or the side, that a text names; refuses for a stranger."""
    member = decision.state.party.find(said)
    if member is not None:
        return member.name
    found = meant(decision.state, said)
    if found is not None:
        if found.count:
            refuse("which", "say which of them, or all", f"done {found.side.call(found.count)}")
        return facing.foe(decision, said)
    if said.casefold() == ENEMIES:
        return ENEMIES
    names = [*(one.name for one in decision.state.party.members), *(one.name for one in decision.state.sides)]
    return refuse(
        "unknown-name",
        f"nobody called {said!r} is in this fight",
        closest(said, names, say_now(decision.state)),
    )


def require_able(decision: Decision, one: str | Meant, current: Now | None) -> None:
    """Refuse an action by the dead, the fled, the broken and the surprised, unless their go is at once."""
    state, fight = decision.state, decision.state.fight
    number = fight.rounds if fight is not None else 0
    name = one if isinstance(one, str) else one.side.name
    if current is not None and current.go.at_once and name in current.who:
        return
    if isinstance(one, str):
        name, why = one, why_not(state, one, number)
    else:
        name = one.side.call(one.number) if one.number else one.side.name
        why = (one.side.state_of(one.number) if one.number else "") or why_not(state, one.side.name, number)
    if why:
        verb = "are" if is_plural(name) else "is"
        left = {"fled": "has fled", "surrendered": "has surrendered", "gone": f"{verb} not there"}
        said = left.get(why, f"{verb} {why}")
        refuse(
            "cannot-act", f"{name} {said} and {'do' if is_plural(name) else 'does'} not act", say_now(state)
        )


# Evolving


def acted(state: State, event: HasActed) -> State:
    """Return the state with those noted who acted in a go, and the go that follows."""
    fight = state.fight
    if fight is None:
        return state
    went = fight.went if event.go == fight.go else ()
    one = 0 if event.casting else event.number
    for name in event.who:
        run = NumberRun(one or 1, one or MOST_OF_A_SIDE)
        before = next((one.numbers for one in went if one.who == name), ())
        numbers = put(before, run) if one else (run,)
        went = (*(one for one in went if one.who != name), Went(name, numbers))
    return begun(replace(state, fight=replace(fight, go=event.go, went=went)))


def begun(state: State) -> State:
    """Return the state with the current go noted, and those who could act in it when it began."""
    fight, current = state.fight, now(state)
    if fight is None or current is None:
        return state
    went = fight.went if current.index == fight.go else ()
    if current.index == fight.go and (fight.ready or went):
        return state
    return replace(state, fight=replace(fight, go=current.index, went=went, ready=current.who))


def _tell_acted(event: HasActed, _book: Rulebook) -> str:
    names = called(event.who[0], event.number) if event.number else " and ".join(event.who)
    if event.casting:
        return f"{event.casting} of {names} takes effect"
    have = "have" if len(event.who) > 1 or (not event.number and is_plural(event.who[0])) else "has"
    return f"{names} {have} taken a quick action" if event.quick else f"{names} {have} acted"


def _acting(state: State, _book: Rulebook) -> Iterable[str]:
    current = now(state)
    return turn_order.left(state)[:1] if state.fight is None else () if current is None else current.who


def goes_round(book: Rulebook) -> bool:
    """Return whether a rule set has rounds with an order of goes."""
    order = book.set.order
    return order is not None and not isinstance(order, OrderByCount)


class Fighting(Struct, frozen=True, omit_defaults=True):
    """A fight that goes on: its beginning, its rounds begun, who acts before and after the enemies.

    ``last`` are the encumbered, who act at the end; ``ran`` are those who ran in the current round, the
    ``fleeing`` to get away. Its time counts from ``opened`` and has yet to pass; ``None`` where it has
    passed, or takes none. ``opening`` is that of the segments of surprise before any round. ``castings`` go
    on in the next round, the ``declared`` are to come. ``goes`` is its order, ``go`` the number of the
    current go, ``went`` who has acted in it, ``ready`` who could when it began; ``tied`` are timers that end
    with a go. ``surprised`` lose rounds, ``away`` fled or, the ``yielded`` of them, surrendered; ``died_in``
    is the last round in which a member died, ``over`` the latest that is over; ``stands`` hold yet.
    """

    began: Instant
    rounds: int = 0
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    last: tuple[str, ...] = ()
    ambush: str = ""
    ran: tuple[str, ...] = ()
    goes: tuple[Go, ...] = ()
    go: int = 0
    went: tuple[Went, ...] = ()
    ready: tuple[str, ...] = ()
    surprised: tuple[Lost, ...] = ()
    away: tuple[str, ...] = ()
    died_in: int | None = None
    over: int | None = None
    opened: Instant | None = None
    fleeing: tuple[str, ...] = ()
    tied: tuple[TiedToGo, ...] = ()
    yielded: tuple[str, ...] = ()
    opening: Duration = NO_TIME
    castings: tuple[CastingOn, ...] = ()
    declared: tuple[CastingToCome, ...] = ()
    stands: tuple[tuple[str, int], ...] = ()


_ARMS = "bow|crossbow|arrow|sling|axe|sword|club|mace|spear"
_AT = "swing|fire|shoot|stab|slash|lunge|hack|thrust|chop|loose|strike|snipe"

MECHANISM = Mechanism(
    group="Fight",
    commands=(
        declare(
            Done,
            done,
            says=("done {who:who}", "done"),
            heard=(
                "done|finished|goes|attack|act|strike|cast|shoot|miss|whiff|fumble [with] [by {who:who}]",
                "{who:who} is|has|take|have done|finished|acted|gone|turn|go",
                "{who:who} turn|go|activation is|end|done|over|finish [done|over|finished|up]",
                f"attack|hit|charge|miss|{_AT} [at] {{_foe:name!}} [by {{who:who}}]",
                f"fire|shoot|loose|swing|throw {_ARMS} [by {{who:who}}]",
                "next {who:who!}",
            ),
            examples=("done", "done Varda", "done goblin 3"),
            completes={"who": _acting, "_foe": foes},
            step=StepKind("activation", "fight", ("done",)),
        ),
    ),
    events=(happens(HasActed, acted, _tell_acted),),
    serves=goes_round,
)
