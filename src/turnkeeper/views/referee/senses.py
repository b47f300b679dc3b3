"""What can be felt of how it stands: how light it is where the party is, and how the last command sounds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from turnkeeper.play.dungeon import dark
from turnkeeper.play.kernel.event import Event
from turnkeeper.play.sky import seasons
from turnkeeper.play.state import State
from turnkeeper.rules.book import Rulebook

if TYPE_CHECKING:
    from turnkeeper.views.parts.lights import LightLine

LightLevel = Literal["day", "bright", "low", "dark"]
Sound = Literal["", "knock", "hiss", "bell"]
_SOUNDS: dict[str, Sound] = {
    "encounter-met.1": "knock",
    "encounter-arrived.1": "knock",
    "light-went-out.1": "hiss",
    "darkness-fell.1": "hiss",
    "timer-ended.1": "bell",
    "timer-rang.1": "bell",
}
"""The sounds of events, the most pressing kinds first."""


def light_level(state: State, book: Rulebook, lights: tuple[LightLine, ...]) -> LightLevel:
    """Return how light it is: by day, by what burns, by what burns low alone, or not at all."""
    if dark.by_day(state, book):
        return "day"
    if not seasons.is_light(state, book):
        return "dark"
    return "low" if all(one.low for one in lights if one.lit) else "bright"


def sound_of(events: Sequence[Event]) -> Sound:
    """Return the sound of a command's events: that of the most pressing one, or none."""
    kinds = {str(one.__struct_config__.tag) for one in events}
    return next((sound for kind, sound in _SOUNDS.items() if kind in kinds), "")
