"""What a search uncovers, and what it never does (G-SEARCH-2)."""

from __future__ import annotations

import pytest

from tests.play.keeper import CALM, TURN, Keeper, keep, of_kind
from turnkeeper.play.dungeon.secrets import SecretFound, SecretHidden
from turnkeeper.time import ORIGIN


def hall(*said: str) -> Keeper:
    return keep("party Varda", "enter dungeon Barrow", "light torch", "enter room Hall", *said)


def found(keeper: Keeper, said: str) -> list[str]:
    return [one.name for one in of_kind(keeper.do(said, dice=CALM), SecretFound)]


def test_only_the_referee_sees_what_is_hidden_and_the_table_what_is_found() -> None:
    keeper = hall()
    (hidden,) = of_kind(keeper.do("hide silver key"), SecretHidden)
    (uncovered,) = of_kind(keeper.do("search", dice=CALM), SecretFound)
    assert (hidden.seen_by, uncovered.seen_by, uncovered.rule) == ("referee", "table", "G-SEARCH-2")


def test_g_search_1_entering_reveals_nothing_hidden_and_takes_no_time() -> None:
    keeper = hall("hide silver key", "enter corridor")
    events = keeper.do("enter room Hall 20 x 20 ft")
    assert (of_kind(events, SecretFound), keeper.now, events[0].rule) == ([], ORIGIN, "G-SEARCH-1")


def test_g_search_2_a_search_uncovers_all_that_is_merely_hidden_at_its_end_and_once() -> None:
    keeper = hall("hide silver key", "hide trapdoor")
    assert found(keeper, "search") == ["silver key", "trapdoor"]
    assert keeper.state.secrets[0].found == ORIGIN + TURN
    assert found(keeper, "search") == []


@pytest.mark.parametrize(
    "said,uncovers",
    [
        ("search", []),
        ("search 20 x 20 ft", []),
        ("search behind the second statue", []),
        ("search Behind the THIRD statue", ["lever"]),
        ("search 20 x 20 ft behind the third statue by Varda", ["lever"]),
    ],
)
def test_g_search_2_the_well_hidden_needs_exact_directions(said: str, uncovers: list[str]) -> None:
    assert found(hall("hide lever well behind the third statue"), said) == uncovers


def test_g_search_2_however_long_the_search_without_directions_it_never_reveals_the_well_hidden() -> None:
    assert found(hall("hide lever well behind the third statue"), "search 200 x 200 ft") == []


def test_a_search_that_was_cut_short_uncovers_nothing_until_it_is_resumed() -> None:
    keeper = hall("hide silver key")
    assert [one.name for one in of_kind(keeper.do("search 30 x 30 ft", "3"), SecretFound)] == []
    keeper.do("part")
    assert found(keeper, "resume") == ["silver key"]


def test_other_activities_uncover_nothing() -> None:
    assert found(hall("hide silver key"), "wait 1 h") == []
    assert found(hall("hide silver key"), "pick lock") == []


def test_a_secret_belongs_to_its_room_and_its_dungeon() -> None:
    keeper = hall("hide silver key", "enter room Crypt")
    assert found(keeper, "search") == []
    keeper.do("enter dungeon Tomb")
    keeper.do("enter room Hall")
    assert found(keeper, "search") == []
    keeper.do("enter dungeon Barrow")
    keeper.do("enter room Hall")
    assert found(keeper, "search") == ["silver key"]


def test_the_same_is_not_hidden_twice_in_one_room() -> None:
    keeper = hall("hide silver key")
    assert keeper.refused("hide Silver Key well under the flagstone").code == "twice"
    keeper.do("enter room Crypt")
    keeper.do("hide silver key")


def test_t2_a_clock_set_back_hides_what_was_found_since() -> None:
    """T2."""
    keeper = hall("hide silver key")
    assert found(keeper, "search") == ["silver key"]
    keeper.do("rule clock day 1 00:05")
    assert found(keeper, "search") == ["silver key"]


def test_a_light_that_burns_is_no_secret_and_one_that_does_not_may_be() -> None:
    keeper = keep("party Varda", "stock 2 torches", "enter dungeon Barrow", "light torch for Varda")
    assert keeper.refused("hide the torch under a cloak").code == "burning"
    keeper.do("douse torch of Varda")
    keeper.do("hide the torch under a cloak")
    assert [one.name for one in keeper.state.secrets] == ["the torch under a cloak"]
