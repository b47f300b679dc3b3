"""Enter, the first step: what the moment asks for, in each rule set."""

from __future__ import annotations

import pytest

from tests.app.campaigns import begun, do
from tests.play.keeper import CALM
from turnkeeper.app.campaign import Campaign
from turnkeeper.app.library import in_memory
from turnkeeper.app.outcomes import CommandDone
from turnkeeper.app.session import Session
from turnkeeper.rules.reading.load import load_builtin
from turnkeeper.views.parts.steps import NextStep
from turnkeeper.views.referee.view import referee_view

PARTIES = {
    "glog": "party Varda wisdom 12 hp 7; Orlo wisdom 9 hp 5",
    "dungeon-game": "party Varda agility 11 brawn 12 cunning 13 hp 7; Orlo agility 10 brawn 9 cunning 9 hp 5",
    "cresthaven": "party Varda dexterity 1 hp 7; Orlo dexterity 0 hp 5",
    "quest-of-destiny": "party Varda dexterity 14 intelligence 12 charisma 16 hp 14",
}
STEP = {"glog": "1 turn", "dungeon-game": "1 turn", "cresthaven": "1 turn", "quest-of-destiny": "1 phase"}


def sat(rules: str, *said: str) -> Campaign:
    """Return a campaign of a small party after some commands, with nothing met on the way."""
    campaign = begun(rules=load_builtin(rules))
    for one in (PARTIES[rules], *said):
        do(campaign, one, dice=CALM)
    return campaign


def first(campaign: Campaign) -> NextStep:
    """Return the step that Enter takes."""
    found = [one for one in referee_view(campaign).steps if one.first]
    assert len(found) == 1
    return found[0]


@pytest.mark.parametrize("rules", PARTIES)
def test_underground_it_is_the_step_of_the_scene(rules: str) -> None:
    assert first(sat(rules, "enter dungeon", "light torch")).say == f"wait {STEP[rules]}"


@pytest.mark.parametrize("rules", PARTIES)
def test_at_contact_it_is_the_reaction_or_else_the_answer_that_comes_first(rules: str) -> None:
    campaign = sat(rules, "enter dungeon", "light torch")
    do(campaign, "meet owlbear", "3 4")
    reacts = load_builtin(rules).reaction is not None
    assert first(campaign).say == ("reaction" if reacts else "fight")


@pytest.mark.parametrize(
    "rules, people", [("classic", "Varda adventurer hp 7"), ("advanced", "Varda human hp 7")]
)
def test_where_both_sides_throw_for_surprise_it_comes_before_the_reaction(rules: str, people: str) -> None:
    """B-SURP-1 and V-SURP-1: as an encounter begins."""
    campaign = begun(rules=load_builtin(rules))
    for said in (f"party {people}", "enter dungeon", "light torch"):
        do(campaign, said, dice=CALM)
    do(campaign, "meet owlbear")
    assert first(campaign).say == "throw surprise"
    assert next(one.say for one in referee_view(campaign).cards[0].steps if one.first) == "throw surprise"
    do(campaign, "throw surprise", "4", "4")
    assert first(campaign).say.startswith("reaction")


@pytest.mark.parametrize("rules", PARTIES)
def test_what_was_cut_short_is_resumed_once_what_cut_it_short_is_over(rules: str) -> None:
    campaign = sat(rules, "enter dungeon", "light torch")
    do(campaign, "wait 4 turns" if rules != "quest-of-destiny" else "wait 4 phases", *cut(rules))
    do(campaign, "part")
    assert campaign.state.unfinished
    assert first(campaign).say == "resume"


def cut(rules: str) -> tuple[str, ...]:
    """Return the faces with which the first check of a wait is an encounter; D-LIGHT-1 throws for a torch."""
    return {
        "glog": ("3", "3 4"),
        "dungeon-game": ("2", "1", "3 4"),
        "cresthaven": ("1", "3 4"),
        "quest-of-destiny": ("1", "3 4"),
    }[rules]


@pytest.mark.parametrize("rules", PARTIES)
def test_by_night_out_of_doors_it_is_the_night_s_rest_until_they_have_slept(rules: str) -> None:
    campaign = sat(rules, "enter wilderness")
    do(campaign, "rule clock day 1 19:00")
    step = first(campaign)
    assert step.kind in {"camp", "sleep"}


