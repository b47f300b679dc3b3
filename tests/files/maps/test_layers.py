"""Layers of a map for a screen: nothing unseen is in them, no name lies on another, colours have names."""

from __future__ import annotations

import re
from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from turnkeeper.app.maps.using import sample
from turnkeeper.files.maps import icons
from turnkeeper.files.maps.labels import LEVELS, Name, PlacedName, placed, size_of
from turnkeeper.files.maps.land import MapWindow, land_layer, legend_of, plot_of
from turnkeeper.files.maps.marks import MARKS, marks_layer, reach_layer, route, signs
from turnkeeper.files.maps.paper import PaperOptions, svg
from turnkeeper.files.maps.plot import outline
from turnkeeper.files.maps.sheet import MapSheet
from turnkeeper.files.maps.style import COLOURS, STYLES, style_sheet
from turnkeeper.files.maps.textmapper import read
from turnkeeper.hexes import Hex, Label, Land, Landmark, Tile, Way, at, column_and_row
from turnkeeper.hexes.words import TINTS

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
#: 0302 hidden The Dragon: asleep
"""
LAND = read(MAP).land
COLOURED = Land(
    (Tile(at(1, 1), ("light-green",), (Label("Moor", 60),)), Tile(at(1, 2), ("dark-green",))),
    (Way("border", (at(1, 1), at(1, 2))),),
)
PLACES = [tile.place for tile in LAND.tiles]
hexes = st.builds(Hex, st.integers(-6, 6), st.integers(-6, 6))


def parsed(layers: str) -> ET.Element:
    """Parse layers, which shows that they are well-formed."""
    return ET.fromstring(f"<all>{layers}</all>")  # noqa: S314 - our own drawing


def test_of_a_hex_that_is_not_seen_nothing_is_in_the_layer() -> None:
    drawn = land_layer(MapSheet(LAND, frozenset(PLACES) - {at(3, 2)}))
    for secret in ("Secret", "Dragon", "cave", "mountains", "0302", "Whisper", "river"):
        assert secret not in drawn
    assert "Alder" in drawn
    assert "The Secret Door" in land_layer(MapSheet(LAND))


@pytest.mark.slow
@given(st.sets(st.sampled_from(PLACES)))
def test_a_layer_depends_on_nothing_but_what_is_seen(seen: set[Hex]) -> None:
    """A twin land of which the unseen is torn out is drawn the same."""
    tiles = tuple(tile if tile.place in seen else Tile(tile.place) for tile in LAND.tiles)
    torn = Land(tiles, LAND.ways, name=LAND.name)
    assert land_layer(MapSheet(torn, frozenset(seen))) == land_layer(MapSheet(LAND, frozenset(seen)))


@given(st.sets(hexes, max_size=40))
def test_an_outline_holds_as_much_as_its_hexes(some: set[Hex]) -> None:
    """Three quarters of 200 by 174 are 26,100; what runs the other way about is a hole and counts less."""
    path = outline(some, plot_of(Land()).centre)
    twice = 0
    for loop in path.split("Z")[:-1]:
        points = [(int(x), int(y)) for x, y in re.findall(r"[ML](-?\d+) (-?\d+)", loop)]
        closed = [*points, points[0]]
        twice += sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairwise(closed))
    assert twice == 2 * 26_100 * len(some)


@given(st.sets(st.sampled_from(PLACES)))
def test_paper_and_screen_show_the_same_country_and_sites_in_the_same_order(seen: set[Hex]) -> None:
    sheet = MapSheet(LAND, frozenset(seen))
    paper, screen = svg(sheet, PaperOptions(legend=False)), land_layer(sheet)
    # Which shapes are mirrored hangs on where the sheet begins.
    stands = '<use href="#map-((?:country|site)-[a-z]+)" transform="[^"]* scale[(]-?([0-9.]+)'
    assert re.findall(stands, paper) == re.findall(stands, screen)


@pytest.mark.slow
@given(st.sets(st.sampled_from(PLACES)))
def test_paper_and_screen_show_the_same_ground_ways_and_names(seen: set[Hex]) -> None:
    """All that is drawn of the land has the same class in the same order; only where it lies differs."""
    sheet = MapSheet(LAND, frozenset(seen))
    paper, screen = svg(sheet, PaperOptions(legend=False)), land_layer(sheet)
    drawn = 'class="((?:ground|way|to|map-(?:shore|echo|rim|afar))-?[^"]*)"'
    assert re.findall(drawn, paper) == re.findall(drawn, screen)


@pytest.mark.slow
def test_every_style_is_of_something_that_is_drawn() -> None:
    sheet = MapSheet(
        sample().land, frozenset(tile.place for tile in sample().land.tiles[9:]), frozenset(PLACES)
    )
    marked = replace(
        sheet,
        party=at(3, 1),
        believed=at(3, 2),
        route=(at(3, 1), at(3, 2)),
        goal=at(3, 2),
        notes={at(3, 1): ()},
    )
    plot = plot_of(marked.land, marked.seen)
    layers = (
        *(sign.drawn for sign in signs(legend_of(plot), MARKS, players=False)),
        *(land_layer(one) for one in (sheet, MapSheet(COLOURED))),
        marks_layer(plot, replace(marked, known=frozenset(PLACES))),
        reach_layer(plot, {at(3, 1): "1 h"}),
        *route(plot, marked.route, "map-preview"),
        *route(plot, marked.route, "map-preview-road"),
    )
    classes = {name for names in re.findall('class="([^"]+)"', "".join(layers)) for name in names.split()}
    assert STYLES.keys() <= classes


# Names


def box(one: PlacedName, level: int) -> tuple[float, float, float, float]:
    """A name's box by hand: letters half as wide as high, a region's two thirds."""
    size = size_of(one.name, level)
    wide = max(map(len, one.lines)) * size * (0.68 if one.name.region else 0.52)
    left = one.x - {"middle": wide / 2, "end": wide, "start": 0}[one.anchor]
    foot = one.y + one.lift * size / 100
    return left, foot - 0.7 * size, left + wide, foot + size * (len(one.lines) - 1) + 0.2 * size


def meet(a: tuple[float, float, float, float], b: tuple[float, float, float, float]) -> bool:
    """Return whether two boxes lie on each other, by more than what was rounded."""
    return a[0] + 2 < b[2] and b[0] + 2 < a[2] and a[1] + 2 < b[3] and b[1] + 2 < a[3]


names = st.builds(
    Name,
    st.text("abc -", min_size=1, max_size=30).map(lambda text: text.strip() or "a"),
    st.tuples(st.integers(0, 12).map(lambda x: x * 150), st.integers(0, 12).map(lambda y: y * 87)),
    st.integers(0, 50),
    st.sampled_from([0, 0, 40, 70]),
    st.booleans(),
)


@pytest.mark.slow
@given(st.lists(names, max_size=25))
def test_from_afar_no_name_lies_on_another(wanted: list[Name]) -> None:
    found = placed(wanted, []).names
    assert len(found) == len(wanted)
    for level in range(1, LEVELS):
        boxes = [box(one, level) for one in found if one.level >= level]
        assert not [(a, b) for at_, a in enumerate(boxes) for b in boxes[at_ + 1 :] if meet(a, b)]


def test_what_matters_more_keeps_its_name_longer() -> None:
    """A city and a hamlet in neighbouring hexes: from afar there is room for one."""
    city, hamlet = Name("Great Harbour", (1000, 1000), 55), Name("Little Harbour", (1150, 1087), 25)
    levels = {one.name.text: one.level for one in placed([hamlet, city], []).names}
    assert levels["Great Harbour"] == LEVELS - 1 > levels["Little Harbour"]


def test_very_long_names_are_cut() -> None:
    one = placed([Name("An " + "Endlessly " * 20 + "Long Name", (0, 0), 5)], []).names[0]
    assert len(one.lines) == 3
    assert one.lines[-1].endswith("…")


# Windows, marks, colours


@pytest.mark.slow
@given(st.integers(1, 18), st.integers(1, 13))
def test_in_every_window_a_hex_lies_where_it_lies_on_the_whole(column: int, row: int) -> None:
    land, window = sample().land, MapWindow(column, row, 4, 3)
    drawn = parsed(land_layer(MapSheet(land), window))
    whole = plot_of(land)
    numbers = {
        text.text: (text.get("x"), text.get("y"))
        for text in drawn.iterfind(".//*[@class='map-numbers']/text")
    }
    for tile in land.tiles:
        x, y = whole.centre(tile.place)
        name = "{:02d}{:02d}".format(*column_and_row(tile.place))
        inside = (
            column <= column_and_row(tile.place)[0] < column + 4
            and row <= column_and_row(tile.place)[1] < row + 3
        )
        assert numbers.get(name) == ((str(x), str(y - 66)) if inside else None)


def test_marks_are_drawn_where_they_are() -> None:
    plot = plot_of(LAND)
    drawn = marks_layer(
        plot,
        MapSheet(
            LAND,
            party=at(2, 1),
            believed=at(3, 1),
            route=(at(3, 1), at(3, 2)),
            goal=at(3, 2),
            known=frozenset([at(2, 1)]),
        ),
    )
    for name, place in (("map-party", at(2, 1)), ("map-believed", at(3, 1))):
        x, y = plot.centre(place)
        assert f'class="{name}" transform="translate({x},{y})"' in drawn
    parsed(drawn)
    bare = marks_layer(plot, MapSheet(LAND))
    assert bare == ""


def test_within_reach_every_hex_has_its_time_and_no_other() -> None:
    drawn = parsed(reach_layer(plot_of(LAND), {at(2, 1): "", at(3, 1): "4:30"}))
    assert [text.text for text in drawn.iter("text")] == ["4:30"]


def test_every_colour_and_ground_is_given_by_the_style_sheet() -> None:
    styles = style_sheet()
    for name in COLOURS:
        assert f"--map-{name}: light-dark(" in styles
    for ground in (*icons.COUNTRY, *(f"tint-{tint}" for tint in TINTS), "bare"):
        assert f".ground-{ground} {{" in styles


@pytest.mark.parametrize("kind", ["PARTS", "COUNTRY", "SITES"])
def test_every_shape_says_its_colours_by_name(kind: str) -> None:
    for shape in getattr(icons, kind).values():
        assert "#" not in shape.replace('href="#map-part-', "")
        assert set(re.findall(r"--map-([a-z-]+)", shape)) <= COLOURS.keys()


def test_a_layer_has_no_style_of_its_own() -> None:
    """The page's policy would not let it have one."""
    for drawn in (
        land_layer(MapSheet(sample().land)),
        marks_layer(plot_of(LAND), MapSheet(LAND, party=at(2, 1))),
    ):
        assert "style" not in drawn
        assert "<script" not in drawn


SIGNS = st.text(st.characters(codec="utf-8"), max_size=12)


@given(SIGNS, SIGNS, st.integers(0, 9999))
def test_a_layer_is_well_formed_whatever_is_written_on_the_map(name: str, word: str, size: int) -> None:
    places = (at(1, 1), at(1, 2), at(1, 3))
    tiles = tuple(Tile(place, (word,), (Label(name, size),), (Landmark(name),)) for place in places)
    parsed(land_layer(MapSheet(Land(tiles, (Way(word, places, name),), name=name))))


def test_an_empty_land_is_an_empty_layer() -> None:
    assert not list(parsed(land_layer(MapSheet(Land()))).iter("text"))
