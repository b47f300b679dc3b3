"""What is found in a hex and seen from one: landmarks overt and hidden, vantage points, heights from afar."""

from __future__ import annotations

import pytest

from tests.play.keeper import ByName, Keeper, house_rules, of_kind
from tests.play.wayfarers import HOUR, QUIET, column, land, place, travellers, where
from turnkeeper.app.maps.using import sample
from turnkeeper.hexes import Hex, name_of
from turnkeeper.hexes.shapes import line
from turnkeeper.play.journey.exploring import HexesSeen, HexSearched, LandmarksFound
from turnkeeper.play.registry import tell
from turnkeeper.rules import load_builtin
from turnkeeper.rules.model.terrain import Chart
from turnkeeper.time import Instant

GAME = "party Varda cunning 12 brawn 12"
PLAIN = tuple(f"{column:02d}{row:02d}" for column in range(1, 8) for row in range(1, 8))
# 0404 is the middle of the plain, clockwise from the north:
AROUND = ("0403", "0504", "0505", "0405", "0305", "0304")
MEETS = ByName(
    {**QUIET.faces, "outdoor check window": "7", "outdoor check": "2", "encounter distance": "1+1+1+1"}
)
# D-HEX-9: weather may reduce what one sees; which weather does is for the file to say.
FOG = """
[weather.clear]
rule = { id = "D-HEX-9", origin = "house", why = "No fog." }
start = true
[weather.haze]
rule = { id = "D-HEX-9", origin = "house", why = "Two hexes." }
sight = 2
[weather.fog]
rule = { id = "D-HEX-9", origin = "house", why = "Nothing." }
sight = 0
"""
FOGGY = house_rules(FOG, "dungeon-game")


def plain(
    *said: str, rules: str = "dungeon-game", start: str = "0404", hidden: str = "", **words: str
) -> Keeper:
    """Return walkers on a plain of grass, seven by seven, but for the ``words`` of hexes as ``h0404``."""
    held = land(*(f"{name} {words.get(f'h{name}', 'grass')}" for name in PLAIN), hidden=hidden)
    party = "party Varda strength 10 wisdom 10" if rules == "glog" else GAME
    return travellers(held, party, *said, rules=FOGGY if rules == "foggy" else rules, start=start)


def seen(keeper: Keeper) -> set[str]:
    """Return the names of all hexes seen from another."""
    return {name_of(one) for one in keeper.state.journey.seen}


# Landmarks


def test_g_hex_1_what_is_hidden_is_never_told_before_the_search_is_done() -> None:
    """Not on entering, not from a height, not by looking out, not when the search is cut short."""
    keeper = plain(rules="glog", start="0403", hidden="0404", h0404="hills TOWER", h0403="hills")
    for said, dice in (("travel s", QUIET), ("search hex", MEETS)):
        keeper.do(said, dice=dice)
    assert keeper.state.unfinished
    told = [tell(event, keeper.book) for event in keeper.events]
    assert any("TOWER" in one for one in told)
    assert not any("Cellar" in one for one in told)
    keeper.do("part")
    (searched,) = of_kind(keeper.do("resume", dice=QUIET), HexSearched)
    assert searched.landmarks == ("The Cellar",)


def test_g_hex_1_the_first_landmark_is_seen_from_afar() -> None:
    """From hills one looks into the hexes around: the tower is in one of them, the thorn two hexes off."""
    keeper = plain(rules="glog", h0404="hills", h0403="grass TOWER", h0402="grass THORN")
    (view,) = of_kind(keeper.events, HexesSeen)
    assert view.landmarks == ("TOWER",)
    assert {name_of(one) for one in view.seen} == set(AROUND)


def test_a_landmark_is_found_once_however_often_its_hex_is_entered() -> None:
    keeper = plain(h0403="grass TOWER")
    dice = ByName({**QUIET.faces, "cunning save of Varda": "1+1"})
    keeper.do("carry a map")
    found = [of_kind(keeper.do(f"travel {way}", dice=dice), LandmarksFound) for way in ("n", "s")]
    keeper.do("wait until day 2 06:00", dice=QUIET)
    found += [of_kind(keeper.do("travel n", dice=dice), LandmarksFound)]
    assert [len(one) for one in found] == [1, 0, 0]


def test_a_hex_with_nothing_hidden_is_searched_in_vain() -> None:
    keeper = plain()
    assert "0404 searched: nothing hidden" in keeper.told("search hex", dice=QUIET)
    (searched,) = of_kind(keeper.events, HexSearched)
    assert (searched.landmarks, searched.rule) == ((), "D-HEX-1")
    assert place("0404") in keeper.state.journey.searched


