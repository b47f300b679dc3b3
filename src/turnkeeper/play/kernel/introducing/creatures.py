"""Kinds of creatures as a command writes them down: ``goblin number 2d4 hp 1d8-1; ogre hp 20 morale 9``."""

from __future__ import annotations

import re
from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import asdict

from turnkeeper.play.kernel.introducing.newcomers import LONGEST_NAME
from turnkeeper.play.kernel.speech import in_quotes, quote, unquote
from turnkeeper.rules.book import Rulebook
from turnkeeper.spelling.plurals import singular

Amount = int | str
"""A number, or the dice for it."""

MOST_AMOUNT = 999_999
LONGEST_NOTE = 300
_KIND = re.compile(r'(?:"[^"]*"|[^;])+')
_WORD = re.compile(r'"[^"]*"|[^\s"]+')
_NUMBER = re.compile(r"[+-]?\d{1,6}")
_DICE = re.compile(r"([1-9]\d?)?d([1-9]\d{0,2})([+-][1-9]\d{0,2})?")
_DIE = re.compile(r"1?d([2-9]|[1-9]\d{1,2})")
_HINT = "say it as creature goblin number 2d4 hp 1d8-1 morale 7; ogre hp 20"


class Creature(Struct, frozen=True, omit_defaults=True):
    """A kind of creature: how many come, the hit points of each, and what else is written of it.

    A field at its default is not written. ``number`` and ``hp`` are numbers or dice. ``reaction`` is added
    to the throw for how it takes the party; ``weapon``, ``recovery``, ``speed`` and ``note`` are for the
    referee's eyes.
    """

    name: str
    number: Amount = 0
    hp: Amount = 0
    hd: int | None = None
    morale: int | None = None
    order: int = 0
    initiative: str = ""
    reaction: int = 0
    weapon: str = ""
    recovery: int | None = None
    speed: int | None = None
    note: str = ""


def key_of(name: str) -> str:
    """Return the key that two names of one kind share: ``Goblins`` and ``goblin``."""
    return singular(" ".join(name.split())).casefold()


def read_amount(said: str) -> Amount:
    """Return a number from 1, or dice as ``1d8-1``; raises ``ValueError`` with message and hint."""
    text = said.casefold().strip("x")
    dice = _DICE.fullmatch(text)
    if dice is not None:
        return f"{dice[1] or 1}d{dice[2]}{dice[3] or ''}"
    if not text.isascii() or not text.isdecimal() or not 0 < int(text[:7]) <= MOST_AMOUNT:
        message = f"{said[:30]!r} is neither a number from 1 nor dice"
        raise ValueError(message, "such as 6 or 2d4 or 1d8-1")
    return int(text)


def read_creatures(said: str, _book: Rulebook) -> tuple[Creature, ...]:
    """Return the kinds that a text writes down; raises ``ValueError`` with message and hint."""
    found = tuple(_read_one(part) for part in _KIND.findall(said) if part.strip())
    if not found:
        message = "no creature was named"
        raise ValueError(message, _HINT)
    return found


def _read_one(said: str) -> Creature:
    words = _WORD.findall(said)
    name: list[str] = []
    while words and words[0].casefold() not in KEYS:
        name.append(unquote(words.pop(0)))
    told: dict[str, object] = {"name": _name(" ".join(name))}
    while words:
        key = words.pop(0).casefold()
        value: list[str] = []
        while words and words[0].casefold() not in KEYS:
            value.append(unquote(words.pop(0)))
        told[key] = KEYS[key](key, " ".join(" ".join(value).split()))
    # Each field was given a value of its own type above.
    return Creature(**told)  # type: ignore[arg-type]


def _name(name: str) -> str:
    name = " ".join(name.split())
    if not name or len(name) > LONGEST_NAME or ";" in name:
        message = f"a kind of creature begins with its name, of 1 to {LONGEST_NAME} letters and no semicolon"
        raise ValueError(message, _HINT)
    return name


def _amount(_key: str, value: str) -> object:
    return read_amount(value)


def _number(key: str, value: str) -> object:
    if not _NUMBER.fullmatch(value):
        message = f"{key} wants a whole number, not {value[:20]!r}"
        raise ValueError(message, _HINT)
    return int(value)


def _die(key: str, value: str) -> object:
    found = _DIE.fullmatch(value.casefold())
    if found is None:
        message = f"{key} wants a die such as d8, not {value[:20]!r}"
        raise ValueError(message, _HINT)
    return f"d{found[1]}"


def _words(key: str, value: str) -> object:
    if not value or len(value) > LONGEST_NOTE or ";" in value:
        message = f"{key} wants 1 to {LONGEST_NOTE} letters, without a semicolon"
        raise ValueError(message, f'{key} "as you like it"')
    return value


KEYS: dict[str, Callable[[str, str], object]] = {
    "number": _amount,
    "hp": _amount,
    "hd": _number,
    "morale": _number,
    "order": _number,
    "initiative": _die,
    "reaction": _number,
    "weapon": _words,
    "recovery": _number,
    "speed": _number,
    "note": _words,
}
"""What can be written of a kind of creature, each a field of its own, and its reader."""


def say_creatures(creatures: tuple[Creature, ...], _book: Rulebook) -> str:
    """Return the text that writes these kinds down."""
    return "; ".join(map(_say_one, creatures))


def _say_one(one: Creature) -> str:
    fields, plain = asdict(one), Creature("")
    said = [quote(one.name, frozenset(KEYS))]
    for key, reads in KEYS.items():
        value = fields[key]
        if value != getattr(plain, key):
            said += [key, in_quotes(value) if reads is _words else str(value)]
    return " ".join(said)
