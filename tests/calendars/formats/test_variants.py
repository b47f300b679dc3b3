"""Variants in files of Seasons & Stars: other years and names over the very same days."""

from __future__ import annotations

import json

import pytest

from turnkeeper.calendars.almanac import Almanac
from turnkeeper.calendars.formats.importing import Imported, import_calendar
from turnkeeper.calendars.wording import say_date
from turnkeeper.rules.problems import RulesFault

BASE: dict[str, object] = {
    "id": "hills",
    "translations": {"en": {"label": "Hills"}},
    "year": {"epoch": 100, "currentYear": 130, "suffix": " UP", "startDay": 1},
    "months": [{"name": "Up", "days": 5}, {"name": "Down", "days": 4}],
    "weekdays": [{"name": "A"}, {"name": "B"}],
    "leapYear": {"rule": "custom", "interval": 2, "month": "Up", "extraDays": 1},
    "intercalary": [{"name": "Rest", "after": "Up", "days": 1}],
    "variants": {
        "valley": {
            "name": "Valley",
            "config": {"yearOffset": 600},
            "overrides": {
                "year": {"suffix": " V"},
                "months": {"Up": {"name": "Rising"}},
                "weekdays": {"B": {"name": "Bee"}},
            },
        },
        "same": {"name": "Same", "default": True},
    },
}
CROWNS: dict[str, object] = {
    "id": "crowns",
    "baseCalendar": "gregorian",
    "translations": {"en": {"label": "Crowns"}},
    "variants": {"iron": {"name": "Iron", "overrides": {"months": {"January": {"name": "Anvil"}}}}},
}


def read(tree: dict[str, object], variant: str = "") -> Imported:
    return import_calendar(json.dumps(tree), "hills.json", variant)


def test_a_variant_has_other_years_and_names_over_the_same_days() -> None:
    """Year 130 is 30 years after the year 100; 30 years after the year 600 is 630."""
    plain, valley = read(BASE), read(BASE, "valley")
    ours, theirs = Almanac(plain.data), Almanac(valley.data)
    assert plain.today is not None
    assert valley.today is not None
    here, there = ours.day_of(plain.today), theirs.day_of(valley.today)
    assert (say_date(ours, here), say_date(theirs, there)) == ("1st of Up 130 UP", "1st of Rising 630 V")
    lengths = [(one.days, len(one.leap)) for one in plain.data.parts]
    assert [(one.days, len(one.leap)) for one in valley.data.parts] == lengths
    weekdays = [(ours.weekday_of(here + n), theirs.weekday_of(there + n)) for n in range(200)]
    assert all(
        (one is None and other is None)
        or (one is not None and other is not None and {"A": "A", "B": "Bee"}[one.name] == other.name)
        for one, other in weekdays
    )


def test_the_default_variant_is_read_and_the_others_are_asked_for() -> None:
    found = read(BASE)
    assert found.data.calendar.name == "Hills (Same)"
    fates = {one.path: one.fate for one in found.accounts}
    assert fates["variants.same.name"] == "kept"
    assert fates["variants.valley.overrides.months.Up.name"] == "asked"
    assert "dropped" not in {one.fate for one in read(BASE, "valley").accounts}


def test_a_file_of_variants_alone_varies_the_gregorian_calendar() -> None:
    found = read(CROWNS, "iron")
    almanac = Almanac(found.data)
    assert [one.name for one in found.data.parts][:2] == ["Anvil", "February"]
    # The days of 2000 and 1900: 366 and 365. 1 January 2000 was a Saturday.
    assert [almanac.year(year + 1).start - almanac.year(year).start for year in (2000, 1900)] == [366, 365]
    day = almanac.weekday_of(almanac.year(2000).start)
    assert day is not None
    assert day.name == "Saturday"


@pytest.mark.parametrize(
    "tree, variant, message",
    [
        (BASE, "nowhere", "no variant 'nowhere'"),
        (CROWNS, "", "which of its variants"),
        ({**CROWNS, "baseCalendar": "harptos"}, "iron", "which is another file"),
        ({"calendar": {"months": [{"name": "M", "numberOfDays": 9}]}}, "iron", "has variants"),
    ],
)
def test_a_variant_that_cannot_be_read_is_told(tree: dict[str, object], variant: str, message: str) -> None:
    with pytest.raises(RulesFault) as fault:
        read(tree, variant)
    assert message in str(fault.value.problems[0])


@pytest.mark.parametrize(
    "hostile", [7, [], "x", {"a": 7}, {"a": {"overrides": 3, "config": []}}, {"a": None}]
)
def test_variants_of_any_shape_are_read_or_left(hostile: object) -> None:
    read({**BASE, "variants": hostile})
