"""A rule set that a campaign keeps must load for ever, and to the same rules.

``samples/rules.json`` is one that says as much as one set can; ``samples/kept_rules`` has those that
campaigns were kept with, the oldest called first. Together they say everything that a rule set can say. What
has been released is never changed, and another is added. What the model learns later has a default; a name
that changes is still read under its old one.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from tests.app.test_snapshot_shape import reachable
from turnkeeper.app import codec
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model.ruleset import RuleSet
from turnkeeper.rules.reading.load import encode_rules
from turnkeeper.rules.reading.renamed import modern

SAMPLES = Path(__file__).parent / "samples"
KEPT = {file.stem: file.read_bytes() for file in [SAMPLES / "rules.json", *SAMPLES.glob("kept_rules/*.json")]}


def holds(there: object, kept: object) -> bool:
    """Return whether a value says all that was kept; it may say more, as what was learned since."""
    match kept:
        case dict():
            return isinstance(there, dict) and all(
                name in there and holds(there[name], value) for name, value in kept.items()
            )
        case list():
            return (
                isinstance(there, list)
                and len(there) == len(kept)
                and all(holds(one, other) for one, other in zip(there, kept, strict=True))
            )
        case _:
            return there == kept


def parts(value: object) -> Iterator[msgspec.Struct]:
    """Give every struct within a value, itself included."""
    match value:
        case msgspec.Struct():
            yield value
            for name in value.__struct_fields__:
                yield from parts(getattr(value, name))
        case tuple():
            for inner in value:
                yield from parts(inner)
        case dict():
            for inner in value.values():
                yield from parts(inner)
        case _:
            return


@pytest.mark.parametrize("name", sorted(KEPT))
def test_kept_rules_load_to_the_same_rules(name: str) -> None:
    """Whatever were lost or read differently would not be written again as it stands, under today's names."""
    kept = KEPT[name]
    assert holds(json.loads(encode_rules(codec.decode_kept_rules(kept))), modern(json.loads(kept)))


def test_kept_rules_can_be_played_by() -> None:
    for name in ("rules", "first"):
        book = Rulebook(codec.decode_kept_rules(KEPT[name]))
        assert book.lookup("sample").throw.dice == "1d6"


@pytest.mark.slow
def test_the_samples_say_everything_that_a_rule_set_can_say() -> None:
    told: dict[type[msgspec.Struct], set[str]] = {}
    for part in (part for kept in KEPT.values() for part in parts(codec.decode_kept_rules(kept))):
        fields = msgspec.structs.fields(part)
        own = {field.name for field in fields if getattr(part, field.name) != field.default}
        told.setdefault(type(part), set()).update(own)
    lacking = {kind.__name__ for kind in reachable(RuleSet) if kind not in told} | {
        f"{kind.__name__}.{name}"
        for kind, names in told.items()
        for name in kind.__struct_fields__
        if name not in names
    }
    assert lacking == set()
