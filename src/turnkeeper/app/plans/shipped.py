"""The plans that come with the program, by their names, and plans made of a few commands as one says them."""

from __future__ import annotations

import re
from importlib.resources import files

from msgspec import Struct

from turnkeeper.hexes import name_of
from turnkeeper.play.kernel.scene import open_scene, outdoors
from turnkeeper.play.kernel.sentence import NUMBERS
from turnkeeper.play.state import State
from turnkeeper.rules.book import Rulebook

SUFFIX = ".plan"
ASKS = (
    "ask how long",
    "ask how many encounters",
    "ask chance of lost at the end",
    "ask most fatigue at the end",
)
"""The question of a plan that was only said: the house's choice."""
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
_NUMBER = rf"\d{{1,6}}|{'|'.join(NUMBERS)}"
_TIMES = re.compile(
    rf"(?P<does>.+?),?\s+(?:(?P<number>{_NUMBER})\s+times(?:\s+over)?|(?P<twice>twice|thrice))", re.IGNORECASE
)
_ROOMS = re.compile(
    rf"(?P<does>search|explore)\s+(?:through\s+)?(?P<number>{_NUMBER})\s+(?:(?:more|other|further)\s+)?"
    r"(?:rooms|chambers)\b(?P<rest>.*)",
    re.IGNORECASE,
)
_UNTIL_DARK = re.compile(
    r"(?:(?!wait|rest|sleep|camp|travel|march)(?P<does>\w.*?)\s+)?(?:until|till)\s+(?:it\s+is\s+|it's\s+)?dark",
    re.IGNORECASE,
)
_BACK = re.compile(
    r"(?:(?:go|head|turn|come|walk|get)\s+)?(?:right\s+|straight\s+)?back(?:\s+(?:out|up|home|again))?",
    re.IGNORECASE,
)
_THEN = re.compile(r"\s*(?:;|,?\s+and then\s|,?\s+and(?=\s+back\b)|,\s*then\s|\s+then\s)\s*", re.IGNORECASE)


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


def way_back(state: State, book: Rulebook) -> str:
    """Return the command that brings the party back to its hex, or out of doors; empty where nothing does."""
    if state.journey.believed is not None and outdoors(state, book):
        return f"travel to {name_of(state.journey.believed)}"
    out = open_scene(book)
    return f"leave for {out}" if out and not outdoors(state, book) else ""


def said_plan(text: str, back: str = "") -> str:
    """Return the plan that a sentence says, such as ``what if we search two more rooms, then back``.

    ``back`` is the command that brings the party back to where it begins.
    """
    commands = [one.strip() for one in _THEN.split(_WHAT_IF.sub("", text.strip(), count=1).rstrip("?"))]
    commands = [back if back and _BACK.fullmatch(one) else one for one in commands]
    said = [line for one in commands if one for line in _steps(one)]
    return "\n".join([*said, *(BY_DAY if commands and _TRAVELS.match(commands[-1]) else ()), *ASKS])


def _steps(said: str) -> list[str]:
    """Return the lines of a plan for an act that is done once, so often, or until it is dark."""
    dark, rooms, times = _UNTIL_DARK.fullmatch(said), _ROOMS.fullmatch(said), _TIMES.fullmatch(said)
    if dark is not None:
        return ["repeat until dark", f"  > {dark['does'] or 'next'}", "end"]
    if rooms is not None:
        return [f"repeat {_count(rooms['number'])} times", f"  > {rooms['does']}{rooms['rest']}", "end"]
    if times is not None:
        number = _count(times["number"]) if times["number"] else 2 + (times["twice"].casefold() == "thrice")
        return [f"repeat {number} times", f"  > {times['does']}", "end"]
    return [f"> {said}"]


def _count(said: str) -> int:
    return int(said) if said.isdecimal() else NUMBERS[said.casefold()]
