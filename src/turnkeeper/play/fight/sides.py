"""Sides of a fight: foes and allies of the party, each member known by its number.

Many identical monsters are one side: goblins 1 to 6 are ``goblin 1`` to ``goblin 6``. Their losses are kept
as runs of numbers, so that ten thousand cost no more than one. This module throws nothing and refuses
nothing.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from operator import attrgetter

from msgspec import Struct
from msgspec.structs import replace

from turnkeeper.play.kernel.event import State
from turnkeeper.play.kernel.several import apart, joined
from turnkeeper.rules.book import Rulebook
from turnkeeper.spelling.plurals import is_plural, singular
from turnkeeper.time import Instant

KILL = "kill|slay|destroy|slaughter|vanquish|annihilate|obliterate|murder"
"""Verbs for killing."""
DIE = "die|dead|perish|=killed|=slain|=destroyed|=slaughtered|=vanquished|=annihilated|=obliterated|=murdered"
"""The same, and words for being dead."""
PARTY = "party"
ENEMIES = "enemies"
MOST_OF_A_SIDE = 10_000
MOST_NUMBERS_SAID = 8


class NumberRun(Struct, frozen=True, array_like=True):
    """The members of a side from one number to another."""

    first: int
    last: int

    @property
    def size(self) -> int:
        """Return how many members it holds."""
        return self.last - self.first + 1


Runs = tuple[NumberRun, ...]


class Wound(Struct, frozen=True, array_like=True):
    """The hit points that the member of a number has lost."""

    number: int
    lost: int


class Side(Struct, frozen=True, omit_defaults=True):
    """A side of a fight: how many members it has had, and which of them fell, fled or were hurt.

    ``checked`` is what its morale was tested for, ``held`` how often it held. ``fallen`` are out of the
    fight, the ``slain`` among them dead; ``gone`` have fled, but for those ``yielded``, who gave themselves
    up. ``hp`` are the hit points of each, 0 where they are not kept; the first of them have their own where
    ``each`` holds them. ``half`` is when a lone one was said to be at half its health; ``hurt_in`` and
    ``died_in`` are the latest rounds in which one of them was hurt or died. An ``allied`` side fights for the
    party. ``friend`` is the one they act with, empty for none. ``order`` is an Initiative Order and
    ``initiative`` a die, for a count of segments.
    """

    name: str
    count: int
    came: Instant
    morale: int | None = None
    checked: tuple[str, ...] = ()
    held: int = 0
    broken: bool = False
    fallen: Runs = ()
    slain: Runs = ()
    gone: Runs = ()
    hp: int = 0
    each: tuple[int, ...] = ()
    wounds: tuple[Wound, ...] = ()
    half: Instant | None = None
    hurt_in: int | None = None
    died_in: int | None = None
    allied: bool = False
    friend: str = ""
    order: int = 0
    initiative: str = ""
    yielded: Runs = ()

    @property
    def down(self) -> int:
        """Return how many are out of the fight, dead or not."""
        return total(self.fallen)

    @property
    def dead(self) -> int:
        """Return how many are dead."""
        return total(self.slain)

    @property
    def fled(self) -> int:
        """Return how many have fled or given themselves up."""
        return total(self.gone)

    @property
    def surrendered(self) -> int:
        """Return how many have given themselves up."""
        return total(self.yielded)

    @property
    def standing(self) -> int:
        """Return how many are still in the fight."""
        return self.count - self.down - self.fled

    @property
    def out(self) -> Runs:
        """Return the numbers of all who are no longer in the fight, in order."""
        return tuple(sorted((*self.fallen, *self.gone), key=attrgetter("first")))

    def call(self, number: int) -> str:
        """Return the name of the member of a number; one alone has its side's name."""
        return called(self.name, number) if self.count > 1 else self.name

    def state_of(self, number: int) -> str:
        """Return the state of a member: dead, down, fled or surrendered; empty for one who stands."""
        if holds(self.slain, number):
            return "dead"
        if holds(self.fallen, number):
            return "down"
        if holds(self.yielded, number):
            return "surrendered"
        return "fled" if holds(self.gone, number) else ""

    def first_standing(self) -> int:
        """Return the lowest number that still stands, or 0."""
        return next((first for first, _ in free(self.count, self.out)), 0)

    def most(self, number: int) -> int:
        """Return the hit points that a member has unhurt; 0 where they are not kept."""
        return self.each[number - 1] if 0 < number <= len(self.each) else self.hp

    def lost(self, number: int) -> int:
        """Return how many hit points a member has lost."""
        return next((one.lost for one in self.wounds if one.number == number), 0)

    def hurt(self, number: int, by: int) -> Side:
        """Return the side with hit points of a member lost, or regained when below 0."""
        index = bisect_right(self.wounds, number, key=attrgetter("number"))
        known = index > 0 and self.wounds[index - 1].number == number
        lost = self.wounds[index - 1].lost if known else 0
        wound = Wound(number, lost + by)
        before = self.wounds[: index - 1] if known else self.wounds[:index]
        return replace(self, wounds=(*before, wound, *self.wounds[index:]))

    def felled(self, count: int, *, dead: bool, number: int = 0) -> Side:
        """Return the side with some fallen: the one of a number, else those standing, from the lowest.

        When more die than stand, those already down die as well.
        """
        picked = [(number, number)] if number else pick(count, self.count, self.out)
        fallen, slain = self.fallen, self.slain
        for first, last in picked:
            for free_first, free_last in free(last, fallen, first):
                fallen = put(fallen, NumberRun(free_first, free_last))
        if dead:
            left = 0 if number else count - sum(last - first + 1 for first, last in picked)
            alive = tuple(sorted((*self.gone, *slain), key=attrgetter("first")))
            picked = picked + pick(left, self.count, _joined(alive, picked)) if left > 0 else picked
            for first, last in picked:
                slain = put(slain, NumberRun(first, last))
        return replace(self, fallen=fallen, slain=slain)

    def fleeing(self, count: int, number: int = 0, *, yields: bool = False) -> Side:
        """Return the side with some fled or yielded: one by number, else those standing, the lowest first."""
        gone, yielded = self.gone, self.yielded
        for first, last in [(number, number)] if number else pick(count, self.count, self.out):
            gone = put(gone, NumberRun(first, last))
            yielded = put(yielded, NumberRun(first, last)) if yields else yielded
        return replace(self, gone=gone, yielded=yielded)

    def risen(self, number: int) -> Side:
        """Return the side with one who was down, fled or had surrendered in the fight again."""
        fallen, gone, yielded = (without(runs, number) for runs in (self.fallen, self.gone, self.yielded))
        return replace(self, fallen=fallen, gone=gone, yielded=yielded)


