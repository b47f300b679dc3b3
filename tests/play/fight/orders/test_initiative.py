"""Initiative that is rolled where no fight goes on yet."""

from __future__ import annotations

from tests.play.keeper import keep, of_kind
from turnkeeper.play.fight.fight import FightBegan
from turnkeeper.play.fight.orders.round_order import RoundBegan

PARTY = "party Varda wisdom 12; Orlo wisdom 9"


def test_rolling_initiative_begins_the_fight_and_its_first_round() -> None:
    """G-INIT-1: 11 of 12 is under Wisdom, so Varda goes before the enemies; 13 of 9 is not."""
    keeper = keep(PARTY, "enter settlement", "meet goblins")
    events = keeper.do("roll initiative", "11", "13")
    assert len(of_kind(events, FightBegan)) == 1
    (begun,) = of_kind(events, RoundBegan)
    assert (begun.number, begun.before, begun.after) == (1, ("Varda",), ("Orlo",))
    assert keeper.refused("roll initiative").code == "fight"


def test_nobody_rolls_initiative_against_nobody() -> None:
    assert keep(PARTY).refused("roll initiative").hint == "fight 6 goblins, or fight enemies"
