"""What a land costs to cross by the house default, and what is told of a way; and the sample land itself."""

from __future__ import annotations

import pytest

from turnkeeper.app.maps.routes import Costs, NoWay, itinerary, place_of, route
from turnkeeper.app.maps.using import sample
from turnkeeper.files.maps.textmapper import losses, read
from turnkeeper.hexes import LEXICON, at, name_of

MAP = """\
0101 grass village "Alder"
0201 hills
0301 forest-hills "Alder"
0102 grass
0202 sea
0302 swamp
0103 unheard-of
0203 grass
#: 0102 hidden The Dry Well
0101-0201-0301 road
"""
LAND = read(MAP).land


@pytest.mark.parametrize(
    "name, price",
    [("0101", 2), ("0201", 4), ("0301", 6), ("0202", None), ("0302", 6), ("0103", 2)],
)
def test_the_house_default_prices_country_in_crossing_hours(name: str, price: int | None) -> None:
    """G-HEX-2: grassland 2; hills 4; hilly woods and swamp 6. Water is no way; a word unknown is flat."""
    assert Costs().enter(LAND.by_hex[place_of(LAND, name)]) == price


def test_a_road_halves_the_price_exactly() -> None:
    """G-HEX-4. 0201 is 4 and 0301 is 6, by road 2 and 3; with hills at 5 both, having hills, are 2 1/2."""
    assert itinerary(LAND, route(LAND, at(1, 1), at(3, 1))).cost == "5"
    costs = Costs(words={"hills": 5})
    journey = itinerary(LAND, route(LAND, at(1, 1), at(3, 1), costs), costs)
    assert [(leg.hex, leg.cost, leg.road) for leg in journey.legs] == [
        ("0101", "0", False),
        ("0201", "2 1/2", True),
        ("0301", "2 1/2", True),
    ]
    assert (journey.cost, journey.steps) == ("5", 2)


def test_of_several_priced_words_the_dearest_counts_and_no_means_no() -> None:
    tile = LAND.by_hex[at(3, 1)]
    assert Costs(words={"forest": 9, "hills": 5}).enter(tile) == 9
    assert Costs(words={"forest": 9, "hills": None}).enter(tile) is None
    # A word of the map goes before what it means.
    assert Costs(words={"forest-hills": 1}).enter(tile) == 1


def test_what_costs_nothing_is_still_a_way() -> None:
    found = route(LAND, at(1, 1), at(1, 2), Costs(words={"grass": 0}))
    assert (found.cost, found.steps) == (0, 1)


def test_where_there_is_no_way_it_is_told() -> None:
    with pytest.raises(NoWay, match="no way from 0101 to 0202"):
        route(LAND, at(1, 1), at(2, 2))


@pytest.mark.parametrize(
    "said, message",
    [("0909", "no hex 0909"), ("Alder", "stands in 2 hexes"), ("Aldre", "no 'Aldre' on the map")],
)
def test_a_place_that_is_not_there_is_told_with_what_there_is(said: str, message: str) -> None:
    with pytest.raises(NoWay, match=message) as fault:
        place_of(LAND, said)
    assert "01" in fault.value.hint or "Alder" in fault.value.hint


def test_a_place_is_found_by_its_hex_or_by_what_is_there() -> None:
    assert place_of(LAND, "0102") == place_of(LAND, "01.02") == place_of(LAND, "the dry well") == at(1, 2)


def test_the_sample_land_is_in_order_and_large_enough_for_three_days() -> None:
    """G-HEX-1: where there is something to find there are two things, one overt and one hidden."""
    read_map = sample()
    land = read_map.land
    assert not read_map.problems
    assert not losses(read_map)
    assert len(land.tiles) >= 200
    found = [tile for tile in land.tiles if tile.landmarks]
    assert len(found) >= 40
    for tile in found:
        assert [landmark.hidden for landmark in tile.landmarks] == [False, True], name_of(tile.place)
    names = [landmark.name for tile in land.tiles for landmark in tile.landmarks]
    assert len(names) == len(set(names))
    lived_in = [tile for tile in land.tiles if any(one.settlement for one in LEXICON.senses_of(tile))]
    assert len(lived_in) >= 10
    assert {way.kind for way in land.ways} == {"road", "river", "trail"}


def test_in_the_sample_land_no_road_goes_through_water_and_every_river_ends_in_it() -> None:
    land = sample().land
    for way in land.ways:
        wet = [LEXICON.country(land.by_hex[place]).water for place in way.hexes]
        if way.kind == "river":
            assert wet[-1]
            assert not any(wet[1:-1])
        else:
            assert not any(wet), way.name
