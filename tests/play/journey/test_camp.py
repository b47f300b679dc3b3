"""The camp: what shelters it, what the night gives back, and what it costs the day after."""

from __future__ import annotations

import pytest

from tests.play.keeper import HOUR, TURN, ByName, Keeper, keep, of_kind
from turnkeeper.play.journey.camp import CampMade
from turnkeeper.play.party.exertion import Exerted, ExertionOwed
from turnkeeper.play.party.party import HitPointsChanged

PEOPLE = "party Varda brawn 12 cunning 13 hp 2/12 level 2; Orlo brawn 9 cunning 8 hp 6/6"
FOUND = {
    # D-CAMP-1, row by row: winter, spring, summer, autumn; 20 is always.
    "forest": (18, 20, 20, 20),
    "hills": (8, 12, 14, 12),
    "mountains": (8, 8, 8, 8),
    "grassland": (6, 8, 8, 6),
    "swamp": (8, 10, 10, 8),
}


def party(*said: str) -> Keeper:
    return keep(PEOPLE, *said, rules="dungeon-game", dice=None)


def made(game: Keeper, said: str, *faces: str) -> CampMade:
    (one,) = of_kind(game.do(said, *faces), CampMade)
    return one


@pytest.mark.parametrize("terrain", FOUND)
@pytest.mark.parametrize("number,season", [(0, "winter"), (1, "spring"), (2, "summer"), (3, "autumn")])
def test_natural_shelter_is_found_up_to_the_number_of_terrain_and_season(
    terrain: str, number: int, season: str
) -> None:
    """D-CAMP-1, both sides of every number."""
    up_to = FOUND[terrain][number]
    game = keep(rules="dungeon-game", dice=None)
    game.do(f"season {season}")
    if up_to == 20:
        assert made(game, f"camp in {terrain}").shelter == "natural"
        return
    assert made(game.copy(), f"camp in {terrain}", str(up_to)).shelter == "natural"
    none = made(game.copy(), f"camp in {terrain}", str(up_to + 1))
    assert (none.shelter, none.up_to, none.season) == ("", up_to, season)


def test_a_camp_takes_a_watch_or_as_long_as_is_said() -> None:
    """D-HEX-1: the search for shelter is part of it."""
    game = party()
    game.do("camp with shelter", "1", "1")
    assert game.now.ms == 6 * HOUR.ms
    game.do("camp with shelter for 9 h", "1", "1")
    assert game.now.ms == 15 * HOUR.ms
    assert game.refused("camp with shelter for 5 h").code == "length"


def test_a_counted_tent_shelters_and_asks_nothing() -> None:
    game = party("stock 1 tent")
    assert game.told("camp", "1", "1")[0] == "camp, sheltered: tent"
    game.do("rule stock tent 0")
    assert made(game, "camp in hills", "13", "1").shelter == ""


@pytest.mark.parametrize("face,less,gain", [("5", "1", 5), ("1", "3", 4), ("2", "1", 2)])
def test_a_sheltered_night_gives_the_better_of_both_dice(face: str, less: str, gain: int) -> None:
    """D-CAMP-3: 1d6, or the recovery die of level 2, 1d3+1: 5 or 2, 1 or 4, 2 or 2."""
    (healed,) = of_kind(party().do("camp with shelter", face, less), HitPointsChanged)
    assert (healed.who, healed.by, healed.now, healed.rule) == ("Varda", gain, 2 + gain, "D-CAMP-3")
    assert len(healed.less) == 1


def test_an_unsheltered_night_gives_the_recovery_die_and_costs_everybody_an_exertion() -> None:
    """D-CAMP-2: Orlo has all of his health and throws nothing for it."""
    game = party()
    events = game.do("camp without shelter", "3")
    (healed,) = of_kind(events, HitPointsChanged)
    assert (healed.by, healed.less, healed.rule) == (4, (), "D-CAMP-2")
    owed = of_kind(events, ExertionOwed)
    assert [(one.who, one.dice, one.at.ms) for one in owed] == [
        ("Varda", "1d3", 6 * HOUR.ms),
        ("Orlo", "1d3", 6 * HOUR.ms),
    ]


def test_what_is_owed_is_paid_once_in_an_attribute_of_their_choice_and_blocks_nothing() -> None:
    game = party()
    game.do("camp without shelter", "1")
    game.do("wait 1 h")
    (paid,) = of_kind(game.do("exert cunning for Varda", "2"), Exerted)
    assert (paid.attribute, paid.by, paid.now, paid.owed, paid.rule) == ("cunning", 2, 11, True, "D-CAMP-2")
    assert game.refused("exert brawn for Varda").code == "nothing-owed"
    game.do("exert brawn for Orlo", "1")


