"""What people do in their turn of a count, and out of it: casting, focus, delay, opportunities."""

from __future__ import annotations

import pytest

from tests.play.keeper import house_rules, keep, of_kind
from tests.play.segments import QUEST, SEGMENT, acts, counted, due, fought, one, up
from turnkeeper.play.fight.count import Activated, EffectCame
from turnkeeper.play.fight.segments.out_of_turn import Disrupted, OpportunityTaken
from turnkeeper.play.fight.segments.repeating import TurnsRepeated
from turnkeeper.play.fight.segments.turns import FreeActed
from turnkeeper.play.kernel.speech import SpeechError

# --- costs


def test_a_standard_action_costs_at_least_one_segment() -> None:
    """Q-REC-3: a recovery of 0 is refused, by number and for a casting."""
    keeper = counted(("Varda", 12, 3))
    no = keeper.refused("act for 0")
    assert (no.message, no.hint) == ("a standard action has a recovery of at least 1", "act for 1")
    assert keeper.refused("act shove for 0").code == "recovery"
    assert keeper.refused("cast light 2 then 0").hint == "cast light 2 then 1"
    assert keeper.refused("cast light 0 then 2").code == "length"
    assert keeper.refused("focus 0").code == "length"
    assert keeper.refused("act for 1001").code == "recovery"
    keeper.do("act for 1")


def test_what_takes_no_recovery_leaves_the_turn() -> None:
    """Q-REC-4: a few words, taking what is handed over, letting go; then the action itself."""
    keeper = counted(("Varda", 12, 3), ("Orlo", 10, 3))
    assert keeper.told("act speak") == ["Varda: speak, no recovery"]
    assert up(keeper) == ["Varda"]
    assert keeper.now.ms == 2 * SEGMENT
    keeper.do("act drop")
    keeper.do("act dagger")
    assert up(keeper) == ["Orlo"]


def test_an_action_that_nobody_named_is_said_with_its_recovery() -> None:
    keeper = counted(("Varda", 12, 1))
    no = keeper.refused("act glaive")
    assert (no.code, no.hint) == ("unknown-action", "act glaive for 7")
    assert keeper.refused("act dager").hint == "did you mean 'dagger'?"
    keeper.do("act glaive for 9")
    assert (one(keeper, "Varda").what, one(keeper, "Varda").due) == ("glaive", 10)


def test_without_more_said_one_does_again_what_one_did_last() -> None:
    keeper = counted(("Varda", 12, 1))
    assert keeper.refused("act").code == "recovery"
    keeper.do("act dagger")
    keeper.do("act")
    assert one(keeper, "Varda").due == 13


# --- before the first turn


@pytest.mark.parametrize(
    "said", ["act speak by Orlo", "opportunity by Orlo", "act dagger by Orlo", "delay by Orlo"]
)
def test_before_the_first_turn_nobody_does_anything_at_all(said: str) -> None:
    """Q-INIT-2: neither free actions nor those out of turn."""
    keeper = counted(("Varda", 12, 1), ("Orlo", 10, 5))
    keeper.do("act for 2")
    assert keeper.refused(said).code in {"first-turn", "turn"}
    keeper.do("act for 9")  # Varda at 3
    keeper.do("act dagger by Orlo")
    keeper.do("opportunity by Varda")


def test_in_the_first_turn_itself_free_actions_are_allowed() -> None:
    keeper = counted(("Varda", 12, 4))
    assert of_kind(keeper.do("act speak"), FreeActed)[0].segment == 4


# --- casting


def test_a_casting_begun_at_5_takes_effect_at_8_and_leads_to_2_of_the_next_round() -> None:
    """Q-REC-3: casting 3, recovery 4: 5 + 3 = 8, 8 + 4 = 12."""
    keeper = counted(("Varda", 12, 5), ("Orlo", 10, 10))
    began = keeper.now
    assert keeper.told("cast fireball 3 then 4") == [
        "round 1 segment 5, Varda casts fireball: effect at round 1 segment 8"
    ]
    assert (keeper.now - began).ms == 4 * SEGMENT
    assert keeper.told("act") == [
        "round 1 segment 8, fireball of Varda takes effect, recovery 4, next at round 2 segment 2"
    ]
    assert (keeper.now - began).ms == 7 * SEGMENT


