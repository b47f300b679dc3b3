"""The time of a fight and its castings: a round passes when it is over, and what all of it costs."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from msgspec import Struct

from turnkeeper.play.clock.clock import TaskEnded, carry_out, spend, untold
from turnkeeper.play.fight.counting import when
from turnkeeper.play.fight.sides import called
from turnkeeper.play.kernel.decision import Decision, rule_out
from turnkeeper.play.kernel.event import State, Task
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model.orders import Casting, OrderBySides, RoundSegments
from turnkeeper.rules.model.people import Fight
from turnkeeper.time import NO_TIME, Duration

if TYPE_CHECKING:
    from turnkeeper.play.fight.rounds import Fighting


class CastingToCome(Struct, frozen=True, array_like=True):
    """A casting that was declared for a round, by a member or the one of a side with a number."""

    who: str
    number: int
    what: str
    round: int

    @property
    def caster(self) -> str:
        """Return who casts, in words."""
        return called(self.who, self.number) if self.number else self.who


def pass_round(decision: Decision, rules: Fight) -> None:
    """Pass the time of the round that is over, or the rest of it; all on the way has its instant."""
    fight = decision.state.fight
    if fight is None or fight.opened is None:
        return
    length = decision.book.duration(rules.round) if fight.rounds else fight.opening
    left = fight.opened + length - decision.at
    if left > NO_TIME:
        task = Task(
            f"round {fight.rounds}" if fight.rounds else "surprise",
            decision.state.order,
            length,
            left,
            rule=rules.rule.id,
        )
        carry_out(decision, task, finish, through=True)


def by_segments(decision: Decision) -> NoReturn:
    """Refuse a round as a step of its own, where segments are counted and rounds go by with them."""
    going = decision.state.count
    first = None if going is None else going.up()
    where = "" if first is None else f"; it is {when(first.due or 1, decision.book)}"
    hint = "fight" if going is None else "act, or repeat for 1 round"
    rule_out("count", f"segments are counted here, and rounds go by with them{where}", hint)


def segments_of(book: Rulebook) -> RoundSegments | None:
    """Return the segments of a round, where a rule set has some."""
    order = book.set.order
    return order.segments if isinstance(order, OrderBySides) else None


def casting_of(book: Rulebook) -> Casting | None:
    """Return how spells are cast in a round, where a rule set says it."""
    order = book.set.order
    return order.casting if isinstance(order, OrderBySides) else None


def reach(decision: Decision, segment: int) -> None:
    """Pass time up to the beginning of a segment of the round that goes on."""
    fight, rules = decision.state.fight, segments_of(decision.book)
    if fight is None or fight.opened is None or rules is None or not segment:
        return
    left = fight.opened + decision.book.duration(rules.each) * (segment - 1) - decision.at
    if left > NO_TIME:
        spend(decision, Task("segments", decision.state.order, left, left), untold, through=True)


def finish(decision: Decision, task: Task) -> None:
    """Record that a stretch of a fight's time has passed."""
    decision.record(TaskEnded.of(task))


def takes(decision: Decision, going: Fighting, rules: Fight) -> Duration:
    """Return the time of a fight in all: its whole cost, or its rounds and the rest of a length.

    That length is counted from entering the scene, as the checks of the scene are. Who fled does not stay
    for it.
    """
    fought = decision.at - going.began
    if rules.costs:
        costs = decision.book.duration(rules.costs)
        return costs * max(1, -(-fought.ms // costs.ms))
    if not rules.fills or _have_fled(decision.state, going):
        return fought
    whole, passed = decision.book.duration(rules.fills), decision.at - decision.state.place.turned
    return fought + (whole * -(-passed.ms // whole.ms) - passed)


def _have_fled(state: State, going: Fighting) -> bool:
    """Return whether all of the party who can have left the fight, or ran from it in its latest round."""
    able = state.party.able
    return bool(able) and all(one.name in (*going.away, *going.fleeing) for one in able)
