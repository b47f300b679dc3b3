"""Words that introduce people: who they are, and the figures of each, said in any order.

``Aldric the fighter 8 hp, Brin (thief, hp 4/6) and Cora, an elf`` are three people. People stand between
semicolons; where there are none, also between commas or before an "and" where another name begins. All
written of each is a figure by its name, short or long, before or after its number. What can be written,
and what a value means, is the rule set's and not this module's matter.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

import msgspec
from msgspec import Struct

from turnkeeper.play.kernel.speech import unquote

ARTICLES = ("the", "a", "an")
_AND = frozenset(("and", "&", "+"))
_MARKS = frozenset((",", ":", "=", "-", "\u2013", "(", ")"))
_APART = re.compile(r'(?:"[^"]*"|[^;"]|")+')
_PIECE = re.compile(r'"[^"]*"|[(),&]|[^\s"(),&]+|"')
VALUE = re.compile(r"[+-]?\d+(?:/\d+)?|\d*d\d+", re.IGNORECASE)
"""A value that is no word: a number, points, or a die."""
_POINTS = re.compile(r'"[^"]*"|(-?\d+)\s*(?:/|\bout of\b|\bof\b)\s*(\d+)')
_GLUED = re.compile(r"([^\W\d_]+)[:=]?(-?\d+(?:/\d+)?)|(\d+(?:/\d+)?)([^\W\d_]+)")
_ORDINAL = re.compile(r"(\d+)(?:st|nd|rd|th)")
_LEAST_PREFIX = 3
_HAVING = frozenset(("with", "has", "having"))
_CALLED = frozenset(("called", "named"))
_BEFORE = "level"
"""The figure before a calling: ``level 3 fighter``."""


class WrittenWords(Struct, frozen=True):
    """The words by which a rule set's figures are known.

    ``figures`` are their names, ``columns`` the name of each by its own and its other words, ``whole`` the
    figure and the value of a word that says both, ``worded`` those whose values are words. The words that
    ``loosely`` say both are parts of a name where one begins.
    """

    figures: frozenset[str]
    columns: Mapping[str, str]
    whole: Mapping[str, tuple[str, str]]
    worded: frozenset[str]
    loosely: frozenset[str]

    def column(self, said: str) -> str:
        """Return the figure that a word names, by its beginning too where only one begins so; else empty."""
        word = " ".join(said.replace("_", " ").casefold().split()).strip(" .*#")
        if word in self.columns:
            return self.columns[word]
        if len(word) < _LEAST_PREFIX:
            return ""
        found = {name for alias, name in self.columns.items() if alias.startswith(word)}
        return found.pop() if len(found) == 1 else ""


class Introduced(Struct, frozen=True):
    """A person as introduced: the name, values by figure, and the words that found no place.

    ``besides`` is what they are called besides, after a comma or in brackets: ``thief`` of ``Orlo, a thief``.
    """

    name: str
    cells: dict[str, str]
    left: tuple[str, ...] = ()
    besides: tuple[str, ...] = ()
    said: str = ""


class _Clause(Struct):
    """The words between two marks: those of a name, entries, and what stands after them.

    It is ``joined`` if an "and" stands before it, ``aside`` in brackets; it may begin with an ``article``.
    """

    said: list[str]
    joined: bool
    aside: bool
    article: bool = False
    name: list[str] = msgspec.field(default_factory=list)
    cells: dict[str, str] = msgspec.field(default_factory=dict)
    left: list[str] = msgspec.field(default_factory=list)


def introduced(said: str, words: WrittenWords, *, lists: bool = False) -> list[Introduced]:
    """Return the people that a text introduces, in the words of a rule set; nothing is refused.

    In a text that ``lists`` one person a line, only semicolons part people, and no figure is taken without a
    value.
    """
    parts = [one for one in _APART.findall(said) if one.strip()]
    alone = lists or len(parts) > 1
    return [person for part in parts for person in _people(part, words, alone=alone, lists=lists)]


def _people(said: str, words: WrittenWords, *, alone: bool, lists: bool) -> Iterator[Introduced]:
    pieces = _PIECE.findall(_POINTS.sub(lambda one: f"{one[1]}/{one[2]}" if one[1] else one[0], said))
    group: list[_Clause] = []
    for clause in _clauses(pieces):
        _read(clause, words, first=not group, lists=lists)
        if group and not alone and _is_another(clause, group[0]):
            yield _person(group, said)
            group = []
        group.append(clause)
    if group:
        yield _person(group, said)


def _clauses(pieces: Sequence[str]) -> Iterator[_Clause]:
    """Yield the clauses of a text, not read yet."""
    begun, depth, joined = 0, 0, False
    for place, piece in enumerate((*pieces, ",")):
        is_and = piece.casefold() in _AND
        if not (is_and or piece in _MARKS):
            continue
        if place > begun:
            yield _Clause(list(pieces[begun:place]), joined, aside=depth > 0)
            joined = False
        depth = max(depth + (piece == "(") - (piece == ")"), 0)
        begun, joined = place + 1, (joined or is_and) and not depth


def _is_another(clause: _Clause, first: _Clause) -> bool:
    """Return whether a clause begins another person than the one whose first clause is given.

    After an "and" it does unless it only writes something; after a comma, unless it tells what they are: "a
    thief", or in small letters that of a name with a capital.
    """
    if clause.aside or not (clause.name or (clause.joined and clause.article)):
        return False
    if clause.joined:
        return True
    proper = any(one[:1].isupper() or one[:1] == '"' for one in clause.name)
    return not clause.article and (proper or not any(one[:1].isupper() for one in first.name))


def _read(clause: _Clause, words: WrittenWords, *, first: bool, lists: bool) -> None:
    """Read the name, the entries and the rest of a clause; an article is the name's own in the first."""
    said = _named_last([one for each in clause.said for one in _parted(each, words)])
    if not first and said[0] in ARTICLES:
        clause.article = True
        del said[0]
    figure = ""
    while said:
        # "With 7 hp": the word says nothing more.
        place = 1 if clause.name and said[0] in _HAVING and said[1:] else 0
        found = None
        if clause.name or said[0][0] != '"':
            found = _entry(said[place:], words, lists=lists, named=first and not lists)
        if found is not None:
            figure, value, count = found
            clause.cells[figure] = value.removeprefix("+")
            alone = figure in words.worded and said[place].casefold() not in words.columns
            if alone and clause.name[1:] and clause.name[-1].casefold() in ARTICLES:
                clause.name.pop()  # "Gimli the dwarf", of a race
            del said[: place + count]
        elif clause.left or (clause.name and figure not in {"", _BEFORE}) or VALUE.fullmatch(said[0]):
            clause.left.append(said.pop(0))
        else:
            clause.name.append(said.pop(0))


