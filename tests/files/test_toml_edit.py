"""A value changed in a TOML text: the text reads as the data wanted, and nothing else of it has changed."""

from __future__ import annotations

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from turnkeeper.files.rules_text import write_difference
from turnkeeper.files.toml_edit import put, with_block, with_value

HOUSE = """\
# Ours.
[ruleset]
id = "ours"   # never changes
options = ["a"]

[lights.torch]
burns = { by = "ticks", ticks = 3 }  # long
bright = 20

# Candles are stubs.
[lights.candle]
burns.ticks = 1

[tables.weather]
entries = [
  { on = "2", name = "storm" },  # rarely
  { on = "3-12", name = "clear" },
]"""

Path = tuple[str | int, ...]


@pytest.mark.parametrize(
    "path, value, gone, new",
    [
        (("lights", "torch", "burns", "ticks"), 4, "ticks = 3 }  # long", "ticks = 4 }  # long"),
        (("ruleset", "options"), ["a", "b"], '["a"]', '["a", "b"]'),
        (("lights", "torch", "shadow"), 5, "bright = 20\n", "bright = 20\nshadow = 5\n"),
        (("lights", "torch", "burns", "damp"), True, "ticks = 3 }", "ticks = 3, damp = true }"),
        (("lights", "candle", "burns", "by"), "ticks", "ticks = 1\n", 'ticks = 1\nburns.by = "ticks"\n'),
        (("tables", "weather", "entries", 0, "on"), "2-3", '"2", name', '"2-3", name'),
    ],
)
def test_a_value_is_written_where_it_stands_or_belongs(
    path: Path, value: object, gone: str, new: str
) -> None:
    assert with_value(HOUSE, path, value) == HOUSE.replace(gone, new, 1)


def test_a_value_of_what_the_text_has_not_comes_under_a_heading_at_its_end() -> None:
    after = with_value(HOUSE, ("lights", "glow moss", "burns", "ticks"), 2)
    assert after == f'{HOUSE}\n\n[lights."glow moss"]\nburns = {{ ticks = 2 }}\n'
    assert with_value("", ("morale", "dice"), "2d6") == '[morale]\ndice = "2d6"\n'
    assert with_block("a = 1\n\n\n", "[b]\n") == "a = 1\n\n[b]\n"


@pytest.mark.parametrize("text", ["burns = {", "[a]\n[a]\n", 'x = "'])
def test_a_text_that_is_no_toml_stays_as_it_is(text: str) -> None:
    assert with_value(text, ("a", "b"), 1) == text


def test_what_cannot_be_written_changes_nothing() -> None:
    assert with_value(HOUSE, ("nowhere", 3, "on"), "2") == HOUSE


names = st.sampled_from(["a", "b", "long name", "x.y"])
leaves = st.integers(-9, 9) | st.booleans() | st.sampled_from(["", "1 turn", 'say "so"', "é\n"])
tables = st.recursive(
    leaves,
    lambda inner: st.dictionaries(names, inner, max_size=3) | st.lists(leaves, max_size=2),
    max_leaves=8,
)
data = st.dictionaries(names, st.dictionaries(names, st.dictionaries(names, tables, max_size=3)), max_size=3)


@pytest.mark.slow
@given(data, st.lists(names, min_size=3, max_size=5), leaves)
def test_whatever_is_written_reads_back_as_the_data_with_that_value(
    held: dict[str, dict[str, dict[str, object]]], way: list[str], value: object
) -> None:
    text = write_difference(dict(held)) + "# the end\n"
    before, path = tomllib.loads(text), tuple(way)
    after = with_value(text, path, value)
    assert tomllib.loads(after) == put(before, path, value)
    assert "# the end" in after
