"""Lines, rings and views: every law beside a twin that only knows neighbours or exact fractions."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from turnkeeper.hexes import Face, Hex, disc, line, ring, sees

NEAR = st.builds(Hex, st.integers(-5, 5), st.integers(-5, 5))


def _line_by_looking(a: Hex, b: Hex) -> list[Hex]:
    """For each of the points that part the line evenly, the hex whose centre is nearest, among all around.

    The square of a distance in axial coordinates is q*q + q*r + r*r. Both ends are moved by the same very
    small length to the south-east, a little more to the south than the face: (1, 2) in millionths.
    """
    steps = a.distance(b)
    unit = max(steps, 1) * 10**6  # whole numbers of these parts of a hex keep it exact
    found = []
    for step in range(steps + 1):
        q = a.q * unit + (b.q - a.q) * step * 10**6 + unit // 10**6
        r = a.r * unit + (b.r - a.r) * step * 10**6 + 2 * unit // 10**6
        around = [Hex(q // unit + dq, r // unit + dr) for dq in range(-2, 3) for dr in range(-2, 3)]

        def square(place: Hex, q: int = q, r: int = r) -> int:
            dq, dr = place.q * unit - q, place.r * unit - r
            return dq * dq + dq * dr + dr * dr

        found.append(min(around, key=square))
    return found


@given(NEAR, NEAR)
def test_a_line_goes_through_the_hexes_nearest_to_it(a: Hex, b: Hex) -> None:
    assert list(line(a, b)) == _line_by_looking(a, b)


@given(NEAR, NEAR)
def test_a_line_is_a_shortest_way_and_the_same_back(a: Hex, b: Hex) -> None:
    hexes = line(a, b)
    assert (hexes[0], hexes[-1], len(hexes)) == (a, b, a.distance(b) + 1)
    assert all(one.distance(two) == 1 for one, two in pairwise(hexes))
    assert line(b, a) == hexes[::-1]


def test_between_two_hexes_the_line_keeps_to_its_side() -> None:
    """From a hex to the one two rings due east the line runs along the edge of the two between them.

    The hair lies to the south-east, so the southern one is taken.
    """
    a = Hex(0, 0)
    east = a.to(Face.SE).to(Face.NE)
    assert line(a, east) == (a, a.to(Face.SE), east)


@given(NEAR, st.integers(0, 5))
def test_a_ring_has_six_hexes_for_each_step_and_a_disc_all_within(centre: Hex, radius: int) -> None:
    square = [Hex(centre.q + q, centre.r + r) for q in range(-6, 7) for r in range(-6, 7)]
    on = list(ring(centre, radius))
    assert len(on) == len(set(on)) == (6 * radius or 1)
    assert set(on) == {place for place in square if centre.distance(place) == radius}
    within = list(disc(centre, radius))
    assert len(within) == 1 + 3 * radius * (radius + 1)
    assert [centre.distance(place) for place in within] == sorted(map(centre.distance, within))
    assert set(within) == {place for place in square if centre.distance(place) <= radius}


def test_a_ring_begins_in_the_north_and_goes_clockwise() -> None:
    assert tuple(ring(Hex(0, 0), 1)) == Hex(0, 0).neighbours()


HEIGHTS = st.dictionaries(NEAR, st.integers(0, 3), max_size=25)


@given(NEAR, NEAR, HEIGHTS, st.integers(0, 3))
def test_who_sees_is_seen(a: Hex, b: Hex, heights: dict[Hex, int], through: int) -> None:
    def opacity(place: Hex) -> int:
        return heights.get(place, 0)

    assert sees(a, b, opacity, through) == sees(b, a, opacity, through)


@pytest.mark.slow
@given(NEAR, HEIGHTS)
def test_one_sees_a_hex_when_nothing_stands_between_and_no_other(a: Hex, heights: dict[Hex, int]) -> None:
    for place in disc(a, 4):
        between = _line_by_looking(a, place)[1:-1]
        seen = sees(a, place, lambda step: heights.get(step, 0))
        assert seen == (not any(heights.get(step, 0) for step in between))


def test_what_stands_in_the_two_places_themselves_hides_nothing() -> None:
    a, b = Hex(0, 0), Hex(0, 2)
    assert sees(a, b, lambda place: 9 * (place in {a, b}))
    assert not sees(a, b, lambda place: int(place == Hex(0, 1)))
    assert sees(a, b, lambda place: int(place == Hex(0, 1)), through=1)
