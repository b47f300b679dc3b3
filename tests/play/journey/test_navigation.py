"""Losing the way and finding out: who saves and when, where a veer leads, and what only the referee knows."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Container
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.play.keeper import TURN, ByName, Keeper, house_rules, of_kind
from tests.play.wayfarers import HOUR, QUIET, SIX, land, place, travellers, where
from turnkeeper.chance.throws import Answer, Throw, from_text
from turnkeeper.hexes import Face, name_of
from turnkeeper.play.clock.clock import TaskInterrupted
from turnkeeper.play.journey.exploring import HexesSeen, HexSearched, LandmarksFound
from turnkeeper.play.journey.navigation import FoundOut, Veered, WayKept
from turnkeeper.play.journey.travel import HexEntered, JourneyEnded, WayBarred
from turnkeeper.play.kernel.event import Event
from turnkeeper.play.party.saves import AttributeTested
from turnkeeper.play.registry import tell
from turnkeeper.time import ORIGIN

GAME = "party Varda cunning 12 brawn 12; Orlo cunning 9 brawn 9"
PLAIN = tuple(f"{column:02d}{row:02d}" for column in range(1, 8) for row in range(1, 8))
# 0404 is the middle of the plain: column 04 is an even one, which lies half a hex lower than 03 and 05.
AROUND = {"n": "0403", "ne": "0504", "se": "0505", "s": "0405", "sw": "0305", "nw": "0304"}


def faces(**named: str) -> ByName:
    """Return quiet dice; ``save`` is Varda's cunning save, ``veer`` the d20 of the veer."""
    short = {"save": "cunning save of Varda", "orlo": "cunning save of Orlo"}
    return ByName({**QUIET.faces, **{short.get(name, name): face for name, face in named.items()}})


# Cunning 12: 12 keeps the way, 13 loses it (D-TERM-1). 1-9 left, 10-11 on course, 12-20 right (D-NAV-2).
KEPT = faces(save="12")
LEFT = faces(save="13", veer="9")
RIGHT = faces(save="13", veer="12")
STRAIGHT = faces(save="13", veer="10")
# A 2 of the encounter check stops them at the end of the watch (D-ENC-3).
WOLVES = {"encounter check": "2", "encounter distance": "1+1"}


def plain(*said: str, start: str = "0404", hidden: str = "", **words: str) -> Keeper:
    """Return walkers on a plain of grass, seven by seven, but for the ``words`` of hexes as ``h0304``."""
    tiles = (f"{name} {words.get(f'h{name}', 'grass')}" for name in PLAIN)
    held = land(*tiles, hidden=hidden)
    return travellers(held, GAME, *said, rules="dungeon-game", start=start)


def believed(keeper: Keeper) -> str:
    """Return the name of the hex where the party believes to be."""
    found = keeper.state.journey.believed
    assert found is not None
    return name_of(found)


def saves(events: tuple[Event, ...]) -> list[AttributeTested]:
    """Return the cunning saves among events."""
    return [one for one in of_kind(events, AttributeTested) if one.attribute == "cunning"]


def needless(events: tuple[Event, ...]) -> list[str]:
    """Return the reason why each save was needless, nothing for one that was made."""
    return [one.needless for one in of_kind(events, WayKept)]


# Who saves, and how often


def test_d_nav_1_the_navigator_saves_once_in_each_watch() -> None:
    """Mounted, two hexes a watch: one save at 06:00 and one at 12:00 for four hexes."""
    keeper = plain("mounts Bess hd 2; Nag hd 2", start="0401")
    events = keeper.do("travel s 4 hexes", dice=KEPT)
    assert [one.at for one in saves(events)] == [SIX, SIX + HOUR * 6]
    assert len(of_kind(events, HexEntered)) == 4


def test_d_nav_1_the_ablest_saves_unless_somebody_is_named() -> None:
    assert [one.who for one in saves(plain().do("travel s", dice=KEPT))] == ["Varda"]
    named = plain("navigator Orlo").do("travel s", dice=faces(orlo="9"))
    assert [(one.who, one.score, one.succeeded) for one in saves(named)] == [("Orlo", 9, True)]