def _named_last(said: list[str]) -> list[str]:
    """Return ``a porter called Tom`` as ``Tom the porter``."""
    place = next((at for at, one in enumerate(said[:-1]) if one.casefold() in _CALLED), 0)
    what, name = said[said[0].casefold() in ARTICLES : place], said[place + 1 :]
    return [name[0], "the", *what, *name[1:]] if what else said


def _parted(piece: str, words: WrittenWords) -> list[str]:
    """Return a figure and its value that are one word as two: ``8hp``, ``str=12``, ``3rd-level``."""
    found = _GLUED.fullmatch(piece)
    if found is not None:
        figure, value = (found[1], found[2]) if found[1] else (found[4], found[3])
        return [figure, value] if words.column(figure) else [piece]
    number, dash, figure = piece.partition("-")
    if dash and _ORDINAL.fullmatch(number.casefold()):
        return [number, figure] if figure else [number]
    figure, mark, value = piece.replace("=", ":", 1).partition(":")
    return [one for one in (figure, value) if one] if mark and words.column(figure) else [piece]


def _person(group: list[_Clause], said: str) -> Introduced:
    first, *more = group
    cells = {figure: value for clause in group for figure, value in clause.cells.items()}
    name = [unquote(one) if not place else _nickname(one) for place, one in enumerate(first.name)]
    besides = [
        f"({' '.join(clause.name)})" if clause.aside else " ".join(clause.name)
        for clause in more
        if clause.name
    ]
    left = tuple(one for clause in group for one in clause.left)
    return Introduced(" ".join(name), cells, left, tuple(besides), said.strip())


def _nickname(word: str) -> str:
    """Return a word of a name; one in quotes after the first is what they are called besides."""
    plain = unquote(word)
    return plain if plain == word else f"“{plain}”"


def _entry(
    said: Sequence[str], words: WrittenWords, *, lists: bool, named: bool
) -> tuple[str, str, int] | None:
    """Return the figure and the value that the first words say, and how many words; else nothing.

    Where a person is ``named``, a word that only stands for another, as ``retainer``, is a part of the name.
    """
    for count in (2, 1):
        alone = " ".join(map(unquote, said[:count])).casefold()
        whole = words.whole.get(alone)
        if whole is not None and len(said) >= count and not (named and alone in words.loosely):
            return (*whole, count)
    return _after(said, words, lists=lists) or _before(said, words)


def _after(said: Sequence[str], words: WrittenWords, *, lists: bool) -> tuple[str, str, int] | None:
    """Return a figure with its value after it: ``hp 5/7``, ``hit points 7``, ``wields large melee``."""
    for count in (2, 1):
        called = " ".join(said[:count]).casefold()
        figure = words.column(called) or (called if called in words.figures and not lists else "")
        if not figure or len(said) < count or (len(said) == count and lists):
            continue
        two, one = (" ".join(map(unquote, said[count : count + more])).casefold() for more in (2, 1))
        if figure in words.worded and one and (lists or one in words.whole or two in words.whole):
            return (figure, two, count + 2) if two in words.whole else (figure, one, count + 1)
        if VALUE.fullmatch(one):
            return figure, one, count + 1
        if not lists and count == 1 and said[0].casefold() in words.figures:
            return figure, one, min(len(said), 2)  # its reader says what a value is
    return None


def _before(said: Sequence[str], words: WrittenWords) -> tuple[str, str, int] | None:
    """Return a figure with its value before it: ``8 hp``, ``3rd level``; points alone are hit points."""
    ordinal = _ORDINAL.fullmatch(said[0].casefold())
    value = ordinal[1] if ordinal else said[0].casefold()
    if not VALUE.fullmatch(value):
        return None
    for count in (2, 1):
        figure = words.column(" ".join(said[1 : 1 + count])) if len(said) > count else ""
        if figure and figure not in words.worded:
            return figure, value, 1 + count
    return ("hp", value, 1) if "/" in value and "hp" in words.figures else None
