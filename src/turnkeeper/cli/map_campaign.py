"""The map of a campaign, for the command line: kept and used, or found when a command names no other."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

from cyclopts import Parameter

from turnkeeper.app.library import NoCampaign
from turnkeeper.app.maps import ways as maps
from turnkeeper.app.maps.ways import Brought, TextMap
from turnkeeper.app.outcomes import CommandDone
from turnkeeper.cli import screen, speak
from turnkeeper.cli.exits import Exit, Stop, sentence
from turnkeeper.cli.files import read_text
from turnkeeper.cli.opening import opened
from turnkeeper.cli.options import CampaignOption, Json

if TYPE_CHECKING:
    from collections.abc import Callable

    from turnkeeper.app.campaign import Campaign

T = TypeVar("T")
Which = Annotated[str, Parameter(help="A Text Mapper file, or `sample`.", show_default=False)]
NameOption = Annotated[
    str, Parameter(name="--name", help="What it is called; else as the file is.", show_default=False)
]


def use(which: Which, /, *, name: NameOption = "", campaign: CampaignOption = "", json: Json = False) -> int:
    """Play the campaign on a map: the campaign keeps it, and the file is not needed again."""
    brought, read_map = map_named(which, name)
    out, err = screen.stdout(), screen.stderr()
    with opened(campaign) as table:
        done = used(table, brought)
    if json:
        out.json({"done": done, "problems": read_map.problems, "losses": maps.losses(read_map)})
        return Exit.DONE
    err.say_all(found_wrong(read_map))
    speak.tell_lines(out, done.lines)
    return Exit.DONE


def used(table: Campaign, brought: Brought) -> CommandDone:
    """Let a campaign be played on a map; raises `Stop` when the rules say no."""
    done = maps.use(table, brought)
    if isinstance(done, CommandDone):
        return done
    raise Stop(Exit.REFUSED, sentence(done.message), done.hint)


def map_named(which: str, name: str = "") -> tuple[Brought, TextMap]:
    """Return the sample land or the map of a file, to be brought, and what was read of it."""
    if is_sample(which):
        text, called, file = maps.sample_text(), maps.SAMPLE, maps.SAMPLE
    else:
        text, called, file = read_text(Path(which)), Path(which).stem, which
    try:
        return maps.map_from(" ".join((name or called).split()), text, file)
    except maps.MapRefused as fault:
        raise Stop(Exit.FILE, f"{fault.problem}.", "Nothing of it was kept.") from fault


def is_sample(which: str) -> bool:
    """Tell whether the sample land is meant, and not a file of that name."""
    return which == maps.SAMPLE and not Path(which).exists()


def found_wrong(read_map: TextMap) -> list[str]:
    """Return every problem of a map, and what on it means nothing to Turnkeeper, as lines."""
    rows = [
        (f"line {loss.line}", loss.what, loss.text, *([f"{loss.times} times"] if loss.times > 1 else []))
        for loss in maps.losses(read_map)
    ]
    return [*map(str, read_map.problems), *screen.columns(rows)]


def in_use(said: str, read: Callable[[Campaign], T | None]) -> T | None:
    """Return what is read of the campaign's map, or ``None`` where there is no campaign or no map."""
    try:
        return _of(said, read)
    except NoCampaign:
        if said:
            raise
        return None


def require(said: str, read: Callable[[Campaign], T | None]) -> T:
    """Return what is read of the campaign's map; raises `Stop` when there is none."""
    try:
        found = _of(said, read)
    except NoCampaign as fault:
        if said:
            raise
        hint = f"Name a file or `{maps.SAMPLE}`, or a campaign with --campaign PATH."
        raise Stop(Exit.USAGE, f"no map is named. {fault}", hint) from fault
    if found is None:
        hint = f"Name a file or `{maps.SAMPLE}`; `turnkeeper map use FILE` lets it be played on one."
        raise Stop(Exit.USAGE, "no map is named, and the campaign is played on none.", hint)
    return found


def _of(said: str, read: Callable[[Campaign], T | None]) -> T | None:
    with opened(said, read_only=True) as table:
        return read(table)
