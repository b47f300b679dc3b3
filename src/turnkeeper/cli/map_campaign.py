"""The map that a command is about: a file, the sample land, or that of the campaign; kept and used.

A campaign's map comes with its marks; a file's map is bare.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Annotated, TypeVar

from cyclopts import Parameter

from turnkeeper.app.campaign import Campaign
from turnkeeper.app.library import NoCampaign
from turnkeeper.app.maps import atlas, routes, using
from turnkeeper.app.maps.atlas import Brought
from turnkeeper.app.outcomes import CommandDone
from turnkeeper.cli import screen, speak
from turnkeeper.cli.exits import Exit, Stop, counted, sentence
from turnkeeper.cli.opening import opened, read_text
from turnkeeper.cli.parser import CampaignOption, Json
from turnkeeper.files.maps import textmapper
from turnkeeper.files.maps.sheet import MapSheet
from turnkeeper.files.maps.textmapper import TextMap
from turnkeeper.hexes import Hex, Land
from turnkeeper.views.maps.sheets import sheet

T = TypeVar("T")
Which = Annotated[str, Parameter(help="A Text Mapper file, or `sample`.", show_default=False)]
NameOption = Annotated[
    str, Parameter(name="--name", help="What it is called; else as the file is.", show_default=False)
]


def use(which: Which, /, *, name: NameOption = "", campaign: CampaignOption = "", json: Json = False) -> None:
    """Play the campaign on a map: the campaign keeps it, and the file is not needed again."""
    brought, read_map = map_named(which, name)
    out, err = screen.stdout(), screen.stderr()
    with opened(campaign) as table:
        done = used(table, brought)
    if json:
        out.json({"done": done, "problems": read_map.problems, "losses": textmapper.losses(read_map)})
    else:
        err.say_all(found_wrong(read_map))
        speak.tell_lines(out, done.told)


def used(table: Campaign, brought: Brought) -> CommandDone:
    """Play a campaign on a map; raises `Stop` when the rules say no."""
    done = using.use(table, brought)
    if isinstance(done, CommandDone):
        return done
    raise Stop(Exit.REFUSED, sentence(done.message), done.hint)


def map_named(which: str, name: str = "") -> tuple[Brought, TextMap]:
    """Return the sample land or the map of a file, to be brought along, and its text as read."""
    text, called = (atlas.sample_text(), which) if is_sample(which) else _file(which)
    with _in_bounds("Nothing of it was kept."):
        return atlas.map_from(" ".join((name or called).split()), text, which)


def _file(which: str) -> tuple[str, str]:
    return read_text(Path(which)), Path(which).stem


@contextmanager
def _in_bounds(hint: str) -> Iterator[None]:
    """Raise `Stop` for a map that is too large to be read."""
    try:
        yield
    except textmapper.MapRefused as fault:
        raise Stop(Exit.FILE, f"{fault.problem}.", hint) from fault


def is_sample(which: str) -> bool:
    """Return whether the sample land is meant, and not a file of that name."""
    return which == atlas.SAMPLE and not Path(which).exists()


def found_wrong(read_map: TextMap) -> list[str]:
    """Return every problem of a map, and what on it means nothing to Turnkeeper, as lines."""
    rows = [
        (f"line {loss.line}", loss.what, loss.text, *([f"{loss.times} times"] if loss.times > 1 else []))
        for loss in textmapper.losses(read_map)
    ]
    return [*map(str, read_map.problems), *screen.columns(rows)]


def in_use(said: str, read: Callable[[Campaign], T | None]) -> T | None:
    """Return the part that ``read`` takes of the campaign's map; ``None`` without a campaign or a map."""
    try:
        return require(said, read)
    except _NoMapError:
        return None


def require(said: str, read: Callable[[Campaign], T | None]) -> T:
    """Return the part that ``read`` takes of the campaign's map; raises `Stop` when there is none."""
    try:
        with opened(said, read_only=True) as table:
            found = read(table)
    except NoCampaign as fault:
        if said:
            raise
        hint = f"Name a file or `{atlas.SAMPLE}`, or a campaign with --campaign PATH."
        raise _NoMapError(Exit.USAGE, f"no map is named. {fault}", hint) from fault
    if found is None:
        hint = f"Name a file or `{atlas.SAMPLE}`; `turnkeeper map use FILE` lets it be played on one."
        raise _NoMapError(Exit.USAGE, "no map is named, and the campaign is played on none.", hint)
    return found


class _NoMapError(Stop):
    """No map is named, and no campaign has one."""


def sheet_meant(which: str, campaign: str, *, players: bool) -> MapSheet:
    """Return the map of a file, or of the campaign where none is named."""
    if not which:
        return require(campaign, partial(sheet, players=players))
    if players:
        hint = "Name no file: players know something of the map that the campaign is played on."
        raise Stop(Exit.USAGE, "--players is about the campaign's map.", hint)
    return MapSheet(land_meant(which))


def sheet_and_place(which: str, place: str, campaign: str, *, players: bool) -> tuple[MapSheet, str]:
    """Return a map and a place on it; a text that is no file may be a place on the campaign's map."""
    if not which or place or is_sample(which) or Path(which).exists():
        return sheet_meant(which, campaign, players=players), place
    ours = in_use(campaign, partial(sheet, players=players))
    if ours is None:
        return sheet_meant(which, campaign, players=players), place
    try:
        routes.place_of(ours.land, which)
    except routes.NoWay as fault:
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
    """Return the map of a file, or the sample land."""
    if is_sample(which):
        return using.sample()
    with _in_bounds("Nothing of it was read."):
        return textmapper.read(read_text(Path(which)), which)


def place_meant(land: Land, said: str) -> Hex:
    """Return the hex that is meant on a land; raises `Stop` for no such place."""
    try:
        return routes.place_of(land, said)
    except routes.NoWay as fault:
        raise Stop(Exit.USAGE, f"{fault.message}.", fault.hint) from fault
