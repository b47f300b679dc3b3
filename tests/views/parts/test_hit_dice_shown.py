"""How many hit dice somebody has left is shown once any are spent."""

from __future__ import annotations

from tests.play.keeper import keep
from turnkeeper.views.parts.party import members


def test_f_rest_2_dice_that_are_left_stand_with_the_attributes() -> None:
    keeper = keep("party Varda constitution 14 level 3 hp 2/30 die d8", "short rest", rules="fifth")
    (before,) = members(keeper.state, keeper.book)
    assert before.attributes == "constitution 14"
    keeper.do("spend 2 hit dice by Varda", "3", "4")
    (after,) = members(keeper.state, keeper.book)
    assert after.attributes == "constitution 14, 1 of 3 hit dice left"