def test_g_hex_3_a_search_that_was_cut_short_goes_on_in_its_own_hex_only() -> None:
    """Grass is crossed in 2 h and searched in 4. Met at 07:00, 3 h of them are left."""
    keeper = plain(rules="glog")
    keeper.do("search hex", dice=MEETS)
    assert [task.left for task in keeper.state.unfinished] == [HOUR * 3]
    keeper.do("part")
    away = keeper.copy()
    away.do("travel n", dice=QUIET)
    assert away.refused("resume").code == "elsewhere"
    keeper.do("resume", dice=QUIET)
    assert keeper.now == Instant(10 * HOUR.ms)


# Vantage points


def test_d_hex_9_from_a_height_the_hexes_around_lie_open_and_from_the_plain_they_do_not() -> None:
    for words in ("hills", "mountains"):
        assert seen(plain(h0404=words)) == set(AROUND)
    for words in ("grass", "woods", "forest", "swamp"):
        assert seen(plain(h0404=words)) == set()


def test_d_hex_9_at_the_edge_of_the_map_only_what_is_there_is_seen() -> None:
    """0101 has a hex to the south and one to the south-east, in an odd column 0201."""
    assert seen(plain(start="0101", h0101="hills")) == {"0102", "0201"}


def test_d_hex_9_who_looks_out_from_the_plain_sees_around_takes_no_time_and_does_so_once() -> None:
    keeper = plain(h0403="grass TOWER")
    (view,) = of_kind(keeper.do("look out"), HexesSeen)
    # 0404 is in an even column, so that its neighbours to the north-east and north-west are in its own row.
    assert {name_of(one) for one in view.seen} == set(AROUND)
    assert (view.landmarks, view.rule, keeper.now) == (("TOWER",), "D-HEX-9", Instant(6 * HOUR.ms))
    assert keeper.refused("look out").code == "nothing-new"


# Heights from afar


@pytest.mark.parametrize("row, far", [("06", 1), ("05", 2), ("04", 3), ("03", 4)])
def test_d_hex_9_mountains_are_seen_from_four_hexes_off(row: str, far: int) -> None:
    keeper = plain(start="0407", **{f"h04{row}": "mountains"})
    assert place("0407").distance(place(f"04{row}")) == far
    assert seen(keeper) == {f"04{row}"}


def test_d_hex_9_and_not_from_five() -> None:
    assert seen(plain(start="0407", h0402="mountains")) == set()


@pytest.mark.parametrize("between", ["woods", "forest", "mountains"])
def test_what_stands_in_the_way_hides_a_mountain(between: str) -> None:
    """Straight north of 0407: 0405 stands between it and the mountain of 0404."""
    assert "0404" not in seen(plain(start="0407", h0404="mountains", h0405=between))


@pytest.mark.parametrize("between", ["grass", "hills", "swamp"])
def test_low_country_hides_no_mountain(between: str) -> None:
    assert "0404" in seen(plain(start="0407", h0404="mountains", h0405=between))


def test_from_the_edge_of_the_wood_a_mountain_is_seen() -> None:
    """What stands in one's own hex hides nothing."""
    assert seen(plain(start="0407", h0404="mountains", h0407="forest")) == {"0404"}


def test_under_glog_heights_are_seen_from_two_hexes_off_by_the_house() -> None:
    """G-HEX-1."""
    assert seen(plain(rules="glog", start="0407", h0405="mountains")) == {"0405"}
    assert seen(plain(rules="glog", start="0407", h0404="mountains")) == set()


def in_sight(chart: Chart, there: Hex, here: Hex) -> bool:
    """Return, by a walk along the line, whether a mountain four hexes off or less is seen: the naive way."""
    way = line(here, there)
    hides = {"forest", "dense forest", "mountains"}
    return 1 <= len(way) - 1 <= 4 and not any(chart.class_at(one) in hides for one in way[1:-1])


@pytest.mark.slow
def test_d_hex_9_over_the_whole_sample_land_the_views_are_those_of_the_naive_count() -> None:
    rules = load_builtin("dungeon-game")
    roads = rules.travel.roads.kinds if rules.travel is not None and rules.travel.roads is not None else ()
    held = sample().land
    chart = Chart(held, rules.terrain, roads)
    places = [tile.place for tile in held.tiles]
    mountains = [one for one in places if chart.class_at(one) == "mountains"]
    assert len(places) == 234
    for here in places:
        high = chart.class_at(here) in {"hills", "mountains"}
        near = {one for one in places if here.distance(one) == 1} if high else set()
        far = {there for there in mountains if in_sight(chart, there, here)}
        assert set(chart.seen_from(here)) == near | far, name_of(here)


