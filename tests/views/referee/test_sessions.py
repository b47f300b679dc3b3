"""Sessions on two calendars: when people played, and which days of the game it was."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from tests.app.campaigns import begun, do
from turnkeeper.app import campaign as campaigns
from turnkeeper.views.referee.sessions import as_icalendar, deadlines, sessions_played

if TYPE_CHECKING:
    import pytest

    from turnkeeper.app.campaign import Campaign


def played(monkeypatch: pytest.MonkeyPatch) -> Campaign:
    """Return a campaign of two evenings, the second of which went on past midnight."""
    told = {"at": datetime(2026, 11, 20, 12, tzinfo=UTC)}
    monkeypatch.setattr(campaigns, "now_ms", lambda: int(told["at"].timestamp()) * 1_000)
    campaign = begun()
    do(campaign, "party Varda")
    do(campaign, "wait 2 days")
    told["at"] = datetime(2026, 11, 27, 12, tzinfo=UTC)
    do(campaign, "new session The deep, the dark; and \\ more" + " of it" * 8)
    told["at"] = datetime(2026, 11, 28, 12, tzinfo=UTC)
    do(campaign, "note a door")
    return campaign


def test_a_session_has_the_days_on_which_people_played_and_those_of_the_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first, second = sessions_played(played(monkeypatch))
    assert (first.ended, first.game_days) == ("2026-11-20", "day 1 to day 3")
    assert (second.began, second.ended, second.game_days) == ("2026-11-27", "2026-11-28", "day 3")
    assert str(second).startswith("Session 2: The deep, the dark; and")


def test_with_a_calendar_the_days_of_the_game_are_its_dates(monkeypatch: pytest.MonkeyPatch) -> None:
    campaign = played(monkeypatch)
    do(campaign, "use calendar gregorian from 1 March 2024")
    first, _ = sessions_played(campaign)
    # Today is day 3, and 2024 was a leap year: day 1 was two days before 1 March.
    assert first.game_days == "Wednesday, 28th of February 2024 AD to Friday, 1st of March 2024 AD"


def test_icalendar_has_an_event_a_session_escaped_and_folded(monkeypatch: pytest.MonkeyPatch) -> None:
    campaign = played(monkeypatch)
    text = as_icalendar(campaign, sessions_played(campaign))
    lines = text.split("\r\n")
    assert lines[0] == "BEGIN:VCALENDAR"
    assert lines[-2:] == ["END:VCALENDAR", ""]
    assert all(len(one.encode()) <= 75 for one in lines)
    assert "\n" not in text.replace("\r\n", "")
    whole = text.replace("\r\n ", "")
    assert whole.count("BEGIN:VEVENT") == 2
    assert "DTSTART;VALUE=DATE:20261127\r\nDTEND;VALUE=DATE:20261129" in whole
    assert "The deep\\, the dark\\; and \\\\ more of it" in whole


def test_deadlines_go_out_on_the_days_that_the_gregorian_calendar_gives_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Day 3 is 1 March 2024: ten days on is 11 March, and the feast of 29 February is none of 2025."""
    campaign = played(monkeypatch)
    do(campaign, "timer curse 10 days")
    assert deadlines(campaign) == ()  # the game has no days of people
    do(campaign, "use calendar gregorian from 1 March 2024")
    do(campaign, "event Rent every 3 June")
    found = [(one.on.isoformat(), one.what) for one in deadlines(campaign)]
    assert found == [("2024-03-11", "curse ends"), ("2024-06-03", "Rent")]
    text = as_icalendar(campaign, ()).replace("\r\n ", "")
    assert "DTSTART;VALUE=DATE:20240311\r\nDTEND;VALUE=DATE:20240312" in text
    assert text.count("BEGIN:VEVENT") == 2


def test_the_gregorian_calendar_beside_another_gives_deadlines_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Julian 19 February 2024 was Gregorian 3 March: the calendars stood 13 days apart."""
    campaign = played(monkeypatch)
    do(campaign, "timer curse 1 day")
    do(campaign, "use calendar julian from 19 February 2024")
    assert deadlines(campaign) == ()
    do(campaign, "also use calendar gregorian from 3 March 2024")
    assert [one.on.isoformat() for one in deadlines(campaign)] == ["2024-03-04"]
