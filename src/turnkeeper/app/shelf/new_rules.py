"""A new rule set to write in: what a game must say, as another says it, each value with its meaning.

What else a game can say stands below as a list, with the entries that the other has of it. This module must
not know what any entry means.
"""

from __future__ import annotations

import re
import textwrap

import msgspec

from turnkeeper.app.shelf.examples import SAYS, WHY, WIDTH, entry_block, part_of
from turnkeeper.files.rules_text import write_name, write_table
from turnkeeper.rules.model.cite import is_cite
from turnkeeper.rules.model.ruleset import RuleSet
from turnkeeper.rules.model.values import LONGEST_NAME
from turnkeeper.rules.reading.fields import (
    NO_FIELDS,
    Table,
    is_entries,
    model,
    section_help,
    section_names,
    struct_of,
    type_at,
)

_NO_LETTERS = re.compile(r"[^a-z0-9]+")
_HEAD = """\
# {name}: what a game must say, as {like} says it. Change what you like; every line says what it is.
# `turnkeeper rules check {file}` tells all that is wrong at once, and
# `turnkeeper rules diff {file} {like}` how the two differ.
"""
_MORE = """\
# What else a game can say. `turnkeeper rules show {like}` tells what stands there; the screen's house rules,
# and docs/how-to/write-a-rule-set.md, show how it is written.
"""


def id_of(name: str) -> str:
    """Return the id for a rule set of a name: small letters, digits and hyphens; empty where none are left.

    >>> id_of("Our Own Game!")
    'our-own-game'
    """
    return _NO_LETTERS.sub("-", name.casefold()).strip("-")[:LONGEST_NAME]


def new_rules(name: str, like: RuleSet) -> str:
    """Return the text of a new rule set: what each must say, with values of another, and what it can say."""
    data: Table = msgspec.to_builtins(like)
    name = " ".join("".join(one if one.isprintable() else " " for one in name).split())
    ours, must = id_of(name), [one.name for one in model().fields if one.required]
    sections = [one for one in must if one not in NO_FIELDS]
    parts = [
        _HEAD.format(name=name, like=like.ruleset.id, file=f"{ours}.toml"),
        write_table(("ruleset",), {"id": ours, "name": name}),
        *(_rule(section) for section in sections),
        *(part for section in sections for part in _entries(section, data)),
        _MORE.format(like=like.ruleset.id) + _others(data, frozenset(must)),
    ]
    return "\n".join(parts)


def _rule(section: str) -> str:
    return write_table(("register", _rule_id(section)), {"origin": "house", "says": SAYS, "why": WHY})


def _rule_id(section: str) -> str:
    return f"O-{section.upper()}-1"


def _entries(section: str, data: Table) -> list[str]:
    """Return the entries of a section, each with what it must say and the rest of it commented out.

    What the other says with a plain yes, or as names with texts, is said as well: such as where it is dark.
    """
    held = data.get(section)
    entries = held if isinstance(held, dict) and is_entries(section) else {"": held}
    cite: Table = {"id": _rule_id(section), "origin": "house", "why": WHY}
    found: list[str] = []
    for name, entry in entries.items():
        path = (section, str(name)) if name else (section,)
        kind = type_at(path, data)
        said, more = part_of(kind, entry, cite), part_of(kind, entry, cite, whole=True)
        said |= {field: value for field, value in more.items() if value is True or _are_texts(value)}
        found.append(entry_block(path, said, struct_of(kind, entry), more, first=not found))
    return found


def _are_texts(value: object) -> bool:
    return (
        isinstance(value, dict) and all(isinstance(one, str) for one in value.values()) and not is_cite(value)
    )


def _others(data: Table, told: frozenset[str]) -> str:
    """Return the rest that a game can say, as comments: each section with the other's entries in it."""
    lines: list[str] = []
    for section in (one for one in section_names() if one not in told):
        held = data.get(section)
        names = ", ".join(map(write_name, held)) if isinstance(held, dict) and is_entries(section) else ""
        said = " ".join(
            filter(None, (f"[{section}]", section_help(section), f"There: {names}." * bool(names)))
        )
        lines += textwrap.wrap(said, WIDTH, initial_indent="# ", subsequent_indent="#   ")
    return "".join(f"{line}\n" for line in lines)
