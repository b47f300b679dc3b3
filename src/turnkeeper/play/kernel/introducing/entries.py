"""Entries of a sheet as a command changes them: ``wisdom 13, hp 5/7, race none, notes afraid of water``.

An entry is a name and a value; ``none`` as value means that it is not written any more. The words for both
are those by which people are introduced (`newcomers`). This module must not know what an entry does.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from msgspec import Struct

from turnkeeper.play.kernel.decision import closest
from turnkeeper.play.kernel.introducing.newcomers import (
    FLAGS,
    RACE,
    WIELDS,
    WRITTEN,
    YES,
    figures_of,
    read_number,
    read_points,
    read_race,
    read_weapon,
)
from turnkeeper.play.kernel.speech import in_quotes, unquote
from turnkeeper.rules.book import Rulebook

NONE = "none"
NO = "no"
NOTES, PORTRAIT, HP, MANA = "notes", "portrait", "hp", "mana"
POINTS = (HP, MANA)
_WORD = re.compile(r'("[^"]*"|[^\s",]+)[\s,]*')
_DIGEST = re.compile(r"[0-9a-f]{16}")
_TRUTH = {YES: YES, "true": YES, NO: NO, NONE: NO, "false": NO}


class WrittenEntry(Struct, frozen=True, array_like=True):
    """What stands on a sheet under a name, as it is written: ``hp`` and ``5/7``; ``none`` takes it off."""

    name: str
    value: str


def names_of(book: Rulebook) -> tuple[str, ...]:
    """Return the names of everything that a sheet can hold under a rule set, in the order of a table."""
    return (*figures_of(book), NOTES, PORTRAIT)


def read_sheet(said: str, book: Rulebook) -> tuple[WrittenEntry, ...]:
    """Return the entries that a text says; raises ``ValueError`` with message and hint."""
    found: dict[str, WrittenEntry] = {}
    place, known = 0, names_of(book)
    while place < len(said):
        name, place = _word(said, place)
        name = name.casefold()
        if name not in known:
            message = f"{name[:40]!r} is nothing that is written of a character"
            raise ValueError(message, closest(name, known, f"written are {', '.join(known)}"))
        if name == NOTES:
            value, place = " ".join(said[place:].split()), len(said)
        else:
            value, place = _word(said, place) if place < len(said) else ("", place)
        found[name] = WrittenEntry(name, read_value(name, value, book))
    if not found:
        message = "no entry of the sheet was said"
        raise ValueError(message, "such as hp 5/7, notes afraid of water")
    return tuple(sorted(found.values(), key=lambda one: one.name == NOTES))


def _word(said: str, place: int) -> tuple[str, int]:
    found = _WORD.match(said, place)
    if found is None:
        message = f"{said[place : place + 20]!r} is no entry of a sheet"
        raise ValueError(message, "name and value of each, such as hp 5/7, level 2")
    return unquote(found[1]), found.end()


def read_value(name: str, value: str, book: Rulebook) -> str:
    """Return a value of an entry in its canonical form; raises ``ValueError`` with message and hint."""
    said = " ".join(value.split())
    if not said:
        message = f"{name} of what? A value is missing"
        raise ValueError(message, f"{name} {NONE} takes it off the sheet")
    if said.casefold() == NONE and name not in FLAGS:
        return NONE
    reader = _READERS.get(name)
    return reader(name, said, book) if reader is not None else str(read_number(name, said))


def _read_points(name: str, said: str, _book: Rulebook) -> str:
    left, most = read_points(name, said)
    return f"{left}/{most}" if "/" in said else str(left)


def _read_written(name: str, said: str, _book: Rulebook) -> str:
    (field,) = WRITTEN[name](name, said).values()
    return str(field)


def _read_digest(_name: str, said: str, _book: Rulebook) -> str:
    if not _DIGEST.fullmatch(said.casefold()):
        message = "a portrait is named by the 16 digits of its digest"
        raise ValueError(message, "the screen takes pictures")
    return said.casefold()


def _read_count(name: str, said: str, _book: Rulebook) -> str:
    number = read_number(name, said)
    if number < 0:
        message = f"{name} is 0 or more, not {number}"
        raise ValueError(message)
    return str(number)


def _one_of(name: str, said: str, known: dict[str, str]) -> str:
    found = known.get(said.casefold())
    if found is None:
        message = f"{said[:30]!r} is no value of {name}"
        raise ValueError(message, closest(said, known, ", ".join(dict.fromkeys(known.values()))))
    return found


def say_sheet(entries: tuple[WrittenEntry, ...], _book: Rulebook | None = None) -> str:
    """Return the text that says these entries."""
    return ", ".join(_say(one) for one in entries)


def _say(one: WrittenEntry) -> str:
    spaced = " " in one.value and one.name != NOTES
    return f"{one.name} {in_quotes(one.value) if spaced else one.value}"


_READERS: dict[str, Callable[[str, str, Rulebook], str]] = {
    **dict.fromkeys(FLAGS, lambda name, said, _book: _one_of(name, said, _TRUTH)),
    **dict.fromkeys(WRITTEN, _read_written),
    **dict.fromkeys(POINTS, _read_points),
    **dict.fromkeys(("level", "carrying"), _read_count),
    RACE: lambda _name, said, book: read_race(said, book),
    WIELDS: lambda _name, said, book: read_weapon(said, book),
    NOTES: lambda _name, said, _book: said,
    PORTRAIT: _read_digest,
}
"""The readers of entries that are no plain numbers."""
