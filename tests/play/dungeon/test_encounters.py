"""Encounters: where what is met is, when it comes, what was foretold, and several at once."""

from __future__ import annotations

import pytest
from msgspec import structs

from tests.play.keeper import CALM, HOUR, MINUTE, TURN, ByName, Keeper, house_rules, keep, of_kind
from turnkeeper.play.clock.checks import Checked
from turnkeeper.play.clock.clock import TaskEnded, TaskInterrupted
from turnkeeper.play.dungeon.encounters import EncounterArrived, EncounterMet
from turnkeeper.play.dungeon.foretelling import EncounterForetold
from turnkeeper.play.dungeon.meeting import met_unnamed
from turnkeeper.play.fight.facing import SideFaced
from turnkeeper.play.kernel.event import Rolled
from turnkeeper.play.registry import evolve
from turnkeeper.time import ORIGIN, Duration

CITE = 'rule = { id = "G-ENC-2", origin = "house", why = "A test needs a table." }'
DENIZENS = f"""
[tables.denizens]
dice = "1d6"
{CITE}
entries = [
  {{ on = "1-3", name = "goblins" }},
  {{ on = "4-6", name = "vermin", do = [{{ effect = "roll", table = "vermin" }}] }},
]

[tables.vermin]
dice = "1d2"
{CITE}
entries = [{{ on = "1", name = "rats" }}, {{ on = "2", name = "a bat" }}]
"""
HALF_TURNS = '[procedures.wandering]\nevery = "5 min"\n'


def in_corridor(*said: str) -> Keeper:
    return keep("party Varda; Orlo", "enter dungeon Barrow", "light torch for Orlo", *said)


def in_room(*said: str) -> Keeper:
    return in_corridor("enter room Hall", *said)


def with_denizens() -> Keeper:
    keeper = keep("party Varda", "enter dungeon Barrow", "light torch", rules=house_rules(DENIZENS))
    keeper.do("use table denizens for encounters")
    return keeper


@pytest.mark.parametrize("faces,feet", [("1+1", 20), ("3+4", 70), ("6+6", 120)])
def test_g_enc_4_in_a_corridor_it_is_2d6_times_10_feet_away_and_coming(faces: str, feet: int) -> None:
    keeper = in_corridor()
    (met,) = of_kind(keeper.do("next", "3", faces), EncounterMet)
    assert (met.spot, met.feet, met.arrives, met.rule) == ("corridor", feet, None, "G-ENC-4")
    assert met.rolled is not None
    assert met.rolled.total == feet
    assert keeper.state.meetings[0].feet == feet


def test_g_enc_4_in_a_room_what_a_turn_s_check_brings_enters_as_the_next_turn_begins() -> None:
    """T16: the check at a turn's end is the earlier turn's, so the next turn begins at that very instant."""
    keeper = in_room()
    events = keeper.do("wait 3 turns", "12", "3")
    (met,) = of_kind(events, EncounterMet)
    assert (met.at, met.arrives, met.spot) == (ORIGIN + TURN * 2, ORIGIN + TURN * 2, "room")
    (cut,) = of_kind(events, TaskInterrupted)
    assert cut.left == TURN


def test_what_is_still_to_come_is_the_referee_s_and_the_table_knows_of_it_when_it_enters() -> None:
    keeper = in_room("wait 3 min")
    events = keeper.do("break door", "3", "12")
    (met,), (arrived,) = of_kind(events, EncounterMet), of_kind(events, EncounterArrived)
    assert (met.seen_by, arrived.seen_by) == ("referee", "table")
    (at_once,) = of_kind(in_room().do("next", "3"), EncounterMet)
    assert at_once.seen_by == "table"


def test_which_table_a_place_uses_is_the_referee_s() -> None:
    assert with_denizens().events[-1].seen_by == "referee"


def test_g_enc_4_in_a_room_what_a_loud_act_brings_enters_at_the_end_of_the_turn_it_is_made_in() -> None:
    keeper = in_room("wait 3 min")
    events = keeper.do("break door", "3", "12")
    # The noise is made 3 minutes into the first turn, which ends at 10 minutes; the door is done at 13.
    (met,) = of_kind(events, EncounterMet)
    assert (met.at, met.arrives) == (ORIGIN + MINUTE * 3, ORIGIN + TURN)
    (arrived,) = of_kind(events, EncounterArrived)
    assert (arrived.at, arrived.rule) == (ORIGIN + TURN, "G-ENC-4")
    (cut,) = of_kind(events, TaskInterrupted)
    assert cut.left == MINUTE * 3


def test_g_enc_4_what_a_loud_act_at_a_turn_s_very_end_brings_enters_a_whole_turn_later() -> None:
    keeper = in_room("next")
    (met,) = of_kind(keeper.do("shout", "3"), EncounterMet)
    assert (met.at, met.arrives) == (ORIGIN + TURN, ORIGIN + TURN * 2)


