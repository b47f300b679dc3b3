"""`campaigns list | rename | archive | back | copy | check | import`: campaigns as files, each as a whole."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

from turnkeeper.app.library import find
from turnkeeper.app.shelf import handing_on
from turnkeeper.app.shelf.folder import ARCHIVE, Moved, Shelf, WrongField
from turnkeeper.cli import screen
from turnkeeper.cli.exits import Exit, Stop, counted
from turnkeeper.cli.opening import chosen
from turnkeeper.cli.parser import CampaignOption, Json
from turnkeeper.views.referee.facts import facts

app = App(
    name="campaigns",
    help="List campaigns, rename them, put them away, copy, check and import them.",
    version_flags=[],
)
Folder = Annotated[
    Path,
    Parameter(name=["--folder"], help="The folder of campaigns; this one if not said.", show_default=False),
]


@app.command(name="list")
def list_(*, folder: Folder = Path(), json: Json = False) -> None:
    """List the campaigns of a folder and of its archive, the one played last first."""
    seen = Shelf(folder).campaigns()
    rows = [
        (
            one.name,
            one.now or "cannot be opened",
            one.rules,
            f"{ARCHIVE}/{one.file}" if one.archived else one.file,
        )
        for one in seen
    ]
    screen.stdout().answer(seen, screen.columns(rows), json=json)
    screen.stderr().say_all(one.fault for one in seen if one.fault and not json)


@app.command
def rename(name: str, /, *, campaign: CampaignOption = "", json: Json = False) -> None:
    """Give a campaign another name, and its file too where nobody else has it open."""
    path = chosen(campaign)
    moved = Shelf(path.parent).rename(path, name)
    if isinstance(moved, WrongField):
        raise Stop(Exit.USAGE, moved.message, moved.hint)
    _tell(moved, json=json)


@app.command
def archive(*, campaign: CampaignOption = "", json: Json = False) -> None:
    """Put a campaign into the folder `archive` beside it, out of the way of commands."""
    path = chosen(campaign)
    _tell(Shelf(path.parent).put_away(path), json=json)


@app.command
def back(name: str, /, *, folder: Folder = Path(), json: Json = False) -> None:
    """Bring a campaign back from the archive.

    Parameters
    ----------
    name
        Its file in the archive, with or without its ending.
    """
    shelf = Shelf(folder)
    _tell(shelf.bring_back(find(str(shelf.archive / Path(name).name), shelf.archive)), json=json)


@app.command
def copy(to: Path, /, *, campaign: CampaignOption = "", json: Json = False) -> None:
    """Write a copy of a campaign, as it stands now, into a new file; it may be open meanwhile.

    Parameters
    ----------
    to
        The file to write; it must not exist yet.
    """
    handing_on.copied(chosen(campaign), to)
    screen.stdout().answer({"file": str(to)}, [str(to)], json=json)


@app.command
def check(*, campaign: CampaignOption = "", json: Json = False) -> int:
    """Look at every page and commit of a campaign, and play it from its beginning; nothing is written."""
    path = chosen(campaign)
    handing_on.looked_over(path, facts)
    if json:
        screen.stdout().json({"file": str(path), "whole": True})
    else:
        screen.stdout().say(f"{path.name} is whole: every commit is as it was recorded, and plays as it did.")
    return Exit.DONE


@app.command(name="import")
def import_(file: Path, /, *, folder: Folder = Path(), json: Json = False) -> None:
    """Take a campaign in, one file or a playthrough, after looking it over; nothing is overwritten.

    Parameters
    ----------
    file
        What somebody handed on.
    """
    came = handing_on.let_in(Shelf(folder), file.read_bytes(), file.name, facts)
    if isinstance(came, handing_on.LetIn):
        _tell(Moved(came.path, came.name, came.note), json=json)
        return
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


def _tell(moved: Moved, *, json: bool) -> None:
    value = {"file": str(moved.path), "name": moved.name, "note": moved.note}
    screen.stdout().answer(value, [str(moved.path)], json=json)
    if moved.note and not json:
        screen.stderr().say(moved.note)
