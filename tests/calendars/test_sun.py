"""The longest and the shortest day, and those half way between, by the dawn and dusk of the seasons."""

from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.calendars.sun_walked import turns_walked
from tests.often import times
from turnkeeper.calendars.almanac import Almanac
from turnkeeper.calendars.checking import faults
from turnkeeper.calendars.conditions import CalendarEvent, InMonth, OnDate, OnSun, Several
from turnkeeper.calendars.falling import EventDays
from turnkeeper.calendars.model import CalendarData, CalendarSeason, Daylight, DayOfYear
from turnkeeper.calendars.named_days import day_named
from turnkeeper.calendars.reading import load_preset
from turnkeeper.calendars.sky import season_of
from turnkeeper.calendars.spoken_events import read_when, say_when
from turnkeeper.calendars.sun import sun_turns
from turnkeeper.calendars.values import SunTurn
from turnkeeper.calendars.wording import DateSlip, read_date, say_date

TURNS: tuple[SunTurn, ...] = get_args(SunTurn)
GREGORIAN = load_preset("gregorian")
PLAIN = load_preset("plain")


def _dates(data: CalendarData, turn: SunTurn, first: str, end: str) -> list[str]:
    almanac = Almanac(data)
    days = sun_turns(almanac, turn, read_date(almanac, first), read_date(almanac, end))
    return [say_date(almanac, one).removesuffix(" AD") for one in days]


def _by_length(*seasons: tuple[str, str, str, str], interpolate: bool = True) -> CalendarData:
    """Return a calendar of 12 months of 30 days whose seasons have lengths, dawn, dusk and steady days."""
    made = [
        CalendarSeason(f"s{at}", length=length, dawn=dawn, dusk=dusk, steady=steady)
        for at, (length, dawn, dusk, steady) in enumerate(seasons)
    ]
    data = replace(PLAIN, seasons=tuple(made), interpolate=interpolate)
    assert not list(faults(data))
    return data


def test_the_days_of_the_gregorian_calendar_turn_with_its_seasons() -> None:
    """Winter has 7.5 hours and summer 16.5: half way lies 12, which spring and autumn begin with."""
    year = ("1 January 2024", "1 January 2026")
    assert _dates(GREGORIAN, "longest day", *year) == ["21st of June 2024", "21st of June 2025"]
    assert _dates(GREGORIAN, "shortest day", *year) == [
        "21st of December 2024",
        "21st of December 2025",
    ]
    assert _dates(GREGORIAN, "spring equinox", *year) == ["20th of March 2024", "20th of March 2025"]
    assert _dates(GREGORIAN, "autumn equinox", *year) == [
        "22nd of September 2024",
        "22nd of September 2025",
    ]


def test_half_way_is_the_first_day_that_is_so_long_or_longer() -> None:
    """From 8 to 16 hours in 100 days: 12 after 50. Back in 90.5: the day of 260 from 12 on is half way.

    A round has 190.5 days; day 0 begins with it. 8 hours are lost in the 91 or 90 days of the second season:
    it begins on day 100 and ends on day 190, which is 90 days later, and half of these lie on day 145.
    """
    data = _by_length(("100", "08:00", "16:00", ""), ("90.5", "04:00", "20:00", ""))
    almanac = Almanac(data)
    assert sun_turns(almanac, "spring equinox", 0, 190) == [50]
    assert sun_turns(almanac, "autumn equinox", 0, 190) == [145]
    assert sun_turns(almanac, "longest day", 0, 190) == [100]
    assert sun_turns(almanac, "shortest day", 0, 200) == [0, 190]


def test_steady_days_come_before_the_days_that_grow() -> None:
    """40 days of 8 hours, then 60 in which they grow by 8: half way is day 70; a third of the way is 60."""
    data = _by_length(("100", "08:00", "16:00", "40"), ("100", "04:00", "20:00", ""))
    almanac = Almanac(data)
    assert sun_turns(almanac, "spring equinox", 0, 200) == [70]
    dawns = [one.dawn for day in (0, 40, 60, 70) if (one := season_of(almanac, day)) is not None]
    assert dawns == [8 * 3600, 8 * 3600, 8 * 3600 - 4 * 1200, 6 * 3600]
    short = replace(data.seasons[0], steady="100")
    told = [one.message for one in faults(replace(data, seasons=(short, data.seasons[1])))]
    assert told == ["a season cannot be steady for 100 days"]


