"""The JSON Schema of a rule set, made from the typed model, for editors and for listing all problems at once.

A rule set that extends another may leave out whatever its base says, so the schema holds every table twice:
as it must stand whole, and as a difference in which no name is required.
"""

from __future__ import annotations

from functools import cache
from typing import TypeAlias, cast

import msgspec

from turnkeeper.rules.model.options import Option
from turnkeeper.rules.model.ruleset import RuleSet

DIALECT = "https://json-schema.org/draft/2020-12/schema"
Schema: TypeAlias = dict[str, object]
_REF = "#/$defs/"
_DIFFERENCE = "Difference"
_CHANGES = "OptionChanges"
_NOT_CHANGED = frozenset({"ruleset", "options"})


@cache
def whole_schema() -> Schema:
    """Return the schema of a rule set that stands by itself; it is made once, and not to be changed."""
    return cast("Schema", msgspec.json.schema(RuleSet))


def published_schema() -> Schema:
    """Return the schema that editors use: whole rule sets, and differences where ``extends`` is said."""
    definitions = cast("dict[str, Schema]", whole_schema()["$defs"])
    whole = {name: _plain_text(definition) for name, definition in definitions.items()}
    whole[Option.__name__] = _with_changes(whole[Option.__name__])
    differing = {name + _DIFFERENCE: _relaxed(definition) for name, definition in whole.items()}
    differing[_CHANGES] = _changes(differing[RuleSet.__name__ + _DIFFERENCE])
    used = _within(differing, RuleSet.__name__ + _DIFFERENCE)
    every = whole | {name: differing[name] for name in used if name in differing}
    extends = {"type": "object", "required": ["extends"]}
    return {
        "$schema": DIALECT,
        "title": "Turnkeeper rule set",
        "description": "One game's time, and the procedures that hang on it; every entry cites its rule.",
        "if": {"type": "object", "properties": {"ruleset": extends}, "required": ["ruleset"]},
        "then": {"$ref": f"{_REF}{RuleSet.__name__}{_DIFFERENCE}"},
        "else": {"$ref": f"{_REF}{RuleSet.__name__}"},
        "$defs": dict(sorted(every.items())),
    }


def schema_text() -> str:
    """Return the published schema as the text of its file."""
    return msgspec.json.format(msgspec.json.encode(published_schema()), indent=2).decode() + "\n"


def _plain_text(definition: Schema) -> Schema:
    """Return a definition with its description as plain sentences, free of the marks of docstrings."""
    said = definition.get("description")
    if not isinstance(said, str):
        return definition
    return {**definition, "description": " ".join(said.replace("``", "`").split())}


def _with_changes(option: Schema) -> Schema:
    """Return the definition of an option with its changes as what they are: differences."""
    properties = cast("Schema", option["properties"])
    return {**option, "properties": {**properties, "changes": {"$ref": _REF + _CHANGES}}}


def _changes(difference: Schema) -> Schema:
    """Return the definition of what an option changes, from that of a rule set that extends another."""
    properties = cast("Schema", difference["properties"])
    kept = {name: value for name, value in properties.items() if name not in _NOT_CHANGED}
    described = "Differences, as a rule set that extends another states them."
    return {**difference, "title": _CHANGES, "description": described, "properties": kept}


def _within(definitions: dict[str, Schema], root: str) -> list[str]:
    """Return the definitions that one is made of, itself the first."""
    found = [root]
    for name in found:
        found += [inner for inner in _refers(definitions.get(name)) if inner not in found]
    return found


def _refers(value: object) -> list[str]:
    match value:
        case {"$ref": str(name)}:
            return [name.removeprefix(_REF)]
        case dict():
            return [name for inner in value.values() for name in _refers(inner)]
        case list():
            return [name for inner in value for name in _refers(inner)]
        case _:
            return []


def _relaxed(definition: Schema) -> Schema:
    """Return a definition for a difference: nothing is required, nor in the tables inside it."""
    kept = {name: value for name, value in definition.items() if name not in {"required", "discriminator"}}
    return {name: _differing(value, name) for name, value in kept.items()}


def _differing(value: object, name: str) -> object:
    # Lists are replaced whole, so that what stands in them must be whole.
    if name in {"items", "prefixItems"}:
        return value
    if isinstance(value, dict):
        kept = {
            key: inner for key, inner in value.items() if key not in {"required", "discriminator", "default"}
        }
        return {key: _differing(inner, key) for key, inner in kept.items()}
    if isinstance(value, list):
        return [_differing(inner, name) for inner in value]
    if name == "$ref" and isinstance(value, str):
        return value if value == _REF + _CHANGES else value + _DIFFERENCE
    return value
