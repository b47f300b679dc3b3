"""Faces as people type them: one text a throw, in the order of the throws or with the name of the throw.

Blanks part throws and ``+`` joins the dice of one: ``4+5 3``. A name stands before an equals sign, and a word
of it is enough: ``encounter check=3+4 Varda=6``. This module must not know which throws are asked for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct

from turnkeeper.spelling.plurals import plural

BY_ITSELF = frozenset({"r", "roll"})
"""Said in place of faces, the campaign's own dice fall for that throw."""
_FACES = re.compile(r"=?-?\d{1,9}(?:[+,]-?\d{1,9})*", re.ASCII)
_LOOSE_FACES = re.compile(r"[-+,\s]*\d[-+,\s\d]*")
_FACE = re.compile(r"\d{1,3}")
_BETWEEN = re.compile(r"[\s,]+")
_LETTER = re.compile(r"[^\W\d]")
_OWNER = re.compile(r"['\N{RIGHT SINGLE QUOTATION MARK}]s\b")


class FacesOfThrow(Struct, frozen=True):
    """The faces of one throw as typed, its name if one was said, and where in the text that begins."""

    faces: str
    name: str = ""
    start: int = 0

    @property
    def text(self) -> str:
        """Return the faces as they are said, with the name."""
        return f"{self.name}={self.faces}" if self.name else self.faces

    @property
    def are_numbers(self) -> bool:
        """Return whether these are faces or a total, not words."""
        return _FACES.fullmatch(self.faces) is not None

    @property
    def answers(self) -> bool:
        """Return whether these are numbers, or the word that rolls the campaign's dice."""
        return self.are_numbers or self.faces.casefold() in BY_ITSELF


def read_faces_typed(text: str) -> Iterator[FacesOfThrow]:
    """Yield what a text says of each throw; words that are no faces are given as they stand.

    >>> [one.text for one in read_faces_typed("4+5 3, =12 encounter check=3+4 goblin 2 = 6 r")]
    ['4+5', '3', '=12', 'encounter check=3+4', 'goblin 2=6', 'r']
    """
    name: list[str] = []
    start, named = 0, False
    for found in re.finditer(r"\S+", text):
        word = found[0].rstrip(",;")
        if not name and not named:
            start = found.start()
        left, equals, faces = word.partition("=")
        if named:
            yield FacesOfThrow(word, " ".join(name), start)
            name, named = [], False
        elif equals and (name or left):
            name += [left] if left else []
            named = not faces
            if faces:
                yield FacesOfThrow(faces, " ".join(name), start)
                name = []
        elif name or not FacesOfThrow(word).answers:
            name += [word]
        else:
            yield FacesOfThrow(word, start=start)
    if name:
        yield FacesOfThrow(" ".join(name), start=start)


def split_faces(said: Sequence[str]) -> tuple[str, ...]:
    """Return one text a throw, with its name where one was said.

    >>> split_faces(["4+5 3", "6,6", "recovery die of Varda=6"])
    ('4+5', '3', '6,6', 'recovery die of Varda=6')
    """
    return tuple(one.text for text in said for one in read_faces_typed(text))


def faces_at_end(said: str) -> tuple[str, str] | None:
    """Return a text without the faces that it ends in, and these; ``None`` if it ends in no number.

    >>> faces_at_end("orcs: dagger 3 9 4")
    ('orcs: dagger', '3 9 4')
    >>> faces_at_end("3 4") is None
    True
    """
    gaps = list(_BETWEEN.finditer(said))
    first, end = len(gaps), len(said)
    while first and _FACE.fullmatch(said, gaps[first - 1].end(), end):
        first -= 1
        end = gaps[first].start()
    before = said[:end]
    if first == len(gaps) or "\n" in before or _LETTER.search(before) is None:
        return None
    return before, said[gaps[first].end() :]


def are_faces(said: str, throw: str = "") -> bool:
    """Return whether a text answers a throw: faces alone, or faces by name with those of the named throw.

    >>> are_faces("4+5"), are_faces(" 9"), are_faces("r"), are_faces("search"), are_faces("")
    (True, True, True, False, False)
    >>> are_faces("Orlo=5 Varda=3", "initiative of Varda"), are_faces("note x=3", "initiative of Varda")
    (True, False)
    """
    if said.strip().casefold() in BY_ITSELF or _LOOSE_FACES.fullmatch(said):
        return True
    typed = list(read_faces_typed(said))
    plain = all(one.answers for one in typed)
    return plain and any(not one.name or means(one.name, throw) for one in typed)


def means(said: str, throw: str) -> bool:
    """Return whether the words of a name stand together in the name of a throw.

    >>> means("varda", "exertion of Varda's brawn"), means("goblin 1", "initiative of goblin 12")
    (True, False)

    The first of a side, or one of it, stands for the side where that throws as one.

    >>> means("goblin 1", "initiative of goblins"), means("goblin", "initiative of goblins")
    (True, True)
    """
    one, name = _even(said), f" {_even(throw)} "
    if not one or f" {one} " in name:
        return bool(one)
    side = plural(one.removesuffix(" 1"))
    return side != one and name.endswith(f" {side} ")


def is_name(said: str, throw: str) -> bool:
    """Return whether a name is the whole name of a throw."""
    return _even(said) == _even(throw)


def _even(name: str) -> str:
    return " ".join(_OWNER.sub("", name.casefold()).split())