def test_a_navigator_who_is_down_does_not_find_the_way() -> None:
    keeper = plain("navigator Varda", "rule hp of Varda 0")
    assert [one.who for one in saves(keeper.do("travel s", dice=faces(orlo="9")))] == ["Orlo"]


def test_without_anybody_s_cunning_the_journey_is_refused_and_nothing_has_changed() -> None:
    held = land("0101 grass", "0102 grass")
    keeper = travellers(held, "party Wulf", rules="dungeon-game")
    assert keeper.refused("travel s").hint


@pytest.mark.parametrize(
    "said, why",
    [("carry a map", "map"), ("landmark in sight", "landmark")],
)
def test_d_nav_1_a_map_or_a_landmark_in_sight_makes_the_save_needless(said: str, why: str) -> None:
    assert needless(plain(said).do("travel s", dice=QUIET)) == [why]


def test_d_nav_1_a_road_makes_it_needless_by_the_house_and_only_on_it() -> None:
    held = land(*(f"{name} grass" for name in PLAIN), road="0404-0405-0406")
    on_it = travellers(held, GAME, rules="dungeon-game", start="0404")
    assert needless(on_it.do("travel s", dice=QUIET)) == ["road"]
    beside = travellers(held, GAME, rules="dungeon-game", start="0404")
    assert needless(beside.do("travel n", dice=KEPT)) == [""]


@pytest.mark.slow
def test_d_nav_1_the_map_shows_which_landmarks_are_in_sight_and_the_referee_may_say_otherwise() -> None:
    """D-HEX-9: mountains are seen from four hexes off, and no farther."""
    assert needless(plain(h0401="mountains").do("travel s", dice=QUIET)) == ["landmark"]
    assert needless(plain(h0401="mountains", start="0405").do("travel s", dice=QUIET)) == ["landmark"]
    assert needless(plain(h0401="mountains", start="0406").do("travel s", dice=KEPT)) == [""]
    hidden = plain("no landmark in sight", h0401="mountains")
    assert needless(hidden.do("travel s", dice=KEPT)) == [""]
    hidden.do("landmarks as mapped")
    # 0405 lies four hexes from 0401, and it is another watch.
    assert needless(hidden.do("travel n", dice=QUIET)) == ["landmark"]


def test_d_nav_1_who_leaves_the_road_within_the_watch_still_has_to_save_and_once_more_in_the_next() -> None:
    """Mounted, a hex by road takes 1 h 30 min: at 07:30 they leave it, and save; at 10:30 they need not.

    The third hex takes them to 13:30, so that the second watch has its save at noon.
    """
    held = land(*(f"{name} grass" for name in PLAIN), road="0401-0402")
    keeper = travellers(held, GAME, "mounts Bess hd 2; Nag hd 2", rules="dungeon-game", start="0401")
    events = keeper.do("travel s 3 hexes", dice=KEPT)
    assert needless(events) == ["road", "", ""]
    assert [one.at for one in saves(events)] == [SIX + TURN * 9, SIX + HOUR * 6]
    assert [one.at for one in of_kind(events, HexEntered)][1:] == [SIX + TURN * 27, SIX + TURN * 45]


# Advantage and disadvantage


def edges(keeper: Keeper, said: str, dice: ByName) -> list[int]:
    return [one.advantage for one in saves(keeper.do(said, dice=dice))]


def test_d_nav_1_a_hex_gives_advantage_that_was_explored_for_a_watch_and_none_that_was_only_crossed() -> None:
    """D-HEX-1: to explore a hex takes a watch. They cross 0404 and 0405, and search 0404 alone."""
    keeper = plain()
    assert edges(keeper, "travel s", KEPT) == [0]
    assert edges(keeper, "travel n", KEPT) == [0]
    keeper.do("search hex", dice=QUIET)
    keeper.do("wait until day 2 06:00", dice=QUIET)
    assert edges(keeper, "travel s", faces(save="20+12")) == [1]
    # They were in 0405 on the first day already, and did not go through it with care.
    assert edges(keeper, "travel s", KEPT) == [0]


