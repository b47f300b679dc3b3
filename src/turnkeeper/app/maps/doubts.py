"""What a map leaves open: hexes whose words the games that come along would price differently.

Play goes on by the dearer word. Whoever drew the map is asked which they mean.
"""

from __future__ import annotations

from msgspec import Struct

from turnkeeper.hexes import Land, name_of
from turnkeeper.rules.model.terrain import Chart
from turnkeeper.rules.reading.load import builtin_ids, load_builtin


class Doubt(Struct, frozen=True):
    """Words that stand in one hex and price differently, the rule sets under which, and the hexes."""

    words: tuple[str, ...]
    under: tuple[str, ...]
    hexes: tuple[str, ...]


def doubts(land: Land) -> tuple[Doubt, ...]:
    """Return the words of a land that are priced differently in one hex, each lot once, by its first hex."""
    charts = {name: Chart(land, load_builtin(name).terrain, ()) for name in builtin_ids()}
    found: dict[tuple[str, ...], tuple[set[str], dict[str, None]]] = {}
    for tile in land.tiles:
        for name, chart in charts.items():
            words = tuple(sorted(chart.at_odds(tile)))
            if words:
                under, hexes = found.setdefault(words, (set(), {}))
                under.add(name)
                hexes[name_of(tile.place)] = None
    return tuple(Doubt(words, tuple(sorted(under)), tuple(hexes)) for words, (under, hexes) in found.items())
