"""Rule sets and calendars written as TOML that loads again: for a playthrough that must bring them along.

A campaign keeps resolved rules: everything that a house set extends is merged in. So it is written, with
nothing left to extend. This module must not know what any entry means.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from turnkeeper.calendars.model import CalendarData
from turnkeeper.rules.model.ruleset import RuleSet

_BARE = re.compile(r"[\w-]+", re.ASCII)


def standing_alone(ruleset: RuleSet) -> RuleSet:
    """Return the same rules with nothing left to extend; of their bases only the name stays."""
    about = ruleset.ruleset
    made_from = about.extends or about.made_from
    return replace(ruleset, ruleset=replace(about, extends="", remove=(), made_from=made_from))


def write_rules(ruleset: RuleSet) -> str:
    """Return a rule set as TOML; `load_rules` reads the very same rules from it, standing alone."""
    return write_difference(msgspec.to_builtins(standing_alone(ruleset)))


def write_difference(data: dict[str, object]) -> str:
    """Return a house file as TOML: the set's own heading, then its changes to the set it extends."""
    return "\n".join(line for name, section in data.items() for line in _section(name, section))


def write_table(heading: Sequence[str], table: dict[str, object]) -> str:
    """Return one table as TOML, under its heading."""
    return "\n".join(_table(".".join(map(write_name, heading)), table))


def _section(name: str, section: object) -> list[str]:
    """Return the lines of a section: one table, or a table for each of its entries, in their order."""
    if not isinstance(section, dict):
        return [f"{write_name(name)} = {_value(section)}"]
    if section and all(isinstance(entry, dict) for entry in section.values()):
        return [
            line
            for key, entry in section.items()
            for line in _table(f"{write_name(name)}.{write_name(key)}", entry)
        ]
    return _table(write_name(name), section)


def _table(heading: str, table: dict[str, object]) -> list[str]:
    return [
        f"[{heading}]",
        *(f"{write_name(name)} = {write_value(value)}" for name, value in table.items()),
        "",
    ]


def write_value(value: object) -> str:
    """Return a value as TOML, a list of tables with a line for each."""
    if isinstance(value, list | tuple) and any(isinstance(one, dict) for one in value):
        return "[\n" + "".join(f"  {_value(one)},\n" for one in value) + "]"
    return _value(value)


def _value(value: object) -> str:
    match value:
        case str():
            return _text(value)
        case bool():
            return "true" if value else "false"
        case dict():
            inner = ", ".join(f"{write_name(name)} = {_value(one)}" for name, one in value.items())
            return f"{{ {inner} }}" if inner else "{}"
        case list() | tuple():
            return f"[{', '.join(map(_value, value))}]"
        case _:
            return str(value)


def write_name(name: str) -> str:
    """Return a name as TOML, in quotes where it needs them."""
    return name if _BARE.fullmatch(name) else _text(name)


def _text(text: str) -> str:
    # TOML reads the escapes of JSON; a checked rule set holds no control characters but line breaks and tabs.
    return json.dumps(text, ensure_ascii=False)


def write_calendar(data: CalendarData) -> str:
    """Return a calendar as TOML: its lists first, each entry on a line of its own, then its tables."""
    said: dict[str, object] = msgspec.to_builtins(data)
    lists = [
        f"{name} = {write_value(value)}\n" for name, value in said.items() if not isinstance(value, dict)
    ]
    tables = [
        f"\n[{write_name(name)}]\n"
        + "".join(f"{write_name(key)} = {write_value(inner)}\n" for key, inner in value.items())
        for name, value in said.items()
        if isinstance(value, dict) and value
    ]
    return "".join(lists + tables)
