"""What the calendar brings: each event is told on its own day, hidden ones to the referee alone."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

import turnkeeper
from tests.app.campaigns import begun as in_memory
from tests.app.campaigns import do
from tests.app.test_bad_input import calls_of
from turnkeeper import CommandDone, OpenCampaign, Refusal
from turnkeeper.app.session import Session
from turnkeeper.app.sharing import Shown
from turnkeeper.app.shelf.calendar_files import use
from turnkeeper.calendars.conditions import CalendarEvent, OnDate
from turnkeeper.calendars.reading import load_preset, read_calendar
from turnkeeper.play.decide import Decided
from turnkeeper.play.sky import calendar_events
from turnkeeper.views.parts.due import all_due
from turnkeeper.views.players.view import players_view

FAIR = "event May Fair lasts 3 days remind 2 days every 5th of May"


def begun(*said: str) -> OpenCampaign:
    campaign = turnkeeper.begin("Days", "glog", seed="calendar")
    for text in ("party Varda", "enter settlement Oakham", "use calendar gregorian from 1 May 2024", *said):
        done = campaign.say(text)
        assert isinstance(done, CommandDone), (text, done)
    return campaign


def told(campaign: OpenCampaign, text: str) -> list[str]:
    lines = map(str, campaign.log())
    return [line for line in lines if text in line and "in the calendar" not in line]


def test_t5_what_comes_each_day_is_told_three_times_in_three_days_each_at_its_own_midnight() -> None:
    campaign = begun("event Bell every day", "wait 3 days")
    assert told(campaign, "Bell") == [f"day {day} 00:00  Bell" for day in (2, 3, 4)]


@pytest.mark.slow
def test_t11_a_year_s_jump_under_300_events_tells_each_and_does_not_look_at_each_on_each_day() -> None:
    """From 1 May 2024 to 1 May 2025 a date of each month comes once."""
    gregorian = load_preset("gregorian")
    months = [part.name for part in gregorian.parts]
    dates = [f"{month} {day}" for month in months for day in range(2, 27)]
    events = [CalendarEvent(one, OnDate(one.split()[0], int(one.split()[1]))) for one in dates]

    def passes(kept: list[CalendarEvent]) -> tuple[int, list[str]]:
        campaign = in_memory()
        do(campaign, "enter settlement Oakham")
        use(Session(campaign), replace(gregorian, events=tuple(kept)), "1 May 2024")
        command = campaign.parse("wait 365 days")
        calls = calls_of(lambda: campaign.decide(command))
        decided = campaign.decide(command)
        assert isinstance(decided, Decided)
        came = [one.name for one in decided.events if isinstance(one, calendar_events.CalendarEventCame)]
        return calls, came

    (work, came), (bare, _) = passes(events), passes([])
    assert came == [*dates[4 * 25 :], *dates[: 4 * 25]]
    assert work - bare < 365 * len(events)


@pytest.mark.slow
def test_several_of_one_day_stand_in_the_order_of_the_calendar_and_are_undone_together() -> None:
    campaign = begun(FAIR, "event Debt due on 5th of May", "wait 4 days")
    assert told(campaign, "May Fair")[-2:] == [
        "day 3 00:00  May Fair in 2 days",
        "day 5 00:00  May Fair begins, for 3 days",
    ]
    last = [str(one) for one in campaign.log()[-2:]]
    assert last == ["day 5 00:00  May Fair begins, for 3 days", "day 5 00:00  Debt due"]
    assert campaign.view().clock.events == ("May Fair", "Debt due")
    campaign.undo()
    assert campaign.view().clock.events == ()
    assert campaign.view().clock.instant == "day 1 00:00"


@pytest.mark.parametrize(
    "when, days",
    [
        # May 2024 began on a Wednesday; days of the campaign count from its 1st.
        ("every Sunday", [5, 12, 19, 26, 33]),
        ("every last Friday of May", [31]),
        ("every 2nd Tuesday of the month", [14]),
        ("every last day of the month", [31]),
        ("every 10 days", [11, 21, 31]),
        (
            "every other day from 28 May 2024",
            [2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 32, 34],
        ),
        ("on 3 June", [34]),
        ("on the 3rd of June 2024", [34]),
        ("every 1st of the month", [32]),
        ("every 29th of May", [29]),
    ],
)
def test_it_comes_when_it_is_said_to_come(when: str, days: list[int]) -> None:
    campaign = begun(f"event Coming {when}", "wait 33 days")
    assert told(campaign, "Coming") == [f"day {day} 00:00  Coming" for day in days]


@pytest.mark.slow
@pytest.mark.parametrize(
    "said, code, hint",
    [
        ("event Fair on 31 April", "no-such-date", "30th of April 2024 AD or 1st of May 2024 AD"),
        ("event Fair every 31st of April", "no-such-date", "the nearest"),
        ("event Fair on blue cheese", "date", "say it as"),
        ("event Fair every full moon of Endor", "date", "one of"),
        ("event Fair every blue cheese", "date", "say it as"),
        ("drop event Wedding", "no-event", ""),
    ],
)
def test_what_is_no_day_is_refused_with_what_would_be(said: str, code: str, hint: str) -> None:
    campaign = begun(FAIR)
    refused = campaign.say(said)
    assert isinstance(refused, Refusal), refused
    assert refused.code == code
    assert hint in refused.hint


def test_without_a_calendar_there_are_no_events() -> None:
    campaign = turnkeeper.begin("Days", "glog", seed="calendar")
    refused = campaign.say(FAIR)
    assert isinstance(refused, Refusal)
    assert refused.code == "no-calendar"


@pytest.mark.slow
def test_one_of_the_same_name_is_another_from_then_on_and_one_that_is_dropped_comes_no_more() -> None:
    campaign = begun("event Fair on 3 May", "event fair on 4 May", "wait 4 days")
    assert told(campaign, "air") == ["day 4 00:00  fair"]
    campaign = begun("event Fair every day", "wait 1 day", "drop event Fair", "wait 2 days")
    assert told(campaign, "Fair") == ["day 2 00:00  Fair", "day 2 00:00  out of the calendar: Fair"]


@pytest.mark.slow
def test_it_is_waited_for_by_its_name() -> None:
    campaign = begun("event The Gate opens on 9 May", "wait until the gate opens at 06:40")
    assert campaign.view().clock.instant == "day 9 06:40"
    assert campaign.view().clock.events == ("The Gate opens",)


def test_another_calendar_keeps_the_campaign_s_own_events() -> None:
    campaign = begun("event Bell every day", "use calendar plain from 1st of First month 1", "wait 1 day")
    assert told(campaign, "Bell") == ["day 2 00:00  Bell"]


def test_events_of_a_file_come_and_a_secret_one_is_the_referees() -> None:
    """The one that is hidden is told to no player, before it comes, as it comes, or after."""
    text = """
