"""The numbers of the rule set cresthaven, rule by rule, as its published rules state them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.checking.ground import structs
from turnkeeper.rules.model.cite import Cite
from turnkeeper.rules.model.conduct import square_feet
from turnkeeper.rules.model.lights import ByClock
from turnkeeper.rules.model.movement import LoadByWeight
from turnkeeper.rules.model.orders import OrderBySides
from turnkeeper.rules.model.procedures import MeetEncounter, band_of
from turnkeeper.rules.reading.load import builtin_text, load_builtin, load_rules
from turnkeeper.views.rulesheet import explain

SET = load_builtin("cresthaven")
BOOK = Rulebook(SET)

SEGMENT = 6_000
ROUND = 60_000
TURN = 600_000
HOUR = 3_600_000

# What the rules say their origins are; a rule of two origins is the first here.
ORIGINS = {
    "C-TIME-1": "printed",
    "C-TIME-2": "printed",
    "C-TIME-3": "printed",
    "C-TIME-4": "companion",
    "C-MOVE-1": "printed",
    "C-MOVE-2": "printed",
    "C-MOVE-3": "printed",
    "C-MOVE-4": "printed",
    "C-MOVE-5": "printed",
    "C-MOVE-6": "printed",
    "C-ACT-1": "printed",
    "C-ACT-2": "printed",
    "C-ACT-3": "printed",
    "C-LIGHT-1": "printed",
    "C-FOOD-1": "printed",
    "C-REST-1": "printed",
    "C-REST-2": "printed",
    "C-MANA-1": "printed",
    "C-ENC-1": "house",
    "C-SURP-1": "companion",
    "C-INIT-1": "house",
}


def _ms(text: str, book: Rulebook = BOOK) -> int:
    return book.duration(text).ms


def _cited(*path: str | int) -> set[tuple[str, str]]:
    """Return the rule and origin of every cite at or below a path."""
    return {
        (part.id, part.origin)
        for where, part in structs(SET)
        if isinstance(part, Cite) and where[: len(path)] == path
    }


# The register


def test_the_register_holds_every_rule_with_its_origin() -> None:
    assert {name: entry.origin for name, entry in SET.register.items()} == ORIGINS


@pytest.mark.parametrize("rule", ORIGINS)
def test_every_rule_of_the_register_is_carried_out_by_an_entry(rule: str) -> None:
    assert rule in {name for name, _ in _cited()}


def test_every_house_rule_and_every_house_cite_says_why() -> None:
    cites = [part for _, part in structs(SET) if isinstance(part, Cite)]
    assert all(cite.why for cite in cites if cite.origin == "house")
    assert all(entry.why for entry in SET.register.values() if entry.origin == "house")


def test_the_notice_claims_no_affiliation() -> None:
    assert "Independent and unaffiliated" in SET.ruleset.notice


# Time


def test_c_time_1_a_turn_is_ten_rounds_and_a_hundred_segments() -> None:
    lengths = {unit.name: unit.length.ms for unit in BOOK.scale.units}
    assert lengths == {"segment": SEGMENT, "round": ROUND, "turn": TURN, "day": 24 * HOUR}
    assert (TURN // ROUND, TURN // SEGMENT) == (10, 100)
    assert ("C-TIME-1", "printed") in _cited("time")


def test_c_time_2_the_printed_sixty_segments_are_kept_as_disputed_and_the_program_tells_it() -> None:
    turn = next(unit for unit in SET.time.units if unit.name == "turn")
    assert turn.disputed == ("60 segments",)
    told = explain(SET, "C-TIME-2")
    assert "contradicts itself" in told.says
    assert any("The option segment-10s" in reason.why for reason in told.house)
    assert [one.option for one in told.options] == ["segment-10s"]


def test_c_time_2_taken_the_other_way_a_segment_is_ten_seconds_six_a_round_and_sixty_a_turn() -> None:
    other = Rulebook(load_builtin("cresthaven", ("segment-10s",)))
    assert _ms("1 segment", other) == 10_000
    assert _ms("6 segments", other) == _ms("1 round", other) == ROUND
    assert _ms("60 segments", other) == _ms("1 turn", other) == TURN


def test_c_time_2_unresolved_the_contradiction_is_refused_with_its_sums() -> None:
    """60 segments of 6 s make 360 s, and a turn is 600 s."""
    text = builtin_text("cresthaven")
    assert text is not None
    literal = text.replace(', disputed = ["60 segments"]', "", 1)
    with pytest.raises(Exception, match="60 segments make 360 s"):
        load_rules(literal, "literal.toml", builtin_text)


def test_c_time_3_what_is_instant_takes_no_time() -> None:
    assert SET.activities["instant"].instant
    assert not SET.activities["instant"].takes


def test_c_time_4_a_box_is_a_turn_a_row_an_hour() -> None:
    assert {name: _ms(scene.step) for name, scene in SET.scenes.items()} == {
        "dungeon": TURN,
        "wilderness": 6 * TURN,
        "settlement": TURN,
    }
    assert _ms("48 turns") == 8 * HOUR


# Movement


@pytest.mark.parametrize(
    "race,free,encumbered",
    [
        ("draco", 140, 70),
        ("dwarf", 90, 45),
        ("elf", 120, 60),
        ("faun", 150, 75),
        ("halfling", 90, 45),
        ("human", 120, 60),
    ],
)
def test_c_move_1_feet_a_round_by_race(race: str, free: int, encumbered: int) -> None:
    """C-MOVE-3 says half, and the table's second column is half of its first throughout."""
    assert (SET.races[race].feet, SET.races[race].encumbered) == (free, encumbered)
    assert encumbered * 2 == free