def test_d_nav_1_a_search_cut_short_explores_nothing() -> None:
    keeper = plain("checks every 2 h")
    keeper.do("search hex", dice=ByName({**QUIET.faces, **WOLVES}))
    keeper.do("part")
    keeper.do("abandon")
    # At 08:00 as they set out, and at noon in the middle of the hex.
    assert edges(keeper, "travel s", KEPT) == [0, 0]


def test_d_nav_1_who_knows_the_area_has_advantage_and_nobody_else_has_it_from_them() -> None:
    assert edges(plain("navigator Varda knows the area"), "travel s", faces(save="20+12")) == [1]
    keeper = plain("navigator Varda knows the area", "navigator Orlo")
    assert edges(keeper, "travel s", faces(orlo="9")) == [0]
    down = plain("navigator Varda knows the area", "rule hp of Varda 0")
    assert edges(down, "travel s", faces(orlo="9")) == [0]


def test_d_nav_1_the_referee_may_impose_disadvantage_and_both_cancel() -> None:
    assert edges(plain("treacherous country"), "travel s", faces(save="12+1")) == [-1]
    both = plain("treacherous country", "navigator Varda knows the area")
    assert edges(both, "travel s", faces(save="12")) == [0]
    assert edges(plain("treacherous country", "easy country"), "travel s", faces(save="12")) == [0]


def test_with_advantage_the_better_of_two_counts_with_disadvantage_the_worse() -> None:
    """D-TERM-2: 20 and 12 against cunning 12 keep the way, or lose it."""
    keeper = plain("navigator Varda knows the area")
    assert not of_kind(keeper.do("travel s", dice=faces(save="20+12")), WayKept)[0].lost
    keeper = plain("treacherous country")
    assert of_kind(keeper.do("travel s", dice=faces(save="20+12", veer="10")), WayKept)[0].lost


# Where a veer leads


@pytest.mark.parametrize("face", range(1, 21))
def test_d_nav_2_one_to_nine_veers_left_ten_and_eleven_hold_twelve_to_twenty_veers_right(face: int) -> None:
    events = plain().do("travel se", dice=faces(save="13", veer=str(face)))
    (veered,) = of_kind(events, Veered)
    assert veered.faces == (-1 if face <= 9 else 0 if face <= 11 else 1)
    assert veered.rule == "D-NAV-2"


def test_d_nav_3_the_printed_example_in_by_the_north_west_left_and_out_by_the_north_east() -> None:
    """0304 lies north-west of 0404, and 0504 north-east of it; what they mean is 0505, the south-east."""
    keeper = plain(start="0304")
    keeper.do("travel se", dice=KEPT)
    assert where(keeper) == "0404"
    keeper.do("travel se", dice=LEFT)
    assert (where(keeper), believed(keeper)) == ("0504", "0505")


@pytest.mark.parametrize(
    "meant, left, right",
    [
        ("n", "nw", "ne"),
        ("ne", "n", "se"),
        ("se", "ne", "s"),
        ("s", "se", "sw"),
        ("sw", "s", "nw"),
        ("nw", "sw", "n"),
    ],
)
def test_d_nav_3_left_is_anticlockwise_on_all_six_faces(meant: str, left: str, right: str) -> None:
    for dice, went in ((LEFT, left), (RIGHT, right), (STRAIGHT, meant), (KEPT, meant)):
        keeper = plain()
        keeper.do(f"travel {meant}", dice=dice)
        assert (where(keeper), believed(keeper)) == (AROUND[went], AROUND[meant])


class OnceAstray:
    """Dice that lose the way to the left at the first save, and keep it ever after."""

    def __init__(self) -> None:
        self.saves = 0

    def answer(self, throw: Throw, number: int) -> Answer | None:
        self.saves += throw.name == "cunning save of Varda"
        return (LEFT if self.saves <= 1 else KEPT).answer(throw, number)


# What is kept, and who knows it


def test_both_places_are_kept_and_the_lost_go_on_from_where_they_truly_are() -> None:
    """Astray by one hex they stay so: each next hex is the same way from each of the two places."""
    keeper = plain(start="0402")
    events = keeper.do("travel s 2 hexes", dice=LEFT)
    # South of 0402 are 0403, 0404. Left of south is the south-east: 0503, and from there again 0603.
    entered = of_kind(events, HexEntered)
    assert [(name_of(one.where), name_of(one.believed)) for one in entered] == [
        ("0503", "0403"),
        ("0603", "0404"),
    ]
    assert keeper.state.journey.astray
    assert keeper.state.journey.lost == SIX