def test_an_effect_that_is_due_comes_by_itself_before_whoever_acts_later() -> None:
    keeper = counted(("Varda", 12, 5), ("Orlo", 10, 10))
    keeper.do("cast fireball 3 then 4")
    events = keeper.do("act dagger by Orlo")
    (effect,) = of_kind(events, EffectCame)
    assert (effect.at.ms, effect.segment) == (7 * SEGMENT, 8)
    assert of_kind(events, Activated)[0].at.ms == 9 * SEGMENT


def test_while_casting_one_does_nothing_else() -> None:
    keeper = counted(("Varda", 12, 5))
    keeper.do("cast fireball 3 then 4")
    for said in ("act dagger", "delay", "focus 2", "cast light 1 then 1", "recover"):
        assert (keeper.refused(said).code, keeper.refused(said).hint) == ("casting", "act")


# --- focus


def test_aiming_2_from_3_lets_the_shot_fall_at_5_and_then_the_bow_is_recovered_from() -> None:
    """Q-REC-3: 3 + 2 = 5; a bow, 8, brings the next turn at 13, which is 3 of round 2 (Q-REC-2)."""
    keeper = counted(("Varda", 12, 3))
    assert keeper.told("focus 2 on the ogre") == [
        "round 1 segment 3, Varda focuses on the ogre: ready at round 1 segment 5"
    ]
    assert keeper.told("act bow") == ["round 1 segment 5, Varda: bow, recovery 8, next at round 2 segment 3"]


# --- disruption


def test_a_disrupted_casting_is_lost_and_its_recovery_counts_from_now() -> None:
    """Q-REC-7: begun at 5 for 3 and 4; hit at 6, the next turn is at 6 + 4 = 10."""
    keeper = counted(("Varda", 12, 5), ("Orlo", 10, 6))
    acts(keeper, "cast fireball 3 then 4", "act dagger by Orlo")
    assert keeper.told("disrupt Varda") == [
        "round 1 segment 6, fireball of Varda is disrupted and lost, next at round 1 segment 10"
    ]
    assert not of_kind(keeper.do("act dagger"), EffectCame)
    assert keeper.refused("disrupt Varda").code == "not-casting"


def test_a_focus_on_nothing_in_particular_is_told_so() -> None:
    keeper = counted(("Varda", 12, 3), ("Orlo", 11, 9))
    assert keeper.told("focus 2")[0] == "round 1 segment 3, Varda focuses: ready at round 1 segment 5"


def test_a_disrupted_focus_costs_what_was_done_last_or_the_least() -> None:
    """House reading: the action that the focus was for is not said yet. 3 + 1 = 4; after a bow 8 more."""
    keeper = counted(("Varda", 12, 3))
    keeper.do("focus 2")
    keeper.do("disrupt Varda")
    assert due(keeper, "Varda") == (1, 4)
    keeper.do("act bow")
    keeper.do("focus 3")
    keeper.do("disrupt Varda")
    assert due(keeper, "Varda") == (2, 10)


def test_whoever_goes_down_while_casting_loses_it_at_once() -> None:
    keeper = keep("party Varda order 12 hp 3/3; Orlo order 10", rules=QUEST)
    keeper.do("count", "5", "6")
    acts(keeper, "cast fireball 3 then 4", "act dagger")
    (lost,) = of_kind(keeper.do("hurt Varda 3"), Disrupted)
    assert (lost.what, lost.segment, lost.due) == ("fireball", 6, 10)
    assert not of_kind(keeper.do("note nothing more"), Disrupted)


def test_the_casting_of_the_dead_comes_to_nothing() -> None:
    keeper = counted(("Varda", 12, 5), ("Orlo", 10, 6))
    acts(keeper, "cast fireball 3 then 4", "act dagger")
    keeper.do("kill Varda")
    assert not of_kind(keeper.do("act dagger"), EffectCame)


# --- recovery action


def test_a_recovery_action_costs_2_even_when_down() -> None:
    """Q-REC-3: possible even unconscious; it is one saving throw."""
    keeper = keep("party Varda order 12 hp 3/3; Orlo order 10", rules=QUEST)
    keeper.do("count", "5", "9")
    keeper.do("hurt Varda 5")
    no = keeper.refused("act dagger")
    assert (no.code, no.hint) == ("down", "recover by Varda")
    assert keeper.refused("cast light 1 then 1").code == "down"
    assert keeper.refused("delay until 8").code == "down"
    assert keeper.told("recover") == [
        "round 1 segment 5, Varda: recovery action, one saving throw, recovery 2, next at round 1 segment 7"
    ]
    assert keeper.refused("opportunity by Varda").code == "down"
    keeper.do("recover by Varda")
    assert due(keeper, "Varda") == (1, 9)