def test_two_bad_nights_owe_two_exertions() -> None:
    game = party()
    game.do("camp without shelter", "1")
    game.do("camp without shelter", "1")
    game.do("exert cunning for Varda", "2")
    game.do("exert brawn for Varda", "2")
    assert game.refused("exert brawn for Varda").code == "nothing-owed"


def test_a_clock_set_back_owes_again_or_not_yet() -> None:
    """T2."""
    game = party()
    game.do("camp without shelter", "1")
    game.do("wait 1 h")
    game.do("exert cunning for Varda", "2")
    game.do("rule clock 06:30")
    game.do("exert brawn for Varda", "1")
    game.do("rule clock 05:00")
    assert [one.owes for one in game.state.party.members] == [0, 0]
    assert game.state.camp is not None


@pytest.mark.parametrize("item,condition,kind", [("ration", "hungry", "food"), ("water", "thirsty", "water")])
def test_nobody_recovers_after_a_day_without_food_or_water(item: str, condition: str, kind: str) -> None:
    """D-CAMP-4; an unsheltered night is still to be paid for."""
    game = party(f"stock 1 {item}", "wait 1 day")
    told = game.told("camp without shelter")
    assert told[2] == f"nobody recovers: {condition}, no {kind}"
    assert told[3:] == ["Varda must exert 1d3 of any attribute", "Orlo must exert 1d3 of any attribute"]


def test_what_the_camp_found_holds_when_it_is_taken_up_again() -> None:
    """D-CAMP-1: a camp underground is cut short by a meeting; its shelter is not looked for a second time."""
    game = keep(PEOPLE, "enter dungeon", "light torch for Orlo", rules="dungeon-game", dice=None)
    dice = {"encounter check": "1", "torch (Orlo) usage": "1+1", "encounter distance": "3+4"}
    told = game.told("camp in hills", "12", dice=ByName(dice))
    assert told[0] == "camp, natural shelter found 12 against 12 (hills in spring)"
    assert game.state.unfinished[-1].left == HOUR * 6 - TURN * 3
    game.do("part")
    dice |= {"encounter check": "6", "night of Varda": "3", "recovery die of Varda": "1"}
    told = game.told("resume", dice=ByName(dice))
    assert "Varda regains 3 hp (1d6 = 3, better than 1d3+1 = 2), has 5" in told
    assert game.now.ms == 6 * HOUR.ms


@pytest.mark.parametrize(
    "said,code",
    [("camp", "shelter"), ("camp in hell", "unknown-terrain")],
)
def test_what_is_not_known_of_a_camp_is_asked_for(said: str, code: str) -> None:
    refusal = party().refused(said)
    assert refusal.code == code
    assert "camp with shelter" in refusal.hint


def test_a_rule_set_without_camps_refuses_them() -> None:
    assert keep("party Varda").refused("camp with shelter").code == "no-camp"


def test_from_one_dawn_to_the_next_there_is_one_night() -> None:
    """D-HEX-1, D-CAMP-3: one watch of a day is for the night. Camps at 12:00, 18:00, 00:00 and dawn."""
    game = party("wait 12 h")
    assert of_kind(game.do("camp with shelter", "5", "1"), HitPointsChanged)
    for at in (18, 24):
        assert game.now.ms == at * HOUR.ms
        events = game.do("camp without shelter")
        assert [one.again for one in of_kind(events, CampMade)] == [True]
        assert not of_kind(events, HitPointsChanged)
        assert not of_kind(events, ExertionOwed)
    assert game.now.ms == 30 * HOUR.ms
    assert of_kind(game.do("camp with shelter", "5", "1"), HitPointsChanged)


def test_a_camp_that_was_broken_off_is_no_night_yet() -> None:
    """The first check of a busy corridor is at 01:00; what was begun after it is the night."""
    game = keep(PEOPLE, "enter dungeon", "light torch for Orlo", rules="dungeon-game", dice=None)
    dice = {"encounter check": "1", "torch (Orlo) usage": "1+1", "encounter distance": "3+4"}
    game.do("camp with shelter", dice=ByName(dice))
    game.do("part")
    game.do("abandon")
    dice |= {"encounter check": "6", "night of Varda": "3", "recovery die of Varda": "1"}
    events = game.do("camp with shelter", dice=ByName(dice))
    assert [one.again for one in of_kind(events, CampMade)] == [False]
    assert of_kind(events, HitPointsChanged)