def told_to_the_table(keeper: Keeper, events: tuple[Event, ...]) -> str:
    return "\n".join(tell(one, keeper.book) for one in events if one.seen_by == "table")


def test_what_the_table_may_see_never_names_the_true_hex_while_astray() -> None:
    """The hex truly entered, 0503, has a landmark, a view and something hidden; they believe it is 0403.

    The search of six hours is cut short by what is met as the watch ends, and goes on.
    """
    keeper = plain(start="0402", hidden="0503", h0503="hills TOWER")
    events = keeper.do("travel s", dice=LEFT)
    keeper.do("wait 1 h", dice=QUIET)
    events += keeper.do("search hex", dice=ByName({**QUIET.faces, **WOLVES}))
    keeper.do("part")
    events += keeper.do("resume", dice=QUIET)
    assert of_kind(events, HexesSeen)
    assert of_kind(events, LandmarksFound)
    assert of_kind(events, HexSearched)
    said = told_to_the_table(keeper, events)
    assert where(keeper) == "0503"
    assert "0503" not in said
    assert "0403" in said
    # No field of what the table may see holds it either.
    public = [one for one in events if one.seen_by == "table"]
    assert not any(getattr(one, "where", None) == place("0503") for one in public)
    # The referee is told all of it.
    assert any("0503" in tell(one, keeper.book) for one in events if one.seen_by == "referee")


def test_what_is_left_of_a_journey_is_told_by_the_believed_way() -> None:
    """Bound for 0506 over grass, 6 h a hex, they veer into the swamp of 0504, which takes 12 (D-HEX-3).

    Stopped at noon they have 6 h of it left, and believe that half a hex of grass is, and then another.
    """
    keeper = plain(h0504="swamp")
    events = keeper.do("travel to 0506", dice=ByName({**LEFT.faces, **WOLVES}))
    (cut,) = of_kind(events, TaskInterrupted)
    assert cut.toward == name_of(keeper.state.journey.plan.path[0]) == "0505"
    assert (cut.left, cut.to_next, cut.to_end) == (HOUR * 6, HOUR * 3, HOUR * 9)
    assert tell(cut, keeper.book) == "travel to 0506 interrupted, 3 h left to 0505, 9 h to its end"


def test_the_save_the_loss_and_the_veer_are_the_referee_s() -> None:
    events = plain().do("travel s", dice=LEFT)
    hidden = (AttributeTested, WayKept, Veered, HexEntered)
    assert {one.seen_by for one in events if isinstance(one, hidden)} == {"referee"}
    on_course = plain().do("travel s", dice=STRAIGHT)
    assert [one.seen_by for one in of_kind(on_course, HexEntered)] == ["table"]


# Finding out


def lost_by_left() -> Keeper:
    """Return walkers who believe to be at 0505 at 12:00, and are at 0504."""
    keeper = plain(h0304="hamlet", h0707="sea")
    keeper.do("travel se", dice=LEFT)
    assert (where(keeper), believed(keeper)) == ("0504", "0505")
    return keeper


def test_the_next_good_save_finds_out_and_the_way_is_looked_for_anew_from_there() -> None:
    """From 0504 to 0507, which from 0505 was two hexes to the south, it is three."""
    keeper = lost_by_left()
    events = keeper.do("travel s 2 hexes", dice=KEPT)
    (found,) = of_kind(events, FoundOut)
    assert (name_of(found.where), found.at, found.seen_by) == ("0504", SIX + HOUR * 6, "table")
    assert [name_of(one) for one in keeper.state.journey.plan.path] == ["0506", "0507"]
    assert (where(keeper), believed(keeper)) == ("0505", "0505")
    assert keeper.state.journey.lost is None


def test_a_failed_save_finds_nothing_out() -> None:
    keeper = lost_by_left()
    assert not of_kind(keeper.do("travel s", dice=STRAIGHT), FoundOut)
    assert keeper.state.journey.lost == SIX


