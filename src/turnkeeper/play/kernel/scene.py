"""The party's scene as the rule set knows it: outdoors, with rooms and corridors, or always dark.

A scene that the rule set does not have is none of these. Entering a scene is in `place`.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

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
    "wilderness": "wilderness|wild|wilds|outside|outdoors|surface|daylight",
    "settlement": "settlement|town|village|city|home|hamlet",
    "dungeon": "dungeon|underground|ruin|ruins",
}
"""Words of any table for a scene that a rule set calls by the first of them."""
ABROAD = "_abroad"
_KINDS = {"dungeon": "crypt|tomb|cave|cavern|mine|catacomb|sewer|labyrinth|lair|barrow|vault|undercity"}
"""Kinds of such a place, which are rooms of it where the party is among rooms."""
_INSIDE = frozenset({"dungeon"})
"""Scenes that one goes into without naming them."""
_GO = "go|walk|head|step|return|come|get|climb|enter|set|descend|delve|venture|proceed|crawl"
_OUT = "go|walk|head|step|come|get|climb|crawl|run|venture"


def heard_of_scenes(book: Rulebook) -> Iterator[Form]:
    """Yield other ways to say where the party goes; who leaves a scene under a roof goes out of doors."""
    yield Form("enter|re-enter|reenter|descend|delve [into] {scene:scene} [{name:name}]")
    yield Form("go|walk|head|return|come|get|climb [back] [down] [into|to] {scene:scene}")
    yield Form(f"{_OUT}|set out to|into|for|onto {{scene:scene}}")
    yield Form("back to {scene:scene}")
    open_air = open_scene(book)
    for scene in book.set.scenes:
        words = _CALLED.get(scene, scene)
        out = "" if scene == open_air else open_air
        yield from _heard_of(scene, words, out)
        if scene in _KINDS:
            yield from (replace(one, cost=1) for one in _heard_of(scene, _KINDS[scene], out, ABROAD))
        if scene in _INSIDE:
            yield Form("go|head|step|walk|move in|inside|within", {"scene": scene}, cost=1)
        yield Form(f"leave|exit for {words}", {"scene": scene})
        yield Form(f"back {words}", {"scene": scene})


def _heard_of(scene: str, called: str, out: str, needs: str = "") -> Iterator[Form]:
    """Yield how one goes to a scene of a kind, and ``out`` of it again."""
    ways = [
        f"{_GO} {called} [back] [down] [into|to|for|in]",
        f"reach|arrive {called} [back] [in|at|to]",
        f"off|into {called} [to|back|down]",
        f"{_OUT}|set out {called} [into|to|for]" if not out else f"{_OUT}|set out to|for|into {called}",
    ]
    yield from (Form(way, {"scene": scene}, needs=needs) for way in ways)
    if out:
        for way in (
            f"leave|exit {called} [again]",
            f"{_OUT} out {called} [from] [back]",
            f"out {called} [from]",
        ):
            yield Form(way, {"scene": out})


def abroad(state: State, book: Rulebook) -> tuple[str, ...]:
    """Return the scene where the party is, unless rooms and corridors are there."""
    return () if among_rooms(state, book) else (state.place.scene,)
