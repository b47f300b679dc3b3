"""What a rule set says of meals and of what everybody needs by the day."""

from __future__ import annotations

from msgspec import Struct

from turnkeeper.rules.model.cite import Cite
from turnkeeper.rules.model.values import AttributeName, Length, Phrase, Positive


class Meals(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How long after the last meal the next is due, and when it is overdue.

    A sleep that used some of ``item`` ends with being fed.
    """

    rule: Cite
    due: Length
    overdue: Length
    item: str = ""
    also: tuple[Cite, ...] = ()


class Provision(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An item of which everybody needs so many a calendar day, whichever activities use it.

    Who has been ``without`` it for that long is in a ``condition``, which ``hampers`` checks of attributes
    and allows, with ``no_recovery``, no healing. Several are said as ``plural``.
    """

    rule: Cite
    item: str
    without: Length
    condition: Phrase
    plural: str = ""
    each_day: Positive = 1
    hampers: tuple[AttributeName, ...] = ()
    no_recovery: bool = False
    also: tuple[Cite, ...] = ()

    @property
    def several(self) -> str:
        """Return what several of the item are called."""
        return self.plural or f"{self.item}s"