def with_losses_of(sides: tuple[Side, ...], then: tuple[Side, ...], at: Instant) -> tuple[Side, ...]:
    """Return the sides that had come by an instant, with their losses as they were then."""
    pairs = ((one, was) for one in sides for was in then if was.name == one.name and one.came <= at)
    return tuple(
        replace(
            one,
            fallen=was.fallen,
            slain=was.slain,
            gone=was.gone,
            wounds=was.wounds,
            half=was.half,
            yielded=was.yielded,
        )
        for one, was in pairs
    )


def total(runs: Runs) -> int:
    """Return how many members runs hold."""
    return sum(run.size for run in runs)


def holds(runs: Runs, number: int) -> bool:
    """Return whether a number is in one of the runs, which are in order."""
    if not runs:
        return False
    index = bisect_right(runs, number, key=attrgetter("first"))
    return index > 0 and runs[index - 1].last >= number


def put(runs: Runs, run: NumberRun) -> Runs:
    """Return runs with one more among them, joined to those that it touches."""
    index = bisect_right(runs, run.first, key=attrgetter("first"))
    before, after = runs[:index], runs[index:]
    if before and before[-1].last + 1 == run.first:
        before, run = before[:-1], NumberRun(before[-1].first, run.last)
    if after and run.last + 1 == after[0].first:
        after, run = after[1:], NumberRun(run.first, after[0].last)
    return (*before, run, *after)


def without(runs: Runs, number: int) -> Runs:
    """Return runs without a number."""
    if not holds(runs, number):
        return runs
    parts = (part for run in runs for part in _parted(run, number))
    return tuple(part for part in parts if part.first <= part.last)


def _parted(run: NumberRun, number: int) -> Iterator[NumberRun]:
    if not run.first <= number <= run.last:
        yield run
    else:
        yield from (NumberRun(run.first, number - 1), NumberRun(number + 1, run.last))


def free(count: int, taken: Runs, start: int = 1) -> Iterator[tuple[int, int]]:
    """Yield the stretches of numbers from ``start`` to ``count`` that no run holds; the runs are in order."""
    for run in taken:
        if run.first > count:
            break
        if run.first > start:
            yield start, run.first - 1
        start = max(start, run.last + 1)
    if start <= count:
        yield start, count


def pick(wanted: int, count: int, taken: Runs) -> list[tuple[int, int]]:
    """Return stretches of the lowest free numbers: as many numbers as wanted, or as there are."""
    found: list[tuple[int, int]] = []
    for first, last in free(count, taken):
        if wanted <= 0:
            break
        found.append((first, min(last, first + wanted - 1)))
        wanted -= last - first + 1
    return found


