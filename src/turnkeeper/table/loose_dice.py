"""Dice thrown outside any campaign, seeded by a text or at random."""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnkeeper.chance.drivers import Seeded
from turnkeeper.chance.roll import Roll, read_faces
from turnkeeper.chance.throws import Throw
from turnkeeper.table.library import seed_for

if TYPE_CHECKING:
    from turnkeeper.chance.notation import Dice


def throw(dice: Dice, times: int = 1, seed: str = "") -> list[Roll]:
    """Return so many rolls; the same seed gives the same. Raises `NoCampaign` for a seed that is too long."""
    driver, asked = Seeded(seed_for(seed).encode(), "loose dice"), Throw("dice", str(dice))
    return [read_faces(dice, driver.answer(asked, number).faces) for number in range(times)]
