"""Several who do the same by one command: each at a turn of their own, up to the turn of anybody else."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tests.play.keeper import of_kind
from tests.play.segments import count_of, fought, one
from turnkeeper.play.fight.count import Activated
from turnkeeper.play.fight.segments.together import ActionSettled

FIRSTS = st.lists(st.integers(1, 10), min_size=7, max_size=7)
COSTS = {"dagger": 6, "spear": 7, "two-handed": 9}


@given(FIRSTS, st.sampled_from(sorted(COSTS)))
def test_several_act_by_one_command_until_it_is_somebody_elses_turn(firsts: list[int], what: str) -> None:
    """Q-INIT-3, Q-INIT-4, by a list sorted by hand: Varda has the lowest Order, and each has one go."""
    keeper = fought(*firsts, party="Varda order 1", foes=("goblins 6 order 8",))
    queue = dict(enumerate(firsts))  # Varda is 0
    acted: list[int] = []
    while True:
        goblins = min(due for number, due in queue.items() if number)
        at_once = [
            number for number, due in queue.items() if number and due == goblins and number not in acted
        ]
        if queue[0] < goblins or not at_once:
            break
        acted.append(at_once[0])
        queue[at_once[0]] += COSTS[what]
    found = of_kind(keeper.do(f"act {what} by goblins"), Activated)
    assert [one.name for one in found] == [f"goblin {number}" for number in acted]
    assert {one(keeper, f"goblin {number}").usual for number in range(1, 7)} == {COSTS[what]}


def test_what_is_settled_is_done_where_nothing_is_said() -> None:
    keeper = fought(1, 4, 5)
    assert not of_kind(keeper.do("act bow by goblins"), Activated)
    keeper.do("act dagger")
    assert [one.what for one in of_kind(keeper.do("act"), Activated)] == ["bow"]


def test_nothing_is_settled_where_nothing_is_said() -> None:
    """Two with habits of their own keep them: one habit is not made of both."""
    keeper = fought(1, 1, 9, 9, party="Varda order 12; Orlo order 10")
    keeper.do("act dagger by Varda")
    keeper.do("act bow by Orlo")
    events = keeper.do("act by party")
    assert not of_kind(events, ActionSettled)
    assert [(one.name, one.what) for one in of_kind(events, Activated)] == [("Varda", "dagger")] + [
        ("Orlo", "bow")
    ] * (one(keeper, "Orlo").acted - 1)


def test_one_who_is_down_or_casts_stops_all() -> None:
    keeper = fought(1, 1, 9, 9, party="Varda order 12 hp 4; Orlo order 10 hp 4")
    keeper.do("cast light 3 then 2 by Varda")
    before = count_of(keeper)
    assert keeper.refused("act dagger by Varda + Orlo").code == "casting"
    assert count_of(keeper) == before


def test_a_number_of_segments_may_be_said_of_several() -> None:
    keeper = fought(9, 4, 5)
    assert [one.due for one in of_kind(keeper.do("act for 7 by goblins"), Activated)] == [11, 12]
