"""A campaign's calendar: its dates, what is waited for by it, and that it never moves the clock."""

from __future__ import annotations

import pytest

import turnkeeper
from tests.app.campaigns import begun as in_memory
from tests.app.campaigns import do
from turnkeeper import CommandDone, OpenCampaign, Refusal
from turnkeeper.app.session import Session
from turnkeeper.app.shelf.calendar_files import use
from turnkeeper.calendars.reading import read_calendar
from turnkeeper.views.parts.clock import clock


def begun(*said: str, rules: str = "glog") -> OpenCampaign:
    campaign = turnkeeper.begin("Days", rules, seed="calendar")
    for text in ("party Varda", "enter settlement Oakham", *said):
        done = campaign.say(text)
        assert isinstance(done, CommandDone), (text, done)
    return campaign


@pytest.mark.parametrize(
    "said, date",
    [
        # In the Harvest Reckoning winter begins on the 1st of Longnight, spring on the 1st of Thaw.
        ("winter", "1st of Longnight 1042"),
        ("the first day of spring", "Firstday, 1st of Thaw 1043"),
        # The 1st of Thaw 1042 is day 1041 * 395 + 260; the Lamp is full at 3 + 30.4375 * 13,518.5 days.
        ("Lamp's full moon", "Bell, 18th of Thaw 1042"),
        ("Lamp\u2019s next full", "Bell, 18th of Thaw 1042"),
    ],
)
def test_it_is_waited_until_a_season_or_what_is_a_moon_s(said: str, date: str) -> None:
    campaign = begun("use calendar harvest from 2nd of Thaw 1042", f"wait until {said}")
    assert campaign.view().clock.date == date


def test_another_calendar_changes_the_date_and_not_the_clock_and_undo_takes_it_back() -> None:
    campaign = begun("use calendar gregorian from 28 February 2024", "wait 2 h")
    before = campaign.view().clock
    campaign.say("use calendar plain from 3rd of Second month 7")
    after = campaign.view().clock
    assert (after.now_ms, after.instant) == (before.now_ms, before.instant)
    assert before.date == "Wednesday, 28th of February 2024 AD"
    assert "3rd of Second month 7" in after.date
    campaign.undo()
    assert campaign.view().clock.date == before.date


@pytest.mark.parametrize(
    "said, date",
    [
        # 2024 is a leap year, and 28 February a Wednesday.
        ("29th of February", "Thursday, 29th of February 2024 AD"),
        ("the 1st of March", "Friday, 1st of March 2024 AD"),
        ("next Wednesday", "Wednesday, 6th of March 2024 AD"),
        ("Sunday", "Sunday, 3rd of March 2024 AD"),
        # A date that has passed this year is that of the next.
        ("27 february", "Thursday, 27th of February 2025 AD"),
        ("2024-12-25", "Wednesday, 25th of December 2024 AD"),
        # May 2024 began on a Wednesday: its first Sunday is the 5th, its second Tuesday the 14th.
        ("the 1st Sunday of May", "Sunday, 5th of May 2024 AD"),
        ("second tuesday of may", "Tuesday, 14th of May 2024 AD"),
        ("the last Friday of May 2024", "Friday, 31st of May 2024 AD"),
        ("Wednesday 1 May 2024", "Wednesday, 1st of May 2024 AD"),
        # The next year whose 1 May is a Sunday.
        ("Sunday 1 May", "Sunday, 1st of May 2033 AD"),
    ],
)
def test_it_is_waited_until_a_date_or_a_weekday(said: str, date: str) -> None:
    campaign = begun("use calendar gregorian from 28 February 2024", f"wait until {said}")
    now = campaign.view().clock
    assert now.date == date
    assert now.time == "00:00"


def test_a_date_that_is_rare_is_found_all_the_same() -> None:
    """2100 is no leap year: after 29 February 2096 the next is in 2104."""
    campaign = begun("use calendar gregorian from 1 March 2096", "wait until 29 February")
    assert campaign.view().clock.date == "Friday, 29th of February 2104 AD"


def test_a_day_is_waited_for_until_a_time_of_it() -> None:
    campaign = begun("use calendar gregorian from 28 February 2024", "wait until 1 March at 06:40")
    assert campaign.view().clock.date == "Friday, 1st of March 2024 AD"
    assert campaign.view().clock.time == "06:40"


@pytest.mark.parametrize(
    "said, message, hint",
    [
        (
            "wait until 30 February",
            "February 2024 has 29 days",
            "29th of February 2024 AD or 1st of March 2024 AD",
        ),
        ("wait until 1 March 2023", "Wednesday, 1st of March 2023 AD is past", "rule clock"),
        (
            "wait until Sunday 1 May 2024",
            "1st of May 2024 AD is Wednesday",
            "28th of April 2024 AD or 5th of May",
        ),
        ("wait until 28 February", "today is 28th of February 2024 AD", "28th of February 2025 AD"),
        ("wait until the 6th Sunday of May 2024", "there are 4 of that weekday", "26th of May 2024 AD"),
        ("use calendar gregorian from 31 April 2024", "April 2024 has 30 days", "30th of April"),
        ("use calendar gregorean from 1 April 2024", "there is no calendar 'gregorean'", "gregorian"),
        ("use calendar gregorian from the dawn of time", "means nothing in this calendar", "say it as"),
    ],
)
def test_what_there_is_not_is_refused_with_what_there_is(said: str, message: str, hint: str) -> None:
    refused = begun("use calendar gregorian from 28 February 2024").say(said)
    assert isinstance(refused, Refusal)
    assert message in refused.message
    assert hint in refused.hint


