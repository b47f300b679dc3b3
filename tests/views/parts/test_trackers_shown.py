"""Trackers as the referee sees them: in the status, among what is due, in completion and in the rules."""

from __future__ import annotations

import pytest

from turnkeeper.app.campaign import Campaign
from turnkeeper.app.library import in_memory
from turnkeeper.app.outcomes import CommandDone
from turnkeeper.app.session import Session
from turnkeeper.play.registry import DECLARED
from turnkeeper.rules import load_builtin
from turnkeeper.views.complete import complete
from turnkeeper.views.referee.glance import glance
from turnkeeper.views.rulesheet import coverage


def campaign(rules: str, *said: str) -> Campaign:
    begun = in_memory("barrow", load_builtin(rules), seed="lantern")
    for one in ("party Varda", "enter dungeon Barrow", "light lantern for Varda", *said):
        assert isinstance(Session(begun).say(one), CommandDone), one
    return begun


def shown(campaign: Campaign) -> tuple[str, ...]:
    return tuple(map(str, glance(campaign).trackers))


@pytest.mark.slow
def test_status_shows_where_each_tracker_stands_and_marks_what_is_secret() -> None:
    assert shown(campaign("underclock", "rule tracker underclock 7")) == ("underclock: 7",)
    assert shown(campaign("tension-pool", "tracker tension +2")) == ("tension pool: 2 of 6 dice",)
    assert shown(campaign("next-encounter")) == ("next encounter: not thrown yet (secret)",)
    assert shown(campaign("hazard-die")) == ()


def test_what_a_budget_and_an_interval_come_to_is_among_what_is_due() -> None:
    classic = glance(campaign("classic-turns", "wait 1 turn"))
    assert [(one.what, one.at) for one in classic.due if "weariness" in one.what] == [
        ("weariness: six turns without rest", "day 1 01:00")
    ]
    ruled = campaign("next-encounter", "wait 1 min", "rule tracker next encounter 1 turn left")
    assert [one.at for one in glance(ruled).due if "next encounter" in one.what] == ["day 1 00:11"]


def test_the_sources_of_what_is_due_do_not_tell_of_a_budget_elsewhere() -> None:
    away = campaign("classic-turns", "wait 1 turn", "enter settlement")
    assert [one.what for one in glance(away).due if "weariness" in one.what] == []
    assert shown(away) == ("weariness: 1 turn of 6 turns",)


@pytest.mark.parametrize(
    "text,lines",
    [
        ("tracker t", ["tracker tension pool"]),
        ("throw pool ", ["throw pool tension pool"]),
        ("rule tracker ten", ["rule tracker tension pool"]),
    ],
)
def test_trackers_are_completed(text: str, lines: list[str]) -> None:
    begun = campaign("tension-pool")
    assert [text[: one.start] + one.text.replace('"', "") for one in complete(begun, text)] == lines


def test_the_coverage_of_an_example_tells_what_shows_its_rules() -> None:
    (pool,) = [one for one in coverage(load_builtin("tension-pool")) if one.id == "X-POOL-1"]
    entries = {
        "activities.noise",
        "activities.risk",
        "procedures.wandering",
        "procedures.noise",
        "trackers.tension",
    }
    assert (set(pool.where), pool.missing) == (entries, ())


def test_the_commands_for_trackers_have_a_group_of_their_own() -> None:
    tags = {one.command.__struct_config__.tag for one in DECLARED if one.group == "Trackers"}
    assert tags == {"tracker", "throw-pool"}
