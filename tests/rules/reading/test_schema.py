"""The published schema is the model's, and says what the loader says."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from pathlib import Path

import jsonschema
import pytest

from turnkeeper.rules import builtin_ids, builtin_text
from turnkeeper.rules.reading.schema import published_schema, schema_text

DATA = Path(__file__).parents[1] / "data"


def _valid(text: str) -> bool:
    return bool(jsonschema.Draft202012Validator(published_schema()).is_valid(tomllib.loads(text)))


def test_the_published_schema_is_in_step_with_the_model() -> None:
    kept = files("turnkeeper.rules").joinpath("ruleset.schema.json").read_text("utf-8")
    assert kept == schema_text()


@pytest.mark.slow
def test_the_published_schema_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(published_schema())


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", builtin_ids())
def test_every_built_in_rule_set_is_valid(ruleset: str) -> None:
    text = builtin_text(ruleset)
    assert text is not None
    assert _valid(text)
    assert text.startswith("#:schema ../ruleset.schema.json\n")


@pytest.mark.parametrize("name", ["small.toml", "twin.toml", "usage-dice.toml"])
def test_whole_rule_sets_are_valid(name: str) -> None:
    assert _valid((DATA / name).read_text("utf-8"))


def test_a_whole_rule_set_may_leave_nothing_out() -> None:
    assert not _valid('[ruleset]\nid = "mine"\nname = "Mine"\n')


@pytest.mark.slow
def test_a_difference_may_leave_out_what_its_base_says() -> None:
    head = '[ruleset]\nid = "mine"\nextends = "glog"\n'
    assert _valid(head)
    assert _valid(head + "[lights.torch.burns]\nticks = 3\n")
    assert _valid(head + '[lights.torch]\nburns = { by = "clock", lasts = "1 h" }\n')


@pytest.mark.slow
def test_a_difference_may_not_say_what_no_rule_set_says() -> None:
    head = '[ruleset]\nid = "mine"\nextends = "glog"\n'
    assert not _valid(head + "[lights.torch]\nburnz = 3\n")
    assert not _valid(head + "[lights.torch]\nbright = '20'\n")
    assert not _valid(head + "[lights.torch.burns]\nby = 'tick'\n")


def test_lists_of_a_difference_must_be_whole() -> None:
    head = '[ruleset]\nid = "mine"\nextends = "glog"\n'
    assert _valid(head + '[tables.reaction]\nentries = [{ on = "2-12", name = "shrug" }]\n')
    assert not _valid(head + '[tables.reaction]\nentries = [{ on = "2-12" }]\n')


def test_every_table_of_the_schema_is_described() -> None:
    definitions = published_schema()["$defs"]
    assert isinstance(definitions, dict)
    assert all(
        definition.get("title") and definition.get("description") for definition in definitions.values()
    )
