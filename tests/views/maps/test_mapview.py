"""The map for a screen: what each may see of it, the same in words by hand, and what can be asked of it.

The land is that of `test_wayfaring`. Under glog open country takes 2 h, hills 4 and a swamp 6; a road halves
(G-HEX-2, G-HEX-4). Under dungeon-game open country takes a watch of 6 h, a road halves (D-HEX-2, D-HEX-3).
"""

from __future__ import annotations

import re

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.app.campaigns import begun, do
from tests.play.keeper import CALM, ByName
from tests.play.wayfarers import QUIET
from tests.views.parts.test_wayfaring import abroad, place
from turnkeeper.app.campaign import Campaign
from turnkeeper.app.maps.routes import NoWay
from turnkeeper.files.maps.land import MapWindow
from turnkeeper.hexes import at
from turnkeeper.rules.reading.load import load_builtin
from turnkeeper.time import SpokenTimeError
from turnkeeper.views.maps.asking import HexView, hex_view, reach_view, route_view
from turnkeeper.views.maps.text_equivalent import TextEquivalent, bearing
from turnkeeper.views.maps.view import WINDOW, MapView, draw_land, map_view, window_around


def seen(campaign: Campaign, *, players: bool = False) -> MapView:
    found = map_view(campaign, players=players)
    assert found is not None
    return found


def words(campaign: Campaign, *, players: bool = False) -> TextEquivalent:
    return seen(campaign, players=players).text_equivalent


def asked(campaign: Campaign, name: str, *, players: bool = False) -> HexView:
    found = hex_view(campaign, name, players=players)
    assert found is not None
    return found


def land(campaign: Campaign, *, players: bool = False) -> str:
    drawn = draw_land(campaign, players=players)
    assert drawn is not None
    return drawn.svg


# The same in words


def test_the_six_sides_of_a_hex_are_told_with_what_they_take() -> None:
    """From 0101: off the map to the north and west; hills 4 h; along the road 2 h / 2."""
    around = {
        one.bearing: (one.called, one.there, one.takes)
        for one in words(abroad("glog", "stand at 0101")).around
    }
    assert list(around) == ["north", "north-east", "south-east", "south", "south-west", "north-west"]
    assert around["north"] == ("0100", ("the map ends",), "")
    assert around["south-east"] == ("0201", ("variable", "hills"), "4 h")
    assert around["south"] == ("0102", ("flat", "grass", "road"), "1 h")


def test_places_are_told_the_nearest_first_with_distance_direction_and_hours() -> None:
    """Ling: 1 h + 1. Hollin: 1 h to 0102, 2 into the woods. 0205: 1 + 1 + 2 + 2 down the column, hills 4."""
    places = words(abroad("glog", "stand at 0101")).places
    assert [(one.called, one.bearing, one.takes) for one in places] == [
        ("0103 Ling", "2 hexes south", "2 h"),
        ("0202 Hollin", "2 hexes south-east", "3 h"),
        ("0205", "5 hexes south", "10 h"),
    ]


def test_the_way_ahead_is_told_leg_by_leg() -> None:
    """A march of 12 h leads from 0101 over 0102 (3 h) and 0103 (3 h) to 0104 (6 h); 0105 takes 6."""
    campaign = abroad("dungeon-game", "rule cunning of Varda 20", "stand at 0101")
    do(campaign, "travel to 0105", dice=ByName({**QUIET.faces, "cunning save of Varda": "1"}))
    found = words(campaign)
    assert found.where is not None
    assert found.where.hex == "0104"
    assert [(one.called, one.bearing, one.takes) for one in found.route] == [("0105", "south", "6 h")]
    assert (found.goal, found.left) == ("0105", "6 h")


def test_who_is_astray_is_told_to_the_referee_alone() -> None:
    campaign = abroad("dungeon-game", "stand at 0101", "stand at 0103", "stand at 0101", "believe 0103")
    ours, theirs = words(campaign), words(campaign, players=True)
    assert ours.where is not None
    assert ours.believed is not None
    assert (ours.where.called, ours.believed.called) == ("0101 Alder", "0103 Ling")
    assert theirs.where is not None
    assert (theirs.where.called, theirs.believed) == ("0103 Ling", None)
    assert {one.bearing: one.there for one in theirs.around}["south"] == ("unknown",)