def test_the_rule_set_s_season_and_dawn_follow_the_calendar_until_the_referee_says_otherwise() -> None:
    campaign = begun("use calendar harvest from Midsummer 5")
    now = campaign.view().clock
    assert (now.season, now.dawn, now.dusk) == ("summer", "04:30", "20:30")
    campaign.say("season winter")
    assert campaign.view().clock.season == "winter"
    # The calendar's autumn begins with Leaf-fall.
    campaign.say("wait until 1st of Leaf-fall")
    assert campaign.view().clock.season == "autumn"


def test_a_calendar_without_seasons_leaves_those_of_the_rule_set() -> None:
    plain, without = begun("use calendar crowns from 1st of Anvil 7"), begun()
    assert plain.view().clock.season == without.view().clock.season
    assert plain.view().clock.dawn == without.view().clock.dawn


def test_without_a_calendar_there_is_no_date_and_no_moon() -> None:
    campaign = begun()
    assert campaign.view().clock.date == ""
    assert campaign.view().clock.moons == ()
    assert isinstance(campaign.say("wait until full moon"), Refusal)


def test_a_day_of_twenty_hours_has_its_dawn_at_the_same_part_of_ours() -> None:
    """A dawn at 05:00 of 20 hours is a quarter through the day: 06:00."""
    text = (
        'parts = [{ name = "Up", days = 5 }]\n'
        'seasons = [{ name = "spring", length = "5", dawn = "05:00", dusk = "15:00" }]\n'
        '[calendar]\nid = "short"\nname = "Short"\n[clock]\nhours = 20\n'
    )
    campaign = in_memory()
    do(campaign, "party Varda")
    assert isinstance(use(Session(campaign), read_calendar(text, "short.toml"), "1 Up 1"), CommandDone)
    now = clock(campaign.state, campaign.book)
    assert (now.dawn, now.dusk) == ("06:00", "18:00")


# Calendars beside the one in use


def test_a_calendar_beside_shows_the_same_days_and_is_waited_by() -> None:
    """1 May 1900 was a Tuesday and, by the old style, 13 days earlier: 18 April."""
    campaign = begun(
        "use calendar harvest from 3rd of Harvest 1042",
        "also use calendar gregorian from 1 May 1900",
        "show calendar julian beside from 18 April 1900",
    )
    now = campaign.view().clock
    assert now.date == "Water, 3rd of Harvest 1042"
    assert now.beside == ("Gregorian: Tuesday, 1st of May 1900 AD", "Julian: Tuesday, 18th of April 1900 AD")
    campaign.say("wait until 3 May")
    assert campaign.view().clock.date.endswith("5th of Harvest 1042")
    # In the Harvest Reckoning that name is none, and in the Gregorian calendar there is no such day.
    refused = campaign.say("wait until 31st of June")
    assert isinstance(refused, Refusal)
    assert refused.code == "no-such-date"
    campaign.say("drop calendar gregorian")
    assert campaign.view().clock.beside == ("Julian: Thursday, 20th of April 1900 AD",)
    campaign.undo()
    assert len(campaign.view().clock.beside) == 2


@pytest.mark.parametrize("year", [10**13, 10**20])
def test_a_wait_until_a_year_that_never_comes_is_refused_with_the_last_day(year: int) -> None:
    campaign = begun("use calendar harvest from 3rd of Harvest 1042")
    refused = campaign.say(f"wait until 3rd of Harvest {year}")
    assert isinstance(refused, Refusal)
    assert (refused.code, refused.message) == ("no-such-date", "years go up to 1,000,000,000,000")


def test_a_wait_until_the_days_turn() -> None:
    """Midsummer begins the season of 16 hours, and Longnight that of 8."""
    campaign = begun("use calendar harvest from 3rd of Harvest 1042")
    for said, date in (("the shortest day", "1st of Longnight 1042"), ("summer solstice", "Midsummer 1043")):
        campaign.say(f"wait until {said}")
        assert campaign.view().clock.date.endswith(date)


def test_what_the_calendar_in_use_names_is_its_own_though_another_names_it_too() -> None:
    campaign = begun("use calendar julian from 18 April 1900", "also use calendar gregorian from 1 May 1900")
    campaign.say("wait until 1 June")
    assert campaign.view().clock.date.endswith("1st of June 1900 AD")


def test_a_calendar_that_stood_beside_can_become_the_one_in_use() -> None:
    campaign = begun("use calendar julian from 18 April 1900", "also use calendar gregorian from 1 May 1900")
    campaign.say("use calendar gregorian from 1 May 1900")
    now = campaign.view().clock
    assert (now.date, now.beside) == ("Tuesday, 1st of May 1900 AD", ())


@pytest.mark.parametrize(
    "before, said, code",
    [
        ((), "also use calendar gregorian from 1 May 1900", "no-calendar"),
        (("use calendar julian from 1 May 1900",), "also use calendar julian from 2 May 1900", "here"),
        (("use calendar julian from 1 May 1900",), "drop calendar julian", "here"),
        (("use calendar julian from 1 May 1900",), "drop calendar harvest", "unknown-calendar"),
        (
            (
                "use calendar julian from 1 May 1900",
                "also use calendar gregorian from 1 May 1900",
                "also use calendar harvest from 1 Thaw 1",
                "also use calendar wicker from 1 Rime 1",
                "also use calendar crowns from 1 Anvil 1",
            ),
            "also use calendar plain from 1 First month 1",
            "too-many",
        ),
    ],
)
def test_what_cannot_stand_beside_is_refused(before: tuple[str, ...], said: str, code: str) -> None:
    refused = begun(*before).say(said)
    assert isinstance(refused, Refusal)
    assert refused.code == code
