"""The sorted map that never changes, beside a plain dict that is sorted each time."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from turnkeeper.time.instant import Instant
from turnkeeper.time.sorted_map import SortedMap

keys = st.integers(-40, 40)
changes = st.lists(st.tuples(st.booleans(), keys, st.integers()), max_size=120)


def many(count: int) -> SortedMap[int, str]:
    """Return a map of the even numbers below twice the count, built one at a time from both ends."""
    built: SortedMap[int, str] = SortedMap()
    for number in range(count):
        key = 2 * (number // 2 if number % 2 else count - 1 - number // 2)
        built = built.set(key, str(key))
    return built


@given(changes)
def test_it_holds_what_a_dict_would_hold_and_old_maps_stay(steps: list[tuple[bool, int, int]]) -> None:
    twin: dict[int, int] = {}
    new: SortedMap[int, int] = SortedMap()
    seen = [(new, new.items())]
    for put, key, value in steps:
        if put:
            twin[key] = value
            new = new.set(key, value)
        else:
            twin.pop(key, None)
            new = new.discard(key)
        assert new.items() == tuple(sorted(twin.items()))
        assert len(new) == len(twin)
        seen.append((new, new.items()))
    assert all(old.items() == was for old, was in seen)
    assert [new.get(key) for key in range(-40, 41)] == [twin.get(key) for key in range(-40, 41)]
    assert new == SortedMap.of(twin.items())


@given(st.lists(st.tuples(keys, st.integers())))
def test_bulk_build_keeps_the_later_of_two_values(pairs: list[tuple[int, int]]) -> None:
    assert SortedMap.of(pairs).items() == tuple(sorted(dict(pairs).items()))


@pytest.mark.parametrize("count", [1, 95, 96, 97, 128, 129, 130, 500, 2_000])
def test_any_size_is_found_walked_and_emptied_again(count: int) -> None:
    whole = many(count)
    evens = range(0, 2 * count, 2)
    assert whole.keys() == tuple(evens)
    assert whole == SortedMap.of((key, str(key)) for key in evens)
    assert all(key in whole and key + 1 not in whole for key in evens)
    emptied = whole
    for key in evens:
        emptied = emptied.discard(key)
    assert (len(emptied), emptied.items()) == (0, ())
    assert len(whole) == count


@given(st.sets(st.integers(0, 900), max_size=700), st.integers(-5, 905), st.integers(-5, 905))
def test_a_range_is_open_below_and_closed_above(held: set[int], low: int, high: int) -> None:
    whole = SortedMap.of((key, -key) for key in held)
    between = [(key, -key) for key in sorted(held) if low < key <= high]
    after = [(key, -key) for key in sorted(held) if low < key]
    assert list(whole.range(low, high)) == between
    assert list(whole.range(low)) == after
    assert list(whole.range(None, high)) == [(key, -key) for key in sorted(held) if key <= high]


def test_two_ranges_that_meet_share_no_key_and_miss_none() -> None:
    whole = many(300)
    assert [*whole.range(10, 300), *whole.range(300, 590)] == list(whole.range(10, 590))


def test_a_value_is_replaced_and_an_absent_key_changes_nothing() -> None:
    one = SortedMap.of([(1, "a"), (2, "b")])
    assert one.set(1, "c").items() == ((1, "c"), (2, "b"))
    assert one.discard(7) is one
    assert one[2] == "b"
    assert one.get(7, "none") == "none"
    with pytest.raises(KeyError):
        one[7]


def test_equality_is_by_content_and_there_is_no_hash() -> None:
    assert SortedMap.of([(1, "a")]) != SortedMap.of([(1, "b")])
    assert SortedMap.of([(1, "a")]) != {1: "a"}
    with pytest.raises(TypeError):
        hash(SortedMap.of([(1, "a")]))


def test_keys_only_have_to_be_comparable() -> None:
    due = SortedMap.of([((Instant(20), 1), "b"), ((Instant(10), 2), "a")])
    assert due.first() == ((Instant(10), 2), "a")
    assert repr(SortedMap.of([(1, "a")])) == "SortedMap.of([(1, 'a')])"


def test_its_entries_can_be_encoded() -> None:
    assert msgspec.json.encode(SortedMap.of([(2, "b"), (1, "a")]).items()) == b'[[1,"a"],[2,"b"]]'


def test_the_first_entry_is_that_of_the_lowest_key() -> None:
    assert SortedMap[int, str]().first() is None
    assert SortedMap.of((key, str(key)) for key in range(300, 0, -1)).first() == (1, "1")
    assert SortedMap.of([(2, "two"), (1, "one")]).discard(1).first() == (2, "two")
