"""What in a file has not the shape of a rule set: missing and unknown names, wrong kinds of value.

The typed model stops at the first such fault; the schema made from it finds them all, and here they are put
into words. What can still be read is salvaged, so that its meaning can be checked in the same go.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from decimal import Decimal
from fractions import Fraction
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, TypeAlias, cast

from msgspec.structs import replace

from turnkeeper.rules.checking.ground import sections
from turnkeeper.rules.problems import MOST_FAULTS, Fault, Path, did_you_mean
from turnkeeper.rules.reading.merge import without
from turnkeeper.rules.reading.schema import DIALECT, published_schema, whole_schema
from turnkeeper.spelling import nearest

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError

Table: TypeAlias = dict[str, object]

MOST_HOMES = 3
HOW_DEEP = 1
MOST_PARTS = 999
"""The largest number in a ratio."""

_KINDS = {
    "string": ("a text", "put it in quotes"),
    "integer": ("a whole number", "without quotes or a point"),
    "boolean": ("true or false", "without quotes"),
    "array": ("a list", "put it in [ ]"),
    "object": ("a table of names", "name = value pairs, in { } or under a [heading]"),
}


def shape_faults(data: Table, schema: Table | None = None) -> list[Fault]:
    """Return the faults of shape in a file's data, each once, and no more than one file can be mended by.

    The schema is that of whole rule sets unless another is given.
    """
    from jsonschema import Draft202012Validator

    validator = Draft202012Validator({"$schema": DIALECT, **(schema or whole_schema())})
    # The library takes some tables in the order of a set, so that its errors are put in order first.
    errors = sorted(validator.iter_errors(data), key=_order)
    found = (fault for error in errors[: 2 * MOST_FAULTS] for fault in _faults(error))
    return list(dict.fromkeys(islice(found, 2 * MOST_FAULTS)))[:MOST_FAULTS]


def _order(error: ValidationError) -> list[tuple[int, str]]:
    return [(part, "") if isinstance(part, int) else (0, part) for part in error.absolute_path]


def _faults(error: ValidationError) -> Iterator[Fault]:
    path: Path = tuple(error.absolute_path)
    match error.validator:
        case "required":
            yield from _missing(path, error)
        case "additionalProperties":
            yield from _unknown(path, error)
        case "type":
            yield _wrong_kind(path, error.validator_value, error.instance)
        case "enum" if "propertyNames" in error.schema_path:
            yield replace(
                _not_among((*path, str(error.instance)), error.instance, error.validator_value), at_key=True
            )
        case "enum":
            yield _not_among(path, error.instance, error.validator_value)
        case "anyOf":
            yield from _variant(path, error)
        case _:
            yield Fault(path, error.message[:200])


def _missing(path: Path, error: ValidationError) -> Iterator[Fault]:
    for name in cast("list[str]", error.validator_value):
        if name not in cast("Table", error.instance):
            part = str(cast("Table", error.schema).get("title", ""))
            wanted = cast("dict[str, Table]", _definition(part).get("properties", {})).get(name, {})
            hint = "cite a rule of the register" if name == "rule" else _wanted(wanted)
            yield Fault((*path, name), f"{name} is missing", hint)


@cache
def _definitions() -> dict[str, Table]:
    return cast("dict[str, Table]", published_schema()["$defs"])


def _definition(name: str) -> Table:
    return _definitions().get(name, {})


def _wanted(schema: Table) -> str:
    """Return the hint for a missing value from its schema: ``a length of time, such as 1 turn``."""
    match schema:
        case {"$ref": str(reference)}:
            defined = _definition(reference.rpartition("/")[2])
            about = str(defined.get("description", ""))
            told = about[:1].lower() + about[1:].rstrip(".")
            return told if told and defined.get("type") == "string" else _wanted(defined)
        case {"discriminator": choice}:
            tag, mapping = _choices(cast("Table", choice))
            return f"a table with {tag} = one of {', '.join(mapping)}"
        case {"anyOf": [first, *_]}:
            return _wanted(cast("Table", first))
        case {"enum": allowed}:
            return f"one of {', '.join(map(str, cast('list[object]', allowed)))}"
        case {"type": str(kind)}:
            return _KINDS.get(kind, (kind, ""))[0]
        case _:
            return ""


def _unknown(path: Path, error: ValidationError) -> Iterator[Fault]:
    known = list(cast("Table", cast("Table", error.schema).get("properties", {})))
    table = cast("Table", error.instance)
    for name in table:
        if name not in known:
            free = [other for other in known if other not in table]
            among = free if nearest(name, free) else known
            homes = [] if nearest(name, among) or path[2:] else _homes().get(name, [])
            stands = f"it stands under {' or '.join(homes)}" if 0 < len(homes) <= MOST_HOMES else ""
            yield Fault((*path, name), "unknown name", stands or did_you_mean(name, among), at_key=True)


@cache
def _homes() -> dict[str, list[str]]:
    """Return for each name in which sections of a file, or parts of them, it can be said."""
    homes: dict[str, list[str]] = {}
    for section, schema in cast("dict[str, Table]", _definition("RuleSet")["properties"]).items():
        entries = "additionalProperties" in schema
        held = cast("Table", schema["additionalProperties"]) if entries else schema
        for part, name in _names_in(held, f"{section}.NAME" if entries else section, HOW_DEEP):
            homes.setdefault(name, [])
            homes[name] += [part] if part not in homes[name] else []
    return homes


def _names_in(schema: Table, part: str, deep: int) -> Iterator[tuple[str, str]]:
    """Yield the names of a part and of the parts in it, each with where it stands."""
    for choice in cast("list[Table]", schema.get("anyOf", [])):
        yield from _names_in(choice, part, deep)
    held = _definition(str(schema.get("$ref", "")).rpartition("/")[2])
    for name, inner in cast("dict[str, Table]", held.get("properties", {})).items():
        yield part, name
        if deep:
            yield from _names_in(inner, f"{part}.{name}", deep - 1)


def _wrong_kind(path: Path, wanted: object, given: object) -> Fault:
    kind, hint = _KINDS.get(str(wanted), (str(wanted), ""))
    return Fault(path, f"must be {kind}, not {_described(given)}", hint)


def _not_among(path: Path, given: object, allowed: object) -> Fault:
    names = [str(name) for name in cast("list[object]", allowed)]
    if not isinstance(given, str):
        return _wrong_kind(path, "string", given)
    hint = did_you_mean(given, names) if nearest(given, names) else ""
    return Fault(path, f"{given[:60]!r} is none of {', '.join(names)}", hint)


def _variant(path: Path, error: ValidationError) -> Iterator[Fault]:
    """Yield only the faults of the one variant that was meant."""
    schema = cast("Table", error.schema)
    branches = cast("list[Table]", schema["anyOf"])
    choice = schema.get("discriminator")
    kinds = {str(branch.get("type")) for branch in branches}
    if isinstance(error.instance, Decimal) and kinds == {"integer", "string"}:
        known = error.instance.is_finite() and 0 < error.instance < MOST_PARTS
        ratio = Fraction(error.instance).limit_denominator(MOST_PARTS) if known else "3/2"
        yield Fault(path, f"must be a whole number or a ratio, not {error.instance}", f'such as "{ratio}"')
        return
    if choice is None:
        meant = next(index for index, branch in enumerate(branches) if branch.get("type") != "null")
    elif not isinstance(error.instance, dict):
        yield _wrong_kind(path, "object", error.instance)
        return
    else:
        tag, mapping = _choices(cast("Table", choice))
        given = error.instance.get(tag)
        if given is None:
            yield Fault((*path, tag), f"{tag} is missing", did_you_mean("", mapping))
            return
        if not isinstance(given, str) or given not in mapping:
            yield _not_among((*path, tag), given, list(mapping))
            return
        meant = [branch.get("$ref") for branch in branches].index(mapping[given])
    for inner in error.context or ():
        if inner.schema_path[0] == meant:
            yield from _faults(inner)


def _choices(choice: Table) -> tuple[str, dict[str, str]]:
    return str(choice["propertyName"]), cast("dict[str, str]", choice["mapping"])


def _described(value: object) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case int():
            return f"the number {str(value)[:20]}"
        case str():
            return f"the text {value[:40]!r}"
        case list():
            return "a list"
        case dict():
            return "a table"
        case None:
            return "nothing"
        case _:
            return f"{str(value)[:40]}"


def salvage(data: Table, faults: Iterable[Fault]) -> Table:
    """Return the data without the entries that hold a fault of shape, so that the others can be checked."""
    kept: object = data
    for fault in faults:
        if fault.at_key:
            kept = without(kept, fault.path)
        else:
            kept = without(kept, fault.path[: 2 if fault.path[:1] and fault.path[0] in sections() else 1])
    return cast("Table", kept)