def test_a_hex_they_know_gives_their_whereabouts_away() -> None:
    """They mean to go south-west from 0505 and come from 0504 into 0404, where they set out."""
    keeper = lost_by_left()
    (found,) = of_kind(keeper.do("travel sw", dice=STRAIGHT), FoundOut)
    assert (name_of(found.where), found.why) == ("0404", "the party has been here before")
    assert believed(keeper) == "0404"


def test_a_place_where_people_live_gives_their_whereabouts_away() -> None:
    """The hamlet is 0304: from 0404 to the north-west. They mean to go north, and veer left."""
    keeper = plain(h0304="hamlet")
    events = keeper.do("travel n", dice=OnceAstray())
    (found,) = of_kind(events, FoundOut)
    assert (name_of(found.where), found.why, found.at) == ("0304", "people live here", SIX + HOUR * 6)
    # Nobody thinks that this is the journey's end: from there 0403 is one hex to the north-east.
    assert [name_of(one.where) for one in of_kind(events, HexEntered)] == ["0304", "0403"]
    assert [one.called for one in of_kind(events, JourneyEnded)] == ["0403"]


def test_the_referee_says_so() -> None:
    keeper = lost_by_left()
    (found,) = of_kind(keeper.do("find out"), FoundOut)
    assert (name_of(found.where), found.seen_by) == ("0504", "table")
    assert keeper.refused("find out").code == "not-lost"


def test_a_landmark_in_sight_puts_the_lost_right_and_a_map_does_not() -> None:
    keeper = lost_by_left()
    keeper.do("landmark in sight")
    assert len(of_kind(keeper.do("travel s", dice=QUIET), FoundOut)) == 1
    keeper = lost_by_left()
    keeper.do("carry a map")
    assert not of_kind(keeper.do("travel s", dice=QUIET), FoundOut)
    assert keeper.state.journey.astray


def test_the_sea_where_nobody_thought_so_bars_the_way_and_tells_where_they_are() -> None:
    """From 0403 they mean to go to 0404, veer left and stand before the sea of 0504, still in 0403."""
    keeper = plain(start="0403", h0504="sea", h0503="sea")
    events = keeper.do("travel s", dice=LEFT)
    (barred,) = of_kind(events, WayBarred)
    assert barred.why == "water bars the way"
    assert (where(keeper), believed(keeper), keeper.now) == ("0403", "0403", SIX)
    assert keeper.state.journey.lost is None
    # Whoever is astray already learns that they are.
    keeper = plain(start="0403", h0505="sea")
    keeper.do("travel s", dice=LEFT)
    # Left of south from 0403 is 0504; they believe to be at 0404 and mean to go on to 0405: that is 0505.
    assert (where(keeper), believed(keeper)) == ("0504", "0404")
    events = keeper.do("travel s", dice=STRAIGHT)
    assert [name_of(one.where) for one in of_kind(events, WayBarred)] == ["0505"]
    assert [(name_of(one.where), one.seen_by) for one in of_kind(events, FoundOut)] == [("0504", "table")]


@pytest.mark.parametrize(
    "start, said, dice",
    [("0101", "travel s", RIGHT), ("0104", "travel n", LEFT), ("0701", "travel s", LEFT)],
)
def test_a_veer_off_the_map_s_edge_stops_there_and_loses_no_time(start: str, said: str, dice: ByName) -> None:
    """West of column 01 and east of column 07 the map ends: left of north is the north-west."""
    keeper = plain(start=start)
    events = keeper.do(said, dice=dice)
    assert [one.why for one in of_kind(events, WayBarred)] == ["the map ends here"]
    assert (where(keeper), believed(keeper), keeper.now) == (start, start, SIX)
    assert not of_kind(events, HexEntered)
    # They know now, and the watch has had its save.
    keeper.do(said, dice=QUIET)
    assert where(keeper) != start


