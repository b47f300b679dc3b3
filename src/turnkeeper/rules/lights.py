"""What a rule set says of light: kinds of source, and the currency in which each burns."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from turnkeeper.rules.cite import Cite


class ByClock(Struct, frozen=True, tag_field="by", tag="clock", forbid_unknown_fields=True):
    """Burns a length of time, such as ``1 h`` or ``6 turns``."""

    lasts: str


class ByTicks(Struct, frozen=True, tag_field="by", tag="ticks", forbid_unknown_fields=True):
    """Burns only when a table says so, and is out at the last of its ticks (G-LIGHT-2)."""

    ticks: int


class ByUsageDice(Struct, frozen=True, tag_field="by", tag="usage-dice", forbid_unknown_fields=True):
    """Every so often its dice are thrown together; too high a total adds a die, and ends it at the most dice.

    ``start`` dice at first, ``most`` at the end, each with ``sides``; a total over ``over`` is too high
    (D-LIGHT-1: every other turn, over 4 adds a die, over 4 on three dice puts it out). With ``damp`` one more
    is thrown in wind or wet, and any total that is too high then puts the source out at once.
    """

    every: str
    start: int
    most: int
    sides: int
    over: int
    damp: bool = False


class UntilEnded(Struct, frozen=True, tag_field="by", tag="until-ended", forbid_unknown_fields=True):
    """Burns until somebody puts it out."""


Burns = ByClock | ByTicks | ByUsageDice | UntilEnded


class LightKind(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A kind of light source.

    ``burns`` holds everywhere but in the scenes that ``burns_in`` names. ``bright`` and ``shadow`` are in
    feet, the shadow beyond the bright; ``reach`` is in words, where no feet are said. ``lighting`` is what it
    takes to light it, and ``lighting_counts`` says whether that moves the clock always or only as a round of
    a fight. A source with ``fuel`` can be refuelled with that item and stays itself when empty; one without
    is used up.
    """

    rule: Cite
    burns: Burns
    burns_in: dict[str, Burns] = {}
    bright: int = 0
    shadow: int = 0
    reach: str = ""
    lighting: str = ""
    lighting_counts: Literal["in-fights", "always"] = "in-fights"
    fuel: str = ""
    plural: str = ""
    also: tuple[Cite, ...] = ()
