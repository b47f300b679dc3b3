"""Lengths as people say them: a dozen of one unit at most, then the clock."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.time.games import GAMES
from tests.time.test_scale import ODD
from turnkeeper.time import Duration

GLOG = GAMES["glog"]
SECOND, MINUTE, HOUR = 1_000, 60_000, 3_600_000
lengths = st.one_of(st.integers(0, 10**8), st.integers(0, 10**12)).map(Duration)


@pytest.mark.parametrize(
    "said, plain",
    [
        ("3 turns", "3 turns"),
        ("12 turns", "12 turns"),
        ("2 h 10 min", "2 h 10"),
        ("111 turns", "18 h 30"),
        ("59 rounds", "9 min 50 s"),
        ("1 watch", "1 watch"),
        ("8 h", "2 watches"),
        ("6 h", "6 h"),
        ("1 h 5 min", "1 h 05"),
        ("24 h", "1 day"),
        ("30 days", "30 days"),
        ("2 days 6 h 30 min", "2 days 6 h 30"),
        ("2 days 30 s", "2 days"),
        ("5 h 0 min 50 s", "5 h"),
        ("30 s", "3 rounds"),
        ("12 s", "1 round 2 s"),
    ],
)
def test_a_length_is_said_as_people_say_it(said: str, plain: str) -> None:
    """A turn of glog is 10 min, a round 10 s, a watch 4 h (G-TIME-1)."""
    assert GLOG.plain.say(GLOG.parse_duration(said)) == plain


def test_less_than_nothing_is_said_with_minus() -> None:
    assert GLOG.plain.say(Duration(-111 * 10 * MINUTE)) == "minus 18 h 30"
    assert GLOG.plain.say_clock(Duration(-70 * MINUTE)) == "minus 1 h 10"


def test_hours_stay_hours_where_the_clock_alone_is_said() -> None:
    assert GLOG.plain.say_clock(Duration(30 * HOUR + 5 * MINUTE)) == "30 h 05"
    assert GLOG.plain.say_clock(Duration(490 * SECOND)) == "8 min 10 s"


def test_the_plain_scale_is_the_same_units_and_is_plain_itself() -> None:
    assert GLOG.plain.units == GLOG.units
    assert GLOG.plain.plain is GLOG.plain


@given(lengths)
def test_nobody_is_told_more_than_a_dozen_of_a_unit_but_of_days(length: Duration) -> None:
    for each in GAMES.values():
        plain = each.plain.say(length)
        small = {word for unit in each.units if unit.length < each.day for word in (unit.name, unit.plural)}
        counted = [(int(n), word) for n, word in re.findall(r"(\d+) ([a-z]+)", plain) if word in small]
        if length.ms >= MINUTE:
            assert all(number <= 12 for number, word in counted if word not in {"h", "min", "s"}), plain


@given(lengths)
def test_what_is_said_plainly_is_never_more_than_a_minute_off(length: Duration) -> None:
    """Only the seconds go, and they from an hour on."""
    for scale in GAMES.values():
        plain = re.sub(r"(\d+ h) (\d\d)$", r"\1 \2 min", scale.plain.say(length))
        left = length - scale.parse_duration(plain, allow_zero=True)
        assert 0 <= left.ms < MINUTE
        assert length.ms >= HOUR or left.ms < SECOND


@given(lengths)
def test_a_scale_in_which_the_clocks_words_mean_something_else_stays_exact(length: Duration) -> None:
    # Its "s" is 7 s, so that no length can be said by the clock.
    assert ODD.parse_duration(ODD.plain.say(length), allow_zero=True) == length
