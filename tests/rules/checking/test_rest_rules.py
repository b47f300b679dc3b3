"""Rests, meals, provisions and mana as rule sets say them: what cresthaven holds, and its faults."""

from __future__ import annotations

import pytest

from tests.rules.bad_files import problems_of
from turnkeeper.rules.model.camp import Provision
from turnkeeper.rules.reading.load import builtin_text, load_builtin, load_rules

HEAD = '[ruleset]\nid = "house"\nname = "House rules"\nextends = "cresthaven"\n'


def test_c_act_1_c_act_2_the_times_of_common_actions() -> None:
    """C-ACT-3 too: a throw of dice times a length, or a length for each 30 by 30 feet."""
    doing = load_builtin("cresthaven").activities
    said = {name: (one.times, one.takes, one.area) for name, one in doing.items()}
    assert said["search"] == said["map"] == ("", "1 turn", "30 x 30 ft")
    assert said["traps"] == ("1d4", "1 round", "")
    assert said["listen"] == said["door"] == ("", "1 round", "")
    assert said["eat"] == ("1d4", "1 turn", "")
    assert said["short rest"] == ("", "1 h", "")
    assert said["long rest"] == ("", "8 h", "")


def test_c_light_1_c_food_1_what_burns_how_long_and_what_a_day_needs() -> None:
    rules = load_builtin("cresthaven")
    said = [(one.item, one.each_day, one.without, one.condition) for one in rules.provisions.values()]
    assert said == [("ration", 1, "1 day", "exhausted"), ("waterskin", 1, "12 h", "exhausted")]
    assert rules.meals is not None
    assert (rules.meals.due, rules.meals.overdue) == ("4 h", "6 h")


def test_what_several_of_an_item_are_called() -> None:
    food = load_builtin("cresthaven").provisions["food"]
    assert food.several == "rations"
    assert Provision(food.rule, "water", "1 day", "thirsty", plural="water").several == "water"


def test_what_a_house_file_may_change_of_a_rest() -> None:
    changed = load_rules(
        HEAD + '[activities."short rest"]\ninterrupted = "resume"\nheals = { least = 2 }\n', "h", builtin_text
    ).activities["short rest"]
    assert changed.interrupted == "resume"
    assert changed.heals is not None
    assert (changed.heals.least, changed.heals.hit_die) == (2, True)


FAULTS = {
    "no dice": (
        '[activities.eat]\ntimes = "often"',
        "'often' is no throw",
        "",
    ),
    "dice that come to nothing": (
        '[activities.eat]\ntimes = "1d4-1"',
        "1d4-1 can come to 0",
        "once at least",
    ),
    "dice and an area": (
        '[activities.search]\ntimes = "1d4"',
        "dice for how many lengths it takes need the one length, and no area",
        'such as times = "1d4", takes = "1 turn"',
    ),
    "instant, and takes time": (
        "[activities.listen]\ninstant = true",
        "what is instant takes no time",
        "leave out how long it takes",
    ),
    "uses none": ("[activities.drink]\nuses = { waterskin = 0 }", "0 is too low", "at least 1"),
    "uses an item in capitals": (
        "[activities.drink]\nuses = { Beer = 1 }",
        "'Beer' is no item",
        "one of it, in small letters, such as ration",
    ),
    "ends no length": ('[activities."short rest"]\nends = "soon"', "'soon' is no length", ""),
    "two kinds of dice": (
        '[activities."short rest"]\nheals = { dice = "1d6" }',
        "heals by two kinds of dice",
        "keep one of the two",
    ),
    "an attribute that is none": (
        '[activities."short rest"]\nheals = { adds = "constituton" }',
        "there is no attribute 'constituton'",
        'did you mean "constitution"?',
    ),
    "a modifier of nothing": (
        '[activities."long rest"]\nheals = { adds = "constitution" }',
        "only a hit die is changed by an attribute",
        "say hit_die = true",
    ),
    "a percent that is no tenth": (
        "[activities.rest]\nrelief.mana = { percent = 25 }",
        "25 percent: mana is kept in tenths of a point",
        "10, 20, 30 and so on up to 100",
    ),
    "mana that nobody has": (
        '[characters]\nwritten = ["die"]',
        "nobody has it: mana is not written of characters",
        'say written = ["mana"] under [characters]',
    ),
    "a hit die that nobody has": (
        '[characters]\nwritten = ["mana"]',
        "nobody has it: die is not written of characters",
        'say written = ["die"] under [characters]',
    ),
    "overdue before due": (
        '[provisions.food]\noverdue = "3 h"',
        "overdue after 3 h, but due only after 4 h",
        "a longer time",
    ),
    "meals that are due and never overdue": (
        '[provisions.water]\ndue = "2 h"',
        "a meal is due at first, and overdue then: say both",
        'such as "6 h"',
    ),
    "meals of two kinds": (
        '[provisions.water]\ndue = "2 h"\noverdue = "3 h"',
        "meals are due by 'food' already",
        "one provision is eaten at meals",
    ),
    "a lack without a condition": (
        '[provisions.food]\ncondition = ""',
        "nothing says in what condition one is without it",
        'such as "hungry"',
    ),
    "meals that no activity is": (
        "[activities.eat]\neats = false",
        "meals are due, and no activity is one",
        "say eats = true in one",
    ),
    "an item that nothing uses": (
        '[provisions.food]\nitem = "rations"',
        "no activity uses 'rations'",
        'did you mean "ration"?',
    ),
    "a blank condition": (
        '[provisions.food]\ncondition = " "',
        "the condition is blank",
        "say it in a few words",
    ),
    "a hampered attribute that is none": (
        '[provisions.food]\nhampers = ["brawn"]',
        "there is no attribute 'brawn'",
        "",
    ),
    "none a day": ("[provisions.food]\neach_day = 0", "0 is too low", "at least 1"),
    "neither lost nor resumed": (
        '[activities."long rest"]\ninterrupted = "lst"',
        "'lst' is none of lost, resume",
        'did you mean "lost"?',
    ),
}


@pytest.mark.parametrize("text, message, hint", FAULTS.values(), ids=FAULTS)
def test_a_fault_is_told_with_its_hint(text: str, message: str, hint: str) -> None:
    problems = problems_of(HEAD + text + "\n")
    found = [one for one in problems if one.message.startswith(message)]
    assert found, [str(one) for one in problems]
    assert hint in found[0].hint


def test_dice_and_a_hit_die_for_sets_that_write_neither() -> None:
    """A set that stands on another without hit dice cannot heal by them."""
    text = HEAD.replace("cresthaven", "glog") + "[activities.lunch]\nheals = { hit_die = true }\n"
    messages = [one.message for one in problems_of(text)]
    assert "nobody has it: die is not written of characters" in messages
    assert "heals by two kinds of dice" in messages
