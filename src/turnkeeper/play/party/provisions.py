"""Meals and daily needs: when one is due, what the party lacks, and the conditions that follow.

Hunger is not counted up: the mechanism keeps who ate when and what they had, and the rest is computed from
that. Only counted items are reported among the daily needs: an uncounted item never runs out.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from turnkeeper.play.kernel.decision import Decision
from turnkeeper.play.kernel.event import Event, State, happens, together, unchanged
from turnkeeper.play.kernel.mechanism import Mechanism
from turnkeeper.play.party import supplies
from turnkeeper.play.party.hunger import (
    MealReminded,
    NeedFellDue,
    WentWithout,
    tell_due,
    tell_hungry,
    tell_reminded,
    tell_without,
)
from turnkeeper.play.party.party import Character
from turnkeeper.play.party.supplies import RATION
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model.camp import Provision
from turnkeeper.rules.model.conduct import Activity
from turnkeeper.time import ORIGIN, Instant, Rank

REMEMBERED = 256
"""The number of entries kept for each item: a day with more of them is not counted in full."""


class Had(Struct, frozen=True, array_like=True):
    """``who``, or else all, had ``count`` of a daily item; 0 where what they had that day was enough."""

    at: Instant
    item: str
    count: int
    who: str = ""


class Provisions(Struct, frozen=True, omit_defaults=True):
    """When the party last ate, who has eaten alone since, and the latest that was had of each daily item."""

    ate: Instant | None = None
    had: tuple[Had, ...] = ()
    alone: tuple[tuple[str, Instant], ...] = ()

    def meal_of(self, who: str) -> Instant | None:
        """Return when a member last ate, alone or with all."""
        return dict(self.alone).get(who, self.ate)

    def of(self, item: str) -> tuple[Had, ...]:
        """Return each time that the party had an item."""
        return tuple(one for one in self.had if one.item == item)

    def given(self, entry: Had) -> tuple[Had, ...]:
        """Return the entries with one more; of each item only the latest are kept."""
        before = self.of(entry.item)[: 1 - REMEMBERED]
        return (*(one for one in self.had if one not in before), entry)


class Portion(Struct, frozen=True, array_like=True):
    """A number of an item; 0 when what was had of it that day is enough."""

    item: str
    count: int


class Lack(Struct, frozen=True):
    """``who``, or else all, are without an item since ``last``, and in a condition once it ``began``."""

    kind: str
    provision: Provision
    last: Instant
    began: Instant
    who: tuple[str, ...] = ()

    def bears_on(self, who: str) -> bool:
        """Return whether a member is among those who lack it."""
        return not self.who or who in self.who


class RecoveryBarred(Event, frozen=True, tag="recovery-barred.1"):
    """The lack of an item kept ``who``, or else all, from recovering."""

    what: str
    condition: str
    who: tuple[str, ...] = ()


class Fed(Event, frozen=True, tag="fed.1"):
    """``who``, or else all, had a meal or daily items; a count is 0 where the day had had enough."""

    meal: bool
    had: tuple[Portion, ...] = ()
    who: str = ""


# Current needs


def last_meal(state: State) -> Instant | None:
    """Return the last meal of the hungriest of the party, or ``None`` if they never ate."""
    ate = [state.provisions.meal_of(one.name) for one in state.party.living]
    return min((at for at in ate if at is not None), default=None) if None not in ate else None


def hungry_since(state: State) -> Instant | None:
    """Return since when the hungriest has not eaten: since their last meal, or else since they joined."""
    return min((_fed_at(state, one) for one in state.party.living), default=None)


def _fed_at(state: State, one: Character) -> Instant:
    ate = state.provisions.meal_of(one.name)
    return one.joined if ate is None else max(one.joined, ate)


def hungriest(state: State) -> tuple[str, ...]:
    """Return who have gone without a meal for longest, where it is not everybody."""
    living, since = state.party.living, hungry_since(state)
    found = tuple(one.name for one in living if _fed_at(state, one) == since)
    return () if len(found) == len(tuple(living)) else found


def next_meal(state: State, book: Rulebook) -> tuple[Instant, Instant] | None:
    """Return when the next meal is due and overdue; ``None`` where meals are not kept or nobody eats."""
    meals, since = book.set.meals, hungry_since(state)
    if meals is None or since is None:
        return None
    return since + book.duration(meals.due), since + book.duration(meals.overdue)


def coming_lacks(state: State, book: Rulebook) -> tuple[Lack, ...]:
    """Return, for each daily item that is counted, whose lack of it begins or began when.

    Whoever joins had what they needed until then.
    """
    found: list[Lack] = []
    for kind, one in book.set.provisions.items():
        if not one.without:
            continue
        since: dict[Instant, list[str]] = {}
        for each in state.party.living:
            last = _last_had(state, one.item, each.name)
            if last is not None:
                served = _served_until(state, book, one, each.name)
                since.setdefault(max(each.joined, last, served), []).append(each.name)
        for last, names in sorted(since.items()):
            some = tuple(names) if len(since) > 1 else ()
            found.append(Lack(kind, one, last, last + book.duration(one.without), some))
    return tuple(found)


def _last_had(state: State, item: str, who: str) -> Instant | None:
    """Return when a member last had an item, else when it was first counted; ``None`` if it is not."""
    counted = next((one.since for one in state.supplies.items if one.item == item), None)
    had = (one.at for one in reversed(state.provisions.had) if one.item == item and one.who in {"", who})
    return counted if counted is None else max(counted, next(had, counted))


def _served_until(state: State, book: Rulebook, one: Provision, who: str) -> Instant:
    """Return the end of the latest day that a member had all they need for, where that serves the day."""
    had = (each.at for each in reversed(state.provisions.had) if each.item == one.item)
    latest = next((at for at in had if _had_today(state, book, one.item, at, who) >= one.each_day), None)
    if latest is None or not one.whole_day:
        return ORIGIN
    return book.scale.start_of("day", latest) + book.scale.day


def lacks(state: State, book: Rulebook, now: Instant) -> tuple[Lack, ...]:
    """Return the daily needs that the party has lacked for too long at an instant."""
    return tuple(one for one in coming_lacks(state, book) if one.began <= now)


def conditions(state: State, book: Rulebook) -> tuple[str, ...]:
    """Return the conditions that lacks have put the party in, each once."""
    return tuple(dict.fromkeys(one.provision.condition for one in lacks(state, book, state.now)))


def recovering(decision: Decision, people: tuple[Character, ...]) -> tuple[Character, ...]:
    """Return those whom no lack bars from recovering now, and record the lacks that do."""
    for lack in lacks(decision.state, decision.book, decision.at):
        barred = [one for one in people if lack.provision.no_recovery and lack.bears_on(one.name)]
        if barred:
            one = lack.provision
            decision.record(RecoveryBarred(lack.kind, one.condition, lack.who, rule=one.rule.id))
            people = tuple(each for each in people if each not in barred)
    return people


def hampers(state: State, book: Rulebook, attribute: str, who: str, now: Instant) -> Lack | None:
    """Return the lack that gives a member's checks of an attribute disadvantage, if any."""
    found = (one for one in lacks(state, book, now) if attribute in one.provision.hampers)
    return next((one for one in found if one.bears_on(who)), None)


