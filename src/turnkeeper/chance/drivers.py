"""Who answers throws: seeded dice, typed or scripted faces, or every outcome with its weight.

A driver never changes the meaning of a rule; it only gives the faces. The seeded one gives faces that
depend on nothing but the campaign's seed, the parent commit and the throw's number, so that undoing and
doing again brings the same dice (T9).
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from hashlib import blake2b
from itertools import count
from typing import TypeVar

from msgspec import Struct

from turnkeeper.chance.notation import parse_dice
from turnkeeper.chance.pools import distribution
from turnkeeper.chance.roll import roll_dice
from turnkeeper.chance.throws import NO_BAND, Answer, Answered, Driver, Throw, from_text

LONGEST_SEED = 64
"""The most bytes a seed may have: it is the key of a BLAKE2b."""
_BLOCK = struct.Struct(">16I")
_WORDS = 1 << 32
Ending = TypeVar("Ending")


class Seeded:
    """Dice that anybody with the same seed, parent commit and throw number sees fall the same way."""

    def __init__(self, seed: bytes, parent: str) -> None:
        """Take the campaign's seed (at most `LONGEST_SEED` bytes) and the id of the commit to build on."""
        self._seed = seed
        self._parent = parent.encode()

    def answer(self, throw: Throw, number: int) -> Answer:
        """Return what the dice show for the throw of that number."""
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


class Scripted:
    """Faces written down beforehand, one text a throw; afterwards another driver, or nobody."""

    def __init__(self, texts: Sequence[str], then: Driver | None = None) -> None:
        """Take texts such as ``4+5`` or ``9`` and who answers once they are used up."""
        self._texts = tuple(texts)
        self._then = then

    def answer(self, throw: Throw, number: int) -> Answer | None:
        """Return what the script says for that throw; raises ``AnswerError`` if it cannot be."""
        if number < len(self._texts):
            return from_text(throw, self._texts[number])
        return None if self._then is None else self._then.answer(throw, number)


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


def every_outcome(run: Callable[[Driver], Ending | Throw]) -> Iterator[tuple[Fraction, Ending]]:
    """Yield every ending that a procedure can come to, with its exact chance; the chances add up to 1.

    ``run`` is the procedure: a pure function of its driver that returns its ending, or the throw it still
    needs. Each throw is branched on at its own grain: once a band where it has bands. Endings come in the
    order of the throws' outcomes and are not merged.
    """
    open_paths: list[tuple[Fraction, tuple[Answer, ...]]] = [(Fraction(1), ())]
    while open_paths:
        chance, answers = open_paths.pop()
        result = run(Answered(answers))
        if not isinstance(result, Throw):
            yield chance, result
            continue
        ways = every_answer(result)
        total = sum(way.weight for way in ways)
        open_paths.extend(
            (chance * Fraction(way.weight, total), (*answers, way.answer)) for way in reversed(ways)
        )