def test_days_that_do_not_move_within_a_season_turn_as_it_begins() -> None:
    data = _by_length(
        ("90", "08:00", "16:00", ""), ("90", "07:00", "20:00", ""), ("90", "04:00", "20:00", ""),
        ("90", "06:00", "18:00", ""), interpolate=False,
    )  # fmt: skip
    almanac = Almanac(data)
    found = {one: sun_turns(almanac, one, 0, 360) for one in TURNS}
    # Half way from 8 to 16 hours lie 12: the second season has 13, the third 16, the fourth 12.
    assert found == {
        "longest day": [180],
        "shortest day": [0],
        "spring equinox": [90],
        "autumn equinox": [270],
    }


def test_days_that_jump_from_the_shortest_to_the_longest_have_no_day_half_way() -> None:
    data = _by_length(("90", "08:00", "16:00", ""), ("90", "04:00", "20:00", ""), interpolate=False)
    almanac = Almanac(data)
    assert [len(sun_turns(almanac, one, 0, 360)) for one in TURNS] == [2, 2, 0, 0]


def _lit(*days: tuple[str, int, str, str]) -> CalendarData:
    """Return the plain calendar, whose seasons have no dawn, with days of which dawn and dusk are said."""
    seasons = tuple(replace(one, dawn="", dusk="") for one in PLAIN.seasons)
    lit = (Daylight(DayOfYear(part, day), dawn, dusk) for part, day, dawn, dusk in days)
    data = replace(PLAIN, seasons=seasons, daylight=tuple(lit), interpolate=False)
    assert not list(faults(data))
    return data


def test_days_of_the_sun_stand_among_the_seasons_and_dawn_moves_between_them() -> None:
    """Years of 360 days: from day 30 on to day 210 dawn goes from 8 to 4 o'clock, and back in as many days.

    So it is at 6 a quarter of the year later, and the day has 12 hours, half way from 8 to 16.
    """
    names = [one.name for one in PLAIN.parts]
    data = _lit((names[1], 1, "08:00", "16:00"), (names[7], 1, "04:00", "20:00"))
    almanac = Almanac(data)
    assert sun_turns(almanac, "shortest day", 0, 360) == [30]
    assert sun_turns(almanac, "spring equinox", 0, 360) == [120]
    assert sun_turns(almanac, "longest day", 0, 360) == [210]
    assert sun_turns(almanac, "autumn equinox", 0, 360) == [300]
    dawns = [one.dawn for day in (30, 75, 120, 210, 300) if (one := season_of(almanac, day)) is not None]
    assert dawns == [8 * 3600, 7 * 3600, 6 * 3600, 4 * 3600, 6 * 3600]
    named = season_of(almanac, 75)
    plain = season_of(Almanac(PLAIN), 75)
    assert named is not None
    assert plain is not None
    assert (named.season.name, named.began, named.ends) == (plain.season.name, plain.began, plain.ends)


def test_a_season_that_has_a_dawn_is_one_of_those_days() -> None:
    names = [one.name for one in PLAIN.parts]
    data = _lit((names[1], 1, "08:00", "16:00"), (names[7], 1, "04:00", "20:00"))
    first, *rest = data.seasons
    assert first.begins == DayOfYear(names[11])
    lit = replace(data, seasons=(replace(first, dawn="09:00", dusk="15:00"), *rest))
    almanac = Almanac(lit)
    assert sun_turns(almanac, "shortest day", 0, 360) == [330]
    # From 9 to 8 o'clock in the 60 days from day 330 on.
    found = season_of(almanac, 360)
    assert found is not None
    assert found.dawn == 8 * 3600 + 1800


