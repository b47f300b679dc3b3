"""The party's scene as the rule set knows it: outdoors, with rooms and corridors, or always dark.

A scene that the rule set does not have is none of these. Entering a scene is in `place`.
"""

from __future__ import annotations

from collections.abc import Iterator

from turnkeeper.play.kernel.declare import Form
from turnkeeper.play.kernel.event import State
from turnkeeper.rules.atlas import LandLost
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model.conduct import SceneKind
from turnkeeper.rules.model.terrain import Chart


def scene_of(state: State, book: Rulebook) -> SceneKind | None:
    """Return the kind of the party's scene; ``None`` for a scene that the rule set does not have."""
    return book.set.scenes.get(state.place.scene)


def open_scene(book: Rulebook) -> str:
    """Return the first scene of a rule set that is out of doors; empty where it has none."""
    return next((name for name, one in book.set.scenes.items() if one.outdoors), "")


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


def chart_in_use(state: State, book: Rulebook) -> Chart | None:
    """Return the map in use as the rule set reads it; ``None`` without one, or if it was lost."""
    if not state.map.digest or not book.set.terrain:
        return None
    try:
        return book.chart(state.map.digest)
    except LandLost:
        # The campaign goes on without its map until a command needs it; the status tells what it can.
        return None


def country_here(state: State, book: Rulebook) -> str:
    """Return the class of country where the party truly is; empty off any map."""
    chart, where = chart_in_use(state, book), state.journey.where
    return "" if chart is None or where is None else chart.class_at(where)


_CALLED = {
    "wilderness": "wilderness|wilds|outside|outdoors|surface",
    "settlement": "settlement|town|village|city|home",
    "dungeon": "dungeon|underground|ruin|ruins",
}
"""Words of any table for a scene that a rule set calls by the first of them."""
_INSIDE = frozenset({"dungeon"})
"""Scenes that one goes into without naming them."""


def heard_of_scenes(book: Rulebook) -> Iterator[Form]:
    """Yield other ways to say where the party goes; who leaves a scene under a roof goes out of doors."""
    yield Form("enter|re-enter|reenter|descend|delve [into] {scene:scene} [{name:name}]")
    yield Form("go|walk|head|return|come|get|climb [back] [down] [out] [into|to] {scene:scene}")
    yield Form("back to {scene:scene}")
    out = open_scene(book)
    for scene in book.set.scenes:
        words = _CALLED.get(scene, scene)
        going = f"go|walk|head|step|return|come|get|climb|enter|set {words} [back|down|out|for]"
        yield Form(going, {"scene": scene})
        if scene in _INSIDE:
            yield Form("go|head|step|walk|move in|inside|within", {"scene": scene}, cost=1)
        yield Form(f"leave|exit for {words}", {"scene": scene})
        yield Form(f"back {words}", {"scene": scene})
        if out and scene != out:
            yield Form(f"leave|exit {words} [again]", {"scene": out})
