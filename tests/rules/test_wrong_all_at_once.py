"""A file in which much is wrong at once: each problem is told, with its place and what would be right."""

from __future__ import annotations

import pytest

from turnkeeper.rules import RulesFault, builtin_text, load_rules

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
