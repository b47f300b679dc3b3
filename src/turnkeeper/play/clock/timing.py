"""The values of timers: what one is, when it ends and rings, all those that run, and their usual names."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from msgspec import Struct

from turnkeeper.play.kernel.event import Audience, State
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.checking.ground import structs
from turnkeeper.rules.model.procedures import StartTimerEffect
from turnkeeper.time import Duration, Instant, Rank, SortedMap

MarkKey = tuple[int, int, int]
STATES = ("stunned", "prone", "held", "asleep", "afraid", "blessed")
"""Words for conditions that last, offered beside those of the rules: house defaults."""
OTHERS = ("a spell", "a potion", "reinforcements")
"""Words for other things that last or come."""


class Timer(Struct, frozen=True, omit_defaults=True):
    """A named length of time. ``lasts`` is ``None`` until ended; ``every`` makes it ring repeatedly.

    All its events are ``seen_by`` those who saw it begin. ``until`` is what ends it where no length does: an
    activity, any ``rest``, or a combatant's turn; one that wants it ``unbroken`` is ended by no activity that
    was interrupted and resumed.
    """

    id: int
    name: str
    began: Instant
    lasts: Duration | None = None
    who: str = ""
    warn: Duration | None = None
    every: Duration | None = None
    seen_by: Audience = "table"
    until: str = ""
    unbroken: bool = False

    @property
    def due(self) -> Instant | None:
        """Return when it ends by itself, or ``None`` if it runs until ended."""
        return None if self.lasts is None else self.began + self.lasts

    @property
    def called(self) -> str:
        """Return its name, and the character for whom it runs."""
        return f"{self.name} ({self.who})" if self.who else self.name

    def marks(self, after: Instant) -> list[MarkKey]:
        """Return its next marks after an instant, as keys of the index."""
        found: list[MarkKey] = []
        due = self.due
        if due is not None and due > after:
            found.append((due.ms, Rank.ENDS, self.id))
            if self.warn is not None and due - self.warn > after:
                found.append(((due - self.warn).ms, Rank.REMINDS, self.id))
        if self.every is not None:
            rings = (after - self.began) // self.every + 1
            found.append(((self.began + self.every * max(rings, 1)).ms, Rank.REMINDS, self.id))
        return found


class Timers(Struct, frozen=True):
    """The running timers, and their coming marks."""

    live: SortedMap[int, Timer] = SortedMap()
    marks: SortedMap[MarkKey, None] = SortedMap()

    def named(self, name: str) -> list[Timer]:
        """Return the running timers of a name, the oldest first."""
        wanted = name.casefold()
        return [
            timer
            for timer in self.live.values()
            if wanted in {timer.name.casefold(), timer.called.casefold()}
        ]

    def binding(self, name: str, who: str) -> list[Timer]:
        """Return the running timers of a name that hold for a member, or for anybody where none is named."""
        return [timer for timer in self.named(name) if not who or timer.who in {"", who}]

    def unbound(self, timer: Timer, people: Iterable[str]) -> tuple[str, ...]:
        """Return for whom a timer begins that must be lifted: it is owed once, however often it falls due.

        What some of the people are rid of, and others not, comes to those anew; no name is everybody.
        """
        bound = {one.who for one in self.binding(timer.name, timer.who)}
        if timer.who or "" in bound:
            return () if bound else (timer.who,)
        return tuple(name for name in people if name not in bound) if bound else ("",)


def names_to_last(state: State, book: Rulebook) -> tuple[str, ...]:
    """Return usual names for a timer: those in use, the latest first, those of the rules, then ours."""
    return tuple(dict.fromkeys((*_in_use(state), *_of_rules(book), *STATES, *OTHERS)))


def states_to_last(state: State, book: Rulebook) -> tuple[str, ...]:
    """Return usual names for an effect on a combatant: the same, but our states before those of the rules."""
    return tuple(dict.fromkeys((*_in_use(state), *STATES, *_of_rules(book), *OTHERS)))


def _in_use(state: State) -> Iterable[str]:
    return (one.name for one in reversed(state.timers.live.values()) if one.every is None)


@lru_cache(maxsize=32)
def _of_rules(book: Rulebook) -> tuple[str, ...]:
    """Return the names of the timers that the rules themselves begin."""
    begun = (one.timer for _, one in structs(book.set) if isinstance(one, StartTimerEffect))
    return tuple(dict.fromkeys(begun))
