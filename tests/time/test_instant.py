"""Two types for time: what may be said with them, and that nothing else may."""

from __future__ import annotations

import operator
from collections.abc import Callable

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from turnkeeper.time.instant import NO_TIME, ORIGIN, Duration, Instant

durations = st.integers(-(10**17), 10**17).map(Duration)
instants = st.integers(-(10**17), 10**17).map(Instant)


@given(instants, durations, durations)
def test_t1_two_steps_equal_one_of_their_sum(at: Instant, a: Duration, b: Duration) -> None:
    assert at + a + b == at + (a + b)
    assert at + a - a == at
    assert (at + a) - at == a


@given(instants, instants)
def test_instants_are_ordered_as_the_length_between_them_says(a: Instant, b: Instant) -> None:
    assert (a < b) == (a - b < NO_TIME)


@given(durations, durations.filter(bool))
def test_division_and_rest_make_the_whole(whole: Duration, part: Duration) -> None:
    assert part * (whole // part) + whole % part == whole


@pytest.mark.parametrize(
    "nonsense",
    [
        lambda: operator.add(ORIGIN, ORIGIN),
        lambda: operator.add(NO_TIME, ORIGIN),
        lambda: operator.sub(NO_TIME, ORIGIN),
        lambda: operator.add(ORIGIN, 5),
        lambda: operator.add(Duration(5), 5),
        lambda: operator.sub(Duration(5), 5),
        lambda: operator.mul(Duration(5), 1.5),
        lambda: operator.mul(Duration(5), Duration(5)),
        lambda: operator.floordiv(Duration(5), 2),
        lambda: operator.mod(Duration(5), 2),
        lambda: operator.lt(ORIGIN, NO_TIME),
    ],
)
def test_nonsense_cannot_be_said(nonsense: Callable[[], object]) -> None:
    with pytest.raises(TypeError):
        nonsense()


def test_t25_no_float_comes_in_and_large_counts_stay_exact() -> None:
    past_2_53 = Instant(2**53)
    assert (past_2_53 + Duration(1)).ms == 9_007_199_254_740_993
    assert type((past_2_53 + Duration(1) - Instant(0)).ms) is int
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(b"[600.5]", type=Duration)
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert([600.5], Instant)


@given(instants, durations)
def test_what_is_stored_is_read_back(at: Instant, length: Duration) -> None:
    assert msgspec.json.decode(msgspec.json.encode(at), type=Instant) == at
    assert msgspec.json.decode(msgspec.json.encode(length), type=Duration) == length
    assert msgspec.json.encode(Instant(5)) == b"[5]"
