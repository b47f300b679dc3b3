"""Mounts as a command introduces them: ``Bess hd 2; Nag hd 3``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec import Struct

from turnkeeper.play.kernel.newcomers import LONGEST_NAME
from turnkeeper.play.kernel.speech import in_quotes, quote, unquote

if TYPE_CHECKING:
    from turnkeeper.rules.book import Rulebook

HD = "hd"
_ANIMAL = re.compile(r'(?:"[^"]*"|[^;])+')
_WORD = re.compile(r'"[^"]*"|[^\s"]+')
_NUMBER = re.compile(r"-?\d{1,6}")
_HINT = "say it as mounts Bess hd 2; Nag hd 3"


class Animal(Struct, frozen=True):
    """A mount that joins the party, and its hit dice."""

    name: str
    hd: int


def read_animals(said: str, _book: Rulebook) -> tuple[Animal, ...]:
    """Return the mounts that a text introduces; raises ``ValueError`` with message and hint."""
    animals = tuple(_read_one(part) for part in _ANIMAL.findall(said) if part.strip())
    if not animals:
        message = "no mount was named"
        raise ValueError(message, _HINT)
    return animals


def _read_one(said: str) -> Animal:
    words = [word.rstrip(",") for word in _WORD.findall(said)]
    at = next((index for index, word in enumerate(words) if word.casefold() == HD), len(words))
    name = " ".join(" ".join(map(unquote, words[:at])).split())
    if not name or len(name) > LONGEST_NAME or ";" in name:
        message = f"a mount begins with its name, of 1 to {LONGEST_NAME} characters and no semicolon"
        raise ValueError(message, _HINT)
    value = words[at + 1 :]
    if not value:
        message = f"{name} is a mount with no HD"
        raise ValueError(message, f"mounts {name} hd 2")
    if len(value) > 1 or not _NUMBER.fullmatch(value[0]):
        message = f"the HD of {name} is a whole number, not {' '.join(value)[:20]!r}"
        raise ValueError(message, f"mounts {name} hd 2")
    return Animal(name, int(value[0]))


def say_animals(animals: tuple[Animal, ...], _book: Rulebook) -> str:
    """Return the text that introduces these mounts."""
    return "; ".join(f"{_say_name(one.name)} {HD} {one.hd}" for one in animals)


def _say_name(name: str) -> str:
    odd = any(word.endswith(",") for word in name.split())
    return in_quotes(name) if odd else quote(name, frozenset({HD}))
