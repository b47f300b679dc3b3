"""Actions in a count: act, recover, step in; castings and focuses are in `casting`.

Each costs segments of recovery: those of the rule set's names, or a number. Nobody does anything at all
before their first turn. A free action can also be taken out of turn, in answer to the latest
activation.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from turnkeeper.play.clock import questions
from turnkeeper.play.fight import count
from turnkeeper.play.fight.able import is_awake
from turnkeeper.play.fight.count import (
    actions,
    at_segment,
    counts,
    fighters,
    known,
    order_in,
    order_of,
    running,
)
from turnkeeper.play.fight.counting import (
    Fighter,
    recovery_of,
    segment_now,
)
from turnkeeper.play.fight.segments import together
from turnkeeper.play.fight.segments.out_of_turn import require_answer
from turnkeeper.play.fight.segments.prices import named, priced
from turnkeeper.play.fight.segments.waiting import require_awake, stepping_in, turn_of
from turnkeeper.play.fight.sides import combatants
from turnkeeper.play.kernel.decision import Decision, refuse
from turnkeeper.play.kernel.declare import Form, StepKind, declare
from turnkeeper.play.kernel.event import Command, Event, State, happens
from turnkeeper.play.kernel.mechanism import Mechanism
from turnkeeper.rules.book import Rulebook

RECOVERY = "recovery action, one saving throw"


class Act(Command, frozen=True, tag="act"):
    """Whoever is up acts, by a name of the rule set or anything for a number of segments; or several do."""

    what: str = ""
    recovery: int | None = None
    who: str = ""


class Recover(Command, frozen=True, tag="recover"):
    """A recovery action, possible even when down: one saving throw."""

    who: str = ""


class StepIn(Command, frozen=True, tag="step-in"):
    """A combatant who waited acts now, after whoever acted last."""

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
    several = together.named_together(decision, command.who)
    if several:
        together.act_together(decision, several, command.what, command.recovery)
        return
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


def _pass_on(decision: Decision) -> bool:
    """Have whoever is up do what they did last; return whether segments are counted."""
    if decision.state.count is None:
        return False
    questions.require_none(decision)
    _act(decision, Act())
    return True


def _do(decision: Decision, one: Fighter, what: str, recovery: int | None) -> None:
    """Record a combatant's action, with its recovery or as a free one."""
    found = priced(decision, one, what, recovery)
    if found.free:
        segment = one.due if one.due is not None else segment_now(running(decision))
        decision.record(FreeActed(one.id, one.name, found.what, segment, rule=found.rule))
        return
    count.act(decision, one, found.what, found.recovery, found.rule)


def _is_answer(decision: Decision, command: Act) -> bool:
    """Return whether a command is a free action by a combatant who is not up."""
    going, order = running(decision), order_of(decision)
    if not command.who or not command.what or command.recovery is not None:
        return False
    found = going.named(command.who)
    if found is None or any(one.id == found.id for one in going.together()):
        return False
    _, known_as = named(command.what, order, free_of=False)
    return known_as is not None and not known_as.standard and known_as.recovery == 0


def _answer(decision: Decision, one: Fighter, what: str) -> None:
    """Record a free action out of turn, one in answer to each activation."""
    going, order = running(decision), order_of(decision)
    name, known_as = named(what, order, free_of=False)
    require_answer(decision, one)
    rule = known_as.rule.id if known_as is not None else order.cited("answer")
    decision.record(FreeActed(one.id, one.name, name, 0, going.serial, rule=rule))


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


_ATTACK = "act|attack|strike|shoot|fire|hit|swing|stab|slash|thrust|lunge|jab|hack|loose"
_ALL = "[all|each|every|both|basic|make|take|do]"
_COST = "[for {recovery:number}] [segments|segment] [recovery]"


def _heard_of_acting(book: Rulebook) -> Iterator[Form]:
    """Yield other ways to say that a combatant acts; who attacks with nothing named has a usual weapon.

    A number before them could be how many they are, or segments: that is asked.
    """
    yield Form(f"act|attack|strike|swing|lunge|go|move {_ALL} {_COST} [by {{who:several}}]")
    # "Hits for 6" tells the damage.
    yield Form(f"{_ATTACK} {_ALL} [by {{who:several}}]")
    yield Form(f"{_ATTACK} {_ALL} for {{recovery:number}} segments|segment [by {{who:several}}]")
    yield Form(f"{_ATTACK} {_ALL} [with|using] {{what:what!}} {_COST} [by {{who:several}}]")
    yield Form(f"{{_count:number}} {{who:several}} {_ATTACK} [with|using] [{{what:what!}}]")
    yield Form(f"go with {{what:what!}} {_ALL} {_COST} [by {{who:several}}]")
    yield Form(f"use|swing|throw {_ALL} {{what:what!}} {_COST} [by {{who:several}}]")
    yield Form(f"{{what:what!}} [at|on {{_foe:name!}}] {_ALL} {_COST} [by {{who:several}}]")
    yield Form("{recovery:number} segments|segment by {who:several}")
    yield Form("spend|use {recovery:number} segments|segment [by {who:several}]")
    yield Form("recovery {recovery:number} [segments|segment] [by {who:several}]")
    yield Form("action {recovery:number} [by {who:several}]")
    yield Form("{who:several} takes|acts {recovery:number} segments|segment [for]")
    yield Form("{who:several} action takes {recovery:number} [segments|segment]")
    yield Form(f"{_ATTACK} {{_foe:name!}} {_ALL} [with {{what:what!}}] [by {{who:several}}]")
    attacks = (
        "attack|strike|hit|swing|stab|slash|thrust|lunge|jab|hack [basic] "
        f"[{{_foe:name!}}] {_ALL} [by {{who:several}}]"
    )
    order = order_in(book)
    for name, one in () if order is None else order.recoveries.items():
        if one.attack:
            yield Form(attacks, {"what": name}, cost=1)
            continue
        for said in (name, *one.says):
            yield Form(f"{said} {_ALL} {_COST} [by {{who:several}}]", {"what": name})
            if one.recovery <= 1:  # one draws, stows or drops a weapon; none is struck with another
                yield Form(f"{said} {{_it:what!}} {_COST} [by {{who:several}}]", {"what": name})


MECHANISM = Mechanism(
    group="Fight",
    commands=(
        declare(
            Act,
            _act,
            help=(
                "Whoever is up acts: an action or a weapon that the rule set knows, or anything for N "
                "segments. Of several each acts as their turn comes, up to the turn of anybody else."
            ),
            says=(
                "act [for {recovery:number}] [by {who:several}]",
                "act {what:what} [for {recovery:number}] [by {who:several}]",
            ),
            heard=_heard_of_acting,
            examples=("act dagger", "act for 7 by Varda", "act glaive for 9", "act", "act dagger by goblins"),
            completes={
                "what": actions,
                "who:several": together.candidates,
                "_foe": combatants,
                "_it": actions,
            },
            step=StepKind("activation", "fight", ("act",)),
        ),
        declare(
            Recover,
            _recover,
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
    passes=_pass_on,
    serves=counts,
)
