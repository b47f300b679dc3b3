"""The referee's rulings on a count: surprise, the segment of an activation, burdens.

Surprise adds segments to the first turn of a combatant who has not acted yet. A burden adds to the
cost of each action from then on; a casting under way has its cost already.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from msgspec.structs import replace

from turnkeeper.play.fight import sides, tide
from turnkeeper.play.fight.count import counts, fighter_changed, fighters, known, order_in, order_of, running
from turnkeeper.play.fight.counting import Fighter, recovery_of, segment_now, segment_said, when
from turnkeeper.play.fight.sides import PARTY, side_named
from turnkeeper.play.kernel.decision import Decision, closest, refuse, rule_out
from turnkeeper.play.kernel.declare import Form, declare
from turnkeeper.play.kernel.event import Command, Event, State, happens
from turnkeeper.play.kernel.mechanism import Mechanism
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model.orders import OrderByCount

How = Literal["totally", "partially"]
Against = Literal["beaten", "unbeaten"]
Guard = Literal["on guard", "off guard"]


class SurpriseInCount(Command, frozen=True, tag="surprise"):
    """A combatant or a side is surprised, outright or by a hidden side: the first turn comes later."""

    who: str
    how: How | None = None
    against: Against | None = None
    guard: Guard | None = None


class MoveTurn(Command, frozen=True, tag="rule-turn"):
    """Rule at which segment a combatant acts next: of this round, or of the next if it has passed."""

    who: str
    segment: int


class Hamper(Command, frozen=True, tag="hamper"):
    """A load, concentration or another burden of the rule set hampers a combatant, or no longer does."""

    who: str
    burden: str
    on: bool = True


class TurnMoved(Event, frozen=True, tag="turn-moved.1"):
    """A combatant's next activation was moved to another segment, and why: ``added`` is by surprise."""

    fighter: int
    name: str
    due: int
    why: str
    added: int = 0


class BurdenChanged(Event, frozen=True, tag="burden-changed.1"):
    """A burden hampers a combatant, or does so no more; their last action would cost ``usual`` now."""

    fighter: int
    name: str
    burden: str
    on: bool
    usual: int | None = None


def _surprise(decision: Decision, command: SurpriseInCount) -> None:
    rules, order = decision.book.set.surprise, order_of(decision)
    if rules is None or not rules.loses:
        rule_out(
            "no-surprise", "this rule set does not say what surprise costs", f"rule turn of {command.who} 8"
        )
    how = command.how or _compared(command.against, command.guard)
    if decision.state.count is None:
        hint = f"fight, then surprise {command.who}{f' {how}' if how else ''}"
        refuse("no-count", "surprise moves first turns, and those are thrown as the fight begins", hint)
    surprised = [one for one in _meant(decision, command.who) if not one.acted and not one.last]
    if not surprised:
        refuse(
            "acted", f"{command.who} has acted already, and is surprised by nothing", "a ruling moves turns"
        )
    lost = {None: "", "partially": rules.partly, "totally": rules.loses}[how]
    added = decision.book.duration(lost) // decision.book.duration(order.segments.each) if lost else 0
    changed = [one for one in surprised if one.added != added]
    if not changed and how is None:
        refuse("not-surprised", f"{command.who} is on guard and not beaten", "nothing is added")
    if not changed:
        refuse("same", f"{command.who} is {how} surprised already", "nothing more is added")
    why = f"{how} surprised, +{added}" if how else "on guard and not beaten, +0"
    now = segment_now(running(decision))
    for one in changed:
        due = max(one.first - one.added + added, now)
        decision.record(TurnMoved(one.id, one.name, due, why, added, rule=rules.rule.id))
    camp = _camp(decision, command.who)
    if how == "totally" and camp is not None:
        tide.surprised(decision, camp)


def _camp(decision: Decision, who: str) -> tide.Camp | None:
    """Return the camp that a name stands for as a whole: the party, or the enemies for a side of theirs."""
    if who.casefold() == PARTY:
        return "party"
    side = side_named(decision.state, who)
    return None if side is None or side.allied else "enemies"


def _compared(against: Against | None, guard: Guard | None) -> How | None:
    """Return how surprised a defender is by a hidden side."""
    if against == "beaten":
        return "partially" if guard == "on guard" else "totally"
    return None if guard == "on guard" else "partially"


def _meant(decision: Decision, who: str) -> list[Fighter]:
    """Return the combatants of a side, of the party, or of a name."""
    going = running(decision)
    side = side_named(decision.state, who)
    name = PARTY if who.casefold() == PARTY else side.name if side is not None else ""
    if name:
        return [one for one in going.fighters.values() if one.side == name and not one.out]
    return [known(decision, who)]


def _move(decision: Decision, command: MoveTurn) -> None:
    one, order, going = known(decision, command.who), order_of(decision), running(decision)
    if not 1 <= command.segment <= order.segments.number:
        refuse(
            "segment", f"a round has the segments 1 to {order.segments.number}", f"rule turn of {one.name} 4"
        )
    due = segment_said(segment_now(going), command.segment, order)
    decision.record(TurnMoved(one.id, one.name, due, "ruling"))