# --- delay


def test_who_is_down_is_laid_aside_until_somebody_cares() -> None:
    """Q-REC-3: a recovery action is possible even unconscious, and nobody is asked for it each time."""
    keeper = keep("party Varda order 12 hp 3/3; Orlo order 10", rules=QUEST)
    keeper.do("count", "5", "9")
    keeper.do("hurt Varda 5")
    keeper.do("delay by Varda")
    keeper.do("act dagger by Orlo")
    # Dagger 6: acted at 9, next at 15; Varda is not asked in between.
    assert due(keeper, "Orlo") == (2, 5)
    keeper.do("act dagger")
    assert keeper.refused("step in Varda with dagger").code == "down"
    keeper.do("recover by Varda")
    # In round 2 segment 5, where Orlo acted: 2 segments later.
    assert due(keeper, "Varda") == (2, 7)


def test_who_waits_until_a_segment_acts_in_it_and_recovers_from_it_on() -> None:
    """Q-INIT-6: recovery counts from the segment that was really used: 5 and 6 of a dagger are 11."""
    keeper = counted(("Varda", 12, 3), ("Orlo", 10, 4))
    assert keeper.told("delay until 5") == ["round 1 segment 3, Varda waits until round 1 segment 5"]
    keeper.do("act dagger")  # Orlo, at 4
    assert up(keeper) == ["Varda"]
    keeper.do("act dagger")
    assert one(keeper, "Varda").due == 11


def test_a_segment_that_has_passed_is_one_of_the_next_round() -> None:
    """Q-INIT-3: after 10 the count goes on at 1. The segment of the turn itself has passed as well."""
    keeper = counted(("Varda", 12, 3))
    keeper.do("delay until 3")
    assert one(keeper, "Varda").due == 13
    assert counted(("Varda", 12, 3)).refused("delay until 11").code == "segment"


def test_whoever_waits_steps_in_after_whoever_acted_and_recovers_from_there() -> None:
    """Q-INIT-6: Varda waits at 3 and steps in at 7, after Orlo: 7 + 6 = 13, which is 3 of round 2."""
    keeper = counted(("Varda", 12, 3), ("Orlo", 10, 7), ("Sefa", 8, 7))
    keeper.do("delay")
    keeper.do("act dagger")
    assert keeper.told("step in Varda with dagger") == [
        "round 1 segment 7, Varda: dagger, recovery 6, next at round 2 segment 3"
    ]
    assert up(keeper) == ["Sefa"]


def test_stepping_in_is_at_a_later_segment_than_the_wait_began() -> None:
    """Q-INIT-6: with nobody to act at 4, that is the next; while Orlo acts at 4 he goes first."""
    keeper = counted(("Varda", 12, 3), ("Orlo", 10, 5))
    keeper.do("delay")
    keeper.do("step in Varda for 2")
    assert due(keeper, "Varda") == (1, 6)
    keeper = counted(("Varda", 12, 3), ("Orlo", 10, 4))
    keeper.do("delay")
    no = keeper.refused("step in Varda for 2")
    assert no.message == "Orlo acts before Varda steps in at round 1 segment 4"
    keeper.do("act dagger")
    keeper.do("step in Varda for 2")
    assert due(keeper, "Varda") == (1, 6)


def test_one_steps_in_at_a_segment_of_ones_own_choice() -> None:
    """Q-INIT-6: any later segment, here 8 between the turns at 5 and 10; the clock comes to it."""
    keeper = counted(("Varda", 12, 3), ("Orlo", 10, 5))
    acts(keeper, "delay", "act unarmed")
    assert keeper.refused("step in Varda at 10 for 2").code == "turn"
    assert keeper.refused("step in Varda at 11 for 2").code == "segment"
    keeper.do("step in Varda at 8 for 5")
    assert keeper.now.ms == 7 * SEGMENT
    assert due(keeper, "Varda") == (2, 3)


def test_who_waits_may_cast_focus_or_recover_on_stepping_in() -> None:
    keeper = counted(("Varda", 12, 3), ("Orlo", 10, 7))
    acts(keeper, "delay", "act dagger")
    keeper.do("cast fireball 3 then 4 by Varda")
    assert due(keeper, "Varda") == (1, 10)
    keeper = counted(("Varda", 12, 3), ("Orlo", 10, 7))
    acts(keeper, "delay", "act dagger")
    keeper.do("recover by Varda")
    assert due(keeper, "Varda") == (1, 9)


