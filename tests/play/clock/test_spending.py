"""Time that is spent on what the rules give no length for."""

from __future__ import annotations

from tests.play.keeper import MINUTE, keep
from turnkeeper.time import Instant


def test_time_spent_on_a_thing_passes_and_is_told_by_that_thing() -> None:
    keeper = keep("party Varda", "timer stew 15 min")
    told = keeper.told("spend 20 min on mending the net by Varda")
    assert told == ["timer stew is over", "mending the net by Varda: 2 turns"]
    assert keeper.now == Instant(0) + MINUTE * 20


def test_an_activity_with_effects_is_refused_by_its_name() -> None:
    keeper = keep()
    why = "search is an activity of these rules, with effects of its own"
    assert keeper.refused("spend 20 min on searching the altar").message == why
    assert keeper.now == Instant(0)
