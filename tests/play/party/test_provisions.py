"""Meals fall due, days use their rations, going without has its price (C-ACT-3, C-FOOD-1, D-CAMP-4)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.play.keeper import HOUR, MINUTE, ByName, Keeper, house_rules, keep, of_kind
from turnkeeper.play.clock.clock import TaskInterrupted
from turnkeeper.play.party import provisions
from turnkeeper.play.party.hunger import MealReminded, WentWithout
from turnkeeper.play.party.provisions import Fed, RecoveryBarred
from turnkeeper.play.party.supplies import Used
from turnkeeper.rules.book import Rulebook
from turnkeeper.time import ORIGIN

ONE_TURN = ByName({"how long to eat": "1", "encounter check": "6"})


def house(differences: str) -> Rulebook:
    return house_rules(differences, "cresthaven")


def camp(*said: str, rules: str | Rulebook = "cresthaven") -> Keeper:
    return keep("party Mira; Orlo", *said, rules=rules, dice=ONE_TURN)


def counts(keeper: Keeper) -> dict[str, int]:
    return {one.item: one.count for one in keeper.state.supplies.items}


def told_at(keeper: Keeper, said: str) -> list[tuple[str, str]]:
    kinds = (MealReminded, WentWithout)
    events = [one for one in keeper.do(said, dice=ONE_TURN) if isinstance(one, kinds)]
    return [(keeper.book.scale.say_instant(one.at), type(one).__name__) for one in events]


# Meals


def test_c_act_3_a_meal_is_due_4_hours_and_overdue_6_hours_after_the_last_at_their_own_minutes_t4() -> None:
    keeper = camp("wait 90 min", "eat")  # eaten at 01:40
    assert told_at(keeper, "wait 23 h") == [
        ("day 1 05:40", "MealReminded"),
        ("day 1 07:40", "MealReminded"),
    ]
    assert [one.overdue for one in of_kind(keeper.events, MealReminded)] == [False, True]


def test_before_the_first_meal_it_is_counted_from_when_the_party_set_out() -> None:
    keeper = keep("wait 10 h", rules="cresthaven", dice=None)
    keeper.do("party Mira")
    assert told_at(keeper, "wait 5 h") == [("day 1 14:00", "MealReminded")]


def test_c_act_3_whoever_joins_is_hungry_from_then_on_and_the_hungriest_are_named() -> None:
    keeper = camp("eat")  # Mira and Orlo eat at 00:10
    keeper.do("party Bel")
    assert told_at(keeper, "wait 4 h") == [("day 1 04:10", "MealReminded")]
    keeper.do("eat by Orlo", "1")  # at 04:20
    keeper.do("eat by Mira", "1")  # at 04:30, and only Bel is hungry, since 00:10
    assert told_at(keeper, "wait 2 h") == [("day 1 06:10", "MealReminded")]
    assert of_kind(keeper.events, MealReminded)[-1].who == ("Bel",)
    assert provisions.hungry_since(keeper.state) == ORIGIN + MINUTE * 10


def test_a_reminder_does_not_stop_the_clock() -> None:
    keeper = camp()
    assert of_kind(keeper.do("wait 10 h"), TaskInterrupted) == []
    assert keeper.now == ORIGIN + HOUR * 10


def test_c_act_3_a_meal_takes_1d4_turns_thrown_when_it_begins_and_kept_with_its_faces() -> None:
    keeper = camp()
    assert keeper.needs("eat").dice == "1d4"
    assert keeper.told("eat", "3")[0] == "eat (1d4 = 3) takes 3 turns"
    assert keeper.now == ORIGIN + MINUTE * 30


def test_a_meal_that_ends_as_the_next_falls_due_comes_in_time() -> None:
    keeper = camp("wait 230 min")
    assert told_at(keeper, "eat") == []  # ends at 04:00


@pytest.mark.slow
@given(parts=st.lists(st.integers(1, 600), min_size=1, max_size=6))
def test_t1_t3_waiting_in_parts_tells_what_waiting_at_once_tells(parts: list[int]) -> None:
    stock = ("stock 9 rations", "stock 9 waterskins")
    whole, apart = camp(*stock), camp(*stock)
    whole.do(f"wait {sum(parts)} min")
    for minutes in parts:
        apart.do(f"wait {minutes} min")
    kinds = (MealReminded, WentWithout)
    assert [one for one in apart.events if isinstance(one, kinds)] == [
        one for one in whole.events if isinstance(one, kinds)
    ]


def test_who_sleeps_hears_no_reminder_and_is_told_on_waking_if_unfed() -> None:
    """The day's ration was eaten at 00:10, so that the sleep used none and fed nobody."""
    keeper = camp("stock 8 rations", "stock 8 waterskins", "eat")
    assert told_at(keeper, "long rest") == [("day 1 08:10", "MealReminded")]
    assert of_kind(keeper.events, MealReminded)[-1].overdue


