"""Until when: what a referee says becomes one instant after now."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.time.games import GAMES
from turnkeeper.time.instant import Duration, Instant
from turnkeeper.time.spoken import SpokenTimeError, parse_until

GLOG = GAMES["glog"]
HOUR = 3_600_000
MARKS = {"dawn": Duration(6 * HOUR), "Dusk": Duration(18 * HOUR), "high noon": Duration(12 * HOUR)}


def until(text: str, now: str = "day 3 06:00") -> str:
    """Return the instant that is meant at that hour, said by day and clock."""
    return GLOG.say_instant(parse_until(text, GLOG.parse_instant(now), GLOG, MARKS))


@pytest.mark.parametrize(
    "text, meant",
    [
        ("sunrise", "day 4 06:00"),
        # At 06:00 an hour after the dawn of today is still to come, an hour before it is not.
        ("an hour before dusk", "day 3 17:00"),
        ("an hour after dawn", "day 3 07:00"),
        ("an hour before dawn", "day 4 05:00"),
        ("2 turns after tomorrow dusk", "day 4 18:20"),
        ("the day after tomorrow", "day 5 00:00"),
        ("the dusk of day 4", "day 4 18:00"),
        # A turn is ten minutes: this one ends at 06:10, the next one at 06:20.
        ("the end of the next turn", "day 3 06:20"),
        ("start of the next turn", "day 3 06:10"),
        ("until nightfall", "day 3 18:00"),
        # It is dawn of day 3 now, so the next dawn is tomorrow's.
        ("until dawn", "day 4 06:00"),
        ("dawn", "day 4 06:00"),
        ("next dawn", "day 4 06:00"),
        ("the dusk", "day 3 18:00"),
        ("till  High  Noon", "day 3 12:00"),
        ("06:00", "day 4 06:00"),
        ("until 6:40", "day 3 06:40"),
        ("05:59:59.999", "day 4 05:59:59.999"),
        ("day 3 06:40", "day 3 06:40"),
        ("until day 5", "day 5 00:00"),
        ("day 5 dusk", "day 5 18:00"),
        ("day 3, watch 3", "day 3 08:00"),
        ("tomorrow", "day 4 00:00"),
        ("tomorrow 08:00", "day 4 08:00"),
        ("tomorrow at dawn", "day 4 06:00"),
        ("today dusk", "day 3 18:00"),
        ("next watch", "day 3 08:00"),
        ("the next turn", "day 3 06:10"),
        ("end of the turn", "day 3 06:10"),
        ("until the end of this watch", "day 3 08:00"),
        ("end of day", "day 4 00:00"),
        ("6 a.m.", "day 4 06:00"),
        ("6 pm", "day 3 18:00"),
        ("7:30 p.m.", "day 3 19:30"),
        ("12 a.m.", "day 4 00:00"),
        ("12 pm", "day 3 12:00"),
        ("noon", "day 3 12:00"),
        ("midnight", "day 4 00:00"),
        ("tomorrow at noon", "day 4 12:00"),
        ("day 5 6pm", "day 5 18:00"),
    ],
)
def test_until_when(text: str, meant: str) -> None:
    assert until(text) == meant


def test_before_the_first_day_the_clock_runs_on() -> None:
    assert until("dawn", "day -1 06:00") == "day 0 06:00"
    assert until("next watch", "day 0 23:50") == "day 1 00:00"


@pytest.mark.parametrize(
    "text, column, message, hint",
    [
        ("until dwan", 7, '"dwan" is no time that is known here', "did you mean dawn?"),
        ("next wach", 6, 'no unit is called "wach"', "did you mean watch?"),
        ("day 2 05:00", 1, "day 2 05:00 is not after now, day 3 06:00", ""),
        ("day 3 06:00", 1, "day 3 06:00 is not after now, day 3 06:00", ""),
        ("until today 05:00", 7, "day 3 05:00 is not after now, day 3 06:00", ""),
        ("tomorrow blue", 10, '"blue" does not belong here', ""),
        ("25:00", 1, "past the end of the day, which lasts 24 h", ""),
    ],
)
def test_what_cannot_be_meant_is_told_with_its_place(text: str, column: int, message: str, hint: str) -> None:
    with pytest.raises(SpokenTimeError) as caught:
        until(text)
    assert (caught.value.column, caught.value.message, caught.value.hint) == (column, message, hint)


@pytest.mark.parametrize(
    "text", ["until", "", "next", "end", "today", "5 turns", "x" * 10_000_000, ":", "the"]
)
def test_what_says_nothing_is_refused(text: str) -> None:
    with pytest.raises(SpokenTimeError) as caught:
        until(text)
    assert len(str(caught.value)) < 600


def polite(read: Callable[[str], object], text: str) -> bool:
    """Return whether a text is read, or refused at a place that is in it."""
    try:
        read(text)
    except SpokenTimeError as fault:
        return 1 <= fault.column <= len(text) + 1
    return True


@given(st.text(max_size=30))
def test_any_text_is_understood_or_refused_politely(text: str) -> None:
    assert polite(lambda said: parse_until(said, Instant(5), GLOG, MARKS), text)


@given(
    st.lists(
        st.sampled_from(
            [
                "until",
                "day",
                "next",
                "end",
                "of",
                "the",
                "turn",
                "watch",
                "dawn",
                "3",
                "06:40",
                "1.5",
                "-",
                ",",
                "and",
                "h",
                "a",
                "half",
                "plus",
            ]
        ),
        max_size=7,
    ),
)
def test_any_words_are_understood_or_refused_politely(words: list[str]) -> None:
    text = " ".join(words)
    assert polite(GLOG.parse_duration, text)
    assert polite(GLOG.parse_instant, text)
    assert polite(lambda said: parse_until(said, Instant(5), GLOG, MARKS), text)


@given(st.integers(-(10**9), 10**9).map(Instant), st.integers(0, 24 * HOUR - 1).map(Duration))
def test_a_time_of_day_is_the_next_one_and_less_than_a_day_off(now: Instant, mark: Duration) -> None:
    at = parse_until("then", now, GLOG, {"then": mark})
    assert now < at <= now + GLOG.day
    assert (at - GLOG.start_of("day", at)) == mark
