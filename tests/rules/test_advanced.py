"""The numbers of the rule set advanced, rule by rule, as the open restatement of them has them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model.abilities import ByAttribute
from turnkeeper.rules.model.lights import ByClock
from turnkeeper.rules.model.movement import LoadBySteps
from turnkeeper.rules.model.orders import OrderBySides
from turnkeeper.rules.model.procedures import (
    AddTo,
    MeetEncounter,
    Reset,
    StartTimerEffect,
    Veer,
    band_of,
    chance_in,
)
from turnkeeper.rules.model.trackers import Budget, NumberTracker
from turnkeeper.rules.model.travel import ByFeet
from turnkeeper.rules.reading.load import builtin_text, load_builtin, load_rules

SET = load_builtin("advanced")
BOOK = Rulebook(SET)

SEGMENT = 6_000
ROUND = 60_000
TURN = 600_000
HOUR = 3_600_000
DAY = 86_400_000
MILE = 5_280


def _ms(text: str) -> int:
    return BOOK.duration(text).ms


def _option(name: str) -> Rulebook:
    head = f'[ruleset]\nid = "other"\nname = "Other"\nextends = "advanced"\noptions = ["{name}"]\n'
    return Rulebook(load_rules(head, "other.toml", builtin_text))


def _bands(table: str) -> dict[str, tuple[int | None, int | None]]:
    bands = (band_of(entry) for entry in SET.tables[table].entries)
    return {band.name: (band.low, band.high) for band in bands}


def _hits(table: str) -> tuple[int | None, int | None]:
    """Return of how many a table is a chance, and up to where."""
    return band_of(SET.tables[table].entries[0]).high, chance_in(SET.tables[table])


def _order() -> OrderBySides:
    assert SET.fight is not None
    assert isinstance(SET.fight.order, OrderBySides)
    return SET.fight.order


# Time and movement


def test_v_time_1_ten_segments_a_round_ten_rounds_a_turn_six_turns_an_hour() -> None:
    lengths = [_ms(f"1 {unit}") for unit in ("segment", "round", "turn", "day")]
    assert lengths == [SEGMENT, 10 * SEGMENT, 100 * SEGMENT, DAY]
    assert (lengths[1], lengths[2], 6 * lengths[2]) == (ROUND, TURN, HOUR)


@pytest.mark.slow
def test_v_time_2_turns_underground_days_in_the_wilds_rounds_in_a_fight() -> None:
    steps = {name: _ms(scene.step) for name, scene in SET.scenes.items()}
    assert (steps["dungeon"], steps["wilderness"]) == (TURN, DAY)
    assert SET.fight is not None
    assert _ms(SET.fight.round) == ROUND
    filled = _option("fill-the-turn").set.fight
    assert filled is not None
    assert (SET.fight.fills, filled.fills) == ("", "1 turn")


def test_v_move_1_to_4_feet_in_a_turn_and_in_a_round() -> None:
    """120 a turn, five times that by the map, 120 a round in a fight or in flight, 240 for who runs."""
    assert SET.movement is not None
    assert (_ms(SET.movement.each), SET.races[SET.movement.otherwise].feet) == (TURN, 120)
    in_a_turn = {name: 120 * Fraction(pace.times) for name, pace in SET.paces.items()}
    rounds = TURN // ROUND
    fast = {"fighting": 120 * rounds, "fleeing": 120 * rounds, "running": 240 * rounds}
    assert in_a_turn == {"exploring": 120, "familiar": 600, **fast}
    assert SET.paces["running"].runs
    _, after = SET.activities["evade"].do
    assert isinstance(after, StartTimerEffect)
    assert _ms(SET.activities[after.until].takes) == 2 * TURN


@pytest.mark.parametrize("pounds, tall, small", [(35, 120, 90), (70, 90, 60), (105, 60, 30), (150, 30, 30)])
def test_v_load_1_and_2_feet_by_pounds_and_30_less_for_small_folk_but_30(
    pounds: int, tall: int, small: int
) -> None:
    load = SET.characters.load
    assert isinstance(load, LoadBySteps)
    less = {step.up_to: step.less for step in load.steps}[pounds]
    assert max(SET.races["human"].feet - less, load.least) == tall
    assert {max(SET.races[one].feet - less, load.least) for one in ("dwarf", "gnome", "halfling")} == {small}


def test_v_load_3_strength_eases_a_load() -> None:
    load = SET.characters.load
    assert isinstance(load, LoadBySteps)
    assert load.eased is not None
    by_strength = {
        3: -35,
        4: -25,
        5: -25,
        6: -15,
        7: -15,
        8: 0,
        11: 0,
        12: 10,
        13: 10,
        14: 20,
        16: 35,
        17: 50,
        18: 75,
    }
    assert {score: load.eased.of(score) for score in by_strength} == by_strength


# Light, rest, searching


def test_v_light_1_torches_candles_and_lanterns() -> None:
    burns = {}
    for name, kind in SET.lights.items():
        assert isinstance(kind.burns, ByClock)
        burns[name] = (_ms(kind.burns.lasts), kind.bright)
    assert burns == {
        "torch": (6 * TURN, 40), "candle": (HOUR // 2, 20), "lantern": (4 * HOUR, 30),
        "bullseye lantern": (4 * HOUR, 80),
    }  # fmt: skip
    assert {name for name, kind in SET.lights.items() if kind.fuel == "oil"} == {
        "lantern",
        "bullseye lantern",
    }


def test_v_light_2_a_light_seen_from_afar_is_for_the_referee() -> None:
    assert SET.surprise is not None
    assert not SET.surprise.lights_warn


def test_v_rest_1_and_2_a_turn_in_six_one_after_a_fight_two_after_a_pursuit() -> None:
    counts = SET.trackers["fatigue"].counts
    assert isinstance(counts, Budget)
    assert _ms(counts.lasts) == 6 * TURN
    rest = SET.activities["rest"]
    assert (_ms(rest.takes), rest.pays["fatigue"]) == (TURN, 6)
    assert SET.fight is not None
    after = SET.procedures["after a fight"]
    assert (after.also_on, set(after.scenes)) == (SET.fight.causes["over"], set(SET.scenes))
    (owed,) = after.do
    assert isinstance(owed, StartTimerEffect)
    assert owed.until == "rest"


def test_v_rest_3_one_point_a_day_and_all_in_four_weeks() -> None:
    day, weeks = SET.activities["day of rest"], SET.activities["four weeks of rest"]
    assert day.heals is not None
    assert weeks.heals is not None
    assert (_ms(day.takes), day.heals.least, day.heals.dice, day.interrupted) == (DAY, 1, "", "lost")
    assert (_ms(weeks.takes), weeks.heals.all) == (28 * DAY, True)


def test_v_rest_4_the_second_night_and_the_third_cost_and_there_is_no_fourth() -> None:
    counts = SET.trackers["nights without sleep"].counts
    assert isinstance(counts, NumberTracker)
    assert [one.on for one in counts.thresholds] == ["2", "3", "4 or more"]
    assert SET.travel is not None
    march = SET.travel.march
    assert march is not None
    assert march.often == 3
    assert march.do == (AddTo("nights without sleep"), Reset("hours awake"))
    awake = SET.trackers["hours awake"].counts
    assert isinstance(awake, Budget)
    assert (_ms(awake.lasts), set(awake.scenes)) == (DAY, set(SET.scenes)), "wherever a night was spent"
    sleep = SET.activities["sleep"]
    assert _ms(sleep.takes) * sleep.pays["hours awake"] == DAY, "a night's sleep makes good for a day"
    assert _ms(march.day) + _ms(march.forced) == DAY, "a day, a night, and the next day"


def test_v_rest_5_four_quiet_hours_and_a_quarter_for_each_level() -> None:
    quiet, learn = SET.activities["quiet hours"], SET.activities["learn spells"]
    assert (_ms(quiet.takes), quiet.interrupted, _ms(learn.takes)) == (4 * HOUR, "lost", HOUR // 4)
    assert learn.do == (StartTimerEffect(learn.barred_by, until="quiet hours", unbroken=True),)
    assert not quiet.do, "a party without anybody who learns spells is told of none"


def test_v_search_1_to_3_areas_chances_and_rounds() -> None:
    done = {
        name: (SET.activities[name].area, _ms(SET.activities[name].takes)) for name in ("examine", "search")
    }
    assert done == {"examine": ("20 x 20 ft", TURN), "search": ("10 x 10 ft", TURN)}
    assert SET.activities["search"].secret
    assert (_hits("secret doors"), _hits("secret doors for elves")) == ((1, 6), (2, 6))
    traps = SET.activities["search for traps"]
    assert (_ms(traps.takes), traps.times) == (ROUND, "1d4")


def test_v_listen_1_a_round_and_one_in_ten_or_fifteen_in_a_hundred() -> None:
    for name, table, hits in (("listen", "listening", 10), ("listen sharply", "sharp ears", 15)):
        activity = SET.activities[name]
        assert (_ms(activity.takes), activity.secret) == (ROUND, True)
        assert _hits(table) == (hits, 100)


def test_v_door_1_and_2_two_in_six_and_axes_take_a_turn_and_are_heard() -> None:
    doors = {"force door": 2, "force door mightily": 3, "force door weakly": 1}
    tables = ("stuck door", "stuck door, the strong", "stuck door, the weak")
    assert {name: _ms(SET.activities[name].takes) for name in doors} == dict.fromkeys(doors, ROUND)
    assert [_hits(table) for table in tables] == [(hits, 6) for hits in doors.values()]
    hew = SET.activities["hew door"]
    assert (_ms(hew.takes), hew.longer, hew.causes) == (TURN, True, SET.procedures["wandering"].also_on)


# Encounters and fights


def test_v_enc_1_every_third_turn_one_in_six() -> None:
    check = SET.procedures["wandering"]
    assert (check.scenes, _ms(check.every), _hits(check.table)) == (("dungeon",), 3 * TURN, (1, 6))
    assert isinstance(SET.tables[check.table].entries[0].do[0], MeetEncounter)


def test_v_enc_2_two_checks_by_day_and_one_by_night_one_in_twelve() -> None:
    checks = {name: SET.procedures[name] for name in ("morning", "afternoon", "night")}
    assert [one.at for one in checks.values()] == ["dawn", "noon", "dusk"]
    assert [one.window.dice for one in checks.values() if one.window] == ["1d6", "1d6", "1d12"]
    assert {one.table for one in checks.values()} == {"wilds"}
    assert _hits("wilds") == (1, 12)
    assert chance_in(_option("one-in-twelve-a-day").set.tables["wilds"]) == 24


def test_v_enc_3_kinds_by_country() -> None:
    """Each first and last kind with its bounds, and one between, as the nine tables have them."""
    assert SET.encounters is not None
    tables = {case.terrain: case.table for case in SET.encounters.cases}
    assert {one for (one,) in tables} == set(SET.terrain) - {"water"}
    bounds = {}
    for (country,), table in tables.items():
        bands = _bands(table)
        bounds[country] = (bands["flyers"][1], bands["people"], bands["something strange"][0])
    assert bounds == {
        "forest": (10, (42, 48), 99), "desert": (4, (30, 49), 99), "hills": (15, (41, 60), 100),
        "jungle": (15, (30, 37), 100), "mountains": (19, (53, 62), 96), "plains": (19, (33, 52), 98),
        "rural": (10, (23, 58), 100), "tundra": (8, (34, 43), 100), "wetlands": (5, (21, 22), 96),
    }  # fmt: skip


def test_v_surp_1_to_3_segments_as_thrown_less_by_dexterity() -> None:
    rules = SET.surprise
    assert rules is not None
    assert (rules.dice, rules.hits, _ms(rules.loses), rules.by_throw) == ("1d6", 2, SEGMENT, True)
    assert rules.shorter is not None
    scores = {3: -3, 4: -2, 5: -1, 6: 0, 15: 0, 16: 1, 17: 2, 18: 3, 19: 3}
    assert {score: rules.shorter.of(score) for score in scores} == scores


def test_v_react_1_under_30_in_a_hundred_is_hostile() -> None:
    assert SET.tables["reaction"].dice == "1d100"
    assert _bands("reaction")["hostile"] == (None, 29)


def test_v_init_1_and_2_the_other_sides_die_names_the_segment_and_equals_act_at_once() -> None:
    order = _order()
    assert (order.dice, order.ties, order.segments is not None) == ("1d6", "together", True)
    assert order.segments is not None
    assert (order.segments.number, _ms(order.segments.each), order.segments.on) == (10, SEGMENT, "other")
    placed = [order.segments.placed(other, first=order.first) for other in range(1, 7)]
    assert placed == [1, 2, 3, 4, 5, 6], "the other side's 4 is the fourth segment"


def test_v_init_3_who_shoots_is_as_much_sooner_as_dexterity_gives_missiles() -> None:
    sooner = _order().weapons["missile"].adds
    assert isinstance(sooner, ByAttribute)
    assert [sooner.of(score) for score in (3, 4, 5, 6, 16, 17, 18)] == [-3, -2, -1, 0, 1, 2, 3]


def test_v_init_4_and_v_cast_1_and_2_segments_are_left_for_those_who_wait_and_who_cast() -> None:
    segments, casting = _order().segments, _order().casting
    assert segments is not None
    assert segments.number - 6 == 4
    assert casting is not None
    assert casting.spoilt is not None
    assert (casting.rule.id, casting.spoilt.id) == ("V-CAST-1", "V-CAST-2")


def test_v_mor_1_to_3_fifty_and_five_for_each_hit_die_two_tests_and_how_they_break() -> None:
    """Eight hit dice are 90, as the text reckons."""
    morale = SET.morale
    assert morale is not None
    assert morale.with_hit_dice is not None
    assert morale.with_hit_dice + 8 * morale.each_hit_die == 90
    assert (morale.dice, morale.steady, morale.holds) == ("1d100", 2, "up-to")
    assert [one.over for one in morale.margins] == [25, 50]
    assert _option("no-morale").set.morale is None


# Travel


def test_v_trav_1_a_fifth_of_the_rate_in_miles_a_day_over_level_ground() -> None:
    assert SET.travel is not None
    assert SET.travel.march is not None
    pays = SET.travel.pays
    assert isinstance(pays, ByFeet)
    turns = _ms(SET.travel.march.day) // TURN
    assert [rate * Fraction(pays.times) * turns / MILE for rate in (120, 90, 60, 30)] == [24, 18, 12, 6]
    assert SET.terrain["plains"].slowed == 1
    level = _option("level-everywhere").set.terrain
    assert {one.slowed for one in level.values()} == {1}


def test_v_lost_1_and_2_ten_to_25_in_a_hundred_and_a_face_to_the_left_or_right() -> None:
    ways = SET.navigation
    assert ways is not None
    assert (ways.dice, ways.exempt) == ("1d100", ("map", "landmark", "road", "guide"))
    assert not ways.each, "once a day of travel, and not by the clock"
    assert sorted(one.hits or 0 for one in ways.cases) == [10, 15, 25]
    turns = [
        one.faces for entry in SET.tables[ways.veer].entries for one in entry.do if isinstance(one, Veer)
    ]
    assert turns == [-1, 1]


def test_v_food_1_a_ration_a_day() -> None:
    food = SET.provisions["food"]
    assert (food.item, food.each_day, _ms(food.without)) == ("ration", 1, DAY)
