"""What is offered for what stands open: what fits it comes first."""

from __future__ import annotations

import pytest

from tests.app.campaigns import begun, delving, do
from turnkeeper.app.outcomes import CommandDone
from turnkeeper.app.session import Session
from turnkeeper.play.kernel.event import Refusal
from turnkeeper.rules.reading.load import builtin_ids, load_builtin
from turnkeeper.views.parts.matters import answers, matters, rests_of


@pytest.mark.parametrize(
    "total, first",
    [
        ("2", "fight"),  # 2 or less: they attack at once (G-REACT-1)
        ("7", "fight"),  # 3 to 7: they may attack
        ("8", "part"),  # 8 to 11: ready to talk or trade
        ("12", "part"),
    ],
)
def test_what_is_offered_first_fits_the_reaction(total: str, first: str) -> None:
    campaign = delving()
    do(campaign, "meet goblins", "3+4")
    assert next(answers(campaign.state, campaign.book)) == "reaction"
    do(campaign, "reaction", total)
    offered = list(answers(campaign.state, campaign.book))
    assert offered[0] == first
    assert sorted(offered) == ["fight", "let it come", "part"]


def test_one_of_several_that_attacks_is_the_one_to_fight_named_or_not() -> None:
    campaign = delving()
    do(campaign, "meet something", "3+4")
    do(campaign, "reaction", "2")
    assert next(answers(campaign.state, campaign.book)).replace('"', "") == "fight with something"
    do(campaign, "meet goblins", "3+4")
    do(campaign, "reaction of goblins", "12")
    assert next(answers(campaign.state, campaign.book)).replace('"', "") == "fight with something"


@pytest.mark.parametrize("rules", builtin_ids())
def test_every_hostile_reaction_is_answered_by_a_fight(rules: str) -> None:
    campaign = begun(rules=load_builtin(rules))
    reaction = campaign.book.set.reaction
    assert reaction is None or reaction.hostile


def test_a_question_is_answered_by_its_choices() -> None:
    campaign = delving()
    do(campaign, "search", "8")
    assert list(answers(campaign.state, campaign.book)) == ["choose rest", "choose fatigue"]
    assert not isinstance(campaign.decide(campaign.parse("choose rest"), campaign.seeded()), Refusal)
    # What takes its time is no answer while those who were met hold the clock.
    do(campaign, "meet goblins", "3+4")
    assert isinstance(campaign.decide(campaign.parse("choose rest"), campaign.seeded()), Refusal)
    assert list(answers(campaign.state, campaign.book)) == ["choose fatigue"]
    assert isinstance(Session(campaign).say("1"), CommandDone)
    assert campaign.head.summary == "choose fatigue"


def test_a_night_is_not_answered_with_weeks_of_rest() -> None:
    """V-REST-3: four weeks of rest heal it all, and a day's march ends with a night's sleep."""
    campaign = begun(rules=load_builtin("advanced"))
    for said in ("party Ann hp 4", "enter wilderness"):
        do(campaign, said)
    assert list(rests_of(campaign.state, campaign.book)) == ["sleep"]


def test_a_shift_of_the_tide_is_not_asked_about_when_nobody_is_left_to_fight() -> None:
    """Q-TIDE-1: two to one outnumber a lone ogre; a fight that is won has no Tide to shift."""
    campaign = begun(rules=load_builtin("quest-of-destiny"))
    for said in ("party Ann order 5 hp 9; Bel order 9 hp 9", "foes ogre 1 order 9 hp 14"):
        do(campaign, said)
    do(campaign, "fight", "3", "8", "6")
    assert "tide yes" in [say for one in matters(campaign.state, campaign.book) for say in one.says]
    do(campaign, "kill ogre")
    says = [say for one in matters(campaign.state, campaign.book) for say in one.says]
    assert "tide yes" not in says
    assert says[0] == "end fight"