@pytest.mark.slow
def test_a_party_that_is_nowhere_is_told_so() -> None:
    found = words(abroad("glog"))
    assert (found.where, found.around, found.route) == (None, (), ())
    assert [one.called for one in found.places] == ["0101 Alder", "0103 Ling", "0202 Hollin", "0205"]


def test_how_much_is_known_is_told() -> None:
    campaign = abroad("dungeon-game", "stand at 0101", "stand at 0102")
    assert words(campaign).unknown == "Players know 2 of 10 hexes"
    assert words(campaign, players=True).unknown == "2 of 10 hexes are known; the rest lies in fog"


@pytest.mark.parametrize(
    "goal, direction",
    [
        # From 0507; a column is 150 wide, a hex 174 high, and an even column lies 87 lower.
        ((5, 5), "2 hexes north"),
        ((6, 7), "1 hex south-east"),  # 150 east, 87 south
        ((9, 7), "4 hexes east"),
        ((1, 6), "4 hexes west"),  # 600 west, 174 north: flatter than 414 to 1000
        ((1, 5), "4 hexes north-west"),  # 600 west, 348 north
        ((5, 9), "2 hexes south"),
    ],
)
def test_bearings_are_the_eight_of_a_compass(goal: tuple[int, int], direction: str) -> None:
    assert bearing(at(5, 7), at(*goal)) == direction


# Who sees what


def test_the_referee_sees_both_places_and_players_only_where_they_believe_to_be() -> None:
    campaign = abroad("dungeon-game", "stand at 0101", "believe 0104")
    ours, theirs = seen(campaign), seen(campaign, players=True)
    assert ours.marks.count('class="map-party"') == ours.marks.count('class="map-believed"') == 1
    assert theirs.marks.count('class="map-party"') == 1
    assert "map-believed" not in theirs.marks
    # 0101 has its middle at 60 + 100 and 60 + 87, and 0104 lies three hexes of 174 lower.
    assert 'class="map-party" transform="translate(160,147)"' in ours.marks
    assert 'class="map-party" transform="translate(160,669)"' in theirs.marks
    assert (ours.at, theirs.at) == ("0104", "0104")


def test_nothing_hidden_is_in_the_bytes_of_players() -> None:
    campaign = abroad("glog", "stand at 0101", "mark 0101 as bribed", "stand at 0102")
    theirs = msgspec.json.encode(seen(campaign, players=True)).decode() + land(campaign, players=True)
    theirs += msgspec.json.encode(asked(campaign, "0101", players=True)).decode()
    for secret in ("Stair", "wet", "bribed", "Hollin", "Thorn", "map-hidden"):
        assert secret not in theirs
    ours = msgspec.json.encode((seen(campaign), asked(campaign, "0101"))).decode()
    for secret in ("Stair", "bribed", "Hollin"):
        assert secret in ours
    assert "Weigh House" in theirs


def test_of_a_hex_in_fog_players_are_told_that_it_is_unknown_and_given_nothing_to_say() -> None:
    found = asked(abroad("glog", "stand at 0101"), "0105", players=True)
    assert (found.spot.there, found.spot.takes, found.choices, found.note) == (("unknown",), "", (), "")


# What is sent again


def test_nothing_is_made_anew_while_nothing_on_the_map_changes() -> None:
    """Indoors no turn makes a map anew; a note on it, a step and the weather do."""
    campaign = abroad("glog", "stand at 0101")
    before = seen(campaign), seen(campaign, players=True)
    do(campaign, "note somebody coughs", dice=QUIET)
    assert (seen(campaign), seen(campaign, players=True)) == before
    assert seen(campaign) is before[0]
    do(campaign, "mark 0102 as bribed", dice=QUIET)
    assert seen(campaign).marks != before[0].marks
    assert seen(campaign).land == before[0].land


def test_the_land_of_the_referee_stays_and_that_of_players_grows() -> None:
    campaign = abroad("glog", "stand at 0101")
    ours, theirs = seen(campaign).land, seen(campaign, players=True).land
    do(campaign, "stand at 0102", dice=QUIET)
    assert seen(campaign).land == ours
    assert seen(campaign, players=True).land != theirs


def test_a_drawing_is_kept_by_its_content() -> None:
    """A search brings to light what lies hidden in 0101: the same hexes, another drawing."""
    campaign = abroad("glog", "stand at 0101")
    before = seen(campaign, players=True).land, land(campaign, players=True)
    do(campaign, "search hex", dice=QUIET)
    assert seen(campaign, players=True).land != before[0]
    do(campaign, "stand at 0101", dice=QUIET)
    campaign.undo()
    campaign.undo()
    assert (seen(campaign, players=True).land, land(campaign, players=True)) == before


