"""How two rule sets differ, in plain words."""

from __future__ import annotations

import pytest

from turnkeeper.rules.model.lights import Burns
from turnkeeper.rules.model.ruleset import RuleSet
from turnkeeper.rules.reading.fields import section_names, variants
from turnkeeper.rules.reading.load import builtin_ids, builtin_text, load_builtin, load_rules
from turnkeeper.views.rule_contrasts import contrasts


def told(one: RuleSet, other: RuleSet) -> dict[tuple[str, str], tuple[str, ...]]:
    return {(each.section, each.entry): each.says for each in contrasts(one, other)}


def test_a_torch_of_two_games_is_told_in_the_words_of_its_kind() -> None:
    """G-LIGHT-2: two ticks; B-LIGHT-1: six turns."""
    found = told(load_builtin("classic"), load_builtin("glog"))
    assert "burns 6 turns against 2 ticks" in found["lights", "torch"]
    assert "burns 24 turns against 4 ticks" in found["lights", "lantern"]
    assert found["lights", ""] == ("only in glog: candle",)


@pytest.mark.parametrize("game", builtin_ids())
def test_a_game_does_not_differ_from_itself(game: str) -> None:
    assert contrasts(load_builtin(game), load_builtin(game)) == []


def test_what_only_one_of_them_says_is_told_by_its_name() -> None:
    """G-LIGHT-3: a torch of 20 ft and 20 of shadow; B-LIGHT-1: one of 30 ft."""
    found = told(load_builtin("glog"), load_builtin("classic"))["lights", "torch"]
    assert "bright 20 against 30" in found
    (alone,) = (one for one in found if one.startswith("only in"))
    assert alone.startswith("only in glog: ")
    assert alone.endswith("shadow 20")


def test_one_length_in_two_words_is_no_difference() -> None:
    """A lantern burns 24 turns of ten minutes, or four hours."""
    ours = """\
[ruleset]
id = "ours"
name = "Ours"
extends = "classic"

[lights.lantern]
burns = { lasts = "4 h" }

[procedures.wandering]
every = "30 min"
"""
    rules = load_rules(ours, "ours.toml", builtin_text)
    assert told(load_builtin("classic"), rules) == {
        ("procedures", "wandering"): ("every 2 turns against 30 min",)
    }


def test_a_name_that_two_sections_have_is_told_with_its_section() -> None:
    said = [str(one) for one in contrasts(load_builtin("classic"), load_builtin("glog"))]
    assert sum(one.startswith("tables, reaction: entries (") for one in said) == 1
    assert not any(one.startswith("characters: attributes (") for one in said), "the same in another order"


@pytest.mark.slow
def test_two_games_are_told_either_way_round() -> None:
    games = [load_builtin(one) for one in builtin_ids()]
    for one in games:
        for other in games:
            assert set(told(one, other)) == set(told(other, one))
            assert {section for section, _ in told(one, other)} <= set(section_names())


def test_a_house_file_differs_in_what_it_says_and_in_nothing_else() -> None:
    """A default that is said outright is no difference; the rule that is cited is none either."""
    text = """\
[ruleset]
id = "ours"
name = "Ours"
extends = "glog"
remove = ["lights.candle"]

[lights.torch]
burns = { ticks = 3 }
reach = ""

[scenes.dungeon]
dark = false
"""
    ours = load_rules(text, "ours.toml", builtin_text)
    assert told(load_builtin("glog"), ours) == {
        ("lights", ""): ("only in glog: candle",),
        ("lights", "torch"): ("burns ticks 2 against 3",),
        ("scenes", "dungeon"): ("only in glog: dark",),
    }


def test_every_way_to_burn_has_words_of_its_own() -> None:
    import msgspec.inspect as types

    found = variants(types.type_info(Burns))
    assert len(found) == len({vars(one.cls)["in_words"] for one in found})
