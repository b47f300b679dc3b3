"""Actions in a count: act, recover, step in; castings and focuses are in `casting`.

Each costs segments of recovery: those of the rule set's names, or a number. Nobody does anything at all
before their first turn (Q-INIT-2). A free action can also be taken out of turn, in answer to the latest
activation (Q-REC-6).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from turnkeeper.play.fight import count
from turnkeeper.play.fight.able import is_awake, usual_of
from turnkeeper.play.fight.count import (
    actions,
    at_segment,
    counts,
    fighters,
    known,
    order_of,
    running,
)
from turnkeeper.play.fight.counting import (
    Fighter,
    forbidding,
    recovery_of,
    segment_now,
)
from turnkeeper.play.fight.facing import MOST_RECOVERY
from turnkeeper.play.fight.segments.out_of_turn import require_answer
from turnkeeper.play.fight.segments.waiting import require_awake, stepping_in, turn_of
from turnkeeper.play.fight.sides import foes
from turnkeeper.play.kernel.decision import closest, refuse
from turnkeeper.play.kernel.declare import Form, StepKind, declare
from turnkeeper.play.kernel.event import Command, Event, happens
from turnkeeper.play.kernel.mechanism import Mechanism
from turnkeeper.rules.model.orders import OrderByCount

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from turnkeeper.play.kernel.decision import Decision
    from turnkeeper.play.state import State
    from turnkeeper.rules.book import Rulebook
    from turnkeeper.rules.model.orders import NamedRecovery

MOST_NAMED = 8
RECOVERY = "recovery action, one saving throw"


class Act(Command, frozen=True, tag="act"):
    """The combatant who is up acts: by a name of the rule set, or anything for a number of segments."""

    what: str = ""
    recovery: int | None = None
    who: str = ""


class Recover(Command, frozen=True, tag="recover"):
    """The combatant who is up takes a recovery action, which even the unconscious can."""

    who: str = ""


class StepIn(Command, frozen=True, tag="step-in"):
    """A combatant who waited acts now, after the last who acted, or at a segment in which nobody acts."""

    who: str
    what: str = ""
    recovery: int | None = None
    segment: int | None = None


class FreeActed(Event, frozen=True, tag="free-acted.1"):
    """A combatant took a free action: when up, or in answer to the activation that is ``answered``."""

    fighter: int
    name: str
    what: str
    segment: int = 0
    answered: int = 0


# Acting


def _act(decision: Decision, command: Act) -> None:
    if _is_answer(decision, command):
        _answer(decision, known(decision, command.who), command.what)
        return
    one = turn_of(decision, command.who)
    if count.is_effect(one):
        if command.what or command.recovery is not None:
            refuse("casting", f"the casting of {one.name} comes first", "act")
        count.come_into_effect(decision, one)
        return
    if not command.what and command.recovery is None and not is_awake(decision.state, one):
        _recovers(decision, one)
        return
    require_awake(decision, one)
    _do(decision, one, command.what, command.recovery)


def _do(decision: Decision, one: Fighter, what: str, recovery: int | None) -> None:
    """Record a combatant's action, with its recovery or as a free one."""
    order = order_of(decision)
    name, named = _named(what, order, free_of=recovery is not None)
    if named is None and recovery is None:
        usual = usual_of(decision.state, one)
        if usual is None:
            names = ", ".join(list(order.recoveries)[:MOST_NAMED])
            message, hint = f"what does {one.name} do? it costs a recovery", f"act for 7, or act {names}"
            refuse("recovery", message, hint, fields=("what",))
        require_allowed(one, usual.what, order)
        again = order.recoveries.get(usual.what)
        rule = order.cited("turn") if again is None else again.rule.id
        cost = one.usual or recovery_of(one, usual.what, usual.recovery, order)
        count.act(decision, one, usual.what, cost, rule)
        return
    base = recovery if recovery is not None else named.recovery if named is not None else 0
    standard = named is None or named.standard
    if not 0 <= base <= MOST_RECOVERY:
        refuse("recovery", f"a recovery is 0 to {MOST_RECOVERY:,} segments", "act for 7")
    if standard and base < order.least:
        refuse(
            "recovery",
            f"a standard action has a recovery of at least {order.least}",
            f"act for {order.least}",
        )
    require_allowed(one, name, order)
    rule = named.rule.id if named is not None else order.cited("turn")
    if not standard and base == 0:  # a free action stays free, whatever the burdens
        segment = one.due if one.due is not None else segment_now(running(decision))
        decision.record(FreeActed(one.id, one.name, name, segment, rule=rule))
        return
    count.act(decision, one, name or "an action", recovery_of(one, name, base, order), rule)


def _is_answer(decision: Decision, command: Act) -> bool:
    """Return whether a command is a free action by a combatant who is not up (Q-REC-6)."""
    going, order = running(decision), order_of(decision)
    if not command.who or not command.what or command.recovery is not None:
        return False
    found = going.named(command.who)
    if found is None or any(one.id == found.id for one in going.together()):
        return False
    _, named = _named(command.what, order, free_of=False)
    return named is not None and not named.standard and named.recovery == 0


def _answer(decision: Decision, one: Fighter, what: str) -> None:
    """Record a free action out of turn, one in answer to each activation."""
    going, order = running(decision), order_of(decision)
    name, named = _named(what, order, free_of=False)
    require_answer(decision, one)
    rule = named.rule.id if named is not None else order.cited("answer")
    decision.record(FreeActed(one.id, one.name, name, 0, going.serial, rule=rule))