def test_who_finds_out_where_they_were_going_has_arrived() -> None:
    """Bound for 0505, veered to 0504, then meaning to go on to 0504: they find out that they are there."""
    keeper = lost_by_left()
    events = keeper.do("travel n", dice=KEPT)
    assert len(of_kind(events, FoundOut)) == len(of_kind(events, JourneyEnded)) == 1
    assert (where(keeper), keeper.now) == ("0504", SIX + HOUR * 6)


# Interruptions and the clock set back


def cut_in_a_swamp(dice: ByName) -> Keeper:
    """Return walkers cut short at 12:00, halfway through a swamp of 12 h that they veered in."""
    keeper = plain(**{f"h{name}": "swamp" for name in PLAIN})
    events = keeper.do("travel se", dice=ByName({**dice.faces, **WOLVES}))
    assert keeper.now == SIX + HOUR * 6
    assert [one.left for one in of_kind(events, TaskInterrupted)] == [HOUR * 6]
    keeper.do("part")
    return keeper


def cut_within_the_watch() -> Keeper:
    """Return walkers who veered to the left at 06:00 and were stopped at 08:00, by a check every 2 hours."""
    keeper = plain("checks every 2 h")
    keeper.do("travel se", dice=ByName({**LEFT.faces, **WOLVES}))
    assert keeper.now == SIX + HOUR * 2
    keeper.do("part")
    return keeper


@pytest.mark.slow
@pytest.mark.parametrize("said", ["resume", "travel se"])
def test_who_is_cut_short_in_a_veered_hex_goes_on_through_the_same_face(said: str) -> None:
    """Cut short at 12:00, of the watch that is over: the new one has its save, which fails and veers anew."""
    keeper = cut_in_a_swamp(LEFT)
    keeper.do(said, dice=LEFT)
    assert (where(keeper), believed(keeper), keeper.now) == ("0504", "0505", SIX + HOUR * 12)
    again = cut_in_a_swamp(LEFT)
    again.do(said, dice=RIGHT)
    assert (where(again), believed(again)) == ("0405", "0505")
    # Cut short within the watch there is no new save, and the face of before stands.
    within = cut_within_the_watch()
    events = within.do(said, dice=QUIET)
    assert not saves(events)
    assert (where(within), believed(within), within.now) == ("0504", "0505", SIX + HOUR * 6)


def test_who_finds_the_way_again_in_the_middle_of_a_hex_comes_where_they_meant_to() -> None:
    keeper = cut_in_a_swamp(LEFT)
    keeper.do("resume", dice=KEPT)
    assert (where(keeper), believed(keeper)) == ("0505", "0505")
    # A landmark that comes into sight does the same.
    keeper = cut_in_a_swamp(LEFT)
    keeper.do("landmark in sight")
    keeper.do("resume", dice=QUIET)
    assert (where(keeper), believed(keeper)) == ("0505", "0505")
    assert keeper.state.journey.lost is None


def test_t2_a_clock_set_back_to_before_the_loss_forgets_it() -> None:
    keeper = lost_by_left()
    keeper.do("rule clock day 1 05:59")
    assert (where(keeper), believed(keeper), keeper.state.journey.lost) == ("0404", "0404", None)
    assert not keeper.state.journey.astray
    assert not keeper.state.journey.plan.path


@pytest.mark.slow
def test_t2_a_clock_set_back_to_between_loss_and_discovery_leaves_them_lost_until_a_good_save() -> None:
    keeper = lost_by_left()
    keeper.do("wait until 13:00", dice=QUIET)
    keeper.do("find out")
    keeper.do("rule clock 12:30")
    assert (where(keeper), believed(keeper)) == ("0504", "0505")
    assert len(of_kind(keeper.do("travel s", dice=KEPT), FoundOut)) == 1


def test_who_was_put_astray_by_the_referee_finds_out_by_a_good_save() -> None:
    keeper = plain()
    keeper.do("believe 0606")
    events = keeper.do("travel n", dice=KEPT)
    assert [name_of(one.where) for one in of_kind(events, FoundOut)] == ["0404"]


def test_a_journey_that_the_clock_set_back_undid_cannot_be_resumed_and_is_given_up() -> None:
    keeper = plain(h0406="swamp")
    keeper.do("travel s 2 hexes", dice=KEPT)
    assert keeper.state.unfinished
    keeper.do("rule clock 07:00")
    assert keeper.refused("resume").code == "no-journey"
    keeper.do("abandon")
    assert not keeper.state.unfinished


