"""Who answers throws at this table: the campaign's own dice, or faces as they are typed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal

from turnkeeper.chance.throws import Answer, AnswerError, Throw, from_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from turnkeeper.chance.drivers import Seeded

DiceKind = Literal["seeded", "typed"]
BY_ITSELF = frozenset({"r", "roll"})
"""Said in place of faces, the campaign's own dice fall for that throw."""
_FACES = re.compile(r"[-+,\s]*\d[-+,\s\d]*")


class WrongFaceError(AnswerError):
    """A face that does not fit its throw; ``number`` counts from 0."""

    def __init__(self, message: str, throw: Throw, number: int) -> None:
        super().__init__(message)
        self.throw = throw
        self.number = number


class TypedFaces:
    """Faces as typed, one text a throw; afterwards the campaign's dice answer, or nobody does."""

    def __init__(self, faces: Sequence[str], seeded: Seeded, *, then: bool) -> None:
        """Take the faces, the campaign's dice, and whether these answer what the faces do not."""
        self._faces = faces
        self._seeded = seeded
        self._then = then

    def answer(self, throw: Throw, number: int) -> Answer | None:
        """Return the typed answer to the throw of that number; raises `WrongFaceError` if it does not fit."""
        if number >= len(self._faces):
            return self._seeded.answer(throw, number) if self._then else None
        said = self._faces[number]
        if said.strip().casefold() in BY_ITSELF:
            return self._seeded.answer(throw, number)
        try:
            return from_text(throw, said)
        except AnswerError as fault:
            raise WrongFaceError(str(fault), throw, number) from fault


def are_faces(said: str) -> bool:
    """Return whether a text answers a throw: numbers alone, or the word that rolls the campaign's dice.

    >>> are_faces("4+5"), are_faces(" 9"), are_faces("r"), are_faces("search"), are_faces("")
    (True, True, True, False, False)
    """
    return said.strip().casefold() in BY_ITSELF or _FACES.fullmatch(said) is not None


def split_faces(said: Sequence[str]) -> tuple[str, ...]:
    """Return one text a throw: blanks part throws, ``+`` and ``,`` the dice of one.

    >>> split_faces(["4+5 3", "6,6"])
    ('4+5', '3', '6,6')
    """
    return tuple(word for text in said for word in text.split())
