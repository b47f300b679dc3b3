"""Faces, steps, distances and names: the laws of flat-topped hexes with odd columns half a hex higher."""

from __future__ import annotations

from collections import deque

import pytest
from hypothesis import given
from hypothesis import strategies as st

from turnkeeper.hexes import Face, Hex, at, column_and_row, hex_named, name_of
from turnkeeper.hexes.names import FURTHEST

NEAR = st.builds(Hex, st.integers(-6, 6), st.integers(-6, 6))
FACES = st.sampled_from(Face)


def test_entered_by_the_north_west_and_veering_left_one_leaves_to_the_north_east() -> None:
    """D-NAV-3, the worked example: heading south-east, left is anticlockwise."""
    heading = Face.NW.turned(3)
    assert heading is Face.SE
    assert heading.turned(-1) is Face.NE
    assert heading.turned(1) is Face.S


def test_six_lefts_and_six_rights_lead_round_all_faces() -> None:
    for turn in (-1, 1):
        seen, face = [], Face.N
        for _ in range(6):
            seen.append(face)
            face = face.turned(turn)
        assert face is Face.N
        assert sorted(seen) == list(Face)


@given(NEAR, FACES)
def test_a_step_and_the_step_back_lead_home(place: Hex, face: Face) -> None:
    assert place.to(face).to(face.turned(3)) == place
    assert place.face_to(place.to(face)) is face
    assert place.neighbours()[face] == place.to(face)


@given(NEAR, FACES)
def test_left_then_right_of_a_heading_lead_ahead(place: Hex, face: Face) -> None:
    """Around any hex: a step by the left face and one by the right face add up to one ahead."""
    assert place.to(face.turned(-1)).to(face.turned(1)) == place.to(face)


def test_what_is_no_neighbour_has_no_face() -> None:
    assert Hex(0, 0).face_to(Hex(0, 0)) is None
    assert Hex(0, 0).face_to(Hex(1, 1)) is None


@pytest.mark.parametrize("said", ["SE", "se", "south-east", "South East", "southeast"])
def test_a_face_is_understood_however_it_is_said(said: str) -> None:
    assert Face.of(said) is Face.SE


@pytest.mark.parametrize("face", Face)
def test_a_face_is_read_as_it_is_said(face: Face) -> None:
    assert Face.of(face.words) is Face.of(face.name) is face


def _steps_by_walking(a: Hex, b: Hex) -> int:
    """Breadth first, knowing nothing but neighbours."""
    queue, far = deque([a]), {a: 0}
    while b not in far:
        here = queue.popleft()
        for there in here.neighbours():
            if there not in far:
                far[there] = far[here] + 1
                queue.append(there)
    return far[b]


@given(NEAR, NEAR)
def test_the_distance_is_the_fewest_steps(a: Hex, b: Hex) -> None:
    assert a.distance(b) == _steps_by_walking(a, b) == b.distance(a)


def test_odd_columns_lie_half_a_hex_higher() -> None:
    """The picture of the format: 0101 stands half a hex above 0201, so 0201 is south-east of it."""
    assert at(1, 1).to(Face.SE) == at(2, 1)
    assert at(1, 1).to(Face.NE) == at(2, 0)
    assert at(2, 1).to(Face.SE) == at(3, 2)
    assert at(2, 1).to(Face.NE) == at(3, 1)
    assert at(2, 1).to(Face.S) == at(2, 2)
    assert at(0, 0).to(Face.NW) == at(-1, 0)


@given(st.integers(-FURTHEST, FURTHEST), st.integers(-FURTHEST, FURTHEST))
def test_column_and_row_there_and_back(column: int, row: int) -> None:
    place = at(column, row)
    assert column_and_row(place) == (column, row)
    assert hex_named(name_of(place)) == place


@pytest.mark.parametrize(
    "name, column, row",
    [
        ("0507", 5, 7),
        ("05.07", 5, 7),
        ("0000", 0, 0),
        ("-01-01", -1, -1),
        ("01-01", 1, -1),
        ("100.07", 100, 7),
        ("07.100", 7, 100),
        ("-12.104", -12, 104),
        ("0100.0007", 100, 7),
    ],
)
def test_names_are_two_digits_each_or_have_a_point(name: str, column: int, row: int) -> None:
    assert hex_named(name) == at(column, row)


@pytest.mark.parametrize(
    "name",
    [
        "",
        "507",
        "05070",
        "5.7",
        "0507x",
        " 0507",
        "+0507",
        "99999.01",
        "\u0660\u0665\u0660\u0667",
        "10000.00",
    ],
)
def test_what_is_no_name_is_none(name: str) -> None:
    assert hex_named(name) is None
