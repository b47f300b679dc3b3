"""Events that hang on the weather: by the days that are known, against a look at every day."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from turnkeeper.calendars.almanac import Almanac
from turnkeeper.calendars.checking_events import event_faults
from turnkeeper.calendars.conditions import AfterEvent, CalendarEvent, Condition, InSeason, OnWeather, Several
from turnkeeper.calendars.falling import EventDays
from turnkeeper.calendars.reading import load_preset
from turnkeeper.calendars.sky import season_of
from turnkeeper.calendars.spoken_events import read_when, say_when
from turnkeeper.calendars.weather_past import WeatherPast, bound_to_weather
from turnkeeper.calendars.wording import DateSlip

HARVEST = Almanac(load_preset("harvest"))
KINDS = {"storm": "storm", "rain": "heavy rain", "heavy rain": "heavy rain", "snow": "snow", "clear": "clear"}


def past(*days: str, first: int = 0) -> WeatherPast:
    """Return the weather of days from a first one on, each said as its kinds with a + between them."""
    return WeatherPast(first, tuple(frozenset(one.split("+")) for one in days))


def days(when: Condition, weather: WeatherPast, first: int = -50, end: int = 500) -> list[int]:
    one = CalendarEvent("It", when)
    return EventDays(HARVEST, (one,), weather).days(one, first, end)


def test_a_spell_begins_once_and_as_soon_as_its_kind_comes() -> None:
    weather = past("clear", "clear+storm", "storm", "clear", "storm")
    assert days(OnWeather(("storm",)), weather) == [1, 4]
    assert days(OnWeather(("storm",), 2), weather) == [2]


def test_days_without_are_whole_and_the_day_after_them_begins() -> None:
    """Day 3 had rain: the third dry day is day 6, and day 7 begins after it."""
    weather = past("rain", "clear", "clear", "clear+rain", "clear", "snow", "clear", "clear", "clear")
    assert days(OnWeather(("rain",), 3, without=True), weather) == [7]
    assert days(OnWeather(("rain",), 2, without=True), weather) == [3, 6]
    assert days(OnWeather(("rain", "snow"), 3, without=True), weather) == []


def test_the_first_of_a_season_is_one_in_each_of_them() -> None:
    winters = [day for day in range(800) if _season(day) == "winter"]
    stormy = {winters[3], winters[5], winters[-2], 1}
    weather = past(*("storm" if day in stormy else "clear" for day in range(800)))
    firsts = days(OnWeather(("storm",), first_of="winter"), weather, 0, 800)
    assert firsts == [winters[3], winters[-2]]


def _season(day: int) -> str:
    found = season_of(HARVEST, day)
    return "" if found is None else found.season.name


def test_of_days_that_are_not_known_nothing_is_said() -> None:
    weather = past("storm", "clear", first=10)
    one = CalendarEvent("Gale", OnWeather(("storm",)))
    other = CalendarEvent("After", AfterEvent("Gale", 1))
    late = CalendarEvent("Late", AfterEvent("Gale", 2))
    fair = CalendarEvent("Fair", Several((OnWeather(("storm",)),), "none"))
    found = EventDays(HARVEST, (one, other, late, fair), weather).between(0, 40)
    assert [(each.day, each.event.name) for each in found] == [(10, "Gale"), (11, "After"), (11, "Fair")]
    assert bound_to_weather((one, other, late, fair)) == {"Gale", "After", "Late", "Fair"}
    assert EventDays(HARVEST, (one,)).between(0, 40) == []
    assert EventDays(HARVEST, (one,), weather).next("Gale", 0) is None


@given(
    st.lists(st.frozensets(st.sampled_from(["storm", "rain", "clear"]), min_size=1), max_size=20),
    st.integers(1, 4),
    st.booleans(),
    st.integers(-30, 30),
)
def test_each_day_is_as_looking_back_from_it_says(
    came: list[frozenset[str]],
    run: int,
    without: bool,  # noqa: FBT001 - hypothesis gives it
    first: int,
) -> None:
    def holds(index: int) -> bool:
        there = range(index - run, index) if without else range(index - run + 1, index + 1)
        if there.start < 0:
            return False
        had = ["storm" in came[one] for one in there]
        before = there.start - 1
        longer = before >= 0 and ("storm" in came[before]) != without
        return not longer and (not any(had) if without else all(had))

    found = days(OnWeather(("Storm",), run, without=without), WeatherPast(first, tuple(came)), -100, 100)
    assert found == [first + index for index in range(len(came)) if holds(index)]


@given(
    st.lists(st.frozensets(st.sampled_from(["storm", "clear"]), min_size=1), min_size=1, max_size=15),
    st.data(),
)
def test_what_has_begun_stays_begun_as_more_weather_becomes_known(
    came: list[frozenset[str]], data: st.DataObject
) -> None:
    """Today may still have more weather, and days follow: nothing of the past is taken back."""
    when = data.draw(st.builds(OnWeather, st.just(("storm",)), st.integers(1, 3), st.booleans()))
    before = days(when, WeatherPast(0, tuple(came)))
    more = (*came[:-1], came[-1] | {"storm"}, frozenset({"clear"}))
    assert set(before) <= set(days(when, WeatherPast(0, more)))


@pytest.mark.parametrize(
    "said, meant, told",
    [
        ("storm", OnWeather(("storm",)), "every storm"),
        ("rain or snow", OnWeather(("heavy rain", "snow")), "every heavy rain or snow"),
        ("first storm of winter", OnWeather(("storm",), first_of="winter"), "first storm of winter"),
        (
            "after three days without rain",
            OnWeather(("heavy rain",), 3, without=True),
            "every 3 days without heavy rain",
        ),
        ("2 days of snow", OnWeather(("snow",), 2), "every 2 days of snow"),
        ("a day without storm", OnWeather(("storm",), 1, without=True), "every 1 day without storm"),
    ],
)
def test_the_weather_is_said_and_told(said: str, meant: OnWeather, told: str) -> None:
    assert read_when(HARVEST, said, 0, every=True, weather=KINDS) == meant
    assert say_when(meant) == told
    assert read_when(HARVEST, told.removeprefix("every "), 0, every=True, weather=KINDS) == meant


def test_weather_has_no_date_and_unknown_weather_is_told() -> None:
    with pytest.raises(DateSlip, match="has no date"):
        read_when(HARVEST, "first storm of winter", 0, every=False, weather=KINDS)
    with pytest.raises(DateSlip, match="no weather 'hail'"):
        read_when(HARVEST, "3 days without hail", 0, every=True, weather=KINDS)
    with pytest.raises(DateSlip, match="no day that comes again"):
        read_when(HARVEST, "storm", 0, every=True)


def test_a_season_is_one_of_the_calendar_and_nothing_is_reminded_of() -> None:
    gale = CalendarEvent("Gale", OnWeather(("storm",), first_of="monsoon"))
    after = CalendarEvent("After", AfterEvent("Gale", 2), remind=1)
    found = [one.message for one in event_faults(HARVEST.data, (gale, after))]
    assert found == ["there is no season 'monsoon'", "what hangs on the weather is not known beforehand"]
    good = (replace(gale, when=Several((OnWeather(("storm",)), InSeason("winter")))),)
    assert not list(event_faults(HARVEST.data, good))
