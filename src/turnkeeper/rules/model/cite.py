"""Where a rule comes from. Every entry of a rule set cites a rule id of its register, and says its origin."""

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from turnkeeper.rules.model.values import HouseReason, RuleId, RuleInWords

Origin = Literal["printed", "companion", "house"]

BY_CLAIM: tuple[Origin, ...] = ("printed", "companion", "house")
"""The origins, the one that claims most of the source first."""


class Cite(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The rule that an entry carries out. A house default says why the house had to choose."""

    id: RuleId
    origin: Origin
    why: HouseReason = ""


class CitesRule(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A part of a rule set: it carries out a ``rule``."""

    rule: Cite


class CitesRules(CitesRule, frozen=True, kw_only=True):
    """A part of a rule set that carries out more rules than its first: those are ``also`` cited."""

    also: tuple[Cite, ...] = ()


class RegisterEntry(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One rule of the game in our words: what holds, where it was read, and for a house default why.

    An ``engine`` rule is carried out by the program itself, so that no entry of the file cites it.
    """

    origin: Origin
    says: RuleInWords
    why: HouseReason = ""
    engine: bool = False


def is_cite(value: object) -> bool:
    """Return whether a part of a rule set's plain data is a cite."""
    return isinstance(value, dict) and {"id", "origin"} <= value.keys() <= {"id", "origin", "why"}


def cited_in(value: object) -> Iterator[str]:
    """Yield the ids of the rules that some plain data cites."""
    if is_cite(value) and isinstance(value, dict):
        yield str(value["id"])
        return
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, (list, tuple)) else ()
    for one in inner:
        yield from cited_in(one)
