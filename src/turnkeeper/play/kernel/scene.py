"""The party's scene as the rule set knows it: outdoors, with rooms and corridors, or always dark.

A scene that the rule set does not have is none of these. Entering a scene is in `place`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from turnkeeper.play.state import State
    from turnkeeper.rules.book import Rulebook
    from turnkeeper.rules.model.conduct import SceneKind


def scene_of(state: State, book: Rulebook) -> SceneKind | None:
    """Return the kind of the party's scene; ``None`` for a scene that the rule set does not have."""
    return book.set.scenes.get(state.place.scene)


def outdoors(state: State, book: Rulebook) -> bool:
    """Return whether the party is outdoors."""
    scene = scene_of(state, book)
    return scene is not None and scene.outdoors


def among_rooms(state: State, book: Rulebook) -> bool:
    """Return whether the party is among rooms and corridors."""
    scene = scene_of(state, book)
    return scene is not None and scene.rooms


def always_dark(state: State, book: Rulebook) -> bool:
    """Return whether it is dark without a light and no morning will come."""
    scene = scene_of(state, book)
    return scene is not None and scene.dark
