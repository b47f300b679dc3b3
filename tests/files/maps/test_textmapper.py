"""Text Mapper's format: what is read, what is kept, what is wrong where; written again without loss."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.files.maps.lands_written import written
from turnkeeper.files.maps import lines, textmapper
from turnkeeper.files.maps.lines import walked
from turnkeeper.files.maps.textmapper import Loss, MapRefused, losses, read
from turnkeeper.hexes import Hex, Label, Land, Landmark, Region, Tile, Way, at, column_and_row, name_of

MAP = """\
#: land The Salt Hundred
# drawn by hand
0101 dark-green trees village "Alder" 30
0102 grass name="Low Field" 12 "The Fen" 50 translate(0,45) rotate(30)
-01-02 sea
104.07 hills “Far Hill”
0203 hills
0303
0101-0203-0303 road "The Old Road" left 20%
grass attributes fill="#cfc" stroke="black"
road path attributes stroke="black"
mill lib <g/>
text font-size="20pt"
include default.txt
010102 grass

0203 tower "Watch"
#: 0203 overt The Leaning Stone: a menhir: split by frost
#: 0203 hidden The Dry Well
#: 0102 note the miller lies
#: 0101 0102 region The Weald: nobody hunts here
#: 0203 region The Weald
#: 0102 0203 climate coast
#: climate inland
"""
A, B, C = at(1, 1), at(1, 2), at(2, 3)


def test_what_a_map_says_is_imported() -> None:
    land = read(MAP).land
    assert land.name == "The Salt Hundred"
    assert [name_of(tile.place) for tile in land.tiles] == [
        "-01-02",
        "0101",
        "0102",
        "0203",
        "0303",
        "104.07",
    ]
    assert land.at(A) == Tile(A, ("dark-green", "trees", "village"), (Label("Alder", 30),))
    assert land.at(B) == Tile(
        B,
        ("grass",),
        (Label("Low Field", 12, "name"), Label("The Fen", 50, "", "translate(0,45) rotate(30)")),
        notes=("the miller lies",),
    )
    # Two lines of one hex say more of it together.
    assert land.at(C) == Tile(
        C,
        ("hills", "tower"),
        (Label("Watch"),),
        (Landmark("The Leaning Stone", "a menhir: split by frost"), Landmark("The Dry Well", hidden=True)),
    )
    assert land.at(at(104, 7)) == Tile(at(104, 7), ("hills",), (Label("Far Hill"),))
    assert land.regions == (Region("The Weald", (A, B, C), "nobody hunts here"),)
    assert land.climates == (Region("inland", ()), Region("coast", (B, C)))
    assert (land.climate, land.climate_by_hex) == ("inland", {B: "coast", C: "coast"})
    (road,) = land.ways
    assert (road.kind, road.name, road.side, road.begins) == ("road", "The Old Road", "left", "20%")
    assert not read(MAP).problems


def test_what_is_not_understood_is_kept_and_told() -> None:
    """Includes are never fetched: the only thing that becomes of one is this line."""
    mapped = read(MAP)
    assert losses(mapped) == (
        Loss("label", "translate(0,45) rotate(30)", 4),
        Loss("definition", "grass attributes", 10),
        Loss("definition", "road path", 11),
        Loss("definition", "mill lib", 12),
        Loss("definition", "text", 13),
        Loss("include", "default.txt", 14),
        Loss("level", "level 2", 15),
    )
    assert mapped.land.kept[1:] == tuple(MAP.splitlines()[9:15])


def test_a_loss_is_told_once_with_how_often_it_stands_there() -> None:
    assert losses(read("0101 gloop\n0102 grass gloop\n")) == (Loss("word", "gloop", 1, 2),)


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_a_map_reads_the_same_whatever_ends_its_lines_and_keeps_them(ending: str) -> None:
    text = "\ufeff" + MAP.replace("\n", ending)
    mapped = read(text)
    assert mapped.text == text
    assert mapped.land == read(MAP).land
    assert not mapped.problems


def test_a_land_that_was_read_is_written_as_the_same_land() -> None:
    land = read(MAP).land
    assert read(written(land)).land == land
    assert not read(written(land)).problems


SIGNS = st.sampled_from([*'0123 -.#:"“”=()\t\r\nabz%', "0101", "0203-", "road", "#: 0101 note ", "name="])
SCRAPS = st.lists(SIGNS, max_size=60).map("".join)


@given(SCRAPS)
def test_any_text_comes_out_as_it_went_in(text: str) -> None:
    """What is read and written is as it was; and what was understood of it is written as the same land."""
    mapped = read(text)
    assert mapped.text == text
    assert read(written(mapped.land)).land == mapped.land


NAMES = st.text("abc ABC'ö", min_size=1, max_size=9).map(str.strip).filter(bool)
PLACES = st.builds(at, st.integers(-3, 120), st.integers(-3, 120))
TILES = st.builds(
    Tile,
    PLACES,
    st.lists(st.sampled_from(["grass", "hills", "odd-word", "30"]), max_size=3).map(tuple),
    st.lists(st.builds(Label, NAMES, st.integers(0, 99), st.sampled_from(["", "name"])), max_size=2).map(
        tuple
    ),
    st.lists(st.builds(Landmark, NAMES, NAMES, hidden=st.booleans()), max_size=2).map(tuple),
    st.lists(NAMES, max_size=2).map(tuple),
)
WAYS = st.builds(
    lambda start, faces, kind, name: Way(kind, _going(start, faces), name),
    PLACES,
    st.lists(st.integers(0, 5), max_size=8),
    st.sampled_from(["road", "river"]),
    st.one_of(st.just(""), NAMES),
)


def _going(start: Hex, faces: list[int]) -> tuple[Hex, ...]:
    hexes = [start]
    for face in faces:
        hexes.append(hexes[-1].neighbours()[face])
    return tuple(hexes)


@pytest.mark.slow
@given(st.lists(TILES, max_size=6, unique_by=lambda tile: tile.place), st.lists(WAYS, max_size=3), NAMES)
def test_a_land_written_reads_as_the_same_land(tiles: list[Tile], ways: list[Way], name: str) -> None:
    land = Land(tuple(sorted(tiles, key=lambda tile: tile.place)), tuple(ways), name=name)
    mapped = read(written(land))
    assert mapped.land == land
    assert not mapped.problems


def test_points_that_are_no_neighbours_are_walked_as_text_mapper_walks_them() -> None:
    """The worked example in Text Mapper's documentation: from 0101 to 0503."""
    assert [name_of(place) for place in walked([at(1, 1), at(5, 3)])] == [
        "0101",
        "0201",
        "0302",
        "0402",
        "0503",
    ]


