"""The clock, the strip of the day and what runs down, as the referee's screen places them."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.app.campaigns import begun, delving, do
from tests.play.keeper import CALM
from turnkeeper.app.campaign import Campaign
from turnkeeper.rules.reading.load import builtin_text, load_builtin, load_rules
from turnkeeper.views.parts.clock import ClockView, UnitNow, clock
from turnkeeper.views.parts.lights import LightLine, lights
from turnkeeper.views.parts.timers import timers, trackers
from turnkeeper.views.referee.log import LogLine
from turnkeeper.views.referee.strip import CLOSE, WHOLE, StripView, stretch_of, strip
from turnkeeper.views.referee.view import referee_view

BUILT_IN = ("glog", "dungeon-game", "cresthaven", "quest-of-destiny")


def of(rules: str, *said: str) -> Campaign:
    campaign = begun(rules=load_builtin(rules))
    for one in said:
        do(campaign, one, dice=CALM)
    return campaign


def clock_of(campaign: Campaign) -> ClockView:
    return clock(campaign.state, campaign.book)


def strip_of(campaign: Campaign) -> StripView:
    return strip(campaign.state, campaign.book)


def lamps_of(campaign: Campaign) -> dict[str, LightLine]:
    return {one.name: one for one in lights(campaign.state, campaign.book, commands=True)}


@pytest.mark.parametrize("rules", ["classic", "advanced"])
def test_where_a_step_is_a_day_the_strip_has_the_hours_of_the_day(rules: str) -> None:
    """24 hours; a third of the day is past at 08:00, and 18:00 is the first that is night."""
    campaign = begun(rules=load_builtin(rules))
    for said in ("party Varda", "enter wilderness", "rule clock day 1 08:00"):
        do(campaign, said, dice=CALM)
    shown = strip_of(campaign)
    assert (shown.title, len(shown.cells), shown.now) == ("day 1", 24, 333)
    assert [one.label for one in shown.cells if one.tense == "now"] == ["08:00"]
    assert next(one.label for one in shown.cells[12:] if one.night) == "18:00"
    assert shown.why.startswith("the whole day is shown, for in the wilderness a step is 1 day")


def test_the_end_of_what_burns_has_its_place_on_the_strip() -> None:
    """B-LIGHT-1: a torch of 6 turns lit at 08:00 ends at 09:00: half of the four hours from 07:00 on."""
    campaign = begun(rules=load_builtin("classic"))
    for said in ("party Varda", "rule clock day 1 08:00", "enter dungeon", "light torch for Varda"):
        do(campaign, said, dice=CALM)
    assert strip_of(campaign).burns == (500,)


# The clock


@pytest.mark.parametrize(
    "rules, scene, large, of",
    [
        # 5 h 20 min: one watch of 4 h is past, and 8 turns of 10 min of the second.
        ("glog", "dungeon", "watch 2, turn 9", (0, 6, 24)),
        # A step of the wilderness is a watch, and nothing finer is said.
        ("glog", "wilderness", "watch 2", (0, 6)),
        # Watches of 6 h: still the first, and 32 turns of it are past.
        ("dungeon-game", "dungeon", "watch 1, turn 33", (0, 4, 36)),
        # No unit lies between day and turn: 32 turns of the day are past.
        ("cresthaven", "dungeon", "turn 33", (0, 144)),
        # No unit of the rule set is as long as its step of 1 h, so that the clock serves.
        ("cresthaven", "wilderness", "05:20", (0,)),
        # An hour has 5 phases of 12 min: 20 min are one of them and more.
        ("quest-of-destiny", "dungeon", "hour 6, phase 2", (0, 24, 5)),
    ],
)
def test_the_clock_is_large_in_the_rule_set_s_own_units_down_to_the_scene_s_step(
    rules: str, scene: str, large: str, of: tuple[int, ...]
) -> None:
    campaign = begun(rules=load_builtin(rules))
    do(campaign, f"enter {scene}")
    do(campaign, "rule clock day 1 05:20")
    view = clock_of(campaign)
    assert (view.large, view.day, view.time, view.instant) == (large, "day 1", "05:20", "day 1 05:20")
    assert tuple(one.of for one in view.parts) == of
    assert view.parts[0] == UnitNow("day", 1)


def test_day_and_night_season_and_weather_stand_beside_the_clock() -> None:
    campaign = of("glog", "leave for wilderness", "weather storm", "season winter")
    # Winter days of G-TIME-1 are light from 08:00 to 16:00.
    view = clock_of(campaign)
    assert (view.daylight, view.dawn, view.dusk) == ("night", "08:00", "16:00")
    assert (view.season, view.weather) == ("winter", "storm")
    do(campaign, "rule clock day 1 12:00")
    assert clock_of(campaign).daylight == "day"


def test_a_fight_s_beat_is_its_round_and_a_count_s_its_segment() -> None:
    campaign = delving("fight enemies")
    assert clock_of(campaign).beat == "no round yet"
    do(campaign, "round")
    assert clock_of(campaign).beat == "round 1"
    counting = begun(rules=load_builtin("quest-of-destiny"))
    do(counting, "party Varda order 9")
    do(counting, "count", "4")
    do(counting, "act for 9")
    # The turn at segment 4 is taken: the count stands there.
    assert clock_of(counting).beat == "round 1, segment 4"


# The strip


def test_a_day_of_few_steps_is_shown_whole() -> None:
    campaign = of("glog", "leave for wilderness", "rule clock day 2 05:20")
    view = strip_of(campaign)
    # Six watches of 4 h; 5 h 20 min are 320 of 1,440 minutes: 222 thousandths, rounded down.
    assert (view.title, view.unit, len(view.cells), view.now) == ("day 2", "watch", 6, 222)
    assert [one.label for one in view.cells] == ["1", "2", "3", "4", "5", "6"]
    assert [one.tense for one in view.cells] == ["past", "now", *["coming"] * 4]
    # Dawn at 06:00 and dusk at 18:00 (G-TIME-1): cells are night that begin in it.
    assert [one.night for one in view.cells] == [True, True, False, False, False, True]
    assert view.why == "the whole day is shown, for in the wilderness a step is 1 watch (G-TIME-2)"


def test_in_the_last_quarter_of_the_day_the_night_ahead_is_shown() -> None:
    campaign = of("glog", "leave for wilderness", "rule clock day 2 18:00")
    view = strip_of(campaign)
    # From noon to noon: 6 of 24 h are past. Dusk, at this very instant, is past too; dawn is 18 h in.
    assert (view.begins, view.ends, view.now) == ("day 2 12:00", "day 3 12:00", 250)
    assert view.title == "day 2 12:00 to day 3 12:00"
    assert [one.at for one in view.marks if any(note.kind == "dawn" for note in one.notes)] == [750]


def test_of_a_day_of_many_steps_the_hours_around_now_are_shown() -> None:
    campaign = of("glog", "enter dungeon Barrow", "rule clock day 1 05:20")
    view = strip_of(campaign)
    # Blocks of 6 turns; the one of now began at 05:00, the one behind it at 04:00; 24 turns are 4 h.
    assert (view.title, view.unit, len(view.cells)) == ("day 1 04:00 to 08:00", "turn", 24)
    assert view.now == 333  # 80 of 240 min
    assert view.cells[0].head == "watch 2"
    assert view.cells[8].text == "turn 9 of watch 2, 05:20"
    assert [one.head for one in view.cells if one.head] == ["watch 2", "05:00", "06:00", "07:00"]


def test_what_comes_with_each_step_is_said_once() -> None:
    """The encounter check of G-ENC-1 is thrown every turn: it is no mark at each of 24 cells."""
    view = strip_of(delving())
    assert view.always == ("encounter check each turn",)
    assert [one.kind for one in view.marks] == ["check"]
    # In cresthaven it comes every other turn, and each is drawn (C-ENC-1): 12 in 24 turns.
    rare = strip_of(of("cresthaven", "enter dungeon Crypt"))
    assert rare.always == ()
    assert [one.at for one in rare.marks if one.kind == "check"] == [at * WHOLE // 12 for at in range(1, 13)]


def test_what_ends_comes_due_or_goes_out_has_its_place() -> None:
    campaign = of("cresthaven", "enter dungeon Crypt", "party Varda", "light torch for Varda")
    do(campaign, "timer bless 3 turns for Varda warn 1 turn")
    do(campaign, "remind listen every 9 turns")
    view = strip_of(campaign)
    # 24 turns are shown. The warning comes after 2, as a check does; bless ends after 3; a torch burns 6
    # (C-LIGHT-1), together with a check; the reminder rings at 9 and 18, the second with a check.
    found = {one.at: (one.kind, [note.text for note in one.notes]) for one in view.marks}
    assert found[83] == ("check", ["encounter check", "bless (Varda) ends soon"])
    assert found[125] == ("timer", ["bless (Varda) ends"])
    assert found[250] == ("light", ["torch (Varda) goes out", "encounter check"])
    assert found[375] == ("reminder", ["listen"])
    assert found[750] == ("check", ["encounter check", "listen"])
    torch = next(one for one in view.marks if one.at == 250)
    assert torch.text == "01:00, in 6 turns: torch (Varda) goes out; encounter check"


def test_what_happened_is_looked_back_for() -> None:
    """The torch of G-LIGHT-2 goes out at the second tick, 20 min after midnight; now is 00:40."""
    campaign = delving("light lantern for Varda")
    do(campaign, "next", "6")
    do(campaign, "next", "6")
    do(campaign, "wait 2 turns", dice=CALM)
    view = referee_view(campaign).strip
    # 24 turns from midnight on: 20 of 240 min are 83 thousandths, and 40 are 166.
    assert view.now == 166
    assert [(one.at, one.kind, one.text) for one in view.past] == [
        (83, "light", "00:20: torch (Orlo) goes out"),
    ]


def test_what_happened_at_one_place_keeps_an_instant_each() -> None:
    """A second and three after midnight lie within one thousandth of the four hours that a strip shows."""
    campaign = of("glog", "wait 1 turn")
    lines = [
        LogLine("a.0", ms, "", f"torch {ms} goes out", "", "light-went-out.1", secret=False)
        for ms in (1000, 3000)
    ]
    (mark,) = strip(campaign.state, campaign.book, lines).past
    assert [one.at for one in mark.notes] == ["day 1 00:00:01", "day 1 00:00:03"]


@pytest.mark.slow
@given(
    rules=st.sampled_from(BUILT_IN),
    scene=st.sampled_from(["dungeon", "wilderness", "settlement"]),
    minutes=st.integers(1, 3 * 24 * 60),
    timers=st.lists(st.integers(1, 5000), max_size=6),
)
def test_a_strip_is_whole_in_order_and_holds_now(
    rules: str, scene: str, minutes: int, timers: list[int]
) -> None:
    """Cells join without a gap; one at most is now; marks lie after now, in order and apart (T4)."""
    campaign = of(rules, f"enter {scene}")
    day, rest = divmod(minutes, 24 * 60)
    do(campaign, f"rule clock day {day + 1} {rest // 60:02}:{rest % 60:02}")
    for number, length in enumerate(timers):
        do(campaign, f"timer t{number} {length} s")
    view = strip_of(campaign)
    assert (view.cells[0].at, view.cells[-1].to) == (0, WHOLE)
    assert all(one.to == after.at and one.at < one.to for one, after in pairwise(view.cells))
    now = [one for one in view.cells if one.tense == "now"]
    assert len(now) == 1
    assert now[0].at <= view.now <= now[0].to
    assert [one.tense for one in view.cells] == sorted(
        (one.tense for one in view.cells), key=["past", "now", "coming"].index
    )
    assert all(after.at - one.at > CLOSE for one, after in pairwise(view.marks))
    assert all(view.now <= one.at <= WHOLE for one in view.marks)
    told = {note.text for mark in view.marks for note in mark.notes}
    ends = stretch_of(campaign.state, campaign.book).ends
    for number, length in enumerate(timers):
        assert (f"t{number} ends" in told) == (campaign.state.now.ms + length * 1000 <= ends)


# What burns


def test_ticks_are_steps_and_the_last_is_low() -> None:
    campaign = delving("light lantern for Varda")
    # G-LIGHT-2: a torch is out at its second tick, a lantern at its fourth. A 6 lets the lights tick.
    fresh = lamps_of(campaign)["torch (Orlo)"]
    assert (fresh.currency, fresh.steps, fresh.steps_left, fresh.low) == ("ticks", 2, 2, False)
    do(campaign, "next", "6")
    torch, lantern = lamps_of(campaign)["torch (Orlo)"], lamps_of(campaign)["lantern (Varda)"]
    assert (torch.left, torch.left_of_1000, torch.steps_left, torch.low) == ("1 tick", 500, 1, True)
    assert (lantern.left, lantern.left_of_1000, lantern.steps_left, lantern.low) == ("3 ticks", 750, 3, False)
    assert (torch.ends, torch.rule) == ("", "G-LIGHT-2")


def test_by_the_clock_a_light_has_its_end_and_the_last_third_is_low() -> None:
    campaign = of("cresthaven", "party Varda", "enter dungeon Crypt", "light torch for Varda")
    do(campaign, "wait 3 turns", "6")
    # C-LIGHT-1: 6 turns. Half is left, then 2 of 6: 333 thousandths, no more than 350.
    torch = lamps_of(campaign)["torch (Varda)"]
    assert (torch.currency, torch.left, torch.left_of_1000, torch.low) == ("clock", "3 turns", 500, False)
    assert (torch.ends, torch.steps) == ("day 1 01:00", 0)
    do(campaign, "wait 1 turn", "6")
    assert lamps_of(campaign)["torch (Varda)"].low


def test_usage_dice_are_steps() -> None:
    """D-LIGHT-1: a lantern begins with one die and is out at too high a total of three: three steps."""
    campaign = of("dungeon-game", "party Varda", "enter dungeon Mine", "light lantern for Varda")
    lantern = lamps_of(campaign)["lantern (Varda)"]
    assert (lantern.currency, lantern.steps, lantern.steps_left) == ("dice", 3, 3)


def test_each_light_says_how_it_is_doused_or_lit_where_that_means_this_one() -> None:
    campaign = delving("light torch for Orlo", "light torch for Varda", "next", "douse torch of Varda")
    rows = [(one.lit, one.does, one.say) for one in lights(campaign.state, campaign.book, commands=True)]
    # Of Orlo's two torches a command means the last.
    doused = (False, "light", "light torch for Varda")
    assert rows == [(True, "", ""), (True, "douse", "douse torch of Orlo"), doused]
    do(campaign, "douse torch of Orlo")
    rows = [(one.lit, one.does, one.say) for one in lights(campaign.state, campaign.book, commands=True)]
    assert rows == [(True, "douse", "douse torch of Orlo"), doused, (False, "light", "light torch for Orlo")]


def test_timers_stand_in_the_order_in_which_they_end_and_those_without_an_end_last() -> None:
    campaign = delving("timer curse", "timer web 4 turns", "timer bless 2 turns for Varda warn 1 turn")
    do(campaign, "remind listen every 3 turns")
    do(campaign, "next", dice=CALM)
    rows = timers(campaign.state, campaign.book, commands=True)
    assert [one.name for one in rows] == ["bless (Varda)", "listen", "web", "curse"]
    bless, listen, web, curse = rows
    # Half of bless is left, and it has been warned of; of the reminder's 3 turns 2 are left: 666.
    assert (bless.left, bless.left_of_1000, bless.low) == ("1 turn", 500, True)
    assert (listen.reminder, listen.briefly, listen.left_of_1000) == (True, "2 turns", 666)
    assert (web.left, web.left_of_1000, web.ends) == ("3 turns", 750, "day 1 00:40")
    assert (curse.endless, curse.left) == (True, "until ended")
    for one in rows:
        do(campaign, one.say)
    assert not timers(campaign.state, campaign.book, commands=True)


def test_trackers_fill_in_their_own_way() -> None:
    examples = Path(__file__).parents[3] / "src/turnkeeper/rules/examples"
    text = (examples / "tension-pool.toml").read_text(encoding="utf-8")
    campaign = begun(rules=load_rules(text, "tension-pool.toml", builtin_text))
    do(campaign, "tracker tension pool +3")
    (pool,) = [one for one in trackers(campaign.state, campaign.book) if one.steps_full]
    # Three of the six dice that fill it.
    assert (pool.stands, pool.of_1000, pool.steps, pool.steps_full) == ("3 of 6 dice", 500, 3, 6)
