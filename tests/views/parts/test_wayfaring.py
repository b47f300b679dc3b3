"""What those who travel are shown: where they are, how far they come, what waits, what can be said."""

from __future__ import annotations

import pytest

from tests.app.campaigns import begun, do
from tests.play.keeper import ByName
from tests.play.wayfarers import HOUR, QUIET
from turnkeeper.app.campaign import Campaign
from turnkeeper.app.maps import atlas, routes, using
from turnkeeper.hexes import Hex, hex_named
from turnkeeper.rules.model.ruleset import RuleSet
from turnkeeper.rules.reading.load import load_builtin
from turnkeeper.time import Instant
from turnkeeper.views.complete import complete
from turnkeeper.views.maps.reaching import reach_of, way
from turnkeeper.views.parts.matters import matters
from turnkeeper.views.parts.wayfaring import Wayfaring
from turnkeeper.views.referee.facts import facts
from turnkeeper.views.referee.glance import glance

# A column of open country, a road out of its village, hills, a wood and a swamp to the east, water beyond.
MAP = """\
0101 grass village "Alder"
0102 grass
0103 grass "Ling"
0104 grass
0105 grass
0201 hills
0202 woods "Hollin"
0203 swamp
0204 sea
0205 hills ruin
#: 0101 overt The Weigh House: salt
#: 0101 hidden The Stair: wet
#: 0205 overt The Thorn: bare
0101-0102-0103 road
"""


def abroad(rules: str, *said: str, text: str = MAP, rules_set: RuleSet | None = None) -> Campaign:
    """Return a campaign of Varda in the open on a small map, on day 1 at 06:00 (08:00 where noted)."""
    campaign = begun(rules=rules_set or load_builtin(rules))
    brought, _ = atlas.map_from("land", text, "land.txt")
    using.use(campaign, brought)
    for one in ("party Varda", "leave for wilderness", "wait 6 h", *said):
        do(campaign, one, dice=QUIET)
    return campaign


def view(campaign: Campaign) -> Wayfaring:
    found = glance(campaign).travel
    assert found is not None
    return found


def told(campaign: Campaign) -> dict[str, str]:
    found = facts(campaign)["wayfaring"]
    return dict(text.split(": ", 1) for text in found)


def waiting(campaign: Campaign) -> dict[str, tuple[str, ...]]:
    return {one.about: one.says for one in matters(campaign.state, campaign.book)}


def place(name: str) -> Hex:
    found = hex_named(name)
    assert found is not None
    return found


# Where


def test_a_hex_is_told_by_its_number_its_label_and_its_class_of_country() -> None:
    campaign = abroad("dungeon-game", "stand at alder")
    assert told(campaign)["where"] == "0101 Alder, grassland"
    do(campaign, "stand at 0104", dice=QUIET)
    assert told(campaign)["where"] == "0104, grassland"


@pytest.mark.parametrize("scene", ["dungeon Barrow", "settlement"])
def test_indoors_there_is_nothing_of_it(scene: str) -> None:
    campaign = abroad("glog", "stand at alder", f"enter {scene}")
    assert glance(campaign).travel is None
    assert facts(campaign)["wayfaring"] == ("none",)
    assert not [about for about in waiting(campaign) if "map" in about or "lost" in about]


def test_without_a_map_there_are_still_the_march_and_the_sky() -> None:
    campaign = begun(rules=load_builtin("dungeon-game"))
    do(campaign, "leave for wilderness")
    assert (view(campaign).where, view(campaign).journey) == (None, None)
    assert told(campaign)["march"] == "12 h left of 12 h"
    assert told(campaign)["daylight"] == "spring, dawn 06:00, dusk 18:00, now night"
    assert not waiting(campaign)


def test_whoever_is_on_no_hex_yet_is_told_a_good_one_to_begin_in() -> None:
    """0101 is the first hex where people live, and so better than the first of the map."""
    campaign = abroad("glog", text='0101 sea\n0102 grass\n0103 coast town "Alder"\n')
    assert waiting(campaign) == {"the party is not on the map yet": ("stand at 0103",)}
    do(campaign, "stand at 0103", dice=QUIET)
    assert not waiting(campaign)


# The day's march


