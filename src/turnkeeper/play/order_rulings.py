"""Rulings on the order of a round: who acts in which order, whatever the dice said."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from turnkeeper.play.fight.fight import NextRound
from turnkeeper.play.fight.fight_time import by_segments
from turnkeeper.play.fight.rounds import Go, begun, goes_round, named, now, require_able
from turnkeeper.play.fight.sides import PARTY, Meant, combatants
from turnkeeper.play.kernel.decision import Decision, refuse
from turnkeeper.play.kernel.declare import Form, declare
from turnkeeper.play.kernel.event import Command, Event, State, happens
from turnkeeper.play.kernel.mechanism import Mechanism
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model.orders import OrderByCount

MOST_GOES = 1000


class RuleOrder(Command, frozen=True, tag="rule-order"):
    """Set who acts in which order in this round; + for at once. Who is not named follows as before."""

    order: str


class OrderRuled(Event, frozen=True, tag="order-ruled.1"):
    """The referee set the order of those who have not acted yet."""

    goes: tuple[Go, ...]


def _rule_order(decision: Decision, command: RuleOrder) -> None:
    state, fight = decision.state, decision.state.fight
    if fight is None:
        refuse("no-fight", "no fight is going on", "fight")
    rules = decision.book.set.fight
    if rules is not None and isinstance(rules.order, OrderByCount):
        by_segments(decision)
    if fight.rounds == 0 and decision.book.set.order is not None:
        decision.registry.decide(decision, NextRound())  # it is a round that has an order
        state = decision.state
    goes = tuple(_read_go(decision, part) for part in command.order.split(",") if part.strip())
    if not 0 < len(goes) <= MOST_GOES:
        refuse("order", "nobody is named", "rule order Varda, goblins + Orlo")
    names = [name for go in goes for name in go.who]
    twice = next((name for name in names if names.count(name) > 1), "")
    if twice:
        refuse("twice", f"{twice} is named twice", "name each of them once")
    current = now(state)
    rest = () if current is None else (current.go, *current.then)
    others = (replace(go, who=tuple(name for name in go.who if name not in names)) for go in rest)
    decision.record(OrderRuled((*goes, *(go for go in others if go.who))))


def _read_go(decision: Decision, said: str) -> Go:
    names: list[str] = []
    for part in said.split("+"):
        if part.strip().casefold() == PARTY:
            names += [one.name for one in decision.state.party.able]
            continue
        found = named(decision, " ".join(part.split()))
        name = found if isinstance(found, str) else found.side.name
        if not isinstance(found, str) and found.number and found.side.count > 1:
            refuse("which", f"{found.side.name} act as one in an order", f"rule order {found.side.name}")
        require_able(decision, name if isinstance(found, str) else Meant(found.side), None)
        names.append(name)
    return Go(tuple(names), at_once=len(names) > 1)


def _order_ruled(state: State, event: OrderRuled) -> State:
    if state.fight is None:
        return state
    fight = replace(state.fight, goes=event.goes, go=0, went=(), ready=(), before=(), after=(), last=())
    return begun(replace(state, fight=fight))


def _tell_ruled(event: OrderRuled, _book: Rulebook) -> str:
    return "ruling: the order is " + ", ".join(
        " and ".join(go.who) + (f" ({go.note})" if go.note else "") for go in event.goes
    )


def _acting(state: State, _book: Rulebook) -> Iterator[str]:
    """Yield one order: who acts in turn in this round, together who act at once; else all who could."""
    current = now(state)
    goes = () if current is None else (current.go, *current.then)
    each = [" + ".join(go.who) for go in goes] or [
        *(one.name for one in state.party.able),
        *(side.name for side in state.sides if side.standing),
    ]
    yield ", ".join(each)


def _in_order(state: State, book: Rulebook) -> Iterable[str]:
    """Return who can be set in an order, where a fight goes on."""
    return (PARTY, *combatants(state, book)) if state.fight is not None else ()


MECHANISM = Mechanism(
    group="Rulings",
    commands=(
        declare(
            RuleOrder,
            _rule_order,
            says="rule order {order:order}",
            heard=(
                "{order:side!} goes|acts|moves|strikes|go|act|move first",
                (
                    "{order:side!} win|wins|won|has|have|get|gets|take|takes|got|seize initiative "
                    "[roll|round|back]"
                ),
                "{order:side!} goes|acts|moves|strikes|go|act|move before {_then:side!}",
                Form("we go|act|move|strike first", {"order": PARTY}),
                Form(
                    "we win|won|have|get|got|take|seize initiative [roll|round|back|this]", {"order": PARTY}
                ),
                "initiative goes|falls|to! {order:side!}",
            ),
            completes={"order:side": _in_order, "_then": _in_order},
            examples="rule order Varda, goblins + Orlo",
            usual={"order": _acting},
        ),
    ),
    events=(happens(OrderRuled, _order_ruled, _tell_ruled),),
    serves=goes_round,
)
