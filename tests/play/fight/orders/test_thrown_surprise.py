"""Surprise by a die a side, the order of sides with ties and slow weapons, and steady morale."""

from __future__ import annotations

import pytest

from tests.play.keeper import Keeper, house_rules, keep
from turnkeeper.play.fight.orders.by_sides import MOST_THROWS


def _met(*said: str) -> Keeper:
    return keep("party Mira; Orlo", "enter dungeon Barrow", "foes rats 4 morale 7", *said, rules="classic")


@pytest.mark.parametrize(
    "faces, told, lost",
    [
        (("2", "3"), "surprise: party 2 surprised, enemies 3, losing 1 round", ["party"]),
        (("3", "1"), "surprise: party 3, enemies 1 surprised, losing 1 round", ["rats"]),
        (("1", "2"), "surprise: party 1 surprised, enemies 2 surprised; neither gains by it", []),
        (("3", "6"), "surprise: party 3, enemies 6: nobody is surprised", []),
    ],
)
def test_b_surp_1_only_the_one_side_that_is_surprised_loses_a_round(
    faces: tuple[str, ...], told: str, lost: list[str]
) -> None:
    keeper = _met()
    assert keeper.told("throw surprise", *faces) == [told]
    keeper.do("fight")
    assert keeper.state.fight is not None
    assert [(one.who, one.rounds) for one in keeper.state.fight.surprised] == [(who, 1) for who in lost]


def test_b_light_2_a_light_in_the_dark_gives_the_party_away_and_none_by_day() -> None:
    keeper = _met("light torch for Mira")
    assert keeper.told("throw surprise", "3") == ["surprise: party 3: nobody is surprised"]
    outside = keep("party Mira", "light torch for Mira", "rule clock 12:00", rules="classic")
    assert len(outside.told("throw surprise", "3", "3")[0].split(",")) == 2


def test_surprise_counts_at_its_instant_alone() -> None:
    keeper = _met()
    keeper.do("throw surprise", "2", "3")
    keeper.do("wait 1 round")
    keeper.do("fight")
    assert keeper.state.fight is not None
    assert keeper.state.fight.surprised == ()


@pytest.mark.slow
def test_b_init_1_equal_sides_throw_again_and_at_last_act_at_once() -> None:
    rules = house_rules('[fight.order]\nties = "again"\n', "classic")
    keeper = keep("party Mira", "foes rats 4", "fight", rules=rules)
    assert keeper.told("round", "3", "3", "4", "4", "1", "6")[0].startswith("round 1: rats 6, then party 1")
    always = ["5"] * 2 * MOST_THROWS
    assert keeper.told("round", *always)[-1] == "round 2: party and rats 5 at once"


def test_b_init_2_who_wields_a_two_handed_weapon_acts_behind_all_sides_until_they_lay_it_down() -> None:
    keeper = _met("wield two-handed by Orlo", "fight")
    keeper.do("round", "6", "1")
    assert keeper.state.fight is not None
    assert [go.who for go in keeper.state.fight.goes] == [("Mira",), ("rats",), ("Orlo",)]
    keeper.do("wield nothing by Orlo")
    keeper.do("round", "6", "1")
    assert [go.who for go in keeper.state.fight.goes] == [("Mira", "Orlo"), ("rats",)]


def test_b_mor_2_a_side_that_held_twice_is_asked_no_more_however_many_fall() -> None:
    keeper = _met("fight")
    keeper.do("kill 1 rats", "7")
    keeper.do("kill 1 rats", "2")
    assert keeper.refused("morale rats").code == "steady"
    keeper.do("kill 1 rats")
    assert not keeper.state.sides[0].broken


def test_a_side_can_be_steady_once_it_has_held() -> None:
    rules = house_rules("[morale]\nsteady = 1\n", "classic")
    keeper = keep("party Mira", "foes rats 6 morale 7", rules=rules)
    keeper.do("morale rats", "7")
    assert keeper.refused("morale rats").code == "steady"


def test_b_init_1_phases_that_are_walked_are_goes_one_after_the_other() -> None:
    """A side does all of one phase before any of the next, and who falls is out of the rest."""
    rules = house_rules("[fight.order]\nwalked = true\nphases = ['movement', 'blows']\n", "classic")
    keeper = keep("party Mira; Orlo", "foes rats 4", "fight", rules=rules)
    told = keeper.told("round", "5", "2")[0]
    assert told == "round 1: party 5, then rats 2; each in turn: movement, blows"
    assert keeper.state.fight is not None
    assert [(go.who, go.phase) for go in keeper.state.fight.goes] == [
        (("Mira", "Orlo"), "movement"),
        (("Mira", "Orlo"), "blows"),
        (("rats",), "movement"),
        (("rats",), "blows"),
    ]
    keeper.do("done Mira")
    assert keeper.refused("done Mira").hint == "Orlo (movement) acts now, then party (blows)"
    keeper.do("done Orlo")
    keeper.do("kill Orlo")
    keeper.do("done")
    assert keeper.refused("done Mira").hint == "rats (movement) act now, then rats (blows)"


def test_b_mor_1_who_never_fights_or_fights_to_the_death_is_never_tested() -> None:
    for morale, does in ((2, "never fights"), (12, "fights to the death")):
        keeper = keep("party Mira; Orlo", f"foes rats 3 morale {morale}", "fight", rules="classic")
        keeper.do("kill 2 rats")  # with no throw: its first death, and half of it is down
        refusal = keeper.refused("morale rats")
        assert (refusal.code, does in refusal.message) == ("untested", True)
