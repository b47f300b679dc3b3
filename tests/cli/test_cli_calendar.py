"""`calendar`: calendars shown, checked and converted at the command line."""

from __future__ import annotations

from pathlib import Path

from tests.cli.shell import Shell


def test_the_calendars_that_come_along_are_listed_and_shown(shell: Shell) -> None:
    assert {"gregorian", "julian", "plain"} <= {
        one["id"] for one in shell.good("calendar", "show", "--json").json
    }
    told = shell.good("calendar", "show", "gregorian").out
    for shown in ("February", "leap rules", "146097/400", "Monday", "ISO 8601"):
        assert shown in told, shown


def test_a_month_stands_under_its_weekdays(shell: Shell) -> None:
    """1 February 2024 was a Thursday, and the 9th and the 24th of it a new and a full moon."""
    lines = shell.good("calendar", "month", "2024-02-05").out.splitlines()
    assert lines[0] == "February 2024"
    assert lines[1].split() == ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    assert lines[2].split() == ["1", "2", "3", "4"]
    assert lines[6].split() == ["26", "27", "28", "29"]
    assert lines[7].startswith("9th of February 2024 AD: the moon: new")


def test_a_date_is_converted_by_its_day(shell: Shell) -> None:
    """4 October 1582 of the Julian calendar was 14 October of the Gregorian, a Thursday."""
    found = shell.good(
        "calendar", "convert", "4 October 1582", "--calendar", "julian", "--to", "gregorian", "--json"
    ).json
    assert (found["found"]["numbers"], found["found"]["weekday"]) == ("1582-10-14", "Thursday")


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
