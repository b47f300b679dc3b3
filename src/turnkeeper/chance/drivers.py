"""Who answers throws: seeded dice, typed faces, or every outcome with its weight.

A driver never changes the meaning of a rule; it only gives the faces. The seeded one gives faces that
depend on nothing but the campaign's seed, the parent commit and the throw's number, so that undoing and
doing again brings the same dice (T9).
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from hashlib import blake2b
from itertools import count
from typing import Literal, TypeVar

from msgspec import Struct

from turnkeeper.chance.notation import parse_dice
from turnkeeper.chance.pools import distribution
from turnkeeper.chance.roll import roll_dice
from turnkeeper.chance.throws import NO_BAND, Answer, AnswerError, Driver, Throw, from_text
from turnkeeper.chance.typed import BY_ITSELF, is_name, means, read_faces_typed

LONGEST_SEED = 64
"""The most bytes a seed may have: it is the key of a BLAKE2b."""
MOST_NAMED = 12
"""The most throws that a message names."""
_BLOCK = struct.Struct(">16I")
_WORDS = 1 << 32
DiceKind = Literal["seeded", "typed"]
"""Who answers throws at a table: the campaign's own dice, or whoever types faces."""
Ending = TypeVar("Ending")


class Seeded:
    """Dice that anybody with the same seed, parent commit and throw number sees fall the same way."""

    def __init__(self, seed: bytes, parent: str) -> None:
        """Take the campaign's seed (at most `LONGEST_SEED` bytes) and the id of the commit to build on."""
        self._seed = seed
        self._parent = parent.encode()

    def answer(self, throw: Throw, number: int) -> Answer:
        """Return the faces of the dice for the throw of that number."""
        roll = roll_dice(parse_dice(throw.dice), self._die(number))
        return Answer(roll.faces, roll.total, throw.band_of(roll.total))

    def _die(self, number: int) -> Callable[[int], int]:
        """Return a fair die of any size: rejection, not remainder, so that no face is favoured."""
        words = self._words(number)

        def die(sides: int) -> int:
            limit = _WORDS - _WORDS % sides
            word = next(words)
            while word >= limit:
                word = next(words)
            return word % sides + 1

        return die

    def _words(self, number: int) -> Iterator[int]:
        for block in count():
            text = b"%s/%d/%d" % (self._parent, number, block)
            yield from _BLOCK.unpack(blake2b(text, key=self._seed, digest_size=64).digest())


class FilledThrow(Struct, frozen=True):
    """A throw that the campaign's dice answered though faces were typed: no face was said for it."""

    name: str
    dice: str
    faces: tuple[int, ...]
    total: int

    def __str__(self) -> str:
        """Return the throw and what fell: ``encounter distance: 2d6x10 = 70``."""
        return f"{self.name}: {self.dice} = {self.total}"


class WrongFaceError(AnswerError):
    """A face that does not fit its throw; ``number`` is the place of its text among those said, from 0."""

    def __init__(self, message: str, throw: Throw, number: int) -> None:
        super().__init__(message)
        self.throw = throw
        self.number = number


class TypedFaces:
    """Faces as typed or written down, one text a throw, for one decision; afterwards dice answer, or nobody.

    A text with a name answers the first throw of that name; the others answer the remaining throws in order.
    ``spent`` are the places of the texts that were used, ``filled`` the throws that were not told.
    """

    def __init__(self, faces: Sequence[str], dice: Driver | None = None, *, then: bool = True) -> None:
        """Take the faces, the dice that ``r`` rolls, and whether these answer what the faces do not."""
        self._faces = faces
        self._dice = dice
        self._then = then
        self._named = {
            place: next(read_faces_typed(text)) for place, text in enumerate(faces) if "=" in text[1:]
        }
        self._next = 0
        self._loosely: dict[int, tuple[str, str]] = {}
        self.spent: set[int] = set()
        self.filled: list[FilledThrow] = []

    def answer(self, throw: Throw, number: int) -> Answer | None:
        """Return the answer to the throw of that number; raises `WrongFaceError` if faces do not fit."""
        place = self._place(throw)
        if place is None:
            answer = self._rolled(throw, number) if self._then else None
            if answer is not None:
                self.filled.append(FilledThrow(throw.name, throw.dice, answer.faces, answer.total or 0))
            return answer
        self.spent.add(place)
        said = self._named[place].faces if place in self._named else self._faces[place]
        if said.strip().casefold() in BY_ITSELF:
            return self._rolled(throw, number)
        try:
            return from_text(throw, said)
        except AnswerError as fault:
            raise WrongFaceError(str(fault), throw, place) from fault

    def _rolled(self, throw: Throw, number: int) -> Answer | None:
        return None if self._dice is None else self._dice.answer(throw, number)

    def _place(self, throw: Throw) -> int | None:
        """Return the place of the text for a throw: one of its name, else of a part of it, else the next."""
        open_names = {place: one for place, one in self._named.items() if place not in self.spent}
        for fits in (is_name, means):
            for place, one in open_names.items():
                if fits(one.name, throw.name):
                    if fits is means:
                        self._loosely[place] = one.name, throw.name
                    return place
        while self._next in self._named:
            self._next += 1
        if self._next == len(self._faces):
            return None
        self._next += 1
        return self._next - 1

    @property
    def left(self) -> list[int]:
        """Return the places of the texts that answered no throw."""
        return [place for place in range(len(self._faces)) if place not in self.spent]

    def unsure(self) -> tuple[int, str] | None:
        """Return the place of a part of a name that meant another throw too, which went untold, and why."""
        for place, (said, meant) in self._loosely.items():
            others = [one.name for one in self.filled if one.name != meant and means(said, one.name)]
            if others:
                which = ", ".join(dict.fromkeys((meant, *others[:MOST_NAMED])))
                return place, f"{said[:40]!r} could mean more than one throw: {which}"
        return None


