"""The map of a campaign for players holds what they know and nothing else; the referee's holds everything."""

from __future__ import annotations

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.app.campaigns import do
from tests.often import times
from tests.play.wayfarers import QUIET
from tests.views.parts.test_wayfaring import abroad, place
from turnkeeper.app.campaign import Campaign
from turnkeeper.files.maps import paper
from turnkeeper.files.maps.sheet import MapSheet
from turnkeeper.hexes import hex_named, name_of
from turnkeeper.views.maps.sheets import sheet

# Each hex has a label of its own. What is behind SECRET is nobody's but the referee's.
SECRETIVE = """\
0101 grass "Aa" SECRET-1
0102 grass "Bb"
0103 grass "Cc"
0201 hills "Dd" ruin
0202 mountains "Ee" cave
0203 grass "Ff"
0301 grass "Gg" SECRET-2
0302 lake "Hh"
#: 0101 hidden SECRET-3: SECRET-4
#: 0101 note SECRET-5
#: 0202 overt The Horn: black
#: 0202 hidden SECRET-6
0101-0201-0301 road "King's Way"
0203-0302 river "SECRET-7"
"""
HEXES = ("0101", "0102", "0103", "0201", "0202", "0203", "0301")
LABELS = dict(zip(HEXES, ("Aa", "Bb", "Cc", "Dd", "Ee", "Ff", "Gg"), strict=True))


def on_the_map(*said: str) -> Campaign:
    return abroad("dungeon-game", *said, text=SECRETIVE)


def players(campaign: Campaign) -> MapSheet:
    found = sheet(campaign, players=True)
    assert found is not None
    return found


def labels(found: MapSheet) -> set[str]:
    return {label.text for tile in found.land.tiles for label in tile.labels}


def test_d_nav_2_a_hex_explored_while_astray_is_not_drawn_where_it_truly_lies() -> None:
    """Bound south from 0102 and veering left the party comes to 0202, and believes to be at 0103."""
    campaign = on_the_map("party Orlo cunning 5", "stand at 0102", "no landmark in sight")
    # The swamp of 0202 takes two watches (D-HEX-3), each with a save and a veer; nothing is met at noon.
    do(campaign, "travel south", "20", "1", "6", "20", "1", dice=QUIET)
    astray = players(campaign)
    assert labels(astray) == {"Bb"}
    assert (astray.party, astray.believed) == (place("0103"), None)
    # What was seen from the mountain is not on it either.
    assert astray.seen is not None
    assert place("0201") not in astray.seen
    # Where they believe to be there is no gap in it, which would tell them that they are elsewhere.
    assert place("0103") in astray.seen
    assert place("0103") not in astray.afar
    ours = sheet(campaign)
    assert ours is not None
    assert (ours.party, ours.believed) == (place("0202"), place("0103"))
    # Whoever finds out where they are knows what lies around them.
    do(campaign, "find out")
    assert labels(players(campaign)) == {"Bb", "Ee"}


@settings(max_examples=times(40), deadline=None)
@given(st.lists(st.tuples(st.sampled_from(["stand at", "believe"]), st.sampled_from(HEXES)), max_size=8))
def test_a_label_is_known_once_the_party_stood_there_and_knew_it(moves: list[tuple[str, str]]) -> None:
    """The twin goes through what was said: true place and believed place, and when they were one."""
    campaign, true, known = on_the_map("stand at 0301"), "0301", {"Gg"}
    for verb, hex_ in moves:
        if verb == "believe" and campaign.state.journey.believed == hex_named(hex_):
            continue  # which is refused: nothing would be said
        do(campaign, f"{verb} {hex_}", dice=QUIET)
        true = hex_ if verb == "stand at" else true
        known |= {LABELS[true]} if true == hex_ else set()
        do(campaign, "wait 1 min", dice=QUIET)
    assert labels(players(campaign)) == known


def test_no_secret_stands_in_the_bytes_of_the_players_map() -> None:
    campaign = on_the_map("stand at 0101", "mark 0101 as SECRET-8", "stand at 0201")
    found = players(campaign)
    whole = msgspec.json.encode(msgspec.to_builtins(found)).decode()
    drawing = paper.svg(found, paper.PaperOptions(landmarks=True))
    for text in (whole, drawing):
        assert "SECRET" not in text
        assert "Ff" not in text
        assert "Aa" in text
        assert "King's Way" in text or "King&#x27;s Way" in text
    ours = sheet(campaign)
    assert ours is not None
    # Hills are a vantage point: from 0201 its neighbours are seen, and 0202 is one of them.
    assert place("0202") in ours.known
    assert "SECRET-8" in [note for tile in ours.land.tiles for note in tile.notes]


def test_from_afar_one_sees_the_country_and_what_stands_out_and_no_name() -> None:
    """D-HEX-9: from the hills of 0201 the mountains of 0202; the cave in them is not seen."""
    found = players(on_the_map("stand at 0201"))
    seen = found.land.by_hex[place("0202")]
    assert place("0202") in found.afar
    assert (seen.words, seen.labels) == (("mountains",), ())
    assert [mark.name for mark in seen.landmarks] == ["The Horn"]


def test_what_was_hidden_is_on_the_map_once_it_was_found() -> None:
    campaign = on_the_map("stand at 0101")
    there = players(campaign).land.by_hex[place("0101")]
    assert there.landmarks == ()
    do(campaign, "search hex", dice=QUIET)
    there = players(campaign).land.by_hex[place("0101")]
    assert [(mark.name, mark.hidden) for mark in there.landmarks] == [("SECRET-3", False)]
    assert there.words == ("grass",)


def test_the_clock_set_back_takes_what_was_learned_off_the_map() -> None:
    campaign = on_the_map("stand at 0301", "travel to 0101")
    assert labels(players(campaign)) == {"Gg", "Dd", "Aa"}
    do(campaign, "rule clock day 1 06:00")
    assert labels(players(campaign)) == {"Gg"}


def test_out_of_an_explored_hex_one_sees_where_its_roads_lead() -> None:
    found = players(on_the_map("stand at 0301"))
    (road,) = found.land.ways
    assert list(map(name_of, road.hexes)) == ["0201", "0301"]
    roadless = replace(found, land=replace(found.land, ways=()))
    assert 'class="way-road"' in paper.svg(found)
    assert 'class="way-road"' not in paper.svg(roadless)


def test_the_way_ahead_begins_where_the_party_believes_to_be() -> None:
    campaign = on_the_map("carry a map", "stand at 0301", "travel to 0103")
    ahead = players(campaign)
    # By road 3 h and 3 h to 0101, then a watch to 0102; the day's march is 12 h.
    assert list(map(name_of, ahead.route)) == ["0102", "0103"]
    assert ahead.goal == place("0103")
    do(campaign, "abandon")
    assert (players(campaign).route, players(campaign).goal) == ((), None)


def test_without_a_map_there_is_no_sheet() -> None:
    from tests.app.campaigns import begun

    assert sheet(begun()) is None
