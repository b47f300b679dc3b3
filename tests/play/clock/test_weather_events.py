"""Events that hang on the weather: they come as the weather is known, and are never foreseen."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import turnkeeper
from tests.app.campaigns import do
from tests.often import times
from tests.play.keeper import CALM, ByName
from turnkeeper import CommandDone, OpenCampaign, Refusal
from turnkeeper.app.campaign import Campaign
from turnkeeper.app.sharing import Shown
from turnkeeper.play.sky import calendar_events
from turnkeeper.views.parts.due import all_due
from turnkeeper.views.players.calendar import players_month
from turnkeeper.views.referee.calendar import campaign_month

GALE = "event Gale every storm"
DRY = "event Wells sink every 3 days without rain"


def begun(*said: str, scene: str = "enter settlement Oakham", seed: str = "weather") -> OpenCampaign:
    """Return a campaign under a roof, where no weather comes but what the referee says."""
    campaign = turnkeeper.begin("Weather", "glog", seed=seed)
    for text in ("party Varda", scene, "use calendar harvest from 1st of Harvest 1042", *said):
        done = campaign.say(text)
        assert isinstance(done, CommandDone), (text, done)
    return campaign


def within(campaign: OpenCampaign) -> Campaign:
    """Return the campaign itself."""
    return campaign._session.campaign


def came(campaign: OpenCampaign, name: str) -> list[str]:
    """Return when an event of a name was told to come."""
    lines = (str(line) for line in campaign.log())
    return [line.partition("  ")[0] for line in lines if line.split("  ", 1)[-1].startswith(name)]


def test_it_comes_as_the_weather_turns_and_once_a_spell() -> None:
    campaign = begun(GALE, "wait 2 hours", "weather storm", "wait 2 days", "weather clear", "wait 1 hour")
    assert came(campaign, "Gale") == ["day 1 02:00"]
    campaign.say("weather storm")
    # The spell of days goes on: it stormed in the morning of the same day.
    assert came(campaign, "Gale") == ["day 1 02:00"]
    for text in ("weather clear", "wait 2 days", "weather storm"):
        campaign.say(text)
    assert came(campaign, "Gale") == ["day 1 02:00", "day 5 03:00"]


def test_days_without_are_over_at_the_midnight_that_ends_them() -> None:
    campaign = begun(DRY, "wait 1 hour", "weather rain", "wait 1 hour", "weather clear", "wait 10 days")
    # Days 2, 3 and 4 had none.
    assert came(campaign, "Wells sink") == ["day 5 00:00"]


def test_days_with_are_counted_from_midnight_on_as_long_as_it_lasts() -> None:
    campaign = begun("event Flood every 3 days of rain", "wait 5 hours", "weather rain", "wait 6 days")
    assert came(campaign, "Flood") == ["day 3 00:00"]


def test_the_first_of_a_season_comes_once_in_it() -> None:
    campaign = begun("event First Gale every first storm of autumn", GALE)
    for text in ("wait until autumn", "weather storm", "wait 1 day", "weather clear", "wait 2 days"):
        assert isinstance(campaign.say(text), CommandDone), text
    campaign.say("weather storm")
    assert len(came(campaign, "Gale")) == 2
    assert came(campaign, "First Gale") == came(campaign, "Gale")[:1]


def test_nothing_reminds_of_what_nobody_foresees() -> None:
    refused = begun(GALE).say("event Wreck remind 2 days every storm")
    assert isinstance(refused, Refusal)
    assert "not known beforehand" in refused.message


def test_it_is_never_foreseen_and_pages_show_what_came() -> None:
    said = begun("secret event Omen every storm", GALE, "weather storm")
    campaign = within(said)
    month, seen = campaign_month(campaign), players_month(campaign, Shown(time="exact"))
    assert month is not None
    assert seen is not None
    used = campaign.state.calendar
    assert used is not None
    days = [day for week in month.weeks for day in week if day is not None]
    assert {
        day.facts.day - used.first + 1: (day.events, day.secrets) for day in days if day.events or day.secrets
    } == {1: (("Gale",), ("Omen",))}
    shown = [day for week in seen.weeks for day in week if day is not None and day.events]
    assert [(day.facts.day - used.first, day.events) for day in shown] == [(0, ("Gale",))]
    assert not any("Gale" in one.what for one in all_due(campaign.state, campaign.book))
    waited = said.say("wait until Gale")
    assert isinstance(waited, Refusal)
    assert waited.code == "not-foreseen"


def test_undone_it_has_not_come_and_again_it_comes() -> None:
    campaign = begun(GALE, "wait 1 hour", "weather storm")
    campaign.undo()
    assert came(campaign, "Gale") == []
    assert campaign.view().clock.events == ()
    campaign.redo()
    assert came(campaign, "Gale") == ["day 1 01:00"]
    assert campaign.view().clock.events == ("Gale",)


def test_it_makes_its_check_in_the_same_command() -> None:
    campaign = begun("event Gale makes weather every storm", scene="enter wilderness")
    done = campaign.say("weather storm", "3+4")
    assert isinstance(done, CommandDone)
    # On 7 it clears up (G-FAT-2).
    assert [str(line).partition("  ")[2].partition(" (G-")[0] for line in campaign.log()[-4:]] == [
        "the weather turns: storm",
        "Gale",
        "weather 7 (Gale): clear",
        "the weather turns: clear",
    ]


@pytest.mark.parametrize(
    "said, hint",
    [
        ("event Gale on first storm of winter", "every first storm of winter"),
        ("event Dust every 3 days without hail", "rain"),
    ],
)
def test_what_cannot_be_is_refused_with_what_can(said: str, hint: str) -> None:
    refused = begun().say(said)
    assert isinstance(refused, Refusal)
    assert hint in refused.hint


SAID = (
    "weather storm",
    "weather clear",
    "weather rain",
    "wait 7 hours",
    "wait 1 day",
    "wait 20 hours",
    "undo",
)


@settings(max_examples=times(40))
@given(st.lists(st.sampled_from(SAID), max_size=14))
def test_in_any_order_each_comes_on_the_days_that_its_weather_says(said: list[str]) -> None:
    """What was told is what is worked out afterwards, whatever was undone."""
    campaign = begun(GALE, DRY)
    start = within(campaign).head.id
    for one in said:
        if one != "undo":
            campaign.say(one)
        elif within(campaign).head.id != start:
            campaign.undo()
    state, book = within(campaign).state, within(campaign).book
    used = state.calendar
    assert used is not None
    found = calendar_events.answers(state, book, used).between(used.first, used.first + 100)
    for name in ("Gale", "Wells sink"):
        days = [each.day - used.first + 1 for each in found if each.event.name == name]
        assert [int(at.split()[1]) for at in came(campaign, name)] == days


def test_weather_that_is_thrown_at_dawn_brings_it_at_dawn() -> None:
    campaign = begun(GALE, scene="enter wilderness")
    do(within(campaign), "wait until dawn", dice=ByName({**CALM.faces, "weather": "2"}))
    (at,) = came(campaign, "Gale")
    assert came(campaign, "the weather turns: storm") == [at]
    assert campaign.view().clock.instant == at
