"""Exact odds in words, for both front ends: fractions, percent, questions, and runs of very many values."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from turnkeeper.app.dice_odds import HOWS, MOST_ROWS, How, asked, decimal, odds_data, odds_of, share
from turnkeeper.app.loose_dice import EXAMPLES, LONGEST_SHOWN, MOST_AT_ONCE, DiceTyped, tray
from turnkeeper.chance.notation import parse_dice
from turnkeeper.chance.pools import OddsError, distribution


def test_two_dice_are_told_row_by_row() -> None:
    told = odds_of(parse_dice("2d6"))
    assert (told.least, told.most, told.mean) == (2, 12, "7")
    # Two variances of 35/12 are 35/6, and its root is 2.41522...
    assert told.spread == "2.4152"
    seven = told.rows[5]
    # 6 of 36 ways; 21 make at least 7, and 21 at most.
    assert (seven.value, seven.chance, seven.percent) == (7, "1/6", "16.67")
    assert (seven.at_least, seven.at_most, seven.of_1000) == ("58.33", "58.33", 1000)
    assert [row.name for row in told.rows] == [str(value) for value in range(2, 13)]


@pytest.mark.parametrize(
    "dice, how, value, chance, percent, one_in",
    [
        # 9 to 12 on two dice: 4 + 3 + 2 + 1 = 10 of 36 ways, and 36/10 = 3.6.
        ("2d6", "at-least", 9, "5/18", "27.78", "3.6"),
        # 2 to 4: 1 + 2 + 3 = 6 of 36.
        ("2d6", "at-most", 4, "1/6", "16.67", "6"),
        ("2d6", "exactly", 7, "1/6", "16.67", "6"),
        # More likely than not: one in so many would say nothing.
        ("2d6", "at-least", 3, "35/36", "97.22", ""),
        ("2d6", "at-least", 13, "0/1", "0.00", ""),
        ("2d6", "at-most", 12, "1/1", "100.00", ""),
        # 18 on the best three of four: 4 * 5 + 1 = 21 of 1296 ways, which is 7/432.
        ("4d6kh3", "exactly", 18, "7/432", "1.62", "61.7"),
        # 10 to 20 of a d20: 11 of 20.
        ("1d20+5>=15", "exactly", 1, "11/20", "55.00", ""),
    ],
)
def test_a_question_is_answered_exactly(  # noqa: PLR0913, PLR0917 - a question and its answer
    dice: str, how: How, value: int, chance: str, percent: str, one_in: str
) -> None:
    told = asked(parse_dice(dice), how, value)
    assert (told.chance, told.percent, told.one_in) == (chance, percent, one_in)
    assert told.said == f"{how.replace('-', ' ')} {value}"


def test_what_is_seldom_never_shows_as_nothing_and_what_is_not_sure_not_as_all() -> None:
    assert share(1, 10**9) == "<0.01"
    assert share(10**9 - 1, 10**9) == ">99.99"
    assert (share(0, 7), share(7, 7)) == ("0.00", "100.00")


def test_fractions_that_nobody_reads_are_left_out() -> None:
    told = odds_of(parse_dice("100d6"))
    assert not told.exact
    assert all(not row.chance for row in told.rows)
    assert asked(parse_dice("100d6"), "at-least", 350).chance == ""


@pytest.mark.slow
@given(st.integers(1, 400), st.integers(2, 30), st.integers(2, 40))
def test_runs_of_values_leave_nothing_out(count: int, sides: int, most_rows: int) -> None:
    dice = parse_dice(f"{count}d{sides}")
    law, rows = distribution(dice), odds_of(dice, most_rows).rows
    assert (rows[0].value, rows[-1].last) == (law.values[0], law.values[-1])
    assert all(before.last < after.value for before, after in pairwise(rows))
    covered = [value for row in rows for value in law.values if row.value <= value <= row.last]
    assert covered == list(law.values)
    # Both ends apart there is at most one row more than asked for, since runs begin at the first value.
    assert len(rows) <= most_rows + 3


def test_beyond_what_is_shown_value_by_value_lies_next_to_nothing() -> None:
    dice = parse_dice("300d6")
    law, rows = distribution(dice), odds_of(dice, MOST_ROWS).rows
    for end, least, most in (("first", None, rows[0].last), ("last", rows[-1].value, None)):
        assert law.chance(at_least=least, at_most=most) * 20_000 < 1, end


def test_numbers_are_rounded_half_up() -> None:
    assert decimal(Fraction(12_244_550, 1_000_000)) == "12.2446"  # 12.24455 lies half way
    assert decimal(Fraction(-1, 3), 1) == "-0.3"
    assert decimal(Fraction(-1, 100), 1) == "0"


def test_programs_get_weights_and_a_spread() -> None:
    told = odds_data(parse_dice("1d4"))
    assert [(one.value, one.weight, one.chance) for one in told.odds] == [
        (face, "1", 0.25) for face in (1, 2, 3, 4)
    ]
    # (1 + 4 + 9 + 16) / 4 - (5/2)**2 = 5/4, and its root is 1.1180...
    assert round(told.spread, 4) == 1.118


# ------------------------------------------------------------------ as somebody typed it


def test_nothing_typed_is_no_slip() -> None:
    assert tray(DiceTyped("  ")).slips == ()
    assert tray(DiceTyped("  ")).odds is None


def test_a_slip_in_a_notation_is_cut_at_its_place() -> None:
    (slip,) = tray(DiceTyped("2d6++")).slips
    assert (slip.field, slip.before, slip.at, slip.placed) == ("dice", "2d6+", "+", True)
    assert slip.message == "two operators stand side by side"
    assert slip.hint == "take one away"


@pytest.mark.parametrize("times", ["0", "-1", "1.5", str(MOST_AT_ONCE + 1), "often", "9" * 40])
def test_dice_are_not_thrown_so_often(times: str) -> None:
    told = tray(DiceTyped("2d6", times))
    assert [slip.field for slip in told.slips] == ["times"]
    assert told.fell == ()
    assert told.odds is not None


def test_the_same_seed_throws_the_same() -> None:
    first, again = (tray(DiceTyped("4d6kh3", "5", "lantern")).fell for _ in range(2))
    assert first == again
    assert len(first) == 5
    assert all(one.shown.startswith("4d6kh3: ") and one.shown.endswith(f" = {one.total}") for one in first)


def test_what_falls_too_long_to_be_read_is_cut_and_its_total_stays() -> None:
    (one,) = tray(DiceTyped("9000d6", "1", "lantern")).fell
    assert len(one.shown) < LONGEST_SHOWN + 20
    assert one.shown.endswith(f" ... = {one.total}")


def test_dice_whose_odds_take_too_long_can_be_thrown() -> None:
    told = tray(DiceTyped("5000d6kh2500", "1"))
    assert told.odds is None
    assert "would take over" in told.no_odds
    assert len(told.fell) == 1
    assert told.slips == ()


@pytest.mark.parametrize("value", ["nine", "1/2", "--3", "\u0663"])
def test_a_question_needs_a_whole_number(value: str) -> None:
    told = tray(DiceTyped("2d6", value=value))
    assert [slip.field for slip in told.slips] == ["value"]
    assert told.answer is None


def test_a_question_about_a_number_below_nothing() -> None:
    answer = tray(DiceTyped("1d6-1d6", how="exactly", value="\N{MINUS SIGN}5")).answer
    assert answer is not None
    assert answer.chance == "1/36"


def test_an_unknown_question_is_none() -> None:
    assert tray(DiceTyped("2d6", how="more or less", value="7")).answer is None
    assert set(HOWS) == {"at-least", "at-most", "exactly"}


def test_every_example_is_dice() -> None:
    for notation, meaning in EXAMPLES:
        assert tray(DiceTyped(notation)).odds is not None, notation
        assert meaning


@pytest.mark.slow
def test_odds_of_very_many_digits_are_refused_to_programs_and_told_to_people() -> None:
    """6 ** 10,000 has 7,782 digits, and the 19,501 values of 3900d6 have 3,035 each."""
    for text, why in {"10000d6kh1": "digits", "3900d6": "digits", "6000d6": "30,001 values"}.items():
        with pytest.raises(OddsError, match=why):
            odds_data(parse_dice(text))
        assert odds_of(parse_dice(text), MOST_ROWS).rows
    assert len(odds_data(parse_dice("1000d6")).odds) == 5_001
