"""The rows of a fight: hit points, states, what lasts and until when, and what would test a side next."""

from __future__ import annotations

from tests.app.campaigns import WISE, delving, do
from tests.play.keeper import ByName
from turnkeeper.app.campaign import Campaign
from turnkeeper.views.parts.combatants import Combatant, Troop, states_known, troops
from turnkeeper.views.referee.glance import glance

STEADY = ByName({**WISE.faces, "morale of goblins": "3 4"})


def rows(campaign: Campaign) -> dict[str, Combatant]:
    found = (one for troop in sides(campaign) for one in (*troop.lines, *troop.fresh, *troop.aside))
    return {one.name: one for one in found}


def sides(campaign: Campaign) -> tuple[Troop, ...]:
    return troops(campaign.state, campaign.book)


def fighting(*said: str) -> Campaign:
    campaign = delving("foes goblins 6 morale 12 hp 5", "foes ogre 1 hp 20")
    for each in ("fight", "round", *said):
        do(campaign, each, dice=STEADY)
    return campaign


def test_nobody_has_a_row_before_a_fight() -> None:
    assert sides(delving("foes goblins 6 hp 5")) == ()


def test_a_row_tells_hit_points_as_pips_and_as_a_number() -> None:
    found = rows(fighting("hurt goblin 2 3", "hurt ogre 15"))
    assert (found["goblin 2"].pips, found["goblin 2"].points) == ((True, True, False, False, False), "2/5")
    # Twenty are too many for pips; a quarter of them is few.
    assert (found["ogre"].pips, found["ogre"].points, found["ogre"].low) == ((), "5/20", True)


def test_each_state_is_told_and_who_is_out_is_laid_aside() -> None:
    campaign = fighting(
        "kill goblin 1", "down goblin 2", "flee goblin 3", "surrender goblin 4", "down Orlo", "done Varda"
    )
    party, goblins, _ogre = sides(campaign)
    assert [(one.name, one.condition) for one in goblins.aside] == [
        ("goblin 1", "dead"),
        ("goblin 2", "down"),
        ("goblin 3", "fled"),
        ("goblin 4", "surrendered"),
    ]
    assert goblins.out == "1 dead, 1 down, 1 fled, 1 surrendered"
    assert [one.name for one in goblins.lines] == ["goblin 5", "goblin 6"]
    assert {one.turn for one in goblins.lines} == {"acting"}
    assert [(one.name, one.condition) for one in party.aside] == [("Orlo", "down")]
    assert [(one.name, one.turn) for one in party.lines] == [("Varda", "acted")]


def test_what_lasts_on_somebody_stands_in_their_row_with_its_end() -> None:
    campaign = fighting("effect stunned on goblin 5 until their next turn", "timer bless for Varda")
    found = rows(campaign)
    assert found["goblin 5"].lasts == ("stunned until they have acted",)
    assert found["Varda"].lasts == ("bless until ended",)
    # What a row says ends it, does.
    do(campaign, *found["goblin 5"].ends)
    do(campaign, *found["Varda"].ends)
    assert not rows(campaign)["goblin 5"].lasts + rows(campaign)["Varda"].lasts
    campaign = fighting("effect stunned on goblin 5 until their next turn", "timer bless for Varda")
    # What was used comes before our own words.
    assert states_known(campaign.state)[:2] == ("bless", "stunned")


def test_the_unhurt_of_many_are_told_by_their_numbers_and_the_others_by_a_row() -> None:
    campaign = delving("foes goblins 40 morale 12 hp 5")
    for each in ("fight", "hurt goblin 17 2", "effect held on goblin 30 until their next turn"):
        do(campaign, each, dice=STEADY)
    goblins = sides(campaign)[1]
    assert [one.name for one in goblins.lines] == ["goblin 17", "goblin 30"]
    assert len(goblins.fresh) == 38
    do(campaign, "more goblins 100")
    do(campaign, "hurt goblin 120 1")
    goblins = sides(campaign)[1]
    # Sixty by number, and whoever of the others is hurt: 61 of 140.
    assert "goblin 120" in {one.name for one in goblins.lines}
    assert goblins.more == 79


def test_a_side_says_what_would_test_it_next_and_where_a_figure_is_asked_for() -> None:
    """G-MOR-1: the first death, and half of six down."""
    campaign = fighting()
    assert sides(campaign)[1].tests == ("the first death", "3 more down")
    assert glance(campaign).sides[0].tests == ("the first death", "3 more down")
    do(campaign, "kill goblin 1", dice=STEADY)
    assert sides(campaign)[1].tests == ("2 more down",)
    assert [one.asks for one in sides(campaign)] == [False, False, False]
    do(campaign, "foes rats 3")
    assert sides(campaign)[-1].asks
    do(campaign, "rule hp of rats 2")
    assert rows(campaign)["rat 3"].points == "2/2"