def _joined(runs: Runs, picked: list[tuple[int, int]]) -> Runs:
    more = tuple(NumberRun(first, last) for first, last in picked)
    return tuple(sorted((*runs, *more), key=attrgetter("first")))


def say_numbers(runs: Runs) -> str:
    """Return the numbers of runs in words: ``1-3, 5``; a long list ends in dots.

    >>> say_numbers((NumberRun(1, 3), NumberRun(5, 5)))
    '1-3, 5'
    """
    stretches: list[tuple[int, int]] = []
    for run in runs:
        if stretches and stretches[-1][1] + 1 == run.first:
            stretches[-1] = (stretches[-1][0], run.last)
        else:
            stretches.append((run.first, run.last))
    said = [str(first) if first == last else f"{first}-{last}" for first, last in stretches]
    return ", ".join(said[:MOST_NUMBERS_SAID]) + (" ..." if len(said) > MOST_NUMBERS_SAID else "")


def side_changed(state: State, name: str, change: Callable[[Side], Side]) -> State:
    """Return the state with the side of a name changed; the same where there is none."""
    found = side_named(state, name)
    return replace(state, sides=tuple(change(one) if one is found else one for one in state.sides))


# Names


def called(name: str, number: int) -> str:
    """Return the name of the member of a number, by the name of its side."""
    return f"{singular(name)} {number}"


def _readings(name: str) -> tuple[str, ...]:
    folded = name.casefold()
    return (folded, folded.removesuffix("s"), singular(folded))


def side_named(state: State, name: str) -> Side | None:
    """Return the side of a name, given in the singular or the plural."""
    wanted = _readings(name)
    exact = next((side for side in state.sides if side.name.casefold() == wanted[0]), None)
    if exact is not None:
        return exact
    return next((side for side in state.sides if any(one in wanted for one in _readings(side.name))), None)


class Meant(Struct, frozen=True):
    """A side, and one of its members by ``number`` or several by ``count``; 0 where none is said."""

    side: Side
    number: int = 0
    count: int = 0


def meant(state: State, said: str) -> Meant | None:
    """Return whom a name means: ``goblins`` a side, ``goblin 3`` the third, ``goblins 3`` three of them."""
    side = side_named(state, said)
    if side is not None:
        return Meant(side)
    name, _, number = said.strip().rpartition(" ")
    side = side_named(state, name) if number.isdecimal() and name else None
    if side is None:
        return None
    if is_plural(name) and side.count > 1:
        return Meant(side, count=int(number))
    return Meant(side, number=int(number))


def several(state: State, said: str) -> tuple[str, ...]:
    """Return the names of combatants that a text joins: ``goblin 1+3-5 + Varda``."""

    def is_known(name: str) -> bool:
        return state.party.find(name) is not None or side_named(state, name) is not None

    return apart(said, is_known)


EVERYONE = "everyone"
_ALL_OF_US = frozenset((EVERYONE, "everybody", "all", PARTY))


def groups(state: State) -> Iterable[str]:
    """Yield the names of those to whom the same befalls: the whole party, and all of a side."""
    if len(state.party.living) > 1:
        yield EVERYONE
    yield from (f"all {side.name}" for side in state.sides if side.count > 1)


def members_of(state: State, said: str) -> str:
    """Return the members who still stand of a group that a text names, as one text; else the text itself."""
    if said.casefold() in _ALL_OF_US and state.party.living and state.party.find(said) is None:
        return joined(one.name for one in state.party.living)
    side = side_named(state, said[4:]) if said.casefold().startswith("all ") else None
    if side is None:
        return said
    standing = (number for number in range(1, side.count + 1) if not side.state_of(number))
    return joined(side.call(number) for number in standing)


MOST_NAMED = 60
"""The most members of a side that are listed by name."""


def names(state: State, _book: Rulebook) -> Iterable[str]:
    """Return the names of all sides but the party."""
    return [side.name for side in state.sides]


def all_names(state: State, book: Rulebook) -> Iterable[str]:
    """Return the names of all sides, the party first."""
    return ["party", *names(state, book)]


def foes(state: State, _book: Rulebook) -> Iterable[str]:
    """Return the names of the sides but the party, and of their members."""
    for side in state.sides:
        yield side.name
        yield from (singular(side.name),) if side.count > 1 else ()
        yield from (called(side.name, number) for number in range(1, min(side.count, MOST_NAMED) + 1))


def combatants(state: State, book: Rulebook) -> Iterable[str]:
    """Return the names of all who could be hurt: of the party, of the sides and of their members."""
    yield from (one.name for one in state.party.members)
    yield from foes(state, book)


def fights(book: Rulebook) -> bool:
    """Return whether a rule set has fights."""
    return book.set.fight is not None
