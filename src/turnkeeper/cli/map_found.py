"""Which map is meant, and which place on it: a file, the sample land, or the map of the campaign.

A campaign's map comes with what is marked on it; a file's map is bare.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path

from turnkeeper.app.maps import ways as maps
from turnkeeper.app.maps.ways import Hex, Land, TextMap
from turnkeeper.cli import screen
from turnkeeper.cli.exits import Exit, Stop, counted
from turnkeeper.cli.files import read_text
from turnkeeper.cli.map_campaign import in_use, is_sample, require
from turnkeeper.views.maps.sheets import Sheet, sheet


def sheet_meant(which: str, campaign: str, *, players: bool) -> Sheet:
    """Return the map of a file, or of the campaign where none is named."""
    if not which:
        return require(campaign, partial(sheet, players=players))
    if players:
        hint = "Name no file: players know something of the map that the campaign is played on."
        raise Stop(Exit.USAGE, "--players is about the campaign's map.", hint)
    return Sheet(land_meant(which))


def sheet_and_place(which: str, place: str, campaign: str, *, players: bool) -> tuple[Sheet, str]:
    """Return a map and a place on it; what is no file may be a place on the campaign's map."""
    if not which or place or is_sample(which) or Path(which).exists():
        return sheet_meant(which, campaign, players=players), place
    ours = in_use(campaign, partial(sheet, players=players))
    if ours is None:
        return sheet_meant(which, campaign, players=players), place
    try:
        maps.place_of(ours.land, which)
    except maps.NoWay as fault:
        raise Stop(Exit.USAGE, f"{fault.message} of the campaign, nor such a file.", fault.hint) from fault
    return ours, which


def land_meant(which: str) -> Land:
    """Return a map's land; its problems are counted on standard error and do not stop anything."""
    found = map_meant(which)
    if found.problems:
        err, count = screen.stderr(), counted(len(found.problems), "problem")
        err.say(err.warm(f"{which} has {count}; `turnkeeper map check {which}` tells them."))
    return found.land


def map_meant(which: str) -> TextMap:
    """Return what is read of a file, or of the sample land."""
    if is_sample(which):
        return maps.sample()
    try:
        return maps.read(read_text(Path(which)), which)
    except maps.MapRefused as fault:
        raise Stop(Exit.FILE, f"{fault.problem}.", "Nothing of it was read.") from fault


def place_meant(land: Land, said: str) -> Hex:
    """Return the hex that is meant on a land; raises `Stop` for no such place."""
    try:
        return maps.place_of(land, said)
    except maps.NoWay as fault:
        raise Stop(Exit.USAGE, f"{fault.message}.", fault.hint) from fault
