"""The numbers of the rule set dungeon-game, rule by rule, as its published rules state them."""

from __future__ import annotations

import pytest

from tests.play.keeper import Keeper, keep, of_kind
from turnkeeper.chance.notation import parse_dice
from turnkeeper.play.clock.checks import Checked
from turnkeeper.play.clock.timers import TimerStarted
from turnkeeper.play.dungeon.light import LightDiced
from turnkeeper.rules import load_builtin
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.checking.ground import structs
from turnkeeper.rules.model.cite import Cite
from turnkeeper.rules.model.conduct import Healing
from turnkeeper.rules.model.lights import ByUsageDice
from turnkeeper.rules.model.orders import OrderByTests
from turnkeeper.rules.model.procedures import band_of
from turnkeeper.rules.problems import Path
from turnkeeper.time import Duration

RULES = load_builtin("dungeon-game")
BOOK = Rulebook(RULES)

ROUND = 60_000
TURN = 10 * ROUND
HOUR = 60 * ROUND
WATCH = 6 * HOUR
DAY = 24 * HOUR
WEEK = 7 * DAY

# What the rules say their origins are; a rule of two origins is the first here.
ORIGINS = {
    "D-TERM-1": "companion",
    "D-TERM-2": "companion",
    "D-TERM-3": "printed",
    "D-TERM-4": "printed",
    "D-TERM-5": "companion",
    "D-TIME-1": "printed",
    "D-TIME-2": "printed",
    "D-TIME-3": "printed",
    "D-TIME-4": "house",
    "D-ENC-1": "printed",
    "D-ENC-2": "companion",
    "D-ENC-3": "printed",
    "D-REACT-1": "companion",
    "D-MOR-1": "companion",
    "D-INIT-1": "companion",
    "D-LIGHT-1": "companion",
    "D-HEX-1": "printed",
    "D-HEX-2": "printed",
    "D-HEX-3": "printed",
    "D-HEX-4": "house",
    "D-HEX-5": "printed",
    "D-HEX-6": "printed",
    "D-HEX-7": "house",
    "D-HEX-8": "printed",
    "D-HEX-9": "printed",
    "D-NAV-1": "printed",
    "D-NAV-2": "printed",
    "D-NAV-3": "printed",
    "D-CAMP-1": "printed",
    "D-CAMP-2": "printed",
    "D-CAMP-3": "companion",
    "D-CAMP-4": "house",
    "D-RIT-1": "companion",
}


def _ms(text: str) -> int:
    return BOOK.duration(text).ms


def _cites() -> list[tuple[Path, Cite]]:
    return [(path, part) for path, part in structs(RULES) if isinstance(part, Cite)]


def _cited(*path: str | int) -> set[tuple[str, str]]:
    """Return the rule and origin of every cite at or below a path."""
    return {(cite.id, cite.origin) for where, cite in _cites() if where[: len(path)] == path}


def party(*said: str) -> Keeper:
    """Return a game of Varda, of level 2, and Orlo, of level 1, after these commands."""
    people = "party Varda agility 10 brawn 12 cunning 13 level 2; Orlo agility 12 brawn 9 cunning 8"
    return keep(people, *said, rules="dungeon-game", dice=None)


# The register


@pytest.mark.parametrize("rule", RULES.register)
def test_every_rule_of_the_register_has_its_origin(rule: str) -> None:
    assert RULES.register[rule].origin == ORIGINS[rule]


def test_every_house_rule_and_every_house_cite_says_why() -> None:
    assert all(cite.why for _, cite in _cites() if cite.origin == "house")
    assert all(entry.why for entry in RULES.register.values() if entry.origin == "house")


def test_what_is_printed_needs_no_excuse() -> None:
    assert not [path for path, cite in _cites() if cite.origin != "house" and cite.why]


def test_the_notice_is_the_one_that_is_asked_for() -> None:
    notice = "Turnkeeper is an independent production and is not affiliated with Loot The Room."
    assert notice in RULES.ruleset.notice


# Time


