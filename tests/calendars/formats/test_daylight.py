"""Daylight between solstices, as Calendaria states it, becomes the dawn and dusk of seasons."""

from __future__ import annotations

import json
import math

import pytest

from tests.calendars.formats.files import tree_of
from turnkeeper.calendars.formats.importing import Imported, import_calendar

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
