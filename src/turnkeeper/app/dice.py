"""Who answers throws at this table: the campaign's own dice, or faces as they are typed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from turnkeeper.chance.throws import Answer, AnswerError, Throw, from_text
from turnkeeper.chance.typed import BY_ITSELF, is_name, means, read_faces_typed

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from turnkeeper.chance.drivers import Seeded

DiceKind = Literal["seeded", "typed"]
MOST_NAMED = 12
"""The most throws that a message names."""


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
    """Faces as typed, one text a throw, for one decision; afterwards the campaign's dice answer, or nobody.

    A text with a name answers the first throw of that name; the others answer the remaining throws in order.
    ``spent`` are the places of the texts that were used, ``filled`` the throws that were not told.
    """

    def __init__(self, faces: Sequence[str], seeded: Seeded, *, then: bool) -> None:
        """Take the faces, the campaign's dice, and whether these answer what the faces do not."""
        self._faces = faces
        self._seeded = seeded
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
            if not self._then:
                return None
            answer = self._seeded.answer(throw, number)
            self.filled.append(FilledThrow(throw.name, throw.dice, answer.faces, answer.total or 0))
            return answer
        self.spent.add(place)
        said = self._named[place].faces if place in self._named else self._faces[place]
        if said.strip().casefold() in BY_ITSELF:
            return self._seeded.answer(throw, number)
        try:
            return from_text(throw, said)
        except AnswerError as fault:
            raise WrongFaceError(str(fault), throw, place) from fault

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


def name_throws(throws: Iterable[Throw]) -> str:
    """Return throws as a message names them: ``encounter check: 2d6, reaction: 2d6+1``."""
    told = [f"{throw.name}: {throw.dice}" for throw in throws]
    more = f" and {len(told) - MOST_NAMED} more" if len(told) > MOST_NAMED else ""
    return ", ".join(told[:MOST_NAMED]) + more
