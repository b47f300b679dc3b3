"""Timers that last until a combatant has acted, and what ends or frees them.

Such a timer has no length of its own. It is tied to the end of an activation in a count of segments, or of a
go in the next round where a game counts rounds. If the combatant leaves first, it lasts until ended; if the
fight ends first, it lasts as long as it would have lasted in it. This module must not know how a combatant
acts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec import Struct
from msgspec.structs import replace

from turnkeeper.play.clock import timers
from turnkeeper.play.clock.timers import TimerEnded
from turnkeeper.play.fight.counting import Tied, instant_of
from turnkeeper.play.fight.sides import called
from turnkeeper.play.kernel.decision import Decision
from turnkeeper.play.kernel.event import Event, State, happens
from turnkeeper.play.kernel.mechanism import Mechanism
from turnkeeper.rules.book import Rulebook
from turnkeeper.spelling.plurals import is_plural
from turnkeeper.time import NO_TIME, Duration


class TiedToGo(Struct, frozen=True, array_like=True):
    """A timer that ends with the go of a member or a side in a round; ``number`` is that of one of a side."""

    timer: int
    who: str
    number: int
    round: int


class EffectTied(Event, frozen=True, tag="effect-tied.1"):
    """A timer ends with an activation: when a combatant has acted ``acted`` times in all."""

    timer: int
    name: str
    fighter: int
    acted: int
    who: str = ""


class EffectTiedToGo(Event, frozen=True, tag="effect-tied-to-go.1"):
    """A timer ends with a combatant's go in a round of the fight, or with that round."""

    timer: int
    name: str
    who: str
    round: int
    number: int = 0


class EffectFreed(Event, frozen=True, tag="effect-freed.1"):
    """The end that a timer was tied to will not come; it lasts for ``left`` from now on, or until ended."""

    timer: int
    name: str
    why: str
    left: Duration | None = None


def end(decision: Decision, which: int) -> None:
    """End a tied timer, if it still runs."""
    timer = decision.state.timers.live.get(which)
    if timer is not None:
        decision.record(TimerEnded(timer.id, timer.called, seen_by=timer.seen_by))


def free(decision: Decision, which: int, why: str, left: Duration | None = None) -> None:
    """Free a timer whose end will not come: it lasts for ``left`` from now on, or until ended."""
    timer = decision.state.timers.live.get(which)
    if timer is not None:
        freed = EffectFreed(timer.id, timer.called, why, left, seen_by=timer.seen_by)
        decision.record(freed)


def fighter_left(decision: Decision, fighter: int, why: str) -> None:
    """Free the timers tied to the activations of a combatant who is out of the count."""
    count = decision.state.count
    for tied in () if count is None else count.tied:
        if tied.fighter == fighter:
            free(decision, tied.timer, why)


def count_over(decision: Decision, segment: Duration) -> None:
    """Free the timers tied to activations, to last as long by the clock as they would have in the count."""
    count = decision.state.count
    for tied in () if count is None else count.tied:
        due = count.fighters[tied.fighter].due if count is not None else None
        if count is None or due is None:
            free(decision, tied.timer, "the count is over")
            continue
        left = instant_of(count, due, segment) - decision.at
        if left <= NO_TIME:
            end(decision, tied.timer)
        else:
            free(decision, tied.timer, "the count is over", left)


def went(decision: Decision, who: Iterable[str], number: int) -> None:
    """End the timers tied to the go that these had in this round."""
    fight, names = decision.state.fight, tuple(who)
    for tied in () if fight is None else fight.tied:
        same = tied.who in names and (not number or tied.number in {0, number})
        if fight is not None and same and tied.round <= fight.rounds:
            end(decision, tied.timer)


def round_over(decision: Decision, is_out: Callable[[State, str, int], bool]) -> None:
    """End the timers tied to a go of the round that is over; free those of combatants out of the fight."""
    fight = decision.state.fight
    for tied in () if fight is None else fight.tied:
        if fight is None or tied.round > fight.rounds:
            continue
        if is_out(decision.state, tied.who, tied.number):
            free(decision, tied.timer, _acts_no_more(tied))
        else:
            end(decision, tied.timer)


def _acts_no_more(tied: TiedToGo) -> str:
    who = called(tied.who, tied.number) if tied.number else tied.who
    return f"{who} {'act' if not tied.number and is_plural(who) else 'acts'} no more"


def fight_over(decision: Decision, each: Duration, is_out: Callable[[State, str, int], bool]) -> None:
    """Free the tied timers, to last to the end of their round by the clock, or until ended for those out."""
    fight = decision.state.fight
    for tied in () if fight is None else fight.tied:
        rounds = tied.round - fight.rounds if fight is not None else 0
        if is_out(decision.state, tied.who, tied.number):
            free(decision, tied.timer, _acts_no_more(tied))
        elif rounds <= 0 or each <= NO_TIME:
            end(decision, tied.timer)
        else:
            free(decision, tied.timer, "the fight is over", each * rounds)


def _live(state: State, tied: Iterable[int]) -> set[int]:
    return {one for one in tied if state.timers.live.get(one) is not None}


def _tied(state: State, event: EffectTied) -> State:
    count = state.count
    if count is None:
        return state
    live = _live(state, (one.timer for one in count.tied))
    kept = (*(one for one in count.tied if one.timer in live), Tied(event.timer, event.fighter, event.acted))
    return replace(state, count=replace(count, tied=kept))


def _tied_to_go(state: State, event: EffectTiedToGo) -> State:
    fight = state.fight
    if fight is None:
        return state
    live = _live(state, (one.timer for one in fight.tied))
    one = TiedToGo(event.timer, event.who, event.number, event.round)
    kept = (*(tied for tied in fight.tied if tied.timer in live), one)
    return replace(state, fight=replace(fight, tied=kept))


def _freed(state: State, event: EffectFreed) -> State:
    timer = state.timers.live.get(event.timer)
    if timer is None:
        return state
    live = state.timers.live.set(timer.id, replace(timer, until=""))
    freed = replace(state.timers, live=live)
    if event.left is not None:
        freed = timers.ruled(freed, timer.id, event.at, event.left)
    count, fight = state.count, state.fight
    if count is not None:
        count = replace(count, tied=tuple(one for one in count.tied if one.timer != timer.id))
    if fight is not None:
        fight = replace(fight, tied=tuple(one for one in fight.tied if one.timer != timer.id))
    return replace(state, timers=freed, count=count, fight=fight)


def _tell_freed(event: EffectFreed, book: Rulebook) -> str:
    lasts = "until ended" if event.left is None else f"another {book.scale.say(event.left)}"
    return f"{event.why}: {event.name} lasts {lasts}"


def _tell_tied_to_go(event: EffectTiedToGo, _book: Rulebook) -> str:
    who = called(event.who, event.number) if event.number else event.who
    have = "have" if not event.number and is_plural(who) else "has"
    return f"{event.name} lasts until {who} {have} acted in round {event.round}"


MECHANISM = Mechanism(
    events=(
        happens(
            EffectTied,
            _tied,
            lambda event, _book: f"{event.name} ends with the next activation of {event.who}",
        ),
        happens(
            EffectTiedToGo,
            _tied_to_go,
            _tell_tied_to_go,
        ),
        happens(EffectFreed, _freed, _tell_freed),
    ),
)
