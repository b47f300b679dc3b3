"""Dice notation is read and printed: what each form means, and that text and tree go into each other."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.chance.dice_cases import any_dice
from turnkeeper.chance.expression import (
    Chance,
    Digits,
    Expression,
    Fate,
    Keep,
    Number,
    Operation,
    Pool,
)
from turnkeeper.chance.grammar import read_any
from turnkeeper.chance.limits import MAX_TEXT
from turnkeeper.chance.notation import _MOST_READ, Dice, _read, parse_dice, read_plain

D6, D8, D20 = Pool(1, 6), Pool(1, 8), Pool(1, 20)


@pytest.mark.parametrize(
    "text, expression, canonical",
    [
        ("3d6", Pool(3, 6), "3d6"),
        ("d8", D8, "1d8"),
        ("d%", Pool(1, 100), "1d100"),
        ("d66", Digits(), "d66"),
        ("1d66", Digits(), "d66"),
        ("4dF", Fate(4), "4dF"),
        ("4d6kh3", Pool(4, 6, keep=Keep("kh", 3)), "4d6kh3"),
        ("4d6kl1", Pool(4, 6, keep=Keep("kl", 1)), "4d6kl1"),
        ("4d6dl1", Pool(4, 6, keep=Keep("dl", 1)), "4d6dl1"),
        ("4d6dh1", Pool(4, 6, keep=Keep("dh", 1)), "4d6dh1"),
        ("1d6!", Pool(1, 6, explode=True), "1d6!"),
        ("2d6r1", Pool(2, 6, reroll=1), "2d6r1"),
        ("4d6kh3!r1", Pool(4, 6, 1, explode=True, keep=Keep("kh", 3)), "4d6r1!kh3"),
        ("2 in 6", Chance(2, 6), "2 in 6"),
        ("1-in-6", Chance(1, 6), "1 in 6"),
        ("(1d6+1)*100", Operation("*", (Operation("+", (D6, Number(1))), Number(100))), "(1d6+1)*100"),
        ("1d4x10", Operation("*", (Pool(1, 4), Number(10))), "1d4*10"),
        ("max(1d6,1d8)", Operation("max", (D6, D8)), "max(1d6,1d8)"),
        ("min(1d6,1d8,3)", Operation("min", (D6, D8, Number(3))), "min(1d6,1d8,3)"),
        ("1d20+5>=15", Operation(">=", (Operation("+", (D20, Number(5))), Number(15))), "1d20+5>=15"),
        ("1d6==1d6", Operation("=", (D6, D6)), "1d6=1d6"),
        ("1d6<>3", Operation("!=", (D6, Number(3))), "1d6!=3"),
        ("1d6! = 6", Operation("=", (Pool(1, 6, explode=True), Number(6))), "1d6! =6"),
        ("-1d6", Operation("negate", (D6,)), "-1d6"),
        ("7/2", Operation("/", (Number(7), Number(2))), "7/2"),
        (
            "2d6 \u00d7 10 \u2212 1",
            Operation("-", (Operation("*", (Pool(2, 6), Number(10))), Number(1))),
            "2d6*10-1",
        ),
    ],
)
def test_each_form_has_its_meaning_and_one_canonical_text(
    text: str, expression: Expression, canonical: str
) -> None:
    dice = parse_dice(text)
    assert dice == Dice(expression)
    assert str(dice) == canonical
    assert parse_dice(canonical) == dice


@pytest.mark.parametrize(
    "text, canonical",
    [
        ("1-(2-3)", "1-(2-3)"),
        ("(1-2)-3", "1-2-3"),
        ("1+(2+3)", "1+(2+3)"),
        ("(2*3)+4", "2*3+4"),
        ("2*(3+4)", "2*(3+4)"),
        ("-(1d6)", "-1d6"),
        ("-(1d6+1)", "-(1d6+1)"),
        ("(-1d6)*2", "-1d6*2"),
        ("-(1d6*2)", "-(1d6*2)"),
        ("((1d6))>(2)", "1d6>2"),
        ("(1d6>2)+(1d6>2)", "(1d6>2)+(1d6>2)"),
        ("max((1d6+1),(1d8>3))", "max(1d6+1,1d8>3)"),
    ],
)
def test_brackets_are_kept_only_where_they_change_the_meaning(text: str, canonical: str) -> None:
    assert str(parse_dice(text)) == canonical


@pytest.mark.parametrize("text", ["4D6KH3", " 4 d 6 kh 3 ", "4d6Kh3\n", "(4d6kh3)", "4d6\tkh3"])
def test_case_spaces_and_idle_brackets_do_not_matter(text: str) -> None:
    assert parse_dice(text) == parse_dice("4d6kh3")


@pytest.mark.slow
@given(any_dice)
def test_reading_the_printed_text_gives_the_same_dice(dice: Dice) -> None:
    """parse(print(x)) = x."""
    text = str(dice)
    assert len(text) <= MAX_TEXT
    again = parse_dice(text)
    assert again == dice
    assert str(again) == text


_SPACE = st.sampled_from(["", " ", "  ", "\t"])
_DIGITS = st.integers(0, 10_050).map(str) | st.sampled_from(["", "007", "66", "1000000", "1234567890"])
_KEEP = st.sampled_from(["kh", "kl", "DH", "dl"])
_PLAIN = st.one_of(
    st.tuples(_DIGITS, st.just("d"), _DIGITS, _KEEP, _DIGITS),
    st.tuples(
        _DIGITS, st.just("d"), _DIGITS, _KEEP, st.sampled_from("123"), st.sampled_from("+-*x"), _DIGITS
    ),
    st.tuples(_DIGITS, st.sampled_from("dD"), _DIGITS | st.sampled_from("%fF")),
    st.tuples(
        _DIGITS, st.sampled_from("dD"), _DIGITS | st.sampled_from("%fF"), st.sampled_from("+-*xX"), _DIGITS
    ),
    st.tuples(_DIGITS, st.sampled_from(["in", "-in-", "IN", "- in", "in -"]), _DIGITS),
)


@given(
    _PLAIN.flatmap(lambda parts: st.tuples(*(_SPACE.map(part.__add__) for part in ("", *parts)))).map("".join)
)
def test_what_the_short_way_reads_the_grammar_reads_alike(text: str) -> None:
    plain = read_plain(text)
    if plain is not None:
        assert plain == read_any(text)


@pytest.mark.slow
@given(any_dice)
def test_the_short_way_never_misreads_what_is_not_plain(dice: Dice) -> None:
    assert read_plain(str(dice)) in (None, dice)


@pytest.mark.parametrize(
    "text", ["3d6", "d20", "D%", "2d6+1", "2d6 - 1", "1d4x10", "2 in 6", "1-in-6", "4dF"]
)
def test_the_plain_forms_of_play_take_the_short_way(text: str) -> None:
    assert read_plain(text) == read_any(text)


@pytest.mark.parametrize(
    "text, least, most",
    [
        ("3d6", 3, 18),
        ("4d6kh3", 3, 18),
        ("5d8dl2", 3, 24),
        ("d66", 11, 66),
        ("4dF", -4, 4),
        ("2 in 6", 0, 1),
        ("0 in 6", 0, 0),
        ("6 in 6", 1, 1),
        # One die and at most 20 more, each 6: 21 * 6.
        ("1d6!", 1, 126),
        ("-2d6", -12, -2),
        ("1d6-1d4", -3, 5),
        ("1d6*-1d4", -24, -1),
        # -6 / 4 is -1.5 and -1 / 1 is -1: rounded down, from -6 (by 1) to -1.
        ("-1d6/1d4", -6, -1),
        ("max(1d6,1d8-2)", 1, 6),
        ("min(1d6,1d8-2)", -1, 6),
        ("1d20+5>=6", 1, 1),
        ("1d20+5>=26", 0, 0),
        ("1d20+5>=15", 0, 1),
        ("1d6=7", 0, 0),
        ("3=3", 1, 1),
        ("3!=3", 0, 0),
        ("1d6!=7", 1, 1),
    ],
)
def test_the_least_and_greatest_value_are_known_without_rolling(text: str, least: int, most: int) -> None:
    dice = parse_dice(text)
    assert (dice.minimum, dice.maximum) == (least, most)


@pytest.mark.slow
def test_a_text_is_read_once_and_only_so_many_are_remembered() -> None:
    assert parse_dice("2d6+12") is parse_dice("2d6+12")
    for plus in range(_MOST_READ + 100):
        assert parse_dice(f"1d6+{plus}").maximum == 6 + plus
    assert len(_read) <= _MOST_READ
