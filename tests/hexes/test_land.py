"""A land by its hexes and edges, and what the words of a map mean."""

from __future__ import annotations

import pytest

from turnkeeper.hexes import LEXICON, Label, Land, Landmark, Tile, Way, at, edge, name_of
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


def test_a_way_runs_between_two_neighbours_from_both_sides() -> None:
    assert LAND.ways_between(A, B) == LAND.ways_between(B, A) == (ROAD, RIVER)
    assert LAND.ways_between(B, C) == (ROAD,)
    assert LAND.ways_between(A, C) == ()
    assert ROAD.edges == (edge(B, A), edge(C, B))


def test_a_way_that_runs_to_and_fro_is_one_way_over_its_edge() -> None:
    there_and_back = Way("path", (A, B, A))
    assert Land(ways=(there_and_back,)).ways_between(A, B) == (there_and_back,)


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


def test_settlements_have_their_hex_their_name_and_their_size() -> None:
    (found,) = LEXICON.settlements(LAND)
    assert (name_of(found.place), found.name, found.sense.settlement) == ("0101", "Alder", 3)


def test_unknown_words_are_counted_and_stay_on_the_map() -> None:
    assert LEXICON.unknown(LAND) == {"purple": 1}
    assert LAND.tiles[2].words == ("purple", "sea")


def test_every_word_of_the_lexicon_means_something() -> None:
    for word, names in LEXICON.also.items():
        assert word not in LEXICON.senses, word
        assert all(name in LEXICON.senses for name in names), word
