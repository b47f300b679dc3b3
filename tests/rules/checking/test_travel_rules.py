"""What the rule sets say of travel, number for number against the printed tables."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations, product

import pytest

from tests.play.keeper import book_of
from tests.play.wayfarers import OneLand, land, place
from turnkeeper.app.maps.routes import HOUSE_DEFAULT
from turnkeeper.hexes import Tile
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model.procedures import CheckWindow, Veer
from turnkeeper.rules.model.terrain import Chart, Terrain
from turnkeeper.rules.model.travel import ByCrossing, ByFeet, ByHexes, March, Travel

HOUR = 3_600_000


def travel_of(rules: str) -> Travel:
    found = book_of(rules).set.travel
    assert found is not None
    return found


def march_of(rules: str) -> March:
    found = travel_of(rules).march
    assert found is not None
    return found


def class_of(rules: str, words: str) -> str:
    """Return the class of country that a rule set makes of a hex with these words."""
    book = Rulebook(book_of(rules).set, OneLand(land(f"0101 {words}")))
    chart: Chart = book.chart("")
    return chart.class_at(place("0101"))


@pytest.mark.parametrize(
    "words, hours",
    [
        # flat and featureless, variable elevation or obstacles, aggressive elevation, dense obstacles, both
        ("grass", 2), ("woods", 2), ("light-green grass", 2),
        ("hills", 4), ("forest", 4), ("dark-green firs", 4),
        ("mountains", 6), ("swamp", 6), ("forest hills", 6), ("forest-hills", 6),
    ],
)  # fmt: skip
def test_g_hex_2_each_class_of_country_has_its_hours(words: str, hours: int) -> None:
    book = book_of("glog")
    assert isinstance(travel_of("glog").pays, ByCrossing)
    assert book.duration(book.set.terrain[class_of("glog", words)].crossing).ms == hours * HOUR


def in_any_order(phrase: str) -> list[str]:
    """Return a phrase in every order of its words, with blanks and with hyphens between them."""
    orders = list(permutations(phrase.split()))
    return [glue.join(order) for order in orders for glue in (" ", "-", "_")]


# Every terrain phrase of the text, singular and plural, as it prices them.
G_PHRASES = {
    "grassland": 2, "grasslands": 2, "light forest": 2, "light forests": 2,
    "hills": 4, "hill": 4, "heavy forest": 4, "heavy forests": 4,
    "mountain": 6, "mountains": 6, "swamp": 6, "swamps": 6, "hilly woods": 6,
    # The same said otherwise.
    "light woods": 2, "dense woods": 4, "swamp lands": 6, "wooded hills": 6, "hills woods": 6,
    "hilly forest": 6, "forested hills": 6, "heavy forest hills": 6, "light forest hills": 6,
}  # fmt: skip


@pytest.mark.parametrize("phrase", G_PHRASES)
def test_g_hex_2_every_terrain_phrase_of_the_text_is_priced_as_it_says_in_any_word_order(phrase: str) -> None:
    book = book_of("glog")
    for words in in_any_order(phrase):
        crossing = book.set.terrain[class_of("glog", words)].crossing
        assert book.duration(crossing).ms == G_PHRASES[phrase] * HOUR, words
        # The ways of a map without a campaign are priced alike.
        assert HOUSE_DEFAULT.enter(Tile(place("0101"), tuple(words.split()))) == G_PHRASES[phrase], words


# D-HEX-3 halves the way in swamp lands, mountains and dense forest; D-CAMP-1 names five rows of shelter.
D_PHRASES = {
    "swamp lands": (2, "swamp"), "swampland": (2, "swamp"), "swamp": (2, "swamp"),
    "mountains": (2, "mountains"), "dense forest": (2, "forest"), "dense forests": (2, "forest"),
    "hills": (1, "hills"), "grasslands": (1, "grassland"), "light forest": (1, "forest"),
    "dense woods": (2, "forest"), "hilly woods": (1, "forest"),
}  # fmt: skip


@pytest.mark.parametrize("phrase", D_PHRASES)
def test_d_hex_3_and_d_camp_1_every_terrain_phrase_of_the_text_in_any_word_order(phrase: str) -> None:
    for words in in_any_order(phrase):
        name = class_of("dungeon-game", words)
        country = book_of("dungeon-game").set.terrain[name]
        assert (country.slowed, country.shelter or name) == D_PHRASES[phrase], words


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["cresthaven", "quest-of-destiny"])
def test_where_the_text_names_no_terrain_the_words_of_the_others_mean_the_same_country(rules: str) -> None:
    """C-MOVE-2 and Q-TRAV-1 have house prices: hills, woods and wet ground halve the rate, mountains more."""
    terrain = book_of(rules).set.terrain
    slowed = {
        phrase: {terrain[class_of(rules, words)].slowed for words in in_any_order(phrase)}
        for phrase in (*G_PHRASES, *D_PHRASES)
    }
    even = {"grassland", "grasslands", "light forest", "light forests", "light woods"}
    assert slowed == {
        phrase: {1 if phrase in even else 3 if "mountain" in phrase else 2} for phrase in slowed
    }


@pytest.mark.parametrize("words", ["water-mill", "sea-cave", "hill-fort", "forest-temple"])
def test_a_hyphen_joins_words_of_the_country_and_no_others(words: str) -> None:
    """A water-mill is no lake: what is not known stays on the map and is taken as open country."""
    assert class_of("glog", words) == "flat"


def test_g_hex_3_and_4_a_search_is_twice_a_road_half() -> None:
    """G-HEX-5: 4, 8 and 12 h of search; 1, 2 and 3 h by road."""
    travel = travel_of("glog")
    assert travel.search is not None
    assert travel.roads is not None
    assert (travel.search.times, travel.roads.times) == (2, 2)
    crossings = [book_of("glog").duration(one.crossing).ms // HOUR for one in _land_classes()]
    assert [hours * travel.search.times for hours in crossings] == [4, 8, 12]
    assert [hours / Fraction(travel.roads.times) for hours in crossings] == [1, 2, 3]


def _land_classes() -> list[Terrain]:
    return [one for one in book_of("glog").set.terrain.values() if not one.impassable]


def test_g_fat_1_and_2_a_slot_every_two_hours_and_every_hour_in_bad_weather() -> None:
    book, travel = book_of("glog"), travel_of("glog")
    assert book.duration(travel.toil["all"].every).ms == 2 * HOUR
    harsh = {name: one for name, one in book.set.weather.items() if one.tires_every}
    assert harsh.keys() == {"heavy rain", "snow", "high winds", "storm"}
    for one in harsh.values():
        assert (book.duration(one.tires_every).ms, one.slowed) == (HOUR, Fraction(2))


def test_g_hex_6_twelve_windows_of_ten_minutes_in_two_hours() -> None:
    book = book_of("glog")
    outdoors = book.set.procedures["outdoors"]
    assert outdoors.window == CheckWindow(dice="1d12", each="1 turn")
    assert book.duration(outdoors.every).ms == 12 * book.duration("1 turn").ms == 2 * HOUR


def test_d_hex_1_and_2_two_watches_of_four_are_marched_one_two_or_three_hexes_in_each() -> None:
    book, travel, march = book_of("dungeon-game"), travel_of("dungeon-game"), march_of("dungeon-game")
    assert travel.pays == ByHexes(each="1 watch", foot=1, mounted=2, pushed=3)
    assert book.duration(march.day).ms == book.scale.day.ms // 2
    assert travel.search is not None
    assert book.duration(travel.search.takes).ms == 6 * HOUR


@pytest.mark.parametrize(
    "words, slowed",
    [
        ("grass", 1), ("hills", 1), ("woods", 1),
        ("swamp", 2), ("mountains", 2), ("forest", 2), ("forest hills", 2),
    ],
)  # fmt: skip
def test_d_hex_3_swamp_mountains_and_dense_forest_halve_the_way(words: str, slowed: int) -> None:
    assert book_of("dungeon-game").set.terrain[class_of("dungeon-game", words)].slowed == slowed


def test_d_hex_3_a_road_doubles_burdens_and_carts_halve() -> None:
    travel = travel_of("dungeon-game")
    assert travel.roads is not None
    burden = travel.toil["laden"]
    assert (travel.roads.times, burden.slowed, travel.toil["hitched"].slowed) == (2, 2, 2)
    assert (burden.every, burden.attribute, burden.exerts) == ("1 watch", "brawn", "1d3")


def test_d_hex_6_d_hex_7_a_forced_march_is_a_watch_more_with_a_brawn_save() -> None:
    march = march_of("dungeon-game")
    assert (march.forced, march.pushes, march.carries) == ("1 watch", True, False)
    assert march.save is not None
    assert (march.save.attribute, march.save.exerts) == ("brawn", "1d3")


def test_d_nav_1_to_3_the_save_and_the_veer_by_every_face_of_the_die() -> None:
    """D-NAV-1, D-NAV-2, D-NAV-3: 9 faces of 20 left, 2 on course, 9 right; left is one face back."""
    book = book_of("dungeon-game")
    navigation = book.set.navigation
    assert navigation is not None
    assert (navigation.each, navigation.attribute) == ("1 watch", "cunning")
    assert {"map", "landmark"} <= set(navigation.exempt)
    lookup = book.lookup(navigation.veer)
    turned = []
    for face in range(1, 21):
        at = next(n for n, band in enumerate(lookup.throw.bands) if _holds(band, face))
        turned += [sum(one.faces for one in lookup.entries[at].do if isinstance(one, Veer))]
    assert turned == [-1] * 9 + [0] * 2 + [1] * 9


def _holds(band: object, face: int) -> bool:
    low, high = getattr(band, "low", None), getattr(band, "high", None)
    return (low is None or low <= face) and (high is None or face <= high)


def test_d_enc_3_one_check_a_watch_two_in_six() -> None:
    book = book_of("dungeon-game")
    wilds = book.set.procedures["wilds"]
    assert (book.duration(wilds.every).ms, wilds.scenes) == (6 * HOUR, ("wilderness",))
    lookup = book.lookup(wilds.table)
    met = [face for face, band in product(range(1, 7), lookup.throw.bands[:1]) if _holds(band, face)]
    assert (met, lookup.entries[0].name) == ([1, 2], "encounter")


def test_d_hex_9_mountains_show_from_four_hexes_off() -> None:
    terrain = book_of("dungeon-game").set.terrain
    assert {name: one.seen_from for name, one in terrain.items() if one.seen_from} == {"mountains": 4}
    assert {name for name, one in terrain.items() if one.vantage} == {"hills", "mountains"}


def test_c_move_1_a_hex_of_six_miles_is_31_680_feet() -> None:
    """6 miles of 5,280 ft."""
    assert travel_of("cresthaven").pays == ByFeet(hex=6 * 5_280)
