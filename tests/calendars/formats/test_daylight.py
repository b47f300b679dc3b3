"""Daylight between solstices, as Calendaria states it, becomes the dawn and dusk of seasons."""

from __future__ import annotations

import json
import math

import pytest

from tests.calendars.formats.files import tree_of
from turnkeeper.calendars.almanac import Almanac
from turnkeeper.calendars.formats.exporting import export_calendar
from turnkeeper.calendars.formats.importing import Imported, import_calendar
from turnkeeper.calendars.sky import season_of
from turnkeeper.calendars.sun import sun_turns

SUMMER = 8


def read(**daylight: object) -> Imported:
    tree, plain = tree_of("calendaria"), {"enabled": True, "shortestDay": 8, "longestDay": 16}
    tree["daylight"] = {**plain, "winterSolstice": 0, "summerSolstice": SUMMER, **daylight}
    return import_calendar(json.dumps(tree), "sun.json")


def minutes(said: str) -> int:
    hour, _, minute = said.partition(":")
    return int(hour) * 60 + int(minute)


def test_each_season_has_the_dawn_and_dusk_of_its_first_day() -> None:
    """By hand: light = 12 - 4 * cos(pi * progress) hours, half of it before noon; Bhaskara is 0.0017 off."""
    data = read().data
    year = sum(part.days for part in data.parts)
    assert year > SUMMER
    names = [part.name for part in data.parts]
    before = {name: sum(one.days for one in data.parts[: names.index(name)]) for name in names}
    assert data.seasons
    assert data.interpolate
    for season in data.seasons:
        assert season.begins is not None
        day = before[season.begins.part] + season.begins.day - 1
        progress = day / SUMMER if day <= SUMMER else 1 - (day - SUMMER) / (year - SUMMER)
        light = 12 - 4 * math.cos(math.pi * progress)
        assert abs(minutes(season.dawn) - (24 - light) * 30) <= 1
        assert abs(minutes(season.dusk) - (24 + light) * 30) <= 1


@pytest.mark.parametrize(
    "said, fate",
    [({"enabled": False}, "kept"), ({"longestDay": 30}, "dropped"), ({"shortestDay": 20}, "dropped")],
)
def test_daylight_that_is_off_or_no_part_of_a_day_lights_nothing(said: dict[str, object], fate: str) -> None:
    found = read(**said)
    assert not any(one.dawn for one in found.data.seasons)
    assert fate in {one.fate for one in found.accounts if one.path == "daylight.enabled"}


def _stars(*anchors: dict[str, object], seasons: bool = True) -> Imported:
    plain = [{"name": "cold", "startMonth": 1}, {"name": "warm", "startMonth": 2}]
    return import_calendar(
        json.dumps(
            {
                "id": "sun",
                "translations": {"en": {"label": "Sun"}},
                "year": {"epoch": 0},
                "months": [{"name": "Up", "days": 10}, {"name": "Down", "days": 10}],
                "weekdays": [{"name": "A"}],
                "leapYear": {"rule": "none"},
                "seasons": plain if seasons else [],
                "solarAnchors": [{"id": "x", "label": "X", "type": "solstice", **one} for one in anchors],
            }
        ),
        "sun.json",
    )


WINTER = {"month": 1, "day": 3, "sunrise": "08:00", "sunset": "16:00"}
SUMMER_DAY = {"month": 2, "day": 3, "sunrise": "04:00", "sunset": "20:00"}


def test_solar_anchors_of_seasons_and_stars_are_days_between_which_dawn_moves() -> None:
    """Days 2 and 12 of a year of 20: a tenth of the way a day, 24 minutes earlier."""
    found = _stars(WINTER, SUMMER_DAY)
    almanac = Almanac(found.data)
    dawns = [one.dawn for day in (2, 3, 12, 13) if (one := season_of(almanac, day)) is not None]
    assert dawns == [8 * 3600, 8 * 3600 - 24 * 60, 4 * 3600, 4 * 3600 + 24 * 60]
    assert sun_turns(almanac, "longest day", 0, 40) == [12, 32]
    written = export_calendar(found.data, "seasons-and-stars")
    back = import_calendar(written.text, "back.json").data
    assert (back.daylight, back.seasons) == (found.data.daylight, found.data.seasons)
    assert not [one for one in written.accounts if one.fate != "kept"]
    for to in ("simple-calendar", "calendarium", "foundry", "fantasy-calendar"):
        told = export_calendar(found.data, to).accounts
        assert {one.fate for one in told if one.path.startswith("daylight")} == {"dropped"}


@pytest.mark.parametrize(
    "found, remark",
    [
        (_stars({"month": 1, "day": 3}), "it needs a sunrise and a sunset, and the calendar seasons"),
        (_stars({**WINTER, "sunset": "99:00"}), "it needs a sunrise and a sunset, and the calendar seasons"),
        (_stars(WINTER, seasons=False), "it needs a sunrise and a sunset, and the calendar seasons"),
        (_stars(WINTER, WINTER), "the dawn and dusk of that day are said already"),
    ],
)
def test_a_solar_anchor_that_says_nothing_is_told(found: Imported, remark: str) -> None:
    assert len(found.data.daylight) < 2
    assert ("dropped", remark) in {(one.fate, one.remark) for one in found.accounts}
