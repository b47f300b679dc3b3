"""Maps on the table: the sample land, a map that is brought, and places by what they are called.

This module must not know how anything is drawn on a terminal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnkeeper.app.maps.atlas import SAMPLE, SAMPLE_FILE, SHOWN_DIGITS, Brought, map_from, sample_text
from turnkeeper.app.maps.pricing import (
    HOUSE_DEFAULT,
    MOST_COST,
    MOST_ROAD,
    Costs,
    NoWay,
    RouteCost,
    route,
    told,
)
from turnkeeper.app.outcomes import CommandDone
from turnkeeper.app.session import Session
from turnkeeper.files.map_hexes import kind_of
from turnkeeper.files.svgmap import Picture, svg
from turnkeeper.files.textmapper import Loss, MapRefused, TextMap, losses, read
from turnkeeper.hexes import LEXICON, Hex, Land, Meaning, Route, Tile, at, disc, hex_named, name_of
from turnkeeper.hexes.land import Frame
from turnkeeper.play.journey.mapping import UseMap
from turnkeeper.play.kernel.event import Refusal
from turnkeeper.rules.problems import did_you_mean

if TYPE_CHECKING:
    from turnkeeper.app.campaign import Campaign

# What a front end needs to show a map passes through here.
__all__ = [
    "HOUSE_DEFAULT",
    "LEXICON",
    "MOST_COST",
    "MOST_ROAD",
    "SAMPLE",
    "Brought",
    "Costs",
    "Frame",
    "Hex",
    "Land",
    "Loss",
    "MapRefused",
    "Meaning",
    "NoWay",
    "Picture",
    "Route",
    "RouteCost",
    "TextMap",
    "Tile",
    "at",
    "disc",
    "kind_of",
    "losses",
    "map_from",
    "name_of",
    "place_of",
    "read",
    "route",
    "sample",
    "sample_text",
    "svg",
    "told",
    "use",
]


def sample() -> TextMap:
    """Return the sample land."""
    return read(sample_text(), SAMPLE_FILE)


def use(campaign: Campaign, brought: Brought) -> CommandDone | Refusal:
    """Play a campaign on a map from now on, and keep the map; raises `RecordFault`."""
    said = campaign.express(UseMap(brought.name, brought.digest[:SHOWN_DIGITS]))
    if isinstance(said, Refusal):
        return Refusal("unsayable", f"a map cannot be called {brought.name[:90]!r}", "--name COAST")
    campaign.atlas.bring(brought)
    done = Session(campaign).say(said.text)
    assert isinstance(done, CommandDone | Refusal)  # noqa: S101 - using a map throws no dice
    return done


def place_of(land: Land, said: str) -> Hex:
    """Return the hex that is meant: by its name, its label or a landmark in it; raises `NoWay`."""
    named = hex_named(said)
    if named is not None:
        if land.at(named) is None:
            raise NoWay(f"there is no hex {said} on the map", _within(land))
        return named
    found = land.named(said)
    if len(found) == 1:
        return found[0]
    if found:
        raise NoWay(
            f"{said!r} stands in {len(found)} hexes", f"say which: {', '.join(map(name_of, found[:8]))}"
        )
    names = [label.text for tile in land.tiles for label in tile.labels]
    raise NoWay(f"there is no {said!r} on the map", did_you_mean(said, names))


def _within(land: Land) -> str:
    return (
        f"it has hexes from {name_of(land.tiles[0].place)} to {name_of(land.tiles[-1].place)}"
        if land.tiles
        else ""
    )