def test_d_hex_1_after_two_watches_of_walking_the_march_is_done_and_what_would_help_is_told() -> None:
    """Grassland takes a walker a watch of 6 h (D-HEX-2): 0104, and 0105 at 18:00."""
    campaign = abroad("dungeon-game", "stand at 0103", "carry a map", "travel to 0105", "stand at 0103")
    assert told(campaign)["march"] == "done for today, nothing left of 12 h"
    do(campaign, "travel to 0105", dice=QUIET)
    assert told(campaign)["journey"] == "to 0105, 2 hexes ahead, 12 h to its end"
    assert list(waiting(campaign).items()) == [
        ("the day's march is done", ("camp", "wait until dawn", "force march")),
        ("travel to 0105 was left unfinished", ("abandon",)),
    ]
    do(campaign, "force march", dice=QUIET)
    assert told(campaign)["march"] == "6 h left of 18 h, forced once"
    # Now there is march left to go on with.
    assert list(waiting(campaign).items()) == [("travel to 0105 was left unfinished", ("resume", "abandon"))]


def test_d_hex_4_a_hex_too_long_for_the_day_is_not_begun_and_the_time_left_is_told() -> None:
    """By road 0102 and 0103 take 3 h each; then the swamp's 12 h do not fit into the 6 h that are left."""
    campaign = abroad("dungeon-game", "stand at 0101", "carry a map", "travel to 0203")
    assert told(campaign)["march"] == "done for today, 6 h left of 12 h"
    assert "the day's march is done" in waiting(campaign)
    assert view(campaign).journey is not None
    # On the next day there is time for it.
    do(campaign, "wait until midnight", dice=QUIET)
    assert told(campaign)["march"] == "12 h left of 12 h"
    assert "the day's march is done" not in waiting(campaign)


def test_what_is_left_of_a_hex_half_crossed_where_it_carries_over() -> None:
    """C-MOVE-1: 31,680 ft at 120 ft a round of 1 min are 264 min; hills take twice that, 8 h 48 min.

    A day's march is 8 h, so that 48 min are left.
    """
    campaign = abroad("cresthaven", "stand at 0101", "travel to 0201")
    assert told(campaign)["journey"] == "to 0201, 1 hex ahead, 48 min of 8 h 48 left of the next"
    assert told(campaign)["march"] == "done for today, nothing left of 8 h"
    # Sleep is found in the data: it is what `sleeps` there, and in glog what heals all.
    assert waiting(campaign)["the day's march is done"] == ("long rest", "wait until dawn")


def test_a_journey_given_up_is_shown_no_more() -> None:
    campaign = abroad("cresthaven", "stand at 0101", "travel to 0201", "abandon")
    assert view(campaign).journey is None


def test_g_fat_1_the_next_slot_of_fatigue_is_counted_in_travel() -> None:
    """2 h a slot, a hex of 2 h by road 1 h: half way. In heavy rain the other half is 30 min (G-FAT-2)."""
    campaign = abroad("glog", "stand at 0101", "travel to 0102")
    assert told(campaign)["fatigue"] == "the next slot after 1 h of travel"
    do(campaign, "weather rain")
    assert told(campaign)["fatigue"] == "the next slot after 30 min of travel"
    assert told(campaign)["weather"] == (
        "heavy rain: travel takes twice as long, a slot of fatigue for each 1 h of it"
    )


def test_d_light_1_that_lights_suffer_is_said_only_where_a_rule_does_it() -> None:
    """In dungeon-game wind and wet put lights out; in glog they burn by ticks and by the hour (G-LIGHT-4)."""
    for rules, said in (("glog", False), ("dungeon-game", True)):
        campaign = abroad(rules, "weather storm")
        assert ("open lights suffer" in told(campaign)["weather"]) == said


def test_burdens_and_who_finds_the_way() -> None:
    campaign = abroad("dungeon-game", "party Orlo cunning 15", "stand at 0101")
    assert told(campaign)["way"] == "Orlo finds it"
    do(campaign, "navigator Varda knows the area")
    do(campaign, "carry a map")
    do(campaign, "encumber Orlo")
    assert told(campaign)["way"] == "Varda finds it and knows the area, a map of the land"
    assert told(campaign)["laden"] == "Orlo"
    assert "way" not in told(abroad("glog", "stand at 0101"))


# Lost


def test_d_nav_2_being_lost_is_told_to_the_referee_alone_until_it_is_found_out() -> None:
    """Bound south from 0103, veering left by one face: the party comes to 0203 and believes to be at 0104."""
    campaign = abroad("dungeon-game", "party Orlo cunning 5", "stand at 0103", "no landmark in sight")
    # The swamp takes two watches (D-HEX-3), each with a save and a veer; nothing is met at noon.
    do(campaign, "travel south", "20", "1", "6", "20", "1", dice=QUIET)
    assert told(campaign)["where"] == "0203, swamp"
    assert told(campaign)["lost"] == "since day 1 06:00; believes to be at 0104, grassland"
    (lost,) = [one for one in matters(campaign.state, campaign.book) if one.secret]
    assert lost.lead == "the party is lost and does not know it (secret):"
    assert lost.says == ("find out",)
    do(campaign, "find out")
    assert "lost" not in told(campaign)
    assert not matters(campaign.state, campaign.book)