def test_g_enc_4_turns_are_counted_from_entering_the_dungeon() -> None:
    keeper = keep("party Varda", "wait 4 min", "enter dungeon Barrow", "light torch", "enter room Hall")
    (met,) = of_kind(keeper.do("shout", "3"), EncounterMet)
    assert met.arrives == ORIGIN + MINUTE * 14


def test_g_enc_4_a_check_in_the_middle_of_a_turn_brings_what_enters_at_its_end() -> None:
    keeper = keep("party Varda", "enter dungeon Barrow", "light torch", rules=house_rules(HALF_TURNS))
    keeper.do("enter room Hall")
    events = keeper.do("next", "3", "12")
    (met,) = of_kind(events, EncounterMet)
    (arrived,) = of_kind(events, EncounterArrived)
    assert (met.at, met.arrives, arrived.at) == (ORIGIN + MINUTE * 5, ORIGIN + TURN, ORIGIN + TURN)


def test_what_enters_comes_after_what_ends_and_what_is_checked_at_its_instant() -> None:
    events = in_room().do("break door", "3", "12")
    at_end = [type(one) for one in events if one.at == ORIGIN + TURN]
    assert at_end == [TaskEnded, Checked, EncounterArrived]


def test_two_loud_acts_of_one_turn_bring_two_encounters_and_both_enter_once() -> None:
    keeper = in_room()
    keeper.do("shout", "3")
    keeper.do("shout", "4")
    events = keeper.do("next", "12")
    assert [one.at for one in of_kind(events, EncounterArrived)] == [ORIGIN + TURN] * 2
    keeper.do("let something be")
    keeper.do("let something 2 be")
    assert of_kind(keeper.do("next", dice=CALM), EncounterArrived) == []


def test_an_encounter_met_while_another_is_on_its_way_drops_neither() -> None:
    keeper = in_room()
    events = keeper.do("break door", "3", "3")
    assert [one.arrives for one in of_kind(events, EncounterMet)] == [ORIGIN + TURN] * 2
    assert len(of_kind(events, EncounterArrived)) == 1
    assert len(keeper.state.meetings) == 2


def test_an_encounter_inside_a_jump_of_eight_hours_stops_it_at_its_own_minute() -> None:
    """T20: the fifth turn of 48."""
    keeper = in_corridor()
    events = keeper.do("wait 8 h", "12", "12", "12", "12", "2", "2+2")
    assert keeper.now == ORIGIN + TURN * 5
    (cut,) = of_kind(events, TaskInterrupted)
    assert cut.left == HOUR * 8 - TURN * 5


def test_g_enc_4_a_loud_act_in_a_corridor_stops_at_once_and_is_resumed_without_a_second_noise() -> None:
    keeper = in_corridor()
    (cut,) = of_kind(keeper.do("break door", "3", "2+5"), TaskInterrupted)
    assert (cut.at, cut.left) == (ORIGIN, TURN)
    keeper.do("part")
    events = keeper.do("resume", "12")
    assert [(one.cause, one.at) for one in of_kind(events, Checked)] == [("", ORIGIN + TURN)]
    assert [one.what for one in of_kind(events, TaskEnded)] == ["break door"]


# What is met


def test_with_no_table_it_is_something_and_the_referee_names_it() -> None:
    assert in_corridor().told("next", "3", "3+4")[-1] == "encounter: something, 70 ft away and coming"


def test_the_foes_that_come_up_name_what_was_met_without_a_name() -> None:
    """What is known of it stays: at 3 and 4 it is 70 ft away, and 3 of 2d6 is unfavourable (G-REACT-1)."""
    keeper = in_corridor()
    keeper.do("next", "3", "3+4")
    keeper.do("reaction", "1+2")
    (before,) = keeper.state.meetings
    (faced,) = of_kind(keeper.do("foes goblins 4 morale 7"), SideFaced)
    assert (before.what, before.feet, before.reaction, faced.met) == (
        "something", 70, "unfavourable", "something",
    )  # fmt: skip
    assert keeper.state.meetings == (structs.replace(before, what="goblins"),)
    keeper.do("foes wolves 2")
    assert keeper.told("part from goblins") == ["the encounter with goblins is over"]


def test_of_several_that_have_no_name_the_last_is_named_first() -> None:
    keeper = in_corridor()
    keeper.do("next", "3", "1+1")
    keeper.do("let it be")
    keeper.do("next", "3", "2+2")
    assert [one.what for one in keeper.state.meetings] == ["something", "something 2"]
    keeper.do("foes goblins 4")
    assert [(one.what, one.feet) for one in keeper.state.meetings] == [("something", 20), ("goblins", 40)]
    keeper.do("foes ogre 1")
    assert [one.what for one in keeper.state.meetings] == ["ogre", "goblins"]


