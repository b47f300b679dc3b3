"""Weariness and its like: a table asks, the clock waits, the referee chooses (G-ENC-2)."""

from __future__ import annotations

import pytest

from tests.play.keeper import CALM, TURN, ByName, Keeper, keep, of_kind
from turnkeeper.play.clock.checks import Checked
from turnkeeper.play.clock.clock import TaskEnded, TaskInterrupted
from turnkeeper.play.clock.questions import Chosen
from turnkeeper.play.party.fatigue import FatigueChanged
from turnkeeper.time import ORIGIN

WISE = ByName({"encounter check": "12", "wisdom of Varda": "5", "wisdom of Orlo": "15"})


def weary(said: str = "next") -> Keeper:
    keeper = keep(
        "party Varda wisdom 10; Orlo wisdom 10", "enter dungeon Barrow", "light torch", "enter room Hall"
    )
    keeper.do(said, "8")
    return keeper


def test_g_enc_2_weariness_asks_and_offers_a_turn_s_rest_or_a_slot_of_fatigue() -> None:
    question = weary().state.question
    assert question is not None
    assert question.text == "The party is weary: do they rest?"
    assert question.choices == ("rest", "fatigue")


def test_the_question_stops_an_advance_and_what_was_left_is_kept() -> None:
    keeper = weary("wait 1 h")
    assert keeper.now == ORIGIN + TURN
    (cut,) = of_kind(keeper.events, TaskInterrupted)
    assert cut.left == TURN * 5


def test_g_enc_2_choosing_fatigue_gives_each_character_a_slot_and_takes_no_time() -> None:
    keeper = weary()
    tired = of_kind(keeper.do("choose fatigue"), FatigueChanged)
    assert [(one.who, one.by, one.rule) for one in tired] == [("Varda", 1, "G-ENC-2"), ("Orlo", 1, "G-ENC-2")]
    assert keeper.now == ORIGIN + TURN


def test_g_enc_2_choosing_rest_passes_a_turn_with_its_own_check() -> None:
    keeper = weary()
    events = keeper.do("choose rest", "12")
    assert [one.what for one in of_kind(events, TaskEnded)] == ["rest"]
    assert [one.at for one in of_kind(events, Checked)] == [ORIGIN + TURN * 2]
    assert keeper.now == ORIGIN + TURN * 2
    assert of_kind(events, FatigueChanged) == []


def test_the_rest_itself_may_bring_weariness_again_and_what_was_left_is_resumed_in_its_order() -> None:
    keeper = weary("wait 2 turns")
    keeper.do("choose rest", "8")
    keeper.do("choose fatigue")
    assert [task.what for task in keeper.state.unfinished] == ["wait"]
    (done,) = of_kind(keeper.do("resume", "12"), TaskEnded)
    assert (done.what, done.at) == ("wait", ORIGIN + TURN * 3)


@pytest.mark.parametrize(
    "said", ["next", "wait 1 h", "search", "rest 1 h", "lunch", "move 50 ft", "fight", "wait until dawn"]
)
def test_time_waits_for_the_answer(said: str) -> None:
    refusal = weary().refused(said)
    assert (refusal.code, refusal.hint) == ("question", "choose rest or choose fatigue")


def test_what_takes_no_time_does_not_wait() -> None:
    keeper = weary()
    for said in ("douse torch", "light torch", "note they sit down", "hire Bram morale 7", "enter corridor"):
        keeper.do(said)


def test_resume_waits_for_the_answer_too() -> None:
    assert weary("wait 1 h").refused("resume").code == "question"


def test_the_first_letters_are_enough_and_anything_else_is_refused_with_the_choices() -> None:
    keeper = weary()
    assert keeper.refused("choose sleep").hint == "rest or fatigue"
    assert keeper.refused("choose fatige").hint == "did you mean 'fatigue'?"
    assert keeper.told("choose f")[0] == "chosen: fatigue"
    assert keeper.refused("choose rest").code == "no-question"


def test_a_question_at_the_noise_of_a_fight_is_answered_without_taking_time_or_after_the_fight() -> None:
    keeper = weary("fight enemies")
    assert keeper.refused("round").code == "question"
    assert keeper.refused("choose rest").code == "fight"
    other = keeper.copy()
    keeper.do("choose fatigue")
    keeper.do("round", dice=WISE)
    # Or: the fight is called off; its turn waits for the answer, and comes after the rest.
    (cut,) = of_kind(other.do("end fight"), TaskInterrupted)
    assert (cut.what, cut.left, other.now) == ("looting and breath", TURN, ORIGIN)
    other.do("choose rest", dice=CALM)
    other.do("resume", dice=CALM)
    assert other.now == ORIGIN + TURN * 2


def test_a_clock_set_back_is_before_the_question() -> None:
    """T2."""
    keeper = weary()
    keeper.do("rule clock day 1 00:05")
    assert keeper.state.question is None


def turning(*said: str) -> Keeper:
    """Return a journey at whose first outdoor check the weather may turn (a 6 on 2d6)."""
    keeper = keep("party Varda wisdom 10", "enter wilderness")
    keeper.do("wait 2 h", "1", "6")
    for one in said:
        keeper.do(one)
    return keeper


def test_g_hex_8_weather_that_the_referee_rules_is_the_answer_to_the_question_about_it() -> None:
    assert turning().state.question is not None
    keeper = turning()
    events = keeper.do("weather storm")
    assert [one.choice for one in of_kind(events, Chosen)] == ["storm"]
    assert keeper.state.question is None
    assert keeper.state.weather is not None
    assert keeper.state.weather.to == "storm"


def test_a_question_about_something_else_is_not_answered_by_the_weather() -> None:
    keeper = weary()
    events = keeper.do("weather storm")
    assert of_kind(events, Chosen) == []
    assert keeper.state.question is not None


def test_g_hex_8_the_weather_that_is_there_already_is_chosen_by_its_name() -> None:
    refusal = turning().refused("weather clear")
    assert refusal.hint == "choose clear"
