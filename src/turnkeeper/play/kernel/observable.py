"""Observables: what of a state, or of what happens, a plan can wait for and its odds can be asked about.

Each mechanism declares its own beside its commands, in words; at most one `{name}` stands for a name.
This module must not know any of them.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Callable

    from turnkeeper.play.kernel.event import Event
    from turnkeeper.play.state import State
    from turnkeeper.rules.book import Rulebook


class Condition(Struct, frozen=True):
    """Something that is so or not: ``dark``, ``{name} is down``. ``holds`` is given the name, if any."""

    says: str
    help: str
    holds: Callable[[State, Rulebook, str], bool]


class Figure(Struct, frozen=True):
    """A number that a state has: ``fatigue of {name}``; ``None`` where it has none."""

    says: str
    help: str
    value: Callable[[State, Rulebook, str], int | None]


class Occurrence(Struct, frozen=True):
    """Something that happens and is counted: ``encounters``; ``counts`` gives how many an event is."""

    says: str
    help: str
    counts: Callable[[Event, str], int]


Observable = Condition | Figure | Occurrence


def occurs(says: str, help: str, *kinds: type[Event]) -> Occurrence:  # noqa: A002 - what the person reads
    """Return the declaration that each event of some kinds is one."""
    return Occurrence(says, help, lambda event, _name: isinstance(event, kinds))


@lru_cache(maxsize=512)
def _pattern(says: str) -> re.Pattern[str]:
    before, slot, after = says.partition("{name}")
    name = "(?P<name>.+?)" if slot else "(?P<name>)"
    return re.compile(f"{re.escape(before)}{name}{re.escape(after)}".replace(r"\ ", r"\s+"), re.IGNORECASE)


def named_in(one: Observable, text: str) -> str | None:
    """Return the name that a text gives an observable, empty for one without; ``None`` if it is another.

    >>> named_in(Condition("{name} is down", "", lambda *_: True), "Varda is down")
    'Varda'
    """
    found = _pattern(one.says).fullmatch(text.strip())
    return None if found is None else found["name"]
