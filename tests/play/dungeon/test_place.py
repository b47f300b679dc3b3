"""Scenes, rooms and corridors, and the tables that a place brings along."""

from __future__ import annotations

from itertools import product

import pytest

from tests.play.keeper import CALM, Keeper, book_of, keep, of_kind
from turnkeeper.chance.drivers import Seeded
from turnkeeper.play.clock.checks import Checked
from turnkeeper.play.dungeon.dark import DarknessFell
from turnkeeper.play.dungeon.place import ENCOUNTERS, RoomEntered, SceneEntered, UseTable
from turnkeeper.play.kernel.event import Refusal
from turnkeeper.time import ORIGIN


def delving(*said: str) -> Keeper:
    return keep("party Varda", "enter dungeon Barrow", "light torch", *said)


def test_a_campaign_begins_where_the_rule_set_says() -> None:
    assert keep().state.place.scene == "settlement"


def test_g_time_2_a_scene_cites_the_rule_of_its_step() -> None:
    (entered,) = of_kind(keep("party Varda").do("enter dungeon Barrow"), SceneEntered)
    assert (entered.scene, entered.name, entered.rule) == ("dungeon", "Barrow", "G-TIME-2")


def test_entering_a_dark_place_without_a_light_is_told() -> None:
    assert len(of_kind(keep("party Varda").do("enter dungeon Barrow"), DarknessFell)) == 1
    assert of_kind(keep("party Varda", "light torch").do("enter dungeon Barrow"), DarknessFell) == []


def test_g_search_1_entering_a_room_shows_what_is_obvious_and_takes_no_time() -> None:
    keeper = delving()
    (entered,) = of_kind(keeper.do("enter room Hall of Bones 20 x 20 ft"), RoomEntered)
    assert (entered.name, entered.area, entered.rule) == ("Hall of Bones", "20 x 20 ft", "G-SEARCH-1")
    assert keeper.now == ORIGIN
    assert (keeper.state.place.spot, keeper.state.place.room) == ("room", "Hall of Bones")


def test_a_corridor_is_no_room_and_a_dungeon_begins_in_its_corridor() -> None:
    keeper = delving()
    assert keeper.state.place.spot == "corridor"
    keeper.do("enter room")
    keeper.do("enter corridor")
    assert (keeper.state.place.spot, keeper.state.place.room) == ("corridor", "")


def test_there_are_no_rooms_outside() -> None:
    keeper = keep("party Varda", "enter wilderness")
    assert keeper.refused("enter room").hint == "enter dungeon first"
    assert keeper.refused("enter corridor").code == "no-rooms"


def test_scenes_that_are_not_there_are_refused_with_what_was_meant() -> None:
    keeper = delving()
    assert keeper.refused("enter dungoen").hint == "did you mean 'dungeon'?"
    assert keeper.refused("enter dungeon Barrow").code == "here"


def test_g_enc_1_entering_again_goes_on_with_the_turn_begun() -> None:
    """Seven minutes underground, an hour outside: the third minute after that ends the turn."""
    keeper = delving("wait 7 min", "enter settlement", "wait 1 h", "enter dungeon Barrow")
    checks = of_kind(keeper.do("wait 10 min", dice=CALM), Checked)
    assert [(one.at - ORIGIN).ms // 60_000 for one in checks] == [70]


def test_a_table_with_a_use_of_its_own_is_refused_for_any_other() -> None:
    """D-NAV-2: only who is lost veers."""
    keeper = keep("party Orlo", "enter dungeon Barrow", rules="dungeon-game")
    refusal = keeper.refused("use table veer for wandering")
    assert refusal.code == "table-use"
    assert "encounter check" in refusal.hint
    assert "veer" not in refusal.hint.removeprefix("one of ").split(", ")


@pytest.mark.parametrize("rules", ["glog", "dungeon-game", "cresthaven", "quest-of-destiny"])
@pytest.mark.parametrize("scene", ["dungeon", "wilderness"])
def test_every_table_that_can_be_used_can_be_thrown_on(rules: str, scene: str) -> None:
    book = book_of(rules)
    uses = (ENCOUNTERS, *(name for name, one in book.set.procedures.items() if one.table))
    for table, use in product(book.set.tables, uses):
        keeper = Keeper(book)
        for said in ("party Varda", f"enter {scene}"):
            keeper.do(said, dice=Seeded(b"tables", said))
        if isinstance(keeper.ask(UseTable(table, use)), Refusal):
            continue
        keeper.do(UseTable(table, use))
        for turn in range(6):
            if not isinstance(keeper.ask("wait 6 h", dice=Seeded(b"tables", str(turn))), Refusal):
                keeper.do("wait 6 h", dice=Seeded(b"tables", str(turn)))