def test_d_time_1_a_day_is_four_watches_of_36_turns_of_ten_rounds_of_a_minute() -> None:
    assert {unit.name: unit.length.ms for unit in BOOK.scale.units} == {
        "round": ROUND,
        "turn": TURN,
        "watch": WATCH,
        "day": DAY,
    }
    assert (DAY // WATCH, WATCH // TURN, TURN // ROUND) == (4, 36, 10)
    assert ("D-TIME-1", "printed") in _cited("time")


def test_d_time_1_the_hours_of_light_are_a_house_rule() -> None:
    assert BOOK.times_of_day["dawn"] == Duration(6 * HOUR)
    assert BOOK.times_of_day["dusk"] == Duration(18 * HOUR)
    assert ("D-TIME-1", "house") in _cited("time")


@pytest.mark.parametrize("activity", ["search", "short rest", "attempt"])
def test_d_time_2_a_turn_each_for_a_room_a_short_rest_and_a_check(activity: str) -> None:
    assert _ms(RULES.activities[activity].takes) == TURN
    assert not RULES.activities[activity].area
    assert ("D-TIME-2", "printed") in _cited("activities", activity)


def test_d_time_3_nobody_counts_feet_a_round() -> None:
    assert RULES.paces == {}
    assert RULES.scenes["dungeon"].rooms_rule == Cite("D-TIME-3", "printed")


# Checks, saves, exertion


def test_d_term_1_the_printed_example_13_against_12_fails() -> None:
    game = keep("party Varda cunning 12", rules="dungeon-game", dice=None)
    assert game.told("save cunning of Varda", "13")[-1].endswith("13 against 12, fails")
    assert game.told("save cunning of Varda", "12")[-1].endswith("12 against 12, succeeds exactly")
    assert RULES.characters.attributes == ("agility", "brawn", "cunning")


def test_d_term_2_two_d20_and_the_better_or_worse_counts_where_low_is_good() -> None:
    assert RULES.checks is not None
    assert RULES.checks.edge is not None
    better, worse = parse_dice(RULES.checks.edge.advantage), parse_dice(RULES.checks.edge.disadvantage)
    assert (better.minimum, better.maximum, worse.minimum, worse.maximum) == (1, 20, 1, 20)
    game = party()
    assert "4 against 13" in game.told("check cunning of Varda with advantage", "4+17")[-1]
    assert "17 against 13" in game.told("check cunning of Varda with disadvantage", "4+17")[-1]


def test_d_term_3_no_exertion_makes_a_save_a_success() -> None:
    game = party()
    assert "D-TERM-3" in game.refused("exert 1d3 cunning of Varda for the save").message
    assert game.told("exert 1d3 cunning of Varda for a check", "2")


def test_d_term_4_an_attribute_drops_by_the_die_and_comes_back_by_a_recovery_die_a_week() -> None:
    assert "exertion" in RULES.strains
    assert _ms(RULES.activities["bed rest"].relief["exertion"].each) == WEEK
    assert {("D-TERM-4", "printed"), ("D-TERM-4", "house")} <= _cited("activities", "bed rest")


@pytest.mark.parametrize(
    "level,dice",
    [
        (1, "1d3"),
        (2, "1d3+1"),
        (3, "1d3+1"),
        (4, "1d3+1"),
        (5, "1d3+2"),
        (6, "1d6"),
        (7, "1d6"),
        (8, "1d6+1"),
        (9, "1d6+1"),
        (10, "1d6+2"),
        (11, "1d6+2"),
        (0, "1d3"),
    ],
)
def test_d_term_5_the_recovery_die_of_each_level(level: int, dice: str) -> None:
    assert RULES.recovery is not None
    assert RULES.recovery.die(level) == dice


def test_d_time_4_rounds_add_up_and_the_rest_of_the_turn_passes() -> None:
    """Begun 3 minutes into a turn, two rounds fought: at 5 minutes it ends, and 5 more pass."""
    game = party("enter dungeon Mine", "light torch for Varda", "wait 3 min", "fight enemies")
    game.do("round", "5", "5")
    game.do("round", "5", "5")
    assert game.now.ms == 4 * ROUND  # the second round passes when it is over
    game.do("end fight")
    assert game.now.ms == TURN


def test_d_time_4_an_option_stops_at_the_round() -> None:
    book = Rulebook(load_builtin("dungeon-game", ("stop-at-the-round",)))
    game = keep("party Varda agility 10", "fight enemies", rules=book, dice=None)
    game.do("round", "5")
    game.do("end fight")
    assert game.now.ms == ROUND


def test_d_init_1_a_d20_against_agility_with_what_weapons_add_and_the_encumbered_last() -> None:
    order = RULES.fight.order if RULES.fight is not None else None
    assert isinstance(order, OrderByTests)
    assert (order.dice, order.attribute, order.equal, order.quick) == ("1d20", "agility", True, True)
    assert order.laden_last
    assert {name: one.adds for name, one in order.weapons.items()} == {"large melee": -2, "small ranged": 2}


def test_d_enc_2_the_surprised_lose_the_first_round() -> None:
    assert RULES.fight is not None
    assert RULES.surprise is not None
    assert (RULES.surprise.rule.id, RULES.surprise.loses) == ("D-ENC-2", "1 round")


def test_d_mor_1_one_alone_at_half_and_a_group_by_its_dead_are_tested_at_the_end_of_a_round() -> None:
    assert RULES.morale is not None
    assert RULES.morale.triggers == ("frightening", "alone-at-half", "death-in-round")


# Encounters


def test_d_enc_1_one_in_six_after_every_third_turn_in_the_dungeon() -> None:
    game = party("enter dungeon Mine")
    events = game.do("wait 9 turns", "2", "6", "3")
    assert [one.at.ms for one in of_kind(events, Checked)] == [3 * TURN, 6 * TURN, 9 * TURN]
    table = RULES.tables["encounter check"]
    named = [entry.name for total in range(1, 7) for entry in table.entries if band_of(entry).holds(total)]
    assert (table.dice, named) == ("1d6", ["encounter", *["nothing"] * 5])
    assert ("D-ENC-1", "printed") in _cited("procedures", "wandering")


def test_d_enc_1_where_much_goes_about_every_second_turn_is_checked() -> None:
    game = party("enter dungeon Mine", "place is busy")
    events = game.do("wait 6 turns", "2", "6", "3")
    assert [one.at.ms for one in of_kind(events, Checked)] == [2 * TURN, 4 * TURN, 6 * TURN]
    game.do("place is ordinary")
    events = game.do("wait 3 turns", "2")
    assert [one.at.ms for one in of_kind(events, Checked)] == [9 * TURN]


def test_d_enc_3_two_in_six_as_each_watch_of_the_day_ends() -> None:
    game = party("wait 4 h", "enter wilderness")
    events = game.do("wait 14 h", "3", "6", "4")
    assert [one.at.ms for one in of_kind(events, Checked)] == [WATCH, 2 * WATCH, 3 * WATCH]
    table = RULES.tables["encounter check in the wilds"]
    named = [entry.name for total in range(1, 7) for entry in table.entries if band_of(entry).holds(total)]
    assert (table.dice, named) == ("1d6", [*["encounter"] * 2, *["nothing"] * 4])
    assert ("D-ENC-3", "printed") in _cited("procedures", "wilds")


def test_d_enc_2_2d6_times_ten_feet_underground_and_yards_in_the_open() -> None:
    below = party("enter dungeon Mine")
    assert below.told("meet rats", "3+4") == ["encounter: rats, 70 ft away"]
    above = party("enter wilderness")
    assert above.told("meet wolves", "1+2") == ["encounter: wolves, 30 yd away"]


@pytest.mark.parametrize(
    "total,name",
    [
        *[(total, "friendly") for total in (2, 3)],
        *[(total, "helpful") for total in (4, 5, 6)],
        (7, "uninterested"),
        *[(total, "hostile") for total in (8, 9, 10)],
        *[(total, "murderous") for total in (11, 12)],
    ],
)
def test_d_react_1_low_is_friendly(total: int, name: str) -> None:
    entries = RULES.tables["reaction"].entries
    assert [entry.name for entry in entries if band_of(entry).holds(total)] == [name]


def test_d_mor_1_a_d20_under_ten_and_the_hit_dice_holds() -> None:
    """Two hit dice are 12: 11 holds, and 12 is not under it."""
    game = party("foes ogres 2 hd 2")
    assert game.copy().told("check morale of ogres", "11")[-1].endswith("holds")
    assert "breaks" in game.told("morale ogres", "12")[-1]


# Light


@pytest.mark.parametrize("light,dice", [("candle", 3), ("torch", 2), ("lantern", 1)])
def test_d_light_1_the_dice_that_each_light_starts_with(light: str, dice: int) -> None:
    burns = RULES.lights[light].burns
    assert isinstance(burns, ByUsageDice)
    assert (burns.start, burns.most, burns.sides, burns.over, _ms(burns.every)) == (dice, 3, 6, 4, 2 * TURN)
    assert RULES.lights[light].reach == "one room"


def test_d_light_1_a_candle_is_out_at_its_first_total_over_4() -> None:
    game = party("enter dungeon Mine", "light candle for Varda", "light lantern for Orlo")
    # 1+1+2 is 4 and not over it; the second time 1+1+3 is 5. The lantern goes from one die to two. Between
    # them, after the third turn, is the encounter check.
    told = game.told("wait 4 turns", "1+1+2", "5", "6", "1+1+3", "1+1")
    assert "candle (Varda) goes out" in told
    assert [(one.rolled.dice, one.grew) for one in of_kind(game.events, LightDiced)] == [
        ("3d6", False),
        ("1d6", True),
        ("3d6", True),
        ("2d6", False),
    ]


# The camp


def test_d_camp_1_shelter_by_terrain_and_season() -> None:
    camp = RULES.camp
    assert camp is not None
    assert camp.natural is not None
    assert (camp.natural.dice, _ms(camp.takes)) == ("1d20", WATCH)
    seasons = ("winter", "spring", "summer", "autumn")
    assert {name: tuple(row[one] for one in seasons) for name, row in camp.natural.found.items()} == {
        "forest": (18, 20, 20, 20),
        "hills": (8, 12, 14, 12),
        "mountains": (8, 8, 8, 8),
        "grassland": (6, 8, 8, 6),
        "swamp": (8, 10, 10, 8),
    }
    assert set(RULES.seasons) == set(seasons)
    assert ("D-CAMP-1", "printed") in _cited("camp")


def test_d_camp_2_without_shelter_the_recovery_die_and_an_exertion_of_1d3() -> None:
    camp = RULES.camp
    assert camp is not None
    assert (camp.unsheltered.heals, camp.unsheltered.exerts) == (Healing(hit_die=True), "1d3")
    assert ("D-CAMP-2", "printed") in _cited("camp", "unsheltered")


def test_d_camp_3_under_shelter_1d6_or_the_recovery_die_where_it_is_better() -> None:
    camp = RULES.camp
    assert camp is not None
    assert (camp.sheltered.heals, camp.sheltered.exerts) == (Healing(dice="1d6", hit_die=True), "")
    assert {("D-CAMP-3", "companion"), ("D-CAMP-3", "house")} <= _cited("camp", "sheltered")


def test_d_camp_4_a_day_without_food_or_water_is_a_disadvantage_and_no_recovery() -> None:
    assert {one.item: (one.each_day, _ms(one.without)) for one in RULES.provisions.values()} == {
        "ration": (1, DAY),
        "water": (1, DAY),
    }
    assert all(one.hampers == ("brawn",) and one.no_recovery for one in RULES.provisions.values())
    game = party("stock 9 rations", "wait 1 day")
    assert "with disadvantage (hungry): 17 against 12" in game.told("check brawn of Varda", "3+17")[-1]


# Rituals


@pytest.mark.parametrize(
    "said,face,lasts",
    [
        # A sigil lasts 10 minutes a level, a ceremony a day a level; Varda has level 2, Orlo level 1.
        ("sigil Ward by Varda", "12", 2 * TURN),
        ("sigil Ward by Varda", "13", 4 * TURN),
        ("sigil Ward by Orlo", "7", TURN),
        ("ceremony Rain by Varda", "1", 2 * DAY),
        ("ceremony Rain by Varda for 3 h", "13", 4 * DAY),
        ("phrase Open by Varda", "13", None),
        ("sigil Ward by Varda", "14", None),
    ],
)
def test_d_rit_1_how_long_a_ritual_lasts(said: str, face: str, lasts: int | None) -> None:
    timers = of_kind(party().do(said, face), TimerStarted)
    assert [one.lasts for one in timers] == ([] if lasts is None else [Duration(lasts)])


@pytest.mark.parametrize(
    "said,takes",
    [
        ("phrase Open by Varda", 0),
        ("sigil Ward by Varda", ROUND),
        ("ceremony Rain by Varda", HOUR),
        ("ceremony Rain by Varda for 3 h", 3 * HOUR),
    ],
)
def test_d_rit_1_how_long_a_ritual_takes(said: str, takes: int) -> None:
    game = party()
    game.do(said, "20")
    assert game.now.ms == takes