def test_the_walk_is_not_the_shortest_way_where_columns_and_rows_say_otherwise() -> None:
    """From 0101 to 0301 by the squares of what is left, clockwise from the north-west.

    Around 0101:
    0000: 9+1, 0100: 4+1, 0200: 1+1, 0201: 1+0, 0102: 4+1, 0001: 9+0. So 0201; from there 0301 is a neighbour.
    From 0201 to 0401: 0101: 9+0, 0200: 4+1, 0301: 1+0, 0302: 1+1, ... so 0301, then 0401 next to it.
    """
    assert [name_of(place) for place in walked([at(1, 1), at(3, 1)])] == ["0101", "0201", "0301"]
    assert [name_of(place) for place in walked([at(2, 1), at(4, 1)])] == ["0201", "0301", "0401"]


@given(PLACES, PLACES)
def test_every_step_of_a_walk_comes_nearer_by_columns_and_rows(a: Hex, b: Hex) -> None:
    """So it ends; and a twin that tries all six neighbours by their names takes the same way."""
    hexes = walked([a, b])
    goal = column_and_row(b)
    assert (hexes[0], hexes[-1]) == (a, b)
    for here, there in pairwise(hexes):
        assert there in here.neighbours()
        assert _square(there, goal) < _square(here, goal)
        assert _square(there, goal) == min(_square(place, goal) for place in here.neighbours())


def _square(place: Hex, goal: tuple[int, int]) -> int:
    column, row = column_and_row(place)
    return (goal[0] - column) ** 2 + (goal[1] - row) ** 2


