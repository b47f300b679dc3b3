"""The numbers of the rule set glog, rule by rule, as its published rules state them."""

from __future__ import annotations

import pytest

from turnkeeper.chance.notation import parse_dice
from turnkeeper.chance.pools import distribution
from turnkeeper.rules import load_builtin
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.checking.ground import structs
from turnkeeper.rules.model.cite import Cite
from turnkeeper.rules.model.conduct import Healing, square_feet
from turnkeeper.rules.model.lights import ByClock, ByTicks
from turnkeeper.rules.model.orders import OrderByTests
from turnkeeper.rules.model.procedures import (
    AskReferee,
    BeginActivity,
    Fatigue,
    Foretell,
    MeetEncounter,
    TickLight,
    band_of,
)
from turnkeeper.rules.problems import Path
from turnkeeper.time import Duration

GLOG = load_builtin("glog")
BOOK = Rulebook(GLOG)

SECOND = 1_000
ROUND = 10 * SECOND
TURN = 10 * 60 * SECOND
HOUR = 60 * 60 * SECOND
WATCH = 4 * HOUR
DAY = 24 * HOUR

# What the rules say their origins are; a rule of two origins is the first here.
ORIGINS = {
    "G-TIME-1": "printed",
    "G-TIME-2": "printed",
    "G-MOVE-1": "printed",
    "G-MOVE-2": "printed",
    "G-SEARCH-1": "printed",
    "G-SEARCH-2": "printed",
    "G-ACT-1": "printed",
    "G-ACT-2": "printed",
    "G-ACT-3": "printed",
    "G-ACT-4": "printed",
    "G-ACT-5": "companion",
    "G-ENC-1": "printed",
    "G-ENC-2": "house",
    "G-ENC-3": "printed",
    "G-ENC-4": "printed",
    "G-LIGHT-1": "printed",
    "G-LIGHT-2": "printed",
    "G-LIGHT-3": "companion",
    "G-LIGHT-4": "house",
    "G-HEAL-1": "companion",
    "G-HEAL-2": "companion",
    "G-FAT-1": "printed",
    "G-FAT-4": "companion",
    "G-FAT-2": "printed",
    "G-FAT-3": "house",
    "G-HEX-1": "printed",
    "G-HEX-2": "printed",
    "G-HEX-3": "printed",
    "G-HEX-4": "printed",
    "G-HEX-5": "printed",
    "G-HEX-6": "printed",
    "G-HEX-7": "house",
    "G-HEX-8": "house",
    "G-REACT-1": "printed",
    "G-MOR-1": "printed",
    "G-MOR-2": "printed",
    "G-MOR-3": "printed",
    "G-INIT-1": "companion",
}


def _ms(text: str) -> int:
    return BOOK.duration(text).ms


def _cites() -> list[tuple[Path, Cite]]:
    return [(path, part) for path, part in structs(GLOG) if isinstance(part, Cite)]


def _cited(*path: str | int) -> set[tuple[str, str]]:
    """Return the rule and origin of every cite at or below a path."""
    return {(cite.id, cite.origin) for where, cite in _cites() if where[: len(path)] == path}


# The register


def test_the_register_holds_every_rule_of_the_game_with_its_origin() -> None:
    assert {name: entry.origin for name, entry in GLOG.register.items()} == ORIGINS


@pytest.mark.parametrize("rule", ORIGINS)
def test_every_rule_of_the_register_is_carried_out_by_an_entry(rule: str) -> None:
    assert rule in {cite.id for _, cite in _cites()}


def test_every_house_rule_and_every_house_cite_says_why() -> None:
    assert all(cite.why for _, cite in _cites() if cite.origin == "house")
    assert all(entry.why for entry in GLOG.register.values() if entry.origin == "house")


def test_what_is_printed_needs_no_excuse() -> None:
    assert not [path for path, cite in _cites() if cite.origin != "house" and cite.why]


def test_the_notice_claims_no_affiliation() -> None:
    assert "Independent and unaffiliated" in GLOG.ruleset.notice


# Time


