"""The drawn map: well-formed whatever the names, the same each time, and nothing of what is under fog."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from turnkeeper.files.maps import icons
from turnkeeper.files.maps.paper import PaperOptions, svg
from turnkeeper.files.maps.sheet import MapSheet
from turnkeeper.files.maps.style import GROUNDS
from turnkeeper.files.maps.textmapper import read
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
COLOURED = {name: day for names, (day, _) in GROUNDS.items() for name in names.split()}
SNOW = COLOURED["snow"]


def _texts(drawing: str) -> str:
    """All words of a drawing; parsing it shows that it is well-formed."""
    return " ".join(ET.fromstring(drawing).itertext())  # noqa: S314 - our own drawing


def test_names_ways_and_the_title_are_on_the_map() -> None:
    said = _texts(svg(MapSheet(LAND)))
    for name in ("The Salt Hundred", "Alder", "Grey Water", "The Old Road", "0201", "town", "road"):
        assert name in said


def test_of_a_hex_under_fog_nothing_is_in_the_text() -> None:
    """No secret's bytes in a picture for players: not its ground, its names, its ways, nor its legend."""
    seen = frozenset(tile.place for tile in LAND.tiles) - {at(3, 2)}
    drawing = svg(MapSheet(LAND, seen), PaperOptions(landmarks=True))
    for secret in ("Secret", "Dragon", "cave", "mountains", "Whisper", SNOW, "river"):
        assert secret not in drawing.replace('id="map-part-', "").replace("sea", "")
    assert "Alder" in drawing
    # What is left of the road is one step, too short for its name.
    assert "Old Road" not in drawing


@pytest.mark.slow
@given(st.sets(st.sampled_from([tile.place for tile in LAND.tiles])))
def test_a_picture_depends_on_nothing_but_what_is_seen(seen: set[Hex]) -> None:
    """A twin land of which the unseen is torn out is drawn the same, but for the fog itself."""
    torn = Land(
        tuple(tile if tile.place in seen else Tile(tile.place) for tile in LAND.tiles),
        LAND.ways,
        name=LAND.name,
    )
    assert svg(MapSheet(torn, frozenset(seen))) == svg(MapSheet(LAND, frozenset(seen)))


def test_a_landmark_is_never_named_and_only_marked_when_asked() -> None:
    marked = svg(MapSheet(LAND), PaperOptions(landmarks=True))
    assert "Dragon" not in marked
    assert 'class="map-landmarks"' in marked
    assert 'class="map-landmarks"' not in svg(MapSheet(LAND))


def test_the_route_lies_over_the_ways_and_under_what_stands_in_the_hexes() -> None:
    drawing = svg(MapSheet(LAND, party=at(2, 1), route=(at(2, 1), at(3, 1)), goal=at(3, 1)))
    parts = ("ways", "route", "sites", "party", "places", "goal")
    order = [drawing.index(f'"map-{part}"') for part in parts]
    assert order == sorted(order)


SIGNS = st.text(st.characters(codec="utf-8"), max_size=12)


@pytest.mark.slow
@given(SIGNS, SIGNS, st.integers(0, 9999))
def test_a_drawing_is_well_formed_whatever_is_written_on_the_map(name: str, word: str, size: int) -> None:
    places = (at(1, 1), at(1, 2), at(1, 3))
    land = Land(
        tuple(Tile(place, (word,), (Label(name, size),), (Landmark(name),)) for place in places),
        (Way(word, places, name),),
        name=name,
    )
    ET.fromstring(svg(MapSheet(land)))  # noqa: S314 - our own drawing


def test_an_empty_land_is_an_empty_sheet() -> None:
    assert ET.fromstring(svg(MapSheet(Land()))).tag.endswith("svg")  # noqa: S314 - our own drawing


def test_places_are_whole_numbers() -> None:
    places = re.findall(r' (?:x|y)="([^"]+)"|translate\(([^)]+)\)| d="([^"]+)"', svg(MapSheet(LAND)))
    assert places
    assert not [place for found in places for place in found if "." in place]


@pytest.mark.parametrize("name", sorted(LEXICON.senses))
def test_every_word_that_is_known_can_be_drawn(name: str) -> None:
    sense = LEXICON.senses[name]
    if sense.only_tints:
        assert f"tint-{name.removeprefix('light-').removeprefix('dark-')}" in COLOURED
    elif not sense.qualifies:
        assert name in icons.SITES or (name in icons.COUNTRY and name in COLOURED)


def test_the_map_shows_each_hex_where_its_name_says() -> None:
    """Odd columns stand half a hex (87) higher; columns are 150 apart, rows 174."""
    drawing = svg(MapSheet(Land(tuple(Tile(at(column, row)) for column in (1, 2) for row in (1, 2)))))
    spots = {name: (int(x), int(y)) for x, y, name in re.findall(r'x="(\d+)" y="(\d+)">(\d{4})<', drawing)}
    x, y = spots[name_of(at(1, 1))]
    assert spots == {
        "0101": (x, y),
        "0102": (x, y + 174),
        "0201": (x + 150, y + 87),
        "0202": (x + 150, y + 261),
    }


def test_the_drawing_needs_nothing_beside_it() -> None:
    """Neither a style sheet nor another document: every colour is said, and every shape is in it."""
    seen, known, here, there = (
        frozenset([at(2, 1), at(3, 1), at(3, 2)]),
        frozenset([at(2, 1)]),
        at(2, 1),
        at(1, 1),
    )
    sheet = MapSheet(LAND, seen, known, here, at(3, 1), (here, there), there, known)
    drawing = svg(sheet, PaperOptions(landmarks=True, times={at(2, 1): "1 h"}))
    assert "var(" not in drawing
    assert "<style" not in drawing
    assert re.findall(r'https?://[^" ]+', drawing) == ["http://www.w3.org/2000/svg"]
    ids = set(re.findall(r' id="([^"]+)"', drawing))
    assert set(re.findall(r'(?:href="|url\()#([^")]+)', drawing)) <= ids


def test_a_light_and_a_dark_colour_are_told_from_the_plain_one() -> None:
    plain, light, dark = (
        svg(MapSheet(Land((Tile(at(1, 1), (word,)),)))) for word in ("green", "light-green", "dark-green")
    )
    assert all(COLOURED["tint-green"] in one for one in (plain, light, dark))
    assert ("ground-light" in light, "ground-dark" in dark) == (True, True)
    assert not re.search("ground-(light|dark)", plain)