def test_days_of_the_sun_that_cannot_be_are_told() -> None:
    day = Daylight(DayOfYear("Nowhere", 3), "25:00", "16:00")
    told = [one.message for one in faults(replace(PLAIN, seasons=(), daylight=(day,)))]
    assert told == [
        "daylight stands among seasons that begin by date",
        "the day has no 25:00",
        'no month is called "Nowhere"',
    ]


_TIMES = st.sampled_from(["03:00", "05:30", "06:00", "07:10"])
_SEASON = st.builds(
    lambda length, dawn, dusk, steady: CalendarSeason(
        "s", length=length, dawn=dawn, dusk=f"{24 - int(dawn[:2]) + dusk}:15", steady=steady
    ),
    st.sampled_from(["17", "20.5", "31/3"]),
    _TIMES,
    st.sampled_from([-1, 0, 2]),
    st.sampled_from(["", "3", "4.5"]),
)


def _dated(seasons: tuple[CalendarSeason, ...]) -> tuple[CalendarSeason, ...]:
    """Return seasons that begin by date, each in a month of its own."""
    parts = PLAIN.parts
    return tuple(
        replace(one, length="", begins=DayOfYear(parts[at * 2].name, 5 + at))
        for at, one in enumerate(seasons)
    )


@pytest.mark.slow
@settings(max_examples=times(25), deadline=None)
@given(
    seasons=st.lists(_SEASON, min_size=1, max_size=5),
    interpolate=st.booleans(),
    dated=st.booleans(),
    first=st.integers(-500, 500),
)
def test_a_walk_through_every_day_finds_the_same_turns(
    *, seasons: list[CalendarSeason], interpolate: bool, dated: bool, first: int
) -> None:
    named = tuple(replace(one, name=f"s{at}") for at, one in enumerate(seasons))
    data = replace(PLAIN, seasons=_dated(named) if dated else named, interpolate=interpolate)
    if list(faults(data)):
        return
    almanac = Almanac(data)
    before = 1_100 if dated else 250
    walked = [one for one in turns_walked(almanac, first - before, first + 400) if one[0] >= first]
    found = [(day, turn) for turn in TURNS for day in sun_turns(almanac, turn, first, first + 400)]
    assert sorted(found) == sorted(walked)


def test_an_event_comes_on_the_longest_day() -> None:
    almanac = Almanac(load_preset("harvest"))
    today = read_date(almanac, "3rd of Harvest 1042")
    every = read_when(almanac, "every longest day", today, every=True)
    assert every == OnSun("longest day") == read_when(almanac, "every summer solstice", today, every=True)
    assert say_when(every) == "every longest day"
    once = read_when(almanac, "on the longest day", today, every=False)
    assert once == OnDate("Midsummer", 1, 1043)
    assert day_named(almanac, "the shortest day", today) == read_date(almanac, "Longnight 1042")
    both = CalendarEvent("Two", Several((InMonth("Midsummer"), OnSun("longest day"))))
    first = almanac.year(1).start
    assert len(EventDays(almanac, (both,)).days(both, first, almanac.year(1001).start)) == 1_000


def test_a_feast_that_is_called_so_goes_before_the_sun() -> None:
    parts = (*PLAIN.parts, replace(PLAIN.parts[0], name="Winter Solstice", days=1, kind="feast"))
    almanac = Almanac(replace(PLAIN, parts=parts))
    assert read_when(almanac, "winter solstice", 0, every=True) == OnDate("Winter Solstice", 1)


@pytest.mark.parametrize("every", [True, False])
def test_where_no_season_has_a_dawn_no_day_turns(*, every: bool) -> None:
    almanac = Almanac(replace(PLAIN, seasons=()))
    with pytest.raises(DateSlip, match="no season of this calendar says when there is a longest day"):
        read_when(almanac, "the longest day", 0, every=every)
    assert day_named(almanac, "longest day", 0) is None
    event = CalendarEvent("High", OnSun("longest day"))
    assert EventDays(almanac, (event,)).days(event, 0, 4_000) == []
    told = [one.message for one in faults(replace(PLAIN, seasons=(), events=(event,)))]
    assert told == ["no season says when there is a longest day"]