def test_when_all_wait_somebody_can_still_step_in() -> None:
    keeper = counted(("Varda", 12, 3), ("Orlo", 10, 7))
    acts(keeper, "delay", "delay")
    assert keeper.refused("act").code == "nobody"
    keeper.do("step in Varda with dagger")
    assert due(keeper, "Varda") == (2, 3)  # after Orlo at 7: 7 + 6
    keeper.do("step in Orlo with dagger")
    assert due(keeper, "Orlo") == (2, 4)  # not at 7, where he began to wait: 8 + 6


def test_only_those_step_in_who_wait() -> None:
    keeper = counted(("Varda", 12, 3), ("Orlo", 10, 7))
    assert keeper.refused("step in Varda with dagger").code == "waiting"
    keeper.do("delay")
    assert keeper.refused("delay by Varda").hint == "step in Varda"


# --- out of turn


def test_three_opportunities_a_round_and_one_for_each_turn_that_they_answer() -> None:
    """Q-REC-6."""
    keeper = counted(("Varda", 12, 1), ("Orlo", 10, 2))
    keeper.do("act for 20")
    for number in (1, 2, 3):
        keeper.do("act for 1 by Orlo")
        (taken,) = of_kind(keeper.do("opportunity by Varda"), OpportunityTaken)
        assert (taken.round, taken.used) == (1, number)
        assert keeper.refused("opportunity by Varda").code in {"answered", "opportunities"}
    keeper.do("act for 7 by Orlo")  # at 5, next at 12
    assert keeper.refused("opportunity by Varda").code == "opportunities"
    keeper.do("act for 1 by Orlo")  # at 12, and so in round 2
    (taken,) = of_kind(keeper.do("opportunity by Varda"), OpportunityTaken)
    assert (taken.round, taken.used) == (2, 1)


def test_a_second_answer_to_the_same_turn_is_refused() -> None:
    keeper = counted(("Varda", 12, 1), ("Orlo", 10, 2))
    acts(keeper, "act for 20", "act for 1")
    keeper.do("act speak by Varda")
    assert keeper.refused("opportunity by Varda").code == "answered"
    assert keeper.refused("act drop by Varda").code == "answered"
    keeper.do("act for 1 by Orlo")
    keeper.do("opportunity by Varda")
    assert keeper.refused("act speak by Varda").code == "answered"


def test_free_words_out_of_turn_are_none_of_the_three() -> None:
    keeper = counted(("Varda", 12, 1), ("Orlo", 10, 2))
    keeper.do("act for 20")
    for _ in range(4):
        keeper.do("act for 1 by Orlo")
        keeper.do("act speak by Varda")
    keeper.do("act for 1 by Orlo")
    keeper.do("opportunity by Varda")


# --- again and again


def test_everybody_does_again_what_they_did_last() -> None:
    """Two rounds from segment 7 on: Varda at 11, 17, 23; Orlo at 14, 21; the last before 27 is at 23."""
    keeper = counted(("Varda", 12, 5), ("Orlo", 10, 7))
    acts(keeper, "act dagger", "act long sword")
    (told,) = of_kind(keeper.do("repeat for 2 rounds"), TurnsRepeated)
    assert [(each.times, each.last, each.due) for each in told.again] == [(3, 23, 29), (2, 21, 28)]
    assert (told.names, told.turns, told.segment) == (("Varda", "Orlo"), 5, 23)
    assert keeper.now.ms == 22 * SEGMENT


def test_what_has_not_been_done_cannot_be_repeated() -> None:
    keeper = counted(("Varda", 12, 5))
    assert keeper.refused("repeat for 2 rounds").hint == "act by Varda"


# --- what is said


@pytest.mark.parametrize(
    "said",
    [
        "act", "act dagger", "act dagger by goblin 3", "act for 7", "act for 7 by goblin 3", "act by Varda",
        "act glaive for 9", "act glaive for 9 by Varda", 'act "sword by hand for two" by "Tom by the Way"',
        "cast fire ball 3 then 4", "cast fireball 3 then 4 by goblin 3", "focus 2",
        "focus 2 on the ogre by the door by Varda", "recover", "recover by Varda", "delay",
        "delay by goblin 3", "step in goblin 3", "step in goblin 3 with dagger", "step in Varda for 5",
        "step in Varda at 8", "step in Varda at 8 with bow", "step in Varda at 8 for 5",
        "step in Varda with glaive for 9",
        "disrupt goblin 3", "opportunity by goblin 3", "repeat for 2 rounds", "repeat for 7 segments",
        "surprise goblins totally", "surprise goblin 3 beaten on guard", "rule turn of goblin 3 4",
        "hamper goblin 3 with load over heavy", "free goblin 3 of load over heavy",
        "effect bless until goblin 3 has acted",
        "effect ward until short rest for Varda", "tide yes", "tide no", "tide +1", "tide -2",
        "leader goblin 1",
    ],
)  # fmt: skip
def test_what_is_said_is_said_again(said: str) -> None:
    keeper = keep(rules=QUEST)
    command = keeper.parse(said)
    again = keeper.language.say(command)
    assert keeper.parse(again) == command


