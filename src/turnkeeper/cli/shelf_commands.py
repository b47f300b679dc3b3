"""`campaigns list | rename | archive | back | copy | import`: campaigns as files, each as a whole."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

from turnkeeper.app.library import find
from turnkeeper.app.shelf import handing_on
from turnkeeper.app.shelf.folder import ARCHIVE, FormSlip, Moved, Shelf
from turnkeeper.cli import screen
from turnkeeper.cli.exits import Exit, Stop, counted
from turnkeeper.cli.opening import chosen
from turnkeeper.cli.parser import CampaignOption, Json
from turnkeeper.views.referee.facts import facts

app = App(
    name="campaigns",
    help="List campaigns, rename them, put them away, copy and import them.",
    version_flags=[],
)
Folder = Annotated[
    Path,
    Parameter(name=["--folder"], help="The folder of campaigns; this one if not said.", show_default=False),
]


@app.command(name="list")
def list_(*, folder: Folder = Path(), json: Json = False) -> int:
    """List the campaigns of a folder and of its archive, the one played last first."""
    out = screen.stdout()
    seen = Shelf(folder).campaigns()
    if json:
        out.json(seen)
        return Exit.DONE
    rows = [
        (
            one.name,
            one.now or "cannot be opened",
            one.rules,
            f"{ARCHIVE}/{one.file}" if one.archived else one.file,
        )
        for one in seen
    ]
    out.say_all(screen.columns(rows))
    screen.stderr().say_all(one.fault for one in seen if one.fault)
    return Exit.DONE


@app.command
def rename(name: str, /, *, campaign: CampaignOption = "", json: Json = False) -> int:
    """Give a campaign another name, and its file too where nobody else has it open."""
    path = chosen(campaign)
    moved = Shelf(path.parent).rename(path, name)
    if isinstance(moved, FormSlip):
        raise Stop(Exit.USAGE, moved.message, moved.hint)
    return _told(moved, json=json)


@app.command
def archive(*, campaign: CampaignOption = "", json: Json = False) -> int:
    """Put a campaign into the folder `archive` beside it, out of the way of commands."""
    path = chosen(campaign)
    return _told(Shelf(path.parent).put_away(path), json=json)


@app.command
def back(name: str, /, *, folder: Folder = Path(), json: Json = False) -> int:
    """Bring a campaign back from the archive.

    Parameters
    ----------
    name
        Its file in the archive, with or without its ending.
    """
    shelf = Shelf(folder)
    return _told(shelf.bring_back(find(str(shelf.archive / Path(name).name), shelf.archive)), json=json)


@app.command
def copy(to: Path, /, *, campaign: CampaignOption = "", json: Json = False) -> int:
    """Write a copy of a campaign, as it stands now, into a new file; it may be open meanwhile.

    Parameters
    ----------
    to
        The file to write; it must not exist yet.
    """
    handing_on.copied(chosen(campaign), to)
    if json:
        screen.stdout().json({"file": str(to)})
    else:
        screen.stdout().say(str(to))
    return Exit.DONE


@app.command(name="import")
def import_(file: Path, /, *, folder: Folder = Path(), json: Json = False) -> int:
    """Take a campaign in, one file or a playthrough, after looking it over; nothing is overwritten.

    Parameters
    ----------
    file
        What somebody handed on.
    """
    came = handing_on.let_in(Shelf(folder), file.read_bytes(), file.name, facts)
    if isinstance(came, handing_on.LetIn):
        return _told(Moved(came.path, came.name, came.note), json=json)
    err = screen.stderr()
    err.say_all(
        f"{file.name}:{one.line}:{one.column}: {one.message}" + (f" ({one.hint})" if one.hint else "")
        for one in came
        if one.line
    )
    whole = [one for one in came if not one.line]
    if whole:
        raise Stop(Exit.FILE, whole[0].message, whole[0].hint)
    raise Stop(Exit.REFUSED, f"{counted(len(came), 'problem')} in {file}; no campaign was made.")


def _told(moved: Moved, *, json: bool) -> int:
    if json:
        screen.stdout().json({"file": str(moved.path), "name": moved.name, "note": moved.note})
        return Exit.DONE
    screen.stdout().say(str(moved.path))
    if moved.note:
        screen.stderr().say(moved.note)
    return Exit.DONE
