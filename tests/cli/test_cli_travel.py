"""A travel day on the command line: the status, the campaign's maps, how far one comes and how soon."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.shell import Shell

COAST = """\
#: land The Little Coast
0101 grass village "Alder"
0102 grass "Ling"
0103 grass "Farther"
0201 hills
0202 swamp cave "The Door"
0203 sea
#: 0101 overt The Weigh House: salt
#: 0101 hidden The Stair: wet
0101-0102 road
"""


@pytest.fixture
def coast(shell: Shell) -> Shell:
    """Return a command line beside a campaign that stands in a village on a map, at 06:00."""
    Path("coast.txt").write_text(COAST)
    shell.good("new", "Moors", "--rules", "dungeon-game", "--map", "coast.txt", "--begin", "day 1 06:00")
    for said in ("party Varda cunning 12", "leave for wilderness", "stand at alder"):
        shell.good("do", said)
    return shell


def lost(shell: Shell) -> Shell:
    """Send the party south from 0102, veer to the left into the swamp of 0202 and believe to be at 0103.

    In each of the two watches that the swamp takes the save fails, the veer is left, and nothing is met.
    """
    shell.good("do", "stand at 0102")
    shell.good("do", "no landmark in sight")
    shell.good("do", "travel south", "--faces", "20 1 6 20 1 6")
    return shell


@pytest.mark.slow
def test_the_status_tells_where_the_party_is_and_what_is_left_of_its_march(coast: Shell) -> None:
    told = coast.good("status").out
    for line in (
        "Where       0101 Alder, grassland",
        "March       12 h left of 12 h",
        "Way         Varda finds it",
        "Daylight    spring, dawn 06:00, dusk 18:00",
    ):
        assert line in told.splitlines()
    assert "Lost" not in told
    data = coast.good("status", "--json").json["travel"]
    assert data["where"] == {"hex": "0101", "label": "Alder", "country": "grassland"}
    assert (data["believed"], data["march"]["left"]) == (None, "12 h")


@pytest.mark.slow
def test_that_the_party_is_lost_is_marked_as_a_secret(coast: Shell) -> None:
    told = lost(coast).good("status").out
    assert "Lost        since day 1 06:00; believes to be at 0103 Farther, grassland (secret)" in told
    assert "Waiting     the party is lost and does not know it (secret): find out" in told


@pytest.mark.slow
def test_in_a_dungeon_the_status_says_nothing_of_travel(coast: Shell) -> None:
    coast.good("do", "enter dungeon Barrow")
    told = coast.good("status").out
    assert not {"Where", "March", "Way", "Daylight"} & {line[:12].strip() for line in told.splitlines()}


@pytest.mark.slow
def test_the_referee_s_map_shows_the_party_and_where_it_believes_to_be(coast: Shell) -> None:
    told = lost(coast).good("map", "show").out
    assert "@ the party" in told.replace("\xa0", " ")
    assert "? where it believes to be" in told.replace("\xa0", " ")
    data = coast.good("map", "show", "--json").json
    assert (data["party"], data["believed"], data["goal"]) == ("0202", "0103", None)
    hex_ = coast.good("map", "show", "0202").out
    assert "Party       is here" in hex_


@pytest.mark.slow
def test_the_players_map_shows_what_they_know_and_nothing_else(coast: Shell) -> None:
    lost(coast)
    drawing = coast.good("map", "svg", "--players").out
    shown = coast.good("map", "show", "--players").out
    data = coast.good("map", "show", "--players", "--json")
    for text in (drawing, shown, data.out):
        assert "Alder" in text
        assert "The Door" not in text
        assert "swamp" not in text
    assert (data.json["party"], data.json["believed"]) == ("0103", None)
    # From neither anything else is seen; where they believe to be is no gap, for that would tell them.
    assert [one["hex"] for one in data.json["hexes"]] == ["0101", "0102", "0103"]
    assert 'class="map-believed"' not in drawing
    assert "does not know it" in coast.good("map", "show", "0202", "--players").out
    assert 'class="map-believed"' in coast.good("map", "svg").out


@pytest.mark.slow
def test_players_know_nothing_of_the_map_of_a_file(coast: Shell) -> None:
    told = coast("map", "svg", "coast.txt", "--players")
    assert told.code == 2
    assert "--players is about the campaign's map" in told.err


@pytest.mark.slow
def test_what_lies_ahead_is_drawn_and_given_up_no_more(coast: Shell) -> None:
    """By road 3 h to 0102, then 6 h to 0103 and 12 h through the swamp: the day ends in 0103."""
    coast.good("do", "carry a map")
    coast.good("do", "travel to 0202")
    data = coast.good("map", "show", "--json").json
    assert (data["party"], data["route"], data["goal"]) == ("0102", ["0102", "0202"], "0202")
    assert 'class="map-route"' in coast.good("map", "svg").out
    coast.good("do", "abandon")
    assert 'class="map-route"' not in coast.good("map", "svg").out


@pytest.mark.slow
def test_a_way_takes_as_long_as_the_rule_set_says(coast: Shell) -> None:
    told = coast.good("map", "route", "0103").out.splitlines()
    assert told[1:3] == ["0102  3 h  by road  Ling", "0103  6 h           Farther"]
    assert told[3] == "9 h over 2 hexes, a day's march, under A Dungeon Game"
    assert coast.good("map", "route", "0101", "0103").out.splitlines() == told
    data = coast.good("map", "route", "0103", "--json").json
    assert (data["ms"], data["marches"]) == (9 * 3_600_000, 1)


@pytest.mark.slow
def test_with_prices_and_for_files_the_house_default_stays(coast: Shell) -> None:
    """Flat 2; by road 1, then 2."""
    for words in (("coast.txt", "0101", "0103"), ("0101", "0103", "--road", "2")):
        assert coast.good("map", "route", *words).out.endswith("3 over 2 hexes, by the house default\n")


@pytest.mark.slow
def test_what_is_within_reach_is_drawn_and_listed(coast: Shell) -> None:
    told = coast.good("map", "reach", "9h")
    assert told.out.splitlines()[-4:] == [
        "3 h         0102 Ling",
        "6 h         0201",
        "9 h         0103 Farther",
        "3 hexes within 9 h of 0101",
    ]
    data = coast.good("map", "reach", "2 watches", "--json").json
    assert data["lasts"] == "12 h"
    assert [one["hex"] for one in data["reached"]] == ["0101", "0102", "0201", "0103"]
    assert coast.good("map", "reach", "6 h", "--from", "0103").out.endswith("1 hex within 6 h of 0103\n")


@pytest.mark.slow
def test_reach_is_drawn_into_a_new_file(coast: Shell) -> None:
    coast.good("map", "reach", "9h", "-o", "reach.svg")
    drawing = Path("reach.svg").read_text()
    for part in ('class="map-within"', 'class="map-beyond"', ">9 h<", "9 h from 0101"):
        assert part in drawing
    assert coast("map", "reach", "9h", "-o", "reach.svg").code == 3


@pytest.mark.slow
@pytest.mark.parametrize(
    "words, code, said",
    [
        (("reach", "soon"), 2, "'soon'"),
        (("reach", "9h", "--from", "9999"), 2, "there is no hex 9999"),
        (("route", "0203"), 1, "0203 is water"),
        (("route",), 2, "two ends"),
    ],
)
def test_what_makes_no_sense_is_told(coast: Shell, words: tuple[str, ...], code: int, said: str) -> None:
    told = coast("map", *words)
    assert (told.code, said in told.err) == (code, True), told


@pytest.mark.slow
def test_without_a_map_or_a_place_on_it_nothing_is_reached(shell: Shell) -> None:
    assert shell("map", "reach", "9h").code == 2
    shell.good("new", "Moors", "--map", "sample")
    told = shell("map", "reach", "9h")
    assert told.code == 1
    assert "not on the map yet" in told.err
    assert shell("map", "route", "0709").code == 1


@pytest.mark.slow
def test_the_map_and_what_is_within_reach_fit_80_columns(coast: Shell) -> None:
    lost(coast)
    for words in (("map", "show"), ("map", "reach", "12h")):
        assert max(map(len, coast.good(*words).out.splitlines())) <= 80


@pytest.mark.slow
def test_the_foot_of_the_keeper_s_screen_names_the_hex(coast: Shell) -> None:
    from turnkeeper.app.library import open_campaign
    from turnkeeper.cli.glance import toolbar
    from turnkeeper.views.referee.glance import glance

    campaign = open_campaign(Path("Moors.turnkeeper"), read_only=True)
    assert "wilderness, 0101" in toolbar(glance(campaign))
    campaign.close()
    coast.good("do", "enter dungeon Barrow")
    campaign = open_campaign(Path("Moors.turnkeeper"), read_only=True)
    assert "0101" not in toolbar(glance(campaign))
    campaign.close()
