"""What can be done: what could be said now stands first, and what was said lately before it."""

from __future__ import annotations

import pytest

from tests.views.test_command_forms import campaign_of
from turnkeeper.app.campaign import Campaign
from turnkeeper.app.outcomes import CommandDone
from turnkeeper.app.people import somebody, words_of
from turnkeeper.app.session import Session
from turnkeeper.rules import builtin_ids
from turnkeeper.views.doable import doable, recent


def test_what_cannot_be_said_now_stands_behind_what_can() -> None:
    campaign = campaign_of("glog", "party Varda wisdom 12", "enter dungeon Barrow")
    ready = {one.id for one in doable(campaign) if one.ready}
    # Nothing burns, nothing was left unfinished, nobody fights, no timer runs.
    assert not ready & {"douse.douse", "resume.resume", "round.round", "end-timer.end"}
    assert ready >= {"light.light", "timer.timer", "weather.weather", "note.note", "note.secret", "next.next"}
    Session(campaign).say("light torch for Varda")
    assert "douse.douse" in {one.id for one in doable(campaign) if one.ready}


NOT_IN_A_FIGHT = {"wait.wait", "wait-until.wait", "stay-apart.stay", "travel-toward.travel", "travel-to.push"}


def ready(campaign: Campaign) -> set[str]:
    """Return the ids of the forms that stand first."""
    return {one.id for one in doable(campaign) if one.ready}


@pytest.mark.slow
@pytest.mark.parametrize("rules", builtin_ids())
def test_what_no_value_would_make_possible_now_stands_behind(rules: str) -> None:
    """In a fight the clock is the fight's: nobody waits, travels or stays behind."""
    campaign = campaign_of(rules)
    for _ in range(2):
        taken = [one.name for one in campaign.state.party.members]
        Session(campaign).say(f"party {words_of(somebody(taken, campaign.book), campaign.book)}")
    Session(campaign).say("enter dungeon Barrow")
    assert ready(campaign) >= {"wait.wait", "wait-until.wait", "stay-apart.stay"}
    for one in ("foes goblins 3 hp 4", "fight"):
        assert isinstance(Session(campaign).say(one), CommandDone)
    # Another side can join and anybody be hurt, whatever the values that were tried are refused for.
    assert ready(campaign) >= {"note.note", "hurt.hurt", "foes.foes", "timer.timer"}
    assert not ready(campaign) & NOT_IN_A_FIGHT


def test_a_command_that_wants_a_figure_first_can_be_said_for_it_is_asked_for() -> None:
    """G-INIT-1: a round is thrown under Wisdom, which nobody wrote."""
    assert "round.round" in ready(campaign_of("glog", "party Varda", "foes goblins 2", "fight"))


def test_what_was_said_lately_comes_first() -> None:
    campaign = campaign_of("glog", "party Varda wisdom 12", "enter dungeon Barrow", "light torch", "next")
    assert recent(campaign)[:3] == ("next.next", "light.light", "enter.enter")
