"""The turn order: who begins, and how turns go round the table, in a fight or always.

They sit as the party is written, and whoever plays all others last. Who cannot act is passed over; who comes
to the party has a seat. Outside of fights `next` passes the turn, and time when all have had theirs.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from turnkeeper.chance.throws import Throw
from turnkeeper.play.clock import questions
from turnkeeper.play.clock.passing import Next
from turnkeeper.play.kernel.decision import Decision, refuse
from turnkeeper.play.kernel.declare import declare
from turnkeeper.play.kernel.event import Command, Event, Rolled, State, happens, quietly
from turnkeeper.play.kernel.introducing.newcomers import example_people
from turnkeeper.play.kernel.mechanism import Mechanism
from turnkeeper.play.party import abilities, wear
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model.orders import OrderByEach

REFEREE = "referee"
"""Who plays all others, by the name of their seat."""


class TurnOrder(Struct, frozen=True, omit_defaults=True):
    """Who begins, and who has had a turn in this round."""

    first: str
    gone: tuple[str, ...] = ()


class TurnThrow(Struct, frozen=True):
    """The throw of one at the table for the turn order."""

    who: str
    rolled: Rolled


class ThrowTurnOrder(Command, frozen=True, tag="turn-order"):
    """Throw for who begins. From then on next passes the turn, and time when all had theirs."""


class EndTurnOrder(Command, frozen=True, tag="end-turn-order"):
    """Keep no turns outside of fights: the table says who acts, and next passes time at once."""


class TurnOrderThrown(Event, frozen=True, tag="turn-order-thrown.1"):
    """Everybody threw for the turn order; this one begins."""

    first: str
    thrown: tuple[TurnThrow, ...]


class TurnOrderEnded(Event, frozen=True, tag="turn-order-ended.1"):
    """Turns are no longer kept."""


class TurnPassed(Event, frozen=True, tag="turn-passed.1"):
    """One at the table had their turn."""

    who: str


def rules_of(book: Rulebook) -> OrderByEach | None:
    """Return the rules of an order that goes round the table, if that is the order of a rule set."""
    order = book.set.order
    return order if isinstance(order, OrderByEach) and order.seated else None


def seats(state: State) -> tuple[str, ...]:
    """Return who has turns, from the one who begins: all members who can act, and the referee."""
    every = [*(one.name for one in state.party.members), REFEREE]
    first = state.turn_order.first if state.turn_order is not None else REFEREE
    begins = every.index(first) if first in every else 0
    able = {*(one.name for one in state.party.able), REFEREE}
    return tuple(name for name in (*every[begins:], *every[:begins]) if name in able)


def left(state: State) -> tuple[str, ...]:
    """Return who still has a turn in this round, the one whose turn it is first."""
    if state.turn_order is None:
        return ()
    return tuple(name for name in seats(state) if name not in state.turn_order.gone)


def is_kept(state: State, book: Rulebook) -> bool:
    """Return whether turns are kept outside of fights, and now."""
    rules = rules_of(book)
    return rules is not None and rules.always and state.turn_order is not None and state.fight is None


def _pass_turn(decision: Decision) -> bool:
    """Pass the turn of whose turn it is; return whether others still have theirs in this round."""
    rules = rules_of(decision.book)
    if rules is None or not is_kept(decision.state, decision.book):
        return False
    questions.require_free(decision)
    now = left(decision.state)
    decision.record(TurnPassed(now[0], rule=rules.rule.id))
    return len(now) > 1


def pass_turn_of(decision: Decision, said: str) -> bool:
    """Pass the turn of a member who has acted; return whether turns are kept here outside of fights.

    Refuses where it is another's, or where nobody has thrown for the order.
    """
    rules, state = rules_of(decision.book), decision.state
    if rules is None or not rules.always:
        return False
    if not is_kept(state, decision.book):
        refuse("no-turn-order", "no turns are kept now", "turn order")
    now, who = left(state)[0], state.party.canonical(said) if said else ""
    if who not in {"", now}:
        refuse("turn", f"it is the turn of {now}", f"done {now}, or next")
    decision.registry.decide(decision, Next())
    return True


def throw(decision: Decision, rules: OrderByEach) -> None:
    """Throw for everybody who can act, and once for all others; of equals, who sits first begins."""
    able = decision.state.party.able
    if rules.adds:
        abilities.require_written(able, rules.adds, such=0)
    thrown = (
        *(_throw(decision, one.name, rules, abilities.adds(decision.book, one, rules.adds)) for one in able),
        _throw(decision, REFEREE, rules, 0),
    )
    best = (max if rules.first == "high" else min)(one.rolled.total or 0 for one in thrown)
    first = next(one.who for one in thrown if (one.rolled.total or 0) == best)
    decision.record(TurnOrderThrown(first, thrown, rule=rules.rule.id))


def _throw(decision: Decision, who: str, rules: OrderByEach, adds: int) -> TurnThrow:
    return TurnThrow(who, initiative(decision, who, rules.dice, adds, rules.rule.id))


def initiative(decision: Decision, who: str, dice: str, bonus: int, rule: str) -> Rolled:
    """Return the throw of a member or a side for the order, with its bonus.

    It is a check as any other: fatigue takes from it, and may hamper it.
    """
    member, rules = decision.state.party.find(who), decision.book.set.checks
    worn = wear.FRESH if member is None else wear.of(decision.book, member)
    bonus -= worn.takes
    if worn.hampered and rules is not None and rules.edge is not None:
        dice = rules.edge.disadvantage
    dice = f"{dice}{bonus:+d}" if bonus else dice
    return decision.roll(Throw(f"initiative of {who}", dice, (), rule))[1]


def _begin(decision: Decision, _command: ThrowTurnOrder) -> None:
    rules = rules_of(decision.book)
    questions.require_unfought(decision)
    if rules is None or not rules.always:
        refuse("no-turn-order", "turns are kept in fights alone", "fight")
    if not decision.state.party.able:
        refuse("nobody", "nobody of the party can act", f"party {example_people(decision.book)[0]}")
    throw(decision, rules)


def _end(decision: Decision, _command: EndTurnOrder) -> None:
    if not is_kept(decision.state, decision.book):
        refuse("no-turn-order", "no turns are kept now", "turn order")
    decision.record(TurnOrderEnded())


def _thrown(state: State, event: TurnOrderThrown) -> State:
    return replace(state, turn_order=TurnOrder(event.first))


def _passed(state: State, event: TurnPassed) -> State:
    if state.turn_order is None:
        return state
    gone = (*state.turn_order.gone, event.who)
    over = all(name in gone for name in seats(state))
    return replace(state, turn_order=replace(state.turn_order, gone=() if over else gone))


def _tell_thrown(event: TurnOrderThrown, _book: Rulebook) -> str:
    thrown = ", ".join(f"{one.who} {one.rolled.shown}" for one in event.thrown)
    return f"turn order: {thrown}; {event.first} begins"


def _always(book: Rulebook) -> bool:
    rules = rules_of(book)
    return rules is not None and rules.always


MECHANISM = Mechanism(
    group="Time",
    commands=(
        declare(
            ThrowTurnOrder,
            _begin,
            says="turn order",
            heard=("turn|turns|crawling order [throw|roll|new] [for]", "order [throw|roll] turns [for]"),
            examples="turn order",
        ),
        declare(
            EndTurnOrder,
            _end,
            says="end turn order",
            heard=("turn|turns order end|stop|no|off", "freeform|loose [order|turns|mode]"),
            examples="end turn order",
        ),
    ),
    events=(
        happens(TurnOrderThrown, _thrown, _tell_thrown),
        happens(
            TurnOrderEnded,
            lambda state, _event: replace(state, turn_order=None),
            lambda _event, _book: "turns are no longer kept",
        ),
        happens(TurnPassed, _passed, lambda event, _book: f"{event.who} has had a turn", quiet=quietly),
    ),
    passes=_pass_turn,
    serves=_always,
    slices=("turn_order",),
)
