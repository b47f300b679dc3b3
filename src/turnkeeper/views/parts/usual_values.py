"""Usual values of a field of a form where nothing that is there could be listed.

Such values are offered beside the field, so that whoever has only a mouse can say the command; any others
can be typed. A command declares its own; here are those of kinds of fields.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from turnkeeper.app.people import somebody, words_of
from turnkeeper.play.kernel.declare import Declared
from turnkeeper.play.kernel.sentence import LENGTHS
from turnkeeper.play.kernel.slots import read_field, say_field
from turnkeeper.play.state import State
from turnkeeper.rules.book import Rulebook

PEOPLE = "people"
MOST_NEWCOMERS = 3
OF_KINDS = {
    "die": ("d4", "d6", "d8", "d10", "d12", "d20"),
    "amount": ("1", "2", "3", "4", "6", "8", "12", "1d6", "2d6"),
}


def usual(state: State, book: Rulebook, declared: Declared, field: str, kind: str) -> Iterable[str]:
    """Return the usual values of a field: those of its command, else of its kind."""
    if kind in LENGTHS:
        return (book.scale.say(unit.length) for unit in book.scale.units)
    own = declared.usual.get(field)
    if own is not None:
        return own if isinstance(own, tuple) else own(state, book)
    return _newcomers(state, book) if kind == PEOPLE else OF_KINDS.get(kind, ())


def _newcomers(state: State, book: Rulebook) -> Iterator[str]:
    """Yield some people who could join, with middling scores for what a first round asks."""
    taken = [one.name for one in state.party.members]
    for _ in range(MOST_NEWCOMERS):
        person = somebody(taken, book)
        yield say_field(PEOPLE, read_field(PEOPLE, words_of(person, book), book), book)
        taken.append(person.name)
