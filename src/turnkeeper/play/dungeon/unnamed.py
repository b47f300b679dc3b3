"""What was met without a name: the side that comes up against the party then is who it was.

Nobody says twice whom the party has met. This module must not know what a side does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from turnkeeper.play.dungeon.encounters import SOMETHING

if TYPE_CHECKING:
    from turnkeeper.play.dungeon.encounters import Meeting
    from turnkeeper.play.state import State
    from turnkeeper.time import Instant


def met_unnamed(state: State, name: str) -> Meeting | None:
    """Return what was met without a name and a new side of this name must be: the last such that is there.

    It is none of them where something of that name is met, or where a side has come up since of which no
    encounter has the name: then that one may be who was met.
    """
    named = {one.what.casefold() for one in state.meetings}
    if name.casefold() in named:
        return None
    others = (one for one in state.sides if not one.allied and one.name.casefold() not in named)
    since = max((one.came for one in others), default=None)
    found = _there(state.meetings, SOMETHING, state.now)
    return None if found is None or (since is not None and since >= found.met) else found


def renamed(meetings: tuple[Meeting, ...], was: str, name: str, at: Instant) -> tuple[Meeting, ...]:
    """Return what is met, the last that was called so and is there called by another name from now on."""
    found = _there(meetings, was, at)
    return tuple(replace(one, what=name) if one is found else one for one in meetings)


def _there(meetings: tuple[Meeting, ...], called: str, at: Instant) -> Meeting | None:
    """Return what was met last of those that are called so, and are not still to come into the room."""
    wanted = called.casefold()
    there = (one for one in reversed(meetings) if one.what.casefold() == wanted and not one.coming(at))
    return next(there, None)