# The odds over one hex


@pytest.mark.slow
def test_d_nav_1_d_nav_2_the_odds_over_one_hex_are_those_of_a_count_by_hand() -> None:
    """Cunning 12: 8 of 20 lose the way. Of those 9 of 20 go left, 2 straight on and 9 right.

    So 72/400 left, 16/400 on course but lost, 72/400 right, and 240/400 keep the way.
    """
    counted = Counter(outcome(save, veer) for save, veer in product(range(1, 21), range(1, 21)))
    assert {came: Fraction(count, 400) for came, count in counted.items()} == {
        "kept": Fraction(12, 20),
        "0504": Fraction(8, 20) * Fraction(9, 20),
        "0505 lost": Fraction(8, 20) * Fraction(2, 20),
        "0405": Fraction(8, 20) * Fraction(9, 20),
    }


def outcome(save: int, veer: int) -> str:
    """Return where the party comes by one save and one veer; they mean to go to 0505."""
    keeper = BEGUN.copy()
    keeper.do("travel se", dice=faces(save=str(save), veer=str(veer)))
    lost = keeper.state.journey.lost is not None
    if where(keeper) == "0505":
        return "0505 lost" if lost else "kept"
    assert lost
    return where(keeper)


BEGUN = plain()


@pytest.mark.slow
def test_d_nav_1_advantage_and_disadvantage_change_the_odds_as_two_dice_do() -> None:
    """Both of two d20 over 12: 8/20 x 8/20. One of two: 1 less 12/20 x 12/20."""
    known, dense = plain("navigator Varda knows the area"), plain("treacherous country")
    lost = Counter[str]()
    for one, other in product(range(1, 21), repeat=2):
        dice = faces(save=f"{one}+{other}", veer="10")
        for name, begun in (("known", known), ("dense", dense)):
            keeper = begun.copy()
            keeper.do("travel se", dice=dice)
            lost[name] += keeper.state.journey.lost is not None
    assert lost == {"known": 8 * 8, "dense": 400 - 12 * 12}


class InOrder:
    """Dice that answer the saves and the veers in order, and the checks of encounters by their instant."""

    def __init__(self, saves: str, veers: str, met: Container[int]) -> None:
        self.left = {"cunning save of Varda": saves.split(), "veer": veers.split()}
        self.met, self.checks = met, 0

    def answer(self, throw: Throw, number: int) -> Answer | None:
        if throw.name in self.left:
            return from_text(throw, self.left[throw.name].pop(0))
        self.checks += throw.name == "encounter check"
        return (ByName(WOLVES, QUIET) if self.checks in self.met else QUIET).answer(throw, number)


class Day(NamedTuple):
    """A day's march through a hex of two watches: was the way ever lost, is it still, and where are they."""

    ever_lost: bool
    lost: bool
    where: str


# Of 20 faces 12 keep the way. Of the other 8 times 20 the veer has 9 to the left, 2 straight on and 9 right.
WATCHES = [("12", "", 12 * 20), ("13", "9", 8 * 9), ("13", "10", 8 * 2), ("13", "12", 8 * 9)]


def by_hand(first: str, second: str, holds: str) -> Day:
    """Return the day by its two watches: the face by which a hex is left is that of the turn that holds."""
    came = {"": "0505", "9": "0504", "10": "0505", "12": "0405"}
    if not second:  # the way is kept in the second watch, which puts right what was lost in the first
        return Day(bool(first), lost=False, where="0505")
    turned = first if holds == "first" and first in {"9", "12"} else second
    return Day(ever_lost=True, lost=True, where=came[turned])