# Weather and night


@pytest.mark.parametrize(
    "weather, sees",
    [("", {*AROUND, "0402", "0502"}), ("haze", {*AROUND, "0402"}), ("fog", set())],
)
def test_d_hex_9_weather_may_cut_the_view_short(weather: str, sees: set[str]) -> None:
    """From the hills of 0404: mountains two hexes off at 0402, and three off at 0502, which none hides."""
    said = (f"weather {weather}",) if weather else ()
    assert place("0404").distance(place("0502")) == 3
    assert seen(plain(*said, rules="foggy", h0404="hills", h0402="mountains", h0502="mountains")) == sees


def test_what_the_weather_hides_is_no_landmark_in_sight() -> None:
    """D-NAV-1: the mountain of 0402 spares the save in the clear, and not in fog."""
    clear = plain(rules="foggy", h0402="mountains")
    clear.do("travel s", dice=QUIET)
    fog = plain("weather fog", rules="foggy", h0402="mountains")
    assert fog.needs("travel s").name == "cunning save of Varda"


def test_when_the_weather_clears_who_looks_out_sees_what_it_hid() -> None:
    keeper = plain("weather fog", rules="foggy", h0404="hills", h0402="mountains")
    assert keeper.refused("look out").code == "nothing-new"
    keeper.do("weather clear")
    keeper.do("look out")
    assert seen(keeper) == {*AROUND, "0402"}


def test_where_night_makes_it_dark_nothing_is_seen_from_afar_but_what_is_entered_is_found() -> None:
    """Under glog dusk is at 18:00 in spring; the hills of 0403 are entered at 23:00, and dawn is at 06:00."""
    keeper = plain(rules="glog", start="0404", h0403="hills TOWER", h0402="mountains")
    before = seen(keeper)
    assert before == {"0402"}
    keeper.do("wait until 19:00", dice=QUIET)
    keeper.do("light torch")
    events = keeper.do("travel n", dice=QUIET)
    # The torch burns for an hour (G-LIGHT-4), and they go on without.
    assert keeper.now == Instant(20 * HOUR.ms)
    events += keeper.do("resume", dice=QUIET)
    assert (where(keeper), keeper.now) == ("0403", Instant(23 * HOUR.ms))
    assert [one.landmarks for one in of_kind(events, LandmarksFound)] == [("TOWER",)]
    assert seen(keeper) == before
    assert keeper.refused("look out").code == "nothing-new"
    keeper.do("wait until day 2 06:00", dice=QUIET)
    keeper.do("look out")
    # All six around 0403, in an even column: but 0404, where they were, is explored and 0402 seen already.
    assert seen(keeper) == {"0402", "0503", "0504", "0304", "0303"}


def test_t2_a_clock_set_back_forgets_what_was_seen_since() -> None:
    keeper = plain()
    keeper.do("wait 1 h", dice=QUIET)
    keeper.do("look out")
    keeper.do("rule clock 06:30")
    assert seen(keeper) == set()
    keeper.do("look out")
    assert seen(keeper) == set(AROUND)


# Nobody left


@pytest.mark.parametrize("said", ["travel s", "travel to 0102", "search hex", "look out"])
@pytest.mark.parametrize("fate", ["kill {}", "hurt {} 9"])
def test_nobody_goes_anywhere_or_looks_about_when_all_are_dead_or_down(fate: str, said: str) -> None:
    keeper = travellers(column("grass", "grass"), "party Varda hp 5/5; Orlo hp 5/5")
    keeper.do(fate.format("Varda"))
    keeper.copy().do(said, dice=QUIET)
    keeper.do(fate.format("Orlo"))
    assert keeper.refused(said).code == "nobody"


def test_a_journey_that_everybody_died_on_is_not_resumed() -> None:
    keeper = travellers(column("grass", "grass"), "party Varda hp 5/5")
    keeper.do("travel s", dice=MEETS)
    keeper.do("part")
    keeper.do("kill Varda")
    assert keeper.refused("resume").code == "nobody"


def test_who_keeps_time_without_naming_anybody_travels_all_the_same() -> None:
    keeper = travellers(column("grass", "grass"))
    keeper.do("travel s", dice=QUIET)
    assert where(keeper) == "0102"
