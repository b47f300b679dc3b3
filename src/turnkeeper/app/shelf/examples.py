"""Lines to start from in a text of house rules: an entry of the game, or an example of a new one.

They are made of the typed model and of the program's rule sets: what an entry needs, with what
each line means as a comment, and what else it can say commented out. An example is tried before it is given.
This module must not know what any entry means.
"""

from __future__ import annotations

import re
import textwrap
import unicodedata
from itertools import count

from msgspec import Struct
from msgspec import inspect as types

from turnkeeper.app.rulecheck import checked
from turnkeeper.app.shelf.house_text import FILE, HouseText, base_of
from turnkeeper.files.rules_text import write_name, write_table, write_value
from turnkeeper.files.toml_edit import with_block
from turnkeeper.rules.model.cite import is_cite
from turnkeeper.rules.problems import Path
from turnkeeper.rules.reading.fields import (
    Table,
    about,
    at,
    bare,
    is_cited,
    is_entries,
    meaning_of,
    struct_of,
    type_at,
)
from turnkeeper.rules.reading.load import known_ids

WIDTH = 100
LONGEST_ID = 60
MOST_TRIED = 3
SAYS, WHY = "What the rule says, in a sentence.", "Why you play it so."
CITES = frozenset({"rule", "also"})
_NO_LETTERS = re.compile(r"[^A-Z0-9]+")


def entry_lines(house: HouseText, path: Path) -> str:
    """Return an entry as it stands, as lines to change, each with its meaning."""
    held = at(house.own, path)
    entry = held if isinstance(held, dict) else {}
    said = {name: value for name, value in entry.items() if name not in CITES}
    return entry_block(path, said, struct_of(type_at(path, house.own), entry), {})


def example_lines(house: HouseText, section: str, name: str) -> str:
    """Return the lines of an example of a section under a name, with the house rule it cites.

    Of all that rule sets say of such entries the first is taken that is in order after the text.
    """
    path: Path = (section, _free(name, at(house.own, (section,)))) if is_entries(section) else (section,)
    cite: Table = {"id": _free_id(house, path), "origin": "house", "why": WHY}
    rule = write_table(("register", str(cite["id"])), {"origin": "house", "says": SAYS, "why": WHY})
    kind = _type_in(section)
    own, others = (
        _entries(house.own, section),
        [one for game in known_ids() for one in _entries(base_of(game), section)],
    )
    more: Table = {}
    for entry in reversed(own + others):
        more |= entry
    tried: list[str] = []
    word = str(path[-1])
    ways = (_Wanted(cite, word), _Wanted(cite), _Wanted(cite, whole=True), _Wanted(cite, word, whole=True))
    for pool in (own[:MOST_TRIED], others[:MOST_TRIED]):
        for wanted in ways:
            for entry in pool:
                said = _needed(kind, entry, wanted)
                lines = f"{rule}\n{entry_block(path, said, struct_of(kind, entry), more)}"
                if _is_in_order(house, lines):
                    return lines
                tried.append(lines)
    return tried[0]


def mechanism(house: HouseText, path: Path, tag: str) -> Table:
    """Return a mechanism's data by its tag: the first that the text or a rule set has there, else the tag."""
    section, inside = str(path[0]), path[2 if is_entries(str(path[0])) else 1 : -1]
    everywhere = (
        entry for data in (house.own, *map(base_of, known_ids())) for entry in _entries(data, section)
    )
    held = (at(entry, inside) for entry in everywhere)
    return next(
        (one for one in held if isinstance(one, dict) and one.get(path[-1]) == tag), {str(path[-1]): tag}
    )


def _is_in_order(house: HouseText, lines: str) -> bool:
    found, _ = checked(with_block(house.text, lines), FILE)
    return len(found.problems) <= len(house.found.problems)


def _type_in(section: str) -> types.Type:
    """Return the type of the entries of a section."""
    kind = type_at((section,), {})
    inner = kind.value_type if isinstance(kind, types.DictType) else kind
    assert inner is not None  # noqa: S101 - every section has a type
    return inner


def _entries(data: Table, section: str) -> list[Table]:
    held = data.get(section)
    found = list(held.values()) if isinstance(held, dict) and is_entries(section) else [held]
    return [one for one in found if isinstance(one, dict)]


