"""A file in which much is wrong at once: each problem is told, with its place and what would be right."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from contextlib import suppress

import pytest

from tests.rules.bad_files import problems_of
from turnkeeper.rules import Problem, RulesFault, builtin_ids, builtin_text, load_rules

HEAD = """\
[ruleset]
id = "wrong"
name = "All wrong"
extends = "classic"

[register.O-WRONG-1]
origin = "house"
says = "All of it is wrong."
why = "So that all of it is told."
"""
RULE = 'rule = { id = "O-WRONG-1", origin = "house", why = "So that it is told." }'
ORDER = """
[fight.order]
phases = ["morale", " ", "morale", "blows"]
"""
FACTORS = """
[travel.roads]
times = "1/0"

[paces.running]
times = "0"

[paces.met]
times = "-3"
"""
CIRCLE = f"""
[trackers.hope]
{RULE}
name = "hope"
counts = {{ by = "number", start = 3, thresholds = [
  {{ on = "0", name = "no hope", do = [{{ effect = "set", tracker = "fear", to = 0 }}] }},
] }}

[trackers.fear]
{RULE}
name = "fear"
counts = {{ by = "number", start = 3, thresholds = [
  {{ on = "0", name = "no fear", do = [{{ effect = "set", tracker = "hope", to = 0 }}] }},
] }}
"""


def problems(text: str) -> dict[str, tuple[str, str]]:
    with pytest.raises(RulesFault) as caught:
        load_rules(text, "wrong.toml", builtin_text)
    found = caught.value.problems
    assert all(one.line and one.column for one in found), found
    return {one.path: (one.message, one.hint) for one in found}


@pytest.mark.slow
def test_circles_holes_and_factors_are_told_at_once_each_at_its_place() -> None:
    parts = [problems(HEAD + part) for part in (ORDER, FACTORS, CIRCLE)]
    together = {path: told for part in parts for path, told in part.items()}
    assert problems(HEAD + ORDER + FACTORS + CIRCLE) == together
    assert {"travel.roads.times", "paces.running.times", "paces.met.times"} <= set(together)
    assert all(hint for _, hint in together.values()), together


def test_a_factor_that_is_none_says_what_one_is() -> None:
    for path, (message, hint) in problems(HEAD + FACTORS).items():
        assert "is no factor" in message, path
        assert '"3/2"' in hint


def test_an_order_with_a_hole_says_which_phase_it_is() -> None:
    found = problems(HEAD + ORDER)
    assert set(found) == {"fight.order.phases[1]", "fight.order.phases[2]"}
    assert found["fight.order.phases[1]"][0] == "this is blank"


def test_trackers_that_set_each_other_are_told_as_a_circle_at_both() -> None:
    found = problems(HEAD + CIRCLE)
    assert len(found) == 2
    assert all("runs in a circle: trackers." in message for message, _ in found.values())


def removable(game: str) -> Iterator[str]:
    """Yield the sections of a game, and each entry of them, as ``remove`` names them."""
    for section, entries in tomllib.loads(builtin_text(game) or "").items():
        if section not in {"ruleset", "register", "options"}:
            yield section
            yield from (f"{section}.{name}" for name, one in entries.items() if isinstance(one, dict | list))


@pytest.mark.slow
@pytest.mark.parametrize("game", builtin_ids())
def test_whatever_a_game_lacks_is_told_with_place_and_hint_or_is_not_needed(game: str) -> None:
    """Nothing may be taken out that brings anything else than problems, each with what would mend it."""
    found: list[Problem] = []
    for part in removable(game):
        text = f'[ruleset]\nid = "less"\nname = "Less"\nextends = "{game}"\nremove = ["{part}"]\n'
        with suppress(RulesFault):
            load_rules(text, "less.toml", builtin_text)
            continue
        found += problems_of(text, "less.toml")
    assert found
    assert [one for one in found if not (one.line and one.column and one.hint)] == []


@pytest.mark.parametrize(
    "base,gone,path,hint",
    [
        ("classic", "time", "time", "a table of names"),
        ("classic", "encounters.corridor", "encounters.corridor", "a table of names"),
        ("classic", "tables.foraging", "activities.forage.do[0].table", "known: searching"),
        ("advanced", "time.times_of_day", "procedures.night.at", 'such as dawn = "06:00"'),
        ("classic", "activities.eat", "provisions.food.item", "rations = 1"),
        ("torchlit", "fight", "procedures.disturbed.also_on[0]", "or of the fight"),
        ("torchlit", "table_clock", "lights.torch.burns", "such as [table_clock]"),
    ],
)
def test_what_another_part_needs_is_named_at_that_part(base: str, gone: str, path: str, hint: str) -> None:
    text = f'[ruleset]\nid = "less"\nname = "Less"\nextends = "{base}"\nremove = ["{gone}"]\n'
    found = problems(text)
    assert hint in found[path][1], found


HUGE = "1" + "0" * 30
BOUNDED = {
    "a number": (f"[lights.torch]\nbright = {HUGE}\n", "lights.torch.bright"),
    "a length": (f'[lights.torch]\nburns = {{ lasts = "{HUGE} turns" }}\n', "lights.torch.burns.lasts"),
    "a count of dice": (f'[tables.hunting]\ndice = "{HUGE}d6"\n', "tables.hunting.dice"),
    "sides of a die": (f'[tables.hunting]\ndice = "1d{HUGE}"\n', "tables.hunting.dice"),
    "a total": (
        f'[tables.hunting]\nentries = [{{ on = "{HUGE}", name = "x" }}]\n',
        "tables.hunting.entries[0].on",
    ),
    "brackets in dice": (f'[tables.hunting]\ndice = "{"(" * 900}1d6{")" * 900}"\n', "tables.hunting.dice"),
}


@pytest.mark.parametrize("case", BOUNDED)
def test_what_is_beyond_all_measure_is_told_at_its_place(case: str) -> None:
    text, path = BOUNDED[case]
    assert path in problems(HEAD + "\n" + text)


def test_a_case_that_never_holds_is_told() -> None:
    cases = """
[procedures.wandering]
cases = [{ levels = "2", hits = 2 }, { levels = "2", hits = 3 }, { hits = 1 }, { levels = "3", hits = 3 }]
"""
    found = problems(HEAD + cases)
    assert set(found) == {"procedures.wandering.cases[1]", "procedures.wandering.cases[3]"}
    assert {hint for _, hint in found.values()} == {"put what fits always last"}
