"""What a text of house rules changes of its base, in words, each with the line that says so."""

from __future__ import annotations

import pytest

from turnkeeper.app.shelf.house_files import house_file
from turnkeeper.app.shelf.house_text import house_text
from turnkeeper.rules.reading.load import builtin_ids, builtin_text, example_ids, load_builtin
from turnkeeper.views.house_differences import differences

OURS = """\
[ruleset]
id = "ours"
name = "Ours"
extends = "glog"
remove = ["lights.candle", "activities.night.heals"]
options = ["encounters-by-watch"]

[lights.torch]
burns = { ticks = 3 }
plural = "torches"

[lights.lantern]
burns = { by = "clock", lasts = "1 h" }

[scenes.dungeon]
dark = false

[tables."outdoor check by watch"]
entries = [
  { on = "1-2", name = "encounter", do = [{ effect = "encounter" }] },
  { on = "3-6", name = "nothing" },
]
"""


def told(text: str) -> dict[str, tuple[int, str]]:
    return {one.path: (one.line, str(one)) for one in differences(house_text(text))}


def test_each_line_is_told_by_what_it_changes() -> None:
    found = told(OURS)
    assert found["lights.torch.burns.ticks"] == (9, "torch: burns ticks 3 instead of 2")
    assert found["lights.lantern.burns"] == (
        13,
        "lantern: burns 1 h instead of 4 ticks",
    )
    assert found["scenes.dungeon.dark"] == (16, "dungeon: dark no instead of yes")
    assert found["lights.candle"] == (5, "lights: candle: left out")
    assert found["activities.night.heals"][0] == 5
    assert "lights.torch.plural" not in found  # it says what the base says


def test_what_an_option_changes_is_told_at_its_line() -> None:
    found = told(OURS)
    line, said = found['procedures."outdoors by watch"']
    assert (line, said.startswith("procedures: outdoors by watch: new, ")) == (6, True)
    assert found["procedures.outdoors"] == (6, "procedures: outdoors: left out")


def test_a_text_with_problems_tells_what_it_changes_all_the_same() -> None:
    found = told(OURS.replace("dark = false", 'dark = false\nstep = "1 turnn"'))
    assert found["scenes.dungeon.step"] == (17, "dungeon: step 1 turnn instead of 1 turn")
    assert told(OURS + "[") == {}


def test_of_a_long_list_only_the_rows_that_differ_are_told() -> None:
    rows = (builtin_text("glog") or "").partition('[tables."encounter check"]')[2].partition("entries")[2]
    entries = (
        rows.partition("\n]")[0]
        .replace('"8"', '"8-9"')
        .replace('on = "9"', 'on = "10"')
        .replace("10-12", "11-12")
    )
    found = told(f'{OURS}\n[tables."encounter check"]\nentries{entries}\n]\n')
    said = found['tables."encounter check".entries'][1]
    assert "8-9 weariness" in said
    assert "foretell" not in said


@pytest.mark.parametrize("ruleset", builtin_ids())
def test_nothing_differs_where_nothing_was_changed(ruleset: str) -> None:
    assert told(house_file(load_builtin(ruleset))) == {}


@pytest.mark.parametrize("example", example_ids())
def test_every_example_differs_from_its_base_and_says_where(example: str) -> None:
    found = told((builtin_text(example) or "").replace(f'id = "{example}"', 'id = "ours"'))
    # Of the two variants of one procedure this one says outright what its base says.
    assert bool(found) == (example != "ten-second-rounds")
    assert all(line for line, _ in found.values()), found
