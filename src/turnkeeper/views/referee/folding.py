"""Quiet stretches of the log, folded: ``08:00 to 11:20: 20 turns, 14 checks, nothing``.

A command is quiet when each of its events says of itself that nothing came of it. Those that follow each
other on one day are told in one line. Nothing is left out: a fold holds its commands, which are told as ever
once it is opened.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import TypeVar

from msgspec import Struct

from turnkeeper.app import codec
from turnkeeper.app.campaign import Campaign
from turnkeeper.app.log import Line
from turnkeeper.play.clock.checks import Checked
from turnkeeper.play.clock.clock import TaskEnded
from turnkeeper.play.kernel.event import Event
from turnkeeper.play.registry import REGISTRY
from turnkeeper.record import CommitId
from turnkeeper.rules.book import Rulebook
from turnkeeper.time import NO_TIME, Duration, Instant

FEWEST = 2
"""The fewest commands that are folded."""
MOST_OF_A_STEP = 12
MOST_UNITS = 99
"""The most units of one step, and in all, that are counted; more are said by the clock."""
Told = TypeVar("Told")


class Quiet(Struct, frozen=True):
    """What passed with a command of which nothing came: when, in which steps, with how many checks."""

    since: Instant
    until: Instant
    steps: tuple[Duration, ...]
    checks: int


class LogFold(Struct, frozen=True):
    """A stretch in which nothing happened, from the command ``first`` to the ``last``.

    ``since`` and ``until`` are its times, ``says`` the rest of its line: ``20 turns, 14 checks, nothing``.
    """

    first: str
    last: str
    since: str
    until: str
    says: str


def quiet_of(events: Sequence[Event], book: Rulebook) -> Quiet | None:
    """Return the time that passed with an uneventful command; ``None`` for any other."""
    if not events or any(REGISTRY.is_news(one, book) for one in events):
        return None
    ended = [one for one in events if isinstance(one, TaskEnded)]
    steps = tuple(one.takes for one in ended if one.takes > NO_TIME)
    since = min((one.at - one.takes for one in ended), default=events[0].at)
    return Quiet(since, events[-1].at, steps, sum(isinstance(one, Checked) for one in events))


def stretches(
    commands: Sequence[Told], quiet: Callable[[Told], Quiet | None], book: Rulebook
) -> Iterator[tuple[Quiet | None, tuple[Told, ...]]]:
    """Yield commands, the oldest first, in stretches: what passed in a quiet one, nothing for each other."""

    def kind(place: int) -> tuple[int, int]:
        one = quiet(commands[place])
        return (place, -1) if one is None else (-1, one.since.ms // book.scale.day.ms)

    for (alone, _), places in groupby(range(len(commands)), key=kind):
        some = tuple(commands[place] for place in places)
        each = [one for one in map(quiet, some) if one is not None]
        if alone < 0 and len(some) >= FEWEST:
            steps = tuple(step for one in each for step in one.steps)
            yield Quiet(each[0].since, each[-1].until, steps, sum(one.checks for one in each)), some
        else:
            yield from ((None, (one,)) for one in some)


def fold(quiet: Quiet, first: str, last: str, book: Rulebook) -> LogFold:
    """Return a quiet stretch between two commits, in words."""
    say = book.scale.say_instant
    return LogFold(first, last, say(quiet.since), say(quiet.until), _said(quiet, book))


def folds_of(campaign: Campaign, lines: Iterable[Line]) -> dict[str, LogFold]:
    """Return the fold of each commit in a stretch of the log that lies in one; the head lies in none."""
    commits = list(dict.fromkeys(CommitId(line.commit) for line in lines))

    def quiet(commit_id: CommitId) -> Quiet | None:
        events = codec.decode_events(campaign.store.commit(commit_id).events)
        return None if commit_id == campaign.head.id else quiet_of(events, campaign.book)

    return {
        commit: fold(one, some[0], some[-1], campaign.book)
        for one, some in stretches(commits, quiet, campaign.book)
        if one is not None
        for commit in some
    }


def _said(quiet: Quiet, book: Rulebook) -> str:
    checks = f"{quiet.checks} {'check' if quiet.checks == 1 else 'checks'}" if quiet.checks else ""
    return ", ".join(one for one in (_passed(quiet.steps, book), checks, "nothing") if one)


def _passed(steps: Sequence[Duration], book: Rulebook) -> str:
    """Return how long steps took in all, in the largest unit in which each of them is whole."""
    total = sum(steps, NO_TIME)
    if total == NO_TIME:
        return ""
    for unit in reversed(book.scale.units):
        each, count = [divmod(step.ms, unit.length.ms) for step in steps], total.ms // unit.length.ms
        if count <= MOST_UNITS and all(of <= MOST_OF_A_STEP and not rest for of, rest in each):
            return f"{count} {unit.name if count == 1 else unit.plural}"
    return book.scale.plain.say(total)
