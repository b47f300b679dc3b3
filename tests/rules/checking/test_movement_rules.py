"""Races, rates, loads, paces and surprise in a rule file: what makes no sense is told with its place."""

from __future__ import annotations

import pytest

from tests.rules.bad_files import FACTOR, SMALL, changed, marked_place, problems_of
from turnkeeper.rules.reading.load import builtin_text, load_rules

CITE = '{ id = "S-1", origin = "printed" }'
GOING = f"""
[movement]
rule = {CITE}
each = "1 turn"
otherwise = "elf"
square = 5

[races.elf]
rule = {CITE}
feet = 120
encumbered = 60

[paces.stealthy]
rule = {CITE}
says = ["by stealth"]
times = "1/10"
notices = true

[surprise]
rule = {CITE}
attribute = "nerve"
base = 10
by_pace = {{ stealthy = 2 }}
loses = "1 turn"

[characters.load]
by = "weight"
rule = {CITE}
attribute = "nerve"
plus = 4
each = 25
slowed = 50
"""
GOOD = SMALL + GOING


def test_a_small_set_may_have_races_and_rates() -> None:
    rules = load_rules(GOOD, "my.toml", builtin_text)
    assert rules.races["elf"].encumbered == 60
    assert rules.paces["stealthy"].adverbs("stealthy") == ("by stealth",)
    assert rules.paces["slow"].adverbs("slow") == ("slowly",)


@pytest.mark.parametrize(
    "old,new,path,message,hint",
    [
        ('otherwise = "elf"', 'otherwise = @@"efl"', "movement.otherwise", "there is no race 'efl'", "elf"),
        ("square = 5", "square = @@-5", "movement.square", "-5 is too low", "at least 0"),
        ("feet = 120\nencumbered = 60", "feet = @@0\nencumbered = 0", "races.elf.feet", "0 is too low", ""),
        (
            "encumbered = 60",
            "encumbered = @@121",
            "races.elf.encumbered",
            "goes further with a load than without",
            "at most 120",
        ),
        ('times = "1/10"', "times = @@0", "paces.stealthy.times", "0 is too low", FACTOR),
        (
            'says = ["by stealth"]',
            'says = [@@"By Stealth"]',
            "paces.stealthy.says[0]",
            "'By Stealth' cannot be said",
            "small letters",
        ),
        (
            'says = ["by stealth"]',
            'says = [@@"slowly"]',
            "paces.stealthy.says[0]",
            "'slowly' means 'slow' already",
            "words of its own",
        ),
        (
            'times = "1/10"',
            'times = "1/10"\nfeet = @@60\neach = "1 turn"',
            "paces.stealthy.feet",
            "it has feet of its own and changes the party's rate",
            "keep one of the two",
        ),
        ('times = "1/10"', "feet = 60\n@@", "paces.stealthy.each", "each is missing", "1 turn"),
        ("slowed = 50", "slowed = @@101", "characters.load.slowed", "101 percent is no part of a load", ""),
        (
            'by = "weight"',
            'by = @@"wait"',
            "characters.load.by",
            "'wait' is none of weight, steps",
            "",
        ),
        (
            "stealthy = 2",
            "@@stealty = 2",
            "surprise.by_pace.stealty",
            "there is no pace 'stealty'",
            "stealthy",
        ),
        (
            'loses = "1 turn"',
            'loses = @@""',
            "surprise.loses",
            "surprise costs nothing",
            'such as loses = "1 round"',
        ),
    ],
)
def test_what_makes_no_sense_is_told_with_its_place(
    old: str, new: str, path: str, message: str, hint: str
) -> None:
    text, line, _ = marked_place(changed(old, new, GOOD))
    (problem,) = [one for one in problems_of(text) if one.path == path]
    assert message in problem.message
    assert hint in problem.hint
    if "is missing" not in message:
        assert problem.line == line


def test_a_race_is_one_word_and_no_attribute() -> None:
    paths = [one.path for one in problems_of(GOOD.replace("[races.elf]", '[races."wood elf"]'))]
    assert 'races."wood elf"' in paths or "races.wood elf" in paths
    named = problems_of(GOOD.replace("[races.elf]", "[races.nerve]").replace('"elf"', '"nerve"'))
    assert [one.message for one in named] == ["'nerve' is an attribute already"]


def test_races_and_paces_of_the_party_need_rates() -> None:
    start, end = GOOD.index("[movement]"), GOOD.index("[races.elf]")
    told = {one.path for one in problems_of(GOOD[:start] + GOOD[end:])}
    assert {"races.elf", "paces.stealthy", "characters.load"} <= told


def test_a_fight_costs_a_length_or_fills_one_up() -> None:
    (problem,) = problems_of(changed("[fight]\n", '[fight]\nfills = "1 turn"\n'))
    assert problem.path == "fight.fills"
    assert problem.message == "a fight with a cost of its own fills up nothing"
