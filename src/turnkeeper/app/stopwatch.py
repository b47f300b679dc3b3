"""The stopwatch of a table: it measures the table's own time from stamp to stamp, and says it as a command.

The time that it says is a command like any other: told, recorded, undone. It counts while something burns
by that time, and where a fight stops it, not in a fight. What it has not said yet is lost with the program.
A stamp that jumps is put aside and asked about: a laptop may have slept.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec import Struct

from turnkeeper.app.outcomes import MovedTo, Outcome
from turnkeeper.play.dungeon import table_clock
from turnkeeper.play.dungeon.table_clock import TablePassed
from turnkeeper.play.kernel.event import Refusal
from turnkeeper.time import Duration

if TYPE_CHECKING:
    from turnkeeper.app.session import Session

MINUTE = 60_000
SAYS_EVERY = 5 * MINUTE
"""So much is said at once: less would fill the history, more would show lights that are nearly out as new."""
RUN, PAUSE, COUNT, DROP = "run", "pause", "count", "drop"


class Stopwatch:
    """What was measured and is not said yet, and what was put aside, in milliseconds."""

    def __init__(self, wall: Callable[[], int]) -> None:
        """Begin at rest; the ``wall`` clock is in Unix milliseconds."""
        self.wall = wall
        self.changes = 0
        """How often it came to stand otherwise than before."""
        self._stamp: int | None = None
        self.kept = 0
        self.doubted = 0

    @property
    def running(self) -> bool:
        """Return whether time is measured."""
        return self._stamp is not None

    def run(self) -> None:
        """Measure from now on."""
        self._stamp = self.wall()

    def rest(self) -> None:
        """Measure no longer."""
        self._stamp = None

    def measure(self, most: int | None, *, counts: bool) -> bool:
        """Take the time since the last stamp: as measured, or where nothing ``counts`` it, not at all.

        More than the ``most`` that is trusted is put aside, and the stopwatch rests; returns whether it was
        trusted. A stamp that lies before the last one counts for nothing.
        """
        if self._stamp is None:
            return True
        now = self.wall()
        passed, self._stamp = max(0, now - self._stamp), now
        if counts and most is not None and passed > most:
            self.doubted += passed
            self.rest()
            return False
        self.kept += passed if counts else 0
        return True


class StopwatchLine(Struct, frozen=True):
    """The stopwatch at a glance: whether it runs, whole minutes not said yet, and what it asks about."""

    runs: bool
    counts: bool
    unsaid: str = ""
    doubted: str = ""


def line(session: Session) -> StopwatchLine | None:
    """Return how a session's stopwatch stands; ``None`` where nothing burns by the table's time."""
    book, watch = session.campaign.book, session.stopwatch
    if book.set.table_clock is None:
        return None
    say = book.scale.say_clock
    return StopwatchLine(
        watch.running,
        table_clock.runs(session.campaign.state, book),
        say(Duration(watch.kept // MINUTE * MINUTE)) if watch.kept >= MINUTE else "",
        say(Duration(watch.doubted // MINUTE * MINUTE)) if watch.doubted else "",
    )


def keep(session: Session) -> Outcome | None:
    """Measure until now; say the time that is due, and return the outcome, or ``None``."""
    watch = session.stopwatch
    if not watch.running:
        return None
    counts = table_clock.runs(session.campaign.state, session.campaign.book)
    trusted = watch.measure(_most(session), counts=counts)
    outcome = _say(session, SAYS_EVERY) if trusted else _doubted(session)
    watch.changes += outcome is not None
    return outcome


def _most(session: Session) -> int | None:
    """Return how much at once is trusted, where the rule set says."""
    book = session.campaign.book
    rules = book.set.table_clock
    return None if rules is None or not rules.asks_over else book.duration(rules.asks_over).ms


def carry_out(session: Session, said: str) -> Outcome:
    """Carry out a word about the stopwatch: run, pause, count or drop what was put aside; none turns it."""
    watch = session.stopwatch
    if session.campaign.book.set.table_clock is None:
        return Refusal("no-table-clock", "nothing burns by the table's time in this rule set")
    word = said or (PAUSE if watch.running else RUN)
    watch.changes += 1
    match word:
        case "run":
            watch.run()
            return _told(session, "the stopwatch runs")
        case "pause":
            keep(session)
            watch.rest()
            return _say(session, MINUTE) or _told(session, "the stopwatch is paused")
        case "count" | "drop":
            return _settle(session, counts=word == COUNT)
        case _:
            words = f"one of {RUN}, {PAUSE}, {COUNT}, {DROP}"
            return Refusal("stopwatch", f"the stopwatch cannot {said[:20]}", words)


def _settle(session: Session, *, counts: bool) -> Outcome:
    watch = session.stopwatch
    if not watch.doubted:
        return Refusal("stopwatch", "nothing was put aside", "stopwatch run, or pause")
    watch.kept, watch.doubted = watch.kept + (watch.doubted if counts else 0), 0
    watch.run()
    return _say(session, MINUTE) or _told(session, "the stopwatch runs")


def _say(session: Session, least: int) -> Outcome | None:
    """Say whole minutes once they come to the least, or a source is used up within them; else ``None``.

    Where a throw or a choice is waited for they are said afterwards.
    """
    watch, campaign = session.stopwatch, session.campaign
    first = min((rest.ms for _, rest in table_clock.burning(campaign.state, campaign.book)), default=None)
    if first is None or session.wanted is not None or campaign.state.question is not None:
        return None
    if watch.kept < min(least, first):
        return None
    whole = watch.kept // MINUTE * MINUTE
    lasts = first if watch.kept < least or whole < first <= watch.kept else whole
    most = _most(session)
    said = campaign.express(TablePassed(Duration(lasts), sure=most is not None and lasts > most))
    if isinstance(said, Refusal):
        return said
    outcome = session.carry_out(said)
    if not isinstance(outcome, Refusal):
        watch.kept -= lasts
    return outcome


def _doubted(session: Session) -> Refusal:
    said = session.campaign.book.scale.say_clock(Duration(session.stopwatch.doubted // MINUTE * MINUTE))
    message = f"{said} passed at once: the stopwatch is paused"
    return Refusal("doubted", message, "stopwatch count burns it, stopwatch drop leaves it out")


def _told(session: Session, said: str) -> MovedTo:
    return MovedTo(session.head, said)