def test_a_sleep_that_used_a_ration_ends_with_being_fed() -> None:
    keeper = camp("stock 8 rations", "stock 8 waterskins")
    assert told_at(keeper, "long rest") == []
    assert [one.meal for one in of_kind(keeper.events, Fed)] == [True]
    assert told_at(keeper, "wait 4 h") == [("day 1 12:00", "MealReminded")]


# The day's provisions


def test_c_food_1_one_ration_and_one_waterskin_a_day_serve_all_its_meals() -> None:
    keeper = camp("stock 8 rations", "stock 8 waterskins", "eat", "wait 4 h", "eat", "drink")
    assert counts(keeper) == {"ration": 6, "waterskin": 6}
    keeper.do("wait until day 2 06:00")
    keeper.do("eat", dice=ONE_TURN)
    assert counts(keeper) == {"ration": 4, "waterskin": 4}


def test_c_rest_2_a_long_rest_counts_against_the_day_on_which_it_ends_not_twice() -> None:
    keeper = camp("stock 8 rations", "stock 8 waterskins", "wait until day 1 08:00", "eat")
    assert counts(keeper)["ration"] == 6
    keeper.do("wait until day 1 22:00")
    (food, water) = of_kind(keeper.do("long rest", dice=ONE_TURN), Used)
    assert (food.item, food.count, water.item, water.count) == ("ration", 2, "waterskin", 2)
    assert of_kind(keeper.do("eat", dice=ONE_TURN), Used) == []  # breakfast is of the same day
    assert counts(keeper) == {"ration": 4, "waterskin": 4}


def test_who_joins_on_the_way_has_the_day_s_ration_besides() -> None:
    keeper = camp("stock 8 rations", "eat", "party Bo")
    (used,) = of_kind(keeper.do("eat", dice=ONE_TURN), Used)
    assert (used.item, used.count) == ("ration", 1)


def test_too_little_for_all_is_refused_with_what_is_missing() -> None:
    refusal = camp("stock 1 ration").refused("eat", "1")
    assert (refusal.message, refusal.hint) == ("2 rations needed, 1 left", "stock 1 ration")
    refusal = camp("stock 1 waterskin").refused("eat", "1")
    assert (refusal.message, refusal.hint) == ("2 waterskins needed, 1 left", "stock 1 waterskin")


def test_c_food_1_who_has_no_ration_sleeps_hungry() -> None:
    """C-REST-2 restores all hit points by sleep; C-FOOD-1 says what a day without food does."""
    keeper = keep(
        "party Mira hp 2/7", "rule stock rations 0", "stock 9 waterskins", rules="cresthaven", dice=ONE_TURN
    )
    keeper.do("long rest")
    assert counts(keeper) == {"ration": 0, "waterskin": 8}
    assert keeper.state.party.members[0].hp == 7
    assert [one.meal for one in of_kind(keeper.events, Fed)] == [False]
    assert told_at(keeper, "long rest") == []
    assert ("day 2 00:00", "WentWithout") in told_at(keeper, "long rest")


def test_c_food_1_one_ration_for_two_feeds_the_first_and_the_other_goes_without() -> None:
    keeper = camp("stock 1 ration", "stock 9 waterskins")
    keeper.do("long rest")
    assert counts(keeper) == {"ration": 0, "waterskin": 7}
    assert [(one.who, one.meal) for one in of_kind(keeper.events, Fed)] == [("Mira", True), ("Orlo", False)]
    keeper.do("wait 16 h", dice=ONE_TURN)
    (without,) = [one for one in of_kind(keeper.events, WentWithout) if one.what == "food"]
    assert (without.who, without.at - ORIGIN) == (("Orlo",), HOUR * 24)


def test_one_who_eats_alone_takes_one_ration_and_the_others_have_theirs_later() -> None:
    """C-FOOD-1: one ration and one waterskin a character a day, whoever eats first."""
    keeper = camp("stock 2 rations", "stock 2 waterskins", "eat by orlo")
    assert counts(keeper) == {"ration": 1, "waterskin": 1}
    (fed,) = of_kind(keeper.events, Fed)
    assert (fed.who, fed.meal) == ("Orlo", True)
    assert told_at(keeper, "wait 4 h")[0] == ("day 1 04:00", "MealReminded")  # Mira has not eaten
    keeper.do("eat by Orlo", dice=ONE_TURN)
    assert counts(keeper) == {"ration": 1, "waterskin": 1}
    keeper.do("eat", dice=ONE_TURN)
    assert counts(keeper) == {"ration": 0, "waterskin": 0}


def test_one_who_eats_alone_needs_only_their_own() -> None:
    keeper = camp("stock 1 ration", "stock 1 waterskin")
    assert keeper.refused("eat", "1").code == "none-left"
    keeper.do("eat by Mira", dice=ONE_TURN)
    assert keeper.refused("eat by Orlo", "1").code == "none-left"


