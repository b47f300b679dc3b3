"""The rules that carry what a form adds: an id for each new entry, what it says, and why it is played so.

Every part of a rule set cites a rule. What is added to an entry rests on the rule of that entry; a new entry
has a rule of its own in the register. This module must not know what any entry means.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from msgspec import inspect as types

from turnkeeper.app.shelf.adding import last
from turnkeeper.app.shelf.trees import at, put, taken
from turnkeeper.rules.model.cite import Cite
from turnkeeper.rules.reading.fields import NO_FIELDS, Table, struct_of, type_at

if TYPE_CHECKING:
    from turnkeeper.app.shelf.adding import Typed
    from turnkeeper.rules.problems import Path

WHY, SAYS = "why:", "says:"
ADDED = "added by the house"
LONGEST_ID = 60
_NO_LETTERS = re.compile(r"[^A-Z0-9]+")


def with_rule(data: Table, path: Path, name: str, typed: Typed) -> Table:
    """Return the data with the rule of an entry that the house added, as it was typed under a name.

    A rule of its own is made where it has none. One that is no rule of the house's is left as it is.
    """
    cite = at(data, (*path, "rule"))
    if not isinstance(cite, dict):
        number = _free_id(path, data)
        why = last(typed.get(WHY + name, ())).strip()
        held = at(data, path)
        entry = held if isinstance(held, dict) else {}
        data = put(data, path, {"rule": {"id": number, "origin": "house", "why": why}, **entry})
        said = last(typed.get(SAYS + name, ())).strip() or usually(path)
        return put(data, ("register", number), {"origin": "house", "says": said, "why": why})
    return _as_typed(data, path, name, cite, typed)


def _as_typed(data: Table, path: Path, name: str, cite: Table, typed: Typed) -> Table:
    rule = at(data, ("register", str(cite.get("id"))))
    if WHY + name in typed:
        why = last(typed[WHY + name]).strip()
        data = put(data, (*path, "rule"), {**cite, "origin": "house", "why": why})
    said = last(typed.get(SAYS + name, ())).strip()
    if said and isinstance(rule, dict) and said != rule.get("says"):
        data = put(data, ("register", str(cite.get("id"))), {**rule, "says": said})
    return data


def _free_id(path: Path, data: Table) -> str:
    """Return an id for the rule of an entry, made of where it stands, that the register has not yet."""
    words = (_NO_LETTERS.sub("-", _ascii(str(part)).upper()).strip("-") for part in path)
    made = "-".join(("O", *filter(None, words)))[:LONGEST_ID].strip("-")
    register = at(data, ("register",))
    known = register if isinstance(register, dict) else {}
    number = 1
    while (found := made if number == 1 else f"{made}-{number}") in known:
        number += 1
    return found


def _ascii(word: str) -> str:
    return unicodedata.normalize("NFKD", word).encode("ascii", "ignore").decode()


def usually(path: Path) -> str:
    """Return what a rule of the house says when nobody has said it."""
    where = str(path[0]).replace("_", " ")
    return f"{path[1]}: the house has it among the {where}." if len(path) > 1 else f"The house has {where}."


def resting(data: Table) -> Table:
    """Return the data in which all that must cite a rule does, if no other that of its entry.

    What it says stands in the order of the model, in whatever order it was filled in.
    """
    for section, held in data.items():
        kind = type_at((section,), {})
        cited = held if kind is None or section in NO_FIELDS else _cited(kind, held, None)
        data = {**data, section: cited}
    return data


def _cited(kind: types.Type, value: object, near: Table | None) -> object:
    """Return a value whose parts cite a rule, where they must: the nearest one above them."""
    match kind, value:
        case types.DictType(), dict():
            return {name: _cited(kind.value_type, one, near) for name, one in value.items()}
        case types.VarTupleType(), list() | tuple():
            return [_cited(kind.item_type, one, near) for one in value]
        case ((types.StructType() | types.UnionType()), dict()):
            return _of_struct(kind, value, near)
        case _:
            return value


def _of_struct(kind: types.Type, held: Table, near: Table | None) -> Table:
    found = struct_of(kind, held)
    own = held.get("rule")
    near = own if isinstance(own, dict) else near
    fields = found.fields if found is not None else ()
    known = {field.encode_name for field in fields}
    cited = {name: value for name, value in held.items() if name not in known}
    for field in fields:
        name = field.encode_name
        if name in held:
            cited[name] = _cited(field.type, held[name], near)
        elif field.required and near is not None and _is_cite(field.type):
            cited[name] = {"id": near.get("id"), "origin": "house", "why": near.get("why") or ADDED}
    return cited


def _is_cite(kind: types.Type) -> bool:
    return isinstance(kind, types.StructType) and kind.cls is Cite


def without_idle(data: Table, before: Table, base: Table) -> Table:
    """Return the data without the rules of the house that nothing cites now, and something did before."""
    cited, was = set(_ids_in(data)), set(_ids_in(before))
    ours, theirs = at(data, ("register",)), at(base, ("register",))
    for number in list(ours) if isinstance(ours, dict) else ():
        if number in was and number not in cited and not (isinstance(theirs, dict) and number in theirs):
            data = taken(data, ("register", number))
    return data


def _ids_in(value: object) -> list[str]:
    match value:
        case {"id": str(number), "origin": str()}:
            return [number]
        case dict():
            return [number for inner in value.values() for number in _ids_in(inner)]
        case list() | tuple():
            return [number for inner in value for number in _ids_in(inner)]
        case _:
            return []
