"""The boundary walk beside a twin that sorts everything; the order at one instant is part of the contract."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from turnkeeper.time.instant import Instant
from turnkeeper.time.walk import PassedError, Rank, Walk

MIN = 60_000
DAY = 24 * 60 * MIN


class Plan(Struct, frozen=True):
    """A mark as a test wishes it, before any walk knows it."""

    at: int
    rank: Rank
    begun: int


ranks = st.sampled_from(Rank)
plans = st.lists(st.builds(Plan, st.integers(-3, 25), ranks, st.integers(0, 4)), max_size=60)


def visited(wishes: list[Plan], start: int, until: int) -> list[tuple[int, int]]:
    """Return (instant, index of the wish) for all that a walk from start to until visits."""
    walk = Walk[int](Instant(start), Instant(until))
    for index, wish in enumerate(wishes):
        walk.book(Instant(wish.at), wish.rank, wish.begun, index)
    return [(at.ms, index) for at, index in walk]


def sorted_twin(wishes: list[Plan], start: int, until: int) -> list[tuple[int, int]]:
    """Return the same by sorting everything."""
    marks = sorted((wish.at, wish.rank, wish.begun, index) for index, wish in enumerate(wishes))
    return [(at, index) for at, _, _, index in marks if start < at <= until]


@given(plans, st.integers(-5, 25), st.integers(-5, 25))
def test_it_visits_what_sorting_everything_would_visit(wishes: list[Plan], start: int, until: int) -> None:
    assert visited(wishes, start, until) == sorted_twin(wishes, start, until)


@given(plans, st.integers(-5, 10), st.integers(0, 10), st.integers(0, 10))
def test_t1_two_walks_visit_what_one_walk_visits(wishes: list[Plan], start: int, a: int, b: int) -> None:
    middle, end = start + a, start + a + b
    assert visited(wishes, start, middle) + visited(wishes, middle, end) == visited(wishes, start, end)


def test_order_at_one_instant_ends_checks_reminds_starts_then_begun_then_booked() -> None:
    walk = Walk[str](Instant(0), Instant(10))
    for rank, begun, item in [
        (Rank.STARTS, 1, "starts"),
        (Rank.REMINDS, 1, "reminds"),
        (Rank.CHECKS, 3, "check begun third"),
        (Rank.CHECKS, 2, "check begun second"),
        (Rank.CHECKS, 2, "the same, booked later"),
        (Rank.ENDS, 9, "ends, though begun last"),
    ]:
        walk.book(Instant(10), rank, begun, item)
    assert [item for _, item in walk] == [
        "ends, though begun last",
        "check begun second",
        "the same, booked later",
        "check begun third",
        "reminds",
        "starts",
    ]


def test_t16_the_boundary_belongs_to_the_earlier_stretch() -> None:
    torch_out = [Plan(60 * MIN, Rank.ENDS, 1)]
    assert visited(torch_out, 50 * MIN, 60 * MIN) == [(60 * MIN, 0)]
    assert visited(torch_out, 60 * MIN, 70 * MIN) == []


def test_t3_t4_t20_a_jump_meets_warning_and_event_at_their_own_times() -> None:
    warning, torch_out, caravan = (
        Plan(50 * MIN, Rank.REMINDS, 1),
        Plan(60 * MIN, Rank.ENDS, 1),
        Plan(95 * MIN, Rank.STARTS, 2),
    )
    met = visited([caravan, torch_out, warning], 0, 480 * MIN)
    assert met == [(50 * MIN, 2), (60 * MIN, 1), (95 * MIN, 0)]


def test_t5_a_daily_thing_comes_three_times_in_three_days_each_at_its_time() -> None:
    walk = Walk[str](Instant(0), Instant(3 * DAY))
    walk.book(Instant(6 * 60 * MIN), Rank.REMINDS, 1, "dawn")
    walk.book(Instant(12 * 60 * MIN), Rank.REMINDS, 2, "noon")
    met = []
    for at, item in walk:
        met.append((at.ms // (60 * MIN), item))
        walk.book(Instant(at.ms + DAY), Rank.REMINDS, 1, item)
    # 6 and 12 o'clock on three days: hours 6, 12, 30, 36, 54, 60.
    assert met == [(6, "dawn"), (12, "noon"), (30, "dawn"), (36, "noon"), (54, "dawn"), (60, "noon")]


def test_t10_two_identical_marks_are_two_visits() -> None:
    walk = Walk[str](Instant(0), Instant(5))
    walk.book(Instant(5), Rank.CHECKS, 1, "knock")
    walk.book(Instant(5), Rank.CHECKS, 1, "knock")
    assert list(walk) == [(Instant(5), "knock"), (Instant(5), "knock")]


def test_t23_a_walk_backwards_visits_nothing() -> None:
    assert visited([Plan(at, Rank.ENDS, 1) for at in range(10)], 9, 3) == []


@pytest.mark.parametrize("at", [-1, 0, 11])
def test_marks_outside_the_walk_are_ignored(at: int) -> None:
    walk = Walk[str](Instant(0), Instant(10))
    handle = walk.book(Instant(at), Rank.ENDS, 1, "outside")
    assert walk.next_at is None
    assert not walk.cancel(handle)
    assert list(walk) == []


def test_booking_at_the_instant_being_visited_comes_in_order_among_what_is_left() -> None:
    walk = Walk[str](Instant(0), Instant(10))
    walk.book(Instant(10), Rank.CHECKS, 1, "check")
    walk.book(Instant(10), Rank.STARTS, 1, "start")
    met = []
    for _, item in walk:
        met.append(item)
        if item == "check":
            walk.book(Instant(10), Rank.STARTS, 2, "a later start")
            walk.book(Instant(10), Rank.REMINDS, 5, "reminder")
            walk.book(Instant(10), Rank.ENDS, 7, "an end, late but first of what is left")
    assert met == ["check", "an end, late but first of what is left", "reminder", "start", "a later start"]


def test_booking_an_instant_already_left_is_a_fault() -> None:
    walk = Walk[str](Instant(0), Instant(10))
    walk.book(Instant(3), Rank.ENDS, 1, "a")
    walk.book(Instant(7), Rank.ENDS, 1, "b")
    for at, _ in walk:
        if at == Instant(7):
            with pytest.raises(PassedError, match="3 ms"):
                walk.book(Instant(3), Rank.ENDS, 1, "too late")
    with pytest.raises(PassedError):
        walk.book(Instant(7), Rank.ENDS, 1, "the walk is over")


def test_cancel_is_exact_before_at_and_after_the_instant() -> None:
    walk = Walk[str](Instant(0), Instant(10))
    handles = {
        name: walk.book(Instant(at), rank, 1, name)
        for at, rank, name in [
            (4, Rank.STARTS, "four"),
            (5, Rank.ENDS, "five ends"),
            (5, Rank.CHECKS, "five is checked"),
            (5, Rank.STARTS, "five starts"),
            (9, Rank.ENDS, "nine"),
        ]
    }
    met = []
    for _, item in walk:
        met.append(item)
        if item == "five ends":
            assert not walk.cancel(handles["four"])
            assert not walk.cancel(handles["five ends"])
            assert walk.cancel(handles["five is checked"])
            assert not walk.cancel(handles["five is checked"])
            assert walk.cancel(handles["nine"])
            assert not walk.cancel(handles["nine"])
    assert met == ["four", "five ends", "five starts"]
    assert not any(walk.cancel(handle) for handle in handles.values())


def test_next_at_sees_past_what_was_cancelled() -> None:
    walk = Walk[str](Instant(0), Instant(10))
    three, four = (walk.book(Instant(at), Rank.ENDS, 1, "x") for at in (3, 4))
    walk.book(Instant(4), Rank.STARTS, 1, "y")
    assert walk.next_at == Instant(3)
    assert walk.cancel(three)
    assert walk.next_at == Instant(4)
    for _ in walk:
        break
    assert walk.next_at == Instant(4)
    assert not walk.cancel(four)
    for _ in walk:
        assert walk.next_at is None


def test_a_loop_that_was_left_goes_on_with_the_next_mark() -> None:
    walk = Walk[int](Instant(0), Instant(10))
    for begun in range(4):
        walk.book(Instant(5 + begun // 2), Rank.ENDS, begun, begun)
    first = next(iter(walk))
    walk.book(Instant(5), Rank.STARTS, 0, 9)
    assert [(at.ms, item) for at, item in [first, *walk]] == [(5, 0), (5, 1), (5, 9), (6, 2), (6, 3)]
    assert list(walk) == []


class _Twin:
    """The same contract in the plainest way: a list, sorted whenever the next mark is wanted."""

    def __init__(self) -> None:
        self.marks: list[tuple[int, int, int, int]] = []

    def take(self) -> tuple[int, int, int, int] | None:
        """Remove and return the first mark."""
        if not self.marks:
            return None
        first = min(self.marks)
        self.marks.remove(first)
        return first


@given(
    st.lists(st.tuples(st.integers(1, 12), ranks, st.integers(0, 3)), min_size=1, max_size=12),
    st.lists(st.tuples(st.integers(0, 6), ranks, st.integers(0, 3), st.integers(0, 80)), max_size=40),
)
def test_bookings_and_cancels_on_the_way_agree_with_the_twin(
    first: list[tuple[int, Rank, int]], later: list[tuple[int, Rank, int, int]]
) -> None:
    until = 30
    walk, twin = Walk[int](Instant(0), Instant(until)), _Twin()
    handles = []
    for number, (due, rank, begun) in enumerate(first):
        handles.append(walk.book(Instant(due), rank, begun, number))
        twin.marks.append((due, rank, begun, number))
    orders = iter(later)
    for at, number in walk:
        assert twin.take() == (at.ms, *_order_of(number, first, later), number)
        order = next(orders, None)
        if order is not None:
            ahead, rank, begun, victim = order
            booked = len(handles)
            handles.append(walk.book(Instant(at.ms + ahead), rank, begun, booked))
            if at.ms + ahead <= until:
                twin.marks.append((at.ms + ahead, rank, begun, booked))
            if victim < len(handles):
                live = [mark for mark in twin.marks if mark[3] == victim]
                assert walk.cancel(handles[victim]) == bool(live)
                twin.marks = [mark for mark in twin.marks if mark[3] != victim]
        assert walk.next_at == (Instant(min(twin.marks)[0]) if twin.marks else None)
    assert twin.take() is None


def _order_of(
    number: int, first: list[tuple[int, Rank, int]], later: list[tuple[int, Rank, int, int]]
) -> tuple[int, int]:
    if number < len(first):
        return first[number][1], first[number][2]
    _, rank, begun, _ = later[number - len(first)]
    return rank, begun


def test_t25_instants_stay_whole_numbers_past_2_to_the_53() -> None:
    far = 2**53 + 1
    walk = Walk[str](Instant(2**53), Instant(2**53 + 5))
    walk.book(Instant(far), Rank.ENDS, 2**53 + 1, "b")
    walk.book(Instant(far), Rank.ENDS, 2**53, "a")
    met = list(walk)
    assert [(at.ms, item) for at, item in met] == [(9_007_199_254_740_993, "a"), (9_007_199_254_740_993, "b")]
    assert all(type(at.ms) is int for at, _ in met)


SCRIPT = """
from turnkeeper.time.instant import Instant
from turnkeeper.time.sorted_map import SortedMap
from turnkeeper.time.walk import Rank, Walk
walk = Walk(Instant(0), Instant(50))
for name in {"torch", "lantern", "candle", "watch", "poison", "breath"}:
    walk.book(Instant(len(name)), Rank.ENDS, ord(name[0]), name)
print([(at.ms, item) for at, item in walk])
print(SortedMap.of({(name, 1) for name in {"torch", "lantern", "candle"}}).items())
"""


@pytest.mark.slow
def test_t26_two_hash_seeds_give_the_same_bytes() -> None:
    said = {
        subprocess.run(
            [sys.executable, "-c", SCRIPT],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(said) == 1
    # By length, then by first letter, which the script gives as the order of beginning.
    first, second = said.pop().splitlines()
    assert first == (
        b"[(5, 'torch'), (5, 'watch'), (6, 'breath'), (6, 'candle'), (6, 'poison'), (7, 'lantern')]"
    )
    assert second == b"(('candle', 1), ('lantern', 1), ('torch', 1))"
