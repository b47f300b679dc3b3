"""A new rule set to write in: in order as it is written, and so with all of it that is commented out."""

from __future__ import annotations

import re

import pytest

from tests.play.keeper import keep
from turnkeeper.app.rulecheck import checked
from turnkeeper.app.shelf.new_rules import id_of, new_rules
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.reading.load import builtin_ids, builtin_text, load_builtin, load_rules

_VALUE = re.compile(r"^# (?=[a-z_]+ = )", re.MULTILINE)


@pytest.mark.parametrize("game", builtin_ids())
def test_a_new_rule_set_is_in_order_and_says_only_what_it_must(game: str) -> None:
    text = new_rules("Our Own Game", load_builtin(game))
    found, _ = checked(text, "our-own-game.toml")
    assert found.problems == ()
    rules = load_rules(text, "our-own-game.toml", builtin_text)
    assert rules.ruleset.id == "our-own-game"
    assert rules.time.units == load_builtin(game).time.units
    assert rules.activities == {}
    assert all(rule.startswith("O-") for rule in rules.register)


@pytest.mark.parametrize("game", builtin_ids())
def test_what_is_commented_out_can_be_said(game: str) -> None:
    """But for what needs other parts of a game: procedures for the time of day, places for rooms."""
    text = _VALUE.sub("", new_rules("Ours", load_builtin(game)))
    found, _ = checked(text, "ours.toml")
    assert [one for one in found.problems if "there is no rule" in one.message] == []


def test_time_passes_in_a_new_game() -> None:
    rules = load_rules(new_rules("Ours", load_builtin("classic")), "ours.toml", builtin_text)
    keeper = keep("party Varda", rules=Rulebook(rules))
    assert keeper.told("next") == ["wait: 1 turn"]


def test_where_it_is_dark_and_where_a_campaign_begins_is_said() -> None:
    rules = load_rules(new_rules("Ours", load_builtin("torchlit")), "ours.toml", builtin_text)
    assert [name for name, one in rules.scenes.items() if one.dark] == ["dungeon", "camp"]
    assert [name for name, one in rules.scenes.items() if one.start] == ["settlement"]


@pytest.mark.parametrize("game", builtin_ids())
def test_each_section_says_its_meaning_once(game: str) -> None:
    lines = new_rules("Ours", load_builtin(game)).splitlines()
    assert lines.count("# Where play happens.") == 1
    assert not [one for one in lines if re.fullmatch(r"# \[\w+\]", one)], "a section without a meaning"


def test_a_name_of_any_letters_stays_on_its_line() -> None:
    assert id_of("  ...  ") == ""
    text = new_rules('A\nname = "x"\x07 \N{SNOWMAN}', load_builtin("glog"))
    found, _ = checked(text, "ours.toml")
    assert found.problems == ()