@pytest.mark.parametrize(
    "line, column, message",
    [
        ("101 grass", 1, '"101" is no hex'),
        ("0101x grass", 5, '"x" cannot follow a hex'),
        ("0101-02 road", 6, '"02" is no hex'),
        ("0101,0202 road", 5, '",0202" cannot follow a hex'),
        ("0101-0202", 10, "the way does not say what it is"),
        ('0101-0202 "The Road"', 10, "the way does not say what it is"),
        ("0101-0202 road 12 miles", 16, '"12 miles" is not understood'),
        ("99999.01 grass", 1, "the hex 99999.01 is too far out"),
        ('0101 grass "Alder', 12, "the label has no closing quote"),
        ('0101 grass ""', 12, "the label is empty"),
        ("0101 grass ”", 12, "a closing quote without an opening one"),
        (" 0101 grass", 1, "the line begins with a blank"),
        ("grass everywhere", 1, '"grass" begins no line of a map'),
        ("0101 gr\x07ass", 8, "the character U+0007 has no place in a map"),
        ("#: 0101 hiden The Well", 9, '"hiden" is nothing that can be said of a hex'),
        ("#: 0101 hidden", 15, "hidden says nothing"),
        ("#: note nobody", 3, "note is said of hexes"),
        ("#: 0101 land Ours", 3, "land is said of the whole land"),
        ("#: 0101 overt : here", 15, "overt has no name"),
        ("#: 0909 note lost", 4, "there is no hex 0909 on the map"),
    ],
)
def test_a_line_without_sense_is_told_with_its_column_and_the_rest_is_read(
    line: str, column: int, message: str
) -> None:
    text = f"0707 hills\n{line}\n0808 grass\n"
    mapped = read(text, "x.txt")
    (problem,) = mapped.problems
    assert (problem.file, problem.line, problem.column, problem.message) == ("x.txt", 2, column, message)
    assert problem.hint
    assert {at(7, 7), at(8, 8)} <= set(mapped.land.by_hex)
    assert mapped.text == text


def test_of_very_many_problems_the_first_are_told() -> None:
    problems = read("?\n" * 500).problems
    assert len(problems) == textmapper.MOST_PROBLEMS + 1
    assert problems[-1].message == "and 400 more problems"


def test_a_map_beyond_the_bounds_is_refused_where_it_passes_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(textmapper, "MOST_HEXES", 2)
    with pytest.raises(MapRefused, match="m:3:1: the map has more than 2 hexes"):
        read("0101 a\n0102 a\n0103 a\n", "m")
    monkeypatch.setattr(textmapper, "MOST_STEPS", 5)
    with pytest.raises(MapRefused, match="m:2:1: the ways run through more than 5 hexes"):
        read("0101-0401 road\n0101-0401 road\n", "m")
    monkeypatch.setattr(textmapper, "MOST_CHARACTERS", 3)
    with pytest.raises(MapRefused, match="m:1:1"):
        read("0101 a\n", "m")


@pytest.mark.slow
def test_one_way_round_the_world_is_a_problem_and_not_a_long_wait() -> None:
    (problem,) = read("-9999.-9999-9999.9999 road\n").problems
    assert problem.message == f"the way runs through more than {lines.LONGEST_WAY:,} hexes"


@pytest.mark.slow
def test_what_many_lines_say_of_one_hex_is_gathered_once() -> None:
    """Ten thousand lines for one hex, one region and one side: no line copies those before it."""
    many = 10_000
    text = "0101 a\n" * many + "#: 0101 note x\n" * many + "#: 0101 region The Weald\n" * many
    land = read(text + "0101-0102 road\n" * many).land
    assert [len(tile.words) for tile in land.tiles] == [len(tile.notes) for tile in land.tiles] == [many]
    assert land.regions == (Region("The Weald", (A,)),)
    assert len(land.ways_through(A)) == len(land.ways_through(B)) == many


@pytest.mark.slow
def test_a_hundred_thousand_hexes_are_read() -> None:
    text = "".join(f"{name_of(at(column, row))} grass\n" for column in range(400) for row in range(250))
    assert len(read(text).land.tiles) == textmapper.MOST_HEXES == 100_000


@pytest.mark.parametrize(
    "text, message",
    [
        ("0101 a\n#: climate coast\n#: climate inland\n", 'the land has the climate "coast" already'),
        (
            "0101 a\n#: 0101 climate coast\n#: 0101 climate inland\n",
            '0101 has the climate "coast" already',
        ),
        ("0101 a\n#: 0102 climate coast\n", "there is no hex 0102 on the map"),
        ("0101 a\n#: 0101 climate\n", "climate says nothing"),
    ],
)
def test_country_has_one_climate(text: str, message: str) -> None:
    assert [one.message for one in read(text).problems] == [message]