def test_c_move_1_the_table_is_whole_and_in_rounds() -> None:
    assert len(SET.races) == 6
    assert SET.movement is not None
    assert _ms(SET.movement.each) == ROUND


def test_c_move_2_the_rate_is_the_slowest_member_s() -> None:
    assert SET.movement is not None
    assert SET.movement.rule == Cite("C-MOVE-2", "printed")
    assert SET.movement.otherwise == "human"


def test_c_move_3_strength_and_four_times_25_lb_and_half_of_it_slows() -> None:
    load = SET.characters.load
    assert isinstance(load, LoadByWeight)
    assert (load.attribute, load.plus, load.each, load.slowed) == ("strength", 4, 25, 50)


@pytest.mark.slow
def test_c_move_4_care_and_stealth_are_a_tenth_and_since_2023_care_is_half() -> None:
    def part(name: str, options: tuple[str, ...] = ()) -> Fraction:
        pace = load_builtin("cresthaven", options).paces[name]
        return Fraction(pace.times)

    assert part("cautious") == part("sneaking") == Fraction(1, 10)
    assert part("cautious", ("update-2023",)) == Fraction(1, 2)
    assert part("sneaking", ("update-2023",)) == Fraction(1, 10)
    assert part("normal") == part("normal", ("update-2023",)) == 1


def test_c_move_5_running_is_double_and_bound_in_fights() -> None:
    running = SET.paces["running"]
    assert (running.times, running.runs) == (2, True)
    assert [name for name, pace in SET.paces.items() if pace.runs] == ["running"]


def test_c_move_6_a_square_is_five_feet() -> None:
    assert SET.movement is not None
    assert SET.movement.square == 5
    assert {("C-MOVE-6", "printed"), ("C-MOVE-6", "house")} <= _cited("movement")


# Common actions


@pytest.mark.parametrize("name", ["search", "map"])
def test_c_act_1_a_turn_for_each_30_by_30_feet(name: str) -> None:
    activity = SET.activities[name]
    assert (_ms(activity.takes), square_feet(activity.area)) == (TURN, 30 * 30)


def test_c_act_2_listening_and_doors_take_a_round_and_traps_1d4_rounds() -> None:
    listen, door, traps = (SET.activities[name] for name in ("listen", "door", "traps"))
    assert [_ms(one.takes) for one in (listen, door, traps)] == [ROUND] * 3
    assert (listen.times, door.times, traps.times) == ("", "", "1d4")