def test_a_campaign_whose_map_is_gone_still_has_a_status(monkeypatch: pytest.MonkeyPatch) -> None:
    campaign = abroad("glog", "stand at 0101")
    read = Campaign(campaign.store)
    monkeypatch.setattr(read.atlas, "text", _gone)
    found = glance(read).travel
    assert found is not None
    assert str(found.where) == "0101"


def _gone(_digest: str) -> str:
    from turnkeeper.app.maps.atlas import MapLost

    message = "gone"
    raise MapLost(message)


# What can be said


def offered(campaign: Campaign, text: str) -> list[str]:
    return [one.text for one in complete(campaign, text)]


def test_places_are_offered_the_nearest_names_first_and_then_the_numbers_around() -> None:
    campaign = abroad("dungeon-game", "stand at 0103")
    # Nothing hidden, and no landmark that was neither passed nor seen.
    assert offered(campaign, "travel to ") == [
        "Ling", "Hollin", "Alder", "0103", "0102", "0104", "0202", "0203", "0101", "0105", "0201", "0204",
    ]  # fmt: skip


def test_landmarks_are_offered_once_the_party_knows_them() -> None:
    campaign = abroad("dungeon-game", "stand at 0101")
    assert offered(campaign, "mark The") == ["The Weigh House"]
    do(campaign, "search hex", dice=QUIET)
    assert offered(campaign, "stand at The") == ["The Weigh House", "The Stair"]


def test_faces_are_those_by_which_one_can_leave() -> None:
    campaign = abroad("glog", "stand at 0104")
    # South-east of 0104 lies 0204, the sea; to the west the map ends.
    assert offered(campaign, "travel ") == ["north", "north-east", "south", "for", "to"]
    assert len(offered(begun(), "travel ")) == 8


def test_the_words_of_weather_and_seasons_are_offered() -> None:
    campaign = begun()
    assert offered(campaign, "season ") == ["spring", "summer", "autumn", "winter"]
    assert {"heavy rain", "rain", "snow"} <= set(offered(campaign, "weather "))


# How far


@pytest.mark.parametrize("sky", ["fair", "rain"])
@pytest.mark.parametrize("rules", ["glog", "dungeon-game", "cresthaven"])
def test_what_is_said_to_be_reached_is_reached_in_just_that_time(rules: str, sky: str) -> None:
    """The twin is travel itself: each hex is travelled to, and the clock is looked at."""
    said = [f"weather {sky}"] if rules == "glog" and sky != "fair" else []
    campaign = abroad(rules, "stand at 0101", *said)
    found = reach_of(campaign, campaign.book.scale.parse_duration("8 h"))
    assert [one.ms for one in found.reached] == sorted(one.ms for one in found.reached)
    # Within 8 h of 0101 in open country, and more than one hex.
    assert len(found.reached) > 2
    for one in found.reached[1:]:
        again = abroad(rules, "carry a map", "stand at 0101", *said)
        before = again.state.now
        do(again, f"travel to {one.hex}", dice=QUIET)
        assert (again.state.now - before).ms == one.ms, one.hex
        assert way(campaign, place(one.hex)).ms == one.ms
    assert {one.hex for one in found.reached}.isdisjoint({"0204"})


def test_the_hexes_beyond_are_out_of_reach() -> None:
    """G-HEX-2, G-HEX-4: 0102 by road 1 h, 0103 2 h, 0104 4 h; hills 4 h from 0101; the wood 3 h by 0102."""
    campaign = abroad("glog", "stand at 0101")
    found = reach_of(campaign, campaign.book.scale.parse_duration("4 h"))
    assert [(one.hex, one.takes) for one in found.reached] == [
        ("0101", "no time"),
        ("0102", "1 h"),
        ("0103", "2 h"),
        ("0202", "3 h"),
        ("0104", "4 h"),
        ("0201", "4 h"),
    ]


def test_of_a_hex_half_crossed_only_the_rest_counts() -> None:
    campaign = abroad("cresthaven", "stand at 0101", "travel to 0201")
    found = reach_of(campaign, campaign.book.scale.parse_duration("1 h"))
    assert [(one.hex, one.takes) for one in found.reached] == [("0101", "no time"), ("0201", "48 min")]


