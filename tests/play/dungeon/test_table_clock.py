"""The table's own time: facts burn lights, a second light goes by the rule, and all of it replays."""

from __future__ import annotations

import pytest

from tests.play.keeper import CALM, HOUR, MINUTE, Keeper, house_rules
from turnkeeper.play.dungeon.burning import at_table
from turnkeeper.play.dungeon.light import LightWentOut
from turnkeeper.play.dungeon.table_clock import TablePassed, TableTimePassed
from turnkeeper.play.kernel.event import Refusal
from turnkeeper.rules.book import Rulebook
from turnkeeper.time import NO_TIME, Duration

GAME = """
[table_clock]
rule = { id = "G-LIGHT-1", origin = "house", why = "A test." }
second = "SECOND"
asks_over = "30 min"
stops_in_fights = true

[lights.lamp]
rule = { id = "G-LIGHT-1", origin = "house", why = "A test." }
burns = { by = "table", lasts = "1 h" }

[lights.brazier]
rule = { id = "G-LIGHT-1", origin = "house", why = "A test." }
burns = { by = "table", lasts = "3 h" }
"""


def _book(second: str = "apart") -> Rulebook:
    return house_rules(GAME.replace("SECOND", second))


def _delve(second: str = "apart") -> Keeper:
    keeper = Keeper(_book(second))
    for said in ("party Varda wisdom 9; Orlo wisdom 9", "enter dungeon Barrow", "light lamp for Varda"):
        keeper.do(said)
    return keeper


def _left(keeper: Keeper) -> dict[str, Duration]:
    lit = keeper.state.lights.burning()
    return {one.called: at_table(keeper.book, one) or NO_TIME for one in lit}


def test_table_time_burns_lights_and_moves_no_clock_of_the_game() -> None:
    keeper = _delve()
    before = keeper.now
    keeper.do("table 25 min")
    assert keeper.now == before
    assert _left(keeper) == {"lamp (Varda)": MINUTE * 35}
    keeper.do("enter corridor")
    assert _left(keeper) == {"lamp (Varda)": MINUTE * 35}


@pytest.mark.parametrize("parts", [[20], [10, 10], [1] * 20, [7, 13]])
def test_t1_two_times_five_minutes_are_ten(parts: list[int]) -> None:
    keeper = _delve()
    for part in parts:
        keeper.do(f"table {part} min")
    assert _left(keeper) == {"lamp (Varda)": MINUTE * 40}


def test_a_source_burns_exactly_its_time_and_what_is_left_of_the_fact_burns_the_others() -> None:
    keeper = _delve()
    keeper.do("table 30 min")
    keeper.do("light brazier for Orlo")
    events = keeper.do("table 2 h for sure")
    assert [one.lasts for one in events if isinstance(one, TableTimePassed)] == [MINUTE * 30, MINUTE * 90]
    assert [one.called for one in events if isinstance(one, LightWentOut)] == ["lamp (Varda)"]
    assert _left(keeper) == {"brazier (Orlo)": HOUR}


def test_the_last_one_leaves_the_dark_and_burns_nothing_more() -> None:
    keeper = _delve()
    keeper.do("table 30 min")
    told = keeper.told("table 2 h for sure")
    assert told == ["30 min at the table: 1 light burns", "lamp (Varda) goes out", "darkness: nothing burns"]
    assert keeper.refused("table 5 min").code == "not-lit"
    assert keeper.refused("next").code == "dark"


def test_a_great_deal_at_once_is_doubted_and_counts_only_for_sure() -> None:
    """T8: a laptop that slept burns nothing by itself."""
    keeper = _delve()
    refusal = keeper.refused("table 31 min")
    assert (refusal.code, refusal.hint) == ("doubted", "table 31 min for sure, or nothing")
    assert _left(keeper) == {"lamp (Varda)": HOUR}
    keeper.do("table 31 min for sure")
    assert _left(keeper) == {"lamp (Varda)": MINUTE * 29}


def test_in_a_fight_the_clock_stands_where_it_is_so_set() -> None:
    keeper = _delve()
    keeper.do("fight enemies", dice=CALM)
    assert keeper.refused("table 10 min").code == "fight"


@pytest.mark.parametrize(
    "second, lamps",
    [
        ("apart", {"lamp (Varda)": MINUTE * 45, "lamp (Orlo)": HOUR}),
        ("along", {"lamp (Varda)": MINUTE * 45, "lamp (Orlo)": MINUTE * 45}),
        ("instead", {"lamp (Orlo)": HOUR}),
    ],
)
def test_t17_a_second_light_burns_by_stated_rule(second: str, lamps: dict[str, Duration]) -> None:
    """And the referee can say each of them where another is the rule."""
    for keeper, said in ((_delve(second), ""), (_delve("asks"), f" {second}")):
        keeper.do("table 15 min")
        keeper.do(f"light lamp for Orlo{said}")
        assert _left(keeper) == lamps


def test_where_the_rule_asks_nothing_is_lit_before_it_is_answered() -> None:
    keeper = _delve("asks")
    assert keeper.refused("light lamp for Orlo").code == "second-light"
    assert list(_left(keeper)) == ["lamp (Varda)"]
    keeper.do("douse lamp of Varda")
    keeper.do("light lamp for Orlo")
    assert _left(keeper) == {"lamp (Orlo)": HOUR}


def test_one_of_another_kind_goes_along_with_what_is_left_and_never_burns_more_than_its_own() -> None:
    keeper = _delve("along")
    keeper.do("table 15 min")
    keeper.do("light brazier for Orlo")
    assert _left(keeper) == {"lamp (Varda)": MINUTE * 45, "brazier (Orlo)": MINUTE * 45}
    keeper.do("light brazier for Varda apart")
    keeper.do("light lamp for Orlo")
    assert _left(keeper)["lamp (Orlo)"] == HOUR


def test_what_was_put_out_keeps_the_rest_of_its_time() -> None:
    keeper = _delve()
    keeper.do("table 20 min")
    keeper.do("douse lamp of Varda")
    keeper.do("light lamp for Varda")
    assert _left(keeper) == {"lamp (Varda)": MINUTE * 40}


@pytest.mark.parametrize("lasts", [0, -5])
def test_no_time_and_less_is_refused(lasts: int) -> None:
    decided = _delve().ask(TablePassed(MINUTE * lasts))
    assert isinstance(decided, Refusal)
    assert decided.code == "length"


@pytest.mark.slow
def test_a_rule_set_whose_lights_burn_otherwise_has_no_such_clock() -> None:
    keeper = Keeper(house_rules("", "glog"))
    keeper.do("party Varda")
    keeper.refused("table 10 min")
