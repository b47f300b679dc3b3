"""The table's clock, words for danger and turns round the table in rule files: each fault with its place."""

from __future__ import annotations

import pytest

from turnkeeper.rules import Problem, RulesFault, builtin_text, load_rules

HEAD = '[ruleset]\nid = "house"\nname = "House"\nextends = "{}"\n'
RULE = 'rule = { id = "T-ENC-1", origin = "house", why = "A test." }\n'


def problems_of(differences: str, base: str = "torchlit") -> list[Problem]:
    with pytest.raises(RulesFault) as fault:
        load_rules(HEAD.format(base) + differences, "house.toml", builtin_text)
    return list(fault.value.problems)


def told(differences: str, base: str = "torchlit") -> list[tuple[str, str, str]]:
    return [(one.path, one.message, one.hint) for one in problems_of(differences, base)]


@pytest.mark.slow
def test_nonsense_is_told_all_at_once() -> None:
    found = problems_of(
        '[table_clock]\nsecond = "sideways"\n'
        "[dangers.risky]\nlevel = -1\n"
        '[dangers."very bad"]\nlevel = 9\n' + RULE + "[procedures.wandering]\n"
        'cases = [{ levels = "2", every = "0 rounds" }, { levels = "none", every = "1 round" }]\n'
        '[lights.torch]\nburns = { by = "table", lasts = "soon" }\n'
    )
    assert [(one.line, one.path) for one in found] == [
        (6, "table_clock.second"),
        (8, "dangers.risky.level"),
        (9, 'dangers."very bad"'),
        (13, "procedures.wandering.cases[0].every"),
        (13, "procedures.wandering.cases[1].levels"),
        (15, "lights.torch.burns.lasts"),
    ]


def test_a_light_by_the_table_needs_to_know_how_its_time_counts() -> None:
    torch = '[lights.torch]\nburns = { by = "table", lasts = "1 h" }\n'
    found = told(torch, "classic")
    assert found == [
        ("lights.torch.burns", "nothing says how the table's time counts", "such as [table_clock]")
    ]


def test_a_clock_by_which_nothing_burns_is_a_mistake() -> None:
    clock = '[table_clock]\nrule = { id = "B-LIGHT-1", origin = "house", why = "A test." }\n'
    (found,) = told(clock, "classic")
    assert found[:2] == ("table_clock", "the table's clock runs, and nothing burns by it")


def test_each_level_has_one_word_and_one_of_them_is_usual() -> None:
    worse = "[dangers.worse]\nlevel = 3\nusual = true\ndark = true\n" + RULE
    assert sorted(told(worse)) == [
        ("dangers.worse.dark", "the dark is 'deadly' already", "one is dark = true"),
        ("dangers.worse.level", "level 3 is called 'deadly' already", "each level has one word"),
        ("dangers.worse.usual", "a place is 'unsafe' already", "one is usual = true"),
    ]


def test_a_score_that_is_added_goes_against_a_number_and_no_other_does() -> None:
    assert told("[morale]\nagainst = 0\n") == [
        ("morale.against", "a score that is added goes against a number", "such as against = 15")
    ]
    assert told("[morale]\nagainst = 15\n", "classic") == [
        ("morale.against", "only a score that is added goes against a number", 'say holds = "added"')
    ]


def test_what_is_added_to_the_order_is_an_attribute() -> None:
    (found,) = told('[fight.order]\nadds = "speed"\n')
    assert found[0] == "fight.order.adds"
