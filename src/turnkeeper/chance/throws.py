"""Throws, the dice that a rule asks for, and answers, the dice that came up.

Rules never roll. They name a throw and are told its answer by whoever drives the game: seeded dice, the
referee's own dice, a script or a record. When nobody can answer, the rules stop and say which throw they
need. This module must not know who answers, nor what game is played.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Protocol

from msgspec import Struct

from turnkeeper.chance.expression import Pool, throws_again
from turnkeeper.chance.modifiers import bare_dice
from turnkeeper.chance.notation import Dice, parse_dice
from turnkeeper.chance.roll import FacesError, read_faces, wanted

NO_BAND = -1
MOST_DIGITS = 9


class Band(Struct, frozen=True):
    """A named stretch of totals that all mean the same; ``None`` leaves an end open.

    >>> Band("local effect", 9, 9).holds(9)
    True
    """

    name: str
    low: int | None = None
    high: int | None = None

    def holds(self, total: int) -> bool:
        """Return whether a total lies in the band."""
        return (self.low is None or self.low <= total) and (self.high is None or total <= self.high)


class Throw(Struct, frozen=True):
    """A throw that a rule asks for: a name for people, dice in notation, and the bands that matter.

    Without bands every total matters by itself. With bands only the band does, so that exact odds branch
    once an entry and not once a face. ``rule`` is the id of the rule that asks. Where the total matters
    to few kinds of commands, ``matters_to`` names them; to the others it is only told.
    """

    name: str
    dice: str
    bands: tuple[Band, ...] = ()
    rule: str = ""
    matters_to: tuple[str, ...] | None = None

    def band_of(self, total: int) -> int:
        """Return the index of the band that holds a total, or ``NO_BAND`` for a throw without bands.

        Raises ``LookupError`` when bands leave the total out: checked rule sets never do.
        """
        if not self.bands:
            return NO_BAND
        for index, band in enumerate(self.bands):
            if band.holds(total):
                return index
        message = f"{self.name}: no entry for a total of {total}"
        raise LookupError(message)


class Answer(Struct, frozen=True, omit_defaults=True):
    """The answer to a throw: faces when dice were seen, the total when known, the band when it has bands.

    A total typed without its faces has no faces; an answer of the every-outcome driver to a throw with
    bands has neither faces nor total.
    """

    faces: tuple[int, ...] = ()
    total: int | None = None
    band: int = NO_BAND

    @property
    def shown(self) -> str:
        """Return the answer as one types it: ``4+5`` for faces, ``=9`` for a total, modifiers and all."""
        if self.faces:
            return "+".join(str(face) for face in self.faces)
        return "" if self.total is None else f"={self.total}"


class Driver(Protocol):
    """Whoever answers throws: a pure function of the throw and its number within the command."""

    def answer(self, throw: Throw, number: int) -> Answer | None:
        """Return the answer, or ``None`` when this driver has none (a person must be asked)."""


class AnswerError(ValueError):
    """Typed faces that do not fit the throw; the message says what would."""


def from_faces(throw: Throw, faces: tuple[int, ...]) -> Answer:
    """Return the answer that faces seen on the table give, every die in the order thrown.

    Raises ``AnswerError`` when there are too many or too few, or one is not on its die.
    """
    try:
        total = read_faces(parse_dice(throw.dice), faces).total
    except FacesError as fault:
        raise AnswerError(str(fault)) from fault
    return Answer(faces, total, throw.band_of(total))


def from_total(throw: Throw, total: int) -> Answer:
    """Return the answer of a total with its modifiers; raises ``AnswerError`` where it cannot come up."""
    dice = parse_dice(throw.dice)
    if not dice.minimum <= total <= dice.maximum:
        message = f"{throw.name}: {throw.dice} gives {dice.minimum} to {dice.maximum}, not {total}"
        raise AnswerError(message)
    if not _comes_to(dice, total):
        message = f"{throw.name}: {throw.dice} never comes to {total}"
        raise AnswerError(message)
    return Answer((), total, throw.band_of(total))


def _comes_to(dice: Dice, total: int) -> bool:
    """Return whether a total within the range of the dice can fall: ``2d6x10`` never comes to 75."""
    if isinstance(dice.expression, Pool) and not throws_again(dice.expression):
        return True
    # Imported here because most throws are plain pools and never need it.
    from turnkeeper.chance.pools import OddsError, distribution

    try:
        return total in distribution(dice).values
    except OddsError:
        return True


def from_number(throw: Throw, number: int) -> Answer:
    """Return the answer that one number gives: what the dice showed, before anything is added or multiplied.

    For a throw of one die it is its face. Raises ``AnswerError`` for what the dice cannot show.
    """
    with suppress(AnswerError):
        return from_faces(throw, (number,))
    dice = parse_dice(throw.dice)
    alone = bare_dice(dice)
    if alone is None:
        message = f"one number cannot tell {throw.dice}: {throw.name} wants {wanted(dice)}, joined by +"
        raise AnswerError(message)
    modified = "" if alone.dice == dice else f"; what {throw.dice} makes of it is worked out"
    if not alone.dice.minimum <= number <= alone.dice.maximum:
        gives = f"{alone.dice.minimum} to {alone.dice.maximum}, not {number}{modified}"
        message = f"{throw.name}: {alone.dice} gives {gives}"
        raise AnswerError(message)
    if not _comes_to(alone.dice, number):
        message = f"{throw.name}: {alone.dice} never comes to {number}{modified}"
        raise AnswerError(message)
    total = alone.total(number)
    return Answer((), total, throw.band_of(total))


def from_text(throw: Throw, text: str) -> Answer:
    """Return the answer that a person typed: ``4+5`` or ``4 5`` are faces, ``9`` is what the dice showed.

    ``=12`` is the total with every modifier in it, as an export writes a total whose faces nobody saw. Raises
    ``AnswerError`` with what would fit.
    """
    said = text.strip()
    words = said.removeprefix("=").replace("+", " ").replace(",", " ").split()
    if not words or any(not _is_number(word) for word in words):
        instead = f", not {text[:40]!r}" if said else ""
        message = f"{throw.name} wants {throw.dice}: type faces such as 4+5, or a total{instead}"
        raise AnswerError(message)
    numbers = tuple(int(word) for word in words)
    if len(numbers) > 1:
        return from_faces(throw, numbers)
    return from_total(throw, numbers[0]) if said.startswith("=") else from_number(throw, numbers[0])


def _is_number(word: str) -> bool:
    digits = word.removeprefix("-")
    return digits.isascii() and digits.isdigit() and len(digits) <= MOST_DIGITS


class Answered:
    """The driver of the record: answers so far, in order, and then nobody."""

    def __init__(self, answers: Sequence[Answer]) -> None:
        """Take the answers of a command's throws, first to last."""
        self._answers = tuple(answers)

    def answer(self, throw: Throw, number: int) -> Answer | None:
        """Return the recorded answer of that number, with the throw's own bands."""
        if number >= len(self._answers):
            return None
        given = self._answers[number]
        if given.faces:
            return from_faces(throw, given.faces)
        if given.total is not None:
            return from_total(throw, given.total)
        return given
