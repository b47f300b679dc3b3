"""Mounts as a command introduces them: ``Bess hd 2; Nag hd 3``, or with the pounds that they bear."""

from __future__ import annotations

import re

from msgspec import Struct

from turnkeeper.play.kernel.introducing.newcomers import LONGEST_NAME
from turnkeeper.play.kernel.speech import in_quotes, quote, unquote
from turnkeeper.rules.book import Rulebook

USUAL = {"hd": (2, 3), "lb": (480, 540)}
"""The figures of two mounts in a hint, by the word for them: hit dice, or the pounds they bear."""
_ANIMAL = re.compile(r'(?:"[^"]*"|[^;])+')
_WORD = re.compile(r'"[^"]*"|[^\s"]+')
_NUMBER = re.compile(r"-?\d{1,6}")


class Animal(Struct, frozen=True):
    """A mount that joins the party, and its hit dice, or else the pounds that it bears."""

    name: str
    hd: int


def word_of(book: Rulebook) -> str:
    """Return the word for the figure of a mount: ``hd`` or ``lb``."""
    return "hd" if book.set.mounts is None else book.set.mounts.written


def called(book: Rulebook) -> str:
    """Return the same word as a sentence has it: ``HD`` or ``lb``."""
    word = word_of(book)
    return word.upper() if word == "hd" else word


def example(book: Rulebook, name: str = "Bess") -> str:
    """Return a command that brings a mount of a name."""
    word = word_of(book)
    return f"mounts {name} {word} {USUAL[word][0]}"


def _hint(book: Rulebook) -> str:
    word = word_of(book)
    return f"say it as {example(book)}; Nag {word} {USUAL[word][1]}"


def read_animals(said: str, book: Rulebook) -> tuple[Animal, ...]:
    """Return the mounts that a text introduces; raises ``ValueError`` with message and hint."""
    animals = tuple(_read_one(part, book) for part in _ANIMAL.findall(said) if part.strip())
    if not animals:
        message = "no mount was named"
        raise ValueError(message, _hint(book))
    return animals


def _read_one(said: str, book: Rulebook) -> Animal:
    keys = {word_of(book)} if book.set.mounts is not None else set(USUAL)  # what no rule reads is heard
    words = [word.rstrip(",") for word in _WORD.findall(said)]
    at = next((index for index, word in enumerate(words) if word.casefold() in keys), len(words))
    name = " ".join(" ".join(map(unquote, words[:at])).split())
    if not name or len(name) > LONGEST_NAME or ";" in name:
        message = f"a mount begins with its name, of 1 to {LONGEST_NAME} characters and no semicolon"
        raise ValueError(message, _hint(book))
    value = words[at + 1 :]
    if not value:
        message = f"{name} is a mount with no {called(book)}"
        raise ValueError(message, example(book, name))
    if len(value) > 1 or not _NUMBER.fullmatch(value[0]):
        message = f"the {called(book)} of {name} is a whole number, not {' '.join(value)[:20]!r}"
        raise ValueError(message, example(book, name))
    return Animal(name, int(value[0]))


def say_animals(animals: tuple[Animal, ...], book: Rulebook) -> str:
    """Return the text that introduces these mounts."""
    word = word_of(book)
    return "; ".join(f"{_say_name(one.name, word)} {word} {one.hd}" for one in animals)


def _say_name(name: str, key: str) -> str:
    odd = any(word.endswith(",") for word in name.split())
    return in_quotes(name) if odd else quote(name, frozenset({key}))
