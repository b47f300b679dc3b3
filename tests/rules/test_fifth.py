"""The numbers of the rule set fifth, rule by rule, as the reference documents 5.2.1 and 5.1 state them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from turnkeeper.play.journey.caravan import Mount, Train, Vehicle, room_of
from turnkeeper.play.journey.leg_time import usual_pace
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model.lights import ByClock
from turnkeeper.rules.model.movement import LoadByWeight
from turnkeeper.rules.model.orders import OrderByEach
from turnkeeper.rules.model.procedures import LogNote, SaveOrTire, StartTimerEffect, band_of
from turnkeeper.rules.model.travel import ByHexes
from turnkeeper.rules.reading.load import builtin_text, load_builtin, load_rules

SET = load_builtin("fifth")
BOOK = Rulebook(SET)

SECOND = 1_000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE


def _ms(text: str) -> int:
    return BOOK.duration(text).ms


def _option(name: str) -> Rulebook:
    head = f'[ruleset]\nid = "other"\nname = "Other"\nextends = "fifth"\noptions = ["{name}"]\n'
    return Rulebook(load_rules(head, "other.toml", builtin_text))


OLDER = _option("5.1").set


def test_the_documents_are_named_in_the_words_that_their_licence_asks_for() -> None:
    assert SET.ruleset.notice == (
        "This work includes material from the System Reference Document 5.2.1 (“SRD 5.2.1”) by Wizards of "
        "the Coast LLC, available at https://www.dndbeyond.com/srd. The SRD 5.2.1 is licensed under the "
        "Creative Commons Attribution 4.0 International License, available at "
        "https://creativecommons.org/licenses/by/4.0/legalcode. "
        "This work includes material taken from the System Reference Document 5.1 (“SRD 5.1”) by Wizards of "
        "the Coast LLC and available at https://dnd.wizards.com/resources/systems-reference-document. The "
        "SRD 5.1 is licensed under the Creative Commons Attribution 4.0 International License available at "
        "https://creativecommons.org/licenses/by/4.0/legalcode."
    )


# Time and movement


def test_f_time_1_a_round_is_six_seconds() -> None:
    assert SET.fight is not None
    assert _ms(SET.fight.round) == 6 * SECOND
    assert (_ms("1 minute"), _ms("1 hour"), _ms("1 day")) == (10 * 6 * SECOND, HOUR, 24 * HOUR)


def test_f_time_2_minutes_underground_and_hours_elsewhere() -> None:
    takes = {name: _ms(SET.activities[name].takes) for name in ("look for traps", "search")}
    assert takes == {"look for traps": MINUTE, "search": 10 * MINUTE}
    assert {name: _ms(one.step) for name, one in SET.scenes.items()} == {
        "dungeon": 10 * MINUTE,
        "wilderness": HOUR,
        "settlement": HOUR,
    }


@pytest.mark.parametrize(
    "score, adds", [(1, -5), (8, -1), (9, -1), (10, 0), (11, 0), (12, 1), (15, 2), (20, 5)]
)
def test_f_check_1_an_ability_adds_half_of_what_it_is_over_ten(score: int, adds: int) -> None:
    checks = SET.checks
    assert checks is not None
    assert checks.modifier is not None
    assert checks.modifier.of(score) == adds
    assert (checks.dice, checks.equal, checks.over) == ("1d20", True, True)
    assert checks.edge is not None
    assert (checks.edge.advantage, checks.edge.disadvantage) == ("2d20kh1", "2d20kl1")


def test_f_move_1_thirty_feet_a_round_and_thirty_five_for_goliaths() -> None:
    assert {name: one.feet for name, one in SET.races.items() if one.feet != 30} == {"goliath": 35}
    assert SET.movement is not None
    assert _ms(SET.movement.each) == 6 * SECOND
    assert (SET.paces["dashing"].times, Fraction(SET.paces["climbing"].times)) == (2, Fraction(1, 2))
    slower = {name for name, one in OLDER.races.items() if one.feet == 25}
    assert slower == {"dwarf", "gnome", "halfling"}


def test_f_load_1_fifteen_pounds_a_point_and_five_feet_with_more() -> None:
    """30 a point can be dragged, and half of that is carried."""
    load = SET.characters.load
    assert isinstance(load, LoadByWeight)
    assert (load.each, load.slowed, load.whole, load.plus) == (30, 50, True, 0)
    assert {one.encumbered for one in SET.races.values()} == {5}


# Light


@pytest.mark.parametrize(
    "kind, hours, bright, dim, fuel",
    [
        ("torch", 1, 20, 20, ""),
        ("candle", 1, 5, 5, ""),
        ("lamp", 6, 15, 30, "oil"),
        ("hooded lantern", 6, 30, 30, "oil"),
        ("bullseye lantern", 6, 60, 60, "oil"),
    ],
)
def test_f_light_1_to_3_lights_in_hours(kind: str, hours: int, bright: int, dim: int, fuel: str) -> None:
    """A bonus action lights them, which takes no time of its own; in 5.1 an action does, or a minute."""
    light = SET.lights[kind]
    assert light.burns == ByClock(light.burns.lasts if isinstance(light.burns, ByClock) else "")
    assert _ms(light.burns.lasts) == hours * HOUR
    assert (light.bright, light.shadow, light.fuel, light.lighting) == (bright, dim, fuel, "")
    assert _ms(OLDER.lights[kind].lighting) == (MINUTE if fuel else 6 * SECOND)


def test_f_light_4_dark_underground_and_at_night() -> None:
    assert SET.scenes["dungeon"].dark
    assert SET.scenes["wilderness"].dark_at_night


# Rests and exhaustion


def test_f_rest_1_and_2_an_hour_and_hit_dice() -> None:
    rest, dice = SET.activities["short rest"], SET.recovery
    assert (_ms(rest.takes), rest.interrupted, rest.hit_dice) == (HOUR, "lost", "spend")
    assert dice is not None
    assert dice.heals is not None
    assert (dice.heals.adds, dice.heals.least) == ("constitution", 1)
    assert OLDER.recovery is not None
    assert OLDER.recovery.heals is not None
    assert OLDER.recovery.heals.least == 0


def test_f_rest_3_eight_hours_all_hit_points_and_sixteen_hours_after_it() -> None:
    rest = SET.activities["long rest"]
    assert (_ms(rest.takes), rest.sheds, rest.hit_dice, rest.sleeps) == (8 * HOUR, 1, "all", True)
    assert rest.heals is not None
    assert (rest.heals.all, rest.heals.from_hp) == (True, 1)
    (bar,) = rest.do
    assert isinstance(bar, StartTimerEffect)
    assert (bar.timer, _ms(bar.lasts)) == (rest.barred_by, 16 * HOUR)
    assert OLDER.activities["long rest"].hit_dice == "half"


def test_f_rest_4_an_hour_more_for_a_break_and_a_short_rest_after_an_hour() -> None:
    rest, older = SET.activities["long rest"], OLDER.activities["long rest"]
    assert rest.cut_short is not None
    assert (_ms(rest.cut_short.under), _ms(rest.cut_short.adds)) == (HOUR, HOUR)
    assert (_ms(rest.cut_short.after), rest.cut_short.counts_as) == (HOUR, "short rest")
    assert older.cut_short is not None
    assert (_ms(older.cut_short.under), older.cut_short.adds, older.cut_short.counts_as) == (HOUR, "", "")


def test_f_exh_1_two_from_a_d20_five_feet_and_death_at_six() -> None:
    rules, older = SET.strains["fatigue"], OLDER.strains["fatigue"]
    assert rules is not None
    assert (rules.takes, rules.feet) == (2, 5)
    assert [(one.on, one.dies) for one in rules.levels] == [(6, True)]
    assert older is not None
    assert (older.takes, older.feet) == (0, 0)
    assert [one.on for one in older.levels] == [1, 2, 3, 4, 5, 6]
    checks, half, saves, _, stops, dies = older.levels
    assert (checks.checks, half.slowed, saves.saves, stops.stops, dies.dies) == (True, 2, True, True, True)


def test_f_food_1_and_2_a_ration_and_two_waterskins_a_day() -> None:
    food, water = SET.provisions["food"], SET.provisions["water"]
    assert (food.item, food.each_day, water.item, water.each_day) == ("ration", 1, "waterskin", 2)
    assert food.want is not None
    assert (food.want.days, food.want.fatigue, food.want.adds, food.want.stays) == (5, 1, "", True)
    assert water.want is not None
    assert (water.want.days, water.want.fewer, water.want.fatigue, water.want.stays) == (1, 1, 1, True)
    older = OLDER.provisions["food"].want
    assert older is not None
    assert (older.days, older.adds) == (4, "constitution")  # three days are gone without, the next one counts


# Travel


def test_f_pace_1_to_3_miles_an_hour_and_the_fastest_of_each_country() -> None:
    """4, 3 and 2 miles an hour are 4/3, 1 and 2/3 of 3; 400 and 200 feet a minute are those shares of 300."""
    assert SET.travel is not None
    assert isinstance(SET.travel.pays, ByHexes)
    assert (SET.travel.pays.foot, _ms(SET.travel.pays.each)) == (3, HOUR)
    paces = Rulebook(SET).travel_paces
    shares = {"slow": Fraction(2, 3), "normal": Fraction(1), "fast": Fraction(4, 3)}
    assert list(paces) == list(shares)
    assert {name: one.way for name, one in paces.items()} == shares
    assert {name: Fraction(SET.paces[name].times) for name in shares} == shares
    finds = {name: one.travels.finds for name, one in paces.items() if one.travels is not None}
    assert finds == {"slow": "better", "normal": "usual", "fast": "worse"}
    slow = {name for name, one in SET.terrain.items() if one.at_most == "slow"}
    normal = {name for name, one in SET.terrain.items() if one.at_most == "normal"}
    assert (slow, normal) == ({"mountains", "swamp"}, {"coast", "desert", "forest", "hills"})
    assert SET.travel.roads is not None
    assert (usual_pace(Rulebook(SET)), SET.travel.roads.faster, SET.travel.laggard) == ("normal", True, 50)


def test_f_pace_1_the_miles_of_a_day_are_another_reading() -> None:
    """30 and 18 miles in 8 hours are 5/4 and 3/4 of 24."""
    times = {name: one.way * 24 for name, one in _option("miles-of-a-day").travel_paces.items()}
    assert times == {"slow": 18, "normal": 24, "fast": 30}


def test_f_pace_3_bad_ground_takes_twice_as_long_in_the_older_document() -> None:
    slowed = {name for name, one in OLDER.terrain.items() if one.slowed == 2}
    assert slowed == {"forest", "swamp", "mountains", "arctic"}
    assert not any(one.at_most for one in OLDER.terrain.values())


def test_f_mount_1_pounds_borne_and_five_times_as_many_pulled() -> None:
    """480 lb borne; 480 and 540 pull 5 x 1,020 = 5,100."""
    mounts = SET.mounts
    assert mounts is not None
    assert (mounts.written, mounts.carries) == ("lb", 1)
    assert set(mounts.vehicles) == {"cart", "carriage", "chariot", "sled", "wagon"}
    assert {(one.fewest, one.carries) for one in mounts.vehicles.values()} == {(1, 5)}
    book = Rulebook(SET)
    team = (Mount("Nell", 480, hitched="Blue"), Mount("Bob", 540, hitched="Blue"))
    train = Train(team, (cart := Vehicle("Blue", "cart"),))
    assert room_of(train, book, Mount("Nell", 480)) == 480
    assert room_of(train, book, cart) == 5_100


def test_f_march_1_eight_hours_then_a_save_against_eleven_and_one_more_each_hour() -> None:
    assert SET.travel is not None
    march = SET.travel.march
    assert march is not None
    assert march.save is not None
    assert (_ms(march.day), _ms(march.forced), march.often) == (8 * HOUR, HOUR, 0)
    assert (march.save.against, march.save.rises, march.save.fatigue, march.save.due) == (11, 1, 1, "ended")


def test_f_way_1_and_2_difficulties_by_country() -> None:
    trial, way = SET.activities["forage"].trial, SET.navigation
    assert trial is not None
    assert way is not None
    food = {name: one.against for one in trial.against for name in one.terrain or ("any",)}
    finds = {name: one.against for one in way.cases for name in one.terrain or ("any",)}
    country = ("arctic", "coast", "desert", "forest", "grassland", "hills", "mountains", "swamp")
    assert [food.get(name, food["any"]) for name in country] == [20, 10, 20, 10, 15, 15, 20, 10]
    assert [finds.get(name, finds["any"]) for name in country] == [10, 5, 10, 15, 5, 10, 15, 15]
    assert OLDER.navigation is None
    assert "forage" not in OLDER.activities


def test_f_enc_1_distances_by_country() -> None:
    met = SET.encounters
    assert met is not None
    assert met.open is not None
    dice = {name: one.dice for one in met.cases for name in one.terrain}
    assert dice == {
        "mountains": "4d10x10",
        "coast": "2d10x10",
        "hills": "2d10x10",
        "forest": "2d8x10",
        "swamp": "2d8x10",
    }
    assert (met.open.dice, met.corridor.dice) == ("6d6x10", "2d6x10")


# Fights and spells


def test_f_init_1_and_f_surp_1_everybody_once_and_the_surprised_with_disadvantage() -> None:
    assert SET.fight is not None
    order = SET.fight.order
    assert isinstance(order, OrderByEach)
    assert (order.dice, order.adds, order.first, order.surprised) == ("1d20", "dexterity", "high", "2d20kl1")
    assert SET.surprise is not None
    assert SET.surprise.loses == ""
    assert OLDER.surprise is not None
    assert _ms(OLDER.surprise.loses) == 6 * SECOND
    assert OLDER.fight is not None
    assert isinstance(OLDER.fight.order, OrderByEach)
    assert OLDER.fight.order.surprised == ""


def test_f_surp_2_ten_and_perception_and_five_for_the_pace() -> None:
    assert SET.surprise is not None
    assert (SET.surprise.attribute, SET.surprise.base) == ("perception", 10)
    assert SET.surprise.by_pace == {"fast": -5, "slow": 5}


def test_f_spell_1_ten_or_half_the_wound_and_thirty_at_most() -> None:
    rules = SET.concentration
    assert rules is not None
    assert (rules.attribute, rules.least, rules.divided, rules.most) == ("constitution", 10, 2, 30)
    assert OLDER.concentration is not None
    assert OLDER.concentration.most == 0


def test_f_spell_2_ten_minutes_more() -> None:
    assert (_ms(SET.activities["ritual"].takes), SET.activities["ritual"].longer) == (10 * MINUTE, True)


def test_f_death_1_ten_and_more_is_a_success() -> None:
    bands = {one.name: band_of(one) for one in SET.tables["death save"].entries}
    assert {name: (band.low, band.high) for name, band in bands.items()} == {
        "two failures": (1, 1),
        "a failure": (2, 9),
        "a success": (10, 19),
        "back with 1 hit point": (20, 20),
    }


def test_f_armour_1_minutes_to_don_and_to_doff() -> None:
    takes = {
        say: _ms(one.takes) // MINUTE for one in SET.activities.values() for say in one.says if one.takes
    }
    assert [takes[f"don {kind} armour"] for kind in ("light", "medium", "heavy")] == [1, 5, 10]
    assert [takes[f"doff {kind} armour"] for kind in ("light", "medium", "heavy")] == [1, 1, 5]


def test_f_cold_1_and_f_heat_1_each_hour() -> None:
    cold, heat = SET.procedures["cold"], SET.procedures["heat"]
    assert (_ms(cold.every), _ms(heat.every)) == (HOUR, HOUR)
    assert (cold.weather, heat.weather) == (("extreme cold",), ("extreme heat",))
    assert cold.do == (SaveOrTire("constitution", 10),)
    assert isinstance(heat.do[0], LogNote)


def test_f_fall_1_and_f_breath_1_are_left_to_the_table_and_say_so() -> None:
    assert SET.fight is not None
    left = {one.id: one for one in SET.fight.also if one.id in {"F-FALL-1", "F-BREATH-1"}}
    assert {one.origin for one in left.values()} == {"house"}
    assert len(left) == 2


def test_nothing_is_met_by_itself_unless_the_option_says_so() -> None:
    """F-ENC-1 has no chance: none is thrown for by itself."""
    assert "wandering" not in SET.procedures
    other = _option("wandering").set.procedures
    assert (_ms(other["wandering"].every), _ms(other["outdoors"].every)) == (HOUR, 4 * HOUR)