class Weighed(Struct, frozen=True):
    """One way a throw can fall, and in how many of all the equally likely ways it does."""

    answer: Answer
    weight: int


@lru_cache(maxsize=4096)
def every_answer(throw: Throw) -> tuple[Weighed, ...]:
    """Return all that a throw can come to, with integer weights: once a band, else once a total."""
    law = distribution(parse_dice(throw.dice))
    weights: dict[Answer, int] = {}
    for total, weight in zip(law.values, law.weights, strict=True):
        band = throw.band_of(total)
        answer = Answer((), total) if band == NO_BAND else Answer((), None, band)
        weights[answer] = weights.get(answer, 0) + weight
    return tuple(Weighed(answer, weight) for answer, weight in weights.items())


@lru_cache(maxsize=4096)
def _ways_of(throw: Throw) -> tuple[tuple[Weighed, ...], int]:
    """Return all that a throw can come to, and the sum of the weights."""
    ways = every_answer(throw)
    return ways, sum(way.weight for way in ways)


class _FirstWay:
    """Answers in order; a throw beyond them falls the first way it can, and its other ways are kept open."""

    def __init__(self, answers: tuple[Answer, ...], matters: Callable[[Throw], bool]) -> None:
        self.answers = answers
        self._matters = matters
        self.weight = self.of = 1
        self.open: list[_OpenPath] = []

    def answer(self, throw: Throw, number: int) -> Answer:
        if number < len(self.answers):
            return self.answers[number]
        ways, whole = _ways_of(throw)
        first = ways[0]
        if len(ways) > 1 and self._matters(throw):
            self.of *= whole
            for way in ways[:0:-1]:
                self.open.append((self.weight * way.weight, self.of, (*self.answers, way.answer)))
            self.weight *= first.weight
        self.answers = (*self.answers, first.answer)
        return first.answer


_OpenPath = tuple[int, int, tuple[Answer, ...]]
"""A weight, out of how many, and the answers that lead there."""


def every_weighed(
    run: Callable[[Driver], Ending | Throw], matters: Callable[[Throw], bool]
) -> Iterator[tuple[int, int, Ending]]:
    """Yield every ending that a procedure can come to, with its exact chance as a weight out of a number.

    Neither is in lowest terms; the chances add up to 1. ``run`` is the procedure: a pure function of its
    driver that returns its ending, or the throw it still needs, which is none here: every throw is answered.
    It runs once for each ending. Each throw is branched on at its own grain: once a band where it has bands,
    and not at all where what it comes to does not matter. Endings come in the order of the throws' outcomes
    and are not merged.
    """
    open_paths: list[_OpenPath] = [(1, 1, ())]
    while open_paths:
        weight, of, answers = open_paths.pop()
        driver = _FirstWay(answers, matters)
        ending = run(driver)
        assert not isinstance(ending, Throw)  # noqa: S101 - every throw is answered
        yield weight * driver.weight, of * driver.of, ending
        open_paths += [(weight * more, of * parts, given) for more, parts, given in driver.open]


def name_throws(throws: Iterable[Throw]) -> str:
    """Return throws as a message names them: ``encounter check: 2d6, reaction: 2d6+1``."""
    told = [f"{throw.name}: {throw.dice}" for throw in throws]
    more = f" and {len(told) - MOST_NAMED} more" if len(told) > MOST_NAMED else ""
    return ", ".join(told[:MOST_NAMED]) + more
