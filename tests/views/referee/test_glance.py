"""What the referee sees at a glance."""

from __future__ import annotations

import pytest

from tests.app.campaigns import WISE, begun, delving, do
from tests.play.keeper import CALM
from turnkeeper.app.campaign import Campaign
from turnkeeper.rules import load_builtin
from turnkeeper.views.parts.due import MOST_DUE, all_due
from turnkeeper.views.parts.matters import OpenQuestion, matters
from turnkeeper.views.parts.timers import MOST_TIMERS
from turnkeeper.views.referee.facts import facts
from turnkeeper.views.referee.glance import Glance, glance
from turnkeeper.views.referee.view import referee_view


def seen(campaign: Campaign, *said: str) -> Glance:
    for one in said:
        do(campaign, one, dice=CALM)
    return glance(campaign)


def encounter(campaign: Campaign) -> str:
    (text,) = facts(campaign)["encounter"]
    return text


def test_when_and_where_in_the_rule_set_s_own_words() -> None:
    view = seen(delving("wait 85 min"), "enter room Hall of Bones")
    assert (view.clock.instant, view.clock.now_ms, view.clock.step) == ("day 1 01:25", 85 * 60_000, "1 turn")
    # 85 minutes are 8 turns and 30 rounds of 10 s: half of the ninth turn.
    assert view.clock.in_units == "day 1, watch 1, turn 9, round 31"
    assert (view.campaign, view.place.scene, view.place.name, view.place.spot) == (
        "Barrow", "dungeon", "Barrow", "room Hall of Bones",
    )  # fmt: skip
    assert view.rules.startswith("GLOG")


def test_a_place_without_rooms_has_no_spot_and_by_day_it_is_not_dark() -> None:
    view = seen(begun())
    assert (view.place.scene, view.place.spot, view.place.dark) == ("settlement", "", False)
    assert seen(begun(), "party Varda", "enter dungeon Barrow").place.dark
    assert not seen(delving()).place.dark


def test_the_party_with_its_wounds_fatigue_load_and_condition() -> None:
    campaign = begun()
    do(campaign, "party Varda strength 9 level 2 hp 5/7 carrying 8; Orlo hp 3")
    do(campaign, "hire Bram morale 7")
    do(campaign, "tire Varda 3")
    do(campaign, "hurt Orlo 3")
    varda, orlo, bram = glance(campaign).party
    # 8 carried and 3 of fatigue are 2 over a Strength of 9 (G-FAT-4).
    assert varda.hp is not None
    assert orlo.hp is not None
    assert (varda.hp.text, varda.level, varda.fatigue, varda.over) == ("5/7", 2, 3, 2)
    assert varda.burdened == "-2 to stealth, movement, defense"
    assert varda.attributes == "strength 9"
    assert (orlo.hp.text, orlo.condition, orlo.burdened) == ("0/3", "down", "")
    assert (bram.hireling, bram.hp, bram.condition) == (True, None, "")
    do(campaign, "morale Bram", "12")
    do(campaign, "kill Orlo", "2")
    assert [one.condition for one in glance(campaign).party] == ["", "dead", "broken"]


def test_the_lights_with_what_is_left() -> None:
    campaign = delving("light lantern for Varda", "light candle")
    do(campaign, "next", "6")
    view = glance(campaign)
    assert [(one.name, one.lit, one.left, one.left_of_1000) for one in view.lights] == [
        ("torch (Orlo)", True, "1 tick", 500),
        ("lantern (Varda)", True, "3 ticks", 750),
        ("candle", True, "1 tick", 500),
    ]
    assert view.lights[0].reach == "bright 20 ft, shadow 20 ft beyond"
    do(campaign, "douse torch")
    assert [(one.name, one.lit) for one in glance(campaign).lights][-1] == ("torch (Orlo)", False)


def test_what_is_due_next_the_soonest_first() -> None:
    campaign = delving("wait 4 min", "timer bless 3 turns warn 1 turn")
    due_now = [(one.what, one.left) for one in glance(campaign).due]
    # The check at 10 min is 36 rounds away, the warning 2 turns, the end 3, dawn 5 h 56 min.
    assert due_now[:3] == [("encounter check", "6 min"), ("reminder: bless", "2 turns"),
                           ("bless ends", "3 turns")]  # fmt: skip
    assert due_now[3][0] == "dawn"
    assert len(due_now) == MOST_DUE < len(list(all_due(campaign.state, campaign.book)))


def test_outside_the_dungeon_a_light_s_end_is_due() -> None:
    campaign = begun()
    do(campaign, "light torch")
    soonest = glance(campaign).due[0]
    assert (soonest.what, soonest.left, soonest.at) == ("torch goes out", "6 turns", "day 1 01:00")


def test_what_comes_into_the_room_is_due_until_it_is_there() -> None:
    campaign = delving("enter room Hall", "wait 4 min")
    do(campaign, "shout", "3")
    view = glance(campaign)
    assert encounter(campaign) == "something, comes at 00:10"
    assert ("something enters", "6 min") in [(one.what, one.left) for one in view.due]
    do(campaign, "wait 6 min", "12")
    view = glance(campaign)
    assert encounter(campaign) == "something"
    assert "something enters" not in [one.what for one in view.due]


