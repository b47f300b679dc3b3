"""Meals and daily needs: when one is due, what the party lacks, and the conditions that follow.

Hunger is not counted up: the mechanism keeps when the party ate and what it had, and the rest is computed
from that. Only counted items are reported among the daily needs: an uncounted item never runs out.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from turnkeeper.play.kernel.event import Event, happens, unchanged
from turnkeeper.play.kernel.mechanism import Mechanism
from turnkeeper.play.party.supplies import RATION
from turnkeeper.time import Duration, Instant, Rank

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnkeeper.play.kernel.decision import Decision
    from turnkeeper.play.state import State
    from turnkeeper.rules.book import Rulebook
    from turnkeeper.rules.model.camp import Meals, Provision
    from turnkeeper.rules.model.conduct import Activity

REMEMBERED = 256
"""The number of entries kept for each item: a day with more of them is not counted in full."""


class Had(Struct, frozen=True, array_like=True):
    """The party had ``count`` of a daily item at an instant; 0 where what it had that day was enough."""

    at: Instant
    item: str
    count: int


class Provisions(Struct, frozen=True, omit_defaults=True):
    """When the party last ate, and the latest that it had of each daily item, in order of time."""

    ate: Instant | None = None
    had: tuple[Had, ...] = ()

    def of(self, item: str) -> tuple[Had, ...]:
        """Return each time that the party had an item."""
        return tuple(one for one in self.had if one.item == item)

    def given(self, item: str, count: int, at: Instant) -> tuple[Had, ...]:
        """Return what was had with one more entry for an item; of each item only the latest are kept."""
        before = self.of(item)[: 1 - REMEMBERED]
        return (*(one for one in self.had if one not in before), Had(at, item, count))


class Portion(Struct, frozen=True, array_like=True):
    """A number of an item; 0 when what was had of it that day is enough."""

    item: str
    count: int


class Lack(Struct, frozen=True):
    """The party has been without an item since ``last``, and in a condition once it ``began``."""

    kind: str
    provision: Provision
    last: Instant
    began: Instant


class RecoveryBarred(Event, frozen=True, tag="recovery-barred.1"):
    """The lack of an item kept the party from recovering."""

    what: str
    condition: str


class Fed(Event, frozen=True, tag="fed.1"):
    """The party had what it needs: a meal, or its items; a count is 0 where the day had had enough."""

    meal: bool
    had: tuple[Portion, ...] = ()


class MealReminded(Event, frozen=True, tag="meal-reminded.1"):
    """A meal is due or overdue: the party has been ``hungry`` that long."""

    hungry: Duration
    overdue: bool = False


class WentWithout(Event, frozen=True, tag="went-without.1"):
    """The party has lacked something long enough to be in a condition."""

    what: str
    lasts: Duration
    condition: str


# Current needs


def _set_out(state: State) -> Instant | None:
    """Return when the first living member joined; before that nothing was needed."""
    return min((one.joined for one in state.party.living), default=None)


def last_meal(state: State) -> Instant | None:
    """Return when the party last ate, or ``None`` if it never did."""
    return state.provisions.ate


def hungry_since(state: State) -> Instant | None:
    """Return since when the party has not eaten: the last meal, or else the day it set out."""
    out, last = _set_out(state), last_meal(state)
    return out if out is None or last is None else max(out, last)


def next_meal(state: State, book: Rulebook) -> tuple[Instant, Instant] | None:
    """Return when the next meal is due and overdue; ``None`` where meals are not kept or nobody eats."""
    meals, since = book.set.meals, hungry_since(state)
    if meals is None or since is None:
        return None
    return since + book.duration(meals.due), since + book.duration(meals.overdue)


def coming_lacks(state: State, book: Rulebook) -> tuple[Lack, ...]:
    """Return, for each daily item that is counted, the lack and when it begins or began."""
    out = _set_out(state)
    if out is None:
        return ()
    found = ((kind, one, _last_had(state, one.item)) for kind, one in book.set.provisions.items())
    since = [(kind, one, max(out, last)) for kind, one, last in found if last is not None]
    return tuple(Lack(kind, one, last, last + book.duration(one.without)) for kind, one, last in since)


def _last_had(state: State, item: str) -> Instant | None:
    """Return when an item was last had, else first counted; ``None`` if it is not counted."""
    counted = next((one.since for one in state.supplies.items if one.item == item), None)
    had = state.provisions.of(item)
    return counted if counted is None or not had else max(counted, had[-1].at)


def lacks(state: State, book: Rulebook, now: Instant) -> tuple[Lack, ...]:
    """Return the daily needs that the party has lacked for too long at an instant (C-FOOD-1, D-CAMP-4)."""
    return tuple(one for one in coming_lacks(state, book) if one.began <= now)


def conditions(state: State, book: Rulebook) -> tuple[str, ...]:
    """Return the conditions that lacks have put the party in, each once."""
    return tuple(dict.fromkeys(one.provision.condition for one in lacks(state, book, state.now)))


def bars_recovery(state: State, book: Rulebook, now: Instant) -> Lack | None:
    """Return the lack that bars recovery, if there is one (D-CAMP-4)."""
    return next((one for one in lacks(state, book, now) if one.provision.no_recovery), None)


def barred(decision: Decision) -> bool:
    """Return whether a lack bars recovery now, and record it if so (D-CAMP-4)."""
    lack = bars_recovery(decision.state, decision.book, decision.at)
    if lack is None:
        return False
    one = lack.provision
    decision.record(RecoveryBarred(lack.kind, one.condition, rule=one.rule.id))
    return True


def hampers(state: State, book: Rulebook, attribute: str, now: Instant) -> Lack | None:
    """Return the lack that gives checks of an attribute disadvantage, if there is one (D-CAMP-4)."""
    return next((one for one in lacks(state, book, now) if attribute in one.provision.hampers), None)


# Using items, and the effects


def needs(decision: Decision, activity: Activity, at: Instant) -> tuple[Portion, ...]:
    """Return what an activity that ends then uses: for each member, less what the day has had."""
    each = {RATION: activity.rations, **activity.uses} if activity.rations else activity.uses
    return tuple(Portion(item, _portion(decision, item, count, at)) for item, count in each.items())


def _portion(decision: Decision, item: str, each: int, at: Instant) -> int:
    heads = len(decision.state.party.living)
    daily = next((one for one in decision.book.set.provisions.values() if one.item == item), None)
    if daily is None:
        return each * heads
    had = had_today(decision.state, decision.book, item, at)
    return max(0, min(each * heads, daily.each_day * heads - had))


def had_today(state: State, book: Rulebook, item: str, at: Instant | None = None) -> int:
    """Return how many of an item were had since the midnight before an instant, by default now."""
    midnight = book.scale.start_of("day", state.now if at is None else at)
    return sum(one.count for one in state.provisions.of(item) if midnight <= one.at)


def feed(decision: Decision, activity: Activity, portions: tuple[Portion, ...]) -> None:
    """Record what an activity gave the party to eat and drink; a sleep gives only what it used."""
    if not decision.state.party.living:
        return
    daily = {one.item for one in decision.book.set.provisions.values()}
    given = tuple(one for one in portions if one.count or not activity.sleeps)
    had = tuple(one for one in given if one.item in daily)
    meals = decision.book.set.meals
    meal = meals is not None and (activity.eats or _feeds(activity, meals, given))
    if had or meal:
        decision.record(Fed(meal, had, rule=activity.rule.id))


def _feeds(activity: Activity, meals: Meals, given: tuple[Portion, ...]) -> bool:
    return activity.sleeps and any(one.item == meals.item for one in given)


# Falling due


def schedule(decision: Decision, start: Instant, until: Instant) -> None:
    """Schedule reminders: of a meal that falls due, unless all sleep, and of a lack that begins."""
    if decision.book.set.meals is None and not decision.book.set.provisions:
        return
    asleep = decision.resting is not None and decision.resting.sleeps
    since = None if asleep else hungry_since(decision.state)
    if since is not None:
        for at, overdue in _reminders(decision, since):
            if start < at <= until:
                decision.schedule(at, Rank.REMINDS, 0, partial(_remind, since, overdue))
    for lack in coming_lacks(decision.state, decision.book):
        if start < lack.began <= until:
            decision.schedule(lack.began, Rank.REMINDS, 0, partial(_go_without, lack))


def _reminders(decision: Decision, since: Instant) -> Iterator[tuple[Instant, bool]]:
    meals = decision.book.set.meals
    if meals is not None:
        yield since + decision.book.duration(meals.due), False
        yield since + decision.book.duration(meals.overdue), True


def _remind(since: Instant, overdue: bool, decision: Decision) -> None:  # noqa: FBT001 - bound by position
    if hungry_since(decision.state) == since and decision.book.set.meals is not None:
        rule = decision.book.set.meals.rule.id
        decision.record(MealReminded(decision.at - since, overdue, rule=rule))


def _go_without(lack: Lack, decision: Decision) -> None:
    if lack in coming_lacks(decision.state, decision.book):
        one = lack.provision
        without = WentWithout(lack.kind, decision.at - lack.last, one.condition, rule=one.rule.id)
        decision.record(without)


def wake(decision: Decision, asleep: Instant) -> None:
    """Remind a party that wakes unfed of what fell due while it slept, only the most pressing."""
    since = hungry_since(decision.state)
    if since is None:
        return
    missed = [overdue for at, overdue in _reminders(decision, since) if asleep < at <= decision.at]
    if missed:
        _remind(since, missed[-1], decision)


def _fed(state: State, event: Fed) -> State:
    provisions = state.provisions
    for one in event.had:
        provisions = replace(provisions, had=provisions.given(one.item, one.count, event.at))
    return replace(state, provisions=replace(provisions, ate=event.at) if event.meal else provisions)


def _tell_fed(event: Fed, _book: Rulebook) -> str:
    if not event.meal:
        return f"the party has had its {_and(one.item for one in event.had)}"
    again = _and(one.item for one in event.had if not one.count)
    return "the party has eaten" + (f", from the day's {again}" if again else "")


def _and(names: Iterator[str]) -> str:
    return " and ".join(names)


def _tell_reminded(event: MealReminded, book: Rulebook) -> str:
    due = "overdue" if event.overdue else "due"
    return f"a meal is {due}: nothing eaten for {book.scale.say_clock(event.hungry)}"


def _tell_without(event: WentWithout, book: Rulebook) -> str:
    return f"no {event.what} for {book.scale.say_clock(event.lasts)}: {event.condition}"


MECHANISM = Mechanism(
    events=(
        happens(Fed, _fed, _tell_fed),
        happens(MealReminded, unchanged, _tell_reminded),
        happens(WentWithout, unchanged, _tell_without),
        happens(
            RecoveryBarred,
            unchanged,
            lambda event, _book: f"nobody recovers: {event.condition}, no {event.what}",
        ),
    ),
    schedules=schedule,
    slices=("provisions",),
)
