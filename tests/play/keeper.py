"""A game kept in memory for tests: commands as they are said, faces as they fall, no store.

    keeper = keep("enter dungeon Barrow", "party Varda wisdom 12; Orlo")
    keeper.do("light torch for Orlo", dice=CALM)
    keeper.do("search", "9")                 # one text for each throw, as people type faces
    keeper.refused("pick lok")               # the rules' no
    keeper.needs("search")                   # the throw that nobody has answered

Whatever is done is checked on the way: all faces that were given are thrown, and the events alone lead to
the state that was decided.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import TypeVar

from msgspec import Struct

from turnkeeper.chance.drivers import TypedFaces, every_weighed
from turnkeeper.chance.throws import Answer, Driver, Throw, from_text
from turnkeeper.play.decide import Decided, Needed, decide
from turnkeeper.play.dungeon.place import begin
from turnkeeper.play.fold import fold, happened_by
from turnkeeper.play.kernel.event import Command, Event, Refusal
from turnkeeper.play.kernel.language import Language
from turnkeeper.play.registry import DECLARED, tell
from turnkeeper.play.state import State
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.reading.load import builtin_text, load_builtin, load_rules
from turnkeeper.time import ORIGIN, Duration, Instant

DATA = Path(__file__).parent.parent / "rules" / "data"
Kind = TypeVar("Kind", bound=Event)
Ending = TypeVar("Ending")

SECOND = Duration(1_000)
MINUTE = SECOND * 60
HOUR = MINUTE * 60
TURN = MINUTE * 10
DAY = HOUR * 24


@cache
def book_of(rules: str = "glog") -> Rulebook:
    """Return a built-in rule set, or one of ``tests/rules/data`` by the name of its file."""
    file = DATA / f"{rules}.toml"
    if file.exists():
        return Rulebook(load_rules(file.read_text(encoding="utf-8"), file.name, builtin_text))
    return Rulebook(load_builtin(rules))


def every_outcome(run: Callable[[Driver], Ending | Throw]) -> Iterator[tuple[Fraction, Ending]]:
    """Yield every ending of a procedure with its chance, every throw branched on."""
    return ((Fraction(weight, of), ending) for weight, of, ending in every_weighed(run, lambda _throw: True))


@cache
def house_rules(differences: str, base: str = "glog") -> Rulebook:
    """Return a built-in rule set with a few differences, written as the TOML of a set that extends it."""
    head = f'[ruleset]\nid = "house"\nname = "House rules"\nextends = "{base}"\n'
    return Rulebook(load_rules(head + differences, "house.toml", builtin_text))


class ByName(Struct, frozen=True):
    """A driver that answers by the name of the throw, however often it is asked; else another one."""

    faces: Mapping[str, str]
    then: Driver | None = None

    def answer(self, throw: Throw, number: int) -> Answer | None:
        """Return the constant total of the throw of that name."""
        if throw.name in self.faces:
            return from_text(throw, self.faces[throw.name])
        return None if self.then is None else self.then.answer(throw, number)


_QUIET = ("encounter check", "outdoor check", "outdoor check window", "weather")
CALM = ByName(dict.fromkeys(_QUIET, "12"))  # G-ENC-2, G-HEX-8: 10-12 is nothing; the last window; clear


class Keeper:
    """One game: its book, its state, and everything that happened in it."""

    def __init__(self, book: Rulebook, at: Instant = ORIGIN) -> None:
        self.book = book
        self.language = _language(book)
        self.events: list[Event] = [begin(book, at)]
        self.state = fold(self.events)
        self.last: Decided | None = None

    @property
    def now(self) -> Instant:
        """Return the instant on the clock."""
        return self.state.now

    def parse(self, said: str) -> Command:
        """Return the command that a text says."""
        return self.language.parse(said)

    def ask(
        self, said: str | Command, faces: Iterable[str] = (), dice: Driver | None = None
    ) -> Decided | Needed | Refusal:
        """Decide, and let nothing happen."""
        command = self.parse(said) if isinstance(said, str) else said
        dice = TypedFaces(tuple(faces), dice)
        return decide(self.book, self.state, command, dice, past_of(self.events))

    def do(self, said: str | Command, *faces: str, dice: Driver | None = None) -> tuple[Event, ...]:
        """Decide and let it happen; return the events. ``dice`` answers after the faces are used up."""
        decided = self.ask(said, faces, dice)
        assert isinstance(decided, Decided), f"{said}: {decided}"
        assert len(decided.answers) >= len(faces), f"{said}: only {len(decided.answers)} throws were asked"
        state = fold(decided.events, self.state, past_of(self.events))
        assert state == decided.state, f"{said}: its events lead elsewhere"
        self.state, self.last = state, decided
        self.events.extend(decided.events)
        return decided.events

    def told(self, said: str | Command, *faces: str, dice: Driver | None = None) -> list[str]:
        """Do it, and return the lines that the log would show, without their times."""
        return [tell(event, self.book) for event in self.do(said, *faces, dice=dice)]

    def timed(self, said: str | Command, *faces: str, dice: Driver | None = None) -> list[tuple[str, str]]:
        """Do it, and return for each event when it happened and how it is told."""
        events = self.do(said, *faces, dice=dice)
        return [(self.book.scale.say_instant(one.at), tell(one, self.book)) for one in events]

    def refused(self, said: str | Command, *faces: str, dice: Driver | None = None) -> Refusal:
        """Return the rules' no; nothing has happened."""
        before = self.state
        decided = self.ask(said, faces, dice)
        assert isinstance(decided, Refusal), f"{said}: {decided}"
        assert self.state is before
        return decided

    def needs(self, said: str | Command, *faces: str) -> Throw:
        """Return the throw that is wanted next, after these faces."""
        decided = self.ask(said, faces)
        assert isinstance(decided, Needed), f"{said}: {decided}"
        return decided.throw

    def copy(self) -> Keeper:
        """Return a second game that stands where this one does."""
        other = Keeper(self.book)
        other.state, other.events, other.last = self.state, [*self.events], self.last
        return other


def past_of(events: Sequence[Event]) -> Callable[[Instant], State]:
    """Return the states of a line that is held in memory, each folded on demand."""
    return lambda to: fold(events[: max(1, happened_by(events, to))])


@cache
def _language(book: Rulebook) -> Language:
    return Language(DECLARED, book)


def keep(*said: str, rules: str | Rulebook = "glog", dice: Driver | None = CALM) -> Keeper:
    """Return a game under a rule set after these commands, with nothing met on the way."""
    keeper = Keeper(rules if isinstance(rules, Rulebook) else book_of(rules))
    for one in said:
        keeper.do(one, dice=dice)
    return keeper


def of_kind(events: Iterable[Event], kind: type[Kind]) -> list[Kind]:
    """Return the events of one kind."""
    return [event for event in events if isinstance(event, kind)]
