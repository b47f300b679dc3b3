"""An editor that has the published schema finds every fault that a schema can state, as `rules check` does.

Each rule set is made wrong in one place: below the least, above the most, not of its form, none of the names,
of the wrong type, with an unknown name, without one that it needs. Both must refuse it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Iterator
from functools import cache

import jsonschema
import msgspec
import pytest

from tests.rules.mutants import Mutant, Table, mutants
from turnkeeper.files.rules_text import write_difference
from turnkeeper.rules import RulesFault, builtin_ids, builtin_text, example_ids, load_rules
from turnkeeper.rules.checking.check import check
from turnkeeper.rules.checking.ground import Ground, Held, build_scale, section_names
from turnkeeper.rules.model.ruleset import RuleSet
from turnkeeper.rules.reading.schema import DIALECT, published_schema


@cache
def _data(ruleset: str) -> Table:
    text = builtin_text(ruleset)
    assert text is not None
    return tomllib.loads(text)


_schema = cache(published_schema)


@cache
def _validator(part: str) -> jsonschema.Draft202012Validator:
    """Return the function that tells whether a part is as the published schema has it."""
    return jsonschema.Draft202012Validator(
        {"$schema": DIALECT, "$ref": f"#/$defs/{part}", "$defs": _schema()["$defs"]}
    )


def _part_in_schema(mutant: Mutant, data: Table) -> bool:
    return bool(_validator(mutant.at.owner).is_valid(mutant.part(data)))


def _whole_in_order(data: Table) -> bool:
    """Return whether `rules check` would find nothing in a whole rule set."""
    try:
        rules = msgspec.convert(data, RuleSet)
    except msgspec.ValidationError:
        return False
    scale, faults = build_scale(rules)
    ground = Ground(rules, section_names(data), frozenset(), False, scale, Held(rules))
    return not faults and next(check(ground), None) is None


@cache
def _published() -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator(_schema())


def _file_in_schema(_mutant: Mutant, data: Table) -> bool:
    return bool(_published().is_valid(data))


def _file_in_order(data: Table) -> bool:
    try:
        load_rules(write_difference(data), "mine.toml", builtin_text)
    except RulesFault:
        return False
    return True


def _all(rulesets: Iterable[str], *, whole: bool = True) -> Iterator[tuple[str, Mutant]]:
    for ruleset in rulesets:
        for mutant in mutants(_data(ruleset), whole=whole):
            yield ruleset, mutant


def _one_of_each_kind(wrong: Iterable[tuple[str, Mutant]]) -> Iterable[tuple[str, Mutant]]:
    """Return a mutant of each kind with each wrong value, whatever field it is in."""
    found = {(one.kind, repr(one.value), one.renamed): (ruleset, one) for ruleset, one in wrong}
    return found.values()


@cache
def _one_of_each_field() -> dict[str, list[tuple[str, Mutant]]]:
    """Return by game the mutants of each field with each wrong value that no game before it has."""
    found: dict[tuple[str, str, str], tuple[str, Mutant]] = {}
    for ruleset, one in _all(builtin_ids()):
        found.setdefault((one.kind, repr(one.value), str(one.at)), (ruleset, one))
    return {ruleset: [one for one in found.values() if one[0] == ruleset] for ruleset in builtin_ids()}


def _accepted(
    wrong: Iterable[tuple[str, Mutant]],
    in_schema: Callable[[Mutant, Table], bool],
    in_order: Callable[[Table], bool],
) -> list[str]:
    """Return the mutants that one of the two accepts."""
    told = []
    for ruleset, mutant in wrong:
        data = mutant.made(_data(ruleset))
        by_schema, by_check = in_schema(mutant, data), in_order(data)
        if by_schema or by_check:
            who = ", ".join(["the schema"] * by_schema + ["the checks"] * by_check)
            told.append(f"{ruleset} {mutant.path}: {mutant.kind}, {mutant.value!r}: accepted by {who}")
    return told


@pytest.mark.slow
def test_both_refuse_each_kind_of_fault() -> None:
    # The shortest set comes last, so that it is the one to be checked again and again.
    games = sorted(builtin_ids(), key=lambda one: -len(builtin_text(one) or ""))
    assert _accepted(_one_of_each_kind(_all(games)), _part_in_schema, _whole_in_order) == []


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", builtin_ids())
def test_both_refuse_every_fault_of_every_field(ruleset: str) -> None:
    assert _accepted(_one_of_each_field()[ruleset], _part_in_schema, _whole_in_order) == []


@pytest.mark.slow
def test_both_refuse_each_kind_of_fault_in_house_rules() -> None:
    """Here the whole file is asked about, as an editor and `rules check` are."""
    wrong = _one_of_each_kind(_all(example_ids(), whole=False))
    assert _accepted(wrong, _file_in_schema, _file_in_order) == []
