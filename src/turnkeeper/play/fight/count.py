"""The segment count: combatants act at their segments and recover, leave it, and it ends.

After an activation its recovery is added to its segment, and past the last segment of a round the count goes
on in the next. The campaign's clock moves with it, segment by segment, so that whatever falls due
in between does so at its own instant. A count may run without enemies. Entry to it is in
`joining`, the actions are in `turns`, the referee's rulings in `count_rulings`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain

from msgspec.structs import replace

from turnkeeper.play.clock.clock import spend, untold
from turnkeeper.play.fight import effects
from turnkeeper.play.fight.able import now_up, out_of
from turnkeeper.play.fight.counting import (
    Count,
    Fighter,
    instant_ms,
    learnt,
    round_and_segment,
    said,
    when,
)
from turnkeeper.play.kernel.decision import Decision, closest, halt, refuse, rule_out
from turnkeeper.play.kernel.declare import Form, StepKind, declare
from turnkeeper.play.kernel.event import Command, Event, State, Task, happens
from turnkeeper.play.kernel.mechanism import Mechanism
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model.orders import OrderByCount
from turnkeeper.time import Duration

MOST_NAMED = 6
MOST_OFFERED = 200


class EndCount(Command, frozen=True, tag="end-count"):
    """End a count that is no fight."""


class Activated(Event, frozen=True, tag="activated.1"):
    """A combatant acted at a segment, and acts again when they have recovered.

    It is ``usual``, so that they do the same again where nothing else is said, unless it was only to recover.
    """

    fighter: int
    name: str
    what: str
    segment: int
    recovery: int
    due: int
    usual: bool = True


class EffectCame(Event, frozen=True, tag="effect-came.1"):
    """A combatant's casting took effect; they act again when they have recovered from it."""

    fighter: int
    name: str
    what: str
    segment: int
    recovery: int
    due: int


class FighterLeft(Event, frozen=True, tag="fighter-left.1"):
    """A combatant left the count, and why."""

    fighter: int
    name: str
    why: str


class CountHalted(Event, frozen=True, tag="count-halted.1"):
    """The count stopped at a segment on its way to another, for what had happened there."""

    segment: int
    to: int


class CountEnded(Event, frozen=True, tag="count-ended.1"):
    """The count ended at a segment."""

    segment: int


def order_of(decision: Decision) -> OrderByCount:
    """Return how the rule set counts segments; refuses where it does not."""
    order = order_in(decision.book)
    if order is None:
        rule_out("no-count", "this rule set has no count of segments", "fight, then round")
    return order


def running(decision: Decision) -> Count:
    """Return the count that runs; refuses when none does."""
    if decision.state.count is None:
        order_of(decision)
        refuse("no-count", "no count is running", "fight, or count without enemies")
    return decision.state.count


# Activations


def up(decision: Decision, who: str = "") -> Fighter:
    """Return who acts now, with the clock at their segment; refuses for a combatant who is not up.

    Castings that come before take effect first; the dead leave the count when they are up.
    """
    first = next_up(decision)
    if first is None:
        refuse("nobody", "nobody is left to act", "end fight, or end count")
    if not who:
        reach(decision, first)
        return first
    wanted = known(decision, who)
    while first is not None and is_effect(first) and _before(first, wanted):
        come_into_effect(decision, first)
        first = next_up(decision)
    _require_turn(decision, wanted)
    reach(decision, wanted)
    return wanted


def _before(one: Fighter, other: Fighter) -> bool:
    """Return whether one comes before another, and not at once with them."""
    return one.key is not None and (other.key is None or one.key[:2] < other.key[:2])


def known(decision: Decision, name: str) -> Fighter:
    """Return a combatant of the count by name; refuses for a stranger and for one who is out."""
    count = running(decision)
    found = count.named(name)
    if found is None:
        hint = closest(name, [one.name for one in count.fighters.values()], "status lists who is in it")
        refuse("unknown-fighter", f"nobody in the count is called {name!r}", hint)
    why = out_of(decision.state, found)
    if why:
        refuse("out", f"{found.name} is {why}", _who_is_up(decision))
    return found


def _require_turn(decision: Decision, wanted: Fighter) -> None:
    count, order = running(decision), order_of(decision)
    if any(one.id == wanted.id for one in count.together()):
        return
    if wanted.waiting:
        refuse("waiting", f"{wanted.name} is waiting", f"step in {wanted.name}")
    when = "" if wanted.due is None else f" at {said(wanted.due, order)}"
    refuse("turn", f"it is not the turn of {wanted.name}, who acts{when}", _who_is_up(decision))


