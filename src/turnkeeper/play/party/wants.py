"""Wants: what going without a daily need costs, at the end of each day on which a member had too little.

Nothing is counted up: the days are found in what everybody had. What each had is kept by `provisions`.
"""

from __future__ import annotations

from functools import partial

from turnkeeper.play.kernel.decision import Decision
from turnkeeper.play.kernel.event import State
from turnkeeper.play.kernel.mechanism import Mechanism
from turnkeeper.play.party import abilities, fatigue
from turnkeeper.play.party.party import Character
from turnkeeper.play.party.provisions import RecoveryBarred
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model.camp import Provision
from turnkeeper.time import Duration, Instant, Rank

LEAST = Duration(1)


def days_without(state: State, book: Rulebook, one: Provision, who: Character, midnight: Instant) -> int:
    """Return on how many whole days in a row, the last of which ends at a midnight, a member had too little.

    Days count from when they joined and the item was counted, and only whole ones.
    """
    counted = next((each.since for each in state.supplies.items if each.item == one.item), None)
    if counted is None or one.want is None:
        return 0
    day, days = book.scale.day, 0
    while midnight >= max(who.joined, counted) + day * (days + 1):
        until = midnight - day * days
        if _had_between(state, one.item, until - day, until, who.name) >= one.want.fewer:
            break
        days += 1
    return days


def _had_between(state: State, item: str, since: Instant, until: Instant, who: str) -> int:
    heads = max(1, len(state.party.living))
    had = (one for one in state.provisions.of(item) if since <= one.at < until and one.who in {"", who})
    return sum(one.count if one.who else one.count // heads for one in had)


def _wants(state: State, book: Rulebook, one: Provision, who: Character, midnight: Instant) -> bool:
    """Return whether going without costs a member something at a midnight."""
    if one.want is None:
        return False
    more = abilities.adds(book, who, one.want.adds) if one.want.adds else 0
    return days_without(state, book, one, who, midnight) >= max(1, one.want.days + more)


def shedding(decision: Decision, people: tuple[Character, ...]) -> tuple[Character, ...]:
    """Return those whose fatigue a rest takes away: not where going without keeps it."""
    state, book = decision.state, decision.book
    midnight = book.scale.start_of("day", decision.at)
    for kind, one in book.set.provisions.items():
        kept = tuple(
            who.name
            for who in people
            if one.want is not None and one.want.stays and who.fatigue
            if _wants(state, book, one, who, midnight)
            and _had_between(state, one.item, midnight, decision.at + LEAST, who.name) < one.each_day
        )
        if kept and one.want is not None:
            decision.record(RecoveryBarred(kind, one.condition, kept, rule=one.want.rule.id))
            people = tuple(who for who in people if who.name not in kept)
    return people


def _end_day(one: Provision, decision: Decision) -> None:
    """Have those who went without for long enough pay for it, at the end of a day."""
    if one.want is None:
        return
    for who in decision.state.party.living:
        if _wants(decision.state, decision.book, one, who, decision.at):
            fatigue.tire(decision, who, one.want.fatigue, one.want.rule.id)


def schedule(decision: Decision, start: Instant, until: Instant) -> None:
    """Schedule the end of each day, where going without costs something then."""
    day = decision.book.scale.day
    for one in decision.book.set.provisions.values():
        midnight = decision.book.scale.start_of("day", start) + day
        while one.want is not None and midnight <= until:
            decision.schedule(midnight, Rank.CHECKS, 0, partial(_end_day, one))
            midnight += day


MECHANISM = Mechanism(schedules=schedule, serves=lambda book: bool(book.set.provisions))