def _named(said: str, order: OrderByCount, *, free_of: bool) -> tuple[str, NamedRecovery | None]:
    """Return an action by one of its names; an empty name and ``None`` where none is said.

    Refuses an unknown action, unless any will do because it is ``free_of`` the rule set.
    """
    if not said:
        return "", None
    wanted = said.casefold()
    for name, one in order.recoveries.items():
        if wanted in {name.casefold(), *(word.casefold() for word in one.says)}:
            return name, one
    if free_of:
        return said, None
    names = [word for name, one in order.recoveries.items() for word in (name, *one.says)]
    message = f"nothing is said of the recovery of {said!r}"
    return refuse("unknown-action", message, closest(said, names, f"act {said} for 7"))


def require_allowed(one: Fighter, what: str, order: OrderByCount) -> None:
    """Refuse an action that a burden rules out (Q-REC-5)."""
    name = forbidding(one, what, order)
    if name:
        refuse("burden", f"no {what} with {name}: {one.name} cannot", f"free {one.name} of {name}")


def _recover(decision: Decision, command: Recover) -> None:
    one = turn_of(decision, command.who)
    if count.is_effect(one):
        refuse("casting", f"the casting of {one.name} comes first", "act")
    _recovers(decision, one)


def _recovers(decision: Decision, one: Fighter) -> None:
    order = order_of(decision)
    recovery = recovery_of(one, RECOVERY, order.recover, order)
    count.act(decision, one, RECOVERY, recovery, order.cited("recover"), usual=False)


# Waiting


def _step_in(decision: Decision, command: StepIn) -> None:
    one = known(decision, command.who)
    if not one.waiting:
        refuse("waiting", f"{one.name} is not waiting", "delay, on their own turn")
    require_awake(decision, one)
    _do(decision, stepping_in(decision, one, command.segment), command.what, command.recovery)


# Evolving


def _free(state: State, event: FreeActed) -> State:
    going = state.count
    if going is None:
        return state
    if event.answered:
        answered = replace(going.fighters[event.fighter], answered=event.answered)
        return replace(state, count=going.set(answered))
    segment = max(event.segment, going.segment)
    return replace(state, count=at_segment(state, going, going.fighters[event.fighter], segment))


def _who_waits(state: State, _book: Rulebook) -> Iterable[str]:
    return () if state.count is None else [one.name for one in state.count.fighters.values() if one.waiting]


_ATTACK = "act|attack|strike|shoot|fire|hit|swing|stab"
_COST = "[for {recovery:number}] [segments|segment] [recovery]"


def _heard_of_acting(book: Rulebook) -> Iterator[Form]:
    """Yield other ways to say that a combatant acts; who attacks with nothing named has a usual weapon."""
    yield Form(f"{_ATTACK}|go|move {_COST} [by {{who:who}}]")
    yield Form(f"{_ATTACK} [with|using] {{what:what!}} {_COST} [by {{who:who}}]")
    yield Form(f"use|swing|throw {{what:what!}} {_COST} [by {{who:who}}]")
    yield Form(f"{{what:what!}} {_COST} [by {{who:who}}]")
    yield Form("{recovery:number} segments|segment by {who:who}")
    yield Form("{who:who} takes {recovery:number} segments|segment")
    yield Form(f"{_ATTACK} {{_foe:name!}} [with {{what:what!}}] [by {{who:who}}]")
    order = book.set.fight.order if book.set.fight is not None else None
    named = order.recoveries.items() if isinstance(order, OrderByCount) else ()
    for name, one in named:
        if one.attack:
            yield Form("attack|strike|hit|swing|stab [{_foe:name!}] [by {who:who}]", {"what": name}, cost=1)


MECHANISM = Mechanism(
    commands=(
        declare(
            Act,
            _act,
            group="Fight",
            help=(
                "Whoever is up acts: an action or a weapon that the rule set "
                "knows, or anything for N segments."
            ),
            says=(
                "act [for {recovery:number}] [by {who:who}]",
                "act {what:what} [for {recovery:number}] [by {who:who}]",
            ),
            heard=_heard_of_acting,
            examples=("act dagger", "act for 7 by Varda", "act glaive for 9", "act"),
            completes={"what": actions, "who": fighters, "_foe": foes},
            step=StepKind("activation", "fight", ("act",)),
        ),
        declare(
            Recover,
            _recover,
            group="Fight",
            help="A recovery action, possible even when down: one saving throw.",
            says="recover [by {who:who}]",
            heard=(
                "recover [by {who:who}]",
                "recovery [action] [take] [by {who:who}]",
                "catch breath [by {who:who}]",
            ),
            examples="recover by Varda",
            completes={"who": fighters},
            step=StepKind("activation", "fight", ("recover",)),
        ),
        declare(
            StepIn,
            _step_in,
            group="Fight",
            help="Somebody who waited acts now, after whoever acted last.",
            says="step in {who:who} [at {segment:number}] [with {what:what}] [for {recovery:number}]",
            heard=(
                (
                    "step|act|go|come in|now {who:who} [at {segment:number}] [with {what:what!}] "
                    "[for {recovery:number}]"
                ),
            ),
            examples=("step in Varda with dagger", "step in Varda at 8 for 5"),
            completes={"who": _who_waits, "what": actions},
            step=StepKind("step in", "fight", ("step in",)),
        ),
    ),
    events=(happens(FreeActed, _free, lambda event, _book: f"{event.name}: {event.what}, no recovery"),),
    serves=counts,
)