def _hamper(decision: Decision, command: Hamper) -> None:
    one, order = known(decision, command.who), order_of(decision)
    name = next((key for key in order.burdens if key.casefold() == command.burden.casefold()), "")
    if not name:
        hint = closest(command.burden, order.burdens, ", ".join(order.burdens))
        refuse("unknown-burden", f"nothing is said of {command.burden!r}", hint)
    if (name in one.burdens) == command.on:
        refuse("same", f"{one.name} is {'' if command.on else 'not '}hampered by {name} as it is")
    kind = order.burdens[name].kind
    alike = (each for each in one.burdens if each in order.burdens and order.burdens[each].kind == kind)
    for other in tuple(alike) if command.on and kind else ():
        _change(decision, order, running(decision).fighters[one.id], other, on=False)
    _change(decision, order, running(decision).fighters[one.id], name, on=command.on)


def _change(decision: Decision, order: OrderByCount, one: Fighter, name: str, *, on: bool) -> None:
    burdened = replace(one, burdens=_burdens(one, name, on=on))
    usual = one.usual - recovery_of(one, one.what, 0, order) + recovery_of(burdened, one.what, 0, order)
    rule = order.burdens[name].rule.id
    decision.record(BurdenChanged(one.id, one.name, name, on, usual if one.usual else None, rule=rule))


def _burdens(one: Fighter, name: str, *, on: bool) -> tuple[str, ...]:
    others = tuple(burden for burden in one.burdens if burden != name)
    return (*others, name) if on else others


def _moved(state: State, event: TurnMoved) -> State:
    def moved(one: Fighter) -> Fighter:
        first = event.due if not one.acted and not one.last else one.first
        return replace(one, due=event.due, first=first, waiting=False, added=event.added)

    return fighter_changed(state, event.fighter, moved)


def _burdened(state: State, event: BurdenChanged) -> State:
    def burdened(one: Fighter) -> Fighter:
        usual = one.usual if event.usual is None else event.usual
        return replace(one, burdens=_burdens(one, event.burden, on=event.on), usual=usual)

    return fighter_changed(state, event.fighter, burdened)


def _tell_moved(event: TurnMoved, book: Rulebook) -> str:
    return f"{event.name} acts at {when(event.due, book)}: {event.why}"


def _tell_burden(event: BurdenChanged, _book: Rulebook) -> str:
    return f"{event.name} is {'' if event.on else 'no longer '}hampered: {event.burden}"


_SURPRISES = (
    Form("surprise {who:who} totally", {"how": "totally"}),
    Form("surprise {who:who} partially", {"how": "partially"}),
    Form("surprise {who:who} beaten off guard", {"against": "beaten", "guard": "off guard"}),
    Form("surprise {who:who} beaten on guard", {"against": "beaten", "guard": "on guard"}),
    Form("surprise {who:who} unbeaten off guard", {"against": "unbeaten", "guard": "off guard"}),
    Form("surprise {who:who} unbeaten on guard", {"against": "unbeaten", "guard": "on guard"}),
)


def _surprisable(state: State, book: Rulebook) -> Iterable[str]:
    return [*sides.all_names(state, book), *fighters(state, book)]


def _hampering(_state: State, book: Rulebook) -> Iterable[str]:
    order = order_in(book)
    return () if order is None else order.burdens


def _says_what_surprise_costs(book: Rulebook) -> bool:
    rules = book.set.surprise
    return order_in(book) is not None and rules is not None and bool(rules.loses)


MECHANISM = Mechanism(
    group="Fight",
    commands=(
        declare(
            SurpriseInCount,
            _surprise,
            serves=_says_what_surprise_costs,
            says=_SURPRISES,
            heard=(
                Form("{who:who!} surprised|surprise totally|completely|utterly|fully", {"how": "totally"}),
                Form("{who:who!} surprised|surprise partially|partly", {"how": "partially"}),
                *(
                    Form(said, {"how": how}, cost=1)  # which of both is asked
                    for how in ("totally", "partially")
                    for said in (
                        "{who:who!} surprised|unawares [caught|taken]",
                        "{who:who!} caught|taken off guard",
                    )
                ),
            ),
            examples=("surprise goblins totally", "surprise Varda beaten on guard"),
            completes={"who": _surprisable},
        ),
        declare(
            MoveTurn,
            _move,
            group="Rulings",
            says="rule turn of {who:who} {segment:number}",
            heard=(
                Form("{who:who} act|go|move|come on|in|at! {segment:number}", cost=1),
                "{who:who} act|go|move|come on|in|at segment {segment:number}",
                "move turn of {who:who} to {segment:number}",
                "{who:who!} roll|get|have initiative {segment:number} [for] [on|of]",
            ),
            examples="rule turn of Varda 4",
            completes={"who": fighters},
        ),
        declare(
            Hamper,
            _hamper,
            says=(
                "hamper {who:who} with {burden:what}",
                Form("free {who:who} of {burden:what}", {"on": False}),
            ),
            heard=(
                "{who:who} hampered|burdened|slowed [by] {burden:what!}",
                "{who:who} has|carries|bears {burden:what!}",
            ),
            examples=("hamper Varda with load over heavy", "free Varda of load over heavy"),
            completes={"who": fighters, "burden": _hampering},
        ),
    ),
    events=(
        happens(TurnMoved, _moved, _tell_moved),
        happens(BurdenChanged, _burdened, _tell_burden),
    ),
    serves=counts,
)
