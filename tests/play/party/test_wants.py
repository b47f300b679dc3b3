"""Going without costs something at the end of each whole day, from a number of days on."""

from __future__ import annotations

from tests.play.keeper import house_rules, keep
from turnkeeper.rules.book import Rulebook

PARTY = "party Varda constitution 14; Orlo constitution 8"
OLDER = house_rules('options = ["5.1"]\n', "fifth")
"""The older document."""


def _levels(days: int, *before: str, rules: str | Rulebook = "fifth") -> tuple[int, ...]:
    keeper = keep(PARTY, *before, f"wait {days} days", rules=rules)
    return tuple(one.fatigue for one in keeper.state.party.members)


def test_f_food_2_each_day_without_water_is_a_level() -> None:
    assert _levels(1, "stock 9 waterskins") == (1, 1)
    assert _levels(3, "stock 9 waterskins") == (3, 3)


def test_f_food_2_half_of_it_is_enough_and_what_is_not_counted_is_there() -> None:
    assert _levels(1, "stock 9 waterskins", "drink") == (0, 0)
    assert _levels(3) == (0, 0)


def test_f_food_1_the_fifth_day_without_food_and_each_after_it() -> None:
    assert _levels(4, "stock 9 rations") == (0, 0)
    assert _levels(5, "stock 9 rations") == (1, 1)
    assert _levels(6, "stock 9 rations") == (2, 2)


def test_f_food_1_three_days_and_the_modifier_in_the_older_document() -> None:
    """Constitution 14 adds 2, 8 takes 1: a level at the end of the sixth day, and of the third."""
    assert _levels(3, "stock 9 rations", rules=OLDER) == (0, 1)
    assert _levels(5, "stock 9 rations", rules=OLDER) == (0, 3)
    assert _levels(6, "stock 9 rations", rules=OLDER) == (1, 4)


def test_f_food_2_no_rest_takes_it_away_before_a_day_s_worth_was_drunk() -> None:
    keeper = keep(PARTY, "stock 99 waterskins", "wait 1 day", rules="fifth")
    assert "not recovering: thirsty" in "; ".join(keeper.told("long rest"))
    keeper.do("wait 15 h")
    keeper.do("drink")
    keeper.do("drink")
    keeper.do("wait 1 h")  # it is day 3, and day 2 had all of it
    keeper.do("long rest")
    assert [one.fatigue for one in keeper.state.party.members] == [0, 0]


def test_two_waits_cost_what_one_does() -> None:
    keeper = keep(PARTY, "stock 9 waterskins", "wait 10 h", "wait 14 h", "wait 1 h", rules="fifth")
    assert [one.fatigue for one in keeper.state.party.members] == [1, 1]


def test_who_joins_within_a_day_wants_nothing_at_its_end() -> None:
    keeper = keep(PARTY, "stock 9 waterskins", "wait 1 h", "party Sefa", "wait 23 h", rules="fifth")
    assert [one.fatigue for one in keeper.state.party.members] == [1, 1, 0]