class _Wanted(Struct, frozen=True):
    """How much of an entry becomes an example: the required part, or the ``whole``; all of it cites one rule.

    Words that it goes by are those of the entry that it was made of, or its own ``word``.
    """

    cite: Table
    word: str = ""
    whole: bool = False


def part_of(kind: types.Type | None, value: object, cite: Table, *, whole: bool = False) -> Table:
    """Return the part an entry must have, as another has it, or the ``whole`` of it; all cites one rule."""
    return {} if kind is None else _needed(kind, value, _Wanted(cite, whole=whole))


def _needed(kind: types.Type, value: object, wanted: _Wanted) -> Table:
    """Return the wanted part of a table, its cites replaced."""
    found, held = struct_of(kind, value), value if isinstance(value, dict) else {}
    said: Table = {}
    if found is not None and found.tag_field is not None:
        said[found.tag_field] = found.tag
    for field in found.fields if found is not None else ():
        name = field.encode_name
        if is_cited(field.type):
            said |= {name: wanted.cite} if field.required else {}
        elif name in held and (wanted.whole or field.required):
            said[name] = _needed_in(field.type, held[name], wanted)
    return said


def _needed_in(kind: types.Type, value: object, wanted: _Wanted) -> object:
    match bare(kind), value:
        case types.VarTupleType(item_type=types.StrType()), list() if wanted.word:
            return [wanted.word]
        case types.VarTupleType(item_type=inner), list():
            return [_needed_in(inner, one, wanted) for one in value]
        case types.DictType(value_type=inner), dict():
            return {name: _needed_in(inner, one, wanted) for name, one in value.items()}
        case _, dict():
            return _needed(kind, value, wanted)
        case _:
            return value


def entry_block(
    path: Path, said: Table, kind: types.StructType | None, more: Table, *, first: bool = True
) -> str:
    """Return an entry as lines, each value with its meaning; the ``more`` it can say is commented out.

    The ``first`` of a section says what such an entry is.
    """
    told: dict[str, None] = {}
    lines = _comment(about(kind.cls)) if kind is not None and first else []
    lines.append(f"[{'.'.join(write_name(str(part)) for part in path)}]")
    for name, value in said.items():
        lines += [*_meaning(kind, name, told), f"{write_name(name)} = {write_value(value)}"]
    for name in (field.encode_name for field in (kind.fields if kind is not None else ())):
        if name in more and name not in said and name not in CITES and not is_cite(more[name]):
            value = f"{name} = {write_value(more[name])}".replace("\n", "\n# ")
            lines += [*_meaning(kind, name, told), f"# {value}"]
    return "\n".join(lines) + "\n"


def _meaning(kind: types.StructType | None, name: str, told: dict[str, None]) -> list[str]:
    """Return the meaning of a value as a comment, once where one sentence covers several."""
    said = [one for one in meaning_of(kind, name) if one not in told]
    told.update(dict.fromkeys(said))
    return _comment(" ".join(one[:1].upper() + one[1:] for one in said).replace("``", "`").replace(";", "."))


def _comment(said: str) -> list[str]:
    return [f"# {line}" for line in textwrap.wrap(said, WIDTH)]


def _free(name: str, held: object) -> str:
    """Return a name that no entry of a section has: the one that is wanted, or one like it with a number."""
    known = {str(one).casefold() for one in held} if isinstance(held, dict) else set()
    wanted = name or "example"
    names = (wanted if number == 1 else f"{wanted} {number}" for number in count(1))
    return next(one for one in names if one.casefold() not in known)


def _free_id(house: HouseText, path: Path) -> str:
    """Return an id for the rule of a new entry, made of its path, that the register has not yet."""
    plain = (
        unicodedata.normalize("NFKD", str(part)).encode("ascii", "ignore").decode().upper() for part in path
    )
    words = (_NO_LETTERS.sub("-", part).strip("-") for part in plain)
    made = "-".join(("O", *filter(None, words)))[:LONGEST_ID].strip("-")
    register = at(house.own, ("register",))
    known = register if isinstance(register, dict) else {}
    names = (made if number == 1 else f"{made}-{number}" for number in count(1))
    return next(one for one in names if one not in known)