def test_several_encounters_with_distance_and_reaction() -> None:
    campaign = delving()
    do(campaign, "meet owlbear", "3+4")
    do(campaign, "reaction", "4+4")
    do(campaign, "meet goblins", "1+1")
    assert encounter(campaign) == "owlbear, 70 ft away and coming, favourable; goblins, 20 ft away and coming"
    steps = [step for one in matters(campaign.state, campaign.book) for step in one.says]
    assert steps == [
        "reaction",
        "fight",
        "part from owlbear",
        "part from goblins",
        "let owlbear come",
        "let goblins come",
    ]


def test_foes_name_what_was_met_without_a_name_everywhere_and_undo_takes_the_name_back() -> None:
    campaign = delving()
    do(campaign, "meet something", "3+4")
    do(campaign, "reaction", "2+2")
    do(campaign, "foes goblins 4")
    assert encounter(campaign) == "goblins, 70 ft away and coming, unfavourable"
    assert [one.about for one in matters(campaign.state, campaign.book)] == ["the party has met goblins"]
    assert [one.what for one in referee_view(campaign).met] == ["goblins"]
    campaign.undo()
    assert encounter(campaign) == "something, 70 ft away and coming, unfavourable"
    campaign.redo()
    assert encounter(campaign) == "goblins, 70 ft away and coming, unfavourable"


def test_the_question_and_its_choices() -> None:
    campaign = delving()
    do(campaign, "wait 1 h", "8")
    view = glance(campaign)
    assert view.question == OpenQuestion("The party is weary: do they rest?", ("rest", "fatigue"))
    assert facts(campaign)["unfinished"] == ("wait, 5 turns left",)


def test_what_was_left_unfinished_the_latest_first() -> None:
    campaign = delving()
    do(campaign, "search 30 x 30 ft", "3", "3+4")
    do(campaign, "part")
    do(campaign, "wait 4 turns", "3", "3+4")
    assert facts(campaign)["unfinished"] == ("wait, 3 turns left", "search, 2 turns left")


def test_the_fight_its_sides_and_who_is_in_ambush_until_the_first_round() -> None:
    campaign = delving("foes goblins 6 morale 7")
    do(campaign, "fight ambush by goblins", dice=WISE)
    fight = glance(campaign).fight
    assert fight is not None
    assert (fight.round, fight.ambush) == (0, "goblins")
    do(campaign, "round", dice=WISE)
    fight = glance(campaign).fight
    assert fight is not None
    assert (fight.round, fight.before, fight.after, fight.ambush) == (1, ("Varda",), ("Orlo",), "")
    do(campaign, "kill 2 goblins", "2")
    do(campaign, "down 1 goblins", "12")
    assert facts(campaign)["sides"] == ("goblins: 3 of 6 standing, 2 dead (1-2), 1 down, morale 7, broken",)
    do(campaign, "end fight", dice=WISE)
    assert (glance(campaign).fight, glance(campaign).sides) == (None, ())


def test_timers_in_all_their_kinds_and_no_more_than_fit() -> None:
    campaign = delving("timer bless 3 turns for Varda", "timer curse", "remind eat every 4 turns")
    assert [
        (one.name, one.left, one.until) for one in sorted(glance(campaign).timers, key=lambda one: one.number)
    ] == [
        ("bless (Varda)", "3 turns", "day 1 00:30"),
        ("curse", "until ended", ""),
        ("eat", "every 4 turns", ""),
    ]
    for number in range(20):
        do(campaign, f"timer t{number} 1 day")
    view = glance(campaign)
    assert (len(view.timers), view.more_timers) == (MOST_TIMERS, 23 - MOST_TIMERS)


@pytest.mark.parametrize("said,shown", [("stock 6 torches", "6 torches"), ("stock 12 rations", "12 rations")])
def test_what_is_counted(said: str, shown: str) -> None:
    assert [one.text for one in seen(delving(), said).supplies] == [shown]


def test_what_is_foretold_is_in_the_referee_s_view() -> None:
    assert seen(delving(), "next encounter is owlbear").foretold == "owlbear"


@pytest.mark.parametrize(
    "rules, said, units",
    [
        # A turn is 10 minutes: the first, and the first watch, begin with the day.
        ("glog", "enter room Hall", "day 1, watch 1, turn 1"),
        ("glog", "wait 10 min", "day 1, watch 1, turn 2"),
        # A round is six minutes of the table's time: five of them are in the first.
        ("torchlit", "wait 5 min", "day 1, round 1"),
    ],
)
def test_the_units_that_run_are_named_where_they_have_just_begun_too(
    rules: str, said: str, units: str
) -> None:
    campaign = begun(rules=load_builtin(rules))
    assert seen(campaign, "party Varda", "enter dungeon Barrow", said).clock.units == units