def _who_is_up(decision: Decision) -> str:
    together = now_up(decision.state)
    if not together:
        return "end count" if decision.state.fight is None else "end fight"
    names = " and ".join(one.name for one in together[:MOST_NAMED])
    more = f" and {len(together) - MOST_NAMED:,} more" if len(together) > MOST_NAMED else ""
    return f"{names}{more} now, at {said(together[0].due or 0, order_of(decision))}"


def is_effect(one: Fighter) -> bool:
    """Return whether a combatant's next segment is that of a casting's effect."""
    return one.doing is not None and one.doing.how == "cast"


def reach(decision: Decision, one: Fighter) -> None:
    """Move the clock to a combatant's segment; halts at the first segment at which anything happens."""
    length, going = decision.book.duration(order_of(decision).segments.each), running(decision)
    ms = instant_ms(going, one.due or 0, length) - decision.at.ms
    if ms <= 0:
        return
    left, told = Duration(ms), len(decision.events)
    spend(decision, Task("count", decision.state.order, left, left), untold, heeds="events")
    if len(decision.events) > told:
        segment = (decision.at - going.began) // length + 1
        decision.record(CountHalted(segment, one.due or 0, rule=order_of(decision).rule.id))
        halt()


def come_into_effect(decision: Decision, one: Fighter) -> None:
    """Record that a casting takes effect; its recovery is counted from then."""
    reach(decision, one)
    doing, segment = one.doing, one.due or 0
    if doing is not None:
        came = EffectCame(
            one.id, one.name, doing.what, segment, doing.recovery, segment + doing.recovery,
            rule=order_of(decision).cited("cast"),
        )  # fmt: skip
        decision.record(came)
        end_tied(decision, one.id)


def act(  # noqa: PLR0913 - who does what, at what cost, by which rule
    decision: Decision, one: Fighter, what: str, recovery: int, rule: str, *, usual: bool = True
) -> None:
    """Record that a combatant acts, and recovers from it."""
    segment = one.due if one.due is not None else running(decision).segment
    acted = Activated(one.id, one.name, what, segment, recovery, segment + recovery, usual, rule=rule)
    decision.record(acted)
    end_tied(decision, one.id)


def end_tied(decision: Decision, fighter: int) -> None:
    """End the timers that lasted until the end of this activation."""
    count = running(decision)
    if not count.tied:
        return
    acted = count.fighters[fighter].acted
    for tied in count.tied:
        if tied.fighter == fighter and tied.acted <= acted:
            effects.end(decision, tied.timer)


def next_up(decision: Decision) -> Fighter | None:
    """Return who acts next, after those who fell or went since have left the count."""
    while (first := running(decision).up()) is not None and (why := out_of(decision.state, first)):
        let_leave(decision, first, why)
    return first


def let_leave(decision: Decision, one: Fighter, why: str) -> None:
    """Record that a combatant leaves the count; timers tied to their activations are freed."""
    effects.fighter_left(decision, one.id, f"{one.name} is {why}")
    decision.record(FighterLeft(one.id, one.name, why))


def _end(decision: Decision, _command: EndCount) -> None:
    running(decision)
    if decision.state.fight is not None:
        refuse("fight", "a fight is counted", "end fight")
    end(decision)


def end(decision: Decision) -> int:
    """End the count, if one runs, and return the round in which it stood; 0 where none runs."""
    going = decision.state.count
    if going is None:
        return 0
    order = order_of(decision)
    for tied in going.tied:
        one = going.fighters[tied.fighter]
        if why := out_of(decision.state, one):
            effects.fighter_left(decision, one.id, f"{one.name} is {why}")
    effects.count_over(decision, decision.book.duration(order.segments.each))
    decision.record(CountEnded(going.segment, rule=order.rule.id))
    return round_and_segment(going.segment, order)[0]


# Evolving


def fighter_changed(state: State, fighter: int, change: Callable[[Fighter], Fighter]) -> State:
    """Return the state with a combatant of the count changed; the same where none runs."""
    count = state.count
    return state if count is None else replace(state, count=count.set(change(count.fighters[fighter])))


