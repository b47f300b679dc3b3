"""Lands written as Text Mapper maps that read as the same lands: the twin of the reader."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from turnkeeper.files.maps import lines as lines_
from turnkeeper.hexes import Label, Land, Region, Tile, Way, name_of

IN_A_LINE = 20


def written(land: Land) -> str:
    """Return a land as a Text Mapper map that reads as the same land.

    Names and texts must hold no line break and no quotes, as none that was read does.
    """
    return "".join(f"{line}\n" for line in _lines(land))


def _lines(land: Land) -> Iterator[str]:
    if land.name:
        yield f"#: land {land.name}"
    yield from map(_tile_line, land.tiles)
    yield from map(_way_line, land.ways)
    for tile in land.tiles:
        yield from _remarks_of(tile)
    for region in land.regions:
        yield from _region_lines(region, lines_.REGION)
    for climate in land.climates:
        yield from _region_lines(climate, lines_.CLIMATE)
    yield from land.kept


def _remarks_of(tile: Tile) -> Iterator[str]:
    name = name_of(tile.place)
    for landmark in tile.landmarks:
        kind = lines_.HIDDEN if landmark.hidden else lines_.OVERT
        yield f"#: {name} {kind} {_said(landmark.name, landmark.text)}"
    for note in tile.notes:
        yield f"#: {name} {lines_.NOTE} {note}"


def _region_lines(region: Region, kind: str) -> Iterable[str]:
    for start in range(0, max(1, len(region.hexes)), IN_A_LINE):
        names = map(name_of, region.hexes[start : start + IN_A_LINE])
        yield " ".join(("#:", *names, kind, _said(region.name, "" if start else region.text)))


def _said(name: str, text: str) -> str:
    return f"{name}: {text}" if text else name


def _tile_line(tile: Tile) -> str:
    """Return the line of a hex; one without words and labels ends in the blank that Text Mapper asks for."""
    return f"{name_of(tile.place)} {' '.join((*tile.words, *map(_label_text, tile.labels)))}"


def _label_text(label: Label) -> str:
    tag = f"{label.tag}=" if label.tag else ""
    size = f" {label.size}" if label.size else ""
    turned = f" {label.turned}" if label.turned else ""
    return f'{tag}"{label.text}"{size}{turned}'


def _way_line(way: Way) -> str:
    """Return the line of a way, every hex of it named; all names have points when one of them needs it."""
    hexes = way.hexes if len(way.hexes) > 1 else way.hexes * 2
    names = [name_of(place) for place in hexes]
    if any("." in name for name in names):
        names = [name_of(place, point=True) for place in hexes]
    name = f'"{way.name}"' if way.name else ""
    return " ".join(filter(None, ("-".join(names), way.kind, name, way.side, way.begins)))
