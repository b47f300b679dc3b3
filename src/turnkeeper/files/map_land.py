"""What of a land is drawn alike on paper and on a screen: country, ways, sites, and what a legend lists.

Each of the two puts it between marks of its own and says in its own manner of which colour a line is. This
module must not know either.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from turnkeeper.files import map_icons as icons
from turnkeeper.files.map_hexes import country_in, kind_of, sites_in
from turnkeeper.files.map_plot import Plot
from turnkeeper.files.way_paths import Stretch, WayPath, path_of
from turnkeeper.hexes import Hex, Way

_UPWARDS = ("river", "border", "trail", "road")
"""Which kind of way lies over which: one rides over a river, and not the other way about."""


def shapes(plot: Plot) -> Iterator[str]:
    """Yield the shapes that what stands on a land is put together from, each once, to be used by its id."""
    for part, shape in icons.PARTS.items():
        yield f'<g id="part-{part}">{shape}</g>'
    there, _ = plot.there
    for kind, known in (("country", icons.COUNTRY), ("site", icons.SITES)):
        yield from (f'<g id="{kind}-{name}">{shape}</g>' for name, shape in known.items() if name in there)


def country(plot: Plot) -> Iterator[str]:
    """Yield the country of all hexes."""
    for tile in plot.tiles:
        yield from country_in(tile, plot.senses[tile.place], plot.centre(tile.place))


def sites(plot: Plot) -> Iterator[str]:
    """Yield what stands in all hexes."""
    for tile in plot.tiles:
        yield from sites_in(plot.senses[tile.place], plot.centre(tile.place))


def ways(drawn: Iterable[WayPath]) -> Iterator[tuple[str, list[str]]]:
    """Yield the paths of all ways, one kind after another from below to above."""
    kinds: dict[str, list[str]] = {kind: [] for kind in _UPWARDS}
    for found in drawn:
        kinds[kind_of(found.way)].append(found.path)
    yield from kinds.items()


def walked(plot: Plot, hexes: tuple[Hex, ...]) -> str:
    """Return the path of one who goes from hex to hex, along the roads there are; empty for one hex."""
    if len(hexes) < 2:  # noqa: PLR2004 - a way has two ends
        return ""
    stretch = Stretch(Way("road", hexes), hexes)
    return path_of(stretch, plot.centre, plot.bend("road", stretch.edges))


def landmarks(plot: Plot) -> Iterator[tuple[Hex, bool]]:
    """Yield the hexes where there is something to find: the open first, then once more for what is hidden."""
    for tile in plot.tiles:
        yield from ((tile.place, hidden) for hidden in sorted({mark.hidden for mark in tile.landmarks}))


def legend_of(plot: Plot) -> tuple[tuple[str, str], ...]:
    """Return what is to be seen on a land, for a legend: ``country``, ``site`` or ``way``, and its name."""
    there, kinds = plot.there
    return (
        *(("country", name) for name in icons.COUNTRY if name in there),
        *(("site", name) for name in icons.SITES if name in there),
        *(("way", name) for name in icons.WAYS if name in kinds),
    )
