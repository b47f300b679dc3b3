"""What a rule set says of rituals: how long each kind takes to perform, and how long it then lasts."""

from __future__ import annotations

from msgspec import Struct

from turnkeeper.rules.model.cite import Cite
from turnkeeper.rules.model.values import AttributeName, Length, Positive


class Ritual(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A kind of ritual: it ``takes`` a length, or is instant, and ``lasts`` a length for each level.

    One that may take ``longer`` can be told how long. It succeeds by a check of an ``attribute``; a throw of
    exactly the attribute makes it last ``exact`` times as long.
    """

    rule: Cite
    attribute: AttributeName
    takes: Length = ""
    longer: bool = False
    lasts: Length = ""
    exact: Positive = 1
    also: tuple[Cite, ...] = ()
