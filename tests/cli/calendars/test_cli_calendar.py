"""`calendar`: calendars shown, checked and converted at the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.shell import Shell


def test_the_calendars_that_come_along_are_listed_and_shown(shell: Shell) -> None:
    assert {"gregorian", "julian", "plain"} <= {
        one["id"] for one in shell.good("calendar", "show", "--json").json
    }
    told = shell.good("calendar", "show", "gregorian").out
    for shown in ("February", "leap rules", "146097/400", "Monday", "ISO 8601"):
        assert shown in told, shown


def test_the_events_of_a_calendar_are_shown_with_when_they_come(shell: Shell) -> None:
    Path("mine.toml").write_text(
        'events = [{ name = "Omen", when = { on = "moon", moon = "Lamp", phase = "full" }, hidden = true }]\n'
        '[calendar]\nid = "mine"\nname = "Mine"\nextends = "harvest"\n',
        "utf-8",
    )
    assert "Omen: every full moon of Lamp, hidden" in shell.good("calendar", "show", "mine.toml").out


def test_what_a_calendar_asks_of_the_rules_is_told_where_they_have_it_not(shell: Shell) -> None:
    """GLOG has storms, and no hail."""
    Path("mine.toml").write_text(
        'events = [{ name = "Gale", when = { on = "weather", of = ["storm", "hail"] } }]\n'
        '[calendar]\nid = "mine"\nname = "Mine"\nextends = "harvest"\n',
        "utf-8",
    )
    assert shell.good("calendar", "check", "mine.toml").out == ""
    told = "Gale waits for hail, which the rules have not"
    assert shell.good("calendar", "check", "mine.toml", "--rules", "glog").out.strip() == told
    assert shell.good("calendar", "check", "mine.toml", "--rules", "glog", "--json").json == [told]
    shell.good("new", "Barrow")
    used = shell.good("calendar", "use", "mine.toml", "--from", "3rd of Harvest 1042")
    assert told in used.err


def test_a_month_stands_under_its_weekdays(shell: Shell) -> None:
    """1 February 2024 was a Thursday, and the 9th and the 24th of it a new and a full moon."""
    lines = shell.good("calendar", "month", "2024-02-05").out.splitlines()
    assert lines[0] == "February 2024"
    assert lines[1].split() == ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    assert lines[2].split() == ["1", "2", "3", "4"]
    assert lines[6].split() == ["26", "27", "28", "29"]
    assert lines[7].startswith("9th of February 2024 AD: the moon: new")


def test_a_year_is_shown_month_by_month(shell: Shell) -> None:
    lines = shell.good("calendar", "year", "2024-02-05").out.splitlines()
    assert lines[:2] == ["2024", "January"]
    assert lines.count("") == 11
    # February of a leap year ends on a Thursday.
    assert "26   27   28   29" in lines
    told = shell.good("calendar", "year", "2023-02-05", "--json").json
    assert sum(len(one["days"]) for one in told["months"]) == 365


def test_a_date_is_converted_by_its_day(shell: Shell) -> None:
    """4 October 1582 of the Julian calendar was 14 October of the Gregorian, a Thursday."""
    found = shell.good(
        "calendar", "convert", "4 October 1582", "--calendar", "julian", "--to", "gregorian", "--json"
    ).json
    assert (found["found"]["numbers"], found["found"]["weekday"]) == ("1582-10-14", "Thursday")


def test_a_date_that_the_other_calendar_has_no_more_is_told(shell: Shell) -> None:
    told = shell("calendar", "convert", "1 Thaw 999999999999", "--calendar", "harvest", "--to", "gregorian")
    assert told.code == 2
    assert "Gregorian: years go up to 1,000,000,000,000." in told.err
    assert "31st of December 1000000000000 AD" in told.err


def test_a_date_that_is_not_there_is_told_with_the_nearest_two(shell: Shell) -> None:
    told = shell("calendar", "convert", "29 Feb 2023", "--to", "plain")
    assert told.code == 2
    assert "28th of February 2023" in told.err
    assert "1st of March 2023" in told.err


def test_a_calendar_file_is_checked_and_all_problems_are_told(shell: Shell) -> None:
    text = 'parts = [{ name = "A", days = 0, leap = [{ when = { every = "0" } }] }]\n'
    Path("bad.toml").write_text(text + '[calendar]\nid = "Bad"\nname = "Bad"\n', "utf-8")
    told = shell("calendar", "check", "bad.toml")
    assert told.code == 1
    assert "bad.toml:1:61" in told.out
    assert "bad.toml:3:" in told.out
    Path("good.toml").write_text('[calendar]\nid = "x"\nname = "X"\nextends = "plain"\n', "utf-8")
    assert "in order" in shell.good("calendar", "check", "good.toml").err
    assert "Twelfth month" in shell.good("calendar", "show", "good.toml").out


def test_the_schema_of_calendars_is_written(shell: Shell) -> None:
    assert "CalendarPart" in shell.good("calendar", "schema").json["$defs"]


_FILE = """{"translations": {"en": {"label": "Two Hills"}}, "id": "hills",
 "year": {"epoch": 0, "currentYear": 3, "startDay": 0}, "leapYear": {"rule": "none"},
 "months": [{"name": "Up", "days": 5, "description": "<i>steep</i>"}, {"name": "Down", "days": 4}],
 "weekdays": [{"name": "A"}, {"name": "B"}], "intercalary": []}"""


def test_a_calendar_of_another_program_is_read_and_accounted_for(shell: Shell) -> None:
    """The 2nd of Down 3 is day 3 * 9 + 5 + 1 = 33, a B."""
    Path("hills.json").write_text(_FILE, "utf-8")
    told = shell.good("calendar", "import", "hills.json", "-o", "hills.toml")
    assert "descriptions are not kept" in told.err
    assert Path("hills.toml").read_text("utf-8").startswith("# It stands at 1st of Up 3.")
    assert "in order" in shell.good("calendar", "check", "hills.toml").err
    found = shell.good(
        "calendar", "convert", "2 Down 3", "--calendar", "hills.toml", "--to", "plain", "--json"
    ).json
    assert found["said"]["weekday"] == "B"


def test_an_account_is_told_to_programs_and_strict_refuses_what_would_be_dropped(shell: Shell) -> None:
    Path("hills.json").write_text(_FILE, "utf-8")
    found = shell.good("calendar", "import", "hills.json", "--json").json
    looks = [one for one in found["accounts"] if one["fate"] == "left out"]
    assert [(one["path"], one["value"]) for one in looks] == [("months[0].description", "<i>steep</i>")]
    assert not [one for one in found["accounts"] if one["fate"] == "dropped"]
    assert shell("calendar", "import", "hills.json", "--strict").code == 0
    # What concerns time refuses.
    more = _FILE.replace('"intercalary"', '"solarAnchors": [{"day": 1}], "intercalary"')
    Path("hills.json").write_text(more, "utf-8")
    refused = shell("calendar", "import", "hills.json", "--strict", "-o", "hills.toml")
    assert refused.code == 1
    assert not Path("hills.toml").exists()


def test_what_is_no_calendar_is_refused_with_its_place(shell: Shell) -> None:
    Path("bad.json").write_text('{"months": [}', "utf-8")
    told = shell("calendar", "import", "bad.json")
    assert told.code == 1
    assert "bad.json:1:13: this is not JSON" in told.out


def test_a_calendar_is_written_for_another_program(shell: Shell) -> None:
    told = shell.good("calendar", "export", "harvest", "--to", "foundry", "--at", "3 Hay 12")
    assert '"yearZero": 1' in told.out
    assert "moons cannot be said there" in told.err
    assert shell("calendar", "export", "harvest", "--to", "fondry").code == 2
    assert shell("calendar", "export", "harvest", "--to", "foundry", "--strict").code == 1


@pytest.mark.slow
def test_a_campaign_counts_its_days_by_a_file_and_keeps_it(barrow: Shell) -> None:
    """The file stands at the 1st of Up 3, day 3 * 9 = 27 and so a B; the campaign needs the file no more."""
    Path("hills.json").write_text(_FILE, "utf-8")
    told = barrow.good("calendar", "use", "hills.json")
    assert "today is 1st of Up 3" in told.out
    Path("hills.json").unlink()
    assert "B, 1st of Up 3" in barrow.good("status").out
    barrow.good("undo")
    assert "Up 3" not in barrow.good("status").out
    assert "today is 2nd of Hay 12" in barrow.good("calendar", "use", "harvest", "--from", "2 Hay 12").out
    refused = barrow("calendar", "use", "plain")
    assert refused.code == 2
    assert "--from" in refused.err
    missing = barrow("calendar", "use", "plain", "--from", "31st of First month 1")
    assert missing.code == 1
    assert "the nearest" in missing.err


@pytest.mark.slow
def test_the_log_says_the_date_where_the_day_changes(shell: Shell) -> None:
    shell.good("new", "Dates", "--rules", "glog")
    for said in ("use calendar gregorian from 28 February 2024", "note cold", "wait 2 days", "note snow"):
        shell.good("do", said)
    lines = shell.good("log").out.splitlines()
    dates = [one for one in lines if "2024" in one and "calendar" not in one]
    # 28 February 2024 was a Wednesday; two days later it is 1 March, for the year is a leap year.
    assert dates == ["Wednesday, 28th of February 2024 AD", "Friday, 1st of March 2024 AD"]
    assert lines.index(dates[1]) < next(place for place, one in enumerate(lines) if "snow" in one)
    told = shell.good("log", "--markdown").out
    assert "## day 3, Friday, 1st of March 2024 AD" in told