# --- a rule set of one's own


def test_another_count_has_its_own_rounds_and_limits() -> None:
    """A house count to 6 with one opportunity in a round, standard actions of 2 and recovery actions of 4."""
    differences = """[fight]
round = "6 segments"
[fight.order]
dice = "1d6"
segments = 6
least = 2
recover = 4
opportunities = 1
"""
    book = house_rules(differences, QUEST)
    keeper = counted(("Varda", 9, 5), ("Orlo", 1, 6), rules=book)
    assert keeper.refused("act for 1").hint == "act for 2"
    assert keeper.told("recover") == [
        "round 1 segment 5, Varda: recovery action, one saving throw, recovery 4, next at round 2 segment 3"
    ]
    # Orlo at 6, in round 1, and at 8 in round 2; Varda at 9; Orlo at 10.
    for said in ("act for 2", "act for 2", "opportunity by Varda", "act for 2", "act for 2"):
        keeper.do(said)
    assert keeper.refused("opportunity by Varda").code == "opportunities"


def test_a_fight_of_two_sides_runs_by_the_count() -> None:
    keeper = fought(3, 5, 8)
    assert acts(keeper, "act dagger", "act dagger", "act dagger") == ["Varda", "goblin 1", "goblin 2"]
    assert keeper.state.fight is not None


def test_next_lets_whoever_is_up_do_what_they_did_last_and_asks_where_there_is_nothing() -> None:
    keeper = counted(("Varda", 12, 3))
    assert keeper.refused("next").hint == keeper.refused("act").hint
    keeper.do("act dagger")
    keeper.do("next")
    assert (one(keeper, "Varda").what, one(keeper, "Varda").acted) == ("dagger", 2)


@pytest.mark.parametrize(
    "weapon, who, due_at",
    [
        ("weapon dagger", "goblin", (2, 1)),  # Q-REC-2: a dagger is 6, from segment 5
        ("weapon knife", "goblin", (2, 1)),  # as quick, by another of its names
        ("weapon dagger recovery 4", "goblin", (1, 9)),  # its own recovery goes before
    ],
)
def test_the_weapon_written_of_a_side_is_what_they_attack_with(
    weapon: str, who: str, due_at: tuple[int, int]
) -> None:
    keeper = fought(3, 5, foes=(f"goblin 1 order 9 hp 4 {weapon}",))
    assert keeper.state.sides[0].hp == 4
    keeper.do("act dagger")
    keeper.do(f"act by {who}")
    assert due(keeper, who) == due_at


def test_a_weapon_without_a_recovery_is_named_when_it_is_asked_for() -> None:
    keeper = fought(3, 5, foes=("goblin 1 order 9 weapon glaive",))
    keeper.do("act dagger")
    fault = keeper.refused("act by goblin")
    assert (fault.code, fault.hint) == ("unknown-action", "act glaive for 7")


def test_the_figures_of_a_side_are_no_part_of_its_weapon() -> None:
    keeper = keep("party Varda", rules=QUEST)
    with pytest.raises(SpeechError, match="holds more than a name"):
        keeper.do("foes goblin 1 weapon foggy claw hp 4")
    keeper.do("foes goblins 2 hp 4 weapon foggy claw")
    assert [(one.weapon, one.hp) for one in keeper.state.creatures] == [("foggy claw", 4)]


def test_the_one_of_a_side_who_came_later_joins_by_number() -> None:
    keeper = fought(3, 5, foes=("ogre 1 order 9",))
    keeper.do("more ogre 1")
    assert keeper.refused("join count ogre 3").code == "unknown-name"
    keeper.do("join count ogre 2", "4")
    assert one(keeper, "ogre 2").first >= 1


def test_surprise_before_a_count_says_that_the_fight_comes_first() -> None:
    keeper = keep("party Varda; Orlo", rules=QUEST)
    assert keeper.refused("surprise Varda totally").hint == "fight, then surprise Varda totally"
