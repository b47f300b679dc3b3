"""Times in a rule set's own words, both ways and exact."""

from __future__ import annotations

import pickle
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.time.games import GAMES
from turnkeeper.time.instant import NO_TIME, ORIGIN, Duration, Instant
from turnkeeper.time.scale import TimeScale, UnitSpec
from turnkeeper.time.spoken import SpokenTimeError
from turnkeeper.time.words import LONGEST_MS

GLOG = GAMES["glog"]
QUEST = GAMES["quest-of-destiny"]
# Units that fit badly: no second is carried, a week above the day, a day of 23 h 7 min.
ODD = TimeScale.build(
    [
        UnitSpec("s", plural="ess", length="7 s"),
        UnitSpec("glass", length="29 min"),
        UnitSpec("hour", length="90 min"),
        UnitSpec("day", length="23 h 7 min"),
        UnitSpec("week", of=("8 days",)),
    ]
)
scales = st.sampled_from([*GAMES.values(), ODD])
lengths = st.one_of(st.integers(0, LONGEST_MS), st.integers(0, 10**8)).map(Duration)
instants = st.one_of(st.integers(-LONGEST_MS // 2, LONGEST_MS // 2), st.integers(-(10**8), 10**8)).map(
    Instant
)
SECOND, MINUTE, HOUR, DAY = 1_000, 60_000, 3_600_000, 86_400_000


def fault(read: Callable[[], object]) -> SpokenTimeError:
    """Return the complaint of a reading."""
    with pytest.raises(SpokenTimeError) as caught:
        read()
    return caught.value


@pytest.mark.parametrize(
    "text, ms",
    [
        ("3 turns", 30 * MINUTE),
        ("1 h 20 min", 80 * MINUTE),
        ("1h20m", 80 * MINUTE),
        ("1 hour and 20 minutes", 80 * MINUTE),
        # 2 watches of 4 h and 5 turns of 10 min: 8 h 50 min.
        ("2 watches 5 turns", 530 * MINUTE),
        ("2 Watches, 5 TURNS", 530 * MINUTE),
        ("90 s", 90 * SECOND),
        ("90sec", 90 * SECOND),
        ("a turn", 10 * MINUTE),
        ("an hour", HOUR),
        ("half an hour", 30 * MINUTE),
        ("half a turn", 5 * MINUTE),
        ("1.44 s", 1_440),
        ("1.5 h", 90 * MINUTE),
        ("1/2 hour", 30 * MINUTE),
        ("1 1/2 hours", 90 * MINUTE),
        ("1½ h", 90 * MINUTE),
        ("an hour and a half", 90 * MINUTE),
        ("one and a half hours", 90 * MINUTE),
        ("a quarter of an hour", 15 * MINUTE),
        ("a half hour", 30 * MINUTE),
        ("0.001 s", 1),
        ("0 h 5 min", 5 * MINUTE),
        ("  1\tday ", DAY),
    ],
)
def test_lengths_as_a_referee_says_them(text: str, ms: int) -> None:
    assert GLOG.parse_duration(text) == Duration(ms)
    assert type(GLOG.parse_duration(text).ms) is int


@pytest.mark.parametrize(
    "text, column, message, hint",
    [
        ("3 trns", 3, 'no unit is called "trns"', "did you mean turns?"),
        ("1 h 3 wacthes", 7, 'no unit is called "wacthes"', "did you mean watches?"),
        ("20", 1, "a number without its unit", 'name the unit, as in "20 min"'),
        ("1,000 turns", 1, "a number without its unit", "write numbers as 1000 or 1.5, without a comma"),
        ("06:40", 1, '"06:40" is a time of day, not a length', 'a length is said as "6 h 40 min"'),
        ("-5 turns", 1, "a length must be more than nothing", ""),
        ("minus 5 turns", 1, "a length must be more than nothing", ""),
        ("0 turns", 1, "a length must be more than nothing", ""),
        ("no time", 1, "a length must be more than nothing", ""),
        ("1.4405 s", 1, "not a whole number of milliseconds", "nothing shorter can be kept"),
        ("3 turns blue", 9, '"blue" does not belong here', ""),
        ("turns", 1, 'a number is missing: here comes "turns"', 'say for example "20 min"'),
        ("1 h and", 8, "a number is missing: here comes nothing", 'say for example "20 min"'),
        ("", 1, "a number is missing: here comes nothing", 'say for example "20 min"'),
        ("3 turns!", 8, "'!' has no meaning in a time", ""),
        ("1e3 s", 2, 'no unit is called "e"', ""),
        ("1000000000000000 ms", 1, "a number has at most 15 digits", ""),
        ("999999999999999 turns", 1, "too long: time is kept to about 31,700 years", ""),
    ],
)
def test_what_is_no_length_is_told_with_its_place(text: str, column: int, message: str, hint: str) -> None:
    told = fault(lambda: GLOG.parse_duration(text))
    assert (told.column, told.message) == (column, message)
    assert told.hint == hint or (not hint and told.hint.startswith("the units are"))
    assert message in str(told)
    assert f"column {column}" in str(told)


def test_ten_megabytes_of_noise_are_refused_at_once_and_not_repeated() -> None:
    noise = "7 turns " * 1_300_000
    for read in (GLOG.parse_duration, GLOG.parse_instant, GLOG.unit):
        told = fault(lambda read=read: read(noise))  # type: ignore[misc]
        assert len(str(told)) < 600


def test_zero_and_less_only_where_they_are_asked_for() -> None:
    assert GLOG.parse_duration("no time", allow_zero=True) == NO_TIME
    assert GLOG.parse_duration("0 turns", allow_zero=True) == NO_TIME
    assert GLOG.parse_duration("minus 2 turns", allow_negative=True) == Duration(-20 * MINUTE)
    assert GLOG.say(Duration(-20 * MINUTE)) == "minus 2 turns"


@pytest.mark.parametrize(
    "game, ms, said",
    [
        ("glog", 530 * MINUTE, "2 watches 5 turns"),
        ("glog", 10 * MINUTE, "1 turn"),
        ("glog", 65 * SECOND, "6 rounds 5 s"),
        ("glog", 0, "no time"),
        # A phase is 12 min, a moment 144 s, a round 14.4 s, a segment 1.44 s: together 880.56 s and 2 ms.
        ("quest-of-destiny", 880_562, "1 phase 1 moment 1 round 1 segment 722 ms"),
        ("quest-of-destiny", 26 * HOUR, "1 day 2 hours"),
        ("dungeon-game", 7 * HOUR + 11 * MINUTE, "1 watch 7 turns 1 round"),
        ("cresthaven", 6 * SECOND, "1 segment"),
    ],
)
def test_lengths_in_the_rule_sets_own_words(game: str, ms: int, said: str) -> None:
    # 880,562 = 720,000 + 144,000 + 14,400 + 1,440 + 722.
    assert GAMES[game].say(Duration(ms)) == said


@given(scales, lengths)
def test_what_is_said_is_read_back(scale: TimeScale, length: Duration) -> None:
    for said in (scale.say(length), scale.say_clock(length)):
        assert scale.parse_duration(said, allow_zero=True) == length
    less = scale.say(-length)
    assert scale.parse_duration(less, allow_zero=True, allow_negative=True) == -length


def test_say_clock_uses_no_unit_of_the_game() -> None:
    assert GLOG.say_clock(Duration(80 * MINUTE)) == "1 h 20 min"
    assert GLOG.say_clock(Duration(DAY + 1_440)) == "24 h 1 s 440 ms"


@pytest.mark.parametrize(
    "ms, said",
    [
        (0, "day 1 00:00"),
        (2 * DAY + 6 * HOUR + 40 * MINUTE, "day 3 06:40"),
        (30 * SECOND, "day 1 00:00:30"),
        (440, "day 1 00:00:00.440"),
        (-10 * MINUTE, "day 0 23:50"),
        (-DAY - 1, "day -1 23:59:59.999"),
    ],
)
def test_instants_by_day_and_clock(ms: int, said: str) -> None:
    assert GLOG.say_instant(Instant(ms)) == said
    assert GLOG.parse_instant(said) == Instant(ms)
    assert GLOG.say_time_of_day(Instant(ms)) == said.rpartition(" ")[2]


@pytest.mark.parametrize(
    "text, said",
    [
        ("day 3", "day 3 00:00"),
        # Watch 2 begins at 04:00, its turn 17 is 16 turns later: 06:40.
        ("day 3, watch 2, turn 17", "day 3 06:40"),
        ("Day 3 watch 2 turn 17", "day 3 06:40"),
        ("day 3, turn 41", "day 3 06:40"),
        ("day 3 at 6:40", "day 3 06:40"),
        ("day 3, turn 41, plus 90 s", "day 3 06:41:30"),
        ("day -1, watch 6", "day -1 20:00"),
    ],
)
def test_instants_as_a_referee_says_them(text: str, said: str) -> None:
    assert GLOG.say_instant(GLOG.parse_instant(text)) == said


def test_say_units_names_the_units_that_are_running() -> None:
    at = GLOG.parse_instant("day 3 06:40")
    assert GLOG.say_units(at) == "day 3, watch 2, turn 17"
    assert GLOG.say_units(GLOG.parse_instant("day 3")) == "day 3"
    assert GLOG.say_units(at + Duration(25 * SECOND)) == "day 3, watch 2, turn 17, round 3, plus 5 s"
    assert GLOG.say_units(at + Duration(25 * SECOND), ("turns", "day")) == "day 3, turn 41"
    assert GLOG.say_units(ORIGIN - Duration(1), ("day", "watch")) == "day 0, watch 6"
    # 3 segments into the second round of the second moment: 144 + 14.4 + 2 x 1.44 s.
    assert QUEST.say_units(Instant(144_000 + 14_400 + 2_880)) == (
        "day 1, hour 1, phase 1, moment 2, round 2, segment 3"
    )


@given(scales, instants)
def test_instants_are_read_back_however_they_are_said(scale: TimeScale, at: Instant) -> None:
    assert scale.parse_instant(scale.say_instant(at)) == at
    assert scale.parse_instant(scale.say_units(at)) == at


@pytest.mark.parametrize(
    "text, column, message",
    [
        ("06:40", 1, "an instant begins with its day"),
        ("day", 4, "a whole number is missing"),
        ("day 1.5", 5, "a whole number is missing"),
        ("day 3 24:00", 7, "past the end of the day, which lasts 24 h"),
        ("day 3 06:60", 7, '"06:60" is not a time of day'),
        ("day 3, turn 145", 8, "a day has turns 1 to 144"),
        ("day 3, turn 0", 8, "a day has turns 1 to 144"),
        ("day 3, turn 17, watch 2", 17, "a watch is not a part of a turn"),
        ("day 3, wach 2", 8, "here a unit and its number should come"),
        ("day 3 06:40 sharp", 13, '"sharp" does not belong here'),
        ("day 99999999999", 1, "too far away: time is kept to about 31,700 years"),
    ],
)
def test_what_is_no_instant_is_told_with_its_place(text: str, column: int, message: str) -> None:
    told = fault(lambda: GLOG.parse_instant(text))
    assert (told.column, told.message) == (column, message)


def test_a_day_has_the_length_that_the_rule_set_gives_it() -> None:
    # The odd day has 23 h 7 min: 23:06 is its last minute, and a day and a minute later it is 00:00 of day 3.
    assert ODD.say_instant(ODD.parse_instant("day 1 23:06") + ODD.day + Duration(MINUTE)) == "day 3 00:00"
    assert fault(lambda: ODD.parse_instant("day 1 23:07")).message == (
        "past the end of the day, which lasts 23 h 7 min"
    )


@given(scales, instants, st.integers(0, 4))
def test_the_grid_holds_every_instant_between_two_starts(scale: TimeScale, at: Instant, which: int) -> None:
    unit = scale.units[which % len(scale.units)]
    start, following = scale.start_of(unit.name, at), scale.next_start(unit, at)
    assert start <= at < following
    assert following - start == unit.length
    assert scale.start_of(unit, start) == start
    assert (start - ORIGIN) % unit.length == NO_TIME


def test_t23_the_grid_is_exact_before_the_first_day() -> None:
    assert GLOG.start_of("watch", Instant(-1)) == Instant(-4 * HOUR)
    assert GLOG.next_start("watch", Instant(-1)) == ORIGIN
    assert GLOG.next_start("watch", ORIGIN) == Instant(4 * HOUR)


def test_t25_past_2_to_the_53_nothing_is_lost() -> None:
    at = Instant(2**53 + 1)
    # 9,007,199,254,740,993 ms in turns of 600,000 ms: 15,011,998,757 turns and 540,993 ms.
    assert at - GLOG.start_of("turn", at) == Duration(540_993)
    assert GLOG.say_instant(at).endswith(":00.993")


def test_units_are_found_by_either_name_and_a_wrong_one_gets_a_suggestion() -> None:
    assert GLOG.unit("WATCHES").name == "watch"
    assert fault(lambda: GLOG.unit("wacth")).hint == "did you mean watch?"


def test_a_scale_can_be_sent_to_another_process() -> None:
    there = pickle.loads(pickle.dumps(QUEST))  # noqa: S301
    assert there.say(Duration(880_560)) == QUEST.say(Duration(880_560))