def test_what_has_a_name_already_keeps_it() -> None:
    keeper = in_room("meet owlbear", "foes goblins 4")
    assert [one.what for one in keeper.state.meetings] == ["owlbear"]
    keeper = in_room("meet something", "meet goblins", "foes Goblins 4")
    assert [one.what for one in keeper.state.meetings] == ["something", "goblins"]


def test_what_is_still_to_come_into_the_room_is_nobody_who_is_faced_now() -> None:
    """G-ENC-4: the noise 3 minutes into a turn brings it in at the turn's end; until then it is a secret."""
    keeper = in_room("wait 3 min")
    keeper.do("shout", "3")
    keeper.do("foes goblins 4")
    keeper.do("next", "12")
    assert [one.what for one in keeper.state.meetings] == ["something"]


def test_foes_without_an_encounter_who_came_since_leave_it_without_a_name() -> None:
    """As in a log of before names were given: the first side may be who was met, so that no later one is."""
    state = in_room("meet something").state
    faced = evolve(state, SideFaced("goblins", 4, at=state.now))
    assert [one.what for one in faced.meetings] == ["something"]
    assert met_unnamed(faced, "wolves") is None
    assert met_unnamed(state, "wolves") == state.meetings[0]
    summoned = in_room("meet something", "summon bones 2 for Varda", "foes goblins 4")
    assert [one.what for one in summoned.state.meetings] == ["goblins"]


def test_the_place_s_table_says_what_is_met_and_its_dice_are_kept() -> None:
    (met,) = of_kind(with_denizens().do("next", "3", "2", "3+4"), EncounterMet)
    assert (met.what, met.picked) == ("goblins", (Rolled("1d6", (2,), 2),))


def test_an_entry_that_rolls_on_another_table_is_as_good_as_what_is_found_there() -> None:
    (met,) = of_kind(with_denizens().do("next", "3", "5", "1", "3+4"), EncounterMet)
    assert met.what == "rats"
    assert met.picked == (Rolled("1d6", (5,), 5), Rolled("1d2", (1,), 1))


def test_g_enc_2_a_sign_settles_the_next_encounter_which_then_comes_and_is_forgotten() -> None:
    keeper = with_denizens()
    (sign,) = of_kind(keeper.do("next", "5", "6", "2"), EncounterForetold)
    assert (sign.what, sign.seen_by, len(sign.picked)) == ("a bat", "referee", 2)
    # Foretold: no throw on the place's table, only the distance.
    (met,) = of_kind(keeper.do("next", "4", "1+1"), EncounterMet)
    assert met.what == "a bat"
    keeper.do("part")
    assert keeper.needs("next", "4").name == "denizens"


def test_a_second_sign_is_a_sign_of_the_same_encounter() -> None:
    keeper = with_denizens()
    keeper.do("next", "5", "1")
    (again,) = of_kind(keeper.do("next", "5"), EncounterForetold)
    assert again.what == "goblins"


def test_the_referee_may_settle_what_comes_next() -> None:
    keeper = with_denizens()
    assert keeper.do("next encounter is owlbear")[0].seen_by == "referee"
    assert keeper.told("next", "2", "6+6")[-1] == "encounter: owlbear, 120 ft away and coming"


def test_a_sign_of_something_is_settled_later_by_the_referee() -> None:
    keeper = in_corridor()
    keeper.do("next", "5")
    assert keeper.state.foretold == "something"
    keeper.do("next encounter is wraith")
    assert of_kind(keeper.do("next", "2", "6+6"), EncounterMet)[0].what == "wraith"


# The referee's own, and parting


def test_the_referee_lets_something_be_met_now() -> None:
    assert in_corridor().told("meet owlbear", "1+2") == ["encounter: owlbear, 30 ft away and coming"]
    assert in_room().told("meet owlbear") == ["encounter: owlbear enters"]


def test_g_enc_4_says_nothing_of_a_town() -> None:
    keeper = keep("party Varda")
    (met,) = of_kind(keeper.do("meet owlbear"), EncounterMet)
    assert (met.feet, met.arrives, met.rule) == (None, None, "")
    assert keeper.told("part") == ["the encounter with owlbear is over"]


def test_g_hex_7_in_the_open_distance_is_four_dice_of_ten_yards() -> None:
    """3+4+5+6 = 18, times 10 yards: 540 feet."""
    keeper = keep("party Varda", "enter wilderness")
    (met,) = of_kind(keeper.do("meet owlbear", "3+4+5+6"), EncounterMet)
    assert (met.feet, met.yards, met.rule) == (540, True, "G-HEX-7")
    assert keeper.told("meet wolves", "1+1+1+1") == ["encounter: wolves, 40 yd away"]