@pytest.mark.parametrize("rules", PARTIES)
def test_by_day_out_of_doors_it_is_time(rules: str) -> None:
    campaign = sat(rules, "enter wilderness")
    do(campaign, "rule clock day 1 09:00")
    assert first(campaign).say.startswith("wait 1") or first(campaign).say == "wait 6 turns"


def test_who_has_slept_is_not_sent_to_bed_again() -> None:
    """G-HEAL-2: a night of 8 hours from 18:00 is over at 02:00, which is night still."""
    campaign = sat("glog", "stock 9 rations", "enter wilderness")
    do(campaign, "rule clock day 1 18:00")
    assert first(campaign).kind == "sleep"
    do(campaign, first(campaign).say, dice=CALM)
    assert first(campaign).say == "wait 1 watch"


@pytest.mark.parametrize(
    "rules, people",
    [
        ("classic", "Varda charisma 12 hp 7"),
        ("fifth", "Varda wisdom 12 constitution 12 perception 1 hp 9"),
    ],
)
def test_who_wakes_in_the_dark_on_a_journey_waits_for_the_dawn_and_then_resumes_it(
    rules: str, people: str
) -> None:
    """The march is over by evening; when they have slept eight hours it is night still, and nothing burns."""
    campaign = in_memory("On the way", load_builtin(rules), seed="lantern")
    on_the_way = ("stock 9 rations", "use map sample", "enter wilderness", "stand at 0205", "travel to 1110")
    for said in (f"party {people}", "rule clock day 1 08:00", *on_the_way):
        assert isinstance(Session(campaign).say(said), CommandDone)
    assert first(campaign).kind in {"camp", "sleep"}
    Session(campaign).say(first(campaign).say)
    assert first(campaign).say == "wait until dawn"
    Session(campaign).say("wait until dawn")
    assert first(campaign).say.startswith("resume")


def test_a_question_has_no_first_answer() -> None:
    campaign = sat("glog", "enter dungeon Barrow", "light torch")
    do(campaign, "next", "8")  # weariness asks (G-ENC-2)
    assert not any(one.first for one in referee_view(campaign).steps)


def test_turns_round_the_table_are_steps_where_a_step_is_a_round() -> None:
    """T-TURN-1: in order, always; T-TURN-3: or loosely, a round at a time. In town nobody takes turns."""
    campaign = begun(rules=load_builtin("torchlit"))
    for said in ("party Varda dexterity 0; Orlo dexterity 0", "enter dungeon", "light torch for Varda"):
        do(campaign, said)
    steps = referee_view(campaign).steps
    assert (steps[0].say, steps[0].first) == ("wait 1 round", True)
    assert "turn order" in {one.say for one in steps}
    # 12 of Varda, 9 of Orlo, 15 of the referee.
    do(campaign, "turn order", "12", "9", "15")
    first, second, *_ = referee_view(campaign).steps
    assert (first.label, first.say, first.key) == ("The referee has had a turn", "next", "n")
    assert (first.first, second.say) == (True, "wait 1 round")
    do(campaign, "next")
    assert referee_view(campaign).steps[0].label == "Varda has had a turn"
    do(campaign, "enter settlement")
    assert "next" not in {one.say for one in referee_view(campaign).steps}


def test_in_a_camp_it_is_the_rest_by_night_until_they_have_slept() -> None:
    """T-REST-1: camp is made wherever one rests in danger, in the dark too; by day it is offered too."""
    campaign = begun(rules=load_builtin("torchlit"))
    for said in ("party Varda dexterity 0", "stock 3 rations", "enter camp", "no checks here"):
        do(campaign, said)
    do(campaign, "rule clock day 1 09:00")
    assert first(campaign).say != "rest"
    assert "rest" in {one.say for one in referee_view(campaign).steps}
    do(campaign, "rule clock day 1 20:00")
    assert first(campaign).say == "rest"
    do(campaign, "rest")
    assert first(campaign).say == "wait 10 rounds"
    do(campaign, "enter dungeon")
    assert "rest" not in {one.say for one in referee_view(campaign).steps}
