"""Every rule of a built-in set stands in the data and is tested and played; and no rule vanishes."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.play.keeper import house_rules
from tools import coverage as tool
from tools.coverage import DoesNotHold, named_in, shown_by_playing, shown_in
from turnkeeper.rules import builtin_ids, load_builtin
from turnkeeper.rules.coverage import coverage_index
from turnkeeper.views.rulesheet import Covered, Reason, coverage, explain

LISTED: dict[str, dict[str, list[str]]] = tomllib.loads(
    (tool.ROOT / "docs" / "rules" / "ids.toml").read_text("utf-8")
)


# What must hold of the rule sets that come along


@pytest.mark.parametrize("ruleset", builtin_ids())
def test_every_rule_of_the_game_stands_in_the_data_and_is_tested_and_played(ruleset: str) -> None:
    """A rule of the house needs its reason instead; what a playthrough must do, tools/coverage.py says."""
    lacking = [
        f"{one.id}: {', '.join(one.missing)}" for one in coverage(load_builtin(ruleset)) if one.missing
    ]
    assert lacking == []


@pytest.mark.parametrize("ruleset", builtin_ids())
def test_every_choice_of_the_house_says_why(ruleset: str) -> None:
    rules = coverage(load_builtin(ruleset))
    assert [one.id for one in rules if "house" in (one.origin, *one.also) and not one.reasons] == []


def test_the_sets_of_the_list_are_those_that_come_along() -> None:
    assert sorted(LISTED) == list(builtin_ids())


@pytest.mark.parametrize("ruleset", LISTED)
def test_no_rule_vanishes_from_a_register_or_joins_it_unlisted(ruleset: str) -> None:
    register = load_builtin(ruleset).register
    listed = LISTED[ruleset]
    assert [rule for rule in listed if rule not in register] == [], "gone from the register"
    assert [rule for rule in register if rule not in listed] == [], "not in docs/rules/ids.toml"


@pytest.mark.parametrize("ruleset", LISTED)
def test_every_rule_has_the_origins_that_are_listed(ruleset: str) -> None:
    """The first is that of the rule itself; each other one is cited by an entry or an option."""
    there = {one.id: one for one in coverage(load_builtin(ruleset))}
    listed = {rule: origins for rule, origins in LISTED[ruleset].items() if rule in there}
    assert {rule: there[rule].origin for rule in listed} == {
        rule: first for rule, (first, *_) in listed.items()
    }
    assert [rule for rule, (_, *parts) in listed.items() if not set(parts) <= set(there[rule].also)] == []


@pytest.mark.slow
def test_no_test_names_a_rule_that_there_is_not() -> None:
    games = "".join(sorted({rule[0] for rule in tool.known_rules()}))
    named = re.compile(rf"\b[{games}]-[A-Z]+-\d+\b")
    texts = [file.read_text("utf-8") for file in sorted((tool.ROOT / "tests").rglob("test_*.py"))]
    said = {rule for text in texts for _, rules in shown_in(text) for rule in rules if named.fullmatch(rule)}
    assert said - tool.known_rules() == set()


# What is drawn is in step


@pytest.mark.slow
@pytest.mark.parametrize("file, draw", [pytest.param(*one, id=one[0].name) for one in tool.drawn()])
def test_what_is_drawn_from_the_rules_the_tests_and_the_playthroughs_is_in_step(
    file: Path, draw: Callable[[], str]
) -> None:
    assert file.exists(), tool.AGAIN
    # Said shortly: a difference of two long texts is told at great length.
    in_step = file.read_text("utf-8") == draw()
    assert in_step, tool.AGAIN


@pytest.mark.slow
def test_the_index_comes_with_the_program() -> None:
    assert coverage_index().keys() <= tool.known_rules()


# What counts as showing a rule


@pytest.mark.parametrize(
    "name, rules",
    [
        ("test_g_light_2_two_ticks", ["G-LIGHT-2"]),
        ("test_two_ticks_g_light_2", ["G-LIGHT-2"]),
        ("test_g_mor_1_to_3_morale", ["G-MOR-1", "G-MOR-2", "G-MOR-3"]),
        ("test_g_enc_3_and_4_the_reaction", ["G-ENC-3", "G-ENC-4"]),
        ("test_d_nav_1_to_2_and_4", ["D-NAV-1", "D-NAV-2", "D-NAV-4"]),
        ("test_g_act_1_but_not_ag_act_2", ["G-ACT-1"]),
        ("test_3_lights_2_torches", []),
    ],
)
def test_the_name_of_a_test_holds_these_rules(name: str, rules: list[str]) -> None:
    assert list(named_in(name)) == rules


def test_a_test_shows_what_its_name_or_its_docstring_holds_and_nothing_else_does() -> None:
    source = (
        '"""G-ENC-1"""\n'
        "def test_g_act_1_lock():\n"
        '    """And (G-ACT-2), G-ACT-2 again, T3."""\n'
        '    text = "G-ACT-3"\n'
        "def helper():\n"
        '    """G-ACT-4"""\n'
    )
    assert list(shown_in(source)) == [("test_g_act_1_lock", ["G-ACT-1", "G-ACT-2"])]


# By hand: entering is of G-TIME-2, lighting of G-LIGHT-2, and a 9 of the check of G-ENC-2.
PLAYED = "rules: glog\n{}> enter dungeon Barrow\n> light torch\n{}? 9\n> next\n{}"
OF_EVENTS = {"G-TIME-2", "G-LIGHT-2", "G-ENC-2"}


@pytest.mark.parametrize(
    "before, within, after, more",
    [
        ("", "", "", set()),
        ("; opening: G-ACT-1\n", "", "= encounter check 9: local effect\n", set()),
        ("", "; here: G-ACT-1\n", "", set()),
        ("", "; here: G-ACT-1\n", "= encounter check 9: local effect\n", {"G-ACT-1"}),
        ("", "; over two lines, G-ACT-1\n; and G-ACT-2\n", "= status dark: no\n", {"G-ACT-1", "G-ACT-2"}),
        ("", "; G-ACT-1\n", "; no more of it\n= status dark: no\n", set()),
        ("", "", "> resume\n= refused: nothing was left unfinished\n", set()),
    ],
    ids=["events", "opening", "no fact", "a fact below", "two lines", "another comment", "a refusal"],
)
def test_a_playthrough_shows_what_caused_its_events_and_what_is_said_above_its_facts(
    before: str, within: str, after: str, more: set[str]
) -> None:
    shown = set(shown_by_playing(PLAYED.format(before, within, after), "barrow.play"))
    assert shown == OF_EVENTS | more


def test_a_playthrough_that_does_not_hold_shows_nothing() -> None:
    with pytest.raises(DoesNotHold, match=r"barrow\.play:6"):
        set(shown_by_playing(PLAYED.format("", "", "= it snows\n"), "barrow.play"))


# What is told of a rule


def covered(rules: str, rule: str) -> Covered:
    (found,) = [one for one in coverage(house_rules(rules).set) if one.id == rule]
    return found


def test_what_a_rule_lacks_is_told() -> None:
    new = '[register.H-ODD-{}]\norigin = "{}"\nsays = "A rule of our own."\n{}\n'
    assert covered(new.format(1, "printed", ""), "H-ODD-1").missing == ("an entry", "a test", "a playthrough")
    assert covered(new.format(2, "companion", "engine = true"), "H-ODD-2").missing == (
        "a test",
        "a playthrough",
    )
    assert covered(new.format(2, "companion", "engine = true"), "H-ODD-2").where == ("engine",)
    assert covered(new.format(3, "house", 'why = "It was fun."'), "H-ODD-3").missing == ()


def test_what_a_house_file_changes_is_of_the_house_and_says_so() -> None:
    torch = covered('[lights.torch]\nburns = { by = "ticks", ticks = 3 }\n', "G-LIGHT-2")
    assert torch.origin == "printed"
    assert torch.also == ("house",)
    assert any("lights.torch" in reason.where for reason in torch.reasons)


def test_a_rule_is_told_whole_before_what_the_house_chose_for_an_entry() -> None:
    candle = explain(load_builtin("glog"), "g-light-2")
    assert candle.why == ""
    assert [reason.where for reason in candle.house] == [("lights.candle",)]
    outside = explain(load_builtin("glog"), "g-light-4")
    assert "encounter check" in outside.why
    assert outside.why not in [reason.why for reason in outside.house]


def test_one_reason_for_several_entries_is_told_once() -> None:
    (reason,) = explain(load_builtin("glog"), "g-light-3").house
    assert isinstance(reason, Reason)
    assert reason.where == ("lights.torch", "lights.lantern", "lights.candle")