def test_a_way_is_told_with_its_times_and_how_many_days_marches_it_is() -> None:
    """D-HEX-2, D-HEX-3: by road 3 and 3 h, then 6 and 6 h; with 12 h a day the last hex is for the second."""
    found = way(abroad("dungeon-game", "stand at 0101"), place("0105"))
    assert [leg.cost for leg in found.journey.legs] == ["", "3 h", "3 h", "6 h", "6 h"]
    assert (found.journey.cost, found.marches) == ("18 h", 2)


@pytest.mark.parametrize(
    "said, goal, message",
    [(("stand at 0101",), "0204", "0204 is water"), ((), "0102", "not on the map yet")],
)
def test_where_there_is_no_way_it_is_told(said: tuple[str, ...], goal: str, message: str) -> None:
    with pytest.raises(routes.NoWay, match=message):
        way(abroad("glog", *said), place(goal))


def test_nobody_reaches_anything_from_nowhere_or_under_too_much() -> None:
    with pytest.raises(routes.NoWay, match="not on the map yet"):
        reach_of(abroad("glog"), abroad("glog").book.scale.parse_duration("4 h"))
    campaign = abroad("cresthaven", "stand at 0101")
    do(campaign, "party Orlo strength -9 carrying 400")
    with pytest.raises(routes.NoWay, match="carries too much"):
        reach_of(campaign, campaign.book.scale.parse_duration("4 h"))
    assert view(campaign).journey is None


def test_d_hex_6_a_forced_march_is_whole_though_midnight_lies_in_it() -> None:
    """Forced at 09:00, 12 h of march are 18, to 03:00. By road a hex takes 3 h (D-HEX-3)."""
    set_out = ("stand at 0101", "carry a map", "rule brawn of Varda 10", "wait until 09:00", "force march")
    campaign = abroad("dungeon-game", *set_out)
    tough = ByName({**QUIET.faces, "brawn save of Varda": "10"})
    assert told(campaign)["march"] == "18 h left of 18 h, forced once"
    for goal, left in (("0103", 12), ("0101", 6), ("0102", 3)):
        do(campaign, f"travel to {goal}", dice=tough)
        assert told(campaign)["march"] == f"{left} h left of 18 h, forced once"
    do(campaign, "travel to 0101", dice=tough)
    assert told(campaign)["march"] == "done for today, nothing left of 18 h, forced once"
    assert campaign.state.now == Instant((24 + 3) * HOUR.ms)


@pytest.mark.slow
def test_d_hex_4_watch_by_watch_what_a_watch_does_not_reach_waits_for_the_next() -> None:
    """Halfway into the watch, a hex of 6 h waits for the next; one of 12 h is longer than any watch."""
    by_watch = load_builtin("dungeon-game", ("round-by-watch",))
    campaign = abroad("dungeon-game", "stand at 0102", "carry a map", rules_set=by_watch)
    do(campaign, "travel to 0103", dice=QUIET)  # by road, 3 h of the watch
    do(campaign, "travel to 0104", dice=QUIET)
    assert told(campaign)["march"] == "done for this watch, 9 h left of 12 h, 3 h of this watch"
    assert waiting(campaign)["this watch reaches no other hex"] == ("wait 3 h",)
    do(campaign, "wait 3 h", dice=QUIET)
    do(campaign, "resume", dice=QUIET)
    assert told(campaign)["where"] == "0104, grassland"
    swamp = abroad("dungeon-game", "stand at 0103", "carry a map", rules_set=by_watch)
    do(swamp, "travel to 0203", dice=QUIET)
    assert waiting(swamp)["the next hex takes 12 h, longer than a watch of 6 h"] == ("abandon",)


def test_d_hex_4_a_march_begun_late_goes_on_past_midnight() -> None:
    """From 20:00 on a hex of 6 h fits as at any hour, and then another: 12 h are a march."""
    campaign = abroad("dungeon-game", "stand at 0103", "carry a map", "wait until 20:00")
    do(campaign, "travel to 0104", dice=QUIET)
    assert told(campaign)["march"] == "6 h left of 12 h"
    do(campaign, "travel to 0103", dice=QUIET)
    assert campaign.state.now == Instant((24 + 8) * HOUR.ms)
    do(campaign, "travel to 0104", dice=QUIET)
    assert waiting(campaign)["the day's march is done"] == ("camp", "wait until dawn", "force march")