@pytest.mark.slow
@pytest.mark.parametrize("holds", ["latest", "first"])
def test_d_nav_1_the_odds_of_a_day_in_a_swamp_are_a_count_by_hand_whatever_is_met_at_noon(holds: str) -> None:
    """A hex of 12 h spans two watches, so that a day has two saves: 1 less 3/5 x 3/5 lose the way, 16 in 25.

    With an encounter at noon they stop, part and resume; without one they walk on. Both come to the same law.
    """
    swamps = {f"h{name}": "swamp" for name in PLAIN}
    begun = plain(**swamps)
    if holds == "first":
        rules = house_rules('[navigation]\nholds = "first"\n', "dungeon-game")
        begun = travellers(land(*(f"{name} swamp" for name in PLAIN)), GAME, rules=rules, start="0404")
    laws: dict[bool, Counter[Day]] = {}
    for met in (False, True):
        law = laws[met] = Counter()
        for (save, veer, many), (other, again, more) in product(WATCHES, WATCHES):
            keeper = begun.copy()
            dice = InOrder(f"{save} {other}", f"{veer} {again}", {1} if met else ())
            events = keeper.do("travel se", dice=dice)
            if met:
                keeper.do("part")
                events += keeper.do("resume", dice=dice)
            assert keeper.now == SIX + HOUR * 12
            ever = any(one.lost for one in of_kind(events, WayKept))
            day = Day(ever, keeper.state.journey.lost is not None, where(keeper))
            assert day == by_hand(veer, again, holds)
            law[day] += many * more
    # An encounter at noon is one in three (D-ENC-3), and the day has the same odds with it as without.
    for law in laws.values():
        lost = sum(count for day, count in law.items() if day.ever_lost)
        assert Fraction(lost, law.total()) == 1 - Fraction(3, 5) ** 2 == Fraction(16, 25)
    assert laws[False] == laws[True]


@pytest.mark.parametrize("hour, due", [(6, [6, 12]), (8, [8, 12, 18]), (11, [11, 12, 18])])
def test_d_nav_1_every_one_of_the_day_s_watches_on_the_way_has_its_save(hour: int, due: list[int]) -> None:
    """A hex of swamp takes 12 h. Set out at 8, they are on the way in three of the day's watches."""
    keeper = plain(**{f"h{name}": "swamp" for name in PLAIN})
    if hour > 6:
        keeper.do(f"wait until {hour:02d}:00", dice=QUIET)
    events = keeper.do("travel se", dice=KEPT)
    assert [one.at for one in saves(events)] == [ORIGIN + HOUR * one for one in due]


def test_d_nav_1_the_encumbered_save_in_both_watches_of_a_hex_of_grass() -> None:
    """D-HEX-3: at half speed a hex of grass takes two watches."""
    keeper = plain("encumber Orlo")
    dice = ByName({**KEPT.faces, "exertion of Orlo's brawn": "1"})
    assert [one.at for one in saves(keeper.do("travel se", dice=dice))] == [SIX, SIX + HOUR * 6]


# Data, and determinism


def test_what_makes_a_save_needless_is_data() -> None:
    """A house rule without the exemption for roads asks for the save on them."""
    strict = house_rules('[navigation]\nexempt = ["map"]\n', "dungeon-game")
    held = land("0101 grass", "0102 grass", road="0101-0102")
    keeper = travellers(held, GAME, rules=strict)
    assert needless(keeper.do("travel s", dice=KEPT)) == [""]


def test_every_face_has_a_veer_on_either_side() -> None:
    """D-NAV-3: three steps to the left are the opposite face, as three to the right are; six the same."""
    for face in Face:
        assert face.turned(-3) == face.turned(3) != face
        assert face.turned(-1).turned(1) == face.turned(6) == face


_LOST = """
from tests.play.journey.test_navigation import KEPT, LEFT, RIGHT, plain
from turnkeeper.app import codec
keeper = plain(h0304="hamlet")
for said, dice in (("travel se", LEFT), ("travel s", RIGHT), ("travel to 0401", KEPT)):
    keeper.do(said, dice=dice)
print(codec.encode(keeper.events), codec.encode_state(keeper.state))
"""


@pytest.mark.slow
def test_t26_the_lost_are_lost_alike_under_two_hash_seeds() -> None:
    told = [
        subprocess.run(
            [sys.executable, "-c", _LOST],
            env={**os.environ, "PYTHONHASHSEED": seed},
            cwd=Path(__file__).parents[3],
            check=True,
            capture_output=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert told[0] == told[1]
    assert b"veered.1" in told[0]
