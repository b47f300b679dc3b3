"""The JSON Schema of a rule set, made from the typed model, for editors and for listing all problems at once.

Bounds and forms of values stand in it as the types of the model declare them (`model.marks`). A rule set that
extends another may leave out whatever its base says, so the schema holds every table twice: as it must stand
whole, and as a difference in which no name is required.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Literal, TypeAlias, cast, get_args, get_origin, get_type_hints

import msgspec

from turnkeeper.rules.model.marks import (
    Bounds,
    ListSize,
    NeededIf,
    Reads,
    Reference,
    Shape,
    TextForm,
    marked_fields,
    parts_of,
)
from turnkeeper.rules.model.ruleset import Option, RuleSet
from turnkeeper.rules.model.values import LARGEST_NUMBER, SHOWN_PATTERN

DIALECT = "https://json-schema.org/draft/2020-12/schema"
Schema: TypeAlias = dict[str, object]
_REF = "#/$defs/"
_NULL: Schema = {"type": "null"}
_ANY_TEXT: Schema = {
    "title": "Text",
    "description": "Any text without control characters.",
    "type": "string",
    "pattern": SHOWN_PATTERN,
}
_DIFFERENCE = "Difference"
_CHANGES = "OptionChanges"
_NOT_OF_DIFFERENCES = frozenset({"required", "discriminator", "default", "minProperties", "if", "then"})
_FOREIGN: dict[str, type[Bounds | TextForm]] = {"string": Bounds, "integer": TextForm}
"""The marks that say nothing of a type."""
_NOT_CHANGED = frozenset({"ruleset", "options"})


@cache
def whole_schema() -> Schema:
    """Return the schema of a rule set that stands by itself; it is made once, and not to be changed."""
    found = cast("Schema", msgspec.json.schema(RuleSet))
    definitions = cast("dict[str, dict[str, dict[str, Schema]]]", found["$defs"])
    for part, kind in parts_of(RuleSet).items():
        for name, keys in _closed_keys(kind):
            definitions[part]["properties"][name]["propertyNames"] = {"enum": keys}
    return found


def _closed_keys(kind: type[msgspec.Struct]) -> Iterator[tuple[str, list[str]]]:
    """Yield the fields of a part that are tables by names of a closed list, with those names."""
    for name, hint in get_type_hints(kind).items():
        keys = get_args(hint)[0] if get_origin(hint) is dict else None
        if get_origin(keys) is Literal:
            yield name, [*map(str, get_args(keys))]


def published_schema() -> Schema:
    """Return the schema that editors use: whole rule sets, and differences where ``extends`` is said."""
    definitions = cast("dict[str, Schema]", whole_schema()["$defs"])
    whole = {name: _plain_text(definition) for name, definition in definitions.items()}
    texts: dict[str, Schema] = {}
    whole = {name: _marked(whole[name], kind, texts) for name, kind in parts_of(RuleSet).items()}
    whole[Option.__name__] = _with_changes(whole[Option.__name__])
    differing = {name + _DIFFERENCE: _relaxed(definition) for name, definition in whole.items()}
    differing[_CHANGES] = _changes(differing[RuleSet.__name__ + _DIFFERENCE])
    used = _within(differing, RuleSet.__name__ + _DIFFERENCE)
    every = whole | {name: differing[name] for name in used if name in differing} | texts
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


def _marked(definition: Schema, kind: type[msgspec.Struct], texts: dict[str, Schema]) -> Schema:
    """Return the definition of a part with what its types declare; forms of texts go into ``texts``."""
    properties = dict(cast("dict[str, Schema]", definition.get("properties", {})))
    needed: Schema = {}
    for field in marked_fields(kind):
        name, may_be_empty = field.name, field.default == ""
        properties[name] = _typed(properties[name], field.shape, texts, may_be_empty=may_be_empty)
        for mark in field.shape.marks:
            if isinstance(mark, NeededIf):
                case = {"properties": {mark.field: {"const": mark.holds}}, "required": [mark.field]}
                said = {"properties": {name: {"pattern": "[^ \\n]"}}, "required": [name]}
                needed |= {"if": case, "then": said}
    bounded = {name: _bounded(value, texts) for name, value in properties.items()}
    return {**definition, "properties": bounded, **needed}


def _typed(schema: Schema, shape: Shape, texts: dict[str, Schema], *, may_be_empty: bool = False) -> Schema:
    if "anyOf" in schema and shape.marks:
        variants = cast("list[Schema]", schema["anyOf"])
        kept = [one if one == _NULL else _typed(one, shape, texts) for one in variants]
        return {**schema, "anyOf": kept}
    found = dict(schema)
    # Where a number or a text may stand, each is marked by what is said of its own type.
    foreign = _FOREIGN.get(str(schema.get("type")), ())
    for mark in (one for one in shape.marks if not isinstance(one, foreign)):
        match mark:
            case Bounds():
                found |= _numbers(mark)
            case ListSize():
                fewest = "minProperties" if schema["type"] == "object" else "minItems"
                found |= {fewest: mark.fewest} if mark.fewest else {}
                found |= {"uniqueItems": True} if mark.distinct else {}
            case TextForm() | Reference():
                found.pop("type")
                found["$ref"] = _text(mark, texts, may_be_empty=may_be_empty)
            case NeededIf() | Reads():
                pass
    if shape.keys is not None:
        found["propertyNames"] = _typed({"type": "string"}, shape.keys, texts)
    if shape.items is not None:
        inner = "items" if schema["type"] == "array" else "additionalProperties"
        found[inner] = _typed(cast("Schema", schema[inner]), shape.items, texts)
    return found


def _numbers(bounds: Bounds) -> Schema:
    found: Schema = {}
    found |= {"minimum": bounds.least} if bounds.least is not None else {}
    found |= {"maximum": bounds.most} if bounds.most is not None else {}
    found |= {"multipleOf": bounds.step} if bounds.step > 1 else {}
    return found | ({"not": {"const": bounds.never}} if bounds.never is not None else {})


def _text(mark: TextForm | Reference, texts: dict[str, Schema], *, may_be_empty: bool) -> str:
    """Return the reference to a form of texts, which is put among the others."""
    if isinstance(mark, TextForm):
        title, described, pattern, longest = mark.title, mark.about, mark.pattern, mark.longest
    else:
        title = f"Known{mark.noun.title().replace(' ', '')}"
        described, pattern, longest = f"The name of a known {mark.noun}.", SHOWN_PATTERN, None
    form: Schema = {"title": title, "description": described, "type": "string", "pattern": pattern}
    form |= {"maxLength": longest} if longest is not None else {"minLength": 1}
    if may_be_empty:
        title = f"{title}OrNone"
        form = {"title": title, "description": f"{described} Empty where there is none.", "type": "string"}
        form |= {"pattern": f"^$|{pattern}"}
    texts[title] = form
    return _REF + title


def _bounded(value: object, texts: dict[str, Schema]) -> object:
    """Return part of a definition in which every number has an end, and every text can be shown."""
    if isinstance(value, list):
        return [_bounded(one, texts) for one in value]
    if not isinstance(value, dict):
        return value
    if value.get("type") == "integer":
        return {"minimum": -LARGEST_NUMBER, "maximum": LARGEST_NUMBER, **value}
    if value.get("type") == "string" and not {"pattern", "enum", "const"} & value.keys():
        texts["Text"] = _ANY_TEXT
        return {"$ref": f"{_REF}Text", **{name: one for name, one in value.items() if name != "type"}}
    return {name: _bounded(one, texts) for name, one in value.items()}


def _plain_text(definition: Schema) -> Schema:
    """Return a definition with its description as plain sentences, free of the marks of docstrings."""
    said = definition.get("description")
    if not isinstance(said, str):
        return definition
    return {**definition, "description": " ".join(said.replace("``", "`").split())}


def _with_changes(option: Schema) -> Schema:
    """Return the definition of an option with its changes as differences."""
    properties = cast("Schema", option["properties"])
    return {**option, "properties": {**properties, "changes": {"$ref": _REF + _CHANGES}}}


def _changes(difference: Schema) -> Schema:
    """Return the definition of an option's changes, from that of a rule set that extends another."""
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
    kept = {name: value for name, value in definition.items() if name not in _NOT_OF_DIFFERENCES}
    return {name: _differing(value, name) for name, value in kept.items()}


def _differing(value: object, name: str) -> object:
    # Lists are replaced whole, so that what stands in them must be whole.
    if name in {"items", "prefixItems"}:
        return value
    if isinstance(value, dict):
        kept = {key: inner for key, inner in value.items() if key not in _NOT_OF_DIFFERENCES}
        return {key: _differing(inner, key) for key, inner in kept.items()}
    if isinstance(value, list):
        return [_differing(inner, name) for inner in value]
    if name == "$ref" and isinstance(value, str):
        return value + _DIFFERENCE if value.removeprefix(_REF) in parts_of(RuleSet) else value
    return value
