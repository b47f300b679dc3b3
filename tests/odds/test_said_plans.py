"""Plans in a sentence, as a referee asks them at the table, from where the campaign stands."""

from __future__ import annotations

from fractions import Fraction
from io import StringIO

import pytest

from turnkeeper.app.campaign import Campaign
from turnkeeper.app.library import in_memory
from turnkeeper.app.outcomes import CommandDone
from turnkeeper.app.plans.answering import plan_odds
from turnkeeper.app.plans.shipped import said_plan
from turnkeeper.app.session import Session
from turnkeeper.cli.plans.drawn import plan_drawn
from turnkeeper.cli.screen import Screen
from turnkeeper.rules.reading.load import load_builtin
from turnkeeper.views.odds import plan_table
from turnkeeper.views.planned import planned

TURN = 600_000


def begun(*said: str, rules: str = "glog") -> Campaign:
    campaign = in_memory("Barrow", load_builtin(rules), seed="said")
    session = Session(campaign)
    for one in said:
        assert isinstance(session.say(one), CommandDone), one
    return campaign


@pytest.mark.parametrize(
    "said, lines",
    [
        ("search", ["> search"]),
        ("what if we search two more rooms, then back?", ["repeat 2 times", "  > search", "end", "> leave"]),
        ("explore 3 rooms quietly", ["repeat 3 times", "  > explore quietly", "end"]),
        ("search 20 x 20 five times", ["repeat 5 times", "  > search 20 x 20", "end"]),
        ("rest 1 turn twice", ["repeat 2 times", "  > rest 1 turn", "end"]),
        ("until dark", ["repeat until dark", "  > next", "end"]),
        ("search until it's dark; go back", ["repeat until dark", "  > search", "end", "> leave"]),
        ("wait until dark", ["> wait until dark"]),
        ("search and then straight back out", ["> search", "> leave"]),
        ("travel to 0405 and back", ["> travel to 0405", "> leave"]),
    ],
)
def test_a_sentence_is_a_plan(said: str, lines: list[str]) -> None:
    told = said_plan(said, back="leave").splitlines()
    assert told[: len(lines)] == lines
    assert all(line.startswith(("ask", "repeat", " ", "end", "when")) for line in told[len(lines) :])


def test_without_a_way_back_it_is_said_that_it_is_not_understood() -> None:
    assert said_plan("back").splitlines()[0] == "> back"


def test_two_more_rooms_and_back_take_a_turn_each_and_one_more_whenever_the_party_is_weary() -> None:
    """Each turn ends in a check, 2d6, and an 8, 5 of 36, has them rest a turn (G-ENC-2).

    So the turns are the trials until the second that brings no rest: k with (k - 1) p^(k - 2) q^2.
    """
    campaign = begun("party Varda; Orlo", "enter dungeon", "stock 6 torches", "light torch for Varda")
    plan = planned(campaign.state, campaign.book, "what if we search two more rooms, then back")
    odds = plan_odds(plan, "plan", here=campaign)
    (law,) = [one.law for one in odds.answers if one.asked == "how long"]
    weary, on = Fraction(5, 36), Fraction(31, 36)
    for turns in range(2, 7):
        weight = dict(law.weights)[turns * TURN]
        assert Fraction(weight, law.total) == (turns - 1) * weary ** (turns - 2) * on**2
    assert Fraction(law.still_open, law.total) < Fraction(1, 10**12)
    assert not odds.causes


def test_one_of_a_unit_is_told_in_the_singular() -> None:
    campaign = begun("party Varda", "enter dungeon", "light torch for Varda", rules="classic")
    told = plan_table(plan_odds(planned(campaign.state, campaign.book, "rest 1 turn"), "plan", here=campaign))
    assert told.answers[0].sentence == "over always after 1 turn"


def test_a_plan_that_the_rules_refuse_says_so_before_its_figures() -> None:
    campaign = begun("party Varda", "enter dungeon", "light torch for Varda", rules="classic")
    odds = plan_odds("> heal Orlo 3\nask how long", "plan", here=campaign)
    lines = list(plan_drawn(Screen(StringIO()), plan_table(odds)))
    assert "refused: nobody called 'Orlo' is in the party" in lines[1]
