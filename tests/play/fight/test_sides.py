"""Sides by the number: a twin that keeps a list of everybody must agree with the runs of numbers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from turnkeeper.play.fight.sides import (
    MOST_OF_A_SIDE,
    NumberRun,
    Side,
    free,
    holds,
    put,
    say_numbers,
)
from turnkeeper.spelling.plurals import is_plural, singular
from turnkeeper.time import ORIGIN

STEPS = st.lists(
    st.tuples(st.sampled_from(("dead", "down", "fled")), st.integers(0, 12), st.integers(1, 4)), max_size=20
)


def befall(side: Side, states: list[str], step: tuple[str, int, int]) -> Side:
    """Do one thing to a side and to its list, if it can be done: to a number, or to so many."""
    how, number, count = step
    standing = [each for each, state in enumerate(states) if not state]
    down = [each for each, state in enumerate(states) if state == "down"] if how == "dead" else []
    if number:
        picked = [number - 1] if number <= len(states) and number - 1 in (*standing, *down) else []
    else:
        picked = [*standing, *down][:count]
        picked = picked if len(picked) == count else []
    if not picked:
        return side
    for each in picked:
        states[each] = how
    if how == "fled":
        return side.fleeing(len(picked), number)
    return side.felled(len(picked), dead=how == "dead", number=number)


@given(st.integers(1, 12), STEPS)
def test_runs_of_numbers_say_what_a_list_of_everybody_says(
    count: int, steps: list[tuple[str, int, int]]
) -> None:
    side, states = Side("goblins", count, ORIGIN), [""] * count
    for step in steps:
        side = befall(side, states, step)
    assert [side.state_of(number) for number in range(1, count + 1)] == states
    assert side.standing == states.count("")
    assert (side.dead, side.down, side.fled) == (
        states.count("dead"),
        states.count("dead") + states.count("down"),
        states.count("fled"),
    )
    assert side.first_standing() == (states.index("") + 1 if "" in states else 0)


def test_ten_thousand_who_fall_one_after_the_other_are_one_run() -> None:
    runs: tuple[NumberRun, ...] = ()
    for number in range(1, MOST_OF_A_SIDE + 1):
        runs = put(runs, NumberRun(number, number))
    assert runs == (NumberRun(1, MOST_OF_A_SIDE),)
    assert holds(runs, MOST_OF_A_SIDE)
    assert list(free(MOST_OF_A_SIDE, runs)) == []


def test_numbers_as_people_write_them_and_a_long_list_ends_in_dots() -> None:
    every_other = tuple(NumberRun(number, number) for number in range(1, 40, 2))
    assert say_numbers(every_other) == "1, 3, 5, 7, 9, 11, 13, 15 ..."
    assert say_numbers((NumberRun(1, 1), NumberRun(2, 2))) == "1-2"


@pytest.mark.parametrize(
    "several,one",
    [
        ("goblins", "goblin"),
        ("Dire Wolves", "Dire Wolf"),
        ("thieves", "thief"),
        ("slaves", "slave"),
        ("mummies", "mummy"),
        ("zombies", "zombie"),
        ("witches", "witch"),
        ("corpses", "corpse"),
        ("hill men", "hill man"),
    ],
)
def test_one_of_several(several: str, one: str) -> None:
    assert singular(several) == one
    assert is_plural(several)
    assert singular(one) == one
