"""A month of a campaign's calendar: its rows, today, what happened on its days and what is due."""

from __future__ import annotations

from msgspec.structs import replace

from tests.app.campaigns import begun, do
from turnkeeper import CommandDone
from turnkeeper.app.campaign import Campaign
from turnkeeper.app.session import Session
from turnkeeper.app.shelf.calendar_files import use
from turnkeeper.calendars.conditions import CalendarEvent, OnDate, OnWeather, Several
from turnkeeper.calendars.reading import load_preset
from turnkeeper.views.referee.calendar import campaign_month, campaign_year


def played(*said: str) -> Campaign:
    campaign = begun()
    for text in ("party Varda", *said):
        do(campaign, text)
    return campaign


def test_a_month_has_its_weeks_today_what_happened_and_what_is_due() -> None:
    campaign = played(
        "enter settlement Oakham",
        "use calendar gregorian from 28 February 2024",
        "note the miller is gone",
        "wait until 1 March 2024",
        "timer curse 5 days for Varda",
    )
    month = campaign_month(campaign)
    assert month is not None
    assert month.title == "March 2024"
    assert len(month.week) == 7
    # 1 March 2024 was a Friday, and 31 March a Sunday.
    assert [sum(one is not None for one in week) for week in month.weeks] == [3, 7, 7, 7, 7]
    assert (month.chosen.today, month.chosen.number) == (True, 3)
    (sixth,) = [one for week in month.weeks for one in week if one is not None and one.facts.short == "6"]
    assert sixth.due == ("00:00 curse (Varda) ends",)
    before = campaign_month(campaign, month.before)
    assert before is not None
    assert before.title == "February 2024"
    (day,) = [one for week in before.weeks for one in week if one is not None and one.number == 1]
    assert "the miller is gone" in day.told
    assert not any(one.today for week in before.weeks for one in week if one is not None)


def test_feasts_off_the_week_stand_beside_it() -> None:
    month = campaign_month(played("use calendar harvest from Sheafnight 1042"))
    assert month is not None
    assert month.weeks == ()
    assert [one.facts.date for one in month.off] == ["Sheafnight 1042"]


def test_a_day_beyond_all_dates_is_that_of_today() -> None:
    month = campaign_month(played("use calendar plain from 1st of First month 1"), 10**18)
    assert month is not None
    assert month.chosen.today


def test_without_a_calendar_there_is_no_month() -> None:
    assert campaign_month(played()) is None


def test_events_stand_on_each_of_their_days_and_secrets_by_themselves() -> None:
    fair = CalendarEvent("Fair", OnDate("First month", 3), days=2)
    hunt = CalendarEvent("Wild hunt", OnDate("First month", 4), hidden=True)
    session = Session(played())
    data = replace(load_preset("plain"), events=(fair, hunt))
    assert isinstance(use(session, data, "10th of First month 7"), CommandDone)
    month = campaign_month(session.campaign)
    assert month is not None
    days = {one.facts.short: one for week in month.weeks for one in week if one is not None}
    assert {day: one.events for day, one in days.items() if one.events} == {"3": ("Fair",), "4": ("Fair",)}
    assert {day: one.secrets for day, one in days.items() if one.secrets} == {"4": ("Wild hunt",)}


def test_what_events_ask_for_and_the_rules_have_not_is_told() -> None:
    """GLOG has storms and an encounter check; it has neither hail nor a check of the tides."""
    asked = (
        CalendarEvent("Gale", OnWeather(("Storm",)), check="Encounter check"),
        CalendarEvent("Hail feast", Several((OnWeather(("hail", "storm", "ash")), OnDate("", 1)), "any")),
        CalendarEvent("Ebb", OnDate("", 2), check="tides"),
    )
    session = Session(played())
    assert isinstance(
        use(session, replace(load_preset("plain"), events=asked), "10th of First month 7"), CommandDone
    )
    month = campaign_month(session.campaign)
    assert month is not None
    assert month.strange == (
        "Hail feast waits for hail or ash, which the rules have not",
        "Ebb makes tides, which the rules have not",
    )


def test_what_happened_is_told_however_long_ago() -> None:
    campaign = played("use calendar gregorian from 28 February 2024", "note the miller is gone", "wait 1 day")
    for number in range(700):
        do(campaign, f"note {number}")
    month = campaign_month(campaign)
    assert month is not None
    told = {one.number: one.told for week in month.weeks for one in week if one is not None}
    assert "the miller is gone" in told[1]
    assert told[2][-1] == "699"


def test_a_year_has_its_months_what_was_played_what_is_due_and_its_events() -> None:
    campaign = played(
        "use calendar gregorian from 28 February 2024",
        "wait until 1 March 2024",
        "timer curse 5 days for Varda",
        "event Fair lasts 2 days every 3 March",
        "secret event Doom on 4 July 2024",
    )
    year = campaign_year(campaign)
    assert year is not None
    assert (year.title, len(year.months)) == ("2024", 12)
    days = [(one.title, day) for one in year.months for week in one.weeks for day in week if day is not None]
    assert len(days) == 366
    found = {
        what: [f"{day.facts.short} {title}" for title, day in days if getattr(day, what)]
        for what in ("today", "played", "due", "events", "secrets")
    }
    assert found == {
        "today": ["1 March"],
        "played": ["28 February", "1 March"],
        "due": ["6 March"],
        "events": ["3 March", "4 March"],
        "secrets": ["4 July"],
    }
    before = campaign_year(campaign, year.before)
    assert before is not None
    assert (before.title, before.after) == ("2023", year.before + 1)


def test_a_year_of_very_many_days_is_shown_by_its_months() -> None:
    session = Session(played())
    plain = load_preset("plain")
    data = replace(plain, parts=tuple(replace(one, days=900) for one in plain.parts))
    assert isinstance(use(session, data, "10th of First month 7"), CommandDone)
    year = campaign_year(session.campaign)
    assert year is not None
    assert len(year.months) == 12
    assert not any(one.weeks or one.off for one in year.months)
    assert [one.first - year.months[0].first for one in year.months[:3]] == [0, 900, 1800]


def test_without_a_calendar_there_is_no_year_and_beyond_all_dates_it_is_this_one() -> None:
    assert campaign_year(played()) is None
    year = campaign_year(played("use calendar plain from 1st of First month 1"), 10**18)
    assert year is not None
    assert year.title == "1"


def test_a_month_by_a_calendar_beside_has_its_own_dates_and_the_same_days() -> None:
    """28 February 2024 was a Wednesday, by the old style 15 February."""
    campaign = played(
        "use calendar gregorian from 28 February 2024",
        "also use calendar julian from 15 February 2024",
        "note the miller is gone",
    )
    month = campaign_month(campaign)
    other = campaign_month(campaign, by="julian")
    year = campaign_year(campaign, by="julian")
    assert month is not None
    assert other is not None
    assert year is not None
    assert (month.by, other.by, year.by) == ("", "julian", "julian")
    assert (other.title, other.chosen.facts.date, other.chosen.facts.weekday) == (
        "February 2024",
        "15th of February 2024 AD",
        "Wednesday",
    )
    assert other.chosen.number == month.chosen.number == 1
    assert other.chosen.told == month.chosen.told
    assert [(one.by, one.name, one.date) for one in month.others] == [
        ("julian", "Julian", "Wednesday, 15th of February 2024 AD")
    ]
    (back,) = other.others
    assert (back.by, back.name, back.day) == ("", "Gregorian", month.chosen.facts.day)
    assert month.others[0].day == other.chosen.facts.day
