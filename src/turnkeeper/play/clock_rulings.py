"""The clock as the referee sets it: forward, what runs by it runs out; back, what happened since is undone.

What returns with the clock and what stays: docs/decisions/0006-setting-the-clock-back.md.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec.structs import replace

from turnkeeper.play.clock import timers
from turnkeeper.play.dungeon import meeting
from turnkeeper.play.fight import counting, sides
from turnkeeper.play.kernel.decision import refuse
from turnkeeper.play.kernel.declare import Form, declare
from turnkeeper.play.kernel.event import Command, Event, State, goes_back
from turnkeeper.play.kernel.mechanism import Mechanism
from turnkeeper.play.sky import seasons
from turnkeeper.rules.book import Rulebook
from turnkeeper.time import Handle, Instant, Rank, SpokenTimeError, Walk, parse_at

if TYPE_CHECKING:
    from turnkeeper.play.kernel.decision import Decision, Visit
    from turnkeeper.play.kernel.event import Past


class RuleClock(Command, frozen=True, tag="rule-clock"):
    """Set the clock. Set back, it undoes what happened since; forward, what runs by it runs out."""

    to: str


class ClockRuled(Event, frozen=True, tag="clock-ruled.1"):
    """The referee set the clock forward, or in old records also back, which left a fight as it stood."""

    was: Instant


class ClockSetBack(Event, frozen=True, tag="clock-ruled.2"):
    """The referee set the clock back to the state that the line of events led to by its instant."""

    was: Instant


def is_back(event: Event) -> bool:
    """Return whether an event returns to an earlier state of the line of events before it."""
    return type(event) is ClockSetBack or (type(event) is ClockRuled and event.at < event.was)


def _clock(decision: Decision, command: RuleClock) -> None:
    scale = decision.book.scale
    try:
        to = seasons.by_season(decision, lambda marks: parse_at(command.to, decision.at, scale, marks))
    except SpokenTimeError as fault:
        refuse("time", f"{command.to!r}: {fault.message}", fault.hint or "rule clock day 2 08:00")
    if to == decision.at:
        refuse("now", f"it is {scale.say_instant(to)} already")
    was = decision.at
    if to > was:
        _let_end(decision, to)
    decision.record(ClockRuled(was, at=to) if to > was else ClockSetBack(was, at=to))
    decision.at = to


class _Quiet(Walk["Visit"]):
    """A walk on which things end and arrive, with no checks and no reminders."""

    def __init__(self, start: Instant, until: Instant) -> None:
        super().__init__(start, until)
        self.start = start

    def book_ms(self, ms: int, rank: int, begun: int, item: Visit) -> Handle[Visit]:
        """Add a mark; a check or a reminder goes to the start, which is not part of the walk."""
        quiet = rank in {Rank.CHECKS, Rank.REMINDS}
        return super().book_ms(self.start.ms if quiet else ms, rank, begun, item)


def _let_end(decision: Decision, to: Instant) -> None:
    """End, or bring to arrival, what the clock ends before an instant, each at its own time (T4)."""
    walk = _Quiet(decision.at, to)
    decision.walk = walk
    for schedule in decision.registry.quiet:
        schedule(decision, decision.at, to)
    for at, visit in walk:
        decision.at = at
        visit(decision)
    decision.walk = None


def _clock_ruled(
    state: State, event: ClockRuled | ClockSetBack, past: Past | None, keep: Callable[[State, State], State]
) -> State:
    if is_back(event):
        if past is None:
            message = "the clock is set back, and what was before is not at hand"
            raise LookupError(message)
        back = keep(_set_back(past(event.at), state, event), state)
        return _fight_left(back, state, event) if isinstance(event, ClockRuled) else back
    # Reminders that would have rung on the way ring next after it.
    count = counting.on_clock(state.count, event.was, event.at)
    return replace(state, timers=timers.on_clock(state.timers, event.at), count=count)


def _set_back(then: State, now: State, event: ClockRuled | ClockSetBack) -> State:
    """Return an earlier state at the instant to which the clock is set back."""
    if then.now < event.at:
        # The clock was set forward over it, and reminders that would have rung by then do not.
        then = replace(then, now=event.at, timers=timers.on_clock(then.timers, event.at))
    return replace(then, now=event.at, order=now.order)


def _fight_left(back: State, now: State, event: ClockRuled) -> State:
    """Return a state set back by an old record: a fight or a count goes on from where it stands."""
    fight = now.fight if now.fight is not None and now.fight.began <= event.at else None
    pairs = zip(back.party.members, now.party.members, strict=True)
    nerve = tuple(replace(one, checked=two.checked, broken=two.broken) for one, two in pairs)
    return replace(
        back,
        fight=fight,
        tide=now.tide if fight is not None else None,
        count=counting.on_clock(now.count, event.was, event.at),
        sides=sides.with_losses_of(now.sides, back.sides, event.at),
        party=replace(back.party, members=nerve),
        meetings=back.meetings if fight is not None else meeting.fight_ended(back.meetings),
    )


def _tell_clock(event: ClockRuled | ClockSetBack, book: Rulebook) -> str:
    way = "back" if event.at < event.was else "forward"
    return f"ruling: the clock is set {way} from {book.scale.say_instant(event.was)}"


MECHANISM = Mechanism(
    group="Rulings",
    commands=(
        declare(
            RuleClock,
            _clock,
            says="rule clock {to:until}",
            heard=(
                "set|put|turn|change|rule clock|time [back] [to] {to:until}",
                "time|clock is {to:until}",
                Form("actually|really {to:until}", cost=1),
            ),
            examples=("rule clock day 1 08:00", "rule clock 07:30"),
            labels={"to": "To what time"},
        ),
    ),
    events=(
        goes_back(ClockRuled, _clock_ruled, _tell_clock),
        goes_back(ClockSetBack, _clock_ruled, _tell_clock),
    ),
)
