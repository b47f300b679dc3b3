"""Files of each format give the dates, weekdays and phases that their rules say, worked out by hand."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.calendars.formats.files import FORMATS, day_of, imported, read_or_problems, sample, told, tree_of
from turnkeeper.calendars.almanac import Almanac, CalendarDate
from turnkeeper.calendars.eras import name_in_cycle, year_in_era
from turnkeeper.calendars.formats.accounts import leaves
from turnkeeper.calendars.formats.exporting import export_calendar
from turnkeeper.calendars.formats.importing import import_calendar
from turnkeeper.calendars.reading import read_calendar
from turnkeeper.calendars.sky import season_of
from turnkeeper.files.rules_text import write_calendar
from turnkeeper.rules.problems import RulesFault, shown


@pytest.mark.parametrize("name", FORMATS)
def test_a_file_is_known_by_what_it_states(name: str) -> None:
    assert imported(name).format == name


@pytest.mark.parametrize("name", FORMATS)
def test_what_is_read_is_a_calendar_file_of_ours(name: str) -> None:
    data = imported(name).data
    assert read_calendar(write_calendar(data), "x.toml") == data


@pytest.mark.parametrize("name", FORMATS)
def test_every_value_of_a_file_stands_in_its_account_once_in_its_order(name: str) -> None:
    """T24: import loses nothing, or lists what it lost."""
    paths = [shown(path) for path, _ in leaves(tree_of(name))]
    accounts = imported(name).accounts
    assert [one.path for one in accounts][: len(paths)] == paths
    assert all(one.remark for one in accounts if one.fate != "kept")


def test_fantasy_calendar_leap_days_by_the_first_divisor_and_by_appearances() -> None:
    """Years have 41 days, the 1st, 4th and 7th 5 more; Heron's Day comes in 2 and 4, Late Eel in 1 and 7.

    So year 4 begins on day 47 + 43 + 41 = 131, and its 7th of Ebb is day 131 + 20 + 2 + 6.
    """
    data = imported("fantasy-calendar").data
    almanac = Almanac(data)
    assert [almanac.year(year).layout.length for year in range(1, 8)] == [47, 43, 41, 47, 41, 41, 48]
    assert day_of(data, "7 Ebb 1 of the dykes") == 159
    # Day 0 is the third day of the week; Lantern Nights are off it: 2 + 22 for the 3rd of Ebb.
    assert told(data, 0)[1] == "Mudday"
    assert told(data, 20)[1] == ""
    assert told(data, 24)[1] == "Reedday"
    # Year 2: Still Water stands after the 10th of Flood, without a number and off the week.
    assert told(data, 47 + 10)[0].startswith("Still Water")
    assert told(data, 47 + 11)[0].startswith("11th of Flood")


def test_fantasy_calendar_moons_seasons_and_years() -> None:
    """The Frog on day 10: (10 - 1.25) / 8.5 goes 0.25 days into a cycle, 0.24 of 8 phases: new."""
    data = imported("fantasy-calendar").data
    assert told(data, 10)[2][0] == "new moon"
    # (4 - 1.25) / 8.5 * 8 = 2.59, which is nearest to 3; day 3 of the Wisp's list, from day 2 on, is the 2nd.
    assert told(data, 4)[2][0] == "waxing gibbous"
    assert [told(data, day)[2][1] for day in range(2, 8)] == [
        "new moon", "new moon", "first quarter", "full moon", "last quarter", "new moon",
    ]  # fmt: skip
    almanac = Almanac(data)
    # Wet from -3.5 to 20, dry to 40: the first whole day of dry is 20, of the next wet 40.
    found = [season_of(almanac, day) for day in (0, 19, 20, 39, 40)]
    assert [one.season.name for one in found if one] == ["wet", "wet", "dry", "dry", "wet"]
    assert name_in_cycle(almanac, data.cycles[0], 0) == "Stork"


def test_stored_numbers_of_days_are_worked_out_anew() -> None:
    """The file says that it stands at day 170; the 2nd of Second Ebb 4 is day 131 + 20 + 2 + 20 + 1."""
    accounts = {one.path: one for one in imported("fantasy-calendar").accounts}
    assert accounts["static_data.eras[1].date.epoch"].fate == "kept"
    wrong = accounts["dynamic_data.epoch"]
    assert (wrong.value, wrong.fate, wrong.remark) == ("170", "changed", "the rules give 174")


@pytest.mark.parametrize(
    "zero, cuts, wanted",
    [(False, False, [1, 1, 2]), (True, False, [0, 0, 1]), (False, True, [0, 1, 2]), (True, True, [-1, 0, 1])],
)
def test_years_of_an_era_begin_anew_as_fantasy_calendar_counts_them(
    *, zero: bool, cuts: bool, wanted: list[int]
) -> None:
    """Its source counts them from 0, and says 1 for that where there is no year 0; on the era's day already.

    The year after one that the era ends has the number of its first again; here the day before has one less.
    Asked on the day of the era, at the end of its year (the next, if it ends it), and a year later.
    """
    tree: dict[str, Any] = json.loads(sample("fantasy-calendar"))
    static = tree["static_data"]
    static["settings"]["year_zero_exists"] = zero
    settings = {"starting_era": False, "restart": True, "ends_year": cuts}
    static["eras"] = [{"name": "New", "settings": settings, "date": {"year": 4, "timespan": 2, "day": 7}}]
    found = import_calendar(json.dumps(tree), "x.json")
    almanac = Almanac(found.data)
    begins = next(one.begins for one in found.data.eras if one.begins is not None)
    day = almanac.day_of(CalendarDate(4, almanac.part_named(begins.part), begins.day))
    later = almanac.year(almanac.number_of(5 if cuts else 4)).end - 1
    after = almanac.year(almanac.number_of(6 if cuts else 5)).end - 1
    assert [year_in_era(almanac, one) for one in (day, later, after)] == wanted
    back = import_calendar(export_calendar(found.data, "fantasy-calendar").text, "back.json").data
    assert back.eras == found.data.eras


def test_calendarium_counts_weeks_from_year_one() -> None:
    """Leap years up to 20 are 4, 8, 12 and 16; so the 3rd of Blow 21 is day 20 * 21 + 4 + 10 + 2 = 436.

    436 days after an Ash, in weeks of three, is one after Ash; 6.25 of 7.25 days are 20.7 of 24 phases.
    """
    found = imported("calendarium")
    assert found.today is not None
    assert Almanac(found.data).day_of(found.today) == 436
    assert told(found.data, 436)[1:] == ("Kiln", ("waning crescent",))


def test_simple_calendar_counts_from_zero_and_its_feast_comes_in_leap_years() -> None:
    """Years have 25 days, leap years 28: Cairnday 8 is day 8 * 25 + 2 * 3 + 12 = 218.

    Year 2 begins with Walk; until the 1st of Dust 8 pass 5 * 25 + 27 + 12 days of the week: 164.
    The moon was new on day 57, half a day adjusted: 161.5 days are 26 cycles and 5.5 days. Opal is set back
    in year 8, in which it is new on the 4th of Dust, day 222: four days before, a quarter adjusted, are 1.5.
    """
    found = imported("simple-calendar")
    data, almanac = found.data, Almanac(found.data)
    assert found.today is not None
    assert almanac.day_of(found.today) == 218
    assert told(data, 218) == ("Cairnday 8 SR", "", ("closing", "dull"))
    assert told(data, 219) == ("1st of Dust 8 SR", "Load", ("shut", "fiery"))
    assert name_in_cycle(almanac, data.cycles[0], 218) == "Mule"
    assert told(data, 28 + 25)[:2] == ("1st of Brine 2 SR", "Walk")
    season = season_of(almanac, day_of(data, "3 Dust 8"))
    assert season is not None
    assert (season.season.name, season.season.dusk) == ("calm", "18:00")


def test_seasons_and_stars_has_feasts_and_shorter_leap_years() -> None:
    """Year 0 has 19 days; year 1 is a leap year: Hushday, 9 of Heather, 2 of Beltfire, 6 of Bracken."""
    data = imported("seasons-and-stars").data
    assert told(data, 19)[:2] == ("Hushday 1 HH", "Owl")
    assert told(data, 20)[:2] == ("1st of Heather 1 HH", "Adder")
    assert told(data, 19 + 10)[1] == ""
    assert told(data, 19 + 18)[:2] == ("1st of Heather 2 HH", "Owl")
    # New on the 3rd of Bracken 9, day 9 * 19 - 3 + 9 + 2 + 2 = 181; the last phase fills the cycle of 5.5.
    phases = [told(data, day)[2][0] for day in range(181, 188)]
    assert phases == ["empty", "filling", "filling", "filling", "full", "full", "empty"]


def test_a_gap_between_seasons_is_no_season() -> None:
    data = imported("seasons-and-stars").data
    almanac = Almanac(data)
    said = ["2 Heather 2", "3 Heather 2", "9 Heather 2", "1 Bracken 2", "2 Bracken 2", "8 Bracken 2"]
    found = [season_of(almanac, day_of(data, one)) for one in said]
    assert [one and one.season.name for one in found] == [None, "green", "green", None, "brown", "brown"]
    # Bracken 4, of a leap year, ends with its 6th.
    last = season_of(almanac, day_of(data, "6 Bracken 4"))
    assert last is not None
    assert last.season.name == "brown"
    assert season_of(almanac, day_of(data, "1 Heather 5")) is None


def test_foundry_counts_weekdays_from_its_year_zero() -> None:
    """Years 0 to 2 have 13, 15 and 13 days; year 3 begins with Two. The 8th of Second 5 is day 67 + 7 + 7."""
    data = imported("foundry").data
    assert told(data, 41)[:2] == ("1st of First 3", "Two")
    assert told(data, 81)[:2] == ("8th of Second 5", "Three")
    season = season_of(Almanac(data), 41)
    assert season is not None
    assert season.season.name == "down"


def test_calendaria_has_days_off_the_week_inside_a_month() -> None:
    """Leap years before 10 are 0, 2, 6 and 8: year 10 begins on day 184, with Oar; 10 is one itself."""
    data = imported("calendaria").data
    assert told(data, 184)[:2] == ("1st of Trout 10 T", "Oar")
    assert [told(data, 184 + place)[1] for place in (8, 9, 10, 11, 13, 14, 15)] == [
        "Hearth", "", "", "Oar", "Hearth", "", "Oar",
    ]  # fmt: skip
    assert told(data, 184 + 14)[0] == "4th of Ice 10 T"
    assert told(data, 184 + 19)[:2] == ("1st of Trout 11 T", "Net")
    # New on the 3rd of Trout; phases go by the middle of the day: 0.5, 1.5, 2.5 and 3.5 of 6.
    assert [told(data, day)[2][0] for day in range(186, 190)] == ["Sunk Low", "rising", "rising", "high"]


def test_donjon_asks_what_is_not_known() -> None:
    """The 3rd of Tern 12 is day 12 * 21 + 12 = 264, whole weeks after Sail; 4.5 of 9.5 days is full."""
    found = imported("donjon")
    assert told(found.data, 264) == ("3rd of Tern 12", "Sail", ("full moon",))
    asked = {one.path: one.remark for one in found.accounts if one.fate == "asked"}
    assert list(asked) == ["lunar_shf.Buoy", "first_day"]
    # 13 years are 273 days, one more than whole weeks.
    assert asked["first_day"] == "taken so that year 13 begins with Row; read otherwise, with Sail"


def test_texts_are_kept_as_they_are_and_never_read() -> None:
    accounts = {one.path: one for one in imported("fantasy-calendar").accounts}
    assert accounts["events[9].description"].value == "<script>alert(1)</script>"


@pytest.mark.parametrize(
    "path, value, problem",
    [
        (("static_data", "year_data", "timespans"), [], "there are no months"),
        (
            ("static_data", "year_data", "timespans"),
            [{"name": "A", "type": "month", "length": 0}],
            "a year could have no days",
        ),
    ],
)
def test_what_can_be_no_calendar_is_refused(path: tuple[str, ...], value: object, problem: str) -> None:
    with pytest.raises(RulesFault, match=problem):
        import_calendar(json.dumps(_with("fantasy-calendar", path, value)), "x.json")


@pytest.mark.parametrize(
    "path, value, remark",
    [
        (("static_data", "year_data", "leap_days", 0, "interval"), "0", "from 1 up"),
        (("static_data", "moons", 0, "cycle"), 0, "a cycle above 0"),
        (("static_data", "moons", 0, "cycle"), -3.5, "a cycle above 0"),
        (("static_data", "year_data", "leap_days", 0, "timespan"), 9, "none of the calendar"),
        (("dynamic_data", "year"), 10**12 + 1, "not within"),
        (("dynamic_data", "year"), 0, "no year 0"),
        (("dynamic_data", "day"), 31, "counted on"),
        (("static_data", "eras", 1, "date", "timespan"), 77, "not within"),
    ],
)
def test_what_cannot_be_is_told_and_the_rest_is_read(
    path: tuple[str | int, ...], value: object, remark: str
) -> None:
    found = import_calendar(json.dumps(_with("fantasy-calendar", path, value)), "x.json")
    assert any(remark in one.remark and one.fate != "kept" for one in found.accounts)
    assert len(found.data.parts) == 4


def test_a_week_of_no_days_is_no_week() -> None:
    text = json.dumps(_with("fantasy-calendar", ("static_data", "year_data", "global_week"), []))
    assert told(import_calendar(text, "x.json").data, 5)[1] == ""


@pytest.mark.parametrize(
    "text, problem",
    [
        ("", "this is not JSON"),
        ("[]", "one table"),
        ('{"a": 1}', "none of the calendar formats"),
        ("[" * 100_000, "deep inside each other"),
        ('{"a":' * 70 + "1" + "}" * 70, "deep inside each other"),
        (" " * 8_000_001, "8,000,001 characters"),
        ('{"translations": {}, "months": [{"days": 1e999999}]}', "no days"),
        ('{"translations": {}, "months": [{"days": ' + "9" * 5_000 + "}]}", "no days"),
    ],
)
def test_bombs_and_nonsense_are_refused_with_a_sentence(text: str, problem: str) -> None:
    with pytest.raises(RulesFault, match=problem):
        import_calendar(text, "x.json")


@pytest.mark.slow
@pytest.mark.parametrize(
    "path, value",
    [
        (("static_data", "year_data", "global_week"), ["-"] * 100_000),
        (("static_data", "year_data", "timespans"), [{"name": "A", "length": 1}] * 50_000),
        (("static_data", "year_data", "leap_days"), [{"timespan": 0, "interval": "2,3,5"}] * 50_000),
        (("static_data", "moons"), [{"name": "A", "cycle": 8}] * 50_000),
        (("static_data", "cycles", "data"), [{"type": "year", "names": ["A"] * 100}] * 300),
        (("static_data", "year_data", "leap_days", 0, "interval"), "7," * 1_000_000),
    ],
)
def test_lists_of_any_length_are_bounded(path: tuple[str | int, ...], value: object) -> None:
    """It takes seconds, not hours; what is too much is refused, or told as dropped."""
    found = read_or_problems(json.dumps(_with("fantasy-calendar", path, value)))
    if isinstance(found, tuple):
        assert 0 < len(found) < 1_000
    else:
        assert any(one.fate == "dropped" for one in found.accounts)


def _with(name: str, path: tuple[str | int, ...], value: object) -> object:
    tree = json.loads(sample(name))
    inner = tree
    for part in path[:-1]:
        inner = inner[part]
    inner[path[-1]] = value
    return tree