def after_turn(state: State, fighter: int, segment: int, change: Callable[[Fighter], Fighter]) -> State:
    """Return the state after a combatant's activation at a segment, which changed them."""
    count = state.count
    if count is None:
        return state
    one = count.fighters[fighter]
    return replace(state, count=at_segment(state, count, one, segment).after_turn(one, change(one), segment))


def _activated(state: State, event: Activated) -> State:
    def acted(one: Fighter) -> Fighter:
        return replace(
            one, due=event.due, acted=one.acted + 1, last=event.segment, doing=None, waiting=False,
            usual=event.recovery if event.usual else one.usual, what=event.what if event.usual else one.what,
        )  # fmt: skip

    return after_turn(state, event.fighter, event.segment, acted)


def _effect(state: State, event: EffectCame) -> State:
    def acted(one: Fighter) -> Fighter:
        return replace(one, due=event.due, acted=one.acted + 1, last=event.segment, doing=None)

    return after_turn(state, event.fighter, event.segment, acted)


def _left(state: State, event: FighterLeft) -> State:
    def gone(one: Fighter) -> Fighter:
        return replace(one, due=None, out=event.why, waiting=False, doing=None)

    return fighter_changed(state, event.fighter, gone)


def at_segment(state: State, count: Count, one: Fighter, segment: int) -> Count:
    """Return the count at the segment where a combatant acts, with those who act at once with them."""
    if segment == count.segment and (one.due is None or one.id in count.ready):
        return count
    ready = tuple(other.id for other in count.at_once(one) if not out_of(state, other))
    return replace(count, segment=segment, ready=ready)


def _halted(state: State, event: CountHalted) -> State:
    count = state.count
    return state if count is None else replace(state, count=replace(count, segment=event.segment, ready=()))


def _ended(state: State, _event: CountEnded) -> State:
    habits = state.habits if state.count is None else learnt(state.habits, state.count)
    return replace(state, count=None, habits=habits)


def _tell_activated(event: Activated, book: Rulebook) -> str:
    told = f"{event.name}: {event.what}, recovery {event.recovery}, next at {when(event.due, book)}"
    return f"{when(event.segment, book)}, {told}"


def _tell_effect(event: EffectCame, book: Rulebook) -> str:
    return (
        f"{when(event.segment, book)}, {event.what} of {event.name} takes effect, recovery {event.recovery}, "
        f"next at {when(event.due, book)}"
    )


def _tell_halted(event: CountHalted, book: Rulebook) -> str:
    return f"the count stands at {when(event.segment, book)}, before the turn at {when(event.to, book)}"


def fighters(state: State, _book: Rulebook) -> Iterable[str]:
    """Return the names of those in the count, the next to act first."""
    if state.count is None:
        return ()
    others = (one for one in state.count.fighters.values() if one.due is None)
    left = [one for one in chain(state.count.coming(MOST_OFFERED), others) if not out_of(state, one)]
    alone = (one.by_number for one in state.count.alone() if one in left)
    return [*(one.name for one in left), *alone]


def actions(_state: State, book: Rulebook) -> Iterable[str]:
    """Return the actions that have a recovery of their own, in all their words."""
    order = order_in(book)
    return () if order is None else order.actions


def order_in(book: Rulebook) -> OrderByCount | None:
    """Return how a rule set counts segments, or ``None`` where it does not."""
    order = book.set.order
    return order if isinstance(order, OrderByCount) else None


def counts(book: Rulebook) -> bool:
    """Return whether a rule set counts segments."""
    return order_in(book) is not None


MECHANISM = Mechanism(
    group="Fight",
    commands=(
        declare(
            EndCount,
            _end,
            says="end count",
            heard=(
                "end|stop|finish|leave|break fight|combat|battle|fighting|count [off]",
                Form("end", cost=1),
                "fight|combat|battle|count over|ends|ended|done|finished|won|stops",
            ),
            examples="end count",
            step=StepKind("end fight", "fight", ("end count",)),
        ),
    ),
    events=(
        happens(Activated, _activated, _tell_activated),
        happens(EffectCame, _effect, _tell_effect),
        happens(CountHalted, _halted, _tell_halted),
        happens(FighterLeft, _left, lambda event, _book: f"{event.name} is out of the count: {event.why}"),
        happens(CountEnded, _ended, lambda event, book: f"the count ends at {when(event.segment, book)}"),
    ),
    serves=counts,
    slices=("count", "habits"),
    keeps=lambda then, now: replace(then, habits=now.habits),
)