def test_g_hex_7_surprise_brings_it_within_one_die_of_ten_yards() -> None:
    keeper = keep("party Varda", "enter wilderness")
    keeper.do("meet owlbear", "3+4+5+6")
    assert keeper.told("surprised", "3") == ["surprised by owlbear, 30 yd away"]
    (meeting,) = keeper.state.meetings
    assert (meeting.feet, meeting.yards) == (90, True)
    keeper.do("meet wolves", "3+4+5+6")
    assert keeper.refused("surprised").code == "which"
    assert keeper.told("surprised by Wolves", "1") == ["surprised by wolves, 10 yd away"]


def test_surprise_changes_no_distance_where_the_rules_give_none() -> None:
    keeper = in_corridor()
    keeper.do("meet owlbear", "1+2")
    assert keeper.refused("surprised").code == "no-distance"
    assert in_corridor().refused("surprised").code == "no-encounter"


def test_the_same_is_not_met_twice_and_nobody_parts_from_nothing() -> None:
    keeper = in_room("meet owlbear")
    assert keeper.refused("meet Owlbear").code == "met"
    keeper.do("part")
    assert keeper.refused("part").code == "no-encounter"


def test_of_several_the_one_that_is_over_is_named() -> None:
    keeper = in_room("meet owlbear", "meet goblins")
    refusal = keeper.refused("part")
    assert (refusal.message, refusal.hint) == (
        "several are met: owlbear, goblins",
        "part from owlbear or part from goblins",
    )
    assert keeper.refused("part from goblin").hint == "did you mean 'goblins'?"
    assert keeper.told("part from Goblins") == ["the encounter with goblins is over"]
    assert keeper.told("part") == ["the encounter with owlbear is over"]


def test_g_act_3_what_the_noise_of_a_fight_draws_is_still_coming_when_the_fight_is_over() -> None:
    keeper = in_room("rule wisdom of Varda 10", "rule wisdom of Orlo 10", "meet owlbear")
    keeper.do("fight enemies", "3")
    assert [one.what for one in keeper.state.meetings] == ["owlbear", "something"]
    keeper.do("round", dice=ByName({"wisdom of Varda": "5", "wisdom of Orlo": "5"}))
    events = keeper.do("end fight", "12")
    assert [one.what for one in of_kind(events, EncounterArrived)] == ["something"]
    assert [one.what for one in keeper.state.meetings] == ["something"]


def test_leaving_the_scene_leaves_what_was_let_be_behind_and_waits_for_what_stands_open() -> None:
    keeper = in_room("meet owlbear")
    refusal = keeper.refused("enter settlement")
    assert refusal.code == "encounter"
    assert refusal.hint == "part from owlbear: it stays behind; let owlbear come: it follows"
    assert keeper.told("let it be") == ["ruling: they let owlbear be"]
    assert "the encounter with owlbear is over" in keeper.told("enter settlement")
    assert keeper.state.meetings == ()


def test_a_clock_set_back_is_before_what_was_met() -> None:
    """T2: met at 20 minutes; at 15 it has not been met, and its foretelling dice are not asked again."""
    keeper = in_room()
    keeper.do("wait 3 turns", "12", "3")
    keeper.do("rule clock day 1 00:15")
    assert keeper.state.meetings == ()


def test_a_clock_set_back_before_an_arrival_lets_it_arrive_again() -> None:
    """T2, T23: drawn by noise at 3 minutes, due at 10; arrived, set back to 5, it arrives at 10 once more."""
    keeper = in_room("wait 3 min")
    keeper.do("break door", "3", "12")
    keeper.do("rule clock day 1 00:05")
    events = keeper.do("wait 5 min", "12")
    assert [one.at for one in of_kind(events, EncounterArrived)] == [ORIGIN + TURN]
    assert keeper.now - ORIGIN == Duration(600_000)


def test_a_distance_that_is_said_is_not_thrown() -> None:
    keeper = in_corridor()
    [met] = of_kind(keeper.do("meet owlbear 60 ft away"), EncounterMet)
    assert (met.what, met.feet, met.rolled, met.still) == ("owlbear", 60, None, False)


def test_how_many_they_are_and_what_is_written_of_them_is_no_part_of_their_name() -> None:
    keeper = in_corridor()
    done = keeper.do("meet 2 goblins morale 7 hp 4 30 ft away")
    [met], [faced] = of_kind(done, EncounterMet), of_kind(done, SideFaced)
    assert (met.what, met.feet) == ("goblins", 30)
    assert (faced.side, faced.count, faced.morale, faced.hp) == ("goblins", 2, 7, 4)


def test_a_name_with_figures_in_it_is_said_in_quotes() -> None:
    keeper = in_corridor()
    [met] = of_kind(keeper.do('meet "a sign that reads hp 4" 20 ft away'), EncounterMet)
    assert met.what == "a sign that reads hp 4"
