"""A land as the referee or the players know it, with the marks of play: all that a drawing of it needs.

This module must not know who looks on, nor how anything is drawn.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from turnkeeper.hexes import Hex, Land


class MapSheet(Struct, frozen=True):
    """A map and its marks.

    ``seen`` are the hexes that are not under fog, ``None`` for all; those in ``afar`` were only seen from
    others. ``party`` is where the party is, for players where it believes to be; ``believed`` is said to the
    referee where that is elsewhere. ``route`` is the way ahead and begins at the party, ``goal`` its end.
    ``known`` are, for the referee, the hexes on the players' map; ``notes`` is what the referee wrote down
    for hexes, where the land does not have it among its own.
    """

    land: Land
    seen: frozenset[Hex] | None = None
    afar: frozenset[Hex] = frozenset()
    party: Hex | None = None
    believed: Hex | None = None
    route: tuple[Hex, ...] = ()
    goal: Hex | None = None
    known: frozenset[Hex] = frozenset()
    caption: str = ""
    notes: Mapping[Hex, tuple[str, ...]] = {}
