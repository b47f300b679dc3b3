"""The place: the scene, where in it the party stands, whether it is dark there, and the party's rate."""

from __future__ import annotations

from msgspec import Struct

from turnkeeper.play.dungeon import areas, movement
from turnkeeper.play.kernel.scene import among_rooms, outdoors
from turnkeeper.play.sky import seasons
from turnkeeper.play.state import State
from turnkeeper.rules.book import Rulebook


class PlaceView(Struct, frozen=True):
    """The place of the party: scene, place, room or corridor; ``dark`` says that it has no light there.

    ``area`` is the known area, ``rate`` how fast the party moves and whose rate that is. The party is there
    ``since`` it came into the scene, which has ``lasted`` no time yet where that is empty.
    """

    scene: str
    name: str
    spot: str
    outdoors: bool
    dark: bool
    area: tuple[str, ...]
    rate: str
    since: str = ""
    lasted: str = ""

    @property
    def called(self) -> str:
        """The scene with the name of the place: ``dungeon Barrow``."""
        return f"{self.scene} {self.name}".strip()

    @property
    def facts(self) -> tuple[str, ...]:
        """The area and the rate."""
        return (*self.area, self.rate) if self.rate else self.area


def place(state: State, book: Rulebook) -> PlaceView:
    """Return where the party is."""
    lasted = state.now - state.place.entered
    return PlaceView(
        scene=state.place.scene,
        name=state.place.name,
        spot=spot(state, book),
        outdoors=outdoors(state, book),
        dark=not seasons.is_light(state, book),
        area=tuple(areas.told(state, book)),
        rate=_rate(state, book),
        since=book.scale.say_instant(state.place.entered),
        lasted=book.scale.say(lasted) if lasted else "",
    )


def spot(state: State, book: Rulebook) -> str:
    """Return the party's spot in a place with rooms: ``room 3``, ``corridor``."""
    if not among_rooms(state, book):
        return ""
    return f"room {state.place.room}".strip() if state.place.spot == "room" else "corridor"


def _rate(state: State, book: Rulebook) -> str:
    """Return the party's rate at its pace, and whose it is, where the rule set gives rates."""
    slowest, key = movement.rate(state, book), movement.pace_kept(state, book)
    if book.set.movement is None or not slowest.slowest or not key or book.set.paces[key].feet:
        return ""
    if not slowest.feet:
        return f"none: {slowest.slowest} cannot move"
    pace = book.set.paces[key]
    whole, part = divmod(movement.at_pace(slowest.feet, pace), 1)
    feet = f"{whole} {part}" if whole and part else str(part or whole)
    each = book.scale.say(movement.rate_each(book))
    return f"{feet} ft in {each} {pace.adverbs(key)[0]}, as {slowest.slowest}"
