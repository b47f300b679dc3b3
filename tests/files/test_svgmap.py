"""The drawn map: well-formed whatever the names, the same each time, and nothing of what is under fog."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from turnkeeper.files import map_icons
from turnkeeper.files.svgmap import Picture, svg
from turnkeeper.files.textmapper import read
from turnkeeper.hexes import LEXICON, Hex, Label, Land, Landmark, Tile, Way, at, name_of

MAP = """\
#: land The Salt Hundred
0101 sea "Grey Water" 40
0201 coast port town "Alder"
0301 forest-hills
0302 white mountains cave "The Secret Door"
0202 green lake
0102 unheard-of
0201-0301-0302 road "The Old Road"
0302-0202 river "Whisper"
0101-0102 border
0201-0202 rope-way
#: 0302 hidden The Dragon: asleep
"""
LAND = read(MAP).land


def _texts(drawing: str) -> str:
    """All words of a drawing; parsing it shows that it is well-formed."""
    return " ".join(ET.fromstring(drawing).itertext())  # noqa: S314 - our own drawing


def test_names_ways_and_the_title_are_on_the_map() -> None:
    said = _texts(svg(LAND))
    for name in ("The Salt Hundred", "Alder", "Grey Water", "The Old Road", "0201", "town", "road"):
        assert name in said


def test_of_a_hex_under_fog_nothing_is_in_the_text() -> None:
    """No secret's bytes in a picture for players: not its ground, its names, its ways, nor its legend."""
    seen = frozenset(tile.place for tile in LAND.tiles) - {at(3, 2)}
    drawing = svg(LAND, Picture(seen=seen, landmarks=True))
    for secret in ("Secret", "Dragon", "cave", "mountains", "Whisper", map_icons.FILLS["snow"], "river"):
        assert secret not in drawing.replace('id="part-', "").replace("sea", "")
    assert "Alder" in drawing
    # What is left of the road is one step, too short for its name.
    assert "Old Road" not in drawing


@given(st.sets(st.sampled_from([tile.place for tile in LAND.tiles])))
def test_a_picture_depends_on_nothing_but_what_is_seen(seen: set[Hex]) -> None:
    """A twin land of which the unseen is torn out is drawn the same, but for the fog itself."""
    torn = Land(
        tuple(tile if tile.place in seen else Tile(tile.place) for tile in LAND.tiles),
        LAND.ways,
        name=LAND.name,
    )
    picture = Picture(seen=frozenset(seen))
    assert svg(torn, picture) == svg(LAND, picture)


def test_a_landmark_is_never_named_and_only_marked_when_asked() -> None:
    assert "Dragon" not in svg(LAND, Picture(landmarks=True))
    assert 'id="landmarks"' in svg(LAND, Picture(landmarks=True))
    assert 'id="landmarks"' not in svg(LAND)


def test_the_route_lies_over_the_ways_and_under_what_stands_in_the_hexes() -> None:
    drawing = svg(LAND, Picture(party=at(2, 1), route=(at(2, 1), at(3, 1))))
    order = [drawing.index(f'"{part}"') for part in ("ways", "route", "sites", "party", "names", "goal")]
    assert order == sorted(order)


SIGNS = st.text(st.characters(codec="utf-8"), max_size=12)


@given(SIGNS, SIGNS, st.integers(0, 9999))
def test_a_drawing_is_well_formed_whatever_is_written_on_the_map(name: str, word: str, size: int) -> None:
    places = (at(1, 1), at(1, 2), at(1, 3))
    land = Land(
        tuple(Tile(place, (word,), (Label(name, size),), (Landmark(name),)) for place in places),
        (Way(word, places, name),),
        name=name,
    )
    ET.fromstring(svg(land))  # noqa: S314 - our own drawing


def test_an_empty_land_is_an_empty_sheet() -> None:
    assert ET.fromstring(svg(Land())).tag.endswith("svg")  # noqa: S314 - our own drawing


def test_places_are_whole_numbers() -> None:
    places = re.findall(r' (?:x|y)="([^"]+)"|translate\(([^)]+)\)| d="([^"]+)"', svg(LAND))
    assert places
    assert not [place for found in places for place in found if "." in place]


@pytest.mark.parametrize("name", sorted(LEXICON.senses))
def test_every_word_that_is_known_can_be_drawn(name: str) -> None:
    sense = LEXICON.senses[name]
    if sense.only_tints:
        assert name.removeprefix("light-").removeprefix("dark-") in map_icons.TINTS
    else:
        assert name in map_icons.SITES or (name in map_icons.COUNTRY and name in map_icons.FILLS)


def test_the_map_shows_each_hex_where_its_name_says() -> None:
    """Odd columns stand half a hex (87) higher; columns are 150 apart, rows 174."""
    drawing = svg(Land(tuple(Tile(at(column, row)) for column in (1, 2) for row in (1, 2))))
    spots = {name: (int(x), int(y)) for x, y, name in re.findall(r'x="(\d+)" y="(\d+)">(\d{4})<', drawing)}
    x, y = spots[name_of(at(1, 1))]
    assert spots == {
        "0101": (x, y),
        "0102": (x, y + 174),
        "0201": (x + 150, y + 87),
        "0202": (x + 150, y + 261),
    }
