"""The night: what it restores and what it costs, slept in a camp or spent outdoors without one.

A camp counts as a night when it has been slept out, at any hour. A party that made none from one dawn to the
next, and was outdoors from dusk on, has had a night without shelter, and is told so at dawn. This module
must not know how a camp is made.
"""

from __future__ import annotations

from functools import partial

from turnkeeper.play.clock import resting
from turnkeeper.play.journey.marches import march_of
from turnkeeper.play.kernel.decision import Decision
from turnkeeper.play.kernel.event import Event, happens, unchanged
from turnkeeper.play.kernel.mechanism import Mechanism
from turnkeeper.play.kernel.scene import outdoors
from turnkeeper.play.party import exertion
from turnkeeper.play.sky import seasons
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model.camp import Night
from turnkeeper.rules.model.travel import March
from turnkeeper.time import Instant, Rank


class NightInTheOpen(Event, frozen=True, tag="night-in-the-open.1"):
    """A night passed outdoors without a camp."""


def pass_night(decision: Decision, slept: Night) -> None:
    """Pass a night: the party recovers, and owes exertion for the lack of shelter."""
    if slept.heals is not None:
        resting.heal_all(decision, slept.heals, "", slept.rule.id, "night")
    for who in decision.state.party.living if slept.exerts else ():
        if who.attributes:  # without written attributes there is nothing to exert
            exertion.owe(decision, who, slept.exerts, slept.rule.id)


def leaves_no_camp(book: Rulebook, march: March, stretches: int) -> bool:
    """Return whether these forced stretches of a day's march leave no time for a camp."""
    camp = book.set.camp
    marched = book.duration(march.day) + book.duration(march.forced) * stretches
    return camp is not None and book.scale.day - marched < book.duration(camp.takes)


# Nights without a camp


def schedule(decision: Decision, start: Instant, until: Instant) -> None:
    """Schedule the dawn that reports a night without a camp, unless this night is slept."""
    asleep = decision.camping or (decision.all_resting is not None and decision.all_resting.sleeps)
    if decision.book.set.camp is None or asleep:
        return
    dawn = seasons.next_time(decision.state, decision.book, seasons.DAWN, start)
    if dawn is not None and dawn <= until:
        decision.schedule(dawn, Rank.ENDS, decision.state.order, partial(_visit, until))


def _visit(until: Instant, decision: Decision) -> None:
    camp = decision.book.set.camp
    if camp is not None and decision.state.party.living and _in_the_open(decision):
        decision.record(NightInTheOpen(rule=camp.unsheltered.rule.id))
        pass_night(decision, camp.unsheltered)
    schedule(decision, decision.at, until)


def _in_the_open(decision: Decision) -> bool:
    """Return whether the party was outdoors since dusk, made no camp, and has not paid for that already."""
    state, book, dawn = decision.state, decision.book, decision.at
    before = book.scale.start_of("day", dawn) - book.scale.day
    dusk = seasons.times(state, book, before).get(seasons.DUSK)
    if not outdoors(state, book) or dusk is None or state.place.entered > before + dusk:
        return False
    yesterday = dawn - book.scale.day
    camped = state.camp is not None and state.camp.at >= yesterday
    return not camped and not _marched_on(decision, yesterday)


def _marched_on(decision: Decision, since: Instant) -> bool:
    """Return whether the march was forced so long that its end has charged for the night."""
    march = march_of(decision.book)
    paid = sum(1 for at in decision.state.journey.saved if at > since)
    return (
        march is not None and bool(march.forced) and paid > 0 and leaves_no_camp(decision.book, march, paid)
    )


MECHANISM = Mechanism(
    events=(happens(NightInTheOpen, unchanged, lambda _event, _book: "a night in the open, without a camp"),),
    schedules=schedule,
)
