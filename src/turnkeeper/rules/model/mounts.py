"""What a rule set says of mounts and what they pull: loads, animals to a vehicle, the price of a push."""

from __future__ import annotations

from msgspec import Struct

from turnkeeper.rules.model.cite import Cite
from turnkeeper.rules.model.values import DiceText, NotNegative, Positive, VehicleName


class PushDies(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A mount that was pushed dies when the dice show no more than a number: one throw a mount a day.

    The number is ``least`` on the first day, ``more_each_day`` higher on each further day in a row, and never
    over ``most`` (D-HEX-5).
    """

    rule: Cite
    dice: DiceText
    least: NotNegative
    more_each_day: NotNegative
    most: int
    also: tuple[Cite, ...] = ()

    def dies_up_to(self, before: int) -> int:
        """Return the highest number that kills, after so many days of pushing in a row.

        >>> push = PushDies(Cite("D-HEX-5", "printed"), "1d6", 2, 1, 6)
        >>> [push.dies_up_to(before) for before in range(6)]
        [2, 3, 4, 5, 6, 6]
        """
        return min(self.least + self.more_each_day * before, self.most)


class VehicleKind(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Something that animals pull: the fewest and the most of them.

    It ``carries`` as many items as so many times the hit dice hitched to it (D-HEX-8).
    """

    rule: Cite
    fewest: Positive
    most: int
    carries: Positive
    also: tuple[Cite, ...] = ()


class Mounts(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A mount ``carries`` as many items as so many times its hit dice; vehicles by what they are called."""

    rule: Cite
    carries: Positive
    push_dies: PushDies | None = None
    vehicles: dict[VehicleName, VehicleKind] = {}
    also: tuple[Cite, ...] = ()
