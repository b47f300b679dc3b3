"""Who acts when: the count against a twin that keeps one sorted list (Q-INIT-3, Q-INIT-4, Q-REC-1)."""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from turnkeeper.time.countup import NEAR, NUMBERS, CountUp, SegmentPassedError, place_of

Turn = tuple[int, int]


class Twin:
    """The same count as one list of turns, sorted at every change."""

    def __init__(self) -> None:
        self.turns: list[tuple[int, int, int]] = []  # segment, order with a minus, number
        self.segment = 0

    def enter(self, order: int, number: int, segment: int) -> None:
        insort(self.turns, (segment, -order, number))

    def run(self, act: Callable[[int], int], until: int) -> None:
        while self.turns and self.turns[0][0] <= until:
            self.segment, minus, number = self.turns.pop(0)
            recovery = act(number)
            insort(self.turns, (self.segment + recovery, minus, number))


recoveries = st.lists(st.one_of(st.integers(1, 12), st.integers(0, 3 * NEAR)), min_size=1, max_size=40)
newcomers = st.lists(
    st.tuples(st.integers(-3, 3), st.one_of(st.integers(1, 20), st.integers(1, 4 * NEAR))),
    min_size=1,
    max_size=12,
)


def number_of(place: int) -> int:
    """Whose place it is."""
    return place % NUMBERS


@given(newcomers, recoveries, st.lists(st.integers(1, 5 * NEAR), min_size=1, max_size=5))
def test_turns_come_as_a_sorted_list_says(fighters: list[Turn], table: list[int], stops: list[int]) -> None:
    """Wherever the count is stopped and goes on."""
    twin, count = Twin(), CountUp()
    theirs, ours = list[tuple[int, int]](), list[tuple[int, int]]()

    def recovery(turns: int) -> int:
        return table[turns % len(table)] or turns % 2  # never 0 for ever

    def act_there(number: int) -> int:
        theirs.append((twin.segment, number))
        return recovery(len(theirs))

    def act_here(place: int) -> int:
        ours.append((count.segment, number_of(place)))
        return recovery(len(ours))

    for number, (order, segment) in enumerate(fighters):
        twin.enter(order, number, segment)
        count.enter(place_of(order, number), segment)
    until = 0
    for step in stops:
        until += step
        twin.run(act_there, until)
        count.run(act_here, until)
        assert ours == theirs
        assert [(segment, number_of(place)) for segment, place in count.waiting()] == [
            (segment, number) for segment, _, number in twin.turns
        ]


def test_recovery_is_added_to_the_segment_in_which_one_acted() -> None:
    """Acted at 6 with a dagger (6): next at 12, the second segment of the next round (Q-REC-1)."""
    count, at = CountUp(), list[int]()
    count.enter(place_of(0, 0), 6)

    def act(_: int) -> int:
        at.append(count.segment)
        return 6

    count.run(act, until=24)
    assert at == [6, 12, 18, 24]


def test_a_recovery_of_nothing_acts_again_at_once_before_whoever_comes_after() -> None:
    count, seen = CountUp(), list[int]()
    count.enter(place_of(2, 0), 1)
    count.enter(place_of(1, 1), 1)

    def act(place: int) -> int:
        seen.append(number_of(place))
        return 0 if len(seen) < 3 else 5

    count.run(act, until=1)
    assert seen == [0, 0, 0, 1]


def test_a_turn_that_could_not_be_taken_and_all_after_it_are_still_to_come() -> None:
    count, seen = CountUp(), list[int]()
    for number in range(4):
        count.enter(place_of(0, number), 1)

    def act(place: int) -> int:
        if number_of(place) == 2 and seen[-1] != 9:
            seen.append(9)
            raise KeyboardInterrupt
        seen.append(number_of(place))
        return 10

    with pytest.raises(KeyboardInterrupt):
        count.run(act, until=5)
    assert count.waiting() == [(1, 2), (1, 3), (11, 0), (11, 1)]
    count.run(act, until=5)
    assert seen == [0, 1, 9, 2, 3]


def test_nobody_acts_in_a_segment_that_is_over_or_goes_on() -> None:
    count = CountUp(4)
    with pytest.raises(SegmentPassedError):
        count.enter(place_of(0, 0), 4)
    count.enter(place_of(0, 0), 5)
    assert count.waiting() == [(5, 0)]


def test_a_place_says_the_order_and_the_number() -> None:
    """Highest Initiative Order first, then the lower number; orders may be below 0 (Q-INIT-4)."""
    among = [(order, number) for order in (-2, 0, 5) for number in (0, 3, 4)]
    assert sorted(among, key=lambda one: place_of(*one)) == sorted(among, key=lambda one: (-one[0], one[1]))
    assert [number_of(place_of(*one)) for one in among] == [number for _, number in among]
    with pytest.raises(ValueError, match="-1"):
        place_of(0, -1)
