"""Units that a rule set states: exact when they agree, refused with every reason when they do not."""

from __future__ import annotations

import pytest

from tests.time.games import CRESTHAVEN, GAMES
from turnkeeper.time.instant import Duration
from turnkeeper.time.scale import ScaleError, ScaleProblem, TimeScale, UnitSpec

DAY = UnitSpec("day", length="24 h")


def problems(*specs: UnitSpec) -> tuple[ScaleProblem, ...]:
    """Return the faults of these units."""
    with pytest.raises(ScaleError) as caught:
        TimeScale.build(specs)
    assert all(problem.message in str(caught.value) for problem in caught.value.problems)
    return caught.value.problems


def message(*specs: UnitSpec) -> str:
    """Return the one thing that is wrong with these units."""
    (problem,) = problems(*specs)
    return problem.message


@pytest.mark.parametrize(
    "game, unit, ms, a_day",
    [
        # 24 h = 86,400 s; / 10 s = 8,640 rounds; / 600 s = 144 turns; / 14,400 s = 6 watches (G-TIME-1).
        ("glog", "round", 10_000, 8_640),
        ("glog", "turn", 600_000, 144),
        ("glog", "watch", 14_400_000, 6),
        # 86,400 s / 60 s = 1,440 rounds; 6 h = 21,600 s, four a day (D-TIME-1).
        ("dungeon-game", "round", 60_000, 1_440),
        ("dungeon-game", "turn", 600_000, 144),
        ("dungeon-game", "watch", 21_600_000, 4),
        # 86,400 s / 6 s = 14,400 segments (C-TIME-1).
        ("cresthaven", "segment", 6_000, 14_400),
        ("cresthaven", "round", 60_000, 1_440),
        ("cresthaven", "turn", 600_000, 144),
        # 3,600 s / 5 / 5 / 10 / 10 = 1.44 s; 2,500 segments an hour, 60,000 a day (Q-TIME-2).
        ("quest-of-destiny", "segment", 1_440, 60_000),
        ("quest-of-destiny", "round", 14_400, 6_000),
        ("quest-of-destiny", "moment", 144_000, 600),
        ("quest-of-destiny", "phase", 720_000, 120),
        ("quest-of-destiny", "hour", 3_600_000, 24),
    ],
)
def test_the_units_of_the_four_games(game: str, unit: str, ms: int, a_day: int) -> None:
    scale = GAMES[game]
    assert scale.unit(unit).length == Duration(ms)
    assert scale.day == Duration(86_400_000)
    assert scale.day // scale.unit(unit).length == a_day
    assert scale.unit(unit).length * a_day == scale.day


def test_2500_segments_of_quest_of_destiny_are_an_hour() -> None:
    scale = GAMES["quest-of-destiny"]
    assert scale.parse_duration("2500 segments") == scale.parse_duration("1 hour") == Duration(3_600_000)


def test_units_are_ordered_from_small_to_large_whatever_the_order_of_the_file() -> None:
    scale = TimeScale.build(tuple(reversed(CRESTHAVEN)))
    assert [unit.name for unit in scale.units] == ["segment", "round", "turn", "day"]


def test_c_time_2_the_printed_contradiction_is_refused_with_both_sums() -> None:
    said = (
        UnitSpec("segment", length="6 s"),
        UnitSpec("round", length="1 min"),
        UnitSpec("turn", of=("10 rounds", "60 segments")),
        DAY,
    )
    (problem,) = problems(*said)
    assert (problem.index, problem.field) == (2, "of")
    assert problem.message == "turn: 10 rounds make 600 s, but 60 segments make 360 s"
    assert "disputed" in problem.hint


@pytest.mark.parametrize("of", [("10 rounds",), ("10 rounds", "60 segments")])
def test_c_time_2_a_disputed_statement_is_kept_and_not_used(of: tuple[str, ...]) -> None:
    turn = UnitSpec("turn", of=of, disputed=("60 segments",))
    scale = TimeScale.build([UnitSpec("segment", length="6 s"), UnitSpec("round", length="1 min"), turn, DAY])
    assert scale.unit("turn").length == Duration(600_000)
    assert scale.unit("turn").disputed == ("60 segments",)


def test_c_time_2_the_other_reading_is_one_changed_length() -> None:
    other = (UnitSpec("segment", length="10s"), *CRESTHAVEN[1:2], UnitSpec("turn", of=("60 segments",)), DAY)
    assert TimeScale.build(other).unit("turn").length == Duration(600_000)


def test_a_length_that_disagrees_with_a_count_is_told_with_both_sums() -> None:
    turn = UnitSpec("turn", length="10 min", of=("1 round",))
    assert message(UnitSpec("round", length="14.4 s"), turn, DAY) == (
        "turn: 10 min is 600 s, but 1 round makes 14.4 s"
    )


def test_a_statement_may_add_up_several_units() -> None:
    scale = TimeScale.build([UnitSpec("bell", of=("1 h 30 min",)), UnitSpec("day", of=("15 bells 90 min",))])
    assert scale.day == Duration(24 * 3_600_000)


def test_all_problems_come_at_once_each_with_its_place() -> None:
    found = problems(
        UnitSpec("turn", of=("60 ruonds",)),
        UnitSpec("round"),
        UnitSpec("Turn", length="5 min"),
        UnitSpec("bell", length="0 min"),
        UnitSpec("spell", length="-3 min"),
        UnitSpec("pulse", length="1.4405 s"),
        UnitSpec("long rest", length="8 h"),
        UnitSpec("shift", length="3 rounds"),
    )
    assert [(problem.index, problem.field) for problem in found] == [
        (0, "of"),
        (1, "length"),
        (2, "name"),
        (3, "length"),
        (4, "length"),
        (5, "length"),
        (6, "name"),
        (7, "length"),
        (None, ""),
    ]
    assert found[0].hint == "did you mean rounds?"
    assert found[6].message == '"long rest" cannot be the name of a unit'
    assert found[7].hint == 'of = ["3 rounds"]'
    assert found[8].message == "no unit is called day"


def test_a_circle_is_told_once_and_all_the_way_round() -> None:
    circle = [UnitSpec("a-bell", of=("2 bells",)), UnitSpec("bell", of=("2 chimes",))]
    assert message(*circle, UnitSpec("chime", of=("2 bells",)), DAY) == (
        "bell: its length goes round in a circle: bell -> chime -> bell"
    )
    assert "turn -> turn" in message(UnitSpec("turn", of=("1 turn",)), DAY)


@pytest.mark.parametrize("name", ["", "a", "next", "time", "10", "two words", "x" * 300])
def test_what_could_not_be_spoken_is_no_name(name: str) -> None:
    if len(name) < 300:
        assert "cannot be the name" in problems(UnitSpec(name, length="1 h"), DAY)[0].message
    else:
        assert TimeScale.build([UnitSpec(name, length="1 h"), DAY]).unit(name).name == name


def test_a_unit_may_take_a_clock_word_but_not_that_of_the_millisecond() -> None:
    scale = TimeScale.build([UnitSpec("hour", length="90 min"), UnitSpec("day", of=("16 hours",))])
    assert scale.parse_duration("2 hours") == Duration(180 * 60_000)
    assert scale.parse_duration("2 h") == Duration(120 * 60_000)
    assert "millisecond" in message(UnitSpec("m", plural="ms", length="5 min"), DAY)


def test_a_list_without_end_is_refused() -> None:
    many = [UnitSpec("u" * (number + 1), length="1 h") for number in range(150)]
    assert message(*many, DAY) == "a scale has at most 100 units, and this has 151"