events = [
  { name = "Thaw Feast", when = { on = "date", part = "Thaw", day = 3 }, days = 2 },
  { name = "Doom", when = { on = "date", part = "Thaw", day = 4 }, hidden = true, remind = 2 },
]
[calendar]
id = "mine"
name = "Mine"
extends = "harvest"
"""
    campaign = in_memory("glog")
    do(campaign, "party Varda")
    do(campaign, "enter settlement Oakham")
    session = Session(campaign)
    assert isinstance(use(session, read_calendar(text, "mine.toml"), "1st of Thaw 3"), CommandDone)
    do(campaign, "wait 3 days")
    shown = players_view(campaign, Shown())
    assert shown.events == ("Thaw Feast",)
    assert "Thaw Feast." in [one.text for one in shown.log]
    assert "Doom" not in repr(shown)
    assert players_view(campaign, Shown(time="nothing")).events == ()


# Events that make a check of the rule set


def underground(*said: str) -> OpenCampaign:
    """Return a campaign at midnight of 1 May 2024 in a dungeon where nothing is checked of itself."""
    campaign = turnkeeper.begin("Depths", "classic", seed="calendar")
    asked = (
        "party Varda",
        "enter dungeon Barrow",
        "no checks here",
        "use calendar gregorian from 1 May 2024",
        *said,
    )
    for text in asked:
        done = campaign.say(text)
        assert isinstance(done, CommandDone), (text, done)
    return campaign


def test_an_event_makes_its_check_as_it_begins_and_one_undo_takes_both_back() -> None:
    """1 in 6 with one die: on a 1 there is an encounter, and the clock stops (B-ENC-1)."""
    campaign = underground("event Blood Moon makes encounter check every 2nd of the month")
    due = coming_here(campaign)
    assert ("day 2 00:00", "encounter check (Blood Moon)") in due
    done = campaign.say("wait 2 days", "1")
    assert isinstance(done, CommandDone)
    assert [line.partition("  ")[2].partition(" (B-")[0] for line in ends(campaign)][:2] == [
        "Blood Moon",
        "encounter check 1 (Blood Moon): encounter",
    ]
    assert "something" in campaign.view().met[0].text
    assert campaign.view().clock.instant == "day 2 00:00"
    campaign.undo()
    assert campaign.view().clock.instant == "day 1 00:00"


def coming_here(campaign: OpenCampaign) -> list[tuple[str, str]]:
    now = campaign._session.campaign
    return [(one.at, one.what) for one in all_due(now.state, now.book)]


def ends(campaign: OpenCampaign) -> list[str]:
    """Return the lines of the log from the beginning of the Blood Moon on."""
    lines = [str(one) for one in campaign.log()]
    return lines[lines.index("day 2 00:00  Blood Moon") :]


def test_of_a_secret_event_nobody_is_told_what_the_check_was_made_for() -> None:
    campaign = underground("secret event The Gate makes encounter check every 2nd of the month")
    campaign.say("wait 1 day", "6")
    lines = [str(one) for one in campaign.log()]
    assert any(line.startswith("day 2 00:00  encounter check 6: nothing") for line in lines)
    assert "The Gate" not in "".join(
        one.text for one in players_view(campaign._session.campaign, Shown()).log
    )


def test_a_table_is_thrown_on_and_what_the_scene_or_the_game_has_not_is_left() -> None:
    campaign = underground("event Omen makes reaction on 2nd of May 2024")
    campaign.say("wait 1 day", "7")
    assert any("reaction 7 (Omen)" in str(one) for one in campaign.log())
    # Under GLOG the encounter check is one of the dungeon (G-ENC-1).
    quiet = begun("event Omen makes encounter check on 2nd of May 2024", "wait 1 day")
    assert told(quiet, "Omen") == ["day 2 00:00  Omen"]
    refused = quiet.say("event Dread makes wandering woes on 3rd of May 2024")
    assert isinstance(refused, Refusal)
    assert refused.code == "unknown-check"


def test_a_calendar_s_file_may_ask_for_a_check_that_a_game_has_not() -> None:
    text = (
        'parts = [{ name = "Up", days = 5 }]\n'
        'events = [{ name = "Night", when = { on = "number", of = "day", every = 2 }, check = "dread" }]\n'
        '[calendar]\nid = "short"\nname = "Short"\n'
    )
    campaign = in_memory()
    do(campaign, "party Varda")
    assert isinstance(use(Session(campaign), read_calendar(text, "short.toml"), "1 Up 1"), CommandDone)
    do(campaign, "wait 3 days")
    assert "Night" in calendar_events.today(campaign.state, campaign.book, secrets=True)


@pytest.mark.parametrize(
    "said, days",
    [
        ("event Fair every third Sunday of May for 3 days", 3),
        ("event Fair for 3 days every third Sunday of May", 3),
        ("event Fair 3 days long every 5th of May", 3),
        ("event Fair every 10 days", 1),
        ("event Fair every 10 days for 3 days", 3),
        ("event Fair lasts 2 days every 5th of May", 2),
    ],
)
def test_how_long_an_event_lasts_may_be_said_last(said: str, days: int) -> None:
    campaign = in_memory()
    do(campaign, "use calendar gregorian from 1 May 2024")
    do(campaign, said)
    used = campaign.state.calendar
    assert used is not None
    assert [(one.name, one.days) for one in used.own] == [("Fair", days)]
