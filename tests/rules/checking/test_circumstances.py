"""Factors, cases, loads by steps and dice for the way in rule files: each fault with its place and hint."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.rules.bad_files import FACTOR
from turnkeeper.rules import Problem, RulesFault, builtin_text, load_rules

HEAD = '[ruleset]\nid = "house"\nname = "House"\nextends = "classic"\n'


def problems_of(differences: str) -> list[Problem]:
    with pytest.raises(RulesFault) as fault:
        load_rules(HEAD + differences, "house.toml", builtin_text)
    return list(fault.value.problems)


def test_factors_of_nothing_or_less_are_told_all_at_once_each_at_its_place() -> None:
    told = problems_of(
        "[terrain.hills]\nslowed = 0\n"
        '[terrain.forest]\nslowed = "1/0"\n'
        "[terrain.desert]\nslowed = -3\n"
        '[travel.roads]\ntimes = "-3/2"\n'
        '[travel.pays]\ntimes = "1.5"\n'
    )
    assert [(one.line, one.path, one.message, one.hint) for one in told] == [
        (6, "terrain.hills.slowed", "0 is too low", FACTOR),
        (8, "terrain.forest.slowed", "'1/0' is no factor", FACTOR),
        (10, "terrain.desert.slowed", "-3 is too low", FACTOR),
        (12, "travel.roads.times", "'-3/2' is no factor", FACTOR),
        (14, "travel.pays.times", "'1.5' is no factor", FACTOR),
    ]


@pytest.mark.parametrize(
    "said, factor", [("2", 2), ('"2"', 2), ('"3/2"', Fraction(3, 2)), ('"2/3"', Fraction(2, 3))]
)
def test_a_factor_is_a_number_or_a_ratio(said: str, factor: Fraction) -> None:
    rules = load_rules(f"{HEAD}[terrain.hills]\nslowed = {said}\n", "house.toml", builtin_text)
    assert Fraction(rules.terrain["hills"].slowed) == factor


@pytest.mark.parametrize(
    "differences, path, message",
    [
        (
            '[navigation]\nattribute = "wisdom"\n',
            "navigation",
            "a save keeps the way, or dice do: say it in one way",
        ),
        (
            '[procedures.outdoors]\ntable = "reaction"\n',
            "procedures.outdoors.cases",
            "reaction is no chance: it happens or does not, on one die",
        ),
        (
            '[procedures.outdoors]\ncases = [{ terrain = ["hill"], hits = 2 }]\n',
            "procedures.outdoors.cases[0].terrain[0]",
            "there is no terrain 'hill'",
        ),
        (
            '[procedures.outdoors]\ncases = [{ between = ["dusk"], hits = 2 }]\n',
            "procedures.outdoors.cases[0].between",
            "a time from which, and one until which",
        ),
        (
            '[procedures.outdoors]\ncases = [{ between = ["dusk", "noon", "dawn"], hits = 2 }]\n',
            "procedures.outdoors.cases[0].between",
            "between two times there are no more",
        ),
        (
            '[procedures.outdoors]\ncases = [{ levels = "deep", hits = 2 }]\n',
            "procedures.outdoors.cases[0].levels",
            "'deep' is not a total, a range such as 2-4, '2 or less' or '12 or more'",
        ),
        (
            '[procedures.outdoors]\ncases = [{ terrain = ["hills"] }]\n',
            "procedures.outdoors.cases[0]",
            "what holds in this case is missing",
        ),
        (
            '[encounters]\ncases = [{ terrain = ["hills"], dice = "2d6", every = "1 h" }]\n',
            "encounters.cases[0].every",
            "every means nothing in this case",
        ),
        (
            "[characters.load]\nsteps = [{ up_to = 9, slowed = 1 }, { up_to = 9, slowed = 2 }]\n",
            "characters.load.steps[1].up_to",
            "up to 9 comes after up to 9",
        ),
        ("[surprise]\nhits = 6\n", "surprise.hits", "1d6 surprise always, or never, at 6"),
        (
            '[surprise]\nattribute = "wisdom"\n',
            "surprise.dice",
            "who notices is not thrown for besides",
        ),
        (
            '[activities.rest]\ndo = [{ effect = "start-timer", timer = "x", lasts = "1 h", until = "rest"}]',
            "activities.rest.do[0].until",
            "a timer ends after a length, or when it is lifted",
        ),
    ],
)
def test_what_does_not_fit_together_is_told_at_its_place(differences: str, path: str, message: str) -> None:
    assert [(one.path, one.message) for one in problems_of(differences)] == [(path, message)]