def test_without_a_map_there_is_none() -> None:
    campaign = begun(rules=load_builtin("glog"))
    assert map_view(campaign) is None
    assert draw_land(campaign) is None
    assert hex_view(campaign, "0101") is None
    assert reach_view(campaign, "12 h") is None


# What can be said of a hex


def said(campaign: Campaign, name: str) -> list[str]:
    return [one.text for one in asked(campaign, name).choices]


def test_only_what_would_be_done_is_offered() -> None:
    campaign = abroad("glog", "stand at 0101")
    assert said(campaign, "0202") == ["travel to 0202", "stand at 0202"]
    assert said(campaign, "0204") == []
    assert asked(campaign, "0204").why_not == "0204 is water: there is no way on foot"
    assert asked(campaign, "0204").spot.takes == "no way on foot"
    assert said(abroad("glog"), "0202") == ["stand at 0202"]


def test_belief_is_offered_where_a_rule_set_lets_one_be_lost() -> None:
    assert "believe 0202" in said(abroad("dungeon-game", "stand at 0101"), "0202")


def test_everything_offered_can_be_said_and_done() -> None:
    for text in said(abroad("dungeon-game", "stand at 0101"), "0103"):
        do(abroad("dungeon-game", "stand at 0101"), text, dice=QUIET)


def test_what_is_tried_changes_nothing() -> None:
    campaign = abroad("dungeon-game", "stand at 0101")
    before = campaign.state, campaign.head
    asked(campaign, "0202")
    assert (campaign.state, campaign.head) == before


# Reach and routes


def test_within_reach_lie_the_hexes_whose_way_takes_no_longer() -> None:
    """From 0101 within 4 h: 0102 1 h, 0103 2 h, 0202 3 h, and just so 0104 and the hills of 0201."""
    found = reach_view(abroad("glog", "stand at 0101"), "4 h")
    assert found is not None
    assert found.hexes == (
        ("0102", "1 h"),
        ("0103 Ling", "2 h"),
        ("0202 Hollin", "3 h"),
        ("0104", "4 h"),
        ("0201", "4 h"),
    )
    assert found.says == "5 hexes within 4 h of 0101"


def test_players_reach_what_they_know_from_where_they_believe_to_be() -> None:
    campaign = abroad("dungeon-game", "stand at 0101", "stand at 0102", "stand at 0101")
    found = reach_view(campaign, "2 watches", players=True)
    assert found is not None
    assert found.hexes == (("0102", "3 h"),)


def test_a_length_that_is_none_is_said_to_be_none() -> None:
    campaign = abroad("glog", "stand at 0101")
    with pytest.raises(SpokenTimeError):
        reach_view(campaign, "a while")
    with pytest.raises(NoWay):
        reach_view(campaign, "90 days")


def test_a_route_is_that_of_travel_to() -> None:
    found = route_view(abroad("glog", "stand at 0101"), "0104")
    assert found is not None
    assert [(leg.hex, leg.takes) for leg in found.legs] == [("0102", "1 h"), ("0103", "1 h"), ("0104", "2 h")]
    assert found.says.startswith("4 h over 3 hexes to 0104")


ROUND = """\
0101 flat grass
0102 flat grass
0103 flat grass
0201 flat grass
0203 flat grass
0301 flat grass
0302 flat grass
0303 flat grass
0101-0201-0301-0302-0303-0203-0103 road
"""


def test_a_way_by_road_is_drawn_and_costed_beside_the_other_where_it_is_another() -> None:
    """Straight on two hexes of open country, 4 h; by road six hexes of 1 h each (G-HEX-2, G-HEX-4)."""
    campaign = abroad("glog", "stand at 0101", text=ROUND)
    found = route_view(campaign, "0103", beside=True)
    assert found is not None
    assert found.says.startswith("4 h over 2 hexes")
    assert "; by road 6 h over 6 hexes" in found.says
    assert found.ways == found.svg.count("map-preview-road") + 1 == 2
    assert "travel to 0103 by road" in said(campaign, "0103")
    along = route_view(campaign, "0201", beside=True)
    assert along is not None
    assert (along.ways, along.svg.count("map-preview-road")) == (1, 0)
    assert "travel to 0201 by road" not in said(campaign, "0201")