def test_g_heal_1_a_lunch_of_one_heals_and_feeds_that_one() -> None:
    keeper = keep("party Varda hp 1/9; Orlo hp 1/9", "stock 2 rations")
    keeper.do("lunch by Varda", "3")  # 1d6 and the level: 3 + 1
    assert [one.hp for one in keeper.state.party.members] == [5, 1]
    assert counts(keeper)["ration"] == 1


def test_c_food_1_a_day_without_food_and_half_a_day_without_water_begin_at_their_own_minute() -> None:
    keeper = camp("stock 8 rations", "stock 8 waterskins", "wait 90 min", "eat")  # had at 01:40
    told = [one for one in told_at(keeper, "wait 50 h") if one[1] == "WentWithout"]
    # Those of the first day serve it until midnight; half a day and a day later are noon and midnight.
    assert told == [("day 2 12:00", "WentWithout"), ("day 3 00:00", "WentWithout")]
    assert [one.what for one in of_kind(keeper.events, WentWithout)] == ["water", "food"]


def test_a_part_of_what_a_day_wants_does_not_serve_the_day() -> None:
    """Two waterskins are a day's: who had one is thirsty half a day after it, who had both is not."""
    more = "[provisions.water]\neach_day = 2\n"
    keeper = camp("stock 8 waterskins", "drink by Mira", "drink by Mira", "drink", rules=house(more))
    assert [(one.who, one.began) for one in provisions.coming_lacks(keeper.state, keeper.book)] == [
        (("Orlo",), ORIGIN + HOUR * 12),
        (("Mira",), ORIGIN + HOUR * 36),
    ]


def test_with_the_option_half_a_day_and_a_day_are_counted_from_the_last_that_was_had() -> None:
    more = "[provisions.water]\nwhole_day = false\n[provisions.food]\nwhole_day = false\n"
    keeper = camp("stock 8 rations", "stock 8 waterskins", "wait 90 min", "eat", rules=house(more))
    told = [one for one in told_at(keeper, "wait 30 h") if one[1] == "WentWithout"]
    assert told == [("day 1 13:40", "WentWithout"), ("day 2 01:40", "WentWithout")]


def test_the_condition_is_computed_from_when_it_was_last_had_and_each_is_named_once() -> None:
    keeper = camp("stock 8 rations", "stock 8 waterskins", "wait 719 min")
    assert provisions.conditions(keeper.state, keeper.book) == ()
    keeper.do("wait 1 min")
    assert provisions.conditions(keeper.state, keeper.book) == ("exhausted",)
    keeper.do("wait 20 h")
    assert provisions.conditions(keeper.state, keeper.book) == ("exhausted",)
    assert [one.kind for one in provisions.lacks(keeper.state, keeper.book, keeper.now)] == ["food", "water"]
    keeper.do("drink")
    assert [one.kind for one in provisions.lacks(keeper.state, keeper.book, keeper.now)] == ["food"]
    keeper.do("eat", dice=ONE_TURN)
    assert provisions.conditions(keeper.state, keeper.book) == ()


@pytest.mark.parametrize("rules", ["advanced", "classic", "cresthaven", "dungeon-game", "fifth"])
def test_whoever_joins_a_hungry_party_had_food_until_then(rules: str) -> None:
    """A day without food has its price (C-FOOD-1, D-CAMP-4, B-FOOD-1, V-FOOD-1, F-FOOD-1)."""
    keeper = camp("stock 9 rations", rules=rules)
    keeper.do("wait 3 days", dice=ONE_TURN)
    keeper.do("party Bel")
    (lack,) = provisions.lacks(keeper.state, keeper.book, keeper.now)
    assert lack.who == ("Mira", "Orlo")
    (without,) = of_kind(keeper.do("wait 24 h", dice=ONE_TURN), WentWithout)
    assert (without.who, without.at) == (("Bel",), keeper.now)


def test_what_was_never_counted_never_runs_out_and_nobody_goes_hungry_for_it() -> None:
    keeper = camp("stock 8 waterskins", "wait 40 h")
    assert [one.what for one in of_kind(keeper.events, WentWithout)] == ["water"]
    assert of_kind(camp("wait 40 h").events, WentWithout) == []


def test_what_is_counted_later_is_lacking_from_then_on_at_the_earliest() -> None:
    keeper = camp("wait 40 h", "stock 8 rations")
    assert told_at(keeper, "wait 25 h") == [("day 3 16:00", "WentWithout")]