def test_g_time_1_a_day_is_six_watches_of_24_turns_of_60_rounds_of_10_seconds() -> None:
    assert {unit.name: unit.length.ms for unit in BOOK.scale.units} == {
        "round": ROUND,
        "turn": TURN,
        "watch": WATCH,
        "day": DAY,
    }
    assert (DAY // TURN, DAY // ROUND) == (144, 8_640)
    assert [_ms(text) for text in ("6 watches", "24 turns", "60 rounds")] == [DAY, WATCH, TURN]
    assert ("G-TIME-1", "printed") in _cited("time")


def test_g_time_1_the_hours_of_light_are_a_house_rule() -> None:
    assert BOOK.times_of_day == {
        "midnight": Duration(0),
        "dawn": Duration(6 * HOUR),
        "noon": Duration(12 * HOUR),
        "dusk": Duration(18 * HOUR),
    }
    assert ("G-TIME-1", "house") in _cited("time")


def test_g_time_2_each_scene_has_its_step() -> None:
    assert {name: _ms(scene.step) for name, scene in GLOG.scenes.items()} == {
        "dungeon": TURN,
        "wilderness": WATCH,
        "settlement": TURN,
    }
    assert GLOG.fight is not None
    assert _ms(GLOG.fight.round) == ROUND
    assert [name for name, scene in GLOG.scenes.items() if scene.dark] == ["dungeon"]


# Moving, searching, doing


def test_g_move_1_cautious_200_feet_a_turn_and_traps_are_noticed() -> None:
    pace = GLOG.paces["cautious"]
    assert (pace.feet, _ms(pace.each), pace.notices) == (200, TURN, True)
    assert _cited("paces", "cautious") == {("G-MOVE-1", "printed")}


def test_g_move_2_quick_600_feet_a_turn_and_traps_are_tested_for_as_for_initiative() -> None:
    pace = GLOG.paces["quick"]
    assert (pace.feet, _ms(pace.each), pace.notices) == (600, TURN, False)
    assert GLOG.traps is not None
    assert (GLOG.traps.dice, GLOG.traps.attribute) == ("", "")  # no test of its own
    assert _cited("traps") == {("G-MOVE-2", "printed")}
    order = GLOG.fight.order if GLOG.fight is not None else None
    assert isinstance(order, OrderByTests)
    assert (order.dice, order.attribute, order.equal) == ("1d20", "wisdom", False)


def test_g_search_1_what_lies_open_in_a_room_is_seen_on_entering() -> None:
    assert GLOG.scenes["dungeon"].rooms
    assert GLOG.scenes["dungeon"].rooms_rule == Cite("G-SEARCH-1", "printed")


def test_g_search_2_a_search_takes_a_turn_for_each_20_by_20_feet_and_says_what_it_cannot_find() -> None:
    search = GLOG.activities["search"]
    assert (_ms(search.takes), square_feet(search.area)) == (TURN, 20 * 20)
    assert search.searches
    assert "exact directions" in search.found
    assert _cited("activities", "search") == {("G-SEARCH-2", "printed"), ("G-SEARCH-2", "house")}


@pytest.mark.parametrize(
    "name,length,loud,rule",
    [
        ("pick lock", TURN, False, ("G-ACT-1", "printed")),
        ("break door", TURN, True, ("G-ACT-2", "printed")),
        ("lunch", HOUR, False, ("G-ACT-4", "printed")),
        ("identify", TURN, False, ("G-ACT-5", "companion")),
        ("read", 3 * TURN, False, ("G-ACT-5", "companion")),
        ("night", 2 * WATCH, False, ("G-HEAL-2", "companion")),
    ],
)
def test_every_activity_has_its_length_and_its_loudness(
    *, name: str, length: int, loud: bool, rule: tuple[str, str]
) -> None:
    """G-ACT-1, G-ACT-2, G-ACT-4, G-ACT-5, G-HEAL-2."""
    activity = GLOG.activities[name]
    assert _ms(activity.takes) == length
    assert activity.causes == (("loud",) if loud else ())
    assert rule in _cited("activities", name)


def test_g_act_3_a_fight_costs_a_turn_and_is_loud() -> None:
    assert GLOG.fight is not None
    assert _ms(GLOG.fight.costs) == TURN
    assert GLOG.fight.causes == {"begun": ("loud",)}
    assert {("G-ACT-3", "printed"), ("G-ACT-3", "house")} <= _cited("fight")


def test_what_asks_for_a_length_and_what_takes_no_time() -> None:
    assert [name for name, one in GLOG.activities.items() if one.asks_length] == ["rest"]
    no_time = [name for name, one in GLOG.activities.items() if not one.takes and not one.asks_length]
    assert no_time == ["noise"]
    assert GLOG.activities["noise"].causes == ("loud",)


# Encounters


def test_g_enc_1_a_check_every_turn_in_the_dungeon_and_at_once_for_whatever_is_loud() -> None:
    check = GLOG.procedures["wandering"]
    assert check.name == "encounter check"
    assert (_ms(check.every), check.also_on, check.scenes) == (TURN, ("loud",), ("dungeon",))
    assert GLOG.tables[check.table].dice == "2d6"
    assert {("G-ENC-1", "printed"), ("G-ENC-1", "house")} <= _cited("procedures", "wandering")


def test_g_enc_2_the_entries_of_the_encounter_check() -> None:
    table = GLOG.tables["encounter check"]
    named = {total: entry for entry in table.entries for total in range(2, 13) if band_of(entry).holds(total)}
    assert [named[total].name for total in range(2, 13)] == [
        *["encounter"] * 3,
        "sign",
        *["light"] * 2,
        "weariness",
        "local effect",
        *["nothing"] * 3,
    ]
    assert named[2].do == (MeetEncounter(),)
    assert named[5].do == (Foretell(),)
    assert named[6].do == (TickLight(1),)
    assert named[9].do == ()
    assert named[12].do == ()
    assert _cited("tables", "encounter check") == {("G-ENC-2", "house")}


def test_g_enc_2_weariness_is_a_turn_s_rest_or_a_slot_of_fatigue() -> None:
    (weariness,) = [entry for entry in GLOG.tables["encounter check"].entries if entry.on == "8"]
    (asked,) = weariness.do
    assert isinstance(asked, AskReferee)
    rest, fatigue = asked.choices
    assert rest.do == (BeginActivity("rest", "1 turn"),)
    assert fatigue.do == (Fatigue(1),)


def test_g_enc_2_an_encounter_comes_one_time_in_six_and_a_torch_lasts_about_an_hour() -> None:
    odds = distribution(parse_dice("2d6"))
    # Of 36 ways 1 + 2 + 3 make 2 to 4, and 5 + 6 make 6 or 7: two ticks need 72/11 turns, 65 minutes.
    assert odds.chance(at_least=2, at_most=4).as_integer_ratio() == (1, 6)
    assert odds.chance(at_least=6, at_most=7).as_integer_ratio() == (11, 36)


def test_g_enc_3_and_4_the_reaction_is_rolled_and_the_place_is_known() -> None:
    assert GLOG.reaction is not None
    assert GLOG.reaction.rule == Cite("G-ENC-3", "printed")
    assert GLOG.encounters is not None
    assert _ms(GLOG.encounters.enters_at_next) == TURN
    away = parse_dice(GLOG.encounters.corridor.dice)
    assert (away.minimum, away.maximum) == (20, 120)
    assert _cited("encounters", "rule") | _cited("encounters", "corridor") == {("G-ENC-4", "printed")}


# Light


@pytest.mark.parametrize("name,ticks,hours", [("torch", 2, 1), ("lantern", 4, 3), ("candle", 2, 1)])
def test_every_light_burns_by_ticks_in_the_dungeon_and_by_the_clock_elsewhere(
    name: str, ticks: int, hours: int
) -> None:
    """G-LIGHT-1, G-LIGHT-2 and G-LIGHT-4."""
    light = GLOG.lights[name]
    assert BOOK.burns(light, "dungeon") == ByTicks(ticks)
    for scene in ("wilderness", "settlement"):
        burns = BOOK.burns(light, scene)
        assert isinstance(burns, ByClock)
        assert _ms(burns.lasts) == hours * HOUR


def test_g_light_3_how_far_each_light_reaches_and_a_round_to_light_it() -> None:
    assert {name: (light.bright, light.shadow) for name, light in GLOG.lights.items()} == {
        "torch": (20, 20),
        "lantern": (30, 30),
        "candle": (5, 10),
    }
    assert [_ms(light.lighting) for light in GLOG.lights.values()] == [ROUND] * 3


@pytest.mark.parametrize(
    "name,ticks_are", [("torch", "printed"), ("lantern", "printed"), ("candle", "house")]
)
def test_every_light_cites_all_it_rests_on(name: str, ticks_are: str) -> None:
    """G-LIGHT-1 to G-LIGHT-4; the printed rule knows no candle."""
    assert _cited("lights", name) == {
        ("G-LIGHT-1", "printed"),
        ("G-LIGHT-2", ticks_are),
        ("G-LIGHT-3", "companion"),
        ("G-LIGHT-3", "house"),
        ("G-LIGHT-4", "house"),
    }


def test_only_a_lantern_has_fuel() -> None:
    assert {name: light.fuel for name, light in GLOG.lights.items()} == {
        "torch": "",
        "lantern": "oil",
        "candle": "",
    }


# Food, rest, fatigue


def test_g_heal_1_lunch_is_an_hour_and_a_ration_for_1d6_and_level() -> None:
    lunch = GLOG.activities["lunch"]
    assert lunch.heals == Healing(dice="1d6", level=True, below_zero_to_zero=True)
    assert (lunch.safe, lunch.rations) == (True, 1)
    assert ("G-HEAL-1", "companion") in _cited("activities", "lunch")
    # In a dungeon its hour has six turns, each with its check: nothing keeps it from the dungeon.
    assert lunch.scenes == ()


def test_g_heal_2_a_night_is_eight_hours_and_a_ration_for_all_hit_points() -> None:
    night = GLOG.activities["night"]
    assert _ms(night.takes) == 8 * HOUR
    assert night.heals == Healing(all=True, below_zero_to_zero=True)
    assert (night.safe, night.rations) == (True, 1)


def test_g_fat_1_an_hour_of_rest_restores_a_slot() -> None:
    relief = GLOG.activities["rest"].relief["fatigue"]
    assert _ms(relief.each) == HOUR
    assert relief.rule == Cite("G-FAT-1", "printed")


def test_g_fat_4_slots_are_strength_and_a_load_beyond_them_costs_three_things() -> None:
    assert GLOG.characters.slots == "strength"
    assert GLOG.characters.burdened == ("stealth", "movement", "defense")
    assert ("G-FAT-4", "companion") in _cited("characters")


# Reaction, morale, order


def test_g_react_1_the_four_ways_to_take_to_a_party() -> None:
    assert GLOG.reaction is not None
    table = GLOG.tables[GLOG.reaction.table]
    assert table.dice == "2d6"
    bands = [band_of(entry) for entry in table.entries]
    assert [(band.name, band.low, band.high) for band in bands] == [
        ("immediate attack", None, 2),
        ("unfavourable", 3, 7),
        ("favourable", 8, 11),
        ("very favourable", 12, None),
    ]
    assert table.rule == Cite("G-REACT-1", "printed")


def test_g_mor_1_to_3_morale_is_2_to_12_with_three_triggers_and_breaks_above_the_score() -> None:
    morale = GLOG.morale
    assert morale is not None
    assert (morale.dice, morale.least, morale.most, morale.fixed) == ("2d6", 2, 12, (2, 12))
    assert morale.triggers == ("first-death", "half-down", "frightening")
    assert morale.breaks == "flees, gives up or panics"
    assert _cited("morale") == {("G-MOR-1", "printed"), ("G-MOR-2", "printed"), ("G-MOR-3", "printed")}


def test_g_init_1_ambushers_first_then_each_tests_wisdom() -> None:
    fight = GLOG.fight
    assert fight is not None
    assert fight.ambush
    assert isinstance(fight.order, OrderByTests)
    assert (fight.order.attribute, fight.order.dice) == ("wisdom", "1d20")
    assert (fight.order.equal, fight.order.first) == (False, "low")
    assert fight.order.rule == Cite("G-INIT-1", "companion")
    assert ("G-INIT-1", "house") in _cited("fight")
