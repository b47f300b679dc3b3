"""Games of other kinds, written with the how-to and the schema alone: each is in order, and is played.

Saves, slots and watches of eight hours; rounds, stretches of a quarter of an hour and shifts; quarters of a
day with supplies by dice. What they say that no built-in set says is shown here.
"""

from __future__ import annotations

import pytest

from tests.play.keeper import DATA, HOUR, MINUTE, ByName, Keeper, keep
from turnkeeper.app.rulecheck import checked

GAMES = ("hollow", "stretch", "quarters")
QUIET = ByName({"event": "6", "encounter check": "6", "encounter check window": "1", "torch (Bo) usage": "6"})


def _hp(keeper: Keeper) -> list[int | None]:
    return [one.hp for one in keeper.state.party.members]


@pytest.mark.parametrize("game", GAMES)
def test_each_is_in_order(game: str) -> None:
    found, _ = checked((DATA / f"{game}.toml").read_text("utf-8"), f"{game}.toml")
    assert found.problems == ()


def test_hollow_a_save_in_the_first_round_and_the_party_first_from_then_on() -> None:
    keeper = keep("party Mira dex 12 hp 4; Tobb dex 8 hp 6", "foes goblins 4 hp 3", rules="hollow")
    keeper.do("fight")
    # 12 is no higher than 12, 9 is higher than 8.
    assert keeper.told("round", "12", "9") == ["round 1: before the enemies Mira; not yet Tobb"]
    assert keeper.told("round")[-1] == "round 2: before the enemies Mira, Tobb"


def test_hollow_a_watch_of_sleep_sheds_all_fatigue_and_a_ration_is_lost() -> None:
    keeper = keep("party Mira slots 10 hp 2/4", "stock 3 rations", "tire Mira 4", rules="hollow")
    keeper.do("sleep")
    assert keeper.now.ms == 8 * HOUR.ms
    assert [(one.hp, one.fatigue) for one in keeper.state.party.members] == [(4, 0)]
    keeper.do("enter wilds")
    assert "lost: 1 ration" in keeper.told("wait 8 h", "4")
    assert keeper.state.supplies.of("ration") == 1


def test_stretch_rests_of_three_lengths_each_of_the_short_ones_once_in_a_shift() -> None:
    keeper = keep(
        "party Ann hp 3/12 mana 4/10; Bo hp 15", "enter site Tomb", "light torch for Bo", rules="stretch"
    )
    assert "Ann regains 5 mana (1d6 = 5), has 9" in keeper.told("round rest", "5", dice=QUIET)
    assert keeper.refused("round rest").code == "too-soon"
    keeper.do("stretch rest", dice=ByName({"healing of Ann": "4"}, QUIET))
    assert _hp(keeper) == [7, 15]
    keeper.do("enter village")
    keeper.do("stock 4 rations")
    keeper.do("shift rest", dice=QUIET)
    assert _hp(keeper) == [12, 15]
    assert keeper.state.party.members[0].mana == 100
    keeper.do("round rest", dice=QUIET)
    assert keeper.now.ms == 6 * HOUR.ms + 15 * MINUTE.ms + 20_000


def test_stretch_a_torch_by_its_die_goes_out_on_a_one() -> None:
    keeper = keep("party Bo", "stock 2 torches", "enter site Tomb", "light torch for Bo", rules="stretch")
    keeper.do("next", dice=QUIET)
    assert "torch (Bo) goes out" in keeper.told("next", dice=ByName({"torch (Bo) usage": "1"}, QUIET))
    assert keeper.now.ms == 30 * MINUTE.ms


def test_quarters_supplies_by_dice_at_dusk_and_sleep_in_each_day() -> None:
    keeper = keep("party Ara survival 3; Kol survival 1", "enter site Vault", rules="quarters")
    told = keeper.told("wait 18 h", "2", "7")
    assert "food: d12 to d10 (1d12 = 2)" in told
    assert "water: stays a d12 (1d12 = 7)" in told
    assert "awake: a day awake" in keeper.told("wait 6 h")
    assert [one.name for one in keeper.state.timers.live.values()] == ["sleepy"]
    keeper.do("sleep")
    assert not keeper.state.timers.live
