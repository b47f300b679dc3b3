"""A land by its hexes and edges, and what the words of a map mean."""

from __future__ import annotations

import pytest

from turnkeeper.hexes import LEXICON, Label, Land, Landmark, Tile, Way, at
from turnkeeper.hexes.words import Country

A, B, C = at(1, 1), at(2, 1), at(3, 2)
ROAD = Way("road", (A, B, C), "The Salt Road")
RIVER = Way("river", (B, A))
LAND = Land(
    (
        Tile(A, ("grass", "village"), (Label("Alder"),), (Landmark("Bell", hidden=True),)),
        Tile(B, ("forest-hills",)),
        Tile(C, ("purple", "sea")),
    ),
    (ROAD, RIVER),
)


def test_a_way_joins_neighbours_from_both_sides_and_no_hexes_farther_apart() -> None:
    assert LAND.joined({"road"}) == {A: {B}, B: {A, C}, C: {B}}
    assert LAND.joined({"river"}) == {A: {B}, B: {A}}
    assert LAND.joined(()) == {}
    assert Land(ways=(Way("Road", (A, B)),)).joined({"road"}) == {A: {B}, B: {A}}


def test_all_ways_through_a_hex_are_told_in_their_order() -> None:
    assert (LAND.ways_through(A), LAND.ways_through(C)) == ((ROAD, RIVER), (ROAD,))
    assert LAND.ways_through(at(9, 9)) == ()


def test_a_way_that_runs_to_and_fro_is_one_way_through_its_hexes() -> None:
    there_and_back = Way("path", (A, B, A))
    assert Land(ways=(there_and_back,)).ways_through(A) == (there_and_back,)


def test_what_is_off_the_map_is_none() -> None:
    tile = LAND.at(A)
    assert tile is not None
    assert tile.name == "Alder"
    assert LAND.at(at(9, 9)) is None


def test_a_hex_is_found_by_its_label_or_by_its_landmark() -> None:
    assert LAND.named("alder") == LAND.named("BELL") == (A,)
    assert LAND.named("Elsewhere") == ()


def test_the_frame_holds_all_hexes() -> None:
    frame = LAND.frame
    assert frame is not None
    assert (frame.columns, frame.rows) == (3, 2)
    assert Land().frame is None


@pytest.mark.parametrize(
    "words, country",
    [
        ("grass village", Country()),
        ("dark-green woods", Country()),
        ("forest", Country(growth=1)),
        ("Hills", Country(relief=1)),
        ("forest-hills", Country(relief=1, growth=1)),
        ("grey mountains firs", Country(relief=2, growth=1)),
        ("swamp", Country(growth=2)),
        ("ocean", Country(water=True)),
        ("unheard-of", Country()),
    ],
)
def test_words_say_together_what_the_country_is_like(words: str, country: Country) -> None:
    """G-HEX-2 tells grassland and light forest, hills and heavy forest, mountains and swamp apart."""
    assert LEXICON.country(Tile(A, tuple(words.split()))) == country


def test_a_word_says_how_many_people_live_there() -> None:
    sizes = [LEXICON.senses[word].settlement for word in ("house", "hamlet", "village", "town", "city")]
    assert sizes == [1, 2, 3, 4, 5]
    assert [sense.settlement for sense in LEXICON.senses_of(LAND.tiles[0])] == [0, 3]


def test_unknown_words_mean_nothing_and_stay_on_the_map() -> None:
    assert LEXICON.of("purple") == ()
    assert LAND.tiles[2].words == ("purple", "sea")


def test_every_word_of_the_lexicon_means_something() -> None:
    for word, names in LEXICON.also.items():
        assert word not in LEXICON.senses, word
        assert all(name in LEXICON.senses for name in names), word
