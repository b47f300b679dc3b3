"""The scene that the party is in, as the rule set knows it: out of doors, among rooms, in the dark for good.

A scene that the rule set does not have is none of these. What is done to be in one is in `place`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from turnkeeper.play.state import State
    from turnkeeper.rules.book import Rulebook
    from turnkeeper.rules.model.conduct import SceneKind


def scene_of(state: State, book: Rulebook) -> SceneKind | None:
    """Return what the rule set says of the scene; ``None`` for one that it does not have."""
    return book.set.scenes.get(state.place.scene)


def outdoors(state: State, book: Rulebook) -> bool:
    """Tell whether the party is out of doors."""
    scene = scene_of(state, book)
    return scene is not None and scene.outdoors


def among_rooms(state: State, book: Rulebook) -> bool:
    """Tell whether the party is where there are rooms and corridors."""
    scene = scene_of(state, book)
    return scene is not None and scene.rooms


def always_dark(state: State, book: Rulebook) -> bool:
    """Tell whether it is dark without a light, and no morning will come."""
    scene = scene_of(state, book)
    return scene is not None and scene.dark