def test_c_act_3_a_meal_takes_1d4_turns_and_is_due_at_4_hours_and_overdue_at_6() -> None:
    eat, meals = SET.activities["eat"], SET.meals
    assert (_ms(eat.takes), eat.times) == (TURN, "1d4")
    assert meals is not None
    assert (_ms(meals.due), _ms(meals.overdue)) == (4 * HOUR, 6 * HOUR)


def test_c_light_1_a_torch_6_turns_a_filling_of_oil_24() -> None:
    assert SET.lights["torch"].burns == ByClock("6 turns")
    assert SET.lights["lantern"].burns == ByClock("24 turns")
    assert SET.lights["lantern"].fuel == "oil"
    assert {kind.bright for kind in SET.lights.values()} == {30}


def test_c_food_1_a_ration_and_a_waterskin_a_day() -> None:
    food, water = SET.provisions["food"], SET.provisions["water"]
    assert (food.item, _ms(food.without)) == ("ration", 24 * HOUR)
    assert (water.item, _ms(water.without)) == ("waterskin", 12 * HOUR)


# Rest


def test_c_rest_1_a_short_rest_is_six_turns_and_one_hit_die() -> None:
    rest = SET.activities["short rest"]
    assert _ms(rest.takes) == 6 * TURN
    assert rest.heals is not None
    assert (rest.heals.hit_die, rest.heals.adds) == (True, "constitution")


def test_c_rest_2_a_long_rest_is_48_turns_and_all_hit_points() -> None:
    rest = SET.activities["long rest"]
    assert _ms(rest.takes) == 48 * TURN
    assert rest.heals is not None
    assert rest.heals.all
    assert rest.uses == {"ration": 1, "waterskin": 1}


@pytest.mark.parametrize("name", ["short rest", "long rest", "rest"])
def test_c_mana_1_ten_percent_an_hour_and_so_80_of_a_long_rest(name: str) -> None:
    """10 hours of 10 are the whole, and 8 hours 80."""
    mana = SET.activities[name].relief["mana"]
    assert (_ms(mana.each), mana.percent) == (6 * TURN, 10)
    assert mana.percent * 8 == 80


# Encounters and combat


def test_c_enc_1_one_in_six_every_second_turn() -> None:
    wandering, table = SET.procedures["wandering"], SET.tables["encounter check"]
    assert (_ms(wandering.every), wandering.scenes) == (2 * TURN, ("dungeon",))
    met = [entry for entry in table.entries if any(isinstance(one, MeetEncounter) for one in entry.do)]
    assert (table.dice, [entry.on for entry in met]) == ("1d6", ["1"])


def test_c_enc_1_distance_reaction_and_morale() -> None:
    assert SET.encounters is not None
    assert SET.encounters.corridor.dice == "2d6x10"
    bands = {entry.name: band_of(entry) for entry in SET.tables["reaction"].entries}
    assert {name: (band.low, band.high) for name, band in bands.items()} == {
        "attack": (None, 2),
        "hostile": (3, 5),
        "uncertain": (6, 8),
        "indifferent": (9, 11),
        "friendly": (12, None),
    }
    assert SET.morale is not None
    assert SET.morale.dice == "2d6"


def test_c_surp_1_ten_and_wisdom_by_pace_and_a_round_lost() -> None:
    rules = SET.surprise
    assert rules is not None
    assert (rules.base, rules.attribute, _ms(rules.loses)) == (10, "wisdom", ROUND)
    assert rules.by_pace["normal"] == -2
    assert rules.by_pace["cautious"] == 0
    assert rules.by_pace["sneaking"] == 2


def test_c_init_1_a_die_for_each_side_in_rounds_of_a_minute_and_the_high_acts_first() -> None:
    assert SET.fight is not None
    assert (_ms(SET.fight.round), SET.fight.costs) == (ROUND, "")
    assert _ms(SET.fight.fills) == TURN
    order = SET.fight.order
    assert isinstance(order, OrderBySides)
    assert (order.dice, order.first, order.rule.id, order.rule.origin) == ("1d6", "high", "C-INIT-1", "house")


def test_the_fight_can_stop_at_the_round() -> None:
    other = load_builtin("cresthaven", ("stop-at-the-round",))
    assert other.fight is not None
    assert other.fight.fills == ""
