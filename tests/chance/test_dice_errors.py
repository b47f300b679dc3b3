"""Text that is no dice gets a message, a caret in its place and a way out; what is too much is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from turnkeeper.chance.expression import Chance, Keep, Number, Operation, Pool
from turnkeeper.chance.limits import MAX_TEXT
from turnkeeper.chance.notation import Dice, DiceError, parse_dice


def _fault(text: str) -> DiceError:
    with pytest.raises(DiceError) as caught:
        parse_dice(text)
    return caught.value


@pytest.mark.parametrize(
    "text, column, message, hint",
    [
        ("", 1, "no dice", "3d6"),
        ("   ", 1, "no dice", "3d6"),
        ("3d", 3, "number of sides", "d20"),
        ("d", 2, "number of sides", "d20"),
        ("2+d ", 4, "number of sides", "d20"),
        ("4d6k3", 4, "which dice are kept", "kh3 keeps the highest, kl3 lowest"),
        ("4d6kh", 6, "how many", "kh3"),
        ("4d6dl", 6, "how many", "dl1"),
        ("4d6d1", 4, "which dice are dropped", "dl1 lowest"),
        ("2d6r", 5, "which face", "r1"),
        ("2d6+", 5, "must follow", "2d6+1"),
        ("2d6+*2", 5, "side by side", "take one away"),
        ("*2", 1, "before the operator", "2d6+1"),
        ("(1d6+1", 1, "never closed", "add )"),
        ("1+((1d6)", 3, "never closed", "add )"),
        ("1d6)", 4, "closes nothing", "take it away"),
        ("1 in", 3, "two plain numbers", "2 in 6"),
        ("in 6", 1, "two plain numbers", "2 in 6"),
        ("1d6 in 6", 5, "two plain numbers", "2 in 6"),
        ("2d6 q", 5, "'q' means nothing", "3d6"),
        ("mxa(1d6,1d8)", 1, "'mxa' means nothing", "did you mean max?"),
        ("mi(1d6,1d8)", 1, "'mi' means nothing", "did you mean min?"),
        ("max 1d6", 5, "in brackets", "max(1d6,1d8)"),
        ("max(1d6)", 1, "two values or more", "max(1d6,1d8)"),
        ("max(1d6,)", 9, "missing", "max(1d6,1d8)"),
        ("2(1d6)", 2, "operator is missing", "2*(1d6+1)"),
        ("2d6 3", 5, "operator is missing", "2d6+3"),
        ("1d6,1d8", 4, "comma", "max(1d6,1d8)"),
        ("1.5", 2, "whole numbers", "/2"),
        ("1d20=>15", 6, "other way round", ">="),
        ("1<1d6<5", 6, "two comparisons", "min("),
        ("4d6kh3kl1", 7, "one of a kind", "4d6r1!kh3"),
        ("d66kh1", 4, "takes no kh1", "4d6"),
        ("3d66", 1, "two six-sided dice", "d66+d66"),
        ("7 in 6", 1, "cannot show 7", "6 in 6"),
        ("1+3d0", 3, "0 sides", "d6"),
        ("1+0d6", 3, "from 1 to 10,000, not 0", ""),
        ("4d6kh5", 4, "keeps 5 of 4", "from 1 to 4"),
        ("4d6dl4", 4, "drops 4 of 4", "from 1 to 3"),
        ("4d6kh0", 4, "keeps 0 of 4", "from 1 to 4"),
        ("1d6r7", 4, "never shows 7", "r1"),
        ("d1r1", 3, "for ever", "1d1"),
        ("d1!", 3, "for ever", "1d1"),
        ("1d6/0", 4, "division by zero", "above 0"),
        ("8/2/(1d6-1)", 4, "from 0 to 5 may be 0", "above 0"),
    ],
)
def test_a_slip_is_named_where_it_is_with_a_way_out(text: str, column: int, message: str, hint: str) -> None:
    fault = _fault(text)
    assert fault.text == text
    assert fault.column == column
    assert message in fault.message
    assert hint in fault.hint


def test_the_caret_stands_under_the_column() -> None:
    assert str(_fault("2d6 + q")).splitlines() == [
        "'q' means nothing in dice notation",
        "  2d6 + q",
        "        ^",
        "hint: dice look like 3d6, 4d6kh3, 2d6+1, 2 in 6",
    ]


def test_of_a_long_text_only_the_place_is_pictured() -> None:
    message, line, caret, _ = str(_fault("1+" * 40 + "q")).splitlines()
    assert message == "'q' means nothing in dice notation"
    assert max(len(line), len(caret)) <= 80
    assert line[caret.index("^")] == "q"


def test_a_text_of_many_lines_is_pictured_on_one() -> None:
    assert str(_fault("3d6\n\tq")).splitlines()[1:3] == ["  3d6  q", "       ^"]


@pytest.mark.parametrize(
    "text, message",
    [
        ("10001d6", "from 1 to 10,000, not 10,001"),
        ("5000d6+5001d6", "10,001 dice are too many"),
        ("max(4000d6,4000d6,4000dF)", "12,000 dice are too many"),
        ("d1000001", "from 1 to 1,000,000, not 1,000,001"),
        ("1 in 1000001", "from 1 to 1,000,000"),
        ("1234567890", "10 digits"),
        ("1d6r1234567890", "10 digits"),
        ("+".join(["1"] * 52), "at most 50 operators"),
        ("max(" + ",".join(["1"] * 52) + ")", "at most 50 operators"),
        ("-" * 51 + "1", "at most 50 operators"),
        ("(" * 51 + "1" + ")" * 51, "at most 50 brackets"),
        ("(" * 1_999, "at most 50 brackets"),
        ("1" * (MAX_TEXT + 1), "2,001 characters"),
    ],
)
def test_what_is_beyond_a_limit_is_refused_and_the_limit_named(text: str, message: str) -> None:
    assert message in _fault(text).message


@pytest.mark.parametrize(
    "text",
    ["10000d6", "4999d6+5001d6", "d1000000", "999999999", "+".join(["1"] * 51), "(" * 50 + "1" + ")" * 50],
)
def test_what_is_just_within_a_limit_is_read(text: str) -> None:
    dice = parse_dice(text)
    assert parse_dice(str(dice)) == dice


def test_ten_megabytes_of_noise_are_refused_and_not_kept() -> None:
    fault = _fault("(d6k!" * 2_000_000)
    assert "10,000,000 characters are too many" in fault.message
    assert len(fault.text) <= MAX_TEXT


@pytest.mark.slow
@given(st.text(alphabet="0123456789dDkhlrRmaxin!%fF+-*/x()<>=, .\n", max_size=40) | st.text(max_size=20))
def test_any_text_is_dice_or_a_fault_with_its_place(text: str) -> None:
    fault: DiceError | None = None
    try:
        dice = parse_dice(text)
    except DiceError as raised:
        fault = raised
    else:
        assert dice.minimum <= dice.maximum
    if fault:
        assert 1 <= fault.column <= len(text) + 1
        message, line, caret, *_ = str(fault).splitlines()
        assert message == fault.message
        assert caret.strip() == "^"
        assert line.startswith("  ")


def test_a_tree_built_in_code_obeys_the_same_limits() -> None:
    with pytest.raises(DiceError, match="keeps 3 of 2"):
        Pool(2, 6, keep=Keep("kh", 3))
    with pytest.raises(DiceError, match="two six-sided dice"):
        Pool(1, 66)
    with pytest.raises(DiceError, match="not -1"):
        Number(-1)
    with pytest.raises(DiceError, match="cannot show 7"):
        Chance(7, 6)
    with pytest.raises(DiceError, match="may be 0"):
        Operation("/", (Number(1), Operation("-", (Pool(1, 6), Pool(1, 6)))))
    with pytest.raises(DiceError, match="too many"):
        Dice(Operation("+", (Pool(9_999, 6), Operation("negate", (Pool(2, 6),)))))
