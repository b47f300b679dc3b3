"""The plans that come with the program, by their names, and plans made of a few commands as one says them."""

from __future__ import annotations

import re
from importlib.resources import files

from msgspec import Struct

SUFFIX = ".plan"
ASKS = (
    "ask how long",
    "ask how many encounters",
    "ask chance of lost at the end",
    "ask most fatigue at the end",
)
"""What is asked of a plan that was only said: the house's choice."""
BY_DAY = (
    "repeat until arrived or 6 days",
    "  if the march is done",
    "    > wait until 06:00",
    "  else",
    "    > resume",
    "  end",
    "end",
    "when cut short: ignore",
)
"""On to where a journey goes, day by day."""
_TRAVELS = re.compile(r"(?:travel|ride|go|march|head|journey|walk|push)\b", re.IGNORECASE)
_WHAT_IF = re.compile(r"(?:what if|what about|suppose)\s+(?:we|they|the party)?\s*", re.IGNORECASE)
_THEN = re.compile(r"\s*(?:;|,?\s+and then\s|,\s*then\s|\s+then\s)\s*", re.IGNORECASE)


class ShippedPlan(Struct, frozen=True):
    """A plan that comes with the program: its name, what it is about, and its text."""

    name: str
    about: str
    text: str


def shipped_plans() -> tuple[ShippedPlan, ...]:
    """Return every plan that comes with the program, by name."""
    folder = files(__package__) / "plans"
    found = [one for one in folder.iterdir() if one.name.endswith(SUFFIX)]
    return tuple(
        _shipped(one.name, one.read_text(encoding="utf-8")) for one in sorted(found, key=lambda one: one.name)
    )


def _shipped(name: str, text: str) -> ShippedPlan:
    about = next((line[1:].strip() for line in text.splitlines() if line.startswith(";")), "")
    return ShippedPlan(name.removesuffix(SUFFIX), about, text)


def said_plan(text: str) -> str:
    """Return the plan that a sentence says, such as ``what if we search, then travel to 0409 by road``."""
    commands = [one.strip() for one in _THEN.split(_WHAT_IF.sub("", text.strip(), count=1).rstrip("?"))]
    said = [f"> {one}" for one in commands if one]
    return "\n".join([*said, *(BY_DAY if commands and _TRAVELS.match(commands[-1]) else ()), *ASKS])
