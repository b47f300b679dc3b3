"""Calendars that are in order by the letter, and of which no answer may take long or never come."""

from __future__ import annotations

from itertools import chain
from time import process_time

import pytest

from turnkeeper.calendars.almanac import Almanac
from turnkeeper.calendars.falling import EventDays
from turnkeeper.calendars.named_days import day_named
from turnkeeper.calendars.pages import calendar_sheet, month_page
from turnkeeper.calendars.reading import read_calendar
from turnkeeper.calendars.sky import next_full, next_new, phase_of, season_of
from turnkeeper.rules.problems import RulesFault

_SECONDS = 20.0
_TINY, _HUGE = "0.000000000001", "999999999"
_MOON = 'moons = [{{ name = "M", cycle = "{cycle}"{more} }}]'
_SEASONS = (
    'seasons = [{{ name = "s", length = "{length}", dawn = "05:00", dusk = "19:00" }}, '
    '{{ name = "t", length = "{length}", dawn = "08:00", dusk = "16:00" }}]\ninterpolate = true'
)
_WHENS = {
    "moon": (
        '{ on = "moon", moon = "M", phase = "full" }',
        '{ on = "moon", moon = "M", phase = "waxing crescent", nth = -1 }',
        '{ on = "phase", moon = "M", phases = ["full moon"] }',
    ),
    "season": (
        '{ on = "season", season = "t" }',
        '{ on = "sun", turn = "longest day" }',
        '{ on = "sun", turn = "autumn equinox" }',
        '{ on = "number", of = "day of the season", least = 2, every = 3 }',
    ),
    "": (
        '{ on = "every", days = 1000000000000, since = { year = 1000000000000, part = "A" } }',
        '{ on = "number", of = "year", least = -1000000000000, most = 1000000000000, every = 999999999999 }',
        '{ on = "years", when = { every = "999999999, !999999998, 999999997, !999999996" } }',
    ),
}


def _text(body: str, kind: str) -> str:
    events = ", ".join(f'{{ name = "e{at}", when = {when} }}' for at, when in enumerate(_WHENS[kind]))
    parts = 'parts = [{ name = "A", days = 30 }, { name = "B", days = 31 }]'
    return f'{parts}\n{body}\nevents = [{events}]\n[calendar]\nid = "x"\nname = "X"\n'


def _anew(when: str) -> str:
    return f', anew = {{ when = {when}, on = {{ part = "B", day = 31 }}, gains = "{_HUGE}" }}'


@pytest.mark.parametrize(
    "kind, body",
    [
        ("moon", _MOON.format(cycle=_TINY, more="")),
        ("moon", _MOON.format(cycle=_TINY, more=', rounding = "middle"')),
        ("moon", _MOON.format(cycle=f"1/{_HUGE}", more="")),
        ("moon", _MOON.format(cycle="0.002", more=', variance = "0.0009", seed = "x"')),
        ("moon", _MOON.format(cycle=_HUGE, more="")),
        ("moon", _MOON.format(cycle=_HUGE, more=', variance = "499999999"')),
        ("moon", _MOON.format(cycle="29.5", more=_anew(f'{{ every = "{_HUGE}" }}'))),
        ("moon", _MOON.format(cycle=_TINY, more=_anew("{ cycle = 1000000, years = [7] }"))),
        ("season", _SEASONS.format(length=_TINY)),
        ("season", _SEASONS.format(length="0.4")),
        ("season", _SEASONS.format(length=_HUGE)),
        ("", ""),
    ],
)
def test_what_is_tiny_or_huge_is_answered_in_bounds(kind: str, body: str) -> None:
    """T12: at the beginning of days and 10^12 years away, days, phases and events are there at once."""
    almanac = Almanac(read_calendar(_text(body, kind), "x.toml"))
    began, events = process_time(), EventDays(almanac, almanac.data.events)
    assert calendar_sheet(almanac).parts
    for year in (1, 1_000, 10**12 - 10, 1 - 10**12):
        first = almanac.year(almanac.number_of(year)).start
        found = list(chain(*(events.days(one, first, first + 400) for one in almanac.data.events)))
        assert all(first <= day < first + 400 for day in found)
        assert month_page(almanac, first).days[0].day == first
        season_of(almanac, first)
        for moon in almanac.data.moons:
            assert phase_of(almanac, moon, first)
            assert next_new(almanac, moon, first) > first
            assert next_full(almanac, moon, first) > first
    day_named(almanac, "full moon", 0)
    assert process_time() - began < _SECONDS


def test_a_moon_shorter_than_a_day_turns_on_every_day() -> None:
    almanac = Almanac(read_calendar(_text(_MOON.format(cycle="0.3", more=""), "moon"), "x.toml"))
    (moon,) = almanac.data.moons
    assert [next_full(almanac, moon, day) for day in range(5)] == [1, 2, 3, 4, 5]
    assert [next_new(almanac, moon, day) for day in range(5)] == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("depth", [40, 5_000])
def test_a_bomb_of_nested_conditions_is_refused(depth: int) -> None:
    when = '{ on = "several", of = [' * depth + '{ on = "day of month" }' + "] }" * depth
    text = _text("", "").replace(_WHENS[""][0], when)
    with pytest.raises(RulesFault, match="deep inside each other"):
        read_calendar(text, "x.toml")
