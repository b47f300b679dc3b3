"""What can be done: what could be said now stands first, and what was said lately before it."""

from __future__ import annotations

from tests.views.test_command_forms import campaign_of
from turnkeeper.app.session import Session
from turnkeeper.views.doable import doable, recent


def test_what_cannot_be_said_now_stands_behind_what_can() -> None:
    campaign = campaign_of("glog", "party Varda wisdom 12", "enter dungeon Barrow")
    ready = {one.id for one in doable(campaign) if one.ready}
    # Nothing burns, nothing was left unfinished, nobody fights, no timer runs.
    assert not ready & {"douse.douse", "resume.resume", "round.round", "end-timer.end"}
    assert ready >= {"light.light", "timer.timer", "weather.weather", "note.note", "note.secret", "next.next"}
    Session(campaign).say("light torch for Varda")
    assert "douse.douse" in {one.id for one in doable(campaign) if one.ready}


def test_what_was_said_lately_comes_first() -> None:
    campaign = campaign_of("glog", "party Varda wisdom 12", "enter dungeon Barrow", "light torch", "next")
    assert recent(campaign)[:3] == ("next.next", "light.light", "enter.enter")