def test_t2_a_clock_set_back_restores_the_ration_the_meal_and_the_hunger() -> None:
    keeper = camp("stock 8 rations", "stock 8 waterskins", "wait 13 h")
    keeper.do("eat", dice=ONE_TURN)
    keeper.do("rule clock day 1 12:30")
    assert counts(keeper) == {"ration": 8, "waterskin": 8}
    assert provisions.last_meal(keeper.state) is None
    assert provisions.conditions(keeper.state, keeper.book) == ("exhausted",)
    keeper.do("rule clock day 1 11:00")
    assert provisions.conditions(keeper.state, keeper.book) == ()
    assert told_at(keeper, "wait 1 h") == [("day 1 12:00", "WentWithout")]


def test_glog_has_no_daily_need_and_nothing_of_it_shows() -> None:
    keeper = keep("party Varda; Orlo", "stock 12 rations")
    keeper.do("lunch")
    keeper.do("lunch")  # a ration each every time
    keeper.do("wait 3 days")
    assert counts(keeper) == {"ration": 8}
    assert of_kind(keeper.events, Fed) == []
    assert of_kind(keeper.events, MealReminded) == []
    assert provisions.next_meal(keeper.state, keeper.book) is None
    assert keeper.state.provisions == provisions.Provisions()


def test_nobody_is_hungry_where_nobody_is_or_all_are_dead() -> None:
    keeper = keep("stock 4 rations", rules="cresthaven", dice=None)
    assert told_at(keeper, "wait 2 days") == []
    keeper = camp("stock 4 rations", "kill Mira", "kill Orlo")
    assert told_at(keeper, "wait 2 days") == []


# The rule set dungeon-game


def test_d_camp_4_a_day_without_food_hampers_brawn_and_bars_recovery() -> None:
    keeper = keep("party Ada brawn 10 hp 3/9", "stock 2 rations", rules="dungeon-game", dice=None)
    keeper.do("wait 1 day")
    state, book = keeper.state, keeper.book
    assert provisions.hampers(state, book, "brawn", "Ada", keeper.now) is not None
    assert provisions.hampers(state, book, "cunning", "Ada", keeper.now) is None
    (barred,) = of_kind(keeper.do("camp with shelter"), RecoveryBarred)
    assert (barred.what, barred.condition, barred.rule) == ("food", "hungry", "D-CAMP-4")
    keeper.do("eat")
    assert of_kind(keeper.do("camp with shelter", "1", "3"), RecoveryBarred) == []


def test_d_camp_4_only_who_has_not_eaten_is_hampered_and_does_not_recover() -> None:
    said = ("stock 2 rations", "wait 12 h", "eat by Ada", "wait 12 h")
    people = "party Ada brawn 10 hp 3/9; Bo brawn 10 hp 3/9"
    keeper = keep(people, *said, rules="dungeon-game", dice=ByName({"outdoor check": "6"}))
    state, book = keeper.state, keeper.book
    assert provisions.hampers(state, book, "brawn", "Ada", keeper.now) is None
    assert provisions.hampers(state, book, "brawn", "Bo", keeper.now) is not None
    # D-CAMP-3: 1d6 of a sheltered night, or the recovery die of level 1 where that is higher.
    (barred,) = of_kind(keeper.do("camp with shelter", "4", "1"), RecoveryBarred)
    assert barred.who == ("Bo",)
    assert [one.hp for one in keeper.state.party.members] == [7, 3]


@pytest.mark.parametrize("said", ["stock 2 rations", "stock 2 Ration", "stock 2 ration"])
def test_an_item_has_one_name_however_many(said: str) -> None:
    assert counts(camp(said, "stock 3 Waterskins")) == {"ration": 2, "waterskin": 3}


def test_one_who_rests_alone_is_the_one_who_is_rested() -> None:
    """G-FAT-1: an hour restores a slot; C-MANA-1: a tenth of the mana an hour."""
    keeper = keep("party Varda; Orlo", "tire Varda 2", "tire Orlo 2", "rest 1 h by Orlo")
    assert [one.fatigue for one in keeper.state.party.members] == [2, 1]
    keeper = keep(
        "party Mira mana 0/10; Orlo mana 0/10", "rest 1 h by Mira", rules="cresthaven", dice=ONE_TURN
    )
    assert [one.mana for one in keeper.state.party.members] == [10, 0]  # in tenths of a point


def test_b_food_1_food_that_is_carried_is_told_of_six_hours_before_hunger_and_none_where_none_is_left() -> (
    None
):
    keeper = keep("party Mira; Orlo", "enter settlement Oakham", "stock 14 rations", rules="classic")
    told = [one for one in keeper.timed("wait 1 day") if "food" in one[1]]
    assert told == [
        ("day 1 18:00", "no food for 18 h, and 14 rations left: soon starving"),
        ("day 2 00:00", "no food for 24 h: starving"),
    ]
    keeper.do("eat")
    keeper.do("rule stock rations 0")
    assert [text for _, text in keeper.timed("wait 1 day") if "food" in text] == [
        "no food for 24 h: starving"
    ]
