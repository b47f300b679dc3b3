"""Checks, exertion, camps and rituals in a rule file: what makes no sense is told with its place."""

from __future__ import annotations

import pytest

from tests.rules.bad_files import SMALL, changed, marked_place, problems_of
from turnkeeper.rules import load_rules
from turnkeeper.rules.reading.load import builtin_text

RULE = 'rule = { id = "S-2", origin = "house", why = "A test." }'
GOOD = f"""
[checks]
{RULE}
dice = "1d20"
equal = true

[checks.edge]
{RULE}
advantage = "2d20kl1"
disadvantage = "2d20kh1"

[strains.exertion]
{RULE}

[recovery]
{RULE}
levels = [{{ level = 1, dice = "1d3" }}, {{ level = 2, dice = "1d3+1" }}]

[camp]
{RULE}
takes = "1 h"
tent = "tent"

[camp.natural]
{RULE}
dice = "1d20"
found = {{ hills = {{ winter = 8 }} }}

[camp.sheltered]
{RULE}
heals = {{ dice = "1d6", hit_die = true }}

[camp.unsheltered]
{RULE}
heals = {{ hit_die = true }}
exerts = "1d4"

[activities.ceremony]
{RULE}
says = ["ceremony"]
takes = "2 turns"
longer = true
trial = {{ {RULE}, attribute = "nerve", exact = 2 }}
do = [{{ effect = "start-timer", timer = "ceremony", lasts = "3 turns", each_level = true }}]

[activities."bed rest"]
{RULE}
says = ["bed rest"]
asks_length = true
relief.exertion = {{ {RULE}, each = "7 days" }}
"""


def test_a_small_set_may_have_them_all() -> None:
    rules = load_rules(SMALL + GOOD, "my.toml", builtin_text)
    assert rules.camp is not None
    assert rules.camp.natural is not None
    assert rules.camp.natural.found == {"hills": {"winter": 8}}
    trial = rules.rituals["ceremony"].trial
    assert trial is not None
    assert trial.exact == 2


@pytest.mark.parametrize(
    "old,new,path,message,hint",
    [
        ('dice = "1d20"\nequal', 'dice = "1d@@"\nequal', "checks.dice", "'1d' is no throw", ""),
        ('"2d20kl1"', '"2d20kl@@"', "checks.edge.advantage", "'2d20kl' is no throw", ""),
        (
            "level = 2",
            "level = @@1",
            "recovery.levels[1].level",
            "level 1 comes after level 1",
            "the lowest level first, each once",
        ),
        ('takes = "1 h"', 'takes = @@""', "camp.takes", "a length is needed here", 'such as "1 h"'),
        ("winter = 8", "winter = @@-1", "camp.natural.found.hills.winter", "-1 is too low", "at least 0"),
        ('"1d4"', '"1d@@"', "camp.unsheltered.exerts", "'1d' is no throw", ""),
        (
            'attribute = "nerve", exact',
            'attribute = @@"nerv", exact',
            "activities.ceremony.trial.attribute",
            "there is no attribute 'nerv'",
            "did you mean",
        ),
        ("exact = 2", "exact = @@0", "activities.ceremony.trial.exact", "0 is too low", "at least 1"),
        (
            'lasts = "3 turns", each_level = true',
            "each_level = @@true",
            "activities.ceremony.do[0].each_level",
            "it does not say how long for each level",
            'lasts = "10 min"',
        ),
        (
            'each = "7 days"',
            'each = "7 @@dyas"',
            'activities."bed rest".relief.exertion.each',
            "'7 dyas' is no length",
            "",
        ),
    ],
)
def test_what_makes_no_sense_is_told_with_its_place(
    old: str, new: str, path: str, message: str, hint: str
) -> None:
    text, line, column = marked_place(SMALL + changed(old, new, GOOD))
    (problem,) = problems_of(text)
    assert (problem.line, problem.column, problem.path) == (line, column, path)
    assert problem.message.startswith(message)
    assert hint in problem.hint


@pytest.mark.parametrize(
    "gone,told",
    [
        ("strains.exertion", ["camp.unsheltered.exerts"]),
        ("checks", ["activities.ceremony.trial"]),
        (
            "recovery",
            [
                'activities."bed rest".relief.exertion',
                "camp.sheltered.heals.hit_die",  # nobody has it,
                "camp.sheltered.heals.hit_die",  # and there are dice besides
                "camp.unsheltered.heals.hit_die",
            ],
        ),
    ],
)
def test_what_others_stand_on_must_be_there(gone: str, told: list[str]) -> None:
    parts = GOOD.split("\n\n")
    kept = "\n\n".join(part for part in parts if f"[{gone}" not in part)
    assert sorted(problem.path for problem in problems_of(SMALL + kept)) == sorted(told)
