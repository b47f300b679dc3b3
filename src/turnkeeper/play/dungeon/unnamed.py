"""Encounters without a name: the side that joins a fight against the party then gives the name.

The referee need not name an encounter twice. This module must not know what a side does.
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
    """Return the latest unnamed encounter here that a new side of this name must be, or ``None``.

    It is ``None`` where an encounter has that name, or where a side has come up since that no encounter is
    named after: that side may then be the encounter.
    """
    named = {one.what.casefold() for one in state.meetings}
    if name.casefold() in named:
        return None
    others = (one for one in state.sides if not one.allied and one.name.casefold() not in named)
    since = max((one.came for one in others), default=None)
    found = _there(state.meetings, SOMETHING, state.now)
    return None if found is None or (since is not None and since >= found.met) else found


def renamed(meetings: tuple[Meeting, ...], was: str, name: str, at: Instant) -> tuple[Meeting, ...]:
    """Return the encounters with the last one here of a name renamed."""
    found = _there(meetings, was, at)
    return tuple(replace(one, what=name) if one is found else one for one in meetings)


def _there(meetings: tuple[Meeting, ...], called: str, at: Instant) -> Meeting | None:
    """Return the latest encounter of a name that is not still to come into the room."""
    wanted = called.casefold()
    there = (one for one in reversed(meetings) if one.what.casefold() == wanted and not one.coming(at))
    return next(there, None)
