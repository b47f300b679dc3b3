"""A calendar written as TOML that reads back as the same calendar; defaults are left out."""

from __future__ import annotations

import msgspec

from turnkeeper.calendars.model import CalendarData
from turnkeeper.files.rules_text import write_name, write_value


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
