"""The journey on the referee's screen: in short, with what stops it, and what only the referee knows."""

from __future__ import annotations

from tests.app.campaigns import begun, do
from tests.play.wayfarers import QUIET
from tests.views.parts.test_wayfaring import abroad
from turnkeeper.app.campaign import Campaign
from turnkeeper.app.maps import atlas, using
from turnkeeper.rules.reading.load import load_builtin
from turnkeeper.views.parts.wayfaring import Wayfaring
from turnkeeper.views.referee import halts
from turnkeeper.views.referee.view import RefereeView, referee_view

PLAIN = "\n".join(f"{column:02}{row:02} grass" for column in range(1, 7) for row in range(1, 7))


def travel_of(view: RefereeView) -> Wayfaring:
    assert view.travel is not None
    return view.travel


def says(view: RefereeView) -> list[str]:
    return [one.say for one in view.steps]


def astray() -> Campaign:
    """Return a party bound for the south-east of 0202 that has veered left, to the north-east (D-NAV-3)."""
    campaign = begun(rules=load_builtin("dungeon-game"))
    brought, _ = atlas.map_from("plain", PLAIN, "plain.txt")
    using.use(campaign, brought)
    for said in ("party Varda cunning 12", "enter wilderness", "no checks here", "stand at 0202"):
        do(campaign, said)
    do(campaign, "travel south-east 3 hexes", "13", "9", "13", "10", dice=QUIET)
    return campaign


def test_indoors_nothing_is_said_of_travel_nor_where_no_map_is_in_use() -> None:
    campaign = begun()
    assert referee_view(campaign).travel is None
    do(campaign, "leave for wilderness")
    assert "travel to " not in says(referee_view(campaign))


def test_the_journey_in_short_and_the_end_of_the_day_s_march() -> None:
    """D-HEX-1: after two watches of walking the march is done, which stops the journey by its rule."""
    campaign = abroad("dungeon-game", "stand at 0103", "carry a map", "travel to 0101", "travel to 0105")
    view = referee_view(campaign)
    travel = travel_of(view)
    # By road 0102 and 0101 take 3 h each; back again 3 h each: 12 h are the march.
    assert travel.where is not None
    assert (travel.told["where"], travel.where.hex) == ("0103 Ling, grassland", "0103")
    assert travel.told["journey"] == "to 0105, 2 hexes ahead, 12 h to its end"
    assert travel.march is not None
    assert (travel.told["march"], travel.march.done, travel.lost) == (
        "done for today, nothing left of 12 h",
        True,
        False,
    )
    assert view.halt is not None
    assert (view.halt.kind, view.halt.rule, view.halt.at) == ("march", "D-HEX-1", "day 1 18:00")
    assert [one.say for one in view.halt.steps][-3:] == ["force march", "abandon", "note "]
    # 0104 lies off the road and takes a watch of 6 h (D-HEX-2): in hours, as the log tells of journeys.
    assert ([one.left for one in view.unfinished], view.halt.left) == (
        ["6 h"],
        "travel to 0105: 6 h left to 0104, 12 h to its end",
    )
    assert "resume" not in says(view)
    do(campaign, "force march", dice=QUIET)
    assert "resume" in says(referee_view(campaign))


def test_that_they_are_lost_is_the_referee_s_secret_and_so_is_what_is_left() -> None:
    view = referee_view(astray())
    travel = travel_of(view)
    assert travel.lost
    # Out by the north-east of 0202 lies 0302; from there on to the south-east of it, 0402.
    assert travel.told["where"] == "0402, grassland"
    assert view.halt is not None
    assert (view.halt.kind, view.halt.what[-1]) == (
        "march", halts.LOST,
    )  # fmt: skip
    secret = [one for one in view.matters if one.secret]
    assert [one.about for one in secret] == ["the party is lost and does not know it"]
    assert [one.say for one in secret[0].steps] == ["find out"]
    assert all(one.secret for one in view.unfinished)


def test_the_end_of_the_march_and_dusk_have_their_places_on_the_strip() -> None:
    campaign = abroad("dungeon-game", "stand at 0103", "carry a map")
    do(campaign, "timer omen 3 h")
    view = referee_view(campaign)
    # It is 06:00 of a day of four watches: 250. The omen ends at 09:00: 375, dusk is at 18:00: 750.
    assert (view.strip.title, view.strip.now, len(view.strip.cells)) == ("day 1", 250, 4)
    places = {note.text: mark.at for mark in view.strip.marks for note in mark.notes}
    assert (places["omen ends"], places["dusk"]) == (375, 750)


def test_what_was_met_stands_with_its_distance_and_reaction() -> None:
    campaign = begun()
    do(campaign, "party Varda")
    do(campaign, "enter dungeon")
    do(campaign, "meet owlbear", "3 4")
    do(campaign, "reaction", "7")
    (met,) = referee_view(campaign).met
    # 7 is ill disposed (G-REACT-1), seen at 7 x 10 ft (G-ENC-4).
    assert met.what == "owlbear"
    assert met.text.startswith("owlbear, 70 ft away")
    assert met.reaction
    assert met.reaction in met.text


def test_mounts_needs_and_supplies_are_there_where_the_rule_set_has_them() -> None:
    campaign = abroad("dungeon-game", "stand at 0103", "mounts Bess hd 2", "stock 1 ration", "stock 2 water")
    view = referee_view(campaign)
    assert view.caravan is not None
    assert view.caravan.mounts[0].startswith("Bess: hd 2, ridden by Varda")
    assert [(one.text, one.none) for one in view.supplies] == [("1 ration", False), ("2 water", False)]
    do(campaign, "use 1 ration")
    assert [one.none for one in referee_view(campaign).supplies] == [True, False]
    assert referee_view(begun()).caravan is None
