"""Rituals: they take their time, are checked, and last as timers."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.play.keeper import DAY, HOUR, MINUTE, TURN, Keeper, keep, of_kind
from turnkeeper.play.clock.clock import TaskEnded
from turnkeeper.play.clock.timers import TimerEnded, TimerStarted
from turnkeeper.play.kernel.speech import SpeechError
from turnkeeper.play.party.saves import AttributeTested

PEOPLE = "party Varda cunning 13 level 3; Orlo brawn 9"


def party(*said: str) -> Keeper:
    return keep(PEOPLE, *said, rules="dungeon-game", dice=None)


def test_a_sigil_is_drawn_in_a_minute_and_lasts_ten_for_each_level() -> None:
    """D-RIT-1: level 3 is half an hour, from when it is drawn."""
    game = party()
    events = game.do("sigil Ward by Varda", "5")
    (drawn,), (tested,) = of_kind(events, TaskEnded), of_kind(events, AttributeTested)
    assert (drawn.what, drawn.about, drawn.who, drawn.takes) == ("sigil", "Ward", "Varda", MINUTE)
    assert (tested.attribute, tested.at, tested.save) == ("cunning", drawn.at, False)
    (timer,) = of_kind(events, TimerStarted)
    assert (timer.name, timer.who, timer.lasts, timer.rule) == ("sigil Ward", "Varda", TURN * 3, "D-RIT-1")
    (ended,) = of_kind(game.do("wait 1 h"), TimerEnded)
    assert ended.at - timer.at == TURN * 3


@pytest.mark.parametrize("face", range(1, 21))
def test_an_exact_roll_doubles_and_one_over_cunning_brings_nothing(face: int) -> None:
    """D-RIT-1, brute force over the die: cunning is 13."""
    timers = of_kind(party().do("sigil Ward by Varda", str(face)), TimerStarted)
    expected = [] if face > 13 else [TURN * (6 if face == 13 else 3)]
    assert [one.lasts for one in timers] == expected


def test_a_ceremony_may_take_longer_and_lasts_days() -> None:
    game = party()
    events = game.do("ceremony Rain by Varda for 5 h", "3")
    assert game.now.ms == 5 * HOUR.ms
    assert [one.lasts for one in of_kind(events, TimerStarted)] == [DAY * 3]
    assert game.refused("ceremony Rain by Varda for 59 min").code == "length"


def test_a_phrase_is_instant_and_leaves_no_timer() -> None:
    game = party()
    events = game.do("phrase Open by Varda", "13")
    assert len(of_kind(events, AttributeTested)) == 1
    assert of_kind(events, TimerStarted) == []
    assert game.now.ms == 0


def test_a_ritual_that_was_cut_short_is_gone_on_with() -> None:
    """The encounter of the third turn cuts it short with half an hour left; the check comes at its end."""
    game = party("enter dungeon Mine")
    game.do("ceremony Rain by Varda", "1", "3+4")
    assert game.state.unfinished[-1].left == TURN * 3
    game.do("part")
    told = game.told("resume", "13", "6")
    assert "timer ceremony Rain (Varda): 6 days" in told
    assert game.now.ms == HOUR.ms


def test_a_ritual_cut_short_before_rituals_were_activities_is_gone_on_with() -> None:
    """Such a task is of its own kind and names no activity: its kind of ritual is what it is called."""
    game = party("enter dungeon Mine")
    game.do("ceremony Rain by Varda", "1", "3+4")
    game.do("part")
    left = game.state.unfinished[-1]
    before = replace(left, kind="ritual", activity="")
    game.state = replace(game.state, unfinished=(before,))
    assert "timer ceremony Rain (Varda): 6 days" in game.told("resume", "13", "6")


def test_who_is_best_at_it_performs_what_nobody_is_named_for() -> None:
    """D-RIT-1: of 13 and 9 the 13, with level 3."""
    game = keep("party Varda cunning 13 level 3; Orlo cunning 9", rules="dungeon-game", dice=None)
    (timer,) = of_kind(game.do("sigil", "5"), TimerStarted)
    assert (timer.name, timer.who, timer.lasts) == ("sigil", "Varda", TURN * 3)


def test_every_ritual_has_a_form_that_every_rule_set_understands() -> None:
    events = party().do("ritual Ward as sigil by Varda", "5")
    assert [one.name for one in of_kind(events, TimerStarted)] == ["sigil Ward"]


@pytest.mark.parametrize(
    "said,code",
    [
        ("ritual Ward as sign by Varda", "unknown-ritual"),
        ("sigil Ward by Bram", "unknown-name"),
        ("ritual Ward as sigil by Varda for 2 min", "length"),
    ],
)
def test_what_cannot_be_performed_is_refused(said: str, code: str) -> None:
    assert party().refused(said).code == code


def test_who_has_no_cunning_written_learns_it_before_the_time_is_spent() -> None:
    game = party()
    assert game.refused("sigil Ward by Orlo").code == "no-attribute"
    assert game.now.ms == 0


def test_a_rule_set_without_rituals_refuses_them() -> None:
    assert keep("party Varda").refused("ritual Ward as sigil by Varda").code == "unknown-ritual"


@pytest.mark.parametrize(
    "said,about,who,minutes",
    [
        ("ritual detect magic", "detect magic", "", 10),
        ("ritual detect magic by Varda", "detect magic", "Varda", 10),
        ("ritual detect magic for 11 minutes", "detect magic", "", 11),
        ("ritual alarm by Varda for 1 hour", "alarm", "Varda", 60),
        ("cast a ritual alarm by Varda", "alarm", "Varda", 10),
        ("ritual 11 minutes", "", "", 11),
        ("ritual", "", "", 10),
    ],
)
def test_a_ritual_of_a_spell_has_its_name_and_takes_ten_minutes_or_more(
    said: str, about: str, who: str, minutes: int
) -> None:
    """F-SPELL-2."""
    (done,) = of_kind(keep("party Varda; Orlo", said, rules="fifth", dice=None).events, TaskEnded)
    assert (done.what, done.about, done.who, done.takes) == ("ritual", about, who, MINUTE * minutes)


@pytest.mark.parametrize("said", ["ritual fails", "ritual ended by Varda", "ritual went well"])
def test_how_a_ritual_went_begins_none(said: str) -> None:
    with pytest.raises(SpeechError):
        keep("party Varda", said, rules="fifth", dice=None)
