"""The numbers of the rule set classic, rule by rule, as the open reference documents state them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model.lights import ByClock
from turnkeeper.rules.model.movement import LoadBySteps
from turnkeeper.rules.model.orders import OrderBySides
from turnkeeper.rules.model.procedures import GainItem, MeetEncounter, StartTimerEffect, band_of, chance_in
from turnkeeper.rules.model.trackers import Budget
from turnkeeper.rules.model.travel import ByFeet
from turnkeeper.rules.reading.load import builtin_text, load_builtin, load_rules

SET = load_builtin("classic")
BOOK = Rulebook(SET)

ROUND = 10_000
TURN = 600_000
HOUR = 3_600_000
DAY = 86_400_000
MILE = 5_280


def _ms(text: str) -> int:
    return BOOK.duration(text).ms


def _option(name: str) -> Rulebook:
    head = f'[ruleset]\nid = "other"\nname = "Other"\nextends = "classic"\noptions = ["{name}"]\n'
    return Rulebook(load_rules(head, "other.toml", builtin_text))


def _bands(table: str) -> dict[str, tuple[int | None, int | None]]:
    bands = (band_of(entry) for entry in SET.tables[table].entries)
    return {band.name: (band.low, band.high) for band in bands}


# Time and movement


def test_b_time_1_sixty_rounds_of_ten_seconds_are_a_turn_and_six_turns_an_hour() -> None:
    assert (_ms("1 round"), _ms("1 turn"), _ms("6 turns")) == (ROUND, TURN, HOUR)
    assert _ms("1 day") == DAY == 144 * TURN


def test_b_time_2_turns_underground_and_days_in_the_wilds() -> None:
    steps = {name: _ms(scene.step) for name, scene in SET.scenes.items()}
    assert (steps["dungeon"], steps["wilderness"]) == (TURN, DAY)
    assert SET.fight is not None
    assert _ms(SET.fight.round) == ROUND


def test_b_move_1_to_3_feet_in_a_turn_and_in_a_round() -> None:
    """120 a turn, 3 times that where the way is known; a third a round is 40, all of it 120 a round."""
    assert SET.movement is not None
    assert (_ms(SET.movement.each), SET.races["adventurer"].feet) == (TURN, 120)
    times = {name: pace.times for name, pace in SET.paces.items()}
    rounds = TURN // ROUND
    assert times == {"exploring": 1, "familiar": 3, "met": rounds // 3, "running": rounds}
    assert SET.paces["running"].runs


@pytest.mark.parametrize("coins, feet", [(400, 120), (600, 90), (800, 60), (1600, 30)])
def test_b_load_1_feet_by_coins(coins: int, feet: int) -> None:
    load = SET.characters.load
    assert isinstance(load, LoadBySteps)
    assert {step.up_to: 120 - step.less for step in load.steps}[coins] == feet


def test_b_load_2_feet_by_armour_and_treasure() -> None:
    """None, light, heavy: 120, 90, 60; with treasure 90, 60, 30. Light counts 1, heavy 2, treasure 1."""
    load = _option("load-by-armour").set.characters.load
    assert isinstance(load, LoadBySteps)
    feet = {step.up_to: 120 - step.less for step in load.steps}
    assert [feet[armour] for armour in (0, 1, 2)] == [120, 90, 60]
    assert [feet[armour + 1] for armour in (0, 1, 2)] == [90, 60, 30]


# Light, rest, searching


def test_b_light_1_six_turns_and_twenty_four_thirty_feet_around() -> None:
    burns = {name: kind.burns for name, kind in SET.lights.items()}
    assert burns == {"torch": ByClock("6 turns"), "lantern": ByClock("24 turns")}
    assert {kind.bright for kind in SET.lights.values()} == {30}
    assert {_ms(kind.lighting) for kind in SET.lights.values()} == {ROUND}


def test_b_light_2_a_light_in_the_dark_surprises_nobody() -> None:
    assert SET.surprise is not None
    assert SET.surprise.lights_warn


@pytest.mark.parametrize(
    "tracker, rest, lasts", [("weariness", "rest", HOUR), ("days on the way", "day of rest", 7 * DAY)]
)
def test_b_rest_1_and_2_a_turn_of_each_hour_and_a_day_of_seven(tracker: str, rest: str, lasts: int) -> None:
    counts, activity = SET.trackers[tracker].counts, SET.activities[rest]
    assert isinstance(counts, Budget)
    assert _ms(counts.lasts) == lasts
    assert _ms(activity.takes) * activity.pays[tracker] >= lasts, "one such rest makes good for all of it"
    (effect,) = counts.do
    assert isinstance(effect, StartTimerEffect)
    assert (effect.lasts, effect.until) == ("", rest)


def test_b_rest_3_a_whole_day_undisturbed_gives_back_1d3() -> None:
    rest = SET.activities["day of rest"]
    assert rest.heals is not None
    assert (_ms(rest.takes), rest.heals.dice, rest.interrupted) == (DAY, "1d3", "lost")


def test_b_death_1_no_rest_gives_anything_back_to_who_has_none_left() -> None:
    healing = [one.heals for one in SET.activities.values() if one.heals is not None]
    assert [one.from_hp for one in healing] == [1]


def test_b_spell_1_concentration_ends_by_a_wound_without_a_save() -> None:
    assert SET.concentration is not None
    assert not SET.concentration.attribute


@pytest.mark.parametrize("doing", ["search", "listen"])
def test_b_search_1_and_b_listen_1_one_chance_in_six_in_secret(doing: str) -> None:
    activity = SET.activities[doing]
    table = SET.tables[{"search": "searching", "listen": "listening"}[doing]]
    assert activity.secret
    assert chance_in(table) == 6
    assert (band_of(table.entries[0]).low, band_of(table.entries[0]).high) == (1, 1)
    assert doing != "search" or (_ms(activity.takes), activity.area) == (TURN, "10 x 10 ft")


# Encounters and fights


def test_b_enc_1_every_second_turn_one_in_six_2d6_times_ten_feet_off_and_coming() -> None:
    check, table = SET.procedures["wandering"], SET.tables["encounter check"]
    assert (check.scenes, _ms(check.every)) == (("dungeon",), 2 * TURN)
    assert _bands("encounter check") == {"encounter": (1, 1), "nothing": (2, 6)}
    assert isinstance(table.entries[0].do[0], MeetEncounter)
    assert SET.encounters is not None
    corridor = SET.encounters.corridor
    assert (corridor.dice, corridor.unit, corridor.coming) == ("2d6x10", "ft", True)


def test_b_enc_2_once_a_day_by_country_4d6_times_ten_yards_off() -> None:
    check = SET.procedures["outdoors"]
    hits = dict.fromkeys(SET.terrain, 1) | {name: one.hits for one in check.cases for name in one.terrain}
    assert hits.pop("water") == 1
    assert hits == {
        "open country": 1, "barren land": 2, "desert": 2, "forest": 2, "hills": 2,
        "jungle": 3, "mountains": 3, "swamp": 3,
    }  # fmt: skip
    assert _ms(check.every) == DAY
    assert SET.encounters is not None
    assert SET.encounters.open is not None
    away = SET.encounters.open
    assert (away.dice, away.surprised, away.unit) == ("4d6x10", "1d4x10", "yd")
    assert _ms(_option("four-checks").set.procedures["outdoors"].every) * 4 == DAY


def test_b_enc_3_a_fight_takes_a_turn_at_least() -> None:
    assert SET.fight is not None
    assert _ms(SET.fight.costs) == TURN


def test_b_surp_1_a_side_is_surprised_by_a_1_or_2_and_loses_a_round() -> None:
    assert SET.surprise is not None
    assert (SET.surprise.dice, SET.surprise.hits, _ms(SET.surprise.loses)) == ("1d6", 2, ROUND)


def test_b_react_1_two_dice_and_high_is_friendly() -> None:
    assert SET.tables["reaction"].dice == "2d6"
    assert _bands("reaction") == {
        "hostile": (None, 2), "unfriendly": (3, 5), "undecided": (6, 8), "indifferent": (9, 11),
        "friendly": (12, None),
    }  # fmt: skip


def test_b_init_1_and_2_a_d6_a_side_the_highest_first_and_two_handed_last() -> None:
    assert SET.fight is not None
    order = SET.fight.order
    assert isinstance(order, OrderBySides)
    assert (order.dice, order.first) == ("1d6", "high")
    assert order.phases == ("morale", "movement", "missiles", "spells", "blows")
    assert order.weapons["two-handed"].last
    again = _option("ties-throw-again").set.fight
    assert again is not None
    assert isinstance(again.order, OrderBySides)
    assert (order.ties, again.order.ties) == ("together", "again")


def test_b_mor_1_and_2_two_tests_and_no_third() -> None:
    morale = SET.morale
    assert morale is not None
    assert (morale.dice, morale.least, morale.most, morale.untested) == ("2d6", 2, 12, (2, 12))
    assert morale.triggers == ("first-death", "half-down")
    assert morale.steady == 2
    assert _option("no-morale").set.morale is None


def test_b_check_1_a_d20_up_to_the_attribute() -> None:
    assert SET.checks is not None
    assert (SET.checks.dice, SET.checks.equal, len(SET.characters.attributes)) == ("1d20", True, 6)


# Travel


def test_b_trav_1_a_fifth_of_the_rate_in_miles_a_day_two_thirds_and_a_half_of_it_in_hard_country() -> None:
    assert SET.travel is not None
    assert SET.travel.march is not None
    pays = SET.travel.pays
    assert isinstance(pays, ByFeet)
    turns = _ms(SET.travel.march.day) // TURN
    assert [rate * Fraction(pays.times) * turns / MILE for rate in (120, 90, 60, 30)] == [24, 18, 12, 6]
    slowed = {name: Fraction(one.slowed) for name, one in SET.terrain.items() if not one.impassable}
    third, half = Fraction(3, 2), Fraction(2)
    assert slowed == {
        "open country": 1, "barren land": third, "desert": third, "forest": third, "hills": third,
        "jungle": half, "mountains": half, "swamp": half,
    }  # fmt: skip
    assert SET.travel.roads is not None
    assert Fraction(SET.travel.roads.times) == Fraction(3, 2)


def test_b_trav_2_a_forced_march_is_half_as_long_again_and_obliges_to_a_day_of_rest() -> None:
    assert SET.travel is not None
    march = SET.travel.march
    assert march is not None
    assert _ms(march.forced) * 2 == _ms(march.day)
    assert march.often == 1
    (effect,) = march.do
    assert isinstance(effect, StartTimerEffect)
    assert effect.until == "day of rest"


def test_b_trav_3_heights_see_farther_and_trees_hide() -> None:
    assert {name for name, one in SET.terrain.items() if one.vantage} == {"hills", "mountains"}
    assert {"forest", "jungle"} <= {name for name, one in SET.terrain.items() if one.hides}


def test_b_lost_1_and_2_a_d6_each_day_by_the_country_and_left_or_right() -> None:
    ways = SET.navigation
    assert ways is not None
    assert (ways.dice, ways.exempt) == ("1d6", ("landmark", "road", "guide"))
    assert not ways.each, "once as each day of travel begins, and not by the clock"
    hits = {name: one.hits for one in reversed(ways.cases) for name in one.terrain or SET.terrain}
    assert hits.pop("water") == 1
    assert hits == {
        "open country": 1, "barren land": 2, "hills": 2, "mountains": 2, "forest": 2,
        "desert": 3, "jungle": 3, "swamp": 3,
    }  # fmt: skip
    assert _bands("astray") == {"left": (1, 3), "right": (4, 6)}


def test_b_food_1_and_2_a_day_without_and_what_is_found() -> None:
    assert {_ms(one.without) for one in SET.provisions.values()} == {DAY}
    assert _bands("foraging") == {"food": (1, 1), "nothing to eat": (2, 6)}
    (found,) = SET.tables["foraging"].entries[0].do
    assert found == GainItem("ration", dice="1d6")
    assert not SET.activities["forage"].takes, "it is done on the way"
    assert SET.activities["forage"].barred_by, "and once a day"
    assert _ms(SET.activities["hunt"].takes) == DAY
    assert _bands("hunting") == {"game": (1, 1), "no game": (2, 6)}


def test_b_spell_2_an_hour_after_a_night_s_sleep() -> None:
    learn, sleep = SET.activities["learn spells"], SET.activities["sleep"]
    assert _ms(learn.takes) == HOUR
    assert learn.do == (StartTimerEffect(learn.barred_by, until="sleep", unbroken=True),)
    assert not any(isinstance(one, StartTimerEffect) for one in sleep.do), (
        "a party without anybody who learns spells is told of none"
    )
