"""Areas as the texts write them (C-ACT-1: 30′ x 30′; G-SEARCH-1: 20’x20'), and numbers in a remark."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.play.keeper import MINUTE, TURN, Keeper, keep
from turnkeeper.play.kernel.measures import extent, read_area
from turnkeeper.play.kernel.speech import SpeechError
from turnkeeper.time import ORIGIN, Duration

QUIET = {"cresthaven": "6", "glog": "12", "dungeon-game": "6"}


def delving(rules: str, *said: str) -> Keeper:
    return keep("party Varda", "enter dungeon Barrow", "light torch for Varda", *said, rules=rules)


def turns(keeper: Keeper, said: str) -> int:
    """Return the turns that something takes, with nothing met on the way."""
    before, quiet = keeper.now, QUIET[keeper.book.set.ruleset.id]
    faces = [quiet] * 12
    while True:
        other = keeper.copy()
        try:
            other.do(said, *faces)
        except AssertionError:
            faces.pop()
            continue
        return (other.now - before) // TURN


@pytest.mark.parametrize(
    "said,feet",
    [
        ("60' x 60'", 3600),
        ("60′ × 60′", 3600),
        ("30′ x 30′", 900),
        ("20’x20'", 400),
        ("30x40", 1200),
        ("30 X 40 ft.", 1200),
        ("30 by 40 feet", 1200),
        ("30 ft by 40 ft", 1200),
        ("12.5x10", 125),
        ("2700 sq ft", 2700),
        ("2,700 square feet", 2700),
        ("2700 sq. ft.", 2700),
        ("2700 ft²", 2700),
        ("2700ft2", 2700),
        ("2700 sqft", 2700),
        ("12.5 x 12.5 ft", Fraction(625, 4)),
    ],
)
def test_an_area_is_read_as_the_texts_write_it(said: str, feet: int) -> None:
    area = read_area(said)
    assert extent(area) == feet
    assert read_area(area) == area


@pytest.mark.parametrize(
    "said", ["", "60", "0 x 60", "60 x 0'", "60 m x 60 m", "60 x 60 x 10", "-3 x 4", "sq ft", "0 sq ft"]
)
def test_what_is_no_area_is_refused_with_how_to_write_it(said: str) -> None:
    with pytest.raises(ValueError, match="is not an area"):
        read_area(said)


@given(wide=st.decimals(1, 9999, places=2), long=st.decimals(1, 9999, places=2))
def test_an_area_is_its_sides_multiplied(wide: object, long: object) -> None:
    assert extent(read_area(f"{wide}x{long}'")) == Fraction(str(wide)) * Fraction(str(long))


@pytest.mark.parametrize(
    "said,needs",
    [
        ("search 60' x 60'", 4),
        ("search 60′ × 60′", 4),
        ("search the room 45x60", 3),
        ("search 2700 sq ft", 3),
        ("search 12.5x10", 1),
        ("map the cellar, 31 x 30 feet", 2),
        ("search 30x31 for secret doors by Varda", 2),
        ("map 2,701 sq ft", 4),
    ],
)
def test_c_act_1_a_turn_for_each_900_square_feet_begun(said: str, needs: int) -> None:
    assert turns(delving("cresthaven"), said) == needs


@pytest.mark.parametrize(
    "said",
    [
        "search 60 m x 60 m",
        "search 60x60x10",
        "search the hall of 30 feet",
        "search 3 times",
        "listen 3 times",
        "search for 2 turns",
        "search 12",
        "listen 2 rounds",
        "map 50%",
    ],
)
def test_a_number_in_a_remark_that_could_be_meant_is_never_swallowed(said: str) -> None:
    keeper = delving("cresthaven")
    with pytest.raises(SpeechError):
        keeper.parse(said)


@pytest.mark.parametrize(
    "said", ["search statue 3", "search the 3rd pillar", 'search "60 paces off"', 'listen "3 times"']
)
def test_a_number_that_is_a_name_or_in_quotes_is_a_remark(said: str) -> None:
    keeper = delving("cresthaven")
    command = keeper.parse(said)
    assert keeper.parse(keeper.language.say(command)) == command


def test_where_a_turn_is_a_room_whatever_its_size_an_area_is_refused() -> None:
    """D-TIME-2: a turn is enough for one room or corridor; an area said is not swallowed."""
    keeper = delving("dungeon-game")
    refusal = keeper.refused("search 60' x 60'")
    assert (refusal.code, refusal.hint) == ("area", "search")
    assert keeper.refused("map the hall 60x60").code == "area"
    assert not [one for one in keeper.language.forms if "area" in one[1].text and one[1].serves(keeper.book)
                and one[1].text.startswith(("search", "map"))]  # fmt: skip


@pytest.mark.parametrize("rules,room,said,needs", [
    ("glog", "Big 40x40", "search", 4),
    ("glog", "Big 40x40", "search the room", 4),
    ("glog", "Big 40x40", "search Big", 4),
    ("glog", "Big 40x40", "search the desk", 1),
    ("glog", "Big 40x40", "search 20x20", 1),
    ("glog", "45 x 10 ft", "search", 2),
    ("cresthaven", "Big 40x40", "search", 2),
    ("cresthaven", "Big 40x40", "map", 2),
    ("cresthaven", "Big 2700 sq ft", "map the whole room", 3),
    ("dungeon-game", "Big 40x40", "search", 1),
])  # fmt: skip
def test_the_known_area_of_a_room_is_that_of_a_search_of_it(
    rules: str, room: str, said: str, needs: int
) -> None:
    """G-SEARCH-2: 20 x 20 ft a turn, so 40 x 40 ft are 4; C-ACT-1: 30 x 30 ft, so 1600 of 900 are 2."""
    assert turns(delving(rules, f"enter room {room}"), said) == needs


def test_the_area_of_a_named_room_is_known_when_the_party_comes_back() -> None:
    keeper = delving("glog", "enter room Big 40x40", "enter corridor")
    assert turns(keeper, "search") == 1
    keeper.do("enter dungeon Crypt")
    keeper.do("enter room Big")
    assert turns(keeper, "search") == 1
    keeper.do("enter dungeon Barrow")
    keeper.do("enter room Big")
    assert turns(keeper, "search") == 4
    keeper.do("enter room Big 20x20")
    assert turns(keeper, "search") == 1


def test_a_search_tells_the_area_that_it_took() -> None:
    keeper = delving("glog", "enter room Big 40x40")
    told = keeper.told("search", "12", "12", "12", "12")
    assert any(line.startswith("search 40 x 40 ft: 4 turns") for line in told)
    assert keeper.now == ORIGIN + MINUTE * 40 == ORIGIN + Duration(2_400_000)
