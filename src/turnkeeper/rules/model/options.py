"""The other readings that a rule set offers, each under a name, for the referee to switch on.

A source that contradicts itself, or that was read otherwise later, leaves more than one way to play. The set
plays one of them; an option says what another would change. How it is switched on is in `switch`.
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from turnkeeper.rules.model.cite import Cite
from turnkeeper.rules.model.values import ReadingInWords

Tree: TypeAlias = Annotated[object, Meta(extra_json_schema={"description": "What a rule set says there."})]
"""Plain data of a rule file: it has no shape of its own until it is merged."""


class Option(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Another reading: the rule it is of, what it says in one sentence, and what it changes.

    ``changes`` holds differences, and ``remove`` names of entries, as a rule set that extends another says
    them. An option that is on has neither any more: they are made.
    """

    rule: Cite
    says: ReadingInWords
    changes: dict[str, Tree] = {}
    remove: tuple[str, ...] = ()
    also: tuple[Cite, ...] = ()
