"""What status and advice show of a fight: the order of the round, who acts, what to say (G-INIT-1)."""

from __future__ import annotations

from tests.app.campaigns import WISE, begun, delving, do
from turnkeeper.app.campaign import Campaign
from turnkeeper.rules.reading.load import load_builtin
from turnkeeper.views.complete import complete
from turnkeeper.views.parts.fights import FightView
from turnkeeper.views.parts.matters import matters
from turnkeeper.views.referee.glance import glance


def seen(campaign: Campaign) -> FightView:
    fight = glance(campaign).fight
    assert fight is not None
    return fight


def steps(campaign: Campaign) -> tuple[str, tuple[str, ...]]:
    first = matters(campaign.state, campaign.book)[0]
    return first.about, first.says


def test_advice_after_each_step_says_who_acts_and_what_to_say() -> None:
    campaign = delving("foes goblins 4", "foes ogre 1")
    do(campaign, "fight", dice=WISE)
    assert steps(campaign) == ("a fight is going on", ("round", "end fight"))
    do(campaign, "round", dice=WISE)
    assert steps(campaign) == ("in the fight, now Varda", ("done", "round", "end fight"))
    do(campaign, "done")
    about, said = steps(campaign)
    assert about == "in the fight, now goblins and ogre"
    assert said == ("done", "done goblins", "done ogre", "round", "end fight")
    assert [one.text for one in complete(campaign, "done ")] == ["goblins", "ogre"]
    do(campaign, "done goblins")
    assert steps(campaign) == ("in the fight, now ogre", ("done", "round", "end fight"))
    do(campaign, "kill ogre")
    do(campaign, "flee goblins")
    assert steps(campaign) == ("no enemy is left who fights", ("end fight", "round"))


def test_each_step_that_is_advised_can_be_taken() -> None:
    campaign = delving("foes goblins 4", "foes ogre 1")
    do(campaign, "fight", dice=WISE)
    for _ in range(8):
        do(campaign, steps(campaign)[1][0], dice=WISE)
    assert seen(campaign).round == 2


def test_the_view_has_the_order_now_and_next_and_the_end_of_it() -> None:
    campaign = delving("foes goblins 4")
    do(campaign, "fight", dice=WISE)
    assert (seen(campaign).lines, seen(campaign).now) == (("no round yet",), "")
    do(campaign, "round", dice=WISE)
    view = seen(campaign)
    assert (view.now, view.coming) == ("Varda", ("goblins", "Orlo"))
    assert view.lines == ("round 1: before Varda; after Orlo", "now Varda, then goblins, then Orlo")
    for _ in range(3):
        do(campaign, "done")
    assert seen(campaign).order == "all have acted"


def test_a_long_order_ends_in_dots() -> None:
    people = "; ".join(f"Person-{letter} wisdom 10" for letter in "ABCDEFGHIJKL")
    campaign = begun()
    do(campaign, f"party {people}")
    do(campaign, "fight enemies")
    do(campaign, "round", *["5"] * 12)
    view = seen(campaign)
    assert len(view.coming) == 12  # eleven more, and the enemies
    assert view.order.endswith("then Person-I ...")


def test_what_somebody_wields_is_shown() -> None:
    campaign = begun(rules=load_builtin("dungeon-game"))
    do(campaign, "party Varda agility 10")
    do(campaign, "wield large melee by Varda")
    assert glance(campaign).party[0].wields == "large melee"
    assert [one.text for one in complete(campaign, "wield s")] == ["small ranged"]