def test_of_a_lost_party_both_places_are_named_wherever_something_is_measured() -> None:
    campaign = abroad("dungeon-game", "stand at 0101", "stand at 0103", "stand at 0101", "believe 0103")
    found = asked(campaign, "0102")
    # One hex each way, by the road: half of a watch of 6 h (D-HEX-2, D-HEX-3).
    assert (found.spot.takes, found.spot.bearing) == ("3 h", "1 hex north")
    assert found.measured == "from 0103, where it believes to be"
    assert found.truly == "3 h, 1 hex south from 0101, where it is"
    both = "; it believes to be at 0103 and is at 0101"
    way, reach = route_view(campaign, "0102"), reach_view(campaign, "12 h")
    assert way is not None
    assert reach is not None
    assert way.says.endswith(both)
    assert reach.says.endswith(both)
    theirs, players = reach_view(campaign, "12 h", players=True), asked(campaign, "0102", players=True)
    assert theirs is not None
    assert (players.measured, players.truly) == ("", "")
    assert "believes" not in theirs.says


def test_what_is_hidden_in_a_hex_and_what_was_noted_stand_apart_from_the_place() -> None:
    spot = asked(abroad("glog", "stand at 0101", "mark 0101 as the reeve's men"), "0101").spot
    assert "The Weigh House: salt" in spot.there
    assert (spot.hidden, spot.notes) == (("The Stair: wet",), ("the reeve's men",))
    assert spot.contents[-2:] == ("hidden: The Stair: wet", "note: the reeve's men")


def test_the_route_to_where_the_party_is_has_no_line_and_takes_no_time() -> None:
    found = route_view(abroad("glog", "stand at 0101"), "0101")
    assert found is not None
    assert (found.svg, found.legs) == ("", ())
    assert found.says == "no time over 0 hexes to 0101 Alder"


def test_what_is_drawn_of_a_land_has_a_sign_whose_shapes_come_with_it() -> None:
    campaign = abroad("glog", "stand at 0101")
    for players in (False, True):
        drawn = draw_land(campaign, players=players)
        assert drawn is not None
        used = re.findall('href="#([^"]+)"', "".join(one.drawn for one in drawn.signs))
        assert used
        assert all(f'id="{name}"' in drawn.svg for name in used)
        assert ("something hidden" in [one.means for one in drawn.signs]) is not players


def test_reaches_are_in_the_units_of_the_rule_set() -> None:
    """A watch of glog is 4 h; one of dungeon-game 6, and a march two of them."""
    assert [one.called for one in seen(abroad("glog", "stand at 0101")).reaches] == [
        "1 watch",
        "12 h",
        "24 h",
    ]
    ours = seen(abroad("dungeon-game", "stand at 0101")).reaches
    assert [one.called for one in ours] == ["1 watch", "a day's march", "24 h"]


# Windows


@given(st.integers(1, 100), st.integers(1, 100))
def test_a_window_holds_its_hex_and_lies_within_the_land(column: int, row: int) -> None:
    whole = MapWindow(1, 1, 100, 100)
    found = window_around(whole, at(column, row))
    assert at(column, row) in found
    assert (found.columns, found.rows) == WINDOW
    assert 1 <= found.column <= 101 - found.columns
    assert 1 <= found.row <= 101 - found.rows


@pytest.mark.slow
def test_a_large_land_is_shown_through_a_window_around_the_party() -> None:
    lines = "\n".join(f"{column:02d}{row:02d} grass" for column in range(1, 61) for row in range(1, 41))
    campaign = abroad("glog", "stand at 5030", text=lines)
    assert seen(campaign).windowed
    drawn = draw_land(campaign)
    assert drawn is not None
    assert place("5030") in drawn.window
    assert drawn.svg.count("<text") == WINDOW[0] * WINDOW[1]


def test_the_referee_is_told_the_climate_of_a_hex_and_can_say_another() -> None:
    campaign = begun(rules=load_builtin("weather-that-lasts"))
    for said in ("party Varda", "enter wilderness", "use map sample", "climate heights at 0304"):
        do(campaign, said, dice=CALM)
    told, players = asked(campaign, "0304"), asked(campaign, "0304", players=True)
    assert "climate heights" in told.marks
    assert {one.text for one in told.choices if one.text.startswith("climate")} == {
        "climate inland at 0304",
        "climate coast at 0304",
    }
    assert "climate" not in repr(players)