# Using items, and the effects


def needs(
    state: State, book: Rulebook, activity: Activity, at: Instant, who: str = ""
) -> tuple[Portion, ...]:
    """Return the supplies that an activity takes as it ends, of all or of one: less those of the day."""
    each = {RATION: activity.rations, **activity.uses} if activity.rations else activity.uses
    return tuple(_portion(state, book, Portion(item, count), at, who) for item, count in each.items())


def _portion(state: State, book: Rulebook, each: Portion, at: Instant, who: str) -> Portion:
    heads = 1 if who else len(state.party.living)
    most = (one.each_day for one in book.set.provisions.values() if one.item == each.item)
    daily = next(most, None)
    if daily is None:
        return Portion(each.item, each.count * heads)
    left = daily * heads - _had_today(state, book, each.item, at, who)
    return Portion(each.item, max(0, min(each.count * heads, left)))


def _had_today(state: State, book: Rulebook, item: str, at: Instant, who: str) -> int:
    """Return how many of an item all have had since the midnight before an instant, or one of them."""
    midnight, heads = book.scale.start_of("day", at), max(1, len(state.party.living))
    had = [one for one in state.provisions.of(item) if midnight <= one.at]
    if not who:
        return sum(one.count for one in had)
    return sum(one.count if one.who else one.count // heads for one in had if one.who in {"", who})


def short_of(state: State, portions: tuple[Portion, ...]) -> Portion | None:
    """Return the first portion for which too little is left of a counted item, if any."""
    left = ((one, state.supplies.of(one.item)) for one in portions)
    return next((one for one, there in left if there is not None and there < one.count), None)


def serve(decision: Decision, activity: Activity, who: str) -> None:
    """Use up what an activity needs and feed those who do it.

    Sleep does not wait for food: where it is short, those who come first in the party have it, and
    the others go without.
    """
    state, book, at = decision.state, decision.book, decision.at
    portions = needs(state, book, activity, at, who)
    if not activity.sleeps or short_of(state, portions) is None:
        _serve(decision, activity, portions, who)
        return
    for one in (one for one in state.party.living if who in {"", one.name}):
        own = needs(state, book, activity, at, one.name)
        left = tuple(each for each in own if short_of(decision.state, (each,)) is None)
        _serve(decision, activity, left, one.name)


def _serve(decision: Decision, activity: Activity, portions: tuple[Portion, ...], who: str) -> None:
    for one in portions:
        supplies.take(decision, one.item, one.count, activity.rule.id)
    _feed(decision, activity, portions, who)


def _feed(decision: Decision, activity: Activity, portions: tuple[Portion, ...], who: str) -> None:
    """Record what an activity gave to eat and drink; a sleep gives only what it used."""
    if not decision.state.party.living:
        return
    daily = {one.item for one in decision.book.set.provisions.values()}
    given = tuple(one for one in portions if one.count or not activity.sleeps)
    had = tuple(one for one in given if one.item in daily)
    meals = decision.book.set.meals
    meal = meals is not None and (activity.eats or _feeds(activity, meals, given))
    if had or meal:
        decision.record(Fed(meal, had, who, rule=activity.rule.id))


def _feeds(activity: Activity, meals: Provision, given: tuple[Portion, ...]) -> bool:
    return activity.sleeps and any(one.item == meals.item for one in given)


# Falling due


def schedule(decision: Decision, start: Instant, until: Instant) -> None:
    """Schedule reminders: of a meal that falls due, unless all sleep, and of a lack that begins."""
    if decision.book.set.meals is None and not decision.book.set.provisions:
        return
    asleep = decision.all_resting is not None and decision.all_resting.sleeps
    since = None if asleep else hungry_since(decision.state)
    if since is not None:
        for at, overdue in _reminders(decision, since):
            if start < at <= until:
                decision.schedule(at, Rank.REMINDS, 0, partial(_remind, since, overdue))
    for lack in coming_lacks(decision.state, decision.book):
        if start < lack.began <= until:
            decision.schedule(lack.began, Rank.REMINDS, 0, partial(_go_without, lack))
        warns = lack.provision.warns
        due = lack.began - decision.book.duration(warns) if warns and not asleep else start
        if start < due <= until:
            decision.schedule(due, Rank.REMINDS, 0, partial(_fall_due, lack))


def _reminders(decision: Decision, since: Instant) -> Iterator[tuple[Instant, bool]]:
    meals = decision.book.set.meals
    if meals is not None:
        yield since + decision.book.duration(meals.due), False
        yield since + decision.book.duration(meals.overdue), True


def _remind(since: Instant, overdue: bool, decision: Decision) -> None:  # noqa: FBT001 - bound by position
    if hungry_since(decision.state) == since and decision.book.set.meals is not None:
        rules = decision.book.set.meals
        rule = (rules.meals or rules.rule).id
        who = hungriest(decision.state)
        decision.record(MealReminded(decision.at - since, overdue, who, rule=rule))


def _fall_due(lack: Lack, decision: Decision) -> None:
    one = lack.provision
    left = decision.state.supplies.of(one.item)
    if left and lack in coming_lacks(decision.state, decision.book):
        since = decision.at - lack.last
        due = NeedFellDue(lack.kind, one.item, since, left, one.condition, lack.who, rule=one.rule.id)
        decision.record(due)


def _go_without(lack: Lack, decision: Decision) -> None:
    if lack in coming_lacks(decision.state, decision.book):
        one = lack.provision
        lasts = decision.at - lack.last
        without = WentWithout(lack.kind, lasts, one.condition, lack.who, rule=one.rule.id)
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
        provisions = replace(provisions, had=provisions.given(Had(event.at, one.item, one.count, event.who)))
    if event.meal and event.who:
        alone = {**dict(provisions.alone), event.who: event.at}
        provisions = replace(provisions, alone=tuple(alone.items()))
    elif event.meal:
        provisions = replace(provisions, ate=event.at, alone=())
    return replace(state, provisions=provisions)


def _tell_fed(event: Fed, _book: Rulebook) -> str:
    who = event.who or "the party"
    if not event.meal:
        return f"{who} has had {'their' if event.who else 'its'} {_and(one.item for one in event.had)}"
    again = _and(one.item for one in event.had if not one.count)
    return f"{who} has eaten" + (f", from the day's {again}" if again else "")


def _and(names: Iterator[str]) -> str:
    return " and ".join(names)


def _by_one_lack(event: RecoveryBarred, _book: Rulebook) -> Hashable:
    return event.at, event.what, bool(event.who)


def _tell_barred(events: Sequence[RecoveryBarred], _book: Rulebook) -> str:
    who = ", ".join(name for event in events for name in event.who)
    barred = f"{who} not recovering" if who else "nobody recovers"
    return f"{barred}: {events[0].condition}, no {events[0].what}"


MECHANISM = Mechanism(
    events=(
        happens(Fed, _fed, _tell_fed, trails=True),
        happens(MealReminded, unchanged, tell_reminded, plainly=tell_hungry),
        happens(NeedFellDue, unchanged, tell_due),
        happens(WentWithout, unchanged, tell_without),
        happens(
            RecoveryBarred,
            unchanged,
            lambda event, book: _tell_barred([event], book),
            together=together(_by_one_lack, _tell_barred),
        ),
    ),
    schedules=schedule,
    slices=("provisions",),
)
