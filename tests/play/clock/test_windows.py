"""Encounter windows outdoors: settled once, checked at their own instant however time is taken (G-HEX-6)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.often import times
from tests.play.keeper import HOUR, MINUTE, Keeper, house_rules, keep, of_kind
from turnkeeper.chance.throws import Answer, Throw, from_text
from turnkeeper.play.clock.check_times import WindowSettled
from turnkeeper.play.clock.checks import Checked
from turnkeeper.play.clock.clock import TaskInterrupted
from turnkeeper.play.dungeon.encounters import EncounterMet
from turnkeeper.time import Instant

DRY = house_rules("""
[procedures.weather]
seasons = ["winter"]
""")


class InOrder:
    """A driver that gives the next window of a list at each throw for one, and nothing at all else."""

    def __init__(self, windows: list[int], other: str = "12") -> None:
        self.windows: Iterator[int] = iter(windows)
        self.other = other

    def answer(self, throw: Throw, number: int) -> Answer:  # noqa: ARG002 - as drivers are asked
        """Return the next window, or the other total."""
        return from_text(throw, str(next(self.windows)) if throw.name.endswith("window") else self.other)


def outdoors(minute: int) -> Keeper:
    keeper = keep(rules=DRY)
    if minute:
        keeper.do(f"wait {minute} min")
    keeper.do("enter wilderness")
    return keeper


def minutes(keeper: Keeper) -> list[int]:
    return [one.at.ms // MINUTE.ms for one in of_kind(keeper.events, Checked)]


def twin(start: int, length: int, windows: list[int]) -> list[int]:
    """Count minute by minute: every even hour picks a window, and what picks one late has missed it."""
    made, opens, pick = [], -1, iter(windows)
    for now in range(start, start + length + 1):
        if now % 120 == 0 or now == start:
            opens = now - now % 120 + 10 * (next(pick) - 1)
        if now == opens:
            made.append(now)
    return made


@pytest.mark.slow
@settings(max_examples=times(60))
@given(
    st.integers(0, 300),
    st.lists(st.integers(1, 200), min_size=1, max_size=8),
    st.lists(st.integers(1, 12), min_size=20, max_size=20),
)
def test_any_split_of_the_time_makes_the_checks_of_a_twin_that_counts_minutes(
    start: int, parts: list[int], windows: list[int]
) -> None:
    """T1, T20."""
    whole, split, dice = outdoors(start), outdoors(start), InOrder(windows)
    whole.do(f"wait {sum(parts)} min", dice=InOrder(windows))
    for part in parts:
        split.do(f"wait {part} min", dice=dice)
    assert minutes(whole) == minutes(split) == twin(start, sum(parts), windows)
    assert whole.state == split.state


def test_g_hex_6_two_checks_a_watch_each_within_its_own_half() -> None:
    """Windows 1 and 12 of the first watch: 00:00 and 03:50; the walk to 04:00 settles the next."""
    keeper = outdoors(0)
    keeper.do("wait 4 h", dice=InOrder([1, 12, 7]))
    assert minutes(keeper) == [0, 230]
    assert [one.opens.ms // MINUTE.ms for one in of_kind(keeper.events, WindowSettled)] == [0, 230, 300]


def test_g_hex_6_a_window_begun_before_the_party_came_out_makes_no_check() -> None:
    """At 00:41 the fifth window, 00:40, is past; the sixth is not."""
    late, just = outdoors(41), outdoors(41)
    late.do("wait 1 h", dice=InOrder([5]))
    just.do("wait 1 h", dice=InOrder([6]))
    assert (minutes(late), minutes(just)) == ([], [50])


def test_a_window_stays_settled_for_those_who_leave_and_come_back() -> None:
    keeper = outdoors(0)
    keeper.do("wait 5 min", dice=InOrder([4]))
    keeper.do("enter settlement")
    keeper.do("wait 5 min")
    keeper.do("enter wilderness")
    keeper.do("wait 1 h", dice=InOrder([]))
    assert minutes(keeper) == [30]


def test_a_window_missed_in_town_stays_missed() -> None:
    keeper = outdoors(0)
    keeper.do("wait 5 min", dice=InOrder([4]))
    keeper.do("enter settlement")
    keeper.do("wait 25 min")
    keeper.do("enter wilderness")
    keeper.do("wait 1 h", dice=InOrder([]))
    assert minutes(keeper) == []


def test_the_clock_set_back_keeps_the_window_and_makes_its_check_again() -> None:
    """T2: what was settled at 02:00 is unsettled by then, what was settled at 00:00 is not."""
    keeper = outdoors(0)
    keeper.do("wait 3 h", dice=InOrder([7, 5]))
    keeper.do("rule clock 00:30")
    keeper.do("wait 150 min", dice=InOrder([6]))
    assert minutes(keeper) == [60, 160, 60, 170]


def test_an_encounter_in_its_window_interrupts_a_long_wait_at_its_own_minute() -> None:
    """T20."""
    keeper = outdoors(0)
    events = keeper.do("wait 8 h", "9", "2", "1+1+1+1")
    assert [one.at for one in of_kind(events, EncounterMet)] == [Instant(80 * MINUTE.ms)]
    (cut,) = of_kind(events, TaskInterrupted)
    assert (cut.at, cut.left) == (Instant(80 * MINUTE.ms), HOUR * 8 - MINUTE * 80)


def test_a_window_that_opens_as_time_begins_to_pass_interrupts_before_anything_of_it_has() -> None:
    keeper = outdoors(0)
    events = keeper.do("wait 8 h", "1", "2", "1+1+1+1")
    (cut,) = of_kind(events, TaskInterrupted)
    assert (cut.at, cut.left) == (Instant(0), HOUR * 8)
    keeper.do("part")
    assert keeper.do("resume", dice=InOrder([12] * 9))[-1].at == Instant(8 * HOUR.ms)


def test_no_checks_here_settles_no_window_either() -> None:
    keeper = outdoors(0)
    keeper.do("no checks here for outdoors")
    keeper.do("wait 1 day")
    assert minutes(keeper) == []
    assert keeper.refused("checks every 4 h for outdoors").code == "window"


def test_a_check_on_the_clock_is_made_at_the_end_of_its_watch_whenever_the_party_came() -> None:
    """The other reading of G-HEX-6: out at 01:00, checked at 04:00 and 08:00."""
    book = house_rules('options = ["encounters-by-watch"]\n[procedures.weather]\nseasons = ["winter"]\n')
    keeper = keep("wait 1 h", "enter wilderness", rules=book)
    keeper.do("wait 8 h", dice=InOrder([], "5"))
    assert minutes(keeper) == [240, 480]
