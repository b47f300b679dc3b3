"""Whether the party can see: by day, or by what burns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnkeeper.play.kernel.scene import scene_of
from turnkeeper.play.sky import seasons
from turnkeeper.rules.book import Rulebook
from turnkeeper.time import Instant

if TYPE_CHECKING:
    from turnkeeper.play.state import State


def is_light(state: State, book: Rulebook, at: Instant | None = None) -> bool:
    """Return whether the party can see at an instant, by default now: a source burns, or it is not dark."""
    return bool(state.lights.lit) or not needs_light(state, book, at)


def needs_light(state: State, book: Rulebook, at: Instant | None = None) -> bool:
    """Return whether it is dark at an instant, by default now, but for what burns."""
    scene = scene_of(state, book)
    return scene is not None and (scene.dark or (scene.dark_at_night and seasons.is_night(state, book, at)))
